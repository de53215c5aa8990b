//! Eight triangles side by side, as the lanes read them.

use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use carom_bvh::Aabb;
use carom_bvh::{Group, LocalFrame, NOTHING};
use carom_math::lanes::{LANES, Simd, Vectors, f32x8};
use carom_math::vector::sealed::Lanes;
use carom_math::{Scalar, Vector};
use core::hint::black_box;

/// The triangles of a group. An empty lane repeats the first.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Pack<V: Vector> {
    /// The coordinates of the three corners: x, y, z of each.
    corners: [[V::Scalar; LANES]; 9],
    pub(super) numbers: Group,
}

impl<V: Vector> Pack<V> {
    /// Packs at most eight triangles with their numbers.
    #[inline]
    pub(super) fn of(members: impl Iterator<Item = (u32, Triangle<V>)>) -> Self {
        let mut pack = Self::empty();
        let mut count = 0;
        for (number, triangle) in members {
            pack.numbers[count] = number;
            pack.set(count, &triangle);
            count += 1;
        }
        for row in &mut pack.corners {
            let first = row[0];
            row[count..].fill(first);
        }
        pack
    }

    /// Packs the triangles with these numbers.
    pub(super) fn new(numbers: &Group, triangle: impl Fn(u32) -> Triangle<V>) -> Self {
        let members = numbers.iter().filter(|number| **number != NOTHING);
        Self::of(members.map(|&number| (number, triangle(number))))
    }

    /// Overwrites all lanes, given the corner of each lane.
    #[inline(always)]
    pub(super) fn fill(&mut self, numbers: Group, corner: impl Fn(usize, usize) -> V) {
        self.numbers = numbers;
        for i in 0..3 {
            let (a, b, c, d) = (corner(i, 0), corner(i, 1), corner(i, 2), corner(i, 3));
            let (e, f, g, h) = (corner(i, 4), corner(i, 5), corner(i, 6), corner(i, 7));
            for axis in 0..V::DIM {
                // A row is written at once: a load of the whole row soon after is then forwarded from the store.
                self.corners[3 * i + axis] = [
                    a[axis], b[axis], c[axis], d[axis], e[axis], f[axis], g[axis], h[axis],
                ];
            }
        }
    }

    /// A pack without triangles.
    #[inline(always)]
    pub(super) fn empty() -> Self {
        Self {
            corners: [[V::Scalar::default(); LANES]; 9],
            numbers: [NOTHING; LANES],
        }
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, triangle: &Triangle<V>) {
        for axis in 0..V::DIM {
            self.corners[axis][lane] = triangle.a[axis];
            self.corners[3 + axis][lane] = triangle.b[axis];
            self.corners[6 + axis][lane] = triangle.c[axis];
        }
    }

    /// Prefetches the pack: reads a number from each of its cache lines.
    #[inline(always)]
    pub(super) fn prefetch(&self) {
        let [a, f, b, g, c, h, d, i, e] = &self.corners;
        black_box((a[0], b[0], c[0], d[0], e[0]));
        if V::Scalar::DOUBLE {
            black_box((f[0], g[0], h[0], i[0]));
        }
    }

    /// The triangle in a lane.
    #[inline(always)]
    pub(super) fn triangle(&self, lane: usize) -> Triangle<V> {
        let number = |i: usize| self.corners[i][lane].to_f64();
        let corner = |i: usize| V::from_f64([number(3 * i), number(3 * i + 1), number(3 * i + 2)]);
        Triangle {
            a: corner(0),
            b: corner(1),
            c: corner(2),
        }
    }

    /// The bounding box of all triangles.
    pub(super) fn bounds(&self) -> Aabb<V> {
        if self.numbers[0] == NOTHING {
            return Aabb::empty();
        }
        // Row by row, which compiles to SIMD; an empty lane repeats the first.
        let [mut min, mut max] = [[0.0; 3]; 2];
        for axis in 0..V::DIM {
            let (mut least, mut greatest) = (self.corners[axis], self.corners[axis]);
            for corner in 1..3 {
                let row = &self.corners[3 * corner + axis];
                for lane in 0..LANES {
                    least[lane] = least[lane].min(row[lane]);
                    greatest[lane] = greatest[lane].max(row[lane]);
                }
            }
            min[axis] = least.into_iter().fold(least[0], Scalar::min).to_f64();
            max[axis] = greatest.into_iter().fold(greatest[0], Scalar::max).to_f64();
        }
        Aabb {
            min: V::from_f64(min),
            max: V::from_f64(max),
        }
    }
}

impl<V: Vector3> Pack<V> {
    /// All triangles relative to `from`, in the unit of the BVH.
    #[inline(always)]
    pub(super) fn relative<S: Simd>(
        &self,
        simd: S,
        from: V,
        local: &LocalFrame<V>,
    ) -> Triangles<S> {
        Triangles {
            corners: [
                self.corner(simd, 0, from, local),
                self.corner(simd, 1, from, local),
                self.corner(simd, 2, from, local),
            ],
        }
    }

    #[cfg_attr(target_feature = "sse2", inline(always))]
    #[cfg_attr(target_feature = "neon", inline(always))]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    fn corner<S: Simd>(&self, simd: S, i: usize, from: V, local: &LocalFrame<V>) -> Vectors<S> {
        let [x, y, z] = [
            &self.corners[3 * i],
            &self.corners[3 * i + 1],
            &self.corners[3 * i + 2],
        ];
        Vectors {
            x: V::Scalar::differences(simd, x, from[0], local.scale),
            y: V::Scalar::differences(simd, y, from[1], local.scale),
            z: V::Scalar::differences(simd, z, from[2], local.scale),
        }
    }
}

/// Eight triangles relative to a query's core.
#[derive(Clone, Copy)]
pub(super) struct Triangles<S: Simd> {
    pub(super) corners: [Vectors<S>; 3],
}

/// The squared lengths of three vectors. Spelled out, because `map` is not inlined into code of an instruction set.
#[inline(always)]
pub(super) fn squares<S: Simd>([a, b, c]: [Vectors<S>; 3]) -> [f32x8<S>; 3] {
    [a.squared(), b.squared(), c.squared()]
}
