//! Runs of tables, with or without a record of their events.

use crate::answer_classes::Class;
use crate::answers::{Column, Columns, blocks};
use crate::arrays::place;
use crate::workers::{self, Stop};
use carom::table::{Event, Partner, Status, Table, TableError};
use carom::{Scalar, Vector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

static EVENTS: Class = Class::within(
    "carom._answers",
    "TableEvents",
    &[
        "status", "offsets", "time", "kind", "ball", "other", "normal", "speed",
    ],
);

/// An event as it is in the arrays.
pub(crate) struct TableEventRow {
    time: f64,
    kind: u8,
    ball: i32,
    other: i32,
    normal: [f64; 3],
    speed: f64,
}

impl TableEventRow {
    fn new<V: Vector>(event: Event<V>) -> Self {
        // In the order of `carom.TableEventKind`.
        let (kind, other) = match event.with {
            Partner::Ball(ball) => (0, ball.0),
            Partner::Wall(wall) => (1, wall),
            Partner::Enter(region) => (2, region),
            Partner::Leave(region) => (3, region),
        };
        Self {
            time: event.time,
            kind,
            ball: event.a.0 as i32,
            other: other as i32,
            normal: event.normal.to_f64(),
            speed: event.speed.to_f64(),
        }
    }
}

/// Tables, how their runs ended, and their events.
struct Runs<'a, V: Vector> {
    tables: &'a mut [Table<V>],
    statuses: &'a mut [u8],
    events: &'a mut [Vec<TableEventRow>],
}

impl<V: Vector> Columns for Runs<'_, V> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (tables, other_tables) = self.tables.split_at_mut(rows);
        let (statuses, other_statuses) = self.statuses.split_at_mut(rows);
        let (events, other_events) = self.events.split_at_mut(rows);
        let rest = Runs {
            tables: other_tables,
            statuses: other_statuses,
            events: other_events,
        };
        let first = Runs {
            tables,
            statuses,
            events,
        };
        (first, rest)
    }
}

/// A call that runs tables up to a time.
pub(crate) struct RunCall<'a> {
    pub(crate) time: f64,
    pub(crate) threads: Option<isize>,
    /// The dimensions of the tables.
    pub(crate) leading: &'a [usize],
    /// Whether the events are recorded.
    pub(crate) records: bool,
}

impl RunCall<'_> {
    /// Runs all tables, in blocks on threads. Returns their events. Raises for the first that fails.
    pub(crate) fn run<V: Vector>(
        &self,
        py: Python<'_>,
        tables: &mut [Table<V>],
        statuses: &mut [u8],
    ) -> PyResult<Vec<Vec<TableEventRow>>> {
        let threads = workers::number(self.threads)?;
        let rows = tables.len();
        let mut events = Vec::new();
        events.resize_with(rows, Vec::new);
        let failed = Mutex::new(None);
        let work = |(from, size, runs): (usize, usize, Runs<'_, V>), stop: &Stop| {
            for at in 0..size {
                let record = self.records.then_some(&mut runs.events[at]);
                match advance(&mut runs.tables[at], self.time, stop, record) {
                    Ok(status) => runs.statuses[at] = code(status),
                    Err(error) => {
                        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                        let found = (from + at, error.to_string());
                        let first = failed
                            .take()
                            .map_or(found.clone(), |other: (usize, String)| other.min(found));
                        *failed = Some(first);
                    }
                }
            }
        };
        let runs = Runs {
            tables,
            statuses,
            events: &mut events,
        };
        let threads = threads.min(rows.max(1));
        let block = rows.div_ceil(8 * threads).max(1);
        workers::run(py, threads, blocks(rows, block, runs), work)?;
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(events),
            Some((table, error)) => {
                let place = place("table", self.leading, table);
                Err(PyValueError::new_err(format!("{place}: {error}")))
            }
        }
    }
}

/// Runs a table up to a time, or until the work should end.
fn advance<V: Vector>(
    table: &mut Table<V>,
    time: f64,
    stop: &Stop,
    mut record: Option<&mut Vec<TableEventRow>>,
) -> Result<Status, TableError> {
    /// Events between two checks for the stop: some milliseconds.
    const EVENTS: usize = 1 << 13;
    loop {
        let status = match &mut record {
            None => table.advance(time, EVENTS as u64)?,
            Some(rows) => {
                let before = rows.len();
                rows.extend(
                    table
                        .events_until(time)?
                        .take(EVENTS)
                        .map(TableEventRow::new),
                );
                if rows.len() == before + EVENTS {
                    Status::Events
                } else {
                    table.status()
                }
            }
        };
        if status != Status::Events || stop.is_set() {
            return Ok(status);
        }
    }
}

/// The number of a status in `carom.Status`.
fn code(status: Status) -> u8 {
    match status {
        Status::Done => 0,
        Status::AtRest => 1,
        Status::Inconclusive => 2,
        Status::Collapse { .. } => 3,
        Status::Limit { .. } => 4,
        Status::Events => 5,
        Status::Squeezed { .. } => 6,
    }
}

/// A `TableEvents` of all tables.
pub(crate) fn event_arrays<'py>(
    py: Python<'py>,
    status: Column<'py, u8>,
    events: &[Vec<TableEventRow>],
    dimension: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let mut offsets = Column::<i64>::new(py, &[events.len() + 1])?;
    let mut total = 0;
    for (offset, events) in offsets.slice()[1..].iter_mut().zip(events) {
        total += events.len();
        *offset = total as i64;
    }
    let rows = || events.iter().flatten();
    let mut normal = Column::<f64>::new(py, &[total, dimension])?;
    for (to, row) in normal.slice().chunks_exact_mut(dimension).zip(rows()) {
        to.copy_from_slice(&row.normal[..dimension]);
    }
    let time = column(py, total, rows().map(|row| row.time))?;
    let kind = column(py, total, rows().map(|row| row.kind))?;
    let ball = column(py, total, rows().map(|row| row.ball))?;
    let other = column(py, total, rows().map(|row| row.other))?;
    let speed = column(py, total, rows().map(|row| row.speed))?;
    let (status, offsets) = (status.object(py), offsets.object(py));
    let normal = normal.object(py);
    EVENTS.make(
        py,
        [status, offsets, time, kind, ball, other, normal, speed],
    )
}

/// An array of these numbers.
fn column<'py, T: numpy::Element + Copy + Default>(
    py: Python<'py>,
    count: usize,
    numbers: impl Iterator<Item = T>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut array = Column::new(py, &[count])?;
    for (to, number) in array.slice().iter_mut().zip(numbers) {
        *to = number;
    }
    Ok(array.object(py))
}
