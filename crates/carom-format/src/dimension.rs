//! Whether a file or a query is 2D or 3D, and the place that decides it.

use crate::decimal::Numbers;
use crate::place::Place;
use carom::Vector;
use std::fmt;

/// The first place that is 2D or 3D: all others must be the same.
#[derive(Clone, Copy)]
pub(crate) struct Dimension {
    place: Place,
    count: usize,
    /// It is 3D by its kind, not by its numbers.
    by_kind: bool,
}

impl Dimension {
    /// The dimension of a point.
    pub(crate) fn of_point(place: Place, numbers: &Numbers<'_>) -> Self {
        Self {
            place,
            count: numbers.count,
            by_kind: false,
        }
    }

    /// The dimension of a kind of shape that exists only in 3D.
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

    /// A point of this dimension.
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

    /// The error of a mixture.
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
