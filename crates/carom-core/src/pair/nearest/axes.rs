//! The candidate axes of penetration: directions orthogonal to faces and to pairs of edges.

use super::triangle::{Face, edges};
use super::{AXES, Axes};
use crate::pair::segments::{cross, noise};
use carom_math::{Scalar, Vector};

/// These axes, padded with zeros.
#[inline(always)]
pub(super) fn padded<V: Vector, const K: usize>(axes: [V; K]) -> Axes<V> {
    let mut all = [V::ZERO; AXES];
    all[..K].copy_from_slice(&axes);
    all
}

/// The axis orthogonal to two directions, or zero if it is lost to rounding.
pub(super) fn cross_axis<V: Vector>(u: V, v: V) -> V {
    squared_up(cross(u, v), u, v)
}

/// `cross` = u × v, made orthogonal to the longer of the two again; zero if it is lost to rounding.
///
/// If they are nearly parallel, rounding can tilt the cross product by its own size, and along an axis that is not
/// orthogonal to a long segment the extent of the segment would count as depth.
pub(super) fn squared_up<V: Vector>(cross: V, u: V, v: V) -> V {
    let (cc, uu, vv) = (
        cross.length_squared(),
        u.length_squared(),
        v.length_squared(),
    );
    if cc <= noise(uu, vv) {
        return V::ZERO;
    }
    if cc > V::Scalar::from_f64(STEEP) * (uu * vv) {
        return cross;
    }
    let (longer, square) = if vv > uu { (v, vv) } else { (u, uu) };
    let without = |axis: V| axis - longer * (axis.dot(longer) / square);
    without(without(cross))
}

/// The squared sine above which a cross product loses at most 10 bits; its numbers have at least 29 more than the
/// answer.
const STEEP: f64 = 1.0 / (1 << 20) as f64;

/// A direction orthogonal to the longest of parallel segments; zero if all are points.
pub(super) fn across<V: Vector, const K: usize>(segments: [[V; 2]; K]) -> V {
    let mut longest = V::ZERO;
    for [a, b] in segments {
        if (b - a).length_squared() > longest.length_squared() {
            longest = b - a;
        }
    }
    longest.any_orthogonal_vector()
}

/// The normals of a triangle's sides, in 2D.
pub(super) fn sides<V: Vector>(b: &[V; 3]) -> [V; 3] {
    edges(b).map(|[p, q]| (q - p).any_orthogonal_vector())
}

/// The face normal, or zero if the triangle is a needle.
#[inline(always)]
pub(super) fn face_axis<V: Vector>(b: &[V; 3]) -> V {
    let face = Face::new(b);
    if face.is_needle() {
        V::ZERO
    } else {
        face.normal
    }
}
