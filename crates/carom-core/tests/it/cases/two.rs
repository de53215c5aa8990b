//! Double-double test arithmetic: numbers of twice the precision of `f64`, the reference for `f64`.

use std::ops::{Add, Div, Mul, Sub};

/// `f64`, or [`Two`] of them.
pub(crate) trait Real:
    Copy
    + PartialEq
    + PartialOrd
    + From<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    fn root(self) -> Self;
    fn f64(self) -> f64;
    fn lesser(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
    fn greater(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Real for f64 {
    fn root(self) -> Self {
        self.sqrt()
    }
    fn f64(self) -> f64 {
        self
    }
}

/// high + low, the low one at most half a unit in the last place of the high one: 106 bits.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Two {
    high: f64,
    low: f64,
}

/// a + b and its rounding error (Knuth).
fn sum(a: f64, b: f64) -> Two {
    let high = a + b;
    let part = high - a;
    let low = (a - (high - part)) + (b - part);
    Two {
        high,
        low: if high.is_finite() { low } else { 0.0 },
    }
}

impl From<f64> for Two {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Add for Two {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (sum(self.high, other.high), sum(self.low, other.low));
        let first = sum(high.high, high.low + low.high);
        sum(first.high, first.low + low.low)
    }
}

impl Sub for Two {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + Self {
            high: -other.high,
            low: -other.low,
        }
    }
}

impl Mul for Two {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let high = self.high * other.high;
        let rest = f64::mul_add(self.high, other.high, -high);
        sum(high, rest + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Two {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * Self::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Self::from(second);
        sum(first, second) + Self::from(rest.high / other.high)
    }
}

impl Real for Two {
    fn root(self) -> Self {
        if self.high <= 0.0 {
            return Self::from(0.0);
        }
        let first = Self::from(self.high.sqrt());
        let rest = self - first * first;
        first + Self::from(rest.high / (2.0 * first.high))
    }
    fn f64(self) -> f64 {
        self.high + self.low
    }
}
