//! Bounds for traversals, eight boxes at a time: the distance from a box or a segment, the time of impact of a moving
//! box.

use super::LocalBox;
use carom_math::Scalar;
use carom_math::lanes::{ExtractToken, LANES, Select, Simd, SimdBase, Vectors, f32x8, mask32x8};

/// Eight boxes in lanes.
///
/// ```
/// use carom_bvh::{Boxes, LocalBox};
/// use carom_math::lanes::*;
/// let unit = LocalBox { min: [0.; 3], max: [1.; 3] };
/// let touching: u64 = dispatch!(level(), simd => {
///     let boxes = Boxes::splat(simd, &unit);
///     boxes.touch(&boxes).to_bitmask()
/// });
/// assert_eq!(touching, 0xff);
/// // A row of eight boxes, 2 apart, of which the first two touch the unit box.
/// let (from, to): ([f32; 8], [f32; 8]) = ([-1., 1., 3., 5., 7., 9., 11., 13.], [0., 2., 4., 6., 8., 10., 12., 14.]);
/// let row = [from, [0.; 8], [0.; 8], to, [1.; 8], [1.; 8]];
/// let touching: u64 = dispatch!(level(), simd => {
///     Boxes::load(simd, &row).touch(&Boxes::splat(simd, &unit)).to_bitmask()
/// });
/// assert_eq!(touching, 0b11);
/// ```
#[derive(Clone, Copy)]
pub struct Boxes<S: Simd> {
    /// The corners with the smallest coordinates.
    pub min: Vectors<S>,
    /// The corners with the largest coordinates.
    pub max: Vectors<S>,
}

impl<S: Simd> Boxes<S> {
    /// The boxes of these coordinates: min x, y, z, max x, y, z.
    #[inline(always)]
    pub fn load(simd: S, [a, b, c, d, e, f]: &[[f32; LANES]; 6]) -> Self {
        Self {
            min: Vectors::load(simd, [a, b, c]),
            max: Vectors::load(simd, [d, e, f]),
        }
    }

    /// The same box in all lanes.
    #[inline(always)]
    pub fn splat(simd: S, around: &LocalBox) -> Self {
        Self {
            min: Vectors::splat(simd, around.min),
            max: Vectors::splat(simd, around.max),
        }
    }

    /// The lanes in which the boxes touch.
    #[cfg_attr(target_feature = "sse2", inline(always))]
    #[cfg_attr(target_feature = "neon", inline(always))]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    pub fn touch(&self, other: &Self) -> mask32x8<S> {
        other.min.x.simd_le(self.max.x)
            & other.min.y.simd_le(self.max.y)
            & other.min.z.simd_le(self.max.z)
            & self.min.x.simd_le(other.max.x)
            & self.min.y.simd_le(other.max.y)
            & self.min.z.simd_le(other.max.z)
    }
}

/// Coordinates are clamped to this, so that no squared distance exceeds 2¹²⁴. It only brings a query nearer to the
/// tree.
const FAR: f32 = (1_u64 << 60) as f32;

/// Squared distances from a box.
///
/// ```
/// use carom_bvh::{Boxes, DistanceProbe, LocalBox};
/// use carom_math::lanes::*;
/// let [near, far] = [0., 3.].map(|x| LocalBox { min: [x, 0., 0.], max: [x + 1., 1., 1.] });
/// let squared: [f32; LANES] = dispatch!(level(), simd => {
///     DistanceProbe::new(simd, &near).squared(&Boxes::splat(simd, &far)).into()
/// });
/// assert_eq!(squared, [4.0; LANES]);
/// ```
#[derive(Clone, Copy)]
pub struct DistanceProbe<S: Simd> {
    boxes: Boxes<S>,
}

impl<S: Simd> DistanceProbe<S> {
    /// A probe for distances from this box.
    #[inline(always)]
    pub fn new(simd: S, around: &LocalBox) -> Self {
        Self {
            boxes: Boxes {
                min: within(simd, around.min),
                max: within(simd, around.max),
            },
        }
    }

    /// The squared distances; +∞ for boxes at infinity.
    #[cfg_attr(target_feature = "sse2", inline(always))]
    #[cfg_attr(target_feature = "neon", inline(always))]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    pub fn squared(&self, of: &Boxes<S>) -> f32x8<S> {
        let Boxes { min, max } = self.boxes;
        let gap = (of.min - max).max(min - of.max);
        let (x, y, z) = (gap.x.max(0.0), gap.y.max(0.0), gap.z.max(0.0));
        x * x + y * y + z * z
    }
}

/// Lower bounds of squared distances from a segment.
///
/// The box around a tilted segment is wide, so the gaps along the three directions orthogonal to the segment and to a
/// coordinate axis count as well (Ericson, *Real-Time Collision Detection* 5.3.3).
///
/// ```
/// use carom_bvh::{Boxes, LocalBox, SegmentProbe};
/// use carom_math::lanes::*;
/// let around = LocalBox { min: [0., 0., 0.], max: [4., 4., 0.] };
/// let corner = LocalBox { min: [3., 0., 0.], max: [4., 1., 0.] }; // inside that box
/// let squared: [f32; LANES] = dispatch!(level(), simd => {
///     let diagonal = SegmentProbe::new(simd, &around, [4., 4., 0.]);
///     diagonal.squared(&Boxes::splat(simd, &corner)).into()
/// });
/// assert!((squared[0] - 2.0).abs() < 1e-5);
/// ```
#[derive(Clone, Copy)]
pub struct SegmentProbe<S: Simd> {
    bounds: DistanceProbe<S>,
    /// `None` for a segment almost along a coordinate axis, which fills its box.
    across: Option<[Across<S>; 3]>,
}

/// A direction orthogonal to the segment, in the plane of two axes.
#[derive(Clone, Copy)]
struct Across<S: Simd> {
    /// Unit, or zero.
    direction: [f32x8<S>; 2],
    absolute: [f32x8<S>; 2],
    /// Twice the coordinate of the segment along the direction.
    at: f32x8<S>,
}

impl<S: Simd> SegmentProbe<S> {
    /// A probe for the segment that fills this box from corner to corner, along `way`.
    #[inline(always)]
    pub fn new(simd: S, around: &LocalBox, way: [f32; 3]) -> Self {
        let [x, y, z] = way.map(f32::abs);
        // The sum of all exceeds 1.25 times each. Branch-free, because it is unpredictable which is the largest.
        let is_tilted = (y + z > x * 0.25) & (z + x > y * 0.25) & (x + y > z * 0.25);
        Self {
            bounds: DistanceProbe::new(simd, around),
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

    /// Lower bounds of the squared distances, up to the rounding of coordinates; +∞ for boxes at infinity.
    #[cfg_attr(target_feature = "sse2", inline(always))]
    #[cfg_attr(target_feature = "neon", inline(always))]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    pub fn squared(&self, of: &Boxes<S>) -> f32x8<S> {
        let from_bounds = self.bounds.squared(of);
        let Some([x, y, z]) = &self.across else {
            return from_bounds;
        };
        let (middle, size) = (of.min + of.max, of.max - of.min);
        let gap = x.gap([middle.y, middle.z], [size.y, size.z]);
        let gap = gap.max(y.gap([middle.z, middle.x], [size.z, size.x]));
        let gap = gap.max(z.gap([middle.x, middle.y], [size.x, size.y]));
        let gap = gap.max(0.0) * 0.5;
        let across = gap * gap;
        // For boxes at infinity `across` is NaN, which is not greater.
        across.simd_gt(from_bounds).select(across, from_bounds)
    }
}

impl<S: Simd> Across<S> {
    #[inline(always)]
    fn new(simd: S, around: &LocalBox, way: [f32; 3], [i, j]: [usize; 2]) -> Self {
        let length = Scalar::sqrt(way[i] * way[i] + way[j] * way[j]);
        // A segment orthogonal to the plane is a point there: the box is exact, the direction zero.
        let per_length = if length > f32::MIN_POSITIVE {
            1.0 / length
        } else {
            0.0
        };
        let (x, y) = (-way[j] * per_length, way[i] * per_length);
        // The center of the box is on the segment.
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

    /// Twice the gap along the direction, given twice the center and the size of the boxes.
    #[inline(always)]
    fn gap(&self, middle: [f32x8<S>; 2], size: [f32x8<S>; 2]) -> f32x8<S> {
        let ([x, y], [u, v]) = (self.direction, self.absolute);
        let apart = middle[0] * x + middle[1] * y - self.at;
        apart.abs() - (size[0] * u + size[1] * v)
    }
}

/// A point clamped to ±[`FAR`].
#[cfg_attr(target_feature = "sse2", inline(always))]
#[cfg_attr(target_feature = "neon", inline(always))]
#[cfg_attr(target_feature = "simd128", inline(always))]
fn within<S: Simd>(simd: S, place: [f32; 3]) -> Vectors<S> {
    let Vectors { x, y, z } = Vectors::splat(simd, place);
    Vectors {
        x: x.max(-FAR).min(FAR),
        y: y.max(-FAR).min(FAR),
        z: z.max(-FAR).min(FAR),
    }
}

/// Lower bounds of the times of impact of a moving box: a slab test.
///
/// ```
/// use carom_bvh::{Boxes, LocalBox, SweepProbe};
/// use carom_math::lanes::*;
/// let [unit, far] = [0., 3.].map(|x| LocalBox { min: [x, 0., 0.], max: [x + 1., 1., 1.] });
/// let times: [f32; LANES] = dispatch!(level(), simd => {
///     SweepProbe::new(simd, &unit, [4., 0., 0.]).reaches(&Boxes::splat(simd, &far)).into()
/// });
/// assert!(times[0] <= 0.5 && times[0] > 0.499);
/// ```
#[derive(Clone, Copy)]
pub struct SweepProbe<S: Simd> {
    axes: [Slab<S>; 3],
}

/// One axis of the slab test.
#[derive(Clone, Copy)]
struct Slab<S: Simd> {
    inverse: f32x8<S>,
    min: f32x8<S>,
    max: f32x8<S>,
}

/// The largest reciprocal of a displacement, 2⁸⁰: shorter displacements are far below any margin.
const STEEPEST: f32 = (1_u128 << 80) as f32;

impl<S: Simd> SweepProbe<S> {
    /// A probe for this box, moving by `way`.
    #[inline(always)]
    pub fn new(simd: S, around: &LocalBox, way: [f32; 3]) -> Self {
        let axes = [
            Slab::new(simd, around, way, 0),
            Slab::new(simd, around, way, 1),
            Slab::new(simd, around, way, 2),
        ];
        Self { axes }
    }

    /// Fractions of the motion before which the box is apart from these; +∞ if it never reaches them.
    #[cfg_attr(target_feature = "sse2", inline(always))]
    #[cfg_attr(target_feature = "neon", inline(always))]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    pub fn reaches(&self, of: &Boxes<S>) -> f32x8<S> {
        let [x, y, z] = &self.axes;
        let x = x.times(of.min.x, of.max.x);
        let y = y.times(of.min.y, of.max.y);
        let z = z.times(of.min.z, of.max.z);
        let enter = x[0].max(y[0]).max(z[0]).max(0.0);
        let leave = x[1].min(y[1]).min(z[1]).min(1.0);
        // The rounding of differences, reciprocal and product.
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
        // Finite also for ±0.
        let inverse = (1.0 / way).clamp(-STEEPEST, STEEPEST);
        Self {
            inverse: f32x8::splat(simd, inverse),
            min: f32x8::splat(simd, min),
            max: f32x8::splat(simd, max),
        }
    }

    /// The times of entry and exit; for a box at infinity both are the same infinity.
    #[inline(always)]
    fn times(&self, min: f32x8<S>, max: f32x8<S>) -> [f32x8<S>; 2] {
        let one = (min - self.max) * self.inverse;
        let other = (max - self.min) * self.inverse;
        [one.min(other), one.max(other)]
    }
}
