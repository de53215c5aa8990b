//! Errors of tables.

use core::fmt;

/// Why a table cannot be made or changed; names the first bad ball, wall or region.
///
/// ```
/// use carom::table::{Setup, Table, TableBall, TableError};
/// use carom::glam::dvec2;
/// let balls = [0., 0.9].map(|x| TableBall::new(dvec2(x, 0.), 0.5)).to_vec();
/// let error = Table::new(&Setup { balls, ..Setup::default() }).unwrap_err();
/// assert!(matches!(error, TableError::Overlap { ball: 0, other: 1, .. }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TableError {
    /// The setup has no balls.
    NoBalls,
    /// A property of a ball is out of range.
    Ball {
        /// The ball's id.
        ball: u32,
        /// Name of the property.
        what: &'static str,
        /// Condition that the property must meet.
        must: &'static str,
    },
    /// The id is in use.
    Taken {
        /// The id.
        ball: u32,
    },
    /// There is no ball with this id.
    NoSuchBall {
        /// The id.
        ball: u32,
    },
    /// Two balls overlap.
    Overlap {
        /// The lower id.
        ball: u32,
        /// The higher id.
        other: u32,
        /// Penetration depth.
        depth: f64,
    },
    /// A ball overlaps a wall or is inside it.
    InWall {
        /// The ball's id.
        ball: u32,
        /// Number of the wall.
        wall: u32,
        /// Penetration depth; at least the ball's radius if its center is inside the wall.
        depth: f64,
    },
    /// A ball is not completely inside the box.
    Outside {
        /// The ball's id.
        ball: u32,
    },
    /// A wall is invalid.
    Wall {
        /// Number of the wall.
        wall: u32,
        /// Description of the fault.
        what: &'static str,
    },
    /// A region is invalid.
    Region {
        /// Number of the region.
        region: u32,
        /// Description of the fault.
        what: &'static str,
    },
    /// The space, the start time, friction, gravity or a stored number is invalid.
    Space {
        /// Description of the fault.
        what: &'static str,
    },
    /// The given time is before the table's, or not finite.
    Past {
        /// Time of the table, s.
        now: f64,
        /// The given time, s.
        until: f64,
    },
    /// The given time is beyond the range of the table's clock: some 10¹⁵ times the time in which the fastest ball
    /// crosses the table.
    Late {
        /// The last time in range, s.
        last: f64,
        /// The given time, s.
        until: f64,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBalls => write!(f, "there is no ball"),
            Self::Ball { ball, what, must } => {
                write!(f, "the {what} of ball {ball} must be {must}")
            }
            Self::Taken { ball } => write!(f, "two balls have the id {ball}"),
            Self::NoSuchBall { ball } => write!(f, "there is no ball {ball}"),
            Self::Overlap { ball, other, depth } => {
                write!(f, "balls {ball} and {other} overlap by {depth}")
            }
            Self::InWall { ball, wall, depth } => {
                write!(f, "ball {ball} is inside wall {wall}, {depth} deep")
            }
            Self::Outside { ball } => write!(f, "ball {ball} is not inside the box"),
            Self::Wall { wall, what } => write!(f, "wall {wall} {what}"),
            Self::Region { region, what } => write!(f, "region {region} {what}"),
            Self::Space { what } => write!(f, "{what}"),
            Self::Late { last, until } => write!(
                f,
                "the clock ends at {last:e}, some 1e15 times the time in which the fastest ball crosses the table, before \
                 {until:e}"
            ),
            Self::Past { now, until } => write!(f, "the time is already {now}, after {until}"),
        }
    }
}

impl core::error::Error for TableError {}
