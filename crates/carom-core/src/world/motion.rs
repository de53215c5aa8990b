//! The motion of a body during a tick: what a mover needs to be carried and pushed by it.

use super::body::Body;
use super::rotation::{Rotation, across};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The rigid motion of a body in the tick that ends now, as a screw: a rotation around an axis and a translation along
/// it (Chasles), at constant speed. Every rigid motion is one.
///
/// The angle is the body's [`spin`](Body::spin) times the tick, of any size. [`World::move_to`](crate::World::move_to)
/// knows only the two poses, and takes the shorter rotation between them, at most half a circle.
///
/// ```
/// use carom::{Ball, Body, Pose, Rotation, Scene, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// let wheel = world.insert(Ball::new(Vec3::ZERO, 3.))?;
/// let quarter = core::f32::consts::FRAC_PI_2;
/// world.move_to(wheel, Pose::new(Vec3::ZERO, Rotation::new(Vec3::Y, quarter)), 1.)?;
/// let motion = world.motion(wheel, 1.).unwrap();
/// assert!((motion.carry(vec3(3., 0., 0.)) - vec3(0., 0., -3.)).length() < 1e-6);
/// assert!((motion.velocity(vec3(0., 0., -3.)) - vec3(-3. * quarter, 0., 0.)).length() < 1e-5);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize, V::Double: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>, \
                       V::Double: serde::Deserialize<'de>"
    ))
)]
pub struct BodyMotion<V: Vector> {
    /// A point on the axis of the screw.
    center: V::Double,
    /// The unit direction of the axis; zero in 2D and without a rotation.
    axis: V::Double,
    /// The angle of rotation in the whole tick, radians.
    angle: f64,
    /// The translation along the axis; without a rotation the whole displacement.
    along: V::Double,
    /// The velocity of the material over the body: a conveyor.
    surface: V,
    /// The length of the tick in seconds.
    dt: V::Scalar,
}

/// Below this angle, in radians, a motion counts as a translation: the axis of the screw would be farther away than
/// double precision resolves.
const LEAST_TURN: f64 = 1e-9;

impl<V: Vector> BodyMotion<V> {
    /// The motion of a body, relative to `origin`, in a tick of `dt` seconds that ends now; `None` without any
    /// velocity.
    pub(super) fn of(body: &Body<V>, origin: V::Double, dt: V::Scalar) -> Option<Self> {
        let zero = <V::Double as Vector>::ZERO;
        let seconds = dt.to_f64();
        let still = body.velocity == V::ZERO && body.surface_velocity == V::ZERO;
        if seconds <= 0.0 || still && body.spin == V::Scalar::ZERO {
            return None;
        }
        let axis = body.axis.to_double().try_normalize();
        let axis = axis.filter(|_| V::DIM == 3);
        let turns = V::DIM == 2 || axis.is_some();
        let angle = if turns {
            body.spin.to_f64() * seconds
        } else {
            0.0
        };
        let delta = body.velocity.to_double() * seconds;
        let surface = body.pose.rotation.rotate(body.surface_velocity);
        if angle == 0.0 && delta == zero && surface == V::ZERO {
            return None;
        }
        let axis = axis.unwrap_or(zero);
        let now = body.pose.translation - origin;
        let before = now - delta;
        let motion = Self {
            center: now,
            axis,
            angle: 0.0,
            along: delta,
            surface,
            dt,
        };
        let (sin, cos) = libm::sincos(angle * 0.5);
        if angle.abs() < LEAST_TURN || sin == 0.0 {
            return Some(motion);
        }
        // The origin moves along an arc. Its chord d is at a right angle to the axis k, and the middle of the chord is
        // c + (k × d) / −(2 tan(θ/2)): so c = before + (d + cot(θ/2) k × d) / 2.
        let along = axis * axis.dot(delta);
        let chord = delta - along;
        let aside = across(axis, chord);
        Some(Self {
            center: before + (chord + aside * (cos / sin)) * 0.5,
            angle,
            along,
            ..motion
        })
    }

    /// The position at the end of the tick of a point of the body that was at `point` when the tick began.
    #[must_use]
    pub fn carry(&self, point: V) -> V {
        self.carry_from(point, 0.0)
    }

    /// The position at the end of the tick of a point of the body that was at `point` at the fraction `t` of the tick.
    ///
    /// ```
    /// use carom::{Ball, Pose, Scene, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// let lift = world.insert(Ball::new(Vec3::ZERO, 1.))?;
    /// world.move_to(lift, Pose::at(Vec3::Y * 2.), 0.1)?;
    /// let motion = world.motion(lift, 0.1).unwrap();
    /// // A rider that lands after three quarters of the tick is carried by the rest.
    /// assert_eq!(motion.carry_from(vec3(0., 3., 0.), 0.75), vec3(0., 3.5, 0.));
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    pub fn carry_from(&self, point: V, t: f64) -> V {
        let rest = 1.0 - t;
        if self.angle == 0.0 {
            return V::from_double(point.to_double() + self.along * rest);
        }
        let turn = Rotation::<V>::from_f64(self.axis, self.angle * rest);
        let arm = point.to_double() - self.center;
        V::from_double(self.center + turn.rotated(arm) + self.along * rest)
    }

    /// A direction that is fixed to the body, at the end of the tick.
    #[doc(hidden)]
    #[must_use]
    pub fn turned(&self, direction: V) -> V {
        if self.angle == 0.0 {
            return direction;
        }
        Rotation::<V>::from_f64(self.axis, self.angle).rotate(direction)
    }

    /// The velocity of the body's material at a place, length/s: rigid motion and conveyor together.
    #[must_use]
    #[inline]
    pub fn velocity(&self, point: V) -> V {
        let dt = self.dt.to_f64();
        let arm = point.to_double() - self.center;
        let turning = across(self.axis, arm) * (self.angle / dt);
        let own = if self.angle == 0.0 {
            self.along / dt
        } else {
            turning + self.along / dt
        };
        V::from_double(own) + self.surface
    }

    /// The angle by which the body has turned about a unit direction, radians, counter-clockwise seen from its tip; 0 in 2D.
    /// Of a rotation about another axis, the part along the direction.
    ///
    /// ```
    /// use carom::{Ball, Pose, Rotation, Scene, World, glam::Vec3};
    /// let mut world = World::new();
    /// let wheel = world.insert(Ball::new(Vec3::ZERO, 3.))?;
    /// world.move_to(wheel, Pose::new(Vec3::ZERO, Rotation::new(Vec3::Y, -0.5)), 0.1)?;
    /// let motion = world.motion(wheel, 0.1).unwrap();
    /// assert!((motion.turn_about(Vec3::Y) + 0.5).abs() < 1e-6 && motion.turn_about(Vec3::X).abs() < 1e-6);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[must_use]
    pub fn turn_about(&self, up: V) -> V::Scalar {
        V::Scalar::from_f64(self.angle * self.axis.dot(up.to_double()))
    }

    /// The motion of a body at rest in a tick of `dt` seconds.
    #[doc(hidden)]
    #[must_use]
    pub fn at_rest(dt: V::Scalar) -> Self {
        let zero = <V::Double as Vector>::ZERO;
        Self {
            center: zero,
            axis: zero,
            angle: 0.0,
            along: zero,
            surface: V::ZERO,
            dt,
        }
    }

    /// The same motion with a material that moves over the body at this velocity, length/s, besides its own.
    #[doc(hidden)]
    #[must_use]
    pub fn with_surface(self, velocity: V) -> Self {
        Self {
            surface: self.surface + velocity,
            ..self
        }
    }

    /// The velocity of the material over the body, length/s: a conveyor.
    ///
    /// ```
    /// use carom::{Ball, Body, Pose, Scene, World, glam::Vec3};
    /// let mut world = World::new();
    /// let belt = Body { surface_velocity: Vec3::X * 2., ..Body::new(Ball::new(Vec3::ZERO, 1.)) };
    /// let belt = world.insert(belt)?;
    /// world.move_to(belt, Pose::at(Vec3::Y), 0.5)?; // it rises by 2/s
    /// let motion = world.motion(belt, 0.5).unwrap();
    /// assert_eq!((motion.surface(), motion.velocity(Vec3::Y)), (Vec3::X * 2., Vec3::new(2., 2., 0.)));
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[must_use]
    pub fn surface(&self) -> V {
        self.surface
    }

    /// Upper bound of the length of the path of any point in a box.
    #[doc(hidden)]
    #[inline]
    pub fn longest(&self, bounds: &Aabb<V>) -> V::Scalar {
        let along = V::from_double(self.along).length();
        if self.angle == 0.0 {
            return along;
        }
        self.arm(bounds) * V::Scalar::from_f64(self.angle.abs()) + along
    }

    /// Upper bound of the distance of any point in a box from the axis.
    #[inline]
    fn arm(&self, bounds: &Aabb<V>) -> V::Scalar {
        let center = V::from_double(self.center);
        let arm = (bounds.min - center).abs().max((bounds.max - center).abs());
        arm.length()
    }

    /// How far the path of a point as far from the axis as the box bends away from the straight line (the sagitta);
    /// good for angles below a radian or so.
    #[doc(hidden)]
    pub fn bow(&self, bounds: &Aabb<V>) -> V::Scalar {
        if self.angle == 0.0 {
            return V::Scalar::ZERO;
        }
        self.arm(bounds) * V::Scalar::from_f64(self.angle * self.angle * 0.125)
    }

    /// The number of straight segments into which the path of a point as far from the axis as the box must be cut to
    /// stay within `sagitta` of it: the sagitta of an arc of θ is r θ²/8. At most 32.
    #[doc(hidden)]
    pub fn pieces(&self, bounds: &Aabb<V>, sagitta: V::Scalar) -> u32 {
        const MOST: u32 = 32;
        let (bow, most) = (self.bow(bounds).to_f64(), sagitta.to_f64());
        let mut count = 1;
        while count < MOST && bow > most * f64::from(count * count) {
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::ball::Ball;
    use crate::world::pose::Pose;
    use glam::{DVec2, DVec3, dvec2, dvec3};

    fn body<V: Vector>(at: V, velocity: V, axis: V, spin: f64) -> Body<V> {
        Body {
            pose: Pose::at(at),
            velocity,
            axis,
            spin: V::Scalar::from_f64(spin),
            ..Body::new(Ball::new(V::ZERO, V::Scalar::ONE))
        }
    }

    #[test]
    fn the_origin_of_the_body_goes_from_where_it_was_to_where_it_is() {
        let body = body(
            dvec3(3., 4., 5.),
            dvec3(1., -2., 0.5),
            dvec3(1., 2., 2.),
            3.0,
        );
        let motion = BodyMotion::of(&body, DVec3::ZERO, 0.25).unwrap();
        let before = dvec3(3., 4., 5.) - dvec3(1., -2., 0.5) * 0.25;
        assert!((motion.carry(before) - dvec3(3., 4., 5.)).length() < 1e-14);
        // The other points of the body turn around it.
        let arm = dvec3(0.3, -0.2, 0.9);
        let turned = Rotation::<DVec3>::new(dvec3(1., 2., 2.), 0.75).rotate(arm);
        assert!((motion.carry(before + arm) - (dvec3(3., 4., 5.) + turned)).length() < 1e-14);
    }

    #[test]
    fn halves_of_a_motion_make_the_whole() {
        let whole = body(dvec2(3., 4.), dvec2(1., -2.), DVec2::ZERO, 3.0);
        let whole = BodyMotion::of(&whole, DVec2::ZERO, 0.5).unwrap();
        // A point that is at the halfway position in the middle of the tick ends where the whole motion takes it.
        let start = dvec2(0.5, 0.25);
        let arm = start - whole.center;
        let (sin, cos) = (0.75f64).sin_cos();
        let halfway = whole.center + dvec2(cos * arm.x - sin * arm.y, sin * arm.x + cos * arm.y);
        assert!((whole.carry_from(halfway, 0.5) - whole.carry(start)).length() < 1e-14);
        assert_eq!(whole.carry_from(start, 1.0), start);
    }

    #[test]
    fn the_velocity_is_the_limit_of_the_displacement() {
        let whole = body(
            dvec3(3., 4., 5.),
            dvec3(1., -2., 0.5),
            dvec3(1., 2., 2.),
            3.0,
        );
        let motion = BodyMotion::of(&whole, DVec3::ZERO, 0.25).unwrap();
        let p = dvec3(1., 1., 1.);
        let t = 1e-6;
        let way = motion.carry_from(p, 1.0 - t) - p;
        assert!((way / (t * 0.25) - motion.velocity(p)).length() < 1e-4);
    }

    #[test]
    fn a_body_at_rest_has_no_motion_and_the_least_rotation_is_a_straight_line() {
        let still = body(dvec3(1., 2., 3.), DVec3::ZERO, DVec3::Y, 0.0);
        assert!(BodyMotion::of(&still, DVec3::ZERO, 0.1).is_none());
        let slow = body(dvec3(1., 2., 3.), DVec3::X, DVec3::Y, 1e-10);
        let motion = BodyMotion::of(&slow, DVec3::ZERO, 0.1).unwrap();
        assert_eq!(motion.carry(DVec3::ZERO), DVec3::X * 0.1);
    }

    #[test]
    fn segments_of_an_arc_are_within_the_sagitta() {
        let turntable = body(DVec3::ZERO, DVec3::ZERO, DVec3::Y, 2.0);
        let motion = BodyMotion::of(&turntable, DVec3::ZERO, 0.1).unwrap();
        let at = Aabb {
            min: dvec3(9., 0., 0.),
            max: dvec3(10., 0., 0.),
        };
        // r θ²/8 = 10 · 0.04 / 8 = 5 cm.
        assert_eq!(motion.pieces(&at, 0.051), 1);
        assert_eq!(motion.pieces(&at, 0.0125 + 1e-9), 2);
        assert!((motion.longest(&at) - 2.0).abs() < 1e-12);
    }
}
