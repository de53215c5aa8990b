//! The events of a shot, and where it ends.

use super::phase::Phase;
use super::pool_ball::PoolBall;
use super::pool_table::PoolTable;
use super::state::{BallState, MotionState};
use alloc::vec::Vec;

/// What happened at an event.
///
/// ```
/// use carom::billiards::{PoolTable, Rack, Shot, ShotEventKind, TableSpec, simulate};
/// let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
/// let result = simulate(&table, &Shot::new(0, 2., -core::f64::consts::FRAC_PI_2))?;
/// assert_eq!(result.events[0].kind, ShotEventKind::Strike);
/// let first = result.events.iter().find(|event| matches!(event.kind, ShotEventKind::Cushion { .. }));
/// assert!(first.unwrap().time > 0.1);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
pub enum ShotEventKind {
    /// The cue strikes the ball.
    Strike,
    /// The ball moves in another way.
    Transition {
        /// How it moved before.
        from: MotionState,
        /// How it moves from now on.
        to: MotionState,
    },
    /// The ball falls into a pocket.
    Pocket {
        /// Number of the pocket.
        pocket: u32,
    },
    /// The ball hits another one, which has a higher number.
    Ball {
        /// Number of the other ball.
        other: u32,
        /// State of the other ball after the collision.
        other_after: BallState,
        /// Speed at which the centers approached, m/s.
        speed: f64,
    },
    /// The ball hits a cushion.
    Cushion {
        /// Number of the cushion.
        cushion: u32,
        /// Speed at which the ball approached the cushion, m/s.
        speed: f64,
    },
    /// The ball comes down on the cloth.
    Slate {
        /// Vertical speed at which it comes down, m/s.
        speed: f64,
    },
    /// The ball comes down outside the cushions. From now on its height is that of a ball on them.
    OffTable,
}

/// An event of a shot.
///
/// ```
/// use carom::billiards::{PoolTable, Rack, Shot, TableSpec, simulate};
/// let table = PoolTable::racked(Rack::ThreeCushion, TableSpec::CAROM)?;
/// let result = simulate(&table, &Shot::new(0, 2., 0.3))?;
/// assert!(result.events.is_sorted_by(|a, b| a.time <= b.time));
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShotEvent {
    /// Time since the strike, s.
    pub time: f64,
    /// Number of the ball.
    pub ball: u32,
    /// State of the ball after the event.
    pub after: BallState,
    /// What happened.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: ShotEventKind,
}

impl ShotEventKind {
    /// Whether the ball takes no part from now on: it is in a pocket or off the table.
    ///
    /// ```
    /// use carom::billiards::ShotEventKind;
    /// assert!(ShotEventKind::Pocket { pocket: 2 }.is_out() && ShotEventKind::OffTable.is_out());
    /// assert!(!ShotEventKind::Strike.is_out());
    /// ```
    #[must_use]
    pub fn is_out(&self) -> bool {
        matches!(self, Self::Pocket { .. } | Self::OffTable)
    }
}

impl ShotEvent {
    /// The state of this ball after the event, if the event changed it.
    ///
    /// ```
    /// use carom::billiards::{PoolTable, Rack, Shot, ShotEventKind, TableSpec, simulate};
    /// let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
    /// let result = simulate(&table, &Shot::new(0, 8., core::f64::consts::FRAC_PI_2))?;
    /// let hit = result.events.iter().find(|event| matches!(event.kind, ShotEventKind::Ball { .. })).unwrap();
    /// assert!(hit.after_of(0).is_some() && hit.after_of(1).unwrap().velocity.y > 0.);
    /// assert!(hit.after_of(2).is_none(), "the event does not change it");
    /// # Ok::<(), carom::billiards::BilliardsError>(())
    /// ```
    #[must_use]
    pub fn after_of(&self, ball: u32) -> Option<&BallState> {
        match &self.kind {
            ShotEventKind::Ball {
                other, other_after, ..
            } if *other == ball => Some(other_after),
            _ => (self.ball == ball).then_some(&self.after),
        }
    }
}

/// How a shot ended.
///
/// ```
/// use carom::billiards::{PoolTable, Rack, Shot, ShotStatus, TableSpec, simulate};
/// let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
/// let shot = Shot::new(0, 2., 0.).with_offset(0.6, 0.);
/// assert_eq!(simulate(&table, &shot)?.status, ShotStatus::Miscue);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ShotStatus {
    /// All balls are at rest, in pockets or off the table.
    AtRest,
    /// The tip slipped off the ball ([`Cue::miscue_offset`](super::Cue::miscue_offset)): nothing moved.
    Miscue,
    /// The shot had [`MAX_EVENTS`](super::MAX_EVENTS) events; balls may still move.
    TooManyEvents,
}

/// All events of a shot, and its end.
///
/// ```
/// use carom::billiards::{PoolTable, Rack, Shot, ShotStatus, TableSpec, simulate};
/// let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
/// let result = simulate(&table, &Shot::new(0, 8., core::f64::consts::FRAC_PI_2))?;
/// assert_eq!(result.status, ShotStatus::AtRest);
/// assert_eq!(result.first_ball_hit(0), Some(1));
/// // Before the cue ball arrives, the 1 is at rest.
/// let early = result.state_at(&table, 1, 0.01).unwrap();
/// assert_eq!(early, table.balls()[1].state);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShotResult {
    /// How it ended.
    pub status: ShotStatus,
    /// Time of the last event, s.
    pub duration: f64,
    /// The balls at the end; a pocketed one is at the center of its pocket, one off the table where it came down.
    pub balls: Vec<PoolBall>,
    /// All events, in their order.
    pub events: Vec<ShotEvent>,
}

impl ShotResult {
    /// The first ball that this ball collides with.
    #[must_use]
    pub fn first_ball_hit(&self, ball: u32) -> Option<u32> {
        self.events.iter().find_map(|event| match event.kind {
            ShotEventKind::Ball { other, .. } if event.ball == ball => Some(other),
            ShotEventKind::Ball { other, .. } if other == ball => Some(event.ball),
            _ => None,
        })
    }

    /// The balls that fell into pockets, and the pockets, in this order.
    ///
    /// ```
    /// use carom::billiards::{PoolBall, PoolSetup, PoolTable, Shot, direction_to, simulate};
    /// use carom::glam::dvec2;
    /// let balls = [dvec2(0.635, 0.6)].map(PoolBall::at).to_vec();
    /// let table = PoolTable::new(&PoolSetup { balls, ..PoolSetup::default() })?;
    /// let pocket = table.pockets()[0].center;
    /// let shot = Shot::new(0, 1.5, direction_to(dvec2(0.635, 0.6), pocket));
    /// assert_eq!(simulate(&table, &shot)?.pocketed().collect::<Vec<_>>(), [(0, 0)]);
    /// # Ok::<(), carom::billiards::BilliardsError>(())
    /// ```
    pub fn pocketed(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.events.iter().filter_map(|event| match event.kind {
            ShotEventKind::Pocket { pocket } => Some((event.ball, pocket)),
            _ => None,
        })
    }

    /// The balls that left the table, in this order.
    ///
    /// ```
    /// use carom::billiards::{Models, PoolBall, PoolSetup, PoolTable, Shot, SlateModel, simulate};
    /// use carom::glam::dvec2;
    /// let table = PoolTable::new(&PoolSetup {
    ///     balls: vec![PoolBall::at(dvec2(0.6, 0.9))],
    ///     models: Models { slate: SlateModel::Bouncing(Default::default()), ..Models::default() },
    ///     ..PoolSetup::default()
    /// })?;
    /// let wild = Shot::new(0, 5., 0.).with_elevation(0.8);
    /// assert_eq!(simulate(&table, &wild)?.off_table().collect::<Vec<_>>(), [0]);
    /// # Ok::<(), carom::billiards::BilliardsError>(())
    /// ```
    pub fn off_table(&self) -> impl Iterator<Item = u32> + '_ {
        let left = |event: &&ShotEvent| event.kind == ShotEventKind::OffTable;
        self.events.iter().filter(left).map(|event| event.ball)
    }

    /// The state of a ball at this time, s: in closed form from its last event, exact as the events are. `table` is the
    /// one that the shot was played on. Before 0 it is that of 0. `None` if there is no such ball.
    #[must_use]
    pub fn state_at(&self, table: &PoolTable, ball: u32, time: f64) -> Option<BallState> {
        let time = if time > 0.0 { time } else { 0.0 };
        let start = table.balls().get(ball as usize)?;
        let until = self.events.partition_point(|event| event.time <= time);
        let mut last = self.events[..until].iter().rev();
        let found = last.find_map(|event| Some((event, event.after_of(ball)?)));
        let (since, state, is_out) = match found {
            Some((event, state)) => (event.time, state, event.kind.is_out()),
            None => (0.0, &start.state, start.is_pocketed),
        };
        if is_out {
            return Some(*state);
        }
        Some(Phase::of(state, &start.parameters).at(time - since))
    }
}
