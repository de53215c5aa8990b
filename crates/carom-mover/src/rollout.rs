//! Rollouts: many ticks in a scene that does not change, with one local scene for many of them.

use super::mover::Mover;
use super::report::Report;
use super::settings::{MoverError, MoverSettings};
use super::state::{CharacterState, Intent};
use carom_core::world::Scene;
use carom_math::{Scalar, Vector};

/// Ticks of a [`Mover`] in a scene that does not change: for searches, predictions and roll-backs.
///
/// It does what [`Mover::step`] does, to the bit, with any number of characters. But it gathers parts from a wider box
/// and keeps them for the ticks that stay inside: short runs from one place, like those of a survey, take about four
/// fifths of the time. Near moving bodies nothing is kept.
///
/// ```
/// use carom::Mesh;
/// use carom::glam::{Vec3, vec3};
/// use carom::mover::{CharacterState, Intent, Mover, Rollout, MoverSettings};
/// let corners = vec![vec3(-9., 0., -9.), vec3(-9., 0., 9.), vec3(9., 0., 9.), vec3(9., 0., -9.)];
/// let floor: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let mut rollout = Rollout::new(Mover::new(MoverSettings::default())?, &floor, 0.5);
/// // Half a second in each of eight directions.
/// for i in 0..8 {
///     let (sin, cos) = (0.25 * std::f32::consts::PI * i as f32).sin_cos();
///     let mut body = CharacterState::at(vec3(0., 0.05, 0.), 1.8);
///     for _ in 0..30 {
///         rollout.step(&mut body, &Intent::walk(vec3(4. * cos, 0., 4. * sin)), 1. / 60.);
///     }
///     assert!((body.feet.length() - 2.).abs() < 0.1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rollout<'a, V: Vector, S> {
    mover: Mover<V>,
    scene: &'a S,
    margin: V::Scalar,
}

impl<'a, V: Vector, S: Scene<V>> Rollout<'a, V, S> {
    /// Takes a mover and borrows a scene. `margin`, length, is how much farther than the reach of one tick parts are
    /// gathered: about the length of a run. Negative or not a number counts as zero.
    #[must_use]
    pub fn new(mover: Mover<V>, scene: &'a S, margin: V::Scalar) -> Self {
        let mut mover = mover;
        // Its memory may be of another scene.
        mover.memory.kept = None;
        let is_wide = margin > V::Scalar::ZERO && margin.is_finite();
        let margin = if is_wide { margin } else { V::Scalar::ZERO };
        Self {
            mover,
            scene,
            margin,
        }
    }

    /// Moves a character through one tick of `dt` seconds, as [`Mover::step`] does.
    pub fn step(
        &mut self,
        body: &mut CharacterState<V>,
        intent: &Intent<V>,
        dt: V::Scalar,
    ) -> Report<V> {
        (self.mover).step_in(self.scene, body, intent, dt, self.margin)
    }

    /// The mover after the last tick.
    #[must_use]
    pub fn mover(&self) -> &Mover<V> {
        &self.mover
    }

    /// Changes the mover's settings from the next tick on: [`Mover::set_settings`].
    ///
    /// # Errors
    /// A setting that is not finite or out of its range, by name; then nothing changes.
    pub fn set_settings(&mut self, settings: MoverSettings<V>) -> Result<(), MoverError> {
        self.mover.set_settings(settings)
    }

    /// Returns the mover.
    ///
    /// ```
    /// use carom::{Plane, World, glam::Vec3, mover::{CharacterState, Intent, Mover, MoverSettings, Rollout}};
    /// let mut world = World::new();
    /// world.insert(Plane::new(Vec3::Y, 0.))?;
    /// let mut hero = CharacterState::at(Vec3::ZERO, 1.8);
    /// let mut run = Rollout::new(Mover::new(MoverSettings::default())?, &world, 1.);
    /// run.step(&mut hero, &Intent::walk(Vec3::X), 0.1);
    /// let met = run.mover().collisions().to_vec();
    /// assert_eq!(run.into_mover().collisions(), met);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn into_mover(self) -> Mover<V> {
        self.mover
    }
}

impl<V: Vector, S> Clone for Rollout<'_, V, S> {
    fn clone(&self) -> Self {
        Self {
            mover: self.mover.clone(),
            scene: self.scene,
            margin: self.margin,
        }
    }
}
