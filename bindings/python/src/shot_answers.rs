//! The results of shots as arrays.

use crate::answer_classes::Class;
use crate::answers::{Column, Columns};
use carom::billiards::{
    BallState, MotionState, PoolTable, ShotEvent, ShotEventKind, ShotResult, ShotStatus,
};
use carom::glam::DVec3;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

const MODULE: &str = "carom.billiards";

static RESULTS: Class = Class::within(
    MODULE,
    "ShotResults",
    &[
        "status",
        "duration",
        "first_ball_hit",
        "position",
        "is_pocketed",
        "pocket",
        "event_count",
        "states",
        "events",
    ],
);
static STATES: Class = Class::within(
    MODULE,
    "BallStates",
    &["position", "velocity", "angular_velocity"],
);
static EVENTS: Class = Class::within(
    MODULE,
    "ShotEvents",
    &[
        "offsets", "time", "kind", "ball", "other", "speed", "position",
    ],
);

/// The arrays of an answer.
pub(crate) struct ShotArrays<'py> {
    balls: usize,
    status: Column<'py, u8>,
    duration: Column<'py, f64>,
    first_ball_hit: Column<'py, i32>,
    position: Column<'py, f64>,
    is_pocketed: Column<'py, bool>,
    pocket: Column<'py, i32>,
    event_count: Column<'py, i32>,
    states: Option<[Column<'py, f64>; 3]>,
    events: Mutex<Vec<EventList>>,
}

impl<'py> ShotArrays<'py> {
    pub(crate) fn new(
        py: Python<'py>,
        leading: &[usize],
        balls: usize,
        times: Option<&[f64]>,
    ) -> PyResult<Self> {
        let by_ball = [leading, &[balls]].concat();
        let states = times.map(|times| {
            let shape = [leading, &[times.len(), balls, 3]].concat();
            let column = || Column::new(py, &shape);
            PyResult::Ok([column()?, column()?, column()?])
        });
        Ok(Self {
            balls,
            status: Column::new(py, leading)?,
            duration: Column::new(py, leading)?,
            first_ball_hit: Column::new(py, leading)?,
            position: Column::new(py, &[leading, &[balls, 2]].concat())?,
            is_pocketed: Column::new(py, &by_ball)?,
            pocket: Column::new(py, &by_ball)?,
            event_count: Column::new(py, leading)?,
            states: states.transpose()?,
            events: Mutex::new(Vec::new()),
        })
    }

    pub(crate) fn columns(&mut self) -> ShotColumns<'_> {
        ShotColumns {
            from: 0,
            balls: self.balls,
            status: self.status.slice(),
            duration: self.duration.slice(),
            first_ball_hit: self.first_ball_hit.slice(),
            position: self.position.slice().as_chunks_mut().0,
            is_pocketed: self.is_pocketed.slice(),
            pocket: self.pocket.slice(),
            event_count: self.event_count.slice(),
            states: (self.states.as_mut()).map(|states| {
                states
                    .each_mut()
                    .map(|column| column.slice().as_chunks_mut().0)
            }),
            all_events: &self.events,
            events: Vec::new(),
        }
    }

    pub(crate) fn answer(mut self, py: Python<'py>, events: bool) -> PyResult<Bound<'py, PyAny>> {
        let none = || py.None().into_bound(py);
        let lists = self
            .events
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let events = if events {
            event_arrays(py, self.event_count.slice(), lists)?
        } else {
            none()
        };
        let states = match self.states {
            Some(columns) => STATES.make(py, columns.map(|column| column.object(py)))?,
            None => none(),
        };
        let items = [
            self.status.object(py),
            self.duration.object(py),
            self.first_ball_hit.object(py),
            self.position.object(py),
            self.is_pocketed.object(py),
            self.pocket.object(py),
            self.event_count.object(py),
            states,
            events,
        ];
        RESULTS.make(py, items)
    }
}

/// The rows of a block.
pub(crate) struct ShotColumns<'a> {
    from: usize,
    balls: usize,
    status: &'a mut [u8],
    duration: &'a mut [f64],
    first_ball_hit: &'a mut [i32],
    position: &'a mut [[f64; 2]],
    is_pocketed: &'a mut [bool],
    pocket: &'a mut [i32],
    event_count: &'a mut [i32],
    /// Position, velocity and angular velocity of each ball at each time.
    states: Option<[&'a mut [[f64; 3]]; 3]>,
    all_events: &'a Mutex<Vec<EventList>>,
    /// The events of this block, row by row.
    events: Vec<EventRow>,
}

/// The events of a block's rows, which begin with this one.
struct EventList {
    from: usize,
    events: Vec<EventRow>,
}

/// An event as it is in the arrays.
struct EventRow {
    time: f64,
    kind: u8,
    ball: i32,
    other: i32,
    speed: f64,
    position: DVec3,
}

impl ShotColumns<'_> {
    pub(crate) fn put(
        &mut self,
        row: usize,
        table: &PoolTable,
        result: &ShotResult,
        times: Option<&[f64]>,
        events: bool,
    ) {
        self.status[row] = match result.status {
            ShotStatus::AtRest => 0,
            ShotStatus::Miscue => 1,
            ShotStatus::TooManyEvents => 2,
        };
        self.duration[row] = result.duration;
        let struck = result.events.first().map(|event| event.ball);
        let hit = struck.and_then(|struck| result.first_ball_hit(struck));
        self.first_ball_hit[row] = hit.map_or(-1, |ball| ball as i32);
        self.event_count[row] = result.events.len() as i32;
        let from = row * self.balls;
        self.pocket[from..from + self.balls].fill(-1);
        for (ball, pocket) in result.pocketed() {
            self.pocket[from + ball as usize] = pocket as i32;
        }
        for (at, ball) in result.balls.iter().enumerate() {
            self.position[from + at] = ball.state.position.truncate().to_array();
            self.is_pocketed[from + at] = ball.is_pocketed;
        }
        if let (Some(times), Some(states)) = (times, &mut self.states) {
            put_states(row, table, result, times, states);
        }
        if events {
            self.events.extend(result.events.iter().map(event_row));
        }
    }
}

fn put_states(
    row: usize,
    table: &PoolTable,
    result: &ShotResult,
    times: &[f64],
    states: &mut [&mut [[f64; 3]]; 3],
) {
    let balls = table.balls().len();
    for (step, time) in times.iter().enumerate() {
        for ball in 0..balls {
            let Some(state) = result.state_at(table, ball as u32, *time) else {
                continue;
            };
            let BallState {
                position,
                velocity,
                angular_velocity,
            } = state;
            let to = (row * times.len() + step) * balls + ball;
            for (column, vector) in states
                .iter_mut()
                .zip([position, velocity, angular_velocity])
            {
                column[to] = vector.to_array();
            }
        }
    }
}

fn event_row(event: &ShotEvent) -> EventRow {
    let (kind, other, speed) = match event.kind {
        ShotEventKind::Strike => (0, -1, f64::NAN),
        ShotEventKind::Transition { to, .. } => (1, motion(to), f64::NAN),
        ShotEventKind::Ball { other, speed, .. } => (2, other as i32, speed),
        ShotEventKind::Cushion { cushion, speed } => (3, cushion as i32, speed),
        ShotEventKind::Pocket { pocket } => (4, pocket as i32, f64::NAN),
        ShotEventKind::Slate { speed } => (5, -1, speed),
        ShotEventKind::OffTable => (6, -1, f64::NAN),
    };
    EventRow {
        time: event.time,
        kind,
        ball: event.ball as i32,
        other,
        speed,
        position: event.after.position,
    }
}

/// The number of a motion in `carom.billiards.Motion`.
fn motion(motion: MotionState) -> i32 {
    match motion {
        MotionState::Stationary => 0,
        MotionState::Spinning => 1,
        MotionState::Rolling => 2,
        MotionState::Sliding => 3,
        MotionState::Pocketed => 4,
        MotionState::Airborne => 5,
        MotionState::OffTable => 6,
    }
}

impl Columns for ShotColumns<'_> {
    fn split(self, rows: usize) -> (Self, Self) {
        let by_ball = rows * self.balls;
        let (status, statuses) = self.status.split_at_mut(rows);
        let (duration, durations) = self.duration.split_at_mut(rows);
        let (first_ball_hit, first_balls_hit) = self.first_ball_hit.split_at_mut(rows);
        let (position, positions) = self.position.split_at_mut(by_ball);
        let (is_pocketed, are_pocketed) = self.is_pocketed.split_at_mut(by_ball);
        let (pocket, pockets) = self.pocket.split_at_mut(by_ball);
        let (event_count, event_counts) = self.event_count.split_at_mut(rows);
        let all_rows = status.len() + statuses.len();
        let (states, other_states) = match self.states {
            None => (None, None),
            Some(states) => {
                let [a, b, c] = states.map(|column| {
                    let row = column.len() / all_rows.max(1);
                    column.split_at_mut(rows * row)
                });
                (Some([a.0, b.0, c.0]), Some([a.1, b.1, c.1]))
            }
        };
        let first = ShotColumns {
            from: self.from,
            balls: self.balls,
            status,
            duration,
            first_ball_hit,
            position,
            is_pocketed,
            pocket,
            event_count,
            states,
            all_events: self.all_events,
            events: Vec::new(),
        };
        let rest = ShotColumns {
            from: self.from + rows,
            balls: self.balls,
            status: statuses,
            duration: durations,
            first_ball_hit: first_balls_hit,
            position: positions,
            is_pocketed: are_pocketed,
            pocket: pockets,
            event_count: event_counts,
            states: other_states,
            all_events: self.all_events,
            events: Vec::new(),
        };
        (first, rest)
    }

    fn finish(self) {
        let mut all = self
            .all_events
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let ShotColumns { from, events, .. } = self;
        if !events.is_empty() {
            all.push(EventList { from, events });
        }
    }
}

/// All events, shot by shot.
fn event_arrays<'py>(
    py: Python<'py>,
    counts: &[i32],
    mut lists: Vec<EventList>,
) -> PyResult<Bound<'py, PyAny>> {
    lists.sort_unstable_by_key(|list| list.from);
    let mut offsets = Column::<i64>::new(py, &[counts.len() + 1])?;
    let mut total = 0;
    for (offset, count) in offsets.slice()[1..].iter_mut().zip(counts) {
        total += i64::from(*count);
        *offset = total;
    }
    let total = [total as usize];
    let mut time = Column::<f64>::new(py, &total)?;
    let mut kind = Column::<u8>::new(py, &total)?;
    let mut ball = Column::<i32>::new(py, &total)?;
    let mut other = Column::<i32>::new(py, &total)?;
    let mut speed = Column::<f64>::new(py, &total)?;
    let mut position = Column::<f64>::new(py, &[total[0], 3])?;
    let columns = (
        time.slice(),
        kind.slice(),
        ball.slice(),
        other.slice(),
        speed.slice(),
    );
    let (positions, _) = position.slice().as_chunks_mut();
    for (at, event) in lists.into_iter().flat_map(|list| list.events).enumerate() {
        columns.0[at] = event.time;
        columns.1[at] = event.kind;
        columns.2[at] = event.ball;
        columns.3[at] = event.other;
        columns.4[at] = event.speed;
        positions[at] = event.position.to_array();
    }
    let items = [
        offsets.object(py),
        time.object(py),
        kind.object(py),
        ball.object(py),
        other.object(py),
        speed.object(py),
        position.object(py),
    ];
    EVENTS.make(py, items)
}
