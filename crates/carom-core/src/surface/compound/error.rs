//! Errors of building a compound.

use crate::shape::Shape;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::Vector;
use core::fmt;

/// Why a compound cannot be built: the first fault found.
///
/// ```
/// use carom::{Ball, Compound, CompoundError, glam::vec2};
/// let error = Compound::new([Ball::new(vec2(0., 0.), 1.), Ball::new(vec2(3., 0.), -1.)]).unwrap_err();
/// assert_eq!(error, CompoundError::NotValid { shape: 1 });
/// assert_eq!(error.to_string(), "shape 1 has no points or no axis, is not finite or has a negative radius");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompoundError {
    /// There are no shapes.
    Empty,
    /// More than 2³¹ shapes.
    TooManyShapes,
    /// A shape has no points, or no axis (a cylinder or cone with equal ends), or a number of it is infinite, NaN or a
    /// negative radius.
    NotValid {
        /// The index in the list of shapes.
        shape: usize,
    },
    /// A half-space, which is unbounded.
    Unbounded {
        /// The index in the list of shapes.
        shape: usize,
    },
}

impl fmt::Display for CompoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a compound needs at least one shape"),
            Self::TooManyShapes => write!(f, "the compound has more than 2^31 shapes"),
            Self::NotValid { shape } => write!(
                f,
                "shape {shape} has no points or no axis, is not finite or has a negative radius"
            ),
            Self::Unbounded { shape } => {
                write!(f, "shape {shape} is a half-space, which is unbounded")
            }
        }
    }
}

impl core::error::Error for CompoundError {}

/// The boxes around valid shapes.
pub(super) fn check<V: Vector>(shapes: &[Shape<V>]) -> Result<Vec<Aabb<V>>, CompoundError> {
    if shapes.is_empty() {
        return Err(CompoundError::Empty);
    }
    if shapes.len() > 1 << 31 {
        return Err(CompoundError::TooManyShapes);
    }
    let around = |(shape, own): (usize, &Shape<V>)| {
        if own.is_valid() {
            own.bounds().ok_or(CompoundError::Unbounded { shape })
        } else {
            Err(CompoundError::NotValid { shape })
        }
    };
    shapes.iter().enumerate().map(around).collect()
}
