//! Errors of building a polygon.

use core::fmt;

/// Why a polygon cannot be built: the first fault found. Rings and points are counted from 0, ring 0 is the outline, ring
/// 1 the first hole; a side has the number of its first point.
///
/// ```
/// use carom::{glam::vec2, polygon::{Polygon, PolygonError}};
/// let bow_tie = [vec2(0., 0.), vec2(2., 2.), vec2(2., 0.), vec2(0., 2.)];
/// let error = Polygon::new(&bow_tie, &[]).unwrap_err();
/// assert_eq!(error, PolygonError::Crossing { sides: [[0, 0], [0, 2]] });
/// assert_eq!(error.to_string(), "side 0 of the outline crosses side 2 of the outline");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolygonError {
    /// A ring has fewer than three different points in a row.
    TooFewPoints {
        /// The number of the ring.
        ring: usize,
        /// The number of its points, without repetitions.
        points: usize,
    },
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The number of the ring.
        ring: usize,
        /// The number of the point in it.
        point: usize,
    },
    /// More than 2³⁰ points.
    TooManyPoints,
    /// A point is at the same place as another point, or on another side, of the same ring or another.
    Touching {
        /// The ring and the point.
        point: [usize; 2],
        /// The ring, and the other point or the side.
        other: [usize; 2],
    },
    /// Two sides cross, of one ring or of two.
    Crossing {
        /// The ring and the number of each side, the lower ones first.
        sides: [[usize; 2]; 2],
    },
    /// A hole is outside of the outline.
    HoleOutside {
        /// The number of its ring.
        ring: usize,
    },
    /// A hole is in another hole.
    HoleInHole {
        /// The number of its ring.
        ring: usize,
        /// The number of the ring around it.
        around: usize,
    },
}

/// A ring in a message.
struct Ring(usize);

impl fmt::Display for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => write!(f, "the outline"),
            ring => write!(f, "hole {}", ring - 1),
        }
    }
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooFewPoints { ring, points } => {
                let ring = Ring(ring);
                write!(f, "{ring} needs three points, but has {points}")
            }
            Self::NotFinite { ring, point } => {
                write!(f, "point {point} of {} is not finite", Ring(ring))
            }
            Self::TooManyPoints => write!(f, "the polygon has more than 2^30 points"),
            Self::Touching {
                point: [ring, point],
                other: [other, at],
            } => {
                let (ring, other) = (Ring(ring), Ring(other));
                write!(
                    f,
                    "point {point} of {ring} touches {other} at its point or side {at}"
                )
            }
            Self::Crossing {
                sides: [[ring, side], [other, at]],
            } => {
                let (ring, other) = (Ring(ring), Ring(other));
                write!(f, "side {side} of {ring} crosses side {at} of {other}")
            }
            Self::HoleOutside { ring } => write!(f, "{} is outside of the outline", Ring(ring)),
            Self::HoleInHole { ring, around } => {
                write!(f, "{} is in {}", Ring(ring), Ring(around))
            }
        }
    }
}

impl core::error::Error for PolygonError {}
