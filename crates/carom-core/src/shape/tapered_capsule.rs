//! Tapered capsules.

use super::curved::{CurvedCore, Section};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The hull of a ball around `a` and a ball around `b`: a capsule that gets thinner.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/tapered_capsule.svg"))]
///
/// With equal radii it is a [capsule](crate::Capsule); if one ball contains the other, it is that ball.
///
/// ```
/// use carom::{TaperedCapsule, closest, glam::vec2};
/// let thigh = TaperedCapsule::new(vec2(0., 0.), vec2(8., 0.), [1., 2.]);
/// assert_eq!(closest(&vec2(8., 5.), &thigh).distance, 3.);
/// ```
#[doc(alias = "round cone")]
#[doc(alias = "TaperedCapsuleShape")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TaperedCapsule<V: Vector> {
    /// The center of one ball.
    pub a: V,
    /// The center of the other ball.
    pub b: V,
    /// The radius of the ball around `a`; a negative one is not valid.
    pub radius_a: V::Scalar,
    /// The radius of the ball around `b`; a negative one is not valid.
    pub radius_b: V::Scalar,
}

impl<V: Vector> TaperedCapsule<V> {
    /// The hull of two balls with these centers and radii.
    #[must_use]
    pub fn new(a: V, b: V, [radius_a, radius_b]: [V::Scalar; 2]) -> Self {
        Self {
            a,
            b,
            radius_a,
            radius_b,
        }
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        let around = |p, radius| Aabb { min: p, max: p }.inflated(radius);
        around(self.a, self.radius_a).union(&around(self.b, self.radius_b))
    }

    /// The same shape, moved.
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        let (a, b) = (self.a + delta, self.b + delta);
        Self { a, b, ..*self }
    }

    /// Whether every number is finite and no radius negative.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let radii = [self.radius_a, self.radius_b];
        let valid = radii.map(|r| r.is_finite() && r >= V::Scalar::ZERO);
        self.a.is_finite() && self.b.is_finite() && valid == [true; 2]
    }

    /// A core as thin as possible, and the radius around it.
    pub(crate) fn rounded(&self) -> (CurvedCore<V>, V::Scalar) {
        let radius = self.radius_a.min(self.radius_b);
        let core = CurvedCore {
            a: self.a,
            b: self.b,
            section: Section::Ball,
            sizes: [self.radius_a - radius, self.radius_b - radius],
        };
        (core, radius)
    }
}
