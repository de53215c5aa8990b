//! What a body says about itself, changed in its place.

use super::World;
use super::body::{Body, BodyError, OneWay};
use super::piece::BodyId;
use crate::vector::Vector;

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
/// assert!(world.ask().layers(0b01).ray(Vec3::ZERO, Vec3::X * 9.).is_none());
/// world.set_sensor(door, true)?;
/// assert!(world.ask().ray(Vec3::ZERO, Vec3::X * 9.).is_none());
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

    /// Says how fast a body's origin goes, length/s.
    ///
    /// # Errors
    /// That the velocity is not finite, or the body gone; then the world is as before.
    pub fn set_velocity(&mut self, id: BodyId, velocity: V) -> Result<(), BodyError> {
        self.say_finite(id, &[velocity], |body| body.velocity = velocity)
    }

    /// Says around what, of any length, and how fast a body turns, radians/s; 2D does not look at the axis.
    ///
    /// # Errors
    /// That a number is not finite, or the body gone; then the world is as before.
    pub fn set_spin(&mut self, id: BodyId, axis: V, spin: V::Scalar) -> Result<(), BodyError> {
        self.say_finite(id, &[axis, V::splat(spin)], |body| {
            (body.axis, body.spin) = (axis, spin);
        })
    }

    /// Says how fast a body's surface goes though it rests, in its own frame, length/s: a conveyor.
    ///
    /// # Errors
    /// That the velocity is not finite, or the body gone; then the world is as before.
    pub fn set_surface_velocity(&mut self, id: BodyId, velocity: V) -> Result<(), BodyError> {
        self.say_finite(id, &[velocity], |body| body.surface_velocity = velocity)
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

    /// What changes neither where nor what a body is.
    fn say(&mut self, id: BodyId, say: impl FnOnce(&mut Body<V>)) -> Result<(), BodyError> {
        let resident = self.bodies.get_mut(id).ok_or(BodyError::Gone)?;
        say(&mut resident.body);
        Ok(())
    }

    fn say_finite(
        &mut self,
        id: BodyId,
        velocities: &[V],
        say: impl FnOnce(&mut Body<V>),
    ) -> Result<(), BodyError> {
        self.bodies.get(id).ok_or(BodyError::Gone)?;
        if !velocities.iter().all(|velocity| velocity.is_finite()) {
            return Err(BodyError::Velocity);
        }
        self.say(id, say)
    }
}
