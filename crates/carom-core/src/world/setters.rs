//! Setters of single properties of bodies.

use super::World;
use super::body::{Body, BodyError, OneWay};
use super::pose::Pose;
use crate::part::BodyId;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// # Changing bodies
///
/// Each setter changes one property of a body and keeps its name; the next query sees the change. A setter that costs
/// more than a store says so.
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
    /// Sets the layers that a body is in, a bit each.
    ///
    /// ```
    /// use carom::{Ball, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// let door = world.insert(Ball::new(vec3(3., 0., 0.), 1.))?;
    /// world.set_layers(door, 0b10)?;
    /// assert!(world.query().mask(0b01).ray(Vec3::ZERO, Vec3::X * 9.).is_none());
    /// assert!(world.query().mask(0b10).ray(Vec3::ZERO, Vec3::X * 9.).is_some());
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    ///
    /// # Errors
    /// If the body is gone.
    pub fn set_layers(&mut self, id: BodyId, layers: u32) -> Result<(), BodyError> {
        self.set_field(id, |body| body.layers = layers)
    }

    /// Sets the layers that collide with a body, a bit each.
    ///
    /// # Errors
    /// If the body is gone.
    pub fn set_mask(&mut self, id: BodyId, mask: u32) -> Result<(), BodyError> {
        self.set_field(id, |body| body.mask = mask)
    }

    /// Sets the user data of a body.
    ///
    /// # Errors
    /// If the body is gone.
    #[doc(alias = "userData")]
    #[doc(alias = "user_data")]
    #[doc(alias = "SetUserData")]
    pub fn set_data(&mut self, id: BodyId, data: u64) -> Result<(), BodyError> {
        self.set_field(id, |body| body.data = data)
    }

    /// Moves a kinematic body in a tick of `dt` seconds: its velocity, axis and spin become those of the motion from
    /// its old pose. It carries characters that stand on it, and pushes those in its way.
    ///
    /// Of the rotations between the two poses it takes the shorter one, at most half a circle. A body that rotates by
    /// more in a tick still carries a rider to the right place, but at the speed of the shorter rotation, and pushes on
    /// that side: set the true one with [`set_spin`](Self::set_spin) afterwards.
    ///
    /// The velocities stay until they are set again. When a body has come to rest, move it to its own pose once more,
    /// or stop it with [`set_velocity`](Self::set_velocity).
    ///
    /// ```
    /// use carom::{Ball, Pose, World, glam::{DVec3, Vec3, vec3}};
    /// let mut world = World::new();
    /// let lift = world.insert(Ball::new(Vec3::ZERO, 1.))?;
    /// world.move_to(lift, Pose::at(vec3(0., 0.5, 0.)), 0.25)?;
    /// let body = world.get(lift).unwrap();
    /// assert_eq!((body.pose.translation, body.velocity), (DVec3::Y * 0.5, Vec3::Y * 2.));
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    ///
    /// # Errors
    /// If the pose is invalid, `dt` is not greater than 0, or the body is gone. The world is then unchanged.
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

    /// Sets the velocity of a body's origin, length/s.
    ///
    /// ```
    /// use carom::{Ball, BodyError, World, glam::Vec3};
    /// let mut world = World::new();
    /// let belt = world.insert(Ball::new(Vec3::ZERO, 1.))?;
    /// world.set_velocity(belt, Vec3::X * 3.)?;
    /// assert_eq!(world.get(belt).unwrap().velocity, Vec3::X * 3.);
    /// assert_eq!(world.set_velocity(belt, Vec3::NAN), Err(BodyError::Velocity));
    /// # Ok::<(), BodyError>(())
    /// ```
    ///
    /// # Errors
    /// If the velocity is not finite, or the body is gone. The world is then unchanged.
    pub fn set_velocity(&mut self, id: BodyId, velocity: V) -> Result<(), BodyError> {
        let body = self.get(id).ok_or(BodyError::Gone)?;
        let (axis, spin) = (body.axis, body.spin);
        self.bodies.set_velocities(id, velocity, axis, spin)
    }

    /// Sets the angular velocity of a body: an axis of any length, which 2D ignores, and radians/s.
    ///
    /// ```
    /// use carom::{Ball, World, glam::{DVec3, Vec3}};
    /// let mut world = World::new();
    /// let wheel = world.insert(Ball::new(Vec3::ZERO, 2.))?;
    /// world.set_spin(wheel, Vec3::Y, 0.5)?;
    /// // Its side at x = 2 moves towards −z.
    /// assert_eq!(world.get(wheel).unwrap().velocity_at(DVec3::X * 2.), -Vec3::Z);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    ///
    /// # Errors
    /// If a number is not finite, or the body is gone. The world is then unchanged.
    pub fn set_spin(&mut self, id: BodyId, axis: V, spin: V::Scalar) -> Result<(), BodyError> {
        let velocity = self.get(id).ok_or(BodyError::Gone)?.velocity;
        self.bodies.set_velocities(id, velocity, axis, spin)
    }

    /// Sets the velocity of a body's surface material in its own frame, length/s: a conveyor, though the body rests.
    ///
    /// ```
    /// use carom::{Ball, Scene, World, glam::Vec3};
    /// let mut world = World::new();
    /// let conveyor = world.insert(Ball::new(Vec3::ZERO, 2.))?;
    /// world.set_surface_velocity(conveyor, Vec3::X * 1.5)?;
    /// let motion = world.motion(conveyor, 1. / 60.).unwrap();
    /// assert_eq!(motion.velocity(Vec3::Y * 2.), Vec3::X * 1.5);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    ///
    /// # Errors
    /// If the velocity is not finite, or the body is gone. The world is then unchanged.
    pub fn set_surface_velocity(&mut self, id: BodyId, velocity: V) -> Result<(), BodyError> {
        self.bodies.get(id).ok_or(BodyError::Gone)?;
        if !velocity.is_finite() {
            return Err(BodyError::Velocity);
        }
        self.set_field(id, |body| body.surface_velocity = velocity)
    }

    /// Sets whether a body moves often. Takes effect at the next move that updates the BVH.
    ///
    /// ```
    /// use carom::{Ball, PairEvents, World, glam::Vec3};
    /// let mut world = World::new();
    /// let [a, b] = [0., 1.].map(|x| world.insert(Ball::new(Vec3::X * x, 1.)).unwrap());
    /// let mut events = PairEvents::new();
    /// world.update_pairs(&mut events);
    /// assert!(events.now().is_empty(), "neither of them moves");
    /// world.set_moving(a, true)?;
    /// world.update_pairs(&mut events);
    /// assert_eq!(events.now(), [[a, b]]);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    ///
    /// # Errors
    /// If the body is gone.
    pub fn set_moving(&mut self, id: BodyId, moving: bool) -> Result<(), BodyError> {
        self.bodies.change(id, |body| {
            body.body.moving = moving;
            Ok(())
        })
    }

    /// Sets whether a body is a sensor. Cost: linear in the number of sensors.
    ///
    /// # Errors
    /// If the body is gone.
    pub fn set_sensor(&mut self, id: BodyId, sensor: bool) -> Result<(), BodyError> {
        self.bodies.change(id, |body| {
            body.body.sensor = sensor;
            Ok(())
        })
    }

    /// Makes a body one-way, or solid with `None`. Cost: that of moving a body.
    ///
    /// ```
    /// use carom::{OneWay, Segment, World, glam::{Vec2, vec2}};
    /// let mut world = World::new();
    /// let ledge = world.insert(Segment::new(vec2(-4., 2.), vec2(4., 2.)))?;
    /// world.set_one_way(ledge, Some(OneWay { direction: Vec2::Y, margin: 0.01 }))?;
    /// let falls = world.query().sweep(&vec2(0., 3.), vec2(0., -2.));
    /// let jumps = world.query().sweep(&vec2(0., 1.), vec2(0., 2.));
    /// assert!(falls.is_some() && jumps.is_none());
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    ///
    /// # Errors
    /// If the direction is zero or a number is invalid, or the body is gone. The world is then unchanged.
    pub fn set_one_way(&mut self, id: BodyId, way: Option<OneWay<V>>) -> Result<(), BodyError> {
        self.bodies
            .change(id, |body| body.set(|body| &mut body.one_way, way))
    }

    /// Changes a property that affects neither the box nor the shape.
    fn set_field(&mut self, id: BodyId, set: impl FnOnce(&mut Body<V>)) -> Result<(), BodyError> {
        let entry = self.bodies.get_mut(id).ok_or(BodyError::Gone)?;
        set(&mut entry.body);
        Ok(())
    }
}

/// What a crowd needs of a world: not for users.
#[doc(hidden)]
impl<V: Vector> World<V> {
    /// Whether no body has a velocity.
    pub fn is_still(&self) -> bool {
        self.bodies.is_still()
    }

    /// Sets the velocities of many bodies' origins, length/s. Each body may occur once; bodies that are gone, and
    /// velocities that are not finite, are skipped.
    pub fn set_velocities(&mut self, all: &[(BodyId, V)]) {
        self.bodies.set_many_velocities(all);
    }

    /// Prepares for many small moves of many bodies.
    pub fn settle(&mut self) {
        self.bodies.settle();
    }

    /// Visits a box around each moving body that also contains its path in a tick of `dt` that ends now. `false` if
    /// such a box is not finite: a half-space moves, or a body so fast that its box overflows.
    pub fn each_passed(&self, dt: V::Scalar, mut visit: impl FnMut(Aabb<V>)) -> bool {
        let mut all_have_ends = true;
        for (entry, speed) in self.bodies.moving_bodies() {
            let bounds = entry.bounds_from(<V::Double as Vector>::ZERO);
            match bounds.map(|bounds| bounds.inflated(speed * dt)) {
                Some(passed) if passed.is_valid() => visit(passed),
                _ => all_have_ends = false,
            }
        }
        all_have_ends
    }

    /// Sets the rank of a body: bodies are gathered by rank, then by number. 0 by default.
    pub fn set_rank(&mut self, id: BodyId, rank: u32) {
        if let Some(entry) = self.bodies.get_mut(id) {
            entry.rank = rank;
        }
    }
}
