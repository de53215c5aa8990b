//! The motion of a ball during a shot as a polyline, for drawing.

use super::phase::Phase;
use super::pool_table::PoolTable;
use super::result::{ShotEventKind, ShotResult};
use super::state::{BallState, MotionState};
use alloc::vec;
use alloc::vec::Vec;
use glam::DVec3;

/// Points of the motion between two events of a ball.
const POINTS: u32 = 32;

/// A ball at a moment of a shot.
///
/// ```
/// use carom::billiards::{MotionState, PoolTable, Rack, Shot, TableSpec, simulate};
/// let table = PoolTable::racked(Rack::ThreeCushion, TableSpec::CAROM)?;
/// let result = simulate(&table, &Shot::new(0, 2., 0.3))?;
/// let trace = result.trace(&table, 0);
/// assert!(trace.is_sorted_by(|a, b| a.time <= b.time));
/// assert_eq!(trace[1].motion, MotionState::Sliding, "right after the strike");
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracePoint {
    /// Time since the strike, s.
    pub time: f64,
    /// Position, velocity and spin.
    pub state: BallState,
    /// How the ball moves from this moment on.
    pub motion: MotionState,
}

impl ShotResult {
    /// The points of a ball's [`trace`](Self::trace) while its center moves, at least this distance apart along its way, m:
    /// places for marks of speed and spin. The first is where it begins to move.
    ///
    /// ```
    /// use carom::billiards::{PoolTable, Rack, Shot, TableSpec, simulate};
    /// let table = PoolTable::racked(Rack::ThreeCushion, TableSpec::CAROM)?;
    /// let result = simulate(&table, &Shot::new(0, 2., 0.3).with_offset(0.3, 0.))?;
    /// let marks = result.marks(&table, 0, 0.1);
    /// // English lasts longer than topspin and draw.
    /// assert!(marks[4].state.angular_velocity.z > 10.);
    /// # Ok::<(), carom::billiards::BilliardsError>(())
    /// ```
    #[must_use]
    pub fn marks(&self, table: &PoolTable, ball: u32, distance: f64) -> Vec<TracePoint> {
        let mut points = self.trace(table, ball);
        points.retain(|point| point.motion.is_translating());
        let mut way = f64::INFINITY;
        let mut last: Option<DVec3> = None;
        points.retain(|point| {
            let place = point.state.position;
            way += last.map_or(0.0, |last| last.distance(place));
            last = Some(place);
            let is_far = way >= distance;
            if is_far {
                way = 0.0;
            }
            is_far
        });
        points
    }

    /// The motion of a ball as a polyline, for drawing: 32 points of each motion between two events of the ball, and the
    /// first moment of the next. `table` is the one that the shot was played on. Empty if there is no such ball; one point
    /// if the ball does not move.
    ///
    /// ```
    /// use carom::billiards::{PoolTable, Rack, Shot, TableSpec, simulate};
    /// let table = PoolTable::racked(Rack::ThreeCushion, TableSpec::CAROM)?;
    /// let result = simulate(&table, &Shot::new(0, 2., 0.3))?;
    /// let line = result.trace(&table, 0);
    /// assert_eq!(line[0].state, table.balls()[0].state);
    /// assert_eq!(line.last().unwrap().state.position, result.balls[0].state.position);
    /// # Ok::<(), carom::billiards::BilliardsError>(())
    /// ```
    #[must_use]
    pub fn trace(&self, table: &PoolTable, ball: u32) -> Vec<TracePoint> {
        let Some(start) = table.balls().get(ball as usize) else {
            return Vec::new();
        };
        let mut points = vec![TracePoint {
            time: 0.0,
            state: start.state,
            motion: start.motion(),
        }];
        let mut phase = Phase::of(&start.state, &start.parameters);
        let mut since = 0.0;
        for event in &self.events {
            let Some(after) = event.after_of(ball) else {
                continue;
            };
            if phase.motion().is_translating() {
                let length = event.time - since;
                points.extend((1..POINTS).map(|i| {
                    let time = length * (f64::from(i) / f64::from(POINTS));
                    TracePoint {
                        time: since + time,
                        state: phase.at(time),
                        motion: phase.motion(),
                    }
                }));
            }
            since = event.time;
            phase = Phase::of(after, &start.parameters);
            points.push(TracePoint {
                time: since,
                state: *after,
                motion: match event.kind {
                    ShotEventKind::Pocket { .. } => MotionState::Pocketed,
                    ShotEventKind::OffTable => MotionState::OffTable,
                    _ => phase.motion(),
                },
            });
        }
        points
    }
}
