//! The posture of a body on the ground: the direction in which one that lies follows it with both ends.

use super::mover::Mover;
use super::planes::horizontal;
use super::probe::Probe;
use super::state::CharacterState;
use carom_core::world::Scene;
use carom_math::{Scalar, Vector};

impl<V: Vector> Mover<V> {
    /// The direction for [`Intent::axis`](crate::Intent::axis) in which a character that lies has the ground below both of its
    /// ends: along the level part of `heading`, as steep as the ground rises from the one to the other. Ground is searched as far
    /// down as the [`snap`](crate::MoverSettings::snap) and a step; without any, and for a character that stands or
    /// flies, the direction is level. It is no steeper than the steepest walkable slope.
    ///
    /// ```
    /// use carom::glam::{Vec3, vec3};
    /// use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
    /// use carom::{Plane, World};
    /// let mut world = World::new();
    /// // A slope that rises by 1 in 4 along x.
    /// world.insert(Plane::new(vec3(-1., 4., 0.), 0.))?;
    /// let mut mover = Mover::new(MoverSettings::default())?;
    /// let mut dog = CharacterState::lying(vec3(0., 0.3, 0.), Vec3::X, 1.2);
    /// for _ in 0..60 {
    ///     let axis = Some(mover.axis_on_ground(&world, &dog, Vec3::X));
    ///     mover.step(&world, &mut dog, &Intent { axis, ..Intent::walk(Vec3::X) }, 1. / 60.);
    /// }
    /// let axis = dog.axis.unwrap();
    /// assert!((axis.y / axis.x - 0.25).abs() < 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn axis_on_ground(
        &mut self,
        scene: &impl Scene<V>,
        state: &CharacterState<V>,
        heading: V,
    ) -> V {
        let up = self.settings().up;
        let level = horizontal(heading, up).try_normalize();
        let stands = self.settings().body.stands();
        let axis = state.axis.filter(|axis| axis.is_finite());
        let level = level.or_else(|| horizontal(axis?, up).try_normalize());
        let Some(level) = level else {
            return up.any_orthogonal_vector();
        };
        let leans = axis.filter(|_| !stands);
        let rise = leans.and_then(|axis| self.rise_of_ground(scene, state, axis));
        let Some(rise) = rise.filter(|_| state.ground.is_some()) else {
            return level;
        };
        let steepest = self.settings().steepest();
        let rise = rise.max(-steepest).min(steepest);
        (level + up * rise).try_normalize().unwrap_or(level)
    }

    /// The rise of the ground per length, from below the tail to below the head of a character.
    fn rise_of_ground(
        &mut self,
        scene: &impl Scene<V>,
        state: &CharacterState<V>,
        axis: V,
    ) -> Option<V::Scalar> {
        let (settings, surfaces, memory, collisions) = self.parts_mut();
        let two = V::Scalar::ONE + V::Scalar::ONE;
        let reach = settings.snap + settings.step_height + settings.skin * two;
        let region = settings.bounds_at(state.feet, state.height, state.axis);
        let region = region.swept(-(settings.up * reach)).inflated(settings.skin);
        memory.gather(scene, &region, V::Scalar::ZERO, (surfaces, settings));
        let probe_memory = (&mut memory.cache, collisions);
        let probe = Probe::new(&memory.scene, settings, region, state, probe_memory);
        let [tail, head] = probe.depths_below_ends(reach);
        let half = settings.half_core(state.height);
        let length = horizontal(axis, settings.up).length() * half * two;
        if length <= settings.skin {
            return None;
        }
        Some((axis.dot(settings.up) * half * two + tail - head) / length)
    }
}
