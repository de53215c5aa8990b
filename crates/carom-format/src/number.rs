//! Numbers as they are written: in the shortest form that reads back, in their own precision.

use carom::{Scalar, Vector};
use serde::{Serialize, Serializer};

/// A number of either precision.
///
/// ```
/// use carom_format::Number;
/// assert_eq!(serde_json::to_string(&[Number::of(0.1_f32), Number::of(0.1)])?, "[0.1,0.1]");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum Number {
    /// In single precision.
    Single(f32),
    /// In double precision.
    Double(f64),
}

impl Number {
    /// A number in its own precision.
    pub fn of<S: Scalar>(x: S) -> Self {
        let wide = x.to_f64();
        if S::DOUBLE {
            Self::Double(wide)
        } else {
            Self::Single(wide as f32)
        }
    }
}

/// A point or a direction, written as a list of its two or three numbers.
///
/// ```
/// use carom_format::Coordinates;
/// let point = Coordinates::of(glam::Vec2::new(0.5, -1.0));
/// assert_eq!(serde_json::to_string(&point)?, "[0.5,-1.0]");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Coordinates {
    numbers: [Number; 3],
    dimensions: usize,
}

impl Coordinates {
    /// The coordinates of a vector.
    pub fn of<V: Vector>(v: V) -> Self {
        let mut numbers = [Number::Single(0.0); 3];
        for (i, x) in numbers.iter_mut().enumerate().take(V::DIM) {
            *x = Number::of(v[i]);
        }
        Self {
            numbers,
            dimensions: V::DIM,
        }
    }

    /// The coordinates of a point, each clamped to the range of its precision: JSON has no infinity.
    pub fn clamped<V: Vector>(v: V) -> Self {
        let largest = V::splat(V::Scalar::MAX);
        Self::of(v.min(largest).max(-largest))
    }

    /// The numbers, two or three.
    #[must_use]
    pub fn numbers(&self) -> &[Number] {
        &self.numbers[..self.dimensions]
    }
}

impl Serialize for Coordinates {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.numbers())
    }
}
