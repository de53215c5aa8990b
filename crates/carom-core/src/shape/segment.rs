//! Line segments.

use super::RoundedCore;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The line segment from `a` to `b`; a point if `a == b`.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/segment.svg"))]
///
/// ```
/// use carom::{Segment, closest, glam::vec2};
/// let segment = Segment::new(vec2(0., 0.), vec2(4., 0.));
/// assert_eq!(closest(&vec2(7., 4.), &segment).distance, 5.);
/// ```
#[doc(alias = "b2Segment")]
#[doc(alias = "line segment")]
#[doc(alias = "EdgeShape")]
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

    /// The parameter of the point nearest to `p`: 0 at `a`, 1 at `b`. Of a segment without length, 0.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let road = Chain::open(vec![vec2(0., 0.), vec2(4., 0.), vec2(4., 8.)])?;
    /// let hit = road.query().ray(vec2(9., 2.), vec2(-9., 0.)).unwrap();
    /// assert_eq!(road.segment(hit.part.index).parameter(hit.point), 0.25);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "closestPointToPointParameter")]
    #[must_use]
    pub fn parameter(&self, p: V) -> V::Scalar {
        V::Scalar::from_f64(weight(
            self.a.to_double(),
            self.b.to_double(),
            p.to_double(),
        ))
    }

    pub(crate) fn core(&self) -> [V; 2] {
        [self.a, self.b]
    }

    pub(crate) fn rounded(&self) -> RoundedCore<V, 2> {
        (self.core(), V::Scalar::ZERO)
    }
}

/// The parameter `t` of the point `a + (b − a) t` of a segment that is nearest to `p`.
pub(crate) fn weight<D: Vector<Scalar = f64>>(a: D, b: D, p: D) -> f64 {
    let (along, way) = (b - a, p - a);
    // In the unit of the segment no square overflows or underflows.
    let scale = 1.0 / along.abs().max_element().power_of_two();
    let (along, way) = (along * scale, way * scale);
    let squared = along.length_squared();
    if squared > 0.0 {
        (way.dot(along) / squared).clamp(0.0, 1.0)
    } else {
        0.0
    }
}
