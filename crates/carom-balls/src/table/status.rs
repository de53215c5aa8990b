//! Results of a table: events, ball ids, and the status in which a run ended.

use carom_math::Vector;

/// Stable id of a ball: it never changes, and survives snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BallId(pub u32);

/// The other side of a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// Another ball.
    Ball(BallId),
    /// A wall, by its index in [`Setup::walls`](super::Setup::walls); the sides of the box come after all listed walls:
    /// x−, x+, y−, y+, z−, z+.
    Wall(u32),
}

/// One collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event<V: Vector> {
    /// Time of the collision, s.
    pub time: f64,
    /// The ball; of two balls the one with the lower id.
    pub a: BallId,
    /// The other ball, or the wall.
    pub with: Partner,
    /// Unit vector from the partner to the ball.
    pub normal: V,
    /// Closing speed along the normal before the collision, length/s; more than 0.
    pub speed: V::Scalar,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// The run reached its time, or no further event exists.
    Done,
    /// No ball moves.
    AtRest,
    /// The run reached its limit on the number of events.
    Events,
    #[cfg_attr(feature = "serde", serde(rename = "Quiet"))]
    /// The search spent its work budget without finding an event before the given time: about 2²⁵ pair bounds, and 2¹²
    /// for each ball; or the clock reached its end. [`Table::time`](super::Table::time) is how far the search came;
    /// call again to go on. The budget takes a fraction of a second with thousands of balls.
    Inconclusive,
    /// Inelastic collapse: a ball that loses energy had more events at one moment than possible otherwise, or had
    /// events until its closing speed was below the rounding of velocities. That is infinitely many events in finite
    /// time. To go on, change a velocity or remove a ball. Under gravity, bounces that die out end in `AtRest` instead.
    Collapse {
        /// The ball.
        ball: BallId,
    },
    /// A ball that loses no energy had more events at one moment than the limit of the table.
    Limit {
        /// The ball.
        ball: BallId,
    },
}
