//! What no table can be made of.

use core::fmt;

/// Why a table cannot be made, or changed: names the first ball or wall that is wrong, by its number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TableError {
    /// There is no ball.
    NoBalls,
    /// A number of a ball is not what it must be.
    Ball {
        /// The ball's id.
        ball: u32,
        /// The number's name.
        what: &'static str,
        /// What it must be.
        must: &'static str,
    },
    /// There is another ball of that id.
    Taken {
        /// The id.
        ball: u32,
    },
    /// There is no ball of that id.
    NoSuchBall {
        /// The id.
        ball: u32,
    },
    /// Two balls overlap.
    Overlap {
        /// The lesser id.
        ball: u32,
        /// The other.
        other: u32,
        /// By how much.
        depth: f64,
    },
    /// A ball overlaps a wall or is inside of it.
    InWall {
        /// The ball's id.
        ball: u32,
        /// The wall.
        wall: u32,
        /// How deep; half the ball's width or more where it is inside.
        depth: f64,
    },
    /// A ball is not, or not with all of it, inside the box.
    Outside {
        /// The ball's id.
        ball: u32,
    },
    /// A number of a wall is not what it must be.
    Wall {
        /// The wall.
        wall: u32,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Something is wrong with the space.
    Space {
        /// What it is.
        what: &'static str,
    },
    /// The time asked for is over, or none.
    Past {
        /// The time now.
        now: f64,
        /// The time asked for.
        until: f64,
    },
    /// The time asked for is later than a table's clock can tell: some 10¹⁵ times what the fastest ball takes through
    /// all that there is.
    Late {
        /// The last time that it can tell.
        last: f64,
        /// The time asked for.
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
            Self::Taken { ball } => write!(f, "there are two balls {ball}"),
            Self::NoSuchBall { ball } => write!(f, "there is no ball {ball}"),
            Self::Overlap { ball, other, depth } => {
                write!(f, "balls {ball} and {other} overlap by {depth}")
            }
            Self::InWall { ball, wall, depth } => {
                write!(f, "ball {ball} is inside of wall {wall}, {depth} deep")
            }
            Self::Outside { ball } => write!(f, "ball {ball} is not inside of the box"),
            Self::Wall { wall, what } => write!(f, "wall {wall} {what}"),
            Self::Space { what } => write!(f, "{what}"),
            Self::Late { last, until } => write!(
                f,
                "the clock goes to {last:e}, some 1e15 times what the fastest ball takes through the table, and not \
                 to {until:e}"
            ),
            Self::Past { now, until } => write!(f, "it is {now} already, not {until}"),
        }
    }
}

impl core::error::Error for TableError {}
