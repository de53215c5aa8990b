//! The arguments of tables.

use crate::arrays::{Argument, Row, Rows, place, tuple};
use crate::characters::in_shape;
use carom::glam::{DVec2, DVec3};
use carom::table::{Setup, Space, Table, TableBall, Wall};
use carom::{Aabb, Segment, Vector};
use carom_format::LevelFile;
use carom_format::setup::{AnyGame, Game};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

pub(crate) fn numbers<'py>(
    given: Option<&Bound<'py, PyAny>>,
    name: &'static str,
) -> PyResult<Option<Argument<'py>>> {
    given
        .map(|given| Argument::new(given, name, Row::Number))
        .transpose()
}

/// The arguments of tables.
pub(crate) struct TableArguments<'a, 'py> {
    pub(crate) center: Argument<'py>,
    pub(crate) radius: Argument<'py>,
    pub(crate) velocity: Option<Argument<'py>>,
    pub(crate) mass: Option<Argument<'py>>,
    pub(crate) restitution: Option<Argument<'py>>,
    pub(crate) walls: Option<Argument<'py>>,
    pub(crate) r#box: Option<Argument<'py>>,
    pub(crate) wall_restitution: f64,
    pub(crate) periodic: Option<Argument<'py>>,
    pub(crate) friction: f64,
    pub(crate) gravity: Option<Argument<'py>>,
    pub(crate) machine: Option<&'a Bound<'py, PyDict>>,
    pub(crate) shape: &'a [usize],
    pub(crate) balls: usize,
}

impl TableArguments<'_, '_> {
    pub(crate) fn tables<V: Machine>(&self, py: Python<'_>) -> PyResult<Vec<Table<V>>> {
        let shape = self.shape;
        let (by_ball, by_table) = (&shape[..shape.len() - 1], &shape[..shape.len() - 2]);
        let center = self.center.rows(shape);
        let radius = in_shape(&self.radius, by_ball)?;
        let velocity = optional(&self.velocity, shape)?;
        let (mass, restitution) = (
            optional(&self.mass, by_ball)?,
            optional(&self.restitution, by_ball)?,
        );
        let Setup {
            mut walls, regions, ..
        } = match self.machine {
            Some(machine) => self.machine(machine)?,
            None => Setup::default(),
        };
        walls.extend(self.walls()?);
        let empty = Setup {
            walls,
            regions,
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

    /// A setup with the walls and regions of the machine.
    fn machine<V: Machine>(&self, machine: &Bound<'_, PyDict>) -> PyResult<Setup<V>> {
        let mut setup = V::game(&setup_text(machine, V::DIM)?)?.setup;
        for wall in &mut setup.walls {
            wall.restitution = self.wall_restitution;
        }
        Ok(setup)
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

/// A dimension of tables, which decides that of a machine.
pub(crate) trait Machine: Vector<Scalar = f64, Double = Self> {
    /// A game of this dimension; `None` of another one.
    fn of(game: AnyGame) -> Option<Game<Self>>;

    /// The game of a setup's text.
    fn game(text: &str) -> PyResult<Game<Self>> {
        let no_levels = |level: &LevelFile| {
            let path = &level.path;
            Err(format!("{path}: a machine reads no files: give a mesh"))
        };
        let game = AnyGame::read(text.as_bytes(), "".as_ref(), &no_levels);
        // Its only ball stands for those of the arrays.
        let message = |text: String| text.replace("balls[0].center", "center");
        let game = game.map_err(|error| message(error.within("machine").to_string()));
        game.and_then(|game| Self::of(game).ok_or("machine: of another dimension".into()))
            .map_err(PyValueError::new_err)
    }
}

impl Machine for DVec2 {
    fn of(game: AnyGame) -> Option<Game<Self>> {
        match game {
            AnyGame::Plane(game) => Some(game),
            AnyGame::Space(_) => None,
        }
    }
}

impl Machine for DVec3 {
    fn of(game: AnyGame) -> Option<Game<Self>> {
        match game {
            AnyGame::Space(game) => Some(game),
            AnyGame::Plane(_) => None,
        }
    }
}

/// A setup of `carom pool` with the lists of a machine. Its only ball decides the dimension.
fn setup_text(machine: &Bound<'_, PyDict>, dimension: usize) -> PyResult<String> {
    const LISTS: [&str; 5] = ["walls", "bumpers", "motions", "regions", "pockets"];
    let py = machine.py();
    let setup = PyDict::new(py);
    for (name, list) in machine {
        if !LISTS.contains(&name.to_string().as_str()) {
            let message = format!("machine has the lists {}, not {name}", LISTS.join(", "));
            return Err(PyValueError::new_err(message));
        }
        setup.set_item(name, list)?;
    }
    let ball = PyDict::new(py);
    ball.set_item("center", vec![0.0; dimension])?;
    ball.set_item("radius", 1.0)?;
    setup.set_item("balls", [ball])?;
    let options = PyDict::new(py);
    options.set_item("allow_nan", false)?;
    // Arrays are lists, too.
    let list = py
        .import("operator")?
        .call_method1("methodcaller", ("tolist",))?;
    options.set_item("default", list)?;
    let json = py.import("json")?;
    json.call_method("dumps", (setup,), Some(&options))?
        .extract()
}

/// The rows of an argument that may be missing.
pub(crate) fn optional<'a>(
    given: &'a Option<Argument<'_>>,
    shape: &[usize],
) -> PyResult<Option<Rows<'a>>> {
    given
        .as_ref()
        .map(|given| in_shape(given, shape))
        .transpose()
}

/// The vector of a row of coordinates.
pub(crate) fn vector<V: Vector>(rows: &Rows<'_>, row: usize) -> V {
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
