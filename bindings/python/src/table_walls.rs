//! Walls of tables that move.

use crate::answers::Column;
use crate::arrays::{Argument, Row, place};
use crate::characters::in_shape;
use crate::table_arguments::{numbers, optional, vector};
use carom::Vector;
use carom::table::{Keyframe, Table};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// New keyframes of a wall, for each table.
pub(crate) struct WallMoves<'a, 'py> {
    time: Argument<'py>,
    offset: Option<Argument<'py>>,
    angle: Option<Argument<'py>>,
    selected: Option<Argument<'py>>,
    /// The dimensions of the tables.
    leading: &'a [usize],
    /// The number of keyframes.
    count: usize,
    dimension: usize,
}

impl<'a, 'py> WallMoves<'a, 'py> {
    /// `shape` has the dimensions of the tables, the number of balls, and the dimension.
    pub(crate) fn new(
        time: &Bound<'py, PyAny>,
        offset: Option<&Bound<'py, PyAny>>,
        angle: Option<&Bound<'py, PyAny>>,
        selected: Option<&Bound<'py, PyAny>>,
        shape: &'a [usize],
    ) -> PyResult<Self> {
        let time = Argument::new(time, "time", Row::Number)?;
        let Some(count) = time.leading().last().copied() else {
            let message = "time must have the shape (..., m), not ()";
            return Err(PyValueError::new_err(message));
        };
        Ok(Self {
            time,
            offset: numbers(offset, "offset")?,
            angle: numbers(angle, "angle")?,
            selected: selected
                .map(|given| Argument::flags(given, "where", Row::Number))
                .transpose()?,
            leading: &shape[..shape.len() - 2],
            count,
            dimension: shape[shape.len() - 1],
        })
    }

    /// Moves the wall of all selected tables, in order; raises for the first for which that fails.
    pub(crate) fn apply<V: Vector<Scalar = f64, Double = V>>(
        &self,
        wall: u32,
        tables: &mut [Table<V>],
    ) -> PyResult<()> {
        let rows = |shape: &[usize]| [self.leading, &[self.count], shape].concat();
        let (by_frame, by_axis) = (rows(&[]), rows(&[self.dimension]));
        let time = in_shape(&self.time, &by_frame)?;
        let angle = optional(&self.angle, &by_frame)?;
        let offset = optional(&self.offset, &by_axis)?;
        let selected = optional(&self.selected, self.leading)?;
        let keyframe = |row: usize| Keyframe {
            time: time.scalar(row),
            offset: offset
                .as_ref()
                .map_or(V::ZERO, |offset| vector(offset, row)),
            angle: angle.as_ref().map_or(0.0, |angle| angle.scalar(row)),
        };
        let is_selected = |table: usize| match &selected {
            Some(selected) => selected.scalar::<f64>(table) != 0.0,
            None => true,
        };
        for (number, table) in tables.iter_mut().enumerate() {
            if !is_selected(number) {
                continue;
            }
            let from = number * self.count;
            let keyframes = (from..from + self.count).map(keyframe);
            table.move_wall(wall, keyframes).map_err(|error| {
                let place = place("table", self.leading, number);
                PyValueError::new_err(format!("{place}: {error}"))
            })?;
        }
        Ok(())
    }
}

/// The pose of a wall on each table: displacements, and angles.
pub(crate) fn pose_arrays<'py, V: Vector<Scalar = f64>>(
    py: Python<'py>,
    wall: u32,
    tables: &[Table<V>],
    shape: &[usize],
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let leading = &shape[..shape.len() - 2];
    let mut offsets = Column::<f64>::new(py, &[leading, &[V::DIM]].concat())?;
    let mut angles = Column::<f64>::new(py, leading)?;
    let rows = offsets.slice().chunks_exact_mut(V::DIM);
    for ((table, to), angle) in tables.iter().zip(rows).zip(angles.slice()) {
        check_number("wall", wall, table.walls().len())?;
        if let Some((offset, turned)) = table.wall_pose(wall) {
            to.copy_from_slice(&offset.to_f64()[..V::DIM]);
            *angle = turned;
        }
    }
    Ok((offsets.object(py), angles.object(py)))
}

/// Raises for a number that is not below the count.
pub(crate) fn check_number(what: &str, number: u32, count: usize) -> PyResult<()> {
    if (number as usize) < count {
        return Ok(());
    }
    let message = format!("there is no {what} {number}, but {count}, numbered from 0");
    Err(PyValueError::new_err(message))
}
