//! Numbers in the shortest form that reads back, in their own precision.

use carom::{Scalar, Vector};
use serde::{Serialize, Serializer};

/// A number of either precision.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(crate) enum Number {
    Single(f32),
    Double(f64),
}

impl Number {
    pub(crate) fn of<S: Scalar>(x: S) -> Self {
        let wide = x.to_f64();
        if size_of::<S>() == size_of::<f32>() {
            Self::Single(wide as f32)
        } else {
            Self::Double(wide)
        }
    }
}

/// A point or a direction: as many numbers as it has dimensions.
#[derive(Clone, Copy)]
pub(crate) struct Coordinates {
    numbers: [Number; 3],
    dimensions: usize,
}

impl Coordinates {
    pub(crate) fn of<V: Vector>(v: V) -> Self {
        let mut numbers = [Number::Single(0.0); 3];
        for (i, x) in numbers.iter_mut().enumerate().take(V::DIM) {
            *x = Number::of(v[i]);
        }
        Self {
            numbers,
            dimensions: V::DIM,
        }
    }

    /// Its numbers, two or three.
    pub(crate) fn numbers(&self) -> &[Number] {
        &self.numbers[..self.dimensions]
    }
}

impl Serialize for Coordinates {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.numbers())
    }
}
