//! Triangles, the parts of meshes.

use super::RoundedCore;
use super::segment::weight;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The triangle of three points, filled in 2D, flat in 3D; its longest side if they are collinear.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/triangle.svg"))]
///
/// Its front is the side from which `a`, `b`, `c` run counter-clockwise.
///
/// ```
/// use carom::{Triangle, closest, glam::{Vec3, vec3}};
/// let triangle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
/// assert_eq!(triangle.normal(), Some(Vec3::Z));
/// assert_eq!(closest(&vec3(0.25, 0.25, 2.), &triangle).distance, 2.);
/// ```
#[doc(alias = "TriangleShape")]
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

    /// The barycentric coordinates of the point of the triangle nearest to `p`: the weights of `a`, `b` and `c`, none of them
    /// negative, with the sum 1. Those of a triangle without area are the weights on its longest side.
    ///
    /// They interpolate what the vertices carry, such as texture coordinates or smooth normals:
    ///
    /// ```
    /// use carom::{Mesh, glam::{Vec2, Vec3, vec2, vec3}};
    /// let (corners, uv) = ([Vec3::ZERO, Vec3::Z * 4., Vec3::X * 4.], [Vec2::ZERO, Vec2::Y, Vec2::X]);
    /// let tile = Mesh::new(corners, [[0, 1, 2]])?;
    /// let hit = tile.query().ray(vec3(1., 5., 2.), Vec3::Y * -9.).unwrap();
    /// let [a, b, c] = tile.triangle(hit.part.index).barycentric(hit.point);
    /// assert_eq!([a, b, c], [0.25, 0.5, 0.25]);
    /// assert_eq!(uv[0] * a + uv[1] * b + uv[2] * c, vec2(0.25, 0.5));
    /// # Ok::<(), carom::MeshError>(())
    /// ```
    #[doc(alias = "getBarycoord")]
    #[doc(alias = "uv")]
    #[must_use]
    pub fn barycentric(&self, p: V) -> [V::Scalar; 3] {
        let corners = self.core().map(V::to_double);
        let weights = face_weights(&corners, p.to_double());
        let weights = weights.unwrap_or_else(|| side_weights(&corners, p.to_double()));
        weights.map(V::Scalar::from_f64)
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

/// The barycentric coordinates of the projection of `p`, if that is in the triangle: the areas of the triangles that it
/// makes with the sides, as parts of the whole area (Ericson, *Real-Time Collision Detection* 3.4). `None` for a needle
/// of an area that is rounding.
fn face_weights<D: Vector<Scalar = f64>>(&[a, b, c]: &[D; 3], p: D) -> Option<[f64; 3]> {
    let size = (b - a).abs().max((c - a).abs()).max_element();
    let scale = 1.0 / size.power_of_two();
    let [u, v, w] = [b - a, c - a, p - a].map(|way| DVec3::from_array((way * scale).to_f64()));
    let n = u.cross(v);
    let whole = n.length_squared();
    let noise = 8.0 * f64::EPSILON;
    if whole <= noise * noise * u.length_squared() * v.length_squared() {
        return None;
    }
    let (at_b, at_c) = (w.cross(v).dot(n) / whole, u.cross(w).dot(n) / whole);
    let weights = [1.0 - at_b - at_c, at_b, at_c];
    weights
        .iter()
        .all(|weight| *weight >= 0.0)
        .then_some(weights)
}

/// The barycentric coordinates of the point of the nearest side; of equally near ones, the first.
fn side_weights<D: Vector<Scalar = f64>>(corners: &[D; 3], p: D) -> [f64; 3] {
    let mut best = (f64::INFINITY, [1.0, 0.0, 0.0]);
    for i in 0..3 {
        let j = (i + 1) % 3;
        let t = weight(corners[i], corners[j], p);
        let mut weights = [0.0; 3];
        (weights[i], weights[j]) = (1.0 - t, t);
        let distance = (corners[i] + (corners[j] - corners[i]) * t - p).length();
        if distance < best.0 {
            best = (distance, weights);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closest;
    use crate::shape::ShapeRef;
    use fastrand::Rng;
    use glam::{DVec2, Vec2, Vec3, vec3};

    /// The weights give the nearest point, also of needles and far from the origin.
    fn weights_give_the_nearest_point<V: Vector>(seed: u64) {
        let random = &mut Rng::with_seed(seed);
        let mut point = |size: f64| V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size));
        for i in 0..600 {
            let scale = [1.0, 1e-12, 1e12][i % 3];
            let a = point([0.0, 9.0][i / 3 % 2] * scale);
            let c = a + point(2.0 * scale);
            let thin = V::Scalar::from_f64([1.0, 1e-4, 0.0][i / 6 % 3]);
            let triangle = Triangle::new(a, a + (c - a) * V::Scalar::HALF + point(scale) * thin, c);
            let p = a + point(3.0 * scale);
            let weights = triangle.barycentric(p);
            let [x, y, z] = weights.map(Scalar::to_f64);
            assert!(x >= 0.0 && y >= 0.0 && z >= 0.0 && (x + y + z - 1.0).abs() < 1e-6);
            let corners = triangle.core().map(V::to_double);
            let found = corners[0] * x + corners[1] * y + corners[2] * z;
            let nearest = closest(&ShapeRef::point(p), &triangle).distance.to_f64();
            let distance = (found - p.to_double()).length();
            let slack = 16.0 * V::Scalar::EPSILON.to_f64() * 9.0 * scale;
            assert!(
                distance < nearest + slack,
                "{i}: {triangle:?} {p:?} {distance} {nearest}"
            );
        }
    }

    #[test]
    fn barycentric_coordinates_give_the_nearest_point() {
        weights_give_the_nearest_point::<Vec2>(1);
        weights_give_the_nearest_point::<Vec3>(2);
        weights_give_the_nearest_point::<DVec2>(3);
        weights_give_the_nearest_point::<DVec3>(4);
    }

    #[test]
    fn a_triangle_without_area_has_weights_on_its_longest_side() {
        let line = Triangle::new(Vec3::ZERO, vec3(4., 0., 0.), vec3(1., 0., 0.));
        assert_eq!(line.barycentric(vec3(3., 2., 0.)), [0.25, 0.75, 0.0]);
        let point = Triangle::new(Vec3::ONE, Vec3::ONE, Vec3::ONE);
        assert_eq!(point.barycentric(Vec3::ZERO), [1.0, 0.0, 0.0]);
    }
}
