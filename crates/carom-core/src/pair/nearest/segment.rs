//! Closest points of two segments.

use super::NearestPoints;
use crate::pair::segments::{self, cross};
use carom_math::{Scalar, Vector};

/// In 2D, adds the normal of an edge as the axis, if the nearest point is in its interior.
pub(super) fn beside<V: Vector>(
    nearest: NearestPoints<V>,
    t: V::Scalar,
    edge: &[V; 2],
) -> NearestPoints<V> {
    if V::DIM == 2 && t > V::Scalar::ZERO && t < V::Scalar::ONE {
        return NearestPoints {
            axis: (edge[1] - edge[0]).any_orthogonal_vector(),
            ..nearest
        };
    }
    nearest
}

/// The nearest points of two segments.
#[inline(always)]
pub(super) fn segment_segment<V: Vector>(a: &[V; 2], b: &[V; 2]) -> NearestPoints<V> {
    let (u, v) = (a[1] - a[0], b[1] - b[0]);
    let [s, t] = segments::segment_segment(a, b);
    let nearest = NearestPoints::between(a[0] + u * s, b[0] + v * t);
    let inner = |x: V::Scalar| x > V::Scalar::ZERO && x < V::Scalar::ONE;
    if V::DIM == 2 {
        // Segments that do not cross are nearest at an end: beside the edge of the other.
        return if inner(t) && !inner(s) {
            beside(nearest, t, b)
        } else {
            beside(nearest, s, a)
        };
    }
    if inner(s) && inner(t) {
        return nearest.along_cross(cross(u, v), u.length_squared(), v.length_squared());
    }
    nearest
}

/// Whether the ends of each segment are strictly on different sides of the other (2D).
pub(super) fn segments_cross<V: Vector>(a: &[V; 2], b: &[V; 2]) -> bool {
    let (u, v) = (a[1] - a[0], b[1] - b[0]);
    V::wedge_dot(v, a[0] - b[0], v, a[1] - b[0]) < V::Scalar::ZERO
        && V::wedge_dot(u, b[0] - a[0], u, b[1] - a[0]) < V::Scalar::ZERO
}
