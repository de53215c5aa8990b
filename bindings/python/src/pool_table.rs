//! Pool tables with spin, and shots on them, many in a call.

use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::shot_answers::ShotArrays;
use crate::shots::Shots;
use crate::stored::class_method;
use carom::billiards::PoolTable;
use carom_format::billiards::BilliardsGame;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

/// PoolTable(rack=None, position=None, *, table=None, dimensions=None, gap=None, ball=None, cue=None, models=None): a table
/// with its balls, on which shots are played.
///
/// `rack` is "eight_ball", "nine_ball", "ten_ball", "snooker" or "three_cushion"; ball 0 is the cue ball. Or `position` (n, 2)
/// are the centers of up to 64 balls at rest. The other arguments are the fields of `carom pool --physics billiards` (see
/// formats.md): the name of the table, and dicts with what differs from its dimensions, balls, cue and collision models.
/// SI units; one corner of the playing surface is the origin, x runs across the table, y along it. Raises a ValueError that
/// names the field: unknown names, values out of range, balls that overlap or are outside.
///
/// >>> from carom import billiards
/// >>> table = billiards.PoolTable(position=[[0.4, 1.3], [0.4, 1.5]], ball={"rolling_friction": 0.008})
/// >>> table
/// <PoolTable of 2 balls>
/// >>> table.width, table.length, table.radius
/// (1.27, 2.54, 0.028575)
#[pyclass(frozen, module = "carom.billiards", name = "PoolTable")]
pub(crate) struct PyPoolTable {
    table: PoolTable,
    /// The file that it was made of.
    text: String,
}

#[pymethods]
impl PyPoolTable {
    #[new]
    #[pyo3(signature = (rack = None, position = None, *, table = None, dimensions = None, gap = None, ball = None, cue = None, models = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        rack: Option<Bound<'_, PyAny>>,
        position: Option<&Bound<'_, PyAny>>,
        table: Option<Bound<'_, PyAny>>,
        dimensions: Option<Bound<'_, PyAny>>,
        gap: Option<Bound<'_, PyAny>>,
        ball: Option<Bound<'_, PyAny>>,
        cue: Option<Bound<'_, PyAny>>,
        models: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let fields = PyDict::new(py);
        let given = [
            ("rack", rack),
            ("table", table),
            ("dimensions", dimensions),
            ("gap", gap),
            ("ball", ball),
            ("cue", cue),
            ("models", models),
        ];
        for (name, value) in given {
            if let Some(value) = value {
                fields.set_item(name, value)?;
            }
        }
        if let Some(position) = position {
            fields.set_item("balls", balls_at(position)?)?;
        }
        let options = PyDict::new(py);
        options.set_item("allow_nan", false)?;
        let text = py.import("json")?;
        let text = text.call_method("dumps", (fields,), Some(&options))?;
        Self::of(text.extract()?)
    }

    /// Plays shots, each from its own balls at rest, until all balls are at rest or in pockets. Returns a ShotResults.
    ///
    /// `speed` is that of the cue in m/s, `direction` is counterclockwise from x in radians, `elevation` of the butt 0 to π/2; `right`
    /// and `above` are the offsets of the tip from the center in radii; `ball` is the one that the cue strikes. `position`
    /// (..., n, 2) and `is_pocketed` (..., n) replace the balls of the table. All are broadcast against each other; everything is
    /// computed in float64, with the same bits on any number of threads. `times` (t,) adds the states of all balls at these
    /// times, `events=True` every event. Raises a ValueError that names the shot: a value out of range, a ball that is not on the
    /// table. A miscue is no error, nor is a shot that hits nothing.
    ///
    /// >>> import numpy as np
    /// >>> from carom import billiards
    /// >>> table = billiards.PoolTable(position=[[0.4, 1.3], [0.4, 1.5]])
    /// >>> shots = table.simulate(1.0, np.pi / 2, above=[0.3, -0.16, -0.45, 0.6])
    /// >>> shots.position[:, 0, 1].round(2)  # the cue ball follows, stops, comes back, is not struck
    /// array([1.9 , 1.44, 1.4 , 1.3 ])
    /// >>> [billiards.ShotStatus(status).name for status in shots.status]
    /// ['AT_REST', 'AT_REST', 'AT_REST', 'MISCUE']
    #[pyo3(signature = (speed, direction, *, elevation = None, right = None, above = None, ball = None, position = None, is_pocketed = None, times = None, events = false, threads = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        speed: &Bound<'py, PyAny>,
        direction: &Bound<'py, PyAny>,
        elevation: Option<&Bound<'py, PyAny>>,
        right: Option<&Bound<'py, PyAny>>,
        above: Option<&Bound<'py, PyAny>>,
        ball: Option<&Bound<'py, PyAny>>,
        position: Option<&Bound<'py, PyAny>>,
        is_pocketed: Option<&Bound<'py, PyAny>>,
        times: Option<&Bound<'py, PyAny>>,
        events: bool,
        threads: Option<isize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let strokes = [
            ("speed", Some(speed)),
            ("direction", Some(direction)),
            ("elevation", elevation),
            ("right", right),
            ("above", above),
            ("ball", ball),
        ];
        let shots = Shots::new(&self.table, strokes, position, is_pocketed)?;
        let times = times.map(moments).transpose()?;
        let leading = shots.leading()?;
        let balls = self.table.balls().len();
        let mut arrays = ShotArrays::new(py, &leading, balls, times.as_deref())?;
        shots.play(py, &leading, threads, &mut arrays, times.as_deref(), events)?;
        arrays.answer(py, events)
    }

    /// The centers of the balls, (n, 2).
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let balls = self.table.balls();
        let mut array = Column::<f64>::new(py, &[balls.len(), 2])?;
        let (rows, _) = array.slice().as_chunks_mut();
        for (row, ball) in rows.iter_mut().zip(balls) {
            *row = ball.state.position.truncate().to_array();
        }
        Ok(array.object(py))
    }

    /// The centers of the circles in which pockets capture the centers of balls, (k, 2): k is 6, or 0 without pockets. The corners
    /// from the origin clockwise, then the sides, that of low x first.
    #[getter]
    fn pocket_center<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pockets = self.table.pockets();
        let mut array = Column::<f64>::new(py, &[pockets.len(), 2])?;
        let (rows, _) = array.slice().as_chunks_mut();
        for (row, pocket) in rows.iter_mut().zip(pockets) {
            *row = pocket.center.to_array();
        }
        Ok(array.object(py))
    }

    /// The radii of these circles, (k,).
    #[getter]
    fn pocket_radius<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pockets = self.table.pockets();
        let mut array = Column::<f64>::new(py, &[pockets.len()])?;
        for (row, pocket) in array.slice().iter_mut().zip(pockets) {
            *row = pocket.radius;
        }
        Ok(array.object(py))
    }

    /// The extent of the playing surface in x, between cushion noses.
    #[getter]
    fn width(&self) -> f64 {
        self.table.spec().width
    }

    /// The extent of the playing surface in y.
    #[getter]
    fn length(&self) -> f64 {
        self.table.spec().length
    }

    /// The radius of all balls.
    #[getter]
    fn radius(&self) -> f64 {
        self.table.radius()
    }

    fn __len__(&self) -> usize {
        self.table.balls().len()
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let text = PyString::new(this.py(), &this.get().text);
        (class_method(this, "_restored")?, (text,)).into_pyobject(this.py())
    }

    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, text: String) -> PyResult<Self> {
        Self::of(text)
    }

    fn __repr__(&self) -> String {
        format!("<PoolTable of {} balls>", self.table.balls().len())
    }
}

impl PyPoolTable {
    /// The table of a file.
    fn of(text: String) -> PyResult<Self> {
        let game = BilliardsGame::read(text.as_bytes(), "".as_ref());
        let game = game.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let table = game.table;
        Ok(Self { table, text })
    }
}

/// Balls of a file, at these places.
fn balls_at<'py>(position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let py = position.py();
    let position = Argument::new(position, "position", Row::Places)?;
    let position = single(&position)?;
    let rows = position.rows(&[]);
    rows.require("is not finite", f64::is_finite)?;
    let numbers: Vec<f64> = rows.numbers(0).collect();
    let (places, _) = numbers.as_chunks::<2>();
    let balls = PyList::empty(py);
    for place in places {
        let ball = PyDict::new(py);
        ball.set_item("position", place)?;
        balls.append(ball)?;
    }
    Ok(balls)
}

/// The times of states.
fn moments(times: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let times = Argument::new(times, "times", Row::Numbers)?;
    let times = single(&times)?;
    let rows = times.rows(&[]);
    rows.require("must be finite and not negative", |time: f64| {
        time >= 0.0 && time.is_finite()
    })?;
    Ok(rows.numbers(0).collect())
}

/// An argument without leading dimensions.
fn single<'a, 'py>(argument: &'a Argument<'py>) -> PyResult<&'a Argument<'py>> {
    if argument.leading().is_empty() {
        return Ok(argument);
    }
    let message = format!("{} has too many dimensions", argument.name);
    Err(PyValueError::new_err(message))
}
