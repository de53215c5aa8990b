//! Errors of computing a convex hull.

use core::fmt;

/// Why points have no [`Polytope`](crate::Polytope).
///
/// ```
/// use carom::{Polytope, PolytopeError, glam::{Vec2, vec2}};
/// let error = Polytope::new(&[Vec2::ZERO, vec2(f32::NAN, 0.)]).unwrap_err();
/// assert_eq!(error, PolytopeError::NotFinite { point: 1 });
/// assert_eq!(error.to_string(), "point 1 is not finite");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolytopeError {
    /// There are no points.
    NoPoints,
    /// There are more points than 32 bits count.
    TooManyPoints,
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The number of the point in the list.
        point: usize,
    },
}

impl fmt::Display for PolytopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPoints => f.write_str("there are no points"),
            Self::TooManyPoints => f.write_str("there are more than 2^32 - 1 points"),
            Self::NotFinite { point } => write!(f, "point {point} is not finite"),
        }
    }
}

impl core::error::Error for PolytopeError {}
