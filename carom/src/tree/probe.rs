//! What asks a tree: how near eight boxes are to a box, and when a moving one reaches them.

use super::Around;
use crate::lanes::{ExtractToken, LANES, Select, Simd, SimdBase, Vectors, f32x8, mask32x8};

/// Eight boxes.
#[derive(Clone, Copy)]
pub(crate) struct Boxes<S: Simd> {
    pub(crate) min: Vectors<S>,
    pub(crate) max: Vectors<S>,
}

impl<S: Simd> Boxes<S> {
    /// From min x, y, z, max x, y, z.
    #[inline(always)]
    pub(crate) fn load(simd: S, [a, b, c, d, e, f]: &[[f32; LANES]; 6]) -> Self {
        Self {
            min: Vectors::load(simd, [a, b, c]),
            max: Vectors::load(simd, [d, e, f]),
        }
    }
}

impl<S: Simd> Boxes<S> {
    /// One box eight times.
    #[inline(always)]
    pub(crate) fn splat(simd: S, around: &Around) -> Self {
        Self {
            min: Vectors::splat(simd, around.min),
            max: Vectors::splat(simd, around.max),
        }
    }

    /// Which of them touch.
    #[inline(always)]
    pub(crate) fn touch(&self, other: &Self) -> mask32x8<S> {
        other.min.x.simd_le(self.max.x)
            & other.min.y.simd_le(self.max.y)
            & other.min.z.simd_le(self.max.z)
            & self.min.x.simd_le(other.max.x)
            & self.min.y.simd_le(other.max.y)
            & self.min.z.simd_le(other.max.z)
    }
}

/// Places beyond are moved here, which brings them nearer to everything in the tree: the square of a distance
/// is at most 2¹²⁴.
const FAR: f32 = (1_u64 << 60) as f32;

/// A box that asks how far others are.
#[derive(Clone, Copy)]
pub(crate) struct Near<S: Simd> {
    boxes: Boxes<S>,
}

impl<S: Simd> Near<S> {
    #[inline(always)]
    pub(crate) fn new(simd: S, around: &Around) -> Self {
        Self {
            boxes: Boxes {
                min: within(simd, around.min),
                max: within(simd, around.max),
            },
        }
    }

    /// The squared distances, +∞ of boxes inside out.
    #[inline(always)]
    pub(crate) fn squared(&self, of: &Boxes<S>) -> f32x8<S> {
        let Boxes { min, max } = self.boxes;
        let gap = (of.min - max).max(min - of.max);
        let (x, y, z) = (gap.x.max(0.0), gap.y.max(0.0), gap.z.max(0.0));
        x * x + y * y + z * z
    }

    /// Which of them it touches.
    #[inline(always)]
    pub(crate) fn touches(&self, of: &Boxes<S>) -> mask32x8<S> {
        self.boxes.touch(of)
    }
}

#[inline(always)]
fn within<S: Simd>(simd: S, [x, y, z]: [f32; 3]) -> Vectors<S> {
    let place = [x.clamp(-FAR, FAR), y.clamp(-FAR, FAR), z.clamp(-FAR, FAR)];
    Vectors::splat(simd, place)
}

/// A box that moves, and asks when it reaches others: a slab test in the frame of the tree.
#[derive(Clone, Copy)]
pub(crate) struct Moving<S: Simd> {
    axes: [Slab<S>; 3],
}

/// One axis: what of a box is reached first and last.
#[derive(Clone, Copy)]
struct Slab<S: Simd> {
    inverse: f32x8<S>,
    forwards: bool,
    /// The side of the moving box that gets there first, and the one that leaves last.
    first: f32x8<S>,
    last: f32x8<S>,
}

/// The longest reciprocal of a displacement, 2⁸⁰: a way shorter than its inverse is far below any margin.
const STEEPEST: f32 = (1_u128 << 80) as f32;

impl<S: Simd> Moving<S> {
    #[inline(always)]
    pub(crate) fn new(simd: S, around: &Around, way: [f32; 3]) -> Self {
        let axes = [
            Slab::new(simd, around, way, 0),
            Slab::new(simd, around, way, 1),
            Slab::new(simd, around, way, 2),
        ];
        Self { axes }
    }

    /// Fractions of the motion before which it is apart from these boxes; +∞ where it never reaches them.
    #[inline(always)]
    pub(crate) fn reaches(&self, of: &Boxes<S>) -> f32x8<S> {
        let [x, y, z] = &self.axes;
        let x = x.times(of.min.x, of.max.x);
        let y = y.times(of.min.y, of.max.y);
        let z = z.times(of.min.z, of.max.z);
        let enter = x[0].max(y[0]).max(z[0]).max(0.0);
        let leave = x[1].min(y[1]).min(z[1]).min(1.0);
        // A few roundings: differences, reciprocal, product.
        let never =
            (enter * (1.0 - 8.0 * f32::EPSILON)).simd_gt(leave * (1.0 + 8.0 * f32::EPSILON));
        let infinity = f32x8::splat(enter.token(), f32::INFINITY);
        never.select(infinity, enter * (1.0 - 8.0 * f32::EPSILON))
    }
}

impl<S: Simd> Slab<S> {
    #[inline(always)]
    fn new(simd: S, around: &Around, way: [f32; 3], axis: usize) -> Self {
        let (way, min, max) = (way[axis], around.min[axis], around.max[axis]);
        let forwards = way >= 0.0;
        // Of ±0 too.
        let steep = (1.0 / way).abs().min(STEEPEST);
        let inverse = if forwards { steep } else { -steep };
        let (first, last) = if forwards { (max, min) } else { (min, max) };
        Self {
            inverse: f32x8::splat(simd, inverse),
            forwards,
            first: f32x8::splat(simd, first),
            last: f32x8::splat(simd, last),
        }
    }

    /// When it enters, and when it leaves.
    #[inline(always)]
    fn times(&self, min: f32x8<S>, max: f32x8<S>) -> [f32x8<S>; 2] {
        let (near, far) = if self.forwards {
            (min, max)
        } else {
            (max, min)
        };
        [
            (near - self.first) * self.inverse,
            (far - self.last) * self.inverse,
        ]
    }
}
