//! Errors of building a compound.

use crate::shape::Shape;
use crate::shape::fault::ShapeFault;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::Vector;
use core::fmt;

/// Why a compound cannot be built: the first fault found.
///
/// ```
/// use carom::{Ball, Compound, CompoundError, glam::vec2};
/// let error = Compound::new([Ball::new(vec2(0., 0.), 1.), Ball::new(vec2(3., 0.), -1.)]).unwrap_err();
/// assert!(matches!(error, CompoundError::NotValid { shape: 1, fault } if fault.field == "radius"));
/// assert_eq!(error.to_string(), "shape 1: radius is negative");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompoundError {
    /// There are no shapes.
    Empty,
    /// More than 2³¹ shapes.
    TooManyShapes,
    /// A field of a shape is not valid.
    NotValid {
        /// The index in the list of shapes.
        shape: usize,
        /// Its first field that is not valid.
        fault: ShapeFault,
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
            Self::NotValid { shape, fault } => write!(f, "shape {shape}: {fault}"),
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
        own.check()
            .map_err(|fault| CompoundError::NotValid { shape, fault })?;
        own.bounds().ok_or(CompoundError::Unbounded { shape })
    };
    shapes.iter().enumerate().map(around).collect()
}
