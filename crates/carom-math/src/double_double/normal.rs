//! The normal of a plane through points in double precision.

use super::{DoubleDouble, Halved, two_sum};
use crate::vector::Scalar;

/// The cross product of two vectors of finite numbers below 1e140.
///
/// The same bits as with [`VecDD`](super::VecDD), in a third of the instructions: each number is split once, and no sum
/// is checked for overflow.
///
/// ```
/// use carom_math::double_double::Normal;
/// let normal = Normal::across([3., 0., 0.], [1., 4., 0.]);
/// assert_eq!((normal.to_f64(), normal.length(), normal.dot([5., 5., 2.])), ([0., 0., 12.], 12., 24.));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normal([DoubleDouble; 3]);

impl Normal {
    /// The cross product of `u` and `v`.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[must_use]
    pub fn across([a, b, c]: [f64; 3], [d, e, f]: [f64; 3]) -> Self {
        let [a, b, c] = [Halved::of(a), Halved::of(b), Halved::of(c)];
        let [d, e, f] = [Halved::of(d), Halved::of(e), Halved::of(f)];
        Self([
            difference(product(b, f), product(c, e)),
            difference(product(c, d), product(a, f)),
            difference(product(a, e), product(b, d)),
        ])
    }

    /// The coordinates, rounded.
    #[must_use]
    pub fn to_f64(self) -> [f64; 3] {
        let [x, y, z] = self.0;
        [x.high, y.high, z.high]
    }

    /// The length, rounded.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[must_use]
    pub fn length(self) -> f64 {
        let [x, y, z] = self.0;
        let squares = added(added(square(x), square(y)), square(z));
        squares.sqrt().to_f64()
    }

    /// The dot product with a vector of finite numbers, rounded.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[must_use]
    pub fn dot(self, [a, b, c]: [f64; 3]) -> f64 {
        let [x, y, z] = self.0;
        added(added(scaled(x, a), scaled(y, b)), scaled(z, c)).high
    }
}

/// [`DoubleDouble::sum`] of finite numbers.
#[inline(always)]
fn sum(high: f64, low: f64) -> DoubleDouble {
    let sum = high + low;
    DoubleDouble {
        high: sum,
        low: low - (sum - high),
    }
}

#[inline(always)]
fn added(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let (high, rest) = two_sum(a.high, b.high);
    let (low, least) = two_sum(a.low, b.low);
    let first = sum(high, rest + low);
    sum(first.high, first.low + least)
}

#[inline(always)]
fn difference(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    added(a, -b)
}

/// The product of two numbers in double precision. The products with their low parts, 0, decide the sign of a zero.
#[inline(always)]
fn product(x: Halved, y: Halved) -> DoubleDouble {
    let (high, rest) = x.times(y);
    sum(high, rest + (x.whole * 0.0 + 0.0 * y.whole))
}

#[inline(always)]
fn square(x: DoubleDouble) -> DoubleDouble {
    let half = Halved::of(x.high);
    let (high, rest) = half.times(half);
    sum(high, rest + (x.high * x.low + x.low * x.high))
}

/// The product with a number in double precision.
#[inline(always)]
fn scaled(x: DoubleDouble, y: f64) -> DoubleDouble {
    let (high, rest) = Halved::of(x.high).times(Halved::of(y));
    sum(high, rest + (x.high * 0.0 + x.low * y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::double_double::VecDD;
    use crate::vector::Vector;

    #[test]
    fn the_bits_are_those_of_double_double_vectors() {
        let random = &mut fastrand::Rng::with_seed(8);
        for i in 0..20_000 {
            let mut number = || match random.u8(0..6) {
                0 => 0.0,
                1 => -0.0,
                2 => f64::from(random.i32(-3..=3)),
                3 => (random.f64() - 0.5) * 1e-160,
                _ => (random.f64() - 0.5) * 4.0,
            };
            let mut vector = || [number(), number(), number()];
            let (u, v, p) = (vector(), vector(), vector());
            let v = if i % 5 == 0 { u.map(|x| x * 1.5) } else { v };
            let exact = VecDD::<3>::from_f64;
            let [wanted, _] = Vector::crossing_axes(exact(u), exact(v));
            let found = Normal::across(u, v);
            let bits = |v: [f64; 3]| v.map(f64::to_bits);
            assert_eq!(bits(found.to_f64()), bits(Vector::to_f64(wanted)));
            let length = Vector::length(wanted).to_f64();
            assert_eq!(found.length().to_bits(), length.to_bits());
            let dot = Vector::dot(wanted, exact(p)).to_f64();
            assert_eq!(found.dot(p), dot, "{u:?} {v:?} {p:?}");
        }
    }
}
