//! What asks a tree: how near eight boxes are to a box or a segment, and when a moving box reaches them.

use super::LocalBox;
use carom_math::Scalar;
use carom_math::lanes::{ExtractToken, LANES, Select, Simd, SimdBase, Vectors, f32x8, mask32x8};

/// Eight boxes.
#[derive(Clone, Copy)]
pub struct Boxes<S: Simd> {
    /// The least corners.
    pub min: Vectors<S>,
    /// The greatest corners.
    pub max: Vectors<S>,
}

impl<S: Simd> Boxes<S> {
    /// From min x, y, z, max x, y, z.
    #[inline(always)]
    pub fn load(simd: S, [a, b, c, d, e, f]: &[[f32; LANES]; 6]) -> Self {
        Self {
            min: Vectors::load(simd, [a, b, c]),
            max: Vectors::load(simd, [d, e, f]),
        }
    }

    /// One box eight times.
    #[inline(always)]
    pub fn splat(simd: S, around: &LocalBox) -> Self {
        Self {
            min: Vectors::splat(simd, around.min),
            max: Vectors::splat(simd, around.max),
        }
    }

    /// Which of them touch.
    #[inline(always)]
    pub fn touch(&self, other: &Self) -> mask32x8<S> {
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
pub struct DistanceProbe<S: Simd> {
    boxes: Boxes<S>,
}

impl<S: Simd> DistanceProbe<S> {
    /// Distances from this box.
    #[inline(always)]
    pub fn new(simd: S, around: &LocalBox) -> Self {
        Self {
            boxes: Boxes {
                min: within(simd, around.min),
                max: within(simd, around.max),
            },
        }
    }

    /// The squared distances, +∞ of boxes at infinity.
    #[inline(always)]
    pub fn squared(&self, of: &Boxes<S>) -> f32x8<S> {
        let Boxes { min, max } = self.boxes;
        let gap = (of.min - max).max(min - of.max);
        let (x, y, z) = (gap.x.max(0.0), gap.y.max(0.0), gap.z.max(0.0));
        x * x + y * y + z * z
    }
}

/// A segment that asks how far others are.
///
/// Its box stands for it, which is wide where it is tilted; so along the three directions at right angles to
/// it and to an axis, too, it is seen how far apart they are (Ericson, *Real-Time Collision Detection* 5.3.3).
#[derive(Clone, Copy)]
pub struct SegmentProbe<S: Simd> {
    near: DistanceProbe<S>,
    /// None of a segment almost along an axis, which fills its box.
    across: Option<[Across<S>; 3]>,
}

/// A direction in the plane of two axes.
#[derive(Clone, Copy)]
struct Across<S: Simd> {
    /// Unit, or zero.
    direction: [f32x8<S>; 2],
    absolute: [f32x8<S>; 2],
    /// Twice where the segment is along it.
    at: f32x8<S>,
}

impl<S: Simd> SegmentProbe<S> {
    /// The segment in this box that goes from corner to corner along `way`.
    #[inline(always)]
    pub fn new(simd: S, around: &LocalBox, way: [f32; 3]) -> Self {
        let [x, y, z] = way.map(f32::abs);
        // The sum is more than 1.25 of each. No branches: which is the largest is anybody's guess.
        let is_tilted = (y + z > x * 0.25) & (z + x > y * 0.25) & (x + y > z * 0.25);
        Self {
            near: DistanceProbe::new(simd, around),
            across: if is_tilted {
                Some([
                    Across::new(simd, around, way, [1, 2]),
                    Across::new(simd, around, way, [2, 0]),
                    Across::new(simd, around, way, [0, 1]),
                ])
            } else {
                None
            },
        }
    }

    /// No squared distance is less, but for the rounding of coordinates; +∞ of boxes at infinity.
    #[inline(always)]
    pub fn squared(&self, of: &Boxes<S>) -> f32x8<S> {
        let near = self.near.squared(of);
        let Some([x, y, z]) = &self.across else {
            return near;
        };
        let (middle, size) = (of.min + of.max, of.max - of.min);
        let gap = x.gap([middle.y, middle.z], [size.y, size.z]);
        let gap = gap.max(y.gap([middle.z, middle.x], [size.z, size.x]));
        let gap = gap.max(z.gap([middle.x, middle.y], [size.x, size.y]));
        let gap = gap.max(0.0) * 0.5;
        let across = gap * gap;
        // Not of boxes at infinity, where it is NaN.
        across.simd_gt(near).select(across, near)
    }
}

impl<S: Simd> Across<S> {
    #[inline(always)]
    fn new(simd: S, around: &LocalBox, way: [f32; 3], [i, j]: [usize; 2]) -> Self {
        let length = Scalar::sqrt(way[i] * way[i] + way[j] * way[j]);
        // Upright on this plane it is a point there, of which the box tells all.
        let per_length = if length > f32::MIN_POSITIVE {
            1.0 / length
        } else {
            0.0
        };
        let (x, y) = (-way[j] * per_length, way[i] * per_length);
        // The middle of its box is on the segment.
        let middle = |axis: usize| {
            let sum = around.min[axis] + around.max[axis];
            sum.clamp(-FAR, FAR)
        };
        Self {
            direction: [f32x8::splat(simd, x), f32x8::splat(simd, y)],
            absolute: [f32x8::splat(simd, x.abs()), f32x8::splat(simd, y.abs())],
            at: f32x8::splat(simd, middle(i) * x + middle(j) * y),
        }
    }

    /// Twice the distance along it of boxes of which this is twice the middle and the size.
    #[inline(always)]
    fn gap(&self, middle: [f32x8<S>; 2], size: [f32x8<S>; 2]) -> f32x8<S> {
        let ([x, y], [u, v]) = (self.direction, self.absolute);
        let apart = middle[0] * x + middle[1] * y - self.at;
        apart.abs() - (size[0] * u + size[1] * v)
    }
}

#[inline(always)]
fn within<S: Simd>(simd: S, place: [f32; 3]) -> Vectors<S> {
    let Vectors { x, y, z } = Vectors::splat(simd, place);
    Vectors {
        x: x.max(-FAR).min(FAR),
        y: y.max(-FAR).min(FAR),
        z: z.max(-FAR).min(FAR),
    }
}

/// A box that moves, and asks when it reaches others: a slab test in the frame of the tree.
#[derive(Clone, Copy)]
pub struct SweepProbe<S: Simd> {
    axes: [Slab<S>; 3],
}

/// One axis of it.
#[derive(Clone, Copy)]
struct Slab<S: Simd> {
    inverse: f32x8<S>,
    min: f32x8<S>,
    max: f32x8<S>,
}

/// The longest reciprocal of a displacement, 2⁸⁰: a way shorter than its inverse is far below any margin.
const STEEPEST: f32 = (1_u128 << 80) as f32;

impl<S: Simd> SweepProbe<S> {
    /// Of this box, moving by `way`.
    #[inline(always)]
    pub fn new(simd: S, around: &LocalBox, way: [f32; 3]) -> Self {
        let axes = [
            Slab::new(simd, around, way, 0),
            Slab::new(simd, around, way, 1),
            Slab::new(simd, around, way, 2),
        ];
        Self { axes }
    }

    /// Fractions of the motion before which it is apart from these boxes; +∞ where it never reaches them.
    #[inline(always)]
    pub fn reaches(&self, of: &Boxes<S>) -> f32x8<S> {
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
    fn new(simd: S, around: &LocalBox, way: [f32; 3], axis: usize) -> Self {
        let (way, min, max) = (way[axis], around.min[axis], around.max[axis]);
        // Of ±0 too.
        let inverse = (1.0 / way).clamp(-STEEPEST, STEEPEST);
        Self {
            inverse: f32x8::splat(simd, inverse),
            min: f32x8::splat(simd, min),
            max: f32x8::splat(simd, max),
        }
    }

    /// When it enters, and when it leaves; a box at infinity it enters and leaves at one infinite time.
    #[inline(always)]
    fn times(&self, min: f32x8<S>, max: f32x8<S>) -> [f32x8<S>; 2] {
        let one = (min - self.max) * self.inverse;
        let other = (max - self.min) * self.inverse;
        [one.min(other), one.max(other)]
    }
}
