//! Tables of balls, many in a call.

use crate::answers::Column;
use crate::arrays::{Argument, Row, tuple};
use crate::mover::exclusive;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::table_arguments::{TableArguments, numbers};
use crate::table_runs::{RunCall, TableEventRow, event_arrays};
use crate::table_walls::{WallMoves, check_number, pose_arrays};
use carom::Vector;
use carom::glam::{DVec2, DVec3};
use carom::table::{BallId, Snapshot, Table};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use serde::de::DeserializeOwned;
use std::sync::Mutex;

/// Table(center, radius, velocity=0, *, mass=1, restitution=1, walls=None, box=None, wall_restitution=1, periodic=None,
/// friction=0, gravity=None, machine=None): event-driven balls with exact collision times, one table or many.
///
/// `center` (..., n, d) and `velocity` (..., n, d): n balls on each table, in d = 2 or 3 dimensions; `radius`, `mass` and
/// `restitution` (..., n). The walls are the same for all tables: `walls` (k, 2, d) are segments, `box` (2, d) is the space
/// inside a box, `periodic` (d,) a periodic space from the origin. `friction` is the deceleration of rolling balls,
/// `gravity` (d,) an acceleration. `machine` is a dict of the lists `walls`, `bumpers`, `motions`, `regions` and `pockets`, as in the
/// setups of `carom pool` (see formats.md): walls of other shapes, that kick or move, and regions; they are numbered before the
/// segments of `walls` and the sides of the box. All arrays are broadcast to the dimensions of `center`; everything is computed in
/// float64. Raises a ValueError that names the table and the ball: balls that overlap, or overlap a wall.
///
/// >>> import carom
/// >>> table = carom.Table([[1., 1], [4, 1]], 0.5, [[2., 0], [0, 0]], box=[[0, 0], [9, 2]])
/// >>> table.run(4.0)
/// array(0, dtype=uint8)
/// >>> table.center, table.events
/// (array([[3., 1.],
///        [7., 1.]]), array(2))
///
/// A piston, and a pocket:
///
/// >>> stroke = {"wall": 0, "keyframes": [{"time": 0}, {"time": 1, "offset": [2, 0]}]}
/// >>> machine = {
/// ...     "walls": [{"segment": {"a": [0, 0], "b": [0, 2]}}],
/// ...     "motions": [stroke],
/// ...     "pockets": [{"ball": {"center": [7, 1], "radius": 1}}],
/// ... }
/// >>> table = carom.Table([[1., 1]], 0.5, machine=machine)
/// >>> run = table.run_events(4.0)
/// >>> [carom.TableEventKind(kind).name for kind in run.kind], run.time
/// (['WALL', 'ENTER'], array([0.25, 1.5 ]))
/// >>> bool(table.in_play[0]), table.energy_given
/// (False, array(8.))
#[pyclass(frozen, module = "carom", name = "Table")]
pub(crate) struct PyTable {
    tables: Mutex<Tables>,
    /// The dimensions of the tables, the number of balls, the dimension.
    shape: Vec<usize>,
}

enum Tables {
    Flat(Vec<Table<DVec2>>),
    Solid(Vec<Table<DVec3>>),
}

/// Runs the same with tables of either dimension.
macro_rules! with_tables {
    ($tables:expr, |$all:ident| $run:expr) => {
        match &mut *$tables {
            Tables::Flat($all) => $run,
            Tables::Solid($all) => $run,
        }
    };
}

/// An array with a number of each table.
macro_rules! each_table {
    ($this:expr, $py:expr, |$table:ident| $number:expr) => {{
        let mut array = Column::new($py, $this.leading())?;
        with_tables!(exclusive(&$this.tables, "table")?, |all| {
            for (number, $table) in array.slice().iter_mut().zip(all) {
                *number = $number;
            }
        });
        Ok(array.object($py))
    }};
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (center, radius, velocity = None, *, mass = None, restitution = None, walls = None, r#box = None, wall_restitution = 1.0, periodic = None, friction = 0.0, gravity = None, machine = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        center: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        velocity: Option<&Bound<'_, PyAny>>,
        mass: Option<&Bound<'_, PyAny>>,
        restitution: Option<&Bound<'_, PyAny>>,
        walls: Option<&Bound<'_, PyAny>>,
        r#box: Option<&Bound<'_, PyAny>>,
        wall_restitution: f64,
        periodic: Option<&Bound<'_, PyAny>>,
        friction: f64,
        gravity: Option<&Bound<'_, PyAny>>,
        machine: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let center = Argument::new(center, "center", Row::Number)?;
        let shape = center.leading().to_vec();
        let ([.., balls, dimension @ (2 | 3)], true) = (&shape[..], shape.len() >= 2) else {
            let message = format!(
                "center must have the shape (..., n, 2) or (..., n, 3), not {}",
                tuple(&shape)
            );
            return Err(PyValueError::new_err(message));
        };
        let given = TableArguments {
            center,
            radius: Argument::new(radius, "radius", Row::Number)?,
            velocity: numbers(velocity, "velocity")?,
            mass: numbers(mass, "mass")?,
            restitution: numbers(restitution, "restitution")?,
            walls: numbers(walls, "walls")?,
            r#box: numbers(r#box, "box")?,
            wall_restitution,
            periodic: numbers(periodic, "periodic")?,
            friction,
            gravity: numbers(gravity, "gravity")?,
            machine,
            shape: &shape,
            balls: *balls,
        };
        let tables = if *dimension == 2 {
            Tables::Flat(given.tables(py)?)
        } else {
            Tables::Solid(given.tables(py)?)
        };
        Ok(Self {
            tables: Mutex::new(tables),
            shape,
        })
    }

    /// Executes all events up to `time` on every table. Returns how each run ended: an array of carom.Status.
    ///
    /// Raises a ValueError for a time before that of a table.
    #[pyo3(signature = (time, *, threads = None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        time: f64,
        threads: Option<isize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (status, _) = self.run_all(py, time, threads, false)?;
        Ok(status.object(py))
    }

    /// The same with a record of all events: a TableEvents.
    ///
    /// Raises a ValueError for a time before that of a table.
    #[pyo3(signature = (time, *, threads = None))]
    fn run_events<'py>(
        &self,
        py: Python<'py>,
        time: f64,
        threads: Option<isize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (status, events) = self.run_all(py, time, threads, true)?;
        event_arrays(py, status, &events, self.shape[self.shape.len() - 1])
    }

    /// Moves a wall in another way from now on: from its pose now at a constant rate to the first of these keyframes, and so
    /// on; after the last it rests. It must have a motion from the start.
    ///
    /// `time` (..., m), `offset` (..., m, d), default 0, and `angle` (..., m) in radians, default 0, have a keyframe in each row,
    /// for each of the tables or broadcast to them; without keyframes the wall stops. `where` (...) selects tables by booleans.
    /// Raises a ValueError that names the table, before which tables have been moved: a keyframe that is not after its time.
    ///
    /// >>> import carom
    /// >>> flipper = {"capsule": {"a": [0, 0], "b": [3, 0], "radius": 0.25}}
    /// >>> machine = {"walls": [flipper], "motions": [{"wall": 0, "keyframes": [{"time": 0}]}]}
    /// >>> table = carom.Table([[2, 0.75]], 0.25, machine=machine)
    /// >>> table.move_wall(0, [0.1], angle=[0.8])
    /// >>> _ = table.run(0.05)
    /// >>> table.events, table.wall_pose(0)[1]
    /// (array(1), array(0.4))
    #[pyo3(signature = (wall, time, offset = None, angle = None, *, r#where = None))]
    fn move_wall(
        &self,
        wall: u32,
        time: &Bound<'_, PyAny>,
        offset: Option<&Bound<'_, PyAny>>,
        angle: Option<&Bound<'_, PyAny>>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let moves = WallMoves::new(time, offset, angle, r#where, &self.shape)?;
        with_tables!(exclusive(&self.tables, "table")?, |all| {
            moves.apply(wall, all)
        })
    }

    /// The pose of a wall now: its displacement (..., d), and its angle in radians (...).
    fn wall_pose<'py>(
        &self,
        py: Python<'py>,
        wall: u32,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        with_tables!(exclusive(&self.tables, "table")?, |all| {
            pose_arrays(py, wall, all, &self.shape)
        })
    }

    /// Whether the center of each ball is inside a region, (..., n) bool; false for balls in pockets.
    fn is_inside<'py>(&self, py: Python<'py>, region: u32) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::<bool>::new(py, &self.shape[..self.shape.len() - 1])?;
        with_tables!(exclusive(&self.tables, "table")?, |all| {
            if let Some(table) = all.first() {
                check_number("region", region, table.regions().len())?;
            }
            flag(array.slice(), all, |table, ball| {
                table.is_inside(ball, region)
            });
        });
        Ok(array.object(py))
    }

    /// Whether each ball is on the table, (..., n) bool: pockets take balls off it.
    #[getter]
    fn in_play<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::<bool>::new(py, &self.shape[..self.shape.len() - 1])?;
        with_tables!(exclusive(&self.tables, "table")?, |all| {
            flag(array.slice(), all, |table, ball| table.ball(ball).is_some());
        });
        Ok(array.object(py))
    }

    /// The centers of the balls now, (..., n, d); NaN of balls in pockets.
    #[getter]
    fn center<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::<f64>::new(py, &self.shape)?;
        with_tables!(exclusive(&self.tables, "table")?, |all| {
            fill(array.slice(), all, Table::center);
        });
        Ok(array.object(py))
    }

    /// The velocities of the balls now, (..., n, d); NaN of balls in pockets.
    #[getter]
    fn velocity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::<f64>::new(py, &self.shape)?;
        with_tables!(exclusive(&self.tables, "table")?, |all| {
            fill(array.slice(), all, Table::velocity_of);
        });
        Ok(array.object(py))
    }

    /// The time of each table (...).
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each_table!(self, py, |table| table.time())
    }

    /// The number of events on each table so far (...), int64: collisions, and balls that enter or leave regions.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each_table!(self, py, |table| table.events() as i64)
    }

    /// The kinetic energy on each table (...), balls of infinite mass left out.
    #[getter]
    fn energy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each_table!(self, py, |table| table.energy())
    }

    /// The energy that bumpers and walls that move have given (...): what energy grew by, and what restitution took.
    #[getter]
    fn energy_given<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each_table!(self, py, |table| table.energy_given())
    }

    /// An independent copy: the state to roll back to.
    fn copy(&self) -> PyResult<Self> {
        let tables = match &*exclusive(&self.tables, "table")? {
            Tables::Flat(all) => Tables::Flat(all.clone()),
            Tables::Solid(all) => Tables::Solid(all.clone()),
        };
        Ok(Self {
            tables: Mutex::new(tables),
            shape: self.shape.clone(),
        })
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, table) = (this.py(), this.get());
        let bytes = with_tables!(exclusive(&table.tables, "table")?, |all| {
            to_bytes(py, &all.iter().map(Table::snapshot).collect::<Vec<_>>())?
        });
        (class_method(this, "_restored")?, (bytes, &table.shape)).into_pyobject(py)
    }

    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        bytes: &Bound<'_, PyBytes>,
        shape: Vec<usize>,
    ) -> PyResult<Self> {
        let tables = if shape.last() == Some(&2) {
            Tables::Flat(restored(bytes)?)
        } else {
            Tables::Solid(restored(bytes)?)
        };
        Ok(Self {
            tables: Mutex::new(tables),
            shape,
        })
    }

    fn __repr__(&self) -> String {
        let balls = self.shape[self.shape.len() - 2];
        match self.leading() {
            [] => format!("<Table of {balls} balls>"),
            leading => format!("<{} Tables of {balls} balls>", tuple(leading)),
        }
    }
}

impl PyTable {
    /// The dimensions of the tables.
    fn leading(&self) -> &[usize] {
        &self.shape[..self.shape.len() - 2]
    }

    /// Runs all tables up to a time: how each run ended, and its events if they are recorded.
    fn run_all<'py>(
        &self,
        py: Python<'py>,
        time: f64,
        threads: Option<isize>,
        records: bool,
    ) -> PyResult<(Column<'py, u8>, Vec<Vec<TableEventRow>>)> {
        let call = RunCall {
            time,
            threads,
            leading: self.leading(),
            records,
        };
        let mut status = Column::<u8>::new(py, self.leading())?;
        let events = with_tables!(exclusive(&self.tables, "table")?, |all| {
            call.run(py, all, status.slice())?
        });
        Ok((status, events))
    }
}

/// The tables of snapshots.
fn restored<V>(bytes: &Bound<'_, PyBytes>) -> PyResult<Vec<Table<V>>>
where
    V: Vector<Scalar = f64>,
    Snapshot<V>: DeserializeOwned,
{
    let all: Vec<Snapshot<V>> = from_bytes(bytes)?;
    let tables = all.iter().map(Table::restore);
    let tables = tables.collect::<Result<_, _>>();
    tables.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Writes a vector of every ball; NaN of those that pockets took.
fn fill<V: Vector>(
    numbers: &mut [f64],
    tables: &[Table<V>],
    of: impl Fn(&Table<V>, BallId) -> Option<V::Double>,
) {
    let balls = numbers.len() / (V::DIM * tables.len()).max(1);
    let mut rows = numbers.chunks_exact_mut(V::DIM);
    for table in tables {
        for (ball, row) in (0..balls as u32).zip(&mut rows) {
            let vector = of(table, BallId(ball));
            let vector = vector.map_or([f64::NAN; 3], Vector::to_f64);
            row.copy_from_slice(&vector[..V::DIM]);
        }
    }
}

/// Writes a flag of every ball.
fn flag<V: Vector>(
    flags: &mut [bool],
    tables: &[Table<V>],
    of: impl Fn(&Table<V>, BallId) -> bool,
) {
    let balls = (flags.len() / tables.len().max(1)).max(1);
    for (flags, table) in flags.chunks_exact_mut(balls).zip(tables) {
        for (ball, flag) in (0..).zip(flags) {
            *flag = of(table, BallId(ball));
        }
    }
}
