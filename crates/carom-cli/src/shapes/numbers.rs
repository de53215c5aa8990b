//! The numbers of a file: kept as they are written, and rounded once, when the precision is known.

use super::place::Place;
use carom::{Scalar, Vector};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// A number as it is written.
#[derive(Clone, Copy)]
pub(crate) struct Decimal<'a>(&'a str);

impl<'de: 'a, 'a> Deserialize<'de> for Decimal<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::of(<&RawValue>::deserialize(deserializer)?)
    }
}

impl<'a> Decimal<'a> {
    /// The number that was written, or what stands there instead.
    pub(crate) fn of<E: Error>(raw: &'a RawValue) -> Result<Self, E> {
        let text = raw.get();
        let other = match text.as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => return Ok(Self(text)),
            Some(b'"') => "string",
            Some(b'[') => "list",
            Some(b'{') => "object",
            Some(b't' | b'f') => "boolean",
            _ => "null",
        };
        Err(E::invalid_type(Unexpected::Other(other), &"a number"))
    }
}

impl Decimal<'_> {
    /// The nearest number of this precision.
    pub(crate) fn read<S: Scalar>(&self, place: Place) -> Result<S, String> {
        // A number rounded to `f64` and then to `f32` would be rounded twice.
        let nearest = if S::DOUBLE {
            self.0.parse()
        } else {
            self.0.parse::<f32>().map(f64::from)
        };
        match nearest {
            Ok(number) if number.is_finite() => Ok(S::from_f64(number)),
            _ => Err(place.beyond_range()),
        }
    }

    /// A number that must not be negative.
    pub(crate) fn read_radius<S: Scalar>(&self, place: Place) -> Result<S, String> {
        let radius = self.read::<S>(place)?;
        if radius < S::ZERO {
            return Err(format!("{place} is negative ({})", self.0));
        }
        Ok(radius)
    }
}

/// The coordinates of a point and how many there are; of more than three the count alone.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a> {
    values: [Decimal<'a>; 3],
    pub(crate) count: usize,
}

impl Numbers<'_> {
    /// The point; that there are as many numbers as dimensions has been checked.
    pub(crate) fn read<V: Vector>(&self, place: Place) -> Result<V, String> {
        let mut coordinates = [0.0; 3];
        for (coordinate, number) in coordinates.iter_mut().zip(&self.values).take(V::DIM) {
            *coordinate = number.read::<V::Scalar>(place)?.to_f64();
        }
        Ok(V::from_f64(coordinates))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Numbers<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Numbers<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a point of two or three numbers")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Numbers<'de>, A::Error> {
                let mut numbers = Numbers {
                    values: [Decimal("0"); 3],
                    count: 0,
                };
                while let Some(value) = seq.next_element()? {
                    if let Some(place) = numbers.values.get_mut(numbers.count) {
                        *place = value;
                    }
                    numbers.count += 1;
                }
                Ok(numbers)
            }
        }
        deserializer.deserialize_seq(Reader)
    }
}
