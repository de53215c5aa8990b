//! Triangles: what levels are made of.

use super::RoundedCore;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The flat piece between three points, in 2D the filled triangle; its longest side where they lie on
/// a line.
///
/// Its front is the side from which `a`, `b`, `c` run counter-clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Triangle<V: Vector> {
    /// The first corner.
    pub a: V,
    /// The second corner.
    pub b: V,
    /// The third corner.
    pub c: V,
}

impl<V: Vector> Triangle<V> {
    /// The triangle of three corners.
    #[must_use]
    pub fn new(a: V, b: V, c: V) -> Self {
        Self { a, b, c }
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        Aabb::of_points(self.core())
    }

    /// The same triangle, moved.
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        Self::new(self.a + delta, self.b + delta, self.c + delta)
    }

    /// Every coordinate is finite.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.a.is_finite() && self.b.is_finite() && self.c.is_finite()
    }

    pub(crate) fn core(&self) -> [V; 3] {
        [self.a, self.b, self.c]
    }

    pub(crate) fn rounded(&self) -> RoundedCore<V, 3> {
        (self.core(), V::Scalar::ZERO)
    }

    /// The unit normal of the front side; `None` for a triangle without area, and in 2D, where it has no
    /// sides.
    ///
    /// The cross product of the two shortest sides: the longest one would bring the larger rounding
    /// error. Two sides closer to parallel than that error can tell have no normal.
    #[must_use]
    pub fn normal(&self) -> Option<V> {
        let [(u, _), (v, _)] = shortest_sides(&self.core());
        if V::DIM == 2 {
            return None;
        }
        let [n, _] = V::crossing_axes(u.try_normalize()?, v.try_normalize()?);
        let error = V::Scalar::from_f64(4.0) * V::Scalar::EPSILON;
        if n.length_squared() > error * error {
            n.try_normalize()
        } else {
            None
        }
    }
}

/// The two shortest sides, one after the other round the triangle, with their squared lengths.
#[inline(always)]
pub(crate) fn shortest_sides<V: Vector>(&[a, b, c]: &[V; 3]) -> [(V, V::Scalar); 2] {
    let [ab, bc, ca] = [b - a, c - b, a - c].map(|side| (side, side.length_squared()));
    // Looked up, not branched on: which is the longest is anybody's guess.
    let first = (ab.1 >= bc.1) & (ab.1 >= ca.1);
    let second = !first & (bc.1 >= ca.1);
    let after = usize::from(first) + 2 * usize::from(second);
    let sides = [ab, bc, ca, ab];
    [sides[after], sides[after + 1]]
}
