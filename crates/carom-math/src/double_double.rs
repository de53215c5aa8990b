//! Double-double arithmetic: numbers with about 106 significant bits, each the unevaluated sum of two `f64`.
//!
//! Queries in `f64` fall back to it where double precision leaves a doubt. Sums and products have a relative error of
//! about 2⁻¹⁰⁴ (Dekker 1971; Knuth, *The Art of Computer Programming* 4.2.2). The range is that of `f64`, so numbers
//! must be near 1, as those in the frame of a pair are.
//!
//! Inlined for speed, but not in wasm, where size counts: a page of the playground would be a sixth larger.

mod normal;

pub use normal::Normal;

use crate::lanes::{LANES, Simd, SimdInto, f32x8};
use crate::vector::{Scalar, Vector, sealed};
use core::fmt;
use core::ops::{Add, AddAssign, Div, Index, Mul, Neg, Sub, SubAssign};

/// A double-double number: `high + low`, where `low` is at most half a unit in the last place of `high`.
///
/// ```
/// use carom_math::{Scalar, double_double::DoubleDouble};
/// let one = DoubleDouble::ONE;
/// let tiny = DoubleDouble::from(1e-25);
/// assert_eq!(((one + tiny) - one).to_f64(), 1e-25); // lost in f64
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

/// `a + b`, and its rounding error, exactly (Knuth's TwoSum).
///
/// ```
/// use carom_math::double_double::two_sum;
/// assert_eq!(two_sum(1e20, 3.0), (1e20, 3.0)); // the sum does not hold the 3
/// assert_eq!(two_sum(1.5, 2.0), (3.5, 0.0));
/// ```
#[inline]
#[must_use]
pub fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// `a · b`, and its rounding error, exactly (Dekker's TwoProduct).
///
/// ```
/// use carom_math::double_double::two_product;
/// let x = 1.0 + f64::EPSILON; // squared: 1 + 2 EPSILON + EPSILON²
/// assert_eq!(two_product(x, x), (1.0 + 2.0 * f64::EPSILON, f64::EPSILON * f64::EPSILON));
/// ```
#[must_use]
#[cfg_attr(not(target_family = "wasm"), inline)]
pub fn two_product(a: f64, b: f64) -> (f64, f64) {
    Halved::of_any(a).times(Halved::of_any(b))
}

/// A number split into two halves of 26 bits, with exact products (Dekker).
///
/// ```
/// use carom_math::double_double::Halved;
/// let a = Halved::of(134_217_729.0); // 2²⁷ + 1
/// let (product, error) = a.times(a); // 2⁵⁴ + 2²⁸, and the 1 that does not fit
/// assert_eq!((product, error), (a.whole * a.whole, 1.0));
/// ```
#[derive(Clone, Copy)]
pub struct Halved {
    /// The number itself.
    pub whole: f64,
    high: f64,
    low: f64,
}

impl Halved {
    /// Splits a number of at most 1e290 in magnitude.
    #[inline(always)]
    #[must_use]
    pub fn of(whole: f64) -> Self {
        const SPLIT: f64 = 134_217_729.0;
        let c = SPLIT * whole;
        let high = c - (c - whole);
        let low = whole - high;
        Self { whole, high, low }
    }

    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn of_any(whole: f64) -> Self {
        // 2²⁷ times a number near the largest overflows: a scaled one is split instead.
        const SMALLER: f64 = 3.725_290_298_461_914e-9;
        if whole.abs() > 1e290 {
            let Self { high, low, .. } = Self::of(whole * SMALLER);
            let (high, low) = (high / SMALLER, low / SMALLER);
            return Self { whole, high, low };
        }
        Self::of(whole)
    }

    /// The product, and its rounding error, exactly.
    #[inline(always)]
    #[must_use]
    pub fn times(self, other: Self) -> (f64, f64) {
        let product = self.whole * other.whole;
        let crossed = (self.high * other.high - product) + self.high * other.low;
        let low = (crossed + self.low * other.high) + self.low * other.low;
        (product, low)
    }
}

impl DoubleDouble {
    /// The sum of two numbers, of which the second is much smaller (Dekker's FastTwoSum).
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn sum(high: f64, low: f64) -> Self {
        let sum = high + low;
        if !sum.is_finite() {
            return Self {
                high: sum,
                low: 0.0,
            };
        }
        Self {
            high: sum,
            low: low - (sum - high),
        }
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn add(self, other: Self) -> Self {
        let (high, rest) = two_sum(self.high, other.high);
        let (low, least) = two_sum(self.low, other.low);
        let first = Self::sum(high, rest + low);
        Self::sum(first.high, first.low + least)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn neg(self) -> Self {
        Self {
            high: -self.high,
            low: -self.low,
        }
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn mul(self, other: Self) -> Self {
        let (high, rest) = two_product(self.high, other.high);
        Self::sum(high, rest + (self.high * other.low + self.low * other.high))
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    /// Long division with three digits, each an `f64`.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        if !first.is_finite() || first == 0.0 {
            return Self::from(first);
        }
        let rest = self - other * Self::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Self::from(second);
        let third = rest.high / other.high;
        Self::sum(first, second) + Self::from(third)
    }
}

impl AddAssign for DoubleDouble {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for DoubleDouble {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl From<f64> for DoubleDouble {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl fmt::Display for DoubleDouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} + {:e}", self.high, self.low)
    }
}

impl sealed::Sealed for DoubleDouble {}
impl sealed::Lanes for DoubleDouble {
    fn differences<S: Simd>(simd: S, of: &[Self; LANES], from: Self, scale: f64) -> f32x8<S> {
        of.map(|x| ((x - from).to_f64() * scale) as f32)
            .simd_into(simd)
    }
}
impl Scalar for DoubleDouble {
    const ZERO: Self = Self {
        high: 0.0,
        low: 0.0,
    };
    const HALF: Self = Self {
        high: 0.5,
        low: 0.0,
    };
    const ONE: Self = Self {
        high: 1.0,
        low: 0.0,
    };
    const EPSILON: Self = Self {
        high: f64::EPSILON * f64::EPSILON,
        low: 0.0,
    };
    const MAX: Self = Self {
        high: f64::MAX,
        low: 0.0,
    };
    const INFINITY: Self = Self {
        high: f64::INFINITY,
        low: 0.0,
    };
    const DOUBLE: bool = false;

    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn from_f64(value: f64) -> Self {
        Self::from(value)
    }
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn to_f64(self) -> f64 {
        self.high
    }
    /// One Newton step from `x`, the `f64` root: `x + (a − x²) / 2x`.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn sqrt(self) -> Self {
        let root = Scalar::sqrt(self.high);
        if !(root > 0.0 && root.is_finite()) {
            return Self::from(root);
        }
        let rest = self - Self::from(root) * Self::from(root);
        Self::sum(root, rest.high / (2.0 * root))
    }
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn abs(self) -> Self {
        if self.high < 0.0 { -self } else { self }
    }
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn is_finite(self) -> bool {
        self.high.is_finite()
    }
    fn power_of_two(self) -> Self {
        Self::from(self.high.power_of_two())
    }
}

/// A vector of `D` double-double coordinates.
///
/// ```
/// use carom_math::{Scalar, Vector, double_double::VecDD};
/// let v = VecDD::<3>::from_f64([3., 4., 0.]);
/// assert_eq!(v.length().to_f64(), 5.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VecDD<const D: usize>([DoubleDouble; D]);

// Loops: of `array::map` the compiler calls each closure out of line.
impl<const D: usize> VecDD<D> {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn each(mut self, f: impl Fn(DoubleDouble) -> DoubleDouble) -> Self {
        for x in &mut self.0 {
            *x = f(*x);
        }
        self
    }
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn with(mut self, other: Self, f: impl Fn(DoubleDouble, DoubleDouble) -> DoubleDouble) -> Self {
        for (x, y) in self.0.iter_mut().zip(other.0) {
            *x = f(*x, y);
        }
        self
    }
}

impl<const D: usize> Default for VecDD<D> {
    fn default() -> Self {
        Self([DoubleDouble::ZERO; D])
    }
}

impl<const D: usize> Add for VecDD<D> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn add(self, other: Self) -> Self {
        self.with(other, |x, y| x + y)
    }
}

impl<const D: usize> Sub for VecDD<D> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |x, y| x - y)
    }
}

impl<const D: usize> Neg for VecDD<D> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn neg(self) -> Self {
        self.each(|x| -x)
    }
}

impl<const D: usize> Mul<DoubleDouble> for VecDD<D> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn mul(self, factor: DoubleDouble) -> Self {
        self.each(|x| x * factor)
    }
}

impl<const D: usize> Mul<VecDD<D>> for DoubleDouble {
    type Output = VecDD<D>;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn mul(self, vector: VecDD<D>) -> VecDD<D> {
        vector * self
    }
}

impl<const D: usize> Div<DoubleDouble> for VecDD<D> {
    type Output = Self;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn div(self, divisor: DoubleDouble) -> Self {
        self.each(|x| x / divisor)
    }
}

impl<const D: usize> AddAssign for VecDD<D> {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const D: usize> SubAssign for VecDD<D> {
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<const D: usize> Index<usize> for VecDD<D> {
    type Output = DoubleDouble;
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn index(&self, index: usize) -> &DoubleDouble {
        &self.0[index]
    }
}

impl<const D: usize> sealed::Sealed for VecDD<D> {}

macro_rules! implement_dimension {
    ($dimension:literal, $double:ident, $cross:expr, $orthogonal:expr) => {
        impl Vector for VecDD<$dimension> {
            type Scalar = DoubleDouble;
            type Double = glam::$double;
            type Exact = Self;
            const DIM: usize = $dimension;
            const ZERO: Self = Self([DoubleDouble::ZERO; $dimension]);

            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn splat(value: DoubleDouble) -> Self {
                Self([value; $dimension])
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn from_f64(coordinates: [f64; 3]) -> Self {
                Self(core::array::from_fn(|i| DoubleDouble::from(coordinates[i])))
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn to_f64(self) -> [f64; 3] {
                core::array::from_fn(|i| self.0.get(i).map_or(0.0, |x| x.to_f64()))
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn to_double(self) -> Self::Double {
                Vector::from_f64(self.to_f64())
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn from_double(double: Self::Double) -> Self {
                Self::from_f64(Vector::to_f64(double))
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn dot(self, rhs: Self) -> DoubleDouble {
                let products = self.with(rhs, |x, y| x * y).0;
                products
                    .into_iter()
                    .fold(DoubleDouble::ZERO, |sum, x| sum + x)
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn min(self, rhs: Self) -> Self {
                self.with(rhs, Scalar::min)
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn max(self, rhs: Self) -> Self {
                self.with(rhs, Scalar::max)
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn abs(self) -> Self {
                self.each(Scalar::abs)
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn max_element(self) -> DoubleDouble {
                self.0
                    .into_iter()
                    .fold(-DoubleDouble::INFINITY, Scalar::max)
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn is_finite(self) -> bool {
                self.0.iter().all(|x| x.is_finite())
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn any_orthogonal_vector(self) -> Self {
                $orthogonal(self.0)
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn wedge_dot(a: Self, b: Self, c: Self, d: Self) -> DoubleDouble {
                let cross: fn([DoubleDouble; $dimension], [DoubleDouble; $dimension]) -> _ = $cross;
                let (left, right) = (cross(a.0, b.0), cross(c.0, d.0));
                let products = left.into_iter().zip(right).map(|(x, y)| x * y);
                products.fold(DoubleDouble::ZERO, |sum, x| sum + x)
            }
            #[cfg_attr(not(target_family = "wasm"), inline)]
            fn crossing_axes(u: Self, v: Self) -> [Self; 2] {
                if $dimension == 2 {
                    return [u.any_orthogonal_vector(), v.any_orthogonal_vector()];
                }
                let cross: fn([DoubleDouble; $dimension], [DoubleDouble; $dimension]) -> _ = $cross;
                let cross = cross(u.0, v.0);
                let axis = core::array::from_fn(|i| cross.get(i).copied().unwrap_or_default());
                [Self(axis), Self::ZERO]
            }
        }
    };
}

implement_dimension!(
    2,
    DVec2,
    |[a, b], [c, d]| [a * d - b * c],
    |[x, y]: [DoubleDouble; 2]| VecDD([-y, x])
);
implement_dimension!(
    3,
    DVec3,
    |[a, b, c], [d, e, f]| [b * f - c * e, c * d - a * f, a * e - b * d],
    |[x, y, z]: [DoubleDouble; 3]| {
        if x.abs() > y.abs() {
            VecDD([-z, DoubleDouble::ZERO, x])
        } else {
            VecDD([DoubleDouble::ZERO, z, -y])
        }
    }
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_sums_keep_bits_that_f64_loses() {
        // (2²⁷ + 1)² is 2⁵⁴ + 2²⁸ + 1, one digit more than fits.
        let a = 134_217_729.0;
        assert_eq!(two_product(a, a), (a * a, 1.0));
        assert!(two_product(1e300, 3.0).1.is_finite());
        let tiny = DoubleDouble::from(1e-25);
        assert_eq!(
            ((DoubleDouble::ONE + tiny) - DoubleDouble::ONE).to_f64(),
            1e-25
        );
    }

    #[test]
    fn roots_and_quotients_are_inverted_by_products() {
        for x in [2.0, 3.0, 0.7, 1e-3, 12345.678] {
            let x = DoubleDouble::from(x);
            let error = (x.sqrt() * x.sqrt() - x).abs().to_f64();
            assert!(error < 1e-30 * x.to_f64(), "{x}: {error}");
            let third = x / DoubleDouble::from(3.0);
            let error = (third * DoubleDouble::from(3.0) - x).abs().to_f64();
            assert!(error < 1e-30 * x.to_f64(), "{x}: {error}");
        }
    }

    #[test]
    fn clamping_turns_zero_over_zero_into_zero() {
        let nan = DoubleDouble::ZERO * (DoubleDouble::ONE / DoubleDouble::ZERO);
        assert_eq!(
            nan.clamp(DoubleDouble::ZERO, DoubleDouble::ONE),
            DoubleDouble::ZERO
        );
        assert!(!(DoubleDouble::ONE / DoubleDouble::ZERO).is_finite());
    }

    /// 128-bit integers are sums of two `f64` and have exact arithmetic.
    fn of_integer(n: i128) -> DoubleDouble {
        let high = n as f64;
        DoubleDouble::sum(high, (n - high as i128) as f64)
    }

    #[test]
    fn sums_and_products_are_those_of_integers() {
        let random = &mut fastrand::Rng::with_seed(2);
        for _ in 0..2000 {
            let [a, b] = [0; 2].map(|_| random.i128(-(1 << 100)..1 << 100));
            let [x, y] = [of_integer(a), of_integer(b)];
            let [c, d] = [0; 2].map(|_| random.i128(-(1 << 53)..1 << 53));
            let mut sum = x;
            sum += y;
            let mut difference = x;
            difference -= y;
            for (found, wanted) in [
                (x + y, a + b),
                (x - y, a - b),
                (sum, a + b),
                (difference, a - b),
                (of_integer(c) * of_integer(d), c * d),
            ] {
                let error = (found - of_integer(wanted)).abs().to_f64();
                assert!(
                    error <= 1e-31 * wanted.unsigned_abs() as f64,
                    "{found} {wanted}"
                );
            }
            assert_eq!(-x + x, DoubleDouble::ZERO);
            assert_eq!((x.abs() == x, (-x).abs() == x), (a >= 0, a >= 0 || a == 0));
            assert_eq!(x.partial_cmp(&y), a.partial_cmp(&b));
        }
    }

    #[test]
    fn quotients_and_roots_are_precise_to_the_last_digits() {
        let random = &mut fastrand::Rng::with_seed(3);
        for case in 0..2000 {
            let mut number = || {
                DoubleDouble::sum(
                    random.f64() + 0.5,
                    (random.f64() - 0.5) * f64::EPSILON * 0.5,
                )
            };
            let (x, y) = (number(), number());
            // Products with 4096 are exact.
            let y = y * DoubleDouble::from([1.0, 4096.0][case % 2]);
            let rest = |found: DoubleDouble, of: DoubleDouble| (found - of).abs().to_f64();
            assert!(rest((x / y) * y, x) < 1e-31);
            assert!(rest(x.sqrt() * x.sqrt(), x) < 1e-31);
            assert!(rest((x * y) / y, x) < 1e-31);
        }
        let [zero, one, inf] = [0.0, 1.0, f64::INFINITY].map(DoubleDouble::from);
        assert_eq!((zero / one, one / inf, one / zero), (zero, zero, inf));
        assert_eq!((zero.sqrt(), inf.sqrt()), (zero, inf));
        assert!(zero.abs().high.is_sign_positive());
        assert_eq!(DoubleDouble::EPSILON.to_f64(), 2.0_f64.powi(-104));
        assert!(!(-one).sqrt().is_finite() && !(zero / zero).is_finite());
    }

    #[test]
    fn products_of_large_numbers_do_not_overflow_in_between() {
        for a in [1e290, 1.1e290, 1e300, 1.7e300] {
            for b in [0.7, 1e-280, 3e-290] {
                let (high, low) = two_product(a, b);
                // The same product with the large factor scaled by an exact power of two.
                let (h, l) = two_product(a * 2.0_f64.powi(-200), b);
                let up = 2.0_f64.powi(200);
                assert_eq!((high, low), (h * up, l * up), "{a} {b}");
            }
        }
    }

    #[test]
    fn a_number_is_printed_as_its_two_parts() {
        extern crate std;
        let x = DoubleDouble::ONE + DoubleDouble::from(2.0_f64.powi(-70));
        assert_eq!(std::format!("{x}"), "1 + 8.470329472543003e-22");
    }

    #[test]
    fn vectors_compute_by_coordinates() {
        let v = VecDD::<3>::from_f64([1.0, -2.0, 4.0]);
        let w = VecDD::<3>::from_f64([0.5, 8.0, -3.0]);
        let two = DoubleDouble::from(2.0);
        let same = |found: VecDD<3>, x, y, z| assert_eq!(Vector::to_f64(found), [x, y, z]);
        same(v + w, 1.5, 6.0, 1.0);
        same(v - w, 0.5, -10.0, 7.0);
        same(-v, -1.0, 2.0, -4.0);
        same(v * two, 2.0, -4.0, 8.0);
        same(two * v, 2.0, -4.0, 8.0);
        same(v / two, 0.5, -1.0, 2.0);
        let (mut sum, mut difference) = (v, v);
        sum += w;
        difference -= w;
        same(sum, 1.5, 6.0, 1.0);
        same(difference, 0.5, -10.0, 7.0);
        assert_eq!(
            (v[0].to_f64(), v[1].to_f64(), v[2].to_f64()),
            (1.0, -2.0, 4.0)
        );
        assert_eq!(VecDD::<3>::default(), VecDD::<3>::ZERO);
        assert_eq!(DoubleDouble::from(-5.0).power_of_two().to_f64(), 4.0);
        // The low part decides what the high parts leave open.
        let tiny = DoubleDouble::from(1e-25);
        let of = [DoubleDouble::ONE + tiny; LANES];
        let found: [f32; LANES] = crate::lanes::dispatch!(crate::lanes::level(), simd => {
            sealed::Lanes::differences(simd, &of, DoubleDouble::ONE, 4.0).into()
        });
        assert_eq!(found, [4e-25; LANES]);
        let (a, b) = (
            VecDD::<2>::from_f64([1.0, 2.0, 0.0]),
            VecDD::<2>::from_f64([3.0, 4.0, 0.0]),
        );
        assert_eq!(Vector::wedge_dot(a, b, b, a).to_f64(), -4.0);
    }
}
