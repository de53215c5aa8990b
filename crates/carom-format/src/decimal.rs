//! Numbers as text: kept as they are written, and rounded once, when the precision is known.

use crate::place::Place;
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
    /// The number of a JSON value; an error with the type of the value if it is none.
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

    /// The number in double precision; infinite if it is too large.
    pub(crate) fn to_f64(self) -> f64 {
        self.0.parse().unwrap_or(f64::INFINITY)
    }

    /// A whole number of a type of 32 bits.
    pub(crate) fn read_whole<T>(&self, place: impl fmt::Display) -> Result<T, String>
    where
        T: TryFrom<i64>,
    {
        // Whole numbers of 32 bits are exact in double precision, however they are written.
        let number = self.to_f64();
        let whole = (number.fract() == 0.0).then_some(number as i64);
        let whole = whole.and_then(|whole| T::try_from(whole).ok());
        whole.ok_or_else(|| {
            let text = self.0;
            format!("{place} must be a whole number in the range of precision i32, not {text}")
        })
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

/// The coordinates of a point, and their count; of more than three coordinates the first three.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a> {
    values: [Decimal<'a>; 3],
    pub(crate) count: usize,
}

impl Numbers<'_> {
    /// The point; the caller has checked that the count is the dimension.
    pub(crate) fn read<V: Vector>(&self, place: Place) -> Result<V, String> {
        let mut coordinates = [0.0; 3];
        for (coordinate, number) in coordinates.iter_mut().zip(&self.values).take(V::DIM) {
            *coordinate = number.read::<V::Scalar>(place)?.to_f64();
        }
        Ok(V::from_f64(coordinates))
    }
}

impl Numbers<'_> {
    /// The coordinates, at most three.
    pub(crate) fn coordinates(&self) -> &[Decimal<'_>] {
        &self.values[..self.count.min(3)]
    }

    /// All coordinates in double precision; of more than three, zeros for the rest.
    pub(crate) fn to_f64(self, place: impl fmt::Display) -> Result<Vec<f64>, String> {
        let numbers = self.values.iter().take(self.count);
        let mut numbers = numbers
            .map(|number| match number.0.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(format!("{place} is beyond the range of its precision")),
            })
            .collect::<Result<Vec<f64>, String>>()?;
        numbers.resize(self.count, 0.0);
        Ok(numbers)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Numbers<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PointVisitor;
        impl<'de> Visitor<'de> for PointVisitor {
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
        deserializer.deserialize_seq(PointVisitor)
    }
}
