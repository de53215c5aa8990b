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
    /// It is 2D or 3D by its kind, not by its numbers.
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

    /// The dimension of a kind of shape that exists only in 2D.
    pub(crate) fn of_plane(place: Place) -> Self {
        Self {
            count: 2,
            ..Self::of_space(place)
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
        self.check(place, numbers, V::DIM)?;
        numbers.read(place)
    }

    /// A point of this dimension with whole coordinates.
    pub(crate) fn whole_point<const D: usize>(
        &self,
        place: Place,
        numbers: &Numbers<'_>,
    ) -> Result<[i32; D], String> {
        self.check(place, numbers, D)?;
        let mut point = [0; D];
        for (i, (whole, number)) in point.iter_mut().zip(numbers.coordinates()).enumerate() {
            *whole = number.read_whole(format_args!("{place}[{i}]"))?;
        }
        Ok(point)
    }

    /// Checks that a point has this many numbers.
    fn check(&self, place: Place, numbers: &Numbers<'_>, count: usize) -> Result<(), String> {
        if numbers.count == count {
            return Ok(());
        }
        let point = Self::of_point(place, numbers);
        point.is_flat()?;
        Err(self.mixed(&point))
    }

    /// The error of a surface where a convex shape is needed, or a 2D one where 3D is; `count` is its dimension.
    pub(crate) fn not_convex(&self, place: Place, count: usize, wanted: usize) -> String {
        if count == wanted {
            return format!("{place} is not convex, as a shape here must be");
        }
        self.mixed(&Self {
            count,
            ..Self::of_space(place)
        })
    }

    /// The error of a mixture.
    pub(crate) fn mixed(&self, other: &Self) -> String {
        format!("{self} and {other}: all must be 2D or all 3D")
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.by_kind {
            write!(f, "{} is {}D", self.place, self.count)
        } else {
            write!(f, "{} has {} numbers", self.place, self.count)
        }
    }
}
