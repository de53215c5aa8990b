//! Errors of pool tables and shots.

use core::fmt;

/// Why a pool table cannot be made, or a shot cannot be played; names the first bad value.
///
/// ```
/// use carom::billiards::{BilliardsError, PoolBall, PoolSetup, PoolTable};
/// use carom::glam::dvec2;
/// let balls = [0.50, 0.53].map(|x| PoolBall::at(dvec2(x, 1.))).to_vec();
/// let error = PoolTable::new(&PoolSetup { balls, ..PoolSetup::default() }).unwrap_err();
/// assert!(matches!(error, BilliardsError::Overlap { ball: 0, other: 1, .. }));
/// assert!(error.to_string().starts_with("balls 0 and 1 overlap by 0.027"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BilliardsError {
    /// The setup has no balls.
    NoBalls,
    /// The setup has more balls than [`MAX_BALLS`](super::MAX_BALLS).
    TooManyBalls {
        /// Their number.
        count: usize,
    },
    /// A property of a ball is out of range.
    Ball {
        /// The ball's number.
        ball: usize,
        /// Name of the property.
        what: &'static str,
        /// Condition that the property must meet.
        must: &'static str,
    },
    /// Two balls overlap.
    Overlap {
        /// The lower number.
        ball: usize,
        /// The higher number.
        other: usize,
        /// Penetration depth, m.
        depth: f64,
    },
    /// A ball is outside the cushions, overlaps one, or has its center above a pocket.
    Outside {
        /// The ball's number.
        ball: usize,
        /// Description of the fault.
        what: &'static str,
    },
    /// A dimension of the table is out of range.
    Spec {
        /// Name of the dimension.
        what: &'static str,
        /// Condition that the dimension must meet.
        must: &'static str,
    },
    /// A property of the cue or of a collision model is out of range.
    Model {
        /// Name of the property.
        what: &'static str,
        /// Condition that the property must meet.
        must: &'static str,
    },
    /// A value of a shot is out of range.
    Shot {
        /// Number of the shot in the list; 0 for a single shot.
        shot: usize,
        /// Name of the value.
        what: &'static str,
        /// Condition that the value must meet.
        must: &'static str,
    },
}

impl fmt::Display for BilliardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBalls => write!(f, "there is no ball"),
            Self::TooManyBalls { count } => {
                write!(f, "{count} balls are more than {}", super::MAX_BALLS)
            }
            Self::Ball { ball, what, must } => {
                write!(f, "the {what} of ball {ball} must be {must}")
            }
            Self::Overlap { ball, other, depth } => {
                write!(f, "balls {ball} and {other} overlap by {depth} m")
            }
            Self::Outside { ball, what } => write!(f, "ball {ball} {what}"),
            Self::Spec { what, must } => write!(f, "the {what} of the table must be {must}"),
            Self::Model { what, must } => write!(f, "the {what} must be {must}"),
            Self::Shot { shot, what, must } => {
                write!(f, "the {what} of shot {shot} must be {must}")
            }
        }
    }
}

impl core::error::Error for BilliardsError {}
