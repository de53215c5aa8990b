//! What a table tells: who met whom, when and how, and how a run ended.

use carom_math::Vector;

/// A ball's name, which it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BallId(pub u32);

/// What a ball meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// Another ball.
    Ball(BallId),
    /// A wall, by its number; the sides of the box come after all listed walls: x−, x+, y−, y+, z−, z+.
    Wall(u32),
}

/// A meeting: who, when and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event<V: Vector> {
    /// When, s.
    pub time: f64,
    /// The ball; of two the one with the lesser id.
    pub a: BallId,
    /// What it met.
    pub with: Partner,
    /// Unit, from the partner to the ball.
    pub normal: V,
    /// How fast they approached along the normal, length/s; more than 0.
    pub speed: V::Scalar,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// The time asked for has come, or nothing is going to happen any more.
    Done,
    /// No ball moves.
    AtRest,
    /// There were as many events as were asked for.
    Events,
    /// Nothing has happened for so long that it was given up, before the time asked for: about 2²⁵ bounds of when two
    /// balls meet, and 2¹² for each ball, found no event, or the clock has come to its end. The time is how far that
    /// came; to go on ask again. It takes a fraction of a second for thousands of balls.
    Quiet,
    /// A ball that loses energy had more events at one moment than it can have otherwise, or went on having them until
    /// it approached others by nothing but the roundings of velocities: infinitely many in finite time. Give one another velocity, or take it out, to go on. Under gravity bounces that die end
    /// in `AtRest` instead.
    Collapse {
        /// The ball.
        ball: BallId,
    },
    /// A ball had more events at one moment than it could have, without losing energy.
    Limit {
        /// The ball.
        ball: BallId,
    },
}
