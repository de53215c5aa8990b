//! Tables of balls, many in a call.

use crate::answers::{Column, Columns, blocks};
use crate::arrays::{Argument, Row, Rows, place, tuple};
use crate::characters::in_shape;
use crate::mover::exclusive;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::workers::{self, Stop};
use carom::glam::{DVec2, DVec3};
use carom::table::{BallId, Setup, Snapshot, Space, Status, Table, TableBall, Wall};
use carom::{Aabb, Segment, Vector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use serde::de::DeserializeOwned;
use std::sync::Mutex;

/// Table(center, radius, velocity=0, *, mass=1, restitution=1, walls=None, box=None, wall_restitution=1, periodic=None,
/// friction=0, gravity=None): event-driven balls with exact collision times, one table or many.
///
/// `center` (..., n, d) and `velocity` (..., n, d): n balls on each table, in d = 2 or 3 dimensions; `radius`, `mass` and
/// `restitution` (..., n). The walls are the same for all tables: `walls` (k, 2, d) are segments, `box` (2, d) is the space
/// inside a box, `periodic` (d,) a periodic space from the origin. `friction` is the deceleration of rolling balls,
/// `gravity` (d,) an acceleration. All arrays are broadcast to the dimensions of `center`; everything is computed in
/// float64. Raises a ValueError that names the table and the ball: balls that overlap, or overlap a wall.
///
/// >>> import carom
/// >>> table = carom.Table([[1., 1], [4, 1]], 0.5, [[2., 0], [0, 0]], box=[[0, 0], [9, 2]])
/// >>> table.run(4.0)
/// array(0, dtype=uint8)
/// >>> table.center, table.events
/// (array([[3., 1.],
///        [7., 1.]]), array(2))
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
    #[pyo3(signature = (center, radius, velocity = None, *, mass = None, restitution = None, walls = None, r#box = None, wall_restitution = 1.0, periodic = None, friction = 0.0, gravity = None))]
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
        let threads = workers::number(threads)?;
        let mut array = Column::<u8>::new(py, self.leading())?;
        let mut tables = exclusive(&self.tables, "table")?;
        let failed = Mutex::new(None);
        with_tables!(tables, |all| {
            let work = |(from, size, run): (usize, usize, Run<'_, _>), stop: &Stop| {
                for at in 0..size {
                    match advance(&mut run.tables[at], time, stop) {
                        Ok(status) => run.statuses[at] = code(status),
                        Err(error) => {
                            let mut failed = failed.lock().unwrap_or_else(|lock| lock.into_inner());
                            let first = (from + at, error.to_string());
                            *failed = Some(
                                failed
                                    .take()
                                    .map_or(first.clone(), |other: (usize, String)| {
                                        other.min(first)
                                    }),
                            );
                        }
                    }
                }
            };
            let rows = all.len();
            let run = Run {
                tables: all,
                statuses: array.slice(),
            };
            let threads = threads.min(rows.max(1));
            workers::run(
                py,
                threads,
                blocks(rows, rows.div_ceil(8 * threads).max(1), run),
                work,
            )?;
        });
        match failed.into_inner().unwrap_or_else(|lock| lock.into_inner()) {
            None => Ok(array.object(py)),
            Some((table, error)) => {
                let place = place("table", self.leading(), table);
                Err(PyValueError::new_err(format!("{place}: {error}")))
            }
        }
    }

    /// The centers of the balls now, (..., n, d).
    #[getter]
    fn center<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::<f64>::new(py, &self.shape)?;
        with_tables!(exclusive(&self.tables, "table")?, |all| {
            fill(array.slice(), all, Table::center);
        });
        Ok(array.object(py))
    }

    /// The velocities of the balls now, (..., n, d).
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

    /// The number of collisions on each table so far (...), int64.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each_table!(self, py, |table| table.events() as i64)
    }

    /// The kinetic energy on each table (...), balls of infinite mass left out.
    #[getter]
    fn energy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        each_table!(self, py, |table| table.energy())
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

fn numbers<'py>(
    given: Option<&Bound<'py, PyAny>>,
    name: &'static str,
) -> PyResult<Option<Argument<'py>>> {
    given
        .map(|given| Argument::new(given, name, Row::Number))
        .transpose()
}

/// The arguments of tables.
struct TableArguments<'a, 'py> {
    center: Argument<'py>,
    radius: Argument<'py>,
    velocity: Option<Argument<'py>>,
    mass: Option<Argument<'py>>,
    restitution: Option<Argument<'py>>,
    walls: Option<Argument<'py>>,
    r#box: Option<Argument<'py>>,
    wall_restitution: f64,
    periodic: Option<Argument<'py>>,
    friction: f64,
    gravity: Option<Argument<'py>>,
    shape: &'a [usize],
    balls: usize,
}

impl TableArguments<'_, '_> {
    fn tables<V: Vector<Scalar = f64, Double = V>>(
        &self,
        py: Python<'_>,
    ) -> PyResult<Vec<Table<V>>> {
        let shape = self.shape;
        let (by_ball, by_table) = (&shape[..shape.len() - 1], &shape[..shape.len() - 2]);
        let center = self.center.rows(shape);
        let radius = in_shape(&self.radius, by_ball)?;
        let velocity = optional(&self.velocity, shape)?;
        let (mass, restitution) = (
            optional(&self.mass, by_ball)?,
            optional(&self.restitution, by_ball)?,
        );
        let empty = Setup {
            walls: self.walls()?,
            space: self.space()?,
            friction: self.friction,
            gravity: match &self.gravity {
                Some(gravity) => vectors(gravity, &[])?[0],
                None => V::ZERO,
            },
            ..Setup::default()
        };
        let make = |table: usize| {
            let balls = (0..self.balls).map(|ball| {
                let row = table * self.balls + ball;
                let number =
                    |rows: &Option<Rows<'_>>| rows.as_ref().map_or(1.0, |rows| rows.scalar(row));
                TableBall {
                    center: vector(&center, row),
                    radius: radius.scalar(row),
                    velocity: velocity
                        .as_ref()
                        .map_or(V::ZERO, |velocity| vector(velocity, row)),
                    mass: number(&mass),
                    restitution: number(&restitution),
                }
            });
            let setup = Setup {
                balls: balls.collect(),
                ..empty.clone()
            };
            py.detach(|| Table::new(&setup)).map_err(|error| {
                let message = match by_table {
                    [] => error.to_string(),
                    _ => format!("{}: {error}", place("table", by_table, table)),
                };
                PyValueError::new_err(message)
            })
        };
        (0..by_table.iter().product()).map(make).collect()
    }

    fn walls<V: Vector<Scalar = f64>>(&self) -> PyResult<Vec<Wall<V>>> {
        let Some(walls) = &self.walls else {
            return Ok(Vec::new());
        };
        let [count, ..] = walls.leading() else {
            return Err(PyValueError::new_err("walls must have the shape (k, 2, d)"));
        };
        let ends = vectors::<V>(walls, &[*count, 2])?;
        let (ends, _) = ends.as_chunks();
        let wall = |[a, b]: &[V; 2]| Wall::new(Segment::new(*a, *b));
        Ok(ends
            .iter()
            .map(|ends| wall(ends).with_restitution(self.wall_restitution))
            .collect())
    }

    fn space<V: Vector<Scalar = f64>>(&self) -> PyResult<Space<V>> {
        match (&self.r#box, &self.periodic) {
            (None, None) => Ok(Space::Open),
            (Some(corners), None) => {
                let corners = vectors::<V>(corners, &[2])?;
                let (min, max) = (corners[0], corners[1]);
                Ok(Space::Boxed {
                    bounds: Aabb { min, max },
                    restitution: self.wall_restitution,
                })
            }
            (None, Some(period)) => Ok(Space::Periodic(vectors(period, &[])?[0])),
            (Some(_), Some(_)) => Err(PyValueError::new_err(
                "a table has a box or is periodic, not both",
            )),
        }
    }
}

/// The rows of an argument that may be missing.
fn optional<'a>(given: &'a Option<Argument<'_>>, shape: &[usize]) -> PyResult<Option<Rows<'a>>> {
    given
        .as_ref()
        .map(|given| in_shape(given, shape))
        .transpose()
}

/// The vector of a row of coordinates.
fn vector<V: Vector>(rows: &Rows<'_>, row: usize) -> V {
    let coordinate = |axis| {
        if axis < V::DIM {
            rows.scalar(row * V::DIM + axis)
        } else {
            0.0
        }
    };
    V::from_f64([0, 1, 2].map(coordinate))
}

/// All vectors of an argument of this shape.
fn vectors<V: Vector>(argument: &Argument<'_>, shape: &[usize]) -> PyResult<Vec<V>> {
    let full = [shape, &[V::DIM]].concat();
    if argument.leading() != full {
        let message = format!(
            "{} must have the shape {}, not {}",
            argument.name,
            tuple(&full),
            tuple(argument.leading())
        );
        return Err(PyValueError::new_err(message));
    }
    let rows = argument.rows(&full);
    Ok((0..shape.iter().product())
        .map(|row| vector(&rows, row))
        .collect())
}

/// Tables and how their runs ended.
struct Run<'a, V: Vector> {
    tables: &'a mut [Table<V>],
    statuses: &'a mut [u8],
}

impl<V: Vector> Columns for Run<'_, V> {
    fn split(self, rows: usize) -> (Self, Self) {
        let (tables, others) = self.tables.split_at_mut(rows);
        let (statuses, rest) = self.statuses.split_at_mut(rows);
        let rest = Run {
            tables: others,
            statuses: rest,
        };
        (Run { tables, statuses }, rest)
    }
}

/// Runs a table up to a time, or until the work should end.
fn advance<V: Vector>(
    table: &mut Table<V>,
    time: f64,
    stop: &Stop,
) -> Result<Status, carom::table::TableError> {
    /// Events between two checks for the stop: some milliseconds.
    const EVENTS: u64 = 1 << 13;
    loop {
        let status = table.advance(time, EVENTS)?;
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

/// Writes a vector of every ball.
fn fill<V: Vector>(
    numbers: &mut [f64],
    tables: &[Table<V>],
    of: impl Fn(&Table<V>, BallId) -> Option<V::Double>,
) {
    let mut rows = numbers.chunks_exact_mut(V::DIM);
    for table in tables {
        for ball in 0..table.len() as u32 {
            if let (Some(row), Some(vector)) = (rows.next(), of(table, BallId(ball))) {
                row.copy_from_slice(&vector.to_f64()[..V::DIM]);
            }
        }
    }
}
