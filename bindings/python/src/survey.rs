//! Surveys of levels, tile by tile.

use crate::mesh::Mesh;
use crate::workers::{self, Stop};
use carom_cli::TiledSurvey;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

/// Messages by their tiles.
type Messages<'py> = BTreeMap<(u32, u32), Bound<'py, PyBytes>>;

/// report.json, the sizes of findings, scenarios by their names, and remarks.
type Joined = (
    String,
    Vec<Option<f32>>,
    BTreeMap<String, String>,
    Vec<String>,
);

/// TiledSurvey(level, options): the part of `carom.Survey` that is not written in Python.
///
/// `level` is a path or a Mesh, `options` is a list of the command's options.
#[pyclass(frozen, name = "TiledSurvey", module = "carom._carom")]
pub(crate) struct PyTiledSurvey(TiledSurvey);

#[pymethods]
impl PyTiledSurvey {
    #[new]
    fn new(level: &Bound<'_, PyAny>, options: Vec<String>) -> PyResult<Self> {
        let py = level.py();
        let survey = if let Ok(mesh) = level.cast::<Mesh>() {
            let (vertices, triangles) = mesh.get().parts(py)?;
            workers::run_alone(py, |_| TiledSurvey::of_mesh(vertices, triangles, &options))?
        } else {
            let path: PathBuf = level.extract()?;
            workers::run_alone(py, |_| TiledSurvey::open(&path, &options))?
        };
        survey.map(Self).map_err(raised)
    }

    /// The number of tiles along x and z.
    #[getter]
    fn tile_counts(&self) -> PyResult<(u32, u32)> {
        self.0.tile_counts().map(Into::into).map_err(raised)
    }

    /// The feet of the character at the starts.
    #[getter]
    fn spawns(&self) -> Vec<(f32, f32, f32)> {
        self.0.spawns().into_iter().map(Into::into).collect()
    }

    /// The messages of round 0, by their tiles.
    fn starts<'py>(&self, py: Python<'py>) -> PyResult<Messages<'py>> {
        let starts = workers::run_alone(py, |_| self.0.starts())?;
        Ok(messages(py, starts.map_err(raised)?))
    }

    /// Searches a tile in a round: its new state, and its messages by their tiles.
    #[pyo3(signature = (state, inbox, progress = None))]
    fn tile<'py>(
        &self,
        py: Python<'py>,
        state: Option<PyBackedBytes>,
        inbox: Vec<PyBackedBytes>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<(Bound<'py, PyBytes>, Messages<'py>)> {
        let mut broken = None;
        let searched = workers::run_alone(py, |stop: &Stop| {
            self.0.tile(state.as_deref(), &inbox, |found| {
                let report = |progress: &Py<PyAny>| {
                    let numbers = (found.places, found.waiting, found.ticks);
                    Python::attach(|py| progress.call1(py, numbers).map(drop))
                };
                broken = progress
                    .as_ref()
                    .and_then(|progress| report(progress).err());
                broken.is_none() && !stop.is_set()
            })
        })?;
        if let Some(error) = broken {
            return Err(error);
        }
        let searched = searched.map_err(raised)?;
        let searched = searched.ok_or_else(|| PyValueError::new_err("the search was stopped"))?;
        let state = PyBytes::new(py, &searched.state);
        Ok((state, messages(py, searched.messages)))
    }

    /// Joins a sequence of states: report.json, the sizes of findings, scenarios by their names, and remarks.
    #[pyo3(signature = (states, report = None))]
    fn join(&self, states: &Bound<'_, PyAny>, report: Option<PathBuf>) -> PyResult<Joined> {
        let py = states.py();
        let count = states.len()?;
        let states = states.clone().unbind();
        let joined = workers::run_alone(py, |_| {
            let load = |number: usize| {
                Python::attach(|py| {
                    let state = states.bind(py).get_item(number)?;
                    Ok(state.extract::<PyBackedBytes>().map_err(PyErr::from)?)
                })
            };
            self.0.join(count, load, report.as_deref())
        })?;
        let joined = joined.map_err(raised)?;
        let text = |bytes| String::from_utf8(bytes).map_err(PyErr::from);
        let scenarios = joined.scenarios.into_iter();
        let scenarios = scenarios.map(|(name, bytes)| Ok((name, text(bytes)?)));
        let scenarios = scenarios.collect::<PyResult<_>>()?;
        Ok((text(joined.json)?, joined.sizes, scenarios, joined.remarks))
    }
}

fn messages(py: Python<'_>, messages: BTreeMap<[u32; 2], Vec<u8>>) -> Messages<'_> {
    let message = |(to, bytes): ([u32; 2], Vec<u8>)| (to.into(), PyBytes::new(py, &bytes));
    messages.into_iter().map(message).collect()
}

/// The exception of an error: the one that caused it, an OSError, or a ValueError.
fn raised(error: anyhow::Error) -> PyErr {
    match error.downcast::<PyErr>() {
        Ok(raised) => raised,
        Err(error) => {
            let text = format!("{error:#}");
            let kind = error
                .chain()
                .find_map(|cause| cause.downcast_ref::<io::Error>());
            match kind {
                Some(kind) => io::Error::new(kind.kind(), text).into(),
                None => PyValueError::new_err(text),
            }
        }
    }
}
