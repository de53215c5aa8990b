//! Shots, and what comes of them.

use crate::handles;
use crate::memory::{Out, OutColumn, Plain, read};
use crate::objects::{CaromPoolTable, CaromShotResult, Kind, PlayedShot};
use crate::pool_values::{CaromBallState, CaromPoolBall, refused};
use crate::status::{CaromStatus, Failure, Result, guarded};
use carom_rs::billiards::{
    MotionState, PoolTable, Shot, ShotEvent, ShotEventKind, ShotResult, ShotStatus, TracePoint,
    roll_out, simulate,
};
use std::sync::Arc;

/// No ball, cushion or pocket.
pub const CAROM_NO_BALL: u32 = 0xffff_ffff;

/// End of a shot: all balls are at rest or in pockets.
pub const CAROM_AT_REST: u32 = 0;
/// End of a shot: the tip slipped off the ball, and nothing moved. No error.
pub const CAROM_MISCUE: u32 = 1;
/// End of a shot: it had 50,000 events, and balls may still move.
pub const CAROM_TOO_MANY_EVENTS: u32 = 2;

/// Kind of an event: the cue strikes the ball.
pub const CAROM_EVENT_STRIKE: u32 = 0;
/// Kind of an event: the ball moves in another way; `other` is the motion from now on, `from` the one before.
pub const CAROM_EVENT_TRANSITION: u32 = 1;
/// Kind of an event: the ball hits the ball `other`, which has a higher number.
pub const CAROM_EVENT_BALL: u32 = 2;
/// Kind of an event: the ball hits the cushion `other`.
pub const CAROM_EVENT_CUSHION: u32 = 3;
/// Kind of an event: the ball falls into the pocket `other`.
pub const CAROM_EVENT_POCKET: u32 = 4;

/// Kind of an event: the ball comes down on the cloth.
pub const CAROM_EVENT_SLATE: u32 = 5;
/// Kind of an event: the ball comes down outside the cushions. From now on its height is that of a ball on them.
pub const CAROM_EVENT_OFF_TABLE: u32 = 6;

/// Motion of a ball: at rest.
pub const CAROM_STATIONARY: u32 = 0;
/// Motion of a ball: it turns in place about the vertical.
pub const CAROM_SPINNING: u32 = 1;
/// Motion of a ball: it rolls without slip; it may also turn about the vertical.
pub const CAROM_ROLLING: u32 = 2;
/// Motion of a ball: its lowest point slips on the cloth.
pub const CAROM_SLIDING: u32 = 3;
/// Motion of a ball: at rest in a pocket.
pub const CAROM_POCKETED: u32 = 4;
/// Motion of a ball: in flight, under gravity alone.
pub const CAROM_AIRBORNE: u32 = 5;
/// Motion of a ball: it left the table, at rest.
pub const CAROM_OFF_TABLE: u32 = 6;

/// A stroke of the cue; SI units and rad.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromShot {
    /// Speed of the cue at the strike, m/s: 0 to 1,000.
    pub speed: f64,
    /// Direction of the cue seen from above: counterclockwise from x.
    pub direction: f64,
    /// Elevation of the butt: 0 for a level cue, up to pi/2.
    pub elevation: f64,
    /// Offset of the tip to the right of the center, seen along the cue, in radii: right english if positive.
    pub right: f64,
    /// Offset of the tip above the center, seen along the cue, in radii: topspin if positive, draw if negative.
    pub above: f64,
    /// Number of the ball that the cue strikes.
    pub ball: u32,
    /// Not read; 0.
    pub reserved: u32,
}

/// How a shot ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromShotInfo {
    /// Time of the last event, s.
    pub duration: f64,
    /// CAROM_AT_REST, CAROM_MISCUE or CAROM_TOO_MANY_EVENTS.
    pub status: u32,
    /// The number of events.
    pub event_count: u32,
    /// The number of balls.
    pub ball_count: u32,
    /// The first ball that the struck ball collides with, or CAROM_NO_BALL; also without a strike.
    pub first_ball_hit: u32,
}

/// An event of a shot.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromShotEvent {
    /// Time since the strike, s.
    pub time: f64,
    /// Speed of the approach at a collision or at which the ball comes down on the cloth, m/s; otherwise NaN.
    pub speed: f64,
    /// State of the ball after the event: it moves in closed form from there.
    pub after: CaromBallState,
    /// State of the other ball after CAROM_EVENT_BALL; otherwise zeros.
    pub other_after: CaromBallState,
    /// CAROM_EVENT_STRIKE to CAROM_EVENT_OFF_TABLE.
    pub kind: u32,
    /// Number of the ball.
    pub ball: u32,
    /// Number of the other ball, the cushion or the pocket, or the motion after a transition; otherwise CAROM_NO_BALL.
    pub other: u32,
    /// The motion before a transition; otherwise CAROM_NO_BALL.
    pub from: u32,
}

/// A ball at a moment of a shot.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromTracePoint {
    /// Time since the strike, s.
    pub time: f64,
    /// Position, velocity and spin.
    pub state: CaromBallState,
    /// How the ball moves from this moment on: CAROM_STATIONARY to CAROM_OFF_TABLE.
    pub motion: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: floats and integers.
unsafe impl Plain for CaromShot {}
// SAFETY: floats and integers.
unsafe impl Plain for CaromShotInfo {}
// SAFETY: floats and integers.
unsafe impl Plain for CaromShotEvent {}
// SAFETY: floats and integers.
unsafe impl Plain for CaromTracePoint {}

impl From<CaromShot> for Shot {
    fn from(shot: CaromShot) -> Self {
        Self {
            ball: shot.ball,
            speed: shot.speed,
            direction: shot.direction,
            elevation: shot.elevation,
            right: shot.right,
            above: shot.above,
        }
    }
}

impl From<&ShotResult> for CaromShotInfo {
    fn from(result: &ShotResult) -> Self {
        let first = result.events.first();
        let strike = first.filter(|event| event.kind == ShotEventKind::Strike);
        let hit = strike.and_then(|strike| result.first_ball_hit(strike.ball));
        Self {
            duration: result.duration,
            status: match result.status {
                ShotStatus::AtRest => CAROM_AT_REST,
                ShotStatus::Miscue => CAROM_MISCUE,
                ShotStatus::TooManyEvents => CAROM_TOO_MANY_EVENTS,
            },
            event_count: result.events.len() as u32,
            ball_count: result.balls.len() as u32,
            first_ball_hit: hit.unwrap_or(CAROM_NO_BALL),
        }
    }
}

fn motion(motion: MotionState) -> u32 {
    match motion {
        MotionState::Stationary => CAROM_STATIONARY,
        MotionState::Spinning => CAROM_SPINNING,
        MotionState::Rolling => CAROM_ROLLING,
        MotionState::Sliding => CAROM_SLIDING,
        MotionState::Pocketed => CAROM_POCKETED,
        MotionState::Airborne => CAROM_AIRBORNE,
        MotionState::OffTable => CAROM_OFF_TABLE,
    }
}

const NOTHING: CaromBallState = CaromBallState {
    position: [0.0; 3],
    velocity: [0.0; 3],
    angular_velocity: [0.0; 3],
};

impl From<&ShotEvent> for CaromShotEvent {
    fn from(event: &ShotEvent) -> Self {
        let none = CAROM_NO_BALL;
        let mut row = Self {
            time: event.time,
            speed: f64::NAN,
            after: event.after.into(),
            other_after: NOTHING,
            kind: CAROM_EVENT_STRIKE,
            ball: event.ball,
            other: none,
            from: none,
        };
        match event.kind {
            ShotEventKind::Strike => {}
            ShotEventKind::Transition { from, to } => {
                row.kind = CAROM_EVENT_TRANSITION;
                (row.from, row.other) = (motion(from), motion(to));
            }
            ShotEventKind::Ball {
                other,
                other_after,
                speed,
            } => {
                row.kind = CAROM_EVENT_BALL;
                row.other_after = other_after.into();
                (row.other, row.speed) = (other, speed);
            }
            ShotEventKind::Cushion { cushion, speed } => {
                row.kind = CAROM_EVENT_CUSHION;
                (row.other, row.speed) = (cushion, speed);
            }
            ShotEventKind::Pocket { pocket } => {
                row.kind = CAROM_EVENT_POCKET;
                row.other = pocket;
            }
            ShotEventKind::Slate { speed } => {
                row.kind = CAROM_EVENT_SLATE;
                row.speed = speed;
            }
            ShotEventKind::OffTable => row.kind = CAROM_EVENT_OFF_TABLE,
        }
        row
    }
}

impl From<&TracePoint> for CaromTracePoint {
    fn from(point: &TracePoint) -> Self {
        Self {
            time: point.time,
            state: point.state.into(),
            motion: motion(point.motion),
            reserved: 0,
        }
    }
}

fn inserted(table: Arc<PoolTable>, result: ShotResult) -> Result<CaromShotResult> {
    handles::named(Arc::new(PlayedShot { table, result }))
}

/// Plays a shot until all balls are at rest, in pockets or off the table. The table does not change.
///
/// A tip beyond the miscue limit is no error, but the status CAROM_MISCUE of carom_shot_info(); nor is a shot that hits nothing.
/// Errors: a number of the shot out of range, a ball that is not at rest on the table. Free the result with carom_shot_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_shot_simulate(
    table: CaromPoolTable,
    shot: *const CaromShot,
    out: *mut CaromShotResult,
) -> CaromStatus {
    guarded("carom_shot_simulate", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (shot, out) = unsafe { (read(shot, "shot")?, Out::new(out, "out")?) };
        let table = handles::object(table, "table")?;
        let result = simulate(&table, &shot.into()).map_err(|error| refused(&error))?;
        out.write(inserted(table, result)?);
        Ok(())
    })
}

/// Lets all balls move as they do in the table, without a strike, until they are at rest. Free the result with
/// carom_shot_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_shot_roll_out(
    table: CaromPoolTable,
    out: *mut CaromShotResult,
) -> CaromStatus {
    guarded("carom_shot_roll_out", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let table = handles::object(table, "table")?;
        let result = roll_out(&table);
        out.write(inserted(table, result)?);
        Ok(())
    })
}

/// Frees the result of a shot. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_shot_free(result: CaromShotResult) -> CaromStatus {
    guarded("carom_shot_free", || {
        handles::free(result.bits, Kind::ShotResult)
    })
}

/// How a shot ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_shot_info(
    result: CaromShotResult,
    out: *mut CaromShotInfo,
) -> CaromStatus {
    guarded("carom_shot_info", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write((&handles::object(result, "result")?.result).into());
        Ok(())
    })
}

/// The balls at the end of a shot; a pocketed one is at the center of its pocket. They are balls for
/// carom_pool_table_with_balls(). The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count`
/// becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_shot_balls(
    result: CaromShotResult,
    out: *mut CaromPoolBall,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_shot_balls", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let played = handles::object(result, "result")?;
        count.write(out.fill(played.result.balls.iter().map(CaromPoolBall::from)));
        Ok(())
    })
}

/// The events of a shot, in their order: by time, at one moment by kind and ball. The first `capacity` of them are written to
/// `out`, which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_shot_events(
    result: CaromShotResult,
    out: *mut CaromShotEvent,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_shot_events", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let played = handles::object(result, "result")?;
        count.write(out.fill(played.result.events.iter().map(CaromShotEvent::from)));
        Ok(())
    })
}

/// All balls at a time since the strike, s, 0 or more: in closed form from the last event of each, exact as the events are. For a
/// replay at any speed. The first `capacity` states are written to `out`, which may be null for a capacity of 0; `count` becomes
/// the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_shot_at(
    result: CaromShotResult,
    time: f64,
    out: *mut CaromBallState,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_shot_at", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        if !(time.is_finite() && time >= 0.0) {
            return Err(Failure::invalid("time must be finite and not negative"));
        }
        let played = handles::object(result, "result")?;
        let PlayedShot { table, result } = &*played;
        let balls = result.balls.len();
        for ball in 0..balls.min(capacity) {
            if let Some(state) = result.state_at(table, ball as u32, time) {
                out.set(ball, state.into());
            }
        }
        count.write(balls);
        Ok(())
    })
}

/// The motion of a ball as a polyline, for drawing: 32 points of each motion between two events of the ball, and the first moment
/// of the next. One point if the ball does not move. The first `capacity` points are written to `out`, which may be null for a
/// capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_shot_trace(
    result: CaromShotResult,
    ball: u32,
    out: *mut CaromTracePoint,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_shot_trace", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let played = handles::object(result, "result")?;
        let PlayedShot { table, result } = &*played;
        on_table(ball, table)?;
        count.write(out.fill(result.trace(table, ball).iter().map(CaromTracePoint::from)));
        Ok(())
    })
}

/// The number of a ball of the table.
pub(crate) fn on_table(ball: u32, table: &PoolTable) -> Result<()> {
    let balls = table.balls().len();
    if (ball as usize) < balls {
        return Ok(());
    }
    let text = format!("ball is {ball}, but the table has {balls} balls");
    Err(Failure::out_of_range(text))
}
