//! Results of a table: events, ball ids, and the status in which a run ended.

use carom_math::Vector;

/// Stable id of a ball: it never changes, and survives snapshots.
///
/// ```
/// use carom::table::{BallId, Setup, Table, TableBall};
/// use carom::glam::vec2;
/// let balls = [7, 3].map(|id| (id, TableBall::new(vec2(id as f32, 0.), 0.5)));
/// let table = Table::with_ids(balls, &Setup::default())?;
/// let ids: Vec<BallId> = table.balls().map(|(id, _)| id).collect();
/// assert_eq!(ids, [BallId(3), BallId(7)]);
/// # Ok::<(), carom::table::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BallId(pub u32);

/// The other side of an event: of a collision the ball or wall, or the region that a ball enters or leaves.
///
/// ```
/// use carom::table::{BallId, Partner, Setup, Table, TableBall};
/// use carom::glam::dvec2;
/// let ball = |x: f64, v: f64| TableBall::new(dvec2(x, 0.), 0.5).with_velocity(dvec2(v, 0.));
/// let balls = vec![ball(0., 1.), ball(5., 0.)];
/// let mut table = Table::new(&Setup { balls, ..Setup::default() })?;
/// assert_eq!(table.step_event().unwrap().with, Partner::Ball(BallId(1)));
/// # Ok::<(), carom::table::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner {
    /// Another ball.
    Ball(BallId),
    /// A wall, by its index in [`Setup::walls`](super::Setup::walls); the sides of the box come after all listed walls:
    /// x−, x+, y−, y+, z−, z+.
    Wall(u32),
    /// The ball's center enters a region, by its index in [`Setup::regions`](super::Setup::regions): no collision.
    Enter(u32),
    /// The ball's center leaves a region.
    Leave(u32),
}

/// One collision, or a ball that enters or leaves a region.
///
/// ```
/// use carom::table::{BallId, Event, Partner, Setup, Space, Table, TableBall};
/// use carom::glam::{DVec2, dvec2};
/// let mut table = Table::new(&Setup {
///     balls: vec![TableBall::new(dvec2(1., 1.), 0.5).with_velocity(dvec2(2., 0.))],
///     space: Space::boxed(DVec2::ZERO, dvec2(9., 2.)),
///     ..Setup::default()
/// })?;
/// let (a, with, normal) = (BallId(0), Partner::Wall(1), dvec2(-1., 0.));
/// assert_eq!(table.step_event(), Some(Event { time: 3.75, a, with, normal, speed: 2. }));
/// # Ok::<(), carom::table::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event<V: Vector> {
    /// Time of the event, s.
    pub time: f64,
    /// The ball; of two balls the one with the lower id.
    pub a: BallId,
    /// The other ball, or the wall.
    pub with: Partner,
    /// Unit vector from the partner to the ball; at a region against the ball's motion, zero for a ball at rest.
    pub normal: V,
    /// Closing speed along the normal before the collision, length/s; more than 0. At a region the ball's speed.
    pub speed: V::Scalar,
}

/// Why a run ended.
///
/// ```
/// use carom::table::{Setup, Space, Status, Table, TableBall};
/// use carom::glam::{DVec2, dvec2};
/// let mut table = Table::new(&Setup {
///     balls: vec![TableBall::new(dvec2(1., 1.), 0.5).with_velocity(dvec2(2., 0.))],
///     space: Space::boxed(DVec2::ZERO, dvec2(9., 2.)),
///     ..Setup::default()
/// })?;
/// assert_eq!(table.advance(100., 3)?, Status::Events);
/// assert_eq!(table.advance_to(100.)?, Status::Done);
/// # Ok::<(), carom::table::TableError>(())
/// ```
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
    /// A wall that moves pushes a ball against what does not give way: other walls and balls of infinite mass leave it
    /// less room than 2⁻¹² of its radius. To go on, remove the ball.
    Squeezed {
        /// The ball.
        ball: BallId,
    },
    /// A ball that loses no energy had more events at one moment than the limit of the table.
    Limit {
        /// The ball.
        ball: BallId,
    },
}
