//! Triangles, the parts of meshes.

use super::RoundedCore;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// The triangle of three points, filled in 2D, flat in 3D; its longest side if they are collinear.
///
/// Its front is the side from which `a`, `b`, `c` run counter-clockwise.
///
/// ```
/// use carom::{Triangle, closest, glam::{Vec3, vec3}};
/// let triangle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
/// assert_eq!(triangle.normal(), Some(Vec3::Z));
/// assert_eq!(closest(&vec3(0.25, 0.25, 2.), &triangle).distance, 2.);
/// ```
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

    /// Whether every coordinate is finite.
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

    /// The unit normal of the front; `None` for a triangle without area, and in 2D.
    ///
    /// It is the cross product of the two shortest sides, because the longest one has the larger rounding error. If
    /// these are parallel within rounding, there is no normal.
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

/// The two shortest sides, in their order round the triangle, with their squared lengths.
#[inline(always)]
pub(crate) fn shortest_sides<V: Vector>(&[a, b, c]: &[V; 3]) -> [(V, V::Scalar); 2] {
    let [ab, bc, ca] = [b - a, c - b, a - c].map(|side| (side, side.length_squared()));
    // Branch-free: it is unpredictable which side is the longest.
    let first = (ab.1 >= bc.1) & (ab.1 >= ca.1);
    let second = !first & (bc.1 >= ca.1);
    let after = usize::from(first) + 2 * usize::from(second);
    let sides = [ab, bc, ca, ab];
    [sides[after], sides[after + 1]]
}
