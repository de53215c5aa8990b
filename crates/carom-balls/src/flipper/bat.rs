//! A capsule that is fixed or rotates about a pivot.

use carom_core::RigidMotion;
use carom_core::shape::capsule::Capsule;
use carom_core::world::{Rotation, across};
use carom_math::{Scalar, Vector};

/// A capsule that rotates about a pivot (a flipper, a see-saw, a door), or is fixed.
///
/// ```
/// use carom::flipper::Flipper;
/// use carom::{Capsule, glam::{DVec2, dvec2}};
/// let bar = Capsule::new(dvec2(0., 0.), dvec2(2., 0.), 0.1);
/// let flipper = Flipper { spin: 3., ..Flipper::new(bar, bar.a, DVec2::ZERO, [0., 0.8]) };
/// // The tip moves at ω r.
/// assert_eq!(flipper.velocity(dvec2(2., 0.)), dvec2(0., 6.));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct Flipper<V: Vector> {
    /// The capsule at angle 0.
    pub rest: Capsule<V>,
    /// The point about which it rotates.
    pub pivot: V,
    /// Axis of rotation, counterclockwise seen from its tip; of any length. Ignored in 2D.
    pub axis: V,
    /// Angle, radians. Default 0.
    pub angle: V::Scalar,
    /// The lowest and highest angle, where it stops; infinite for no limit.
    pub range: [V::Scalar; 2],
    /// Angular velocity, radians/s. Default 0.
    pub spin: V::Scalar,
    /// Moment of inertia about the pivot, mass · length²; infinite if no ball moves it, which is the default.
    pub inertia: V::Scalar,
    /// Coefficient of restitution: the part of the closing speed that is returned, 0..=1. Default 1.
    pub restitution: V::Scalar,
    /// Coulomb's coefficient of friction, 0 or more. Default 0.
    pub friction: V::Scalar,
}

impl<V: Vector> Flipper<V> {
    /// A fixed capsule, without loss or friction.
    #[must_use]
    pub fn fixed(rest: Capsule<V>) -> Self {
        let zero = V::Scalar::ZERO;
        Self {
            rest,
            pivot: rest.a,
            axis: V::ZERO,
            angle: zero,
            range: [zero; 2],
            spin: zero,
            inertia: V::Scalar::INFINITY,
            restitution: V::Scalar::ONE,
            friction: zero,
        }
    }

    /// A capsule that rotates about `pivot`, in 3D around `axis`, between two angles; without loss or friction, and of
    /// infinite inertia.
    #[must_use]
    pub fn new(rest: Capsule<V>, pivot: V, axis: V, range: [V::Scalar; 2]) -> Self {
        Self {
            pivot,
            axis,
            range,
            ..Self::fixed(rest)
        }
    }

    /// The capsule at its present angle.
    ///
    /// ```
    /// use carom::{Capsule, flipper::Flipper, glam::{Vec2, vec2}};
    /// let rest = Capsule::new(Vec2::ZERO, vec2(1., 0.), 0.1);
    /// let up = Flipper { angle: 0.5, ..Flipper::new(rest, Vec2::ZERO, Vec2::ZERO, [0., 0.8]) };
    /// assert!(up.capsule().b.distance(Vec2::from_angle(0.5)) < 1e-6);
    /// assert_eq!(Flipper::fixed(rest).capsule(), rest);
    /// ```
    #[must_use]
    pub fn capsule(&self) -> Capsule<V> {
        if self.angle == V::Scalar::ZERO {
            return self.rest;
        }
        let place = |p: V| self.turned(p, self.angle);
        Capsule::new(place(self.rest.a), place(self.rest.b), self.rest.radius)
    }

    /// The velocity of the capsule's point that is at `point` now.
    #[must_use]
    pub fn velocity(&self, point: V) -> V {
        self.across(point - self.pivot) * self.spin
    }

    /// The first invalid property, and the condition that it must meet.
    pub(super) fn fault(&self) -> Option<(&'static str, &'static str)> {
        let zero = V::Scalar::ZERO;
        let [least, most] = self.range;
        let rest = &self.rest;
        let is_capsule = rest.a.is_finite() && rest.b.is_finite();
        let has_axis = V::DIM == 2 || least == most || self.axis.try_normalize().is_some();
        let all = [
            (
                is_capsule && rest.radius >= zero && rest.radius.is_finite(),
                ("rest", "finite, of a radius of 0 or more"),
            ),
            (self.pivot.is_finite(), ("pivot", "finite")),
            (
                self.axis.is_finite() && has_axis,
                ("axis", "finite, and longer than 0 for what can turn"),
            ),
            (least <= most, ("range", "the least angle first")),
            (
                self.angle.is_finite() && least <= self.angle && self.angle <= most,
                ("angle", "within the range"),
            ),
            (self.spin.is_finite(), ("spin", "finite")),
            (self.inertia > zero, ("inertia", "more than 0")),
            (
                self.restitution >= zero && self.restitution <= V::Scalar::ONE,
                ("restitution", "in 0..=1"),
            ),
            (
                self.friction >= zero && self.friction.is_finite(),
                ("friction", "finite, 0 or more"),
            ),
        ];
        let wrong = all.into_iter().find(|(is_right, _)| !is_right);
        wrong.map(|(_, fault)| fault)
    }

    /// The angular effect of a push along `normal` at a point: (r × n)·k.
    pub(super) fn lever(&self, point: V, normal: V) -> V::Scalar {
        self.across(point - self.pivot).dot(normal)
    }

    /// The inertia against a push in this direction of rotation: infinite at the end of the range.
    pub(super) fn inertia_against(&self, way: V::Scalar) -> V::Scalar {
        let zero = V::Scalar::ZERO;
        let [least, most] = self.range;
        let up = way > zero && self.angle >= most && self.spin >= zero;
        let down = way < zero && self.angle <= least && self.spin <= zero;
        if up || down {
            V::Scalar::INFINITY
        } else {
            self.inertia
        }
    }

    /// Time until it reaches the end of its range, at most `time`.
    pub(super) fn until_stop(&self, time: V::Scalar) -> V::Scalar {
        let [least, most] = self.range;
        let left = if self.spin > V::Scalar::ZERO {
            (most - self.angle) / self.spin
        } else if self.spin < V::Scalar::ZERO {
            (least - self.angle) / self.spin
        } else {
            return time;
        };
        if left < time { left } else { time }
    }

    /// Its motion in a time within its range.
    pub(super) fn motion(&self, time: V::Scalar) -> RigidMotion<V> {
        RigidMotion {
            delta: V::ZERO,
            pivot: self.pivot,
            axis: self.axis,
            angle: self.spin * time,
        }
    }

    /// Rotates for a time; stops at the end of the range.
    pub(super) fn pass(&mut self, time: V::Scalar) {
        let [least, most] = self.range;
        let angle = self.angle + self.spin * time;
        // The rest of the rotation is below the rounding of the angle.
        let near = (angle.abs() + V::Scalar::ONE) * V::Scalar::EPSILON;
        let (up, down) = (self.spin > V::Scalar::ZERO, self.spin < V::Scalar::ZERO);
        self.angle = if up && angle >= most - near {
            most
        } else if down && angle <= least + near {
            least
        } else {
            angle
        };
        if up && self.angle == most || down && self.angle == least {
            self.spin = V::Scalar::ZERO;
        }
    }

    /// A point carried by a further rotation.
    pub(super) fn turned(&self, point: V, angle: V::Scalar) -> V {
        self.pivot + self.turned_way(point - self.pivot, angle)
    }

    /// A direction carried by a further rotation.
    pub(super) fn turned_way(&self, way: V, angle: V::Scalar) -> V {
        turned(way, self.axis, angle)
    }

    /// The velocity of an arm at one radian/s.
    fn across(&self, arm: V) -> V {
        across(self.axis.try_normalize().unwrap_or(V::ZERO), arm)
    }
}

/// A direction rotated around an axis of any length, which 2D ignores.
pub(super) fn turned<V: Vector>(way: V, axis: V, angle: V::Scalar) -> V {
    Rotation::new(axis, angle).rotate(way)
}
