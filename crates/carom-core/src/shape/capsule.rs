//! Capsules, the usual shape of characters.

use super::RoundedCore;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// All points within `radius` of the segment from `a` to `b`; a ball if `a == b`.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/capsule.svg"))]
///
/// ```
/// use carom::{Capsule, closest, glam::vec2};
/// let capsule = Capsule::new(vec2(-2., 0.), vec2(2., 0.), 1.);
/// assert_eq!(closest(&vec2(0., 4.), &capsule).distance, 3.);
/// ```
#[doc(alias = "CapsuleShape")]
#[doc(alias = "PxCapsuleGeometry")]
#[doc(alias = "b2Capsule")]
#[doc(alias = "btCapsuleShape")]
#[doc(alias = "CapsuleCollider")]
#[doc(alias = "stadium")]
#[doc(alias = "swept sphere")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Capsule<V: Vector> {
    /// The center of one cap.
    pub a: V,
    /// The center of the other cap.
    pub b: V,
    /// The radius; with 0 the capsule is a segment, a negative one is not valid.
    pub radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// The capsule around the core from `a` to `b`.
    #[must_use]
    pub fn new(a: V, b: V, radius: V::Scalar) -> Self {
        Self { a, b, radius }
    }

    /// The capsule around a core of this length along `axis`, with its middle at `center`.
    ///
    /// The axis need not be unit. If it is zero, or the length is not positive, the capsule is a ball.
    ///
    /// ```
    /// use carom::{Capsule, glam::vec2};
    /// let pill = Capsule::from_center(vec2(1., 0.), vec2(0., 2.), 4., 0.5);
    /// assert_eq!((pill.a, pill.b), (vec2(1., -2.), vec2(1., 2.)));
    /// ```
    #[must_use]
    pub fn from_center(center: V, axis: V, length: V::Scalar, radius: V::Scalar) -> Self {
        let half = match axis.try_normalize() {
            Some(unit) => unit * (length.max(V::Scalar::ZERO) * V::Scalar::HALF),
            None => V::ZERO,
        };
        Self::new(center - half, center + half, radius)
    }

    /// The capsule that ends at `base` and `tip`: its core is shorter by a radius at either end. If they are no
    /// farther apart than two radii, it is a ball around their middle.
    ///
    /// ```
    /// use carom::{Capsule, glam::vec2};
    /// let pill = Capsule::from_tips(vec2(0., 0.), vec2(0., 3.), 0.5);
    /// assert_eq!((pill.a, pill.b), (vec2(0., 0.5), vec2(0., 2.5)));
    /// let ball = Capsule::from_tips(vec2(0., 0.), vec2(0., 0.8), 0.5);
    /// assert_eq!(ball.a, ball.b);
    /// ```
    #[must_use]
    pub fn from_tips(base: V, tip: V, radius: V::Scalar) -> Self {
        let middle = base * V::Scalar::HALF + tip * V::Scalar::HALF;
        match (tip - base).try_normalize() {
            Some(unit) if (tip - base).length() > radius + radius => {
                Self::new(base + unit * radius, tip - unit * radius, radius)
            }
            _ => Self::new(middle, middle, radius),
        }
    }

    /// The capsule that stands on `feet` along the unit vector `up`, `height` from its lowest to its highest point.
    /// With a height below twice the radius it is a ball.
    ///
    /// ```
    /// use carom::{Capsule, glam::{Vec3, vec3}};
    /// let hero = Capsule::standing(Vec3::ZERO, Vec3::Y, 1.8, 0.3);
    /// assert_eq!((hero.a, hero.b), (vec3(0., 0.3, 0.), vec3(0., 1.5, 0.)));
    /// ```
    #[must_use]
    pub fn standing(feet: V, up: V, height: V::Scalar, radius: V::Scalar) -> Self {
        Self::new(
            feet + up * radius,
            feet + up * (height - radius).max(radius),
            radius,
        )
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        Aabb::of_points(self.core()).inflated(self.radius)
    }

    /// The same capsule, moved.
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        Self::new(self.a + delta, self.b + delta, self.radius)
    }

    /// The same core with the radius enlarged by `margin`.
    ///
    /// ```
    /// use carom::{Capsule, glam::Vec2};
    /// assert_eq!(Capsule::new(Vec2::ZERO, Vec2::X, 0.5).inflated(0.25).radius, 0.75);
    /// ```
    #[must_use]
    pub fn inflated(&self, margin: V::Scalar) -> Self {
        Self::new(self.a, self.b, self.radius + margin)
    }

    /// Whether every number is finite and the radius not negative.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.a.is_finite()
            && self.b.is_finite()
            && self.radius.is_finite()
            && self.radius >= V::Scalar::ZERO
    }

    pub(crate) fn core(&self) -> [V; 2] {
        [self.a, self.b]
    }

    pub(crate) fn rounded(&self) -> RoundedCore<V, 2> {
        (self.core(), self.radius)
    }
}
