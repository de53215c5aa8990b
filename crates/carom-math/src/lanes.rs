//! SIMD lanes: eight `f32` at a time, for traversals that test many boxes or triangles at once.
//!
//! The instruction set is chosen at run time, once per query ([`dispatch`]). Lanes only select candidates for the exact
//! kernels, with bounds on their own rounding: answers do not depend on them. A NaN, from numbers too large for `f32`,
//! keeps its lane.
//!
//! Code in lanes is inlined into one function for each instruction set. Where lanes are not instructions but arrays (riscv64,
//! 32-bit Arm, s390x, powerpc64, WebAssembly without `simd128`), a dot product is 3,500 instructions of LLVM's before they are
//! optimized, and 21 traversals of a mesh were 500,000 to 760,000 each: carom-core did not compile in 11 minutes. So the functions
//! that multiply most are `inline(always)` only with a target feature that has lanes, and functions of their own elsewhere.

pub use crate::dispatch;
use core::ops::{Add, Mul, Sub};
#[doc(hidden)]
pub use fearless_simd::dispatch as dispatch_all;
pub use fearless_simd::prelude::*;
pub use fearless_simd::{Level, Simd, f32x4, f32x8, f64x4, mask32x8, u32x8};

/// Evaluates an expression that is compiled once for each instruction set, for the one that a [`Level`] allows.
///
/// On x86 there are two: AVX2, and SSE2, which every x86-64 processor has. AVX-512 and SSE4.2 are left out: each further
/// set compiles every kernel of the library again, and eight lanes of `f32` fill an AVX2 register.
///
/// ```
/// use carom_math::lanes::{Simd, SimdBase, dispatch, f32x8, level};
/// let sum = dispatch!(level(), simd => (f32x8::splat(simd, 1.0) + f32x8::splat(simd, 2.0)).as_slice()[7]);
/// assert_eq!(sum, 3.0);
/// ```
#[macro_export]
macro_rules! dispatch {
    ($level:expr, $simd:pat => $op:expr) => {{
        #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
        {
            /// Hides which type it is, so that the expression may use nothing but `Simd`.
            #[inline(always)]
            fn generic<S: $crate::lanes::Simd>(simd: S) -> impl $crate::lanes::Simd {
                simd
            }
            let level: $crate::lanes::Level = $level;
            if let Some(avx2) = level.as_avx2() {
                let $simd = generic(avx2);
                $crate::lanes::Simd::vectorize(avx2, #[inline(always)] || $op)
            } else if let Some(sse2) = level.as_sse2() {
                let $simd = generic(sse2);
                $crate::lanes::Simd::vectorize(sse2, #[inline(always)] || $op)
            } else {
                unreachable!("SSE2 is enabled for the whole program")
            }
        }
        #[cfg(not(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2")))]
        {
            $crate::lanes::dispatch_all!($level, $simd => $op)
        }
    }};
}

/// The number of lanes.
pub const LANES: usize = 8;

/// The best instruction set of this machine; without `std` that of the compile target.
///
/// ```
/// use carom_math::lanes::{Level, SimdBase, dispatch, f32x8, level};
/// // Detected and baseline instructions give the same bits.
/// let thirds = [level(), Level::baseline()]
///     .map(|level| dispatch!(level, simd => (f32x8::splat(simd, 1.0) / 3.0).as_slice()[0]));
/// assert_eq!(thirds, [1.0 / 3.0; 2]);
/// ```
#[must_use]
pub fn level() -> Level {
    #[cfg(feature = "std")]
    return Level::new();
    #[cfg(not(feature = "std"))]
    return Level::baseline();
}

/// Eight vectors, axis by axis.
///
/// ```
/// use carom_math::lanes::*;
/// let squares: [f32; LANES] = dispatch!(level(), simd => {
///     Vectors::splat(simd, [1., 2., 2.]).squared().into()
/// });
/// assert_eq!(squares, [9.0; LANES]);
///
/// // Twice the areas of eight triangles, of which each is larger than the one before; at most 20.
/// let (along, zero) = (core::array::from_fn(|i| i as f32), [0.0; LANES]);
/// let doubled: [f32; LANES] = dispatch!(level(), simd => {
///     let u = Vectors::load(simd, [&along, &zero, &zero]);
///     let v = Vectors::splat(simd, [0., 4., 0.]);
///     let most = Vectors::splat(simd, [20.; 3]);
///     u.cross(v).max(most * f32x8::splat(simd, -1.)).min(most).z.into()
/// });
/// assert_eq!(doubled, [0., 4., 8., 12., 16., 20., 20., 20.]);
/// ```
#[derive(Clone, Copy)]
pub struct Vectors<S: Simd> {
    /// The first coordinates.
    pub x: f32x8<S>,
    /// The second coordinates.
    pub y: f32x8<S>,
    /// The third coordinates.
    pub z: f32x8<S>,
}

impl<S: Simd> Vectors<S> {
    /// The same vector in all lanes.
    #[inline(always)]
    pub fn splat(simd: S, [x, y, z]: [f32; 3]) -> Self {
        Self {
            x: f32x8::splat(simd, x),
            y: f32x8::splat(simd, y),
            z: f32x8::splat(simd, z),
        }
    }

    /// Eight vectors from their coordinates, axis by axis.
    #[inline(always)]
    pub fn load(simd: S, [x, y, z]: [&[f32; LANES]; 3]) -> Self {
        Self {
            x: (*x).simd_into(simd),
            y: (*y).simd_into(simd),
            z: (*z).simd_into(simd),
        }
    }

    /// The eight dot products.
    #[cfg_attr(target_feature = "sse2", inline(always))]
    #[cfg_attr(target_feature = "neon", inline(always))]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    pub fn dot(self, other: Self) -> f32x8<S> {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The eight squared lengths.
    #[inline(always)]
    pub fn squared(self) -> f32x8<S> {
        self.dot(self)
    }

    /// The eight cross products.
    #[cfg_attr(target_feature = "sse2", inline(always))]
    #[cfg_attr(target_feature = "neon", inline(always))]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The smaller of each coordinate.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self {
            x: self.x.min(other.x),
            y: self.y.min(other.y),
            z: self.z.min(other.z),
        }
    }

    /// The larger of each coordinate.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        Self {
            x: self.x.max(other.x),
            y: self.y.max(other.y),
            z: self.z.max(other.z),
        }
    }
}

impl<S: Simd> Add for Vectors<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }
}

impl<S: Simd> Sub for Vectors<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
            z: self.z - other.z,
        }
    }
}

impl<S: Simd> Mul<f32x8<S>> for Vectors<S> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f32x8<S>) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
            z: self.z * factor,
        }
    }
}

/// An index with its key, ordered by the key, which must not be negative.
///
/// ```
/// use carom_math::lanes::Ranked;
/// let [first, second] = Ranked::new(2.5, 7).sorted(Ranked::new(0.5, 9));
/// assert_eq!((first.number(), first.of(), second.of()), (0.5, 9, 7));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Ranked(u64);

impl Ranked {
    /// The index `of` with the key `number`.
    #[inline(always)]
    #[must_use]
    pub fn new(number: f32, of: u32) -> Self {
        Self(u64::from(number.to_bits()) << 32 | u64::from(of))
    }

    /// The key.
    #[inline(always)]
    #[must_use]
    pub fn number(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }

    /// The index.
    #[inline(always)]
    #[must_use]
    pub fn of(self) -> u32 {
        self.0 as u32
    }

    /// Both, in order. Branch-free, because a branch would be unpredictable.
    #[inline(always)]
    #[must_use]
    pub fn sorted(self, other: Self) -> [Self; 2] {
        [Self(self.0.min(other.0)), Self(self.0.max(other.0))]
    }
}

/// The three lowest lanes of a mask that is not zero, and the mask of the other lanes.
///
/// The lane with the smallest key comes first; missing lanes compare greater than all others. Branch-free for up to
/// three lanes, the usual case: a branch on their number would be unpredictable.
///
/// ```
/// use carom_math::lanes::{by_rank, each};
/// let distances = [9., 5., 1., 2., 7., 3., 8., 4.];
/// let names = [10, 11, 12, 13, 14, 15, 16, 17];
/// let ([first, ..], others) = by_rank(&distances, &names, 0b1110_0010); // lanes 1, 5, 6 and 7
/// assert_eq!((first.number(), first.of()), (3., 15)); // of lanes 1, 5 and 6
/// assert!(each(others).eq([7]));
/// ```
#[inline(always)]
#[must_use]
pub fn by_rank(numbers: &[f32; LANES], of: &[u32; LANES], lanes: u64) -> ([Ranked; 3], u64) {
    let rank = |lanes: u64| {
        let lane = lanes.trailing_zeros() as usize % LANES;
        let missing = u64::from(lanes == 0).wrapping_neg();
        Ranked(Ranked::new(numbers[lane], of[lane]).0 | missing)
    };
    let after = |lanes: u64| lanes & lanes.wrapping_sub(1);
    let (second, third) = (after(lanes), after(after(lanes)));
    let [first, other] = rank(lanes).sorted(rank(second));
    let [first, another] = first.sorted(rank(third));
    ([first, other, another], after(third))
}

/// The lanes of a mask, lowest first.
///
/// ```
/// use carom_math::lanes::each;
/// assert!(each(0b1001_0010).eq([1, 4, 7]));
/// ```
#[inline(always)]
pub fn each(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        lane
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_compute_what_numbers_compute() {
        let random = &mut fastrand::Rng::with_seed(1);
        for _ in 0..100 {
            let mut numbers = || [0; 3].map(|_| [0; LANES].map(|_| random.f32() * 8.0 - 4.0));
            let (a, b) = (numbers(), numbers());
            let found: [[f32; LANES]; 15] = dispatch!(level(), simd => {
                let [v, w] = [&a, &b].map(|[x, y, z]| Vectors::load(simd, [x, y, z]));
                let Vectors { x, y, z } = v.cross(w);
                let (least, most, sum, less) = (v.min(w), v.max(w), v + w, v - w);
                let scaled = v * w.x;
                [
                    x.into(), y.into(), z.into(), v.dot(w).into(), v.squared().into(),
                    least.x.into(), least.z.into(), most.y.into(), most.z.into(), sum.x.into(),
                    sum.z.into(), less.x.into(), less.y.into(), scaled.y.into(), scaled.z.into(),
                ]
            });
            for lane in 0..LANES {
                let [v, w] = [&a, &b].map(|of| [0, 1, 2].map(|axis| of[axis][lane]));
                let expected = [
                    v[1] * w[2] - v[2] * w[1],
                    v[2] * w[0] - v[0] * w[2],
                    v[0] * w[1] - v[1] * w[0],
                    v[0] * w[0] + v[1] * w[1] + v[2] * w[2],
                    v[0] * v[0] + v[1] * v[1] + v[2] * v[2],
                    f32::min(v[0], w[0]),
                    f32::min(v[2], w[2]),
                    f32::max(v[1], w[1]),
                    f32::max(v[2], w[2]),
                    v[0] + w[0],
                    v[2] + w[2],
                    v[0] - w[0],
                    v[1] - w[1],
                    v[1] * w[0],
                    v[2] * w[0],
                ];
                assert_eq!(found.map(|lanes| lanes[lane]), expected);
            }
            let sums: [[f32; LANES]; 4] = dispatch!(level(), simd => {
                let [v, w] = [&a, &b].map(|[x, y, z]| Vectors::load(simd, [x, y, z]));
                [(v + w).y.into(), (v - w).z.into(), (v * w.z).x.into(), Vectors::splat(simd, [1.0, 2.0, 3.0]).y.into()]
            });
            for lane in 0..LANES {
                let expected = [
                    a[1][lane] + b[1][lane],
                    a[2][lane] - b[2][lane],
                    a[0][lane] * b[2][lane],
                    2.0,
                ];
                assert_eq!(sums.map(|lanes| lanes[lane]), expected);
            }
        }
    }

    #[test]
    fn the_three_lowest_lanes_are_ranked_and_the_others_left() {
        let random = &mut fastrand::Rng::with_seed(2);
        for mask in 1..256_u64 {
            let numbers = [0; LANES].map(|_| random.f32());
            let of = [0; LANES].map(|_| random.u32(..));
            let (ranked, others) = by_rank(&numbers, &of, mask);
            let lanes = || each(mask);
            assert!(each(others).eq(lanes().skip(3)));
            assert_eq!(lanes().count(), mask.count_ones() as usize);
            assert!(lanes().all(|lane| mask >> lane & 1 == 1));
            let lowest = || lanes().take(3);
            let least = lowest()
                .map(|lane| numbers[lane])
                .fold(f32::INFINITY, f32::min);
            assert_eq!(ranked[0].number(), least);
            let count = lowest().count();
            for lane in lowest() {
                let is_it = |one: &Ranked| (one.number(), one.of()) == (numbers[lane], of[lane]);
                assert!(ranked[..count].iter().any(is_it));
            }
            assert!(ranked[count..].iter().all(|missing| missing.0 == u64::MAX));
        }
        assert_eq!(each(0).count(), 0);
    }
}
