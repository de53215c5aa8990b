//! The shots of a call: read, played on threads.

use crate::answers::{Columns, blocks};
use crate::arrays::{Argument, Row, Rows, broadcast, count, place};
use crate::shot_answers::{ShotArrays, ShotColumns};
use crate::workers::{self, Stop};
use carom::billiards::{BilliardsError, PoolBall, PoolTable, Shot, ShotResult, simulate};
use carom::glam::DVec2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls of at most this many shots start no threads.
const FEW_SHOTS: usize = 2;

/// The most shots of a block: a few milliseconds.
const MOST: usize = 64;

/// Arguments of a shot: speed, direction, elevation, right, above, ball.
const STROKE: usize = 6;

/// The arguments of a call.
pub(crate) struct Shots<'a, 'py> {
    table: &'a PoolTable,
    strokes: [Option<Argument<'py>>; STROKE],
    position: Option<Argument<'py>>,
    is_pocketed: Option<Argument<'py>>,
}

impl<'a, 'py> Shots<'a, 'py> {
    pub(crate) fn new(
        table: &'a PoolTable,
        strokes: [(&'static str, Option<&Bound<'py, PyAny>>); STROKE],
        position: Option<&Bound<'py, PyAny>>,
        is_pocketed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let mut arguments = [const { None }; STROKE];
        for (argument, (name, given)) in arguments.iter_mut().zip(strokes) {
            if let Some(given) = given {
                *argument = Some(Argument::new(given, name, Row::Number)?);
            }
        }
        let position = position.map(|given| Argument::new(given, "position", Row::Places));
        let shots = Self {
            table,
            strokes: arguments,
            position: position.transpose()?,
            is_pocketed: is_pocketed
                .map(|given| Argument::flags(given, "is_pocketed", Row::Numbers))
                .transpose()?,
        };
        let balls = table.balls().len();
        for argument in [&shots.position, &shots.is_pocketed].into_iter().flatten() {
            let own = argument.row_shape()[0];
            if own != balls {
                let message = format!("{} is of {own} balls, the table of {balls}", argument.name);
                return Err(PyValueError::new_err(message));
            }
        }
        Ok(shots)
    }

    /// The dimensions of all arguments together.
    pub(crate) fn leading(&self) -> PyResult<Vec<usize>> {
        let strokes = self.strokes.iter().flatten();
        let all: Vec<_> = strokes
            .chain(&self.position)
            .chain(&self.is_pocketed)
            .collect();
        broadcast(&all)
    }

    /// Plays all shots. Raises for the first that is invalid.
    pub(crate) fn play(
        &self,
        py: Python<'_>,
        leading: &[usize],
        threads: Option<isize>,
        arrays: &mut ShotArrays<'_>,
        times: Option<&[f64]>,
        events: bool,
    ) -> PyResult<()> {
        let threads = workers::number(threads)?;
        let rows = ShotRows {
            table: self.table,
            leading,
            strokes: self
                .strokes
                .each_ref()
                .map(|argument| argument.as_ref().map(|argument| argument.rows(leading))),
            position: self
                .position
                .as_ref()
                .map(|position| position.rows(leading)),
            is_pocketed: self.is_pocketed.as_ref().map(|flags| flags.rows(leading)),
        };
        // The first shot that failed so far: later ones need not be played.
        let first = AtomicUsize::new(usize::MAX);
        let failed = Mutex::new(None);
        let work = |(from, size, mut columns): (usize, usize, ShotColumns<'_>), stop: &Stop| {
            for at in 0..size {
                let row = from + at;
                if stop.is_set() || row > first.load(Ordering::Relaxed) {
                    return;
                }
                match rows.play(row) {
                    Ok((table, result)) => {
                        let table = table.as_ref().unwrap_or(self.table);
                        columns.put(at, table, &result, times, events);
                    }
                    Err(message) => {
                        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                        if first.fetch_min(row, Ordering::Relaxed) > row {
                            *failed = Some(message);
                        }
                    }
                }
            }
            columns.finish();
        };
        let shots = count(leading)?;
        let columns = arrays.columns();
        if shots <= FEW_SHOTS {
            let all = blocks(shots, FEW_SHOTS, columns);
            py.detach(|| workers::at_once(all, work))?;
        } else {
            let block = shots.div_ceil(8 * threads).clamp(1, MOST);
            let threads = threads.min(shots.div_ceil(block));
            workers::run(py, threads, blocks(shots, block, columns), work)?;
        }
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), |message| Err(PyValueError::new_err(message)))
    }
}

/// The rows of a call.
struct ShotRows<'a> {
    table: &'a PoolTable,
    leading: &'a [usize],
    strokes: [Option<Rows<'a>>; STROKE],
    position: Option<Rows<'a>>,
    is_pocketed: Option<Rows<'a>>,
}

impl ShotRows<'_> {
    /// Plays a shot; with its table, if that is not the one of the call. Else the message of an error.
    fn play(&self, row: usize) -> Result<(Option<PoolTable>, ShotResult), String> {
        let own = match self.balls(row) {
            None => None,
            Some(balls) => {
                let table = self.table.with_balls(&balls);
                Some(table.map_err(|error| {
                    let place = self.place("position", self.position.as_ref(), row);
                    format!("{place}: {error}")
                })?)
            }
        };
        let result = simulate(own.as_ref().unwrap_or(self.table), &self.shot(row));
        match result {
            Ok(result) => Ok((own, result)),
            Err(BilliardsError::Shot { what, must, .. }) => {
                let mut strokes = self.strokes.iter().flatten();
                let rows = strokes.find(|rows| rows.name() == what);
                Err(format!("{} must be {must}", self.place(what, rows, row)))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn place(&self, name: &str, rows: Option<&Rows<'_>>, row: usize) -> String {
        rows.map_or_else(|| place(name, self.leading, row), |rows| rows.place_of(row))
    }

    fn shot(&self, row: usize) -> Shot {
        let [speed, direction, elevation, right, above, ball] = self
            .strokes
            .each_ref()
            .map(|rows| rows.as_ref().map_or(0.0, |rows| rows.scalar(row)));
        let is_number = ball >= 0.0 && ball < f64::from(u32::MAX) && ball.fract() == 0.0;
        // No table has this ball.
        let ball = if is_number { ball as u32 } else { u32::MAX };
        Shot {
            ball,
            speed,
            direction,
            elevation,
            right,
            above,
        }
    }

    /// The balls of a shot, if they are not those of the table.
    fn balls(&self, row: usize) -> Option<Vec<PoolBall>> {
        if self.position.is_none() && self.is_pocketed.is_none() {
            return None;
        }
        let mut balls = self.table.balls().to_vec();
        if let Some(position) = &self.position {
            let numbers: Vec<f64> = position.numbers(row).collect();
            let (places, _) = numbers.as_chunks();
            for (ball, place) in balls.iter_mut().zip(places) {
                *ball = PoolBall::new(ball.parameters, DVec2::from_array(*place));
            }
        }
        if let Some(flags) = &self.is_pocketed {
            for (ball, flag) in balls.iter_mut().zip(flags.numbers(row)) {
                ball.is_pocketed = flag != 0.0;
            }
        }
        Some(balls)
    }
}
