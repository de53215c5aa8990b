//! On which side of a line or plane a point is, decided exactly.
//!
//! The predicates are those of Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates" (1997), by the crate `robust`.

use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use robust::{Coord, Coord3D, orient2d, orient3d};

/// Points in double precision, divided by a power of two, so that no product of them overflows.
pub(super) struct Exact(Vec<[f64; 3]>);

impl Exact {
    pub(super) fn new<V: Vector>(points: &[V]) -> Self {
        let numbers = points.iter().flat_map(|p| p.to_f64());
        let largest = numbers.map(f64::abs).fold(0.0, Scalar::max);
        // Two factors: the reciprocal of a subnormal power overflows.
        let power = libm::frexp(largest).1;
        let factors = [power / 2, power - power / 2].map(|power| libm::ldexp(1.0, -power));
        let scaled = |p: &V| p.to_f64().map(|x| x * factors[0] * factors[1]);
        Self(points.iter().map(scaled).collect())
    }

    pub(super) fn point(&self, index: u32) -> [f64; 3] {
        self.0[index as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Positive if `p` is in front of the triangle, from where its corners are counterclockwise; 0 if exactly in its
    /// plane. The value is six times the volume of the tetrahedron, rounded.
    pub(super) fn in_front(&self, triangle: [u32; 3], p: u32) -> f64 {
        let place = |index| {
            let [x, y, z] = self.point(index);
            Coord3D { x, y, z }
        };
        let [a, b, c] = triangle.map(place);
        -orient3d(a, b, c, place(p))
    }

    /// Positive if `p` is to the left of the line from `a` to `b` in the projection onto two axes; 0 if exactly on it.
    pub(super) fn to_left(&self, axes: [usize; 2], [a, b]: [u32; 2], p: u32) -> f64 {
        let place = |index| {
            let p = self.point(index);
            Coord {
                x: p[axes[0]],
                y: p[axes[1]],
            }
        };
        orient2d(place(a), place(b), place(p))
    }

    /// Whether three points are exactly on a line.
    pub(super) fn are_on_line(&self, [a, b]: [u32; 2], p: u32) -> bool {
        let projections = [[0, 1], [1, 2], [2, 0]];
        projections
            .iter()
            .all(|axes| self.to_left(*axes, [a, b], p) == 0.0)
    }

    /// `b − a`.
    pub(super) fn between(&self, a: u32, b: u32) -> [f64; 3] {
        let (a, b) = (self.point(a), self.point(b));
        core::array::from_fn(|i| b[i] - a[i])
    }

    /// The cross product of two sides of a triangle, rounded.
    pub(super) fn cross(&self, [a, b, c]: [u32; 3]) -> [f64; 3] {
        let (u, v) = (self.between(a, b), self.between(a, c));
        [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ]
    }
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
