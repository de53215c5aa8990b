//! What a body says about itself, changed in its place.

use super::World;
use super::body::{Body, BodyError, OneWay};
use super::pose::Pose;
use crate::part::BodyId;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// # Changes
///
/// Each says one thing anew of a body that stays where it is, under its name: all questions from then on
/// see it. What costs more than a store is said there.
///
/// ```
/// use carom::{Ball, Body, BodyError, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// let door = world.insert(Ball::new(vec3(3., 0., 0.), 1.))?;
/// world.set_mask(door, 0b10)?;
/// assert!(world.query().layers(0b01).ray(Vec3::ZERO, Vec3::X * 9.).is_none());
/// world.set_sensor(door, true)?;
/// assert!(world.query().ray(Vec3::ZERO, Vec3::X * 9.).is_none());
/// world.remove(door);
/// assert_eq!(world.set_data(door, 7), Err(BodyError::Gone));
/// # Ok::<(), BodyError>(())
/// ```
impl<V: Vector> World<V> {
    /// Says in which layers a body is, a bit each.
    ///
    /// # Errors
    /// That the body is gone.
    pub fn set_layers(&mut self, id: BodyId, layers: u32) -> Result<(), BodyError> {
        self.say(id, |body| body.layers = layers)
    }

    /// Says which layers meet a body, a bit each.
    ///
    /// # Errors
    /// That the body is gone.
    pub fn set_mask(&mut self, id: BodyId, mask: u32) -> Result<(), BodyError> {
        self.say(id, |body| body.mask = mask)
    }

    /// Says what you like of a body.
    ///
    /// # Errors
    /// That the body is gone.
    pub fn set_data(&mut self, id: BodyId, data: u64) -> Result<(), BodyError> {
        self.say(id, |body| body.data = data)
    }

    /// Moves a body in a tick of `dt` seconds, and says so: its velocity, axis and spin become those of the
    /// motion from where it was. Characters standing on it are carried along; those in its way are pushed.
    ///
    /// Of the turns that lead from the one pose to the other it is the shorter one, at most half a circle. What
    /// turns by more in a tick takes a rider to the right place all the same, but at the speed of the shorter
    /// turn, and pushes what is on that side: say the whole of it with [`set_spin`](Self::set_spin) afterwards.
    ///
    /// The velocities hold until they are told otherwise; a body that has come to rest is moved to where it
    /// is once more, or [`set_velocity`](Self::set_velocity) says that it stands.
    ///
    /// # Errors
    /// What is wrong with the pose or with `dt` (which must be more than 0), or that the body is gone; then the
    /// world is as before.
    pub fn move_to(&mut self, id: BodyId, pose: Pose<V>, dt: V::Scalar) -> Result<(), BodyError> {
        let before = self.get(id).ok_or(BodyError::Gone)?.pose;
        let number = V::Scalar::from_f64;
        let delta = pose.translation - before.translation;
        let velocity = V::from_double(delta / dt.to_f64());
        let turn = before.rotation.inverse().then(&pose.rotation);
        let (axis, angle) = turn.axis_and_angle();
        let axis = V::from_double(axis.try_normalize().unwrap_or(axis));
        let spin = number(angle / dt.to_f64());
        if pose.is_valid() && !(dt > V::Scalar::ZERO && velocity.is_finite() && spin.is_finite()) {
            return Err(BodyError::Velocity);
        }
        self.set_pose(id, pose)?;
        self.bodies.set_velocities(id, velocity, axis, spin)
    }

    /// Says how fast a body's origin goes, length/s.
    ///
    /// # Errors
    /// That the velocity is not finite, or the body gone; then the world is as before.
    pub fn set_velocity(&mut self, id: BodyId, velocity: V) -> Result<(), BodyError> {
        let body = self.get(id).ok_or(BodyError::Gone)?;
        let (axis, spin) = (body.axis, body.spin);
        self.bodies.set_velocities(id, velocity, axis, spin)
    }

    /// Says around what, of any length, and how fast a body turns, radians/s; 2D does not look at the axis.
    ///
    /// # Errors
    /// That a number is not finite, or the body gone; then the world is as before.
    pub fn set_spin(&mut self, id: BodyId, axis: V, spin: V::Scalar) -> Result<(), BodyError> {
        let velocity = self.get(id).ok_or(BodyError::Gone)?.velocity;
        self.bodies.set_velocities(id, velocity, axis, spin)
    }

    /// Says how fast a body's surface goes though it rests, in its own frame, length/s: a conveyor.
    ///
    /// # Errors
    /// That the velocity is not finite, or the body gone; then the world is as before.
    pub fn set_surface_velocity(&mut self, id: BodyId, velocity: V) -> Result<(), BodyError> {
        self.bodies.get(id).ok_or(BodyError::Gone)?;
        if !velocity.is_finite() {
            return Err(BodyError::Velocity);
        }
        self.say(id, |body| body.surface_velocity = velocity)
    }

    /// Says whether a body moves often. It counts from the next move that sorts the body in anew.
    ///
    /// # Errors
    /// That the body is gone.
    pub fn set_moving(&mut self, id: BodyId, moving: bool) -> Result<(), BodyError> {
        self.bodies.change(id, |body| {
            body.body.moving = moving;
            Ok(())
        })
    }

    /// Says whether a body only notices. Cost: the number of sensors.
    ///
    /// # Errors
    /// That the body is gone.
    pub fn set_sensor(&mut self, id: BodyId, sensor: bool) -> Result<(), BodyError> {
        self.bodies.change(id, |body| {
            body.body.sensor = sensor;
            Ok(())
        })
    }

    /// Says whether a body blocks from one side alone. Cost: that of a move.
    ///
    /// # Errors
    /// That the direction or the margin makes no sense, or the body is gone; then the world is as before.
    pub fn set_one_way(&mut self, id: BodyId, way: Option<OneWay<V>>) -> Result<(), BodyError> {
        self.bodies
            .change(id, |body| body.set(|body| &mut body.one_way, way))
    }

    /// Whether nothing in it moves, as far as velocities say.
    pub fn is_still(&self) -> bool {
        self.bodies.is_still()
    }

    /// Says how fast the origins of many bodies go, each named once; what is not finite, or gone, stays as it was.
    pub fn set_velocities(&mut self, all: &[(BodyId, V)]) {
        self.bodies.set_many_velocities(all);
    }

    /// Readies itself for many small moves of many bodies.
    pub fn settle(&mut self) {
        self.bodies.settle();
    }

    /// Visits boxes around all that moves, and around where it was before a tick of `dt` that ends now; `false`
    /// if a body has no finite box: a half-space, or one so fast that its box overflows.
    pub fn each_passed(&self, dt: V::Scalar, mut visit: impl FnMut(Aabb<V>)) -> bool {
        let mut all_have_ends = true;
        for (resident, speed) in self.bodies.movers() {
            let bounds = resident.bounds_from(<V::Double as Vector>::ZERO);
            match bounds.map(|bounds| bounds.inflated(speed * dt)) {
                Some(passed) if passed.is_valid() => visit(passed),
                _ => all_have_ends = false,
            }
        }
        all_have_ends
    }

    /// Says where among the others a body is gathered, before its number counts.
    pub fn set_rank(&mut self, id: BodyId, rank: u32) {
        if let Some(resident) = self.bodies.get_mut(id) {
            resident.rank = rank;
        }
    }

    /// What changes neither where nor what a body is.
    fn say(&mut self, id: BodyId, say: impl FnOnce(&mut Body<V>)) -> Result<(), BodyError> {
        let resident = self.bodies.get_mut(id).ok_or(BodyError::Gone)?;
        say(&mut resident.body);
        Ok(())
    }
}
