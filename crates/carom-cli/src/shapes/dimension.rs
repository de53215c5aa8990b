//! Whether a file or a question is 2D or 3D, and who says so.

use super::numbers::Numbers;
use super::place::Place;
use carom::Vector;
use std::fmt;

/// The first thing of it that is 2D or 3D: the rest must be the same.
#[derive(Clone, Copy)]
pub(crate) struct Dimension {
    place: Place,
    count: usize,
    /// It is 3D by its kind, whatever numbers it has.
    by_kind: bool,
}

impl Dimension {
    /// That of a point.
    pub(crate) fn of_point(place: Place, numbers: &Numbers<'_>) -> Self {
        Self {
            place,
            count: numbers.count,
            by_kind: false,
        }
    }

    /// That of a kind of shape that exists in 3D only.
    pub(crate) fn of_space(place: Place) -> Self {
        Self {
            place,
            count: 3,
            by_kind: true,
        }
    }

    /// Whether it is 2D; neither 2D nor 3D is an error.
    pub(crate) fn is_flat(&self) -> Result<bool, String> {
        match self.count {
            2 => Ok(true),
            3 => Ok(false),
            _ => Err(format!("{self}, not 2 or 3")),
        }
    }

    /// A point of it.
    pub(crate) fn point<V: Vector>(
        &self,
        place: Place,
        numbers: &Numbers<'_>,
    ) -> Result<V, String> {
        if numbers.count != V::DIM {
            let point = Self::of_point(place, numbers);
            point.is_flat()?;
            return Err(self.mixed(&point));
        }
        numbers.read(place)
    }

    /// The error of what is both.
    pub(crate) fn mixed(&self, other: &Self) -> String {
        format!("{self} and {other}: all must be 2D or all 3D")
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.by_kind {
            write!(f, "{} is 3D", self.place)
        } else {
            write!(f, "{} has {} numbers", self.place, self.count)
        }
    }
}
