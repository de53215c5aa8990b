//! Line segments.

use super::RoundedCore;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The line segment from `a` to `b`; a point if `a == b`.
///
/// ```
/// use carom::{Segment, closest, glam::vec2};
/// let segment = Segment::new(vec2(0., 0.), vec2(4., 0.));
/// assert_eq!(closest(&vec2(7., 4.), &segment).distance, 5.);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Segment<V: Vector> {
    /// One end.
    pub a: V,
    /// The other end.
    pub b: V,
}

impl<V: Vector> Segment<V> {
    /// The segment between two points.
    #[must_use]
    pub fn new(a: V, b: V) -> Self {
        Self { a, b }
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        Aabb::of_points(self.core())
    }

    /// The same segment, moved.
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        Self::new(self.a + delta, self.b + delta)
    }

    /// Whether every coordinate is finite.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.a.is_finite() && self.b.is_finite()
    }

    pub(crate) fn core(&self) -> [V; 2] {
        [self.a, self.b]
    }

    pub(crate) fn rounded(&self) -> RoundedCore<V, 2> {
        (self.core(), V::Scalar::ZERO)
    }
}
