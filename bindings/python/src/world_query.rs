//! A world with filters.

use crate::batch::Call;
use crate::moving::{self, Motion};
use crate::overlaps;
use crate::surface::Surface;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// A world and the keywords of its filters, for pickles.
pub(crate) struct Filtered {
    /// Not as its class, of which the module imports those of queries.
    world: Py<PyAny>,
    options: Option<Py<PyDict>>,
}

impl Filtered {
    pub(crate) fn new(
        world: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = options.map(|options| options.copy()).transpose()?;
        Ok(Self {
            world: world.clone().unbind(),
            options: options.map(Bound::unbind),
        })
    }

    pub(crate) fn world(&self, py: Python<'_>) -> Py<PyAny> {
        self.world.clone_ref(py)
    }

    pub(crate) fn reduce<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let query = self.world.bind(py).get_type().getattr("query")?;
        let make = py.import("functools")?.getattr("partial")?;
        let options = self.options.as_ref().map(|options| options.bind(py));
        let make = make.call((query,), options)?;
        (make, (&self.world,)).into_pyobject(py)
    }
}

/// The bodies of a world that count, as a Surface: made by World.query.
#[pyclass(frozen, extends = Surface, module = "carom", name = "WorldQuery")]
pub(crate) struct PyWorldQuery(pub(crate) Filtered);

#[pymethods]
impl PyWorldQuery {
    /// The world.
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<PyAny> {
        self.0.world(py)
    }

    /// The same as World.sweep_moving, of the bodies that count.
    #[pyo3(signature = (shapes, time, delta = None, pivot = None, axis = None, angle = None, *, threads = None, nan = "raise", out = None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "a rigid motion, and keywords of Python"
    )]
    fn sweep_moving<'py>(
        this: &Bound<'py, Self>,
        shapes: &Bound<'py, PyAny>,
        time: &Bound<'py, PyAny>,
        delta: Option<&Bound<'py, PyAny>>,
        pivot: Option<&Bound<'py, PyAny>>,
        axis: Option<&Bound<'py, PyAny>>,
        angle: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let motion = Motion {
            delta,
            pivot,
            axis,
            angle,
            time,
        };
        let call = Call { py, threads, nan };
        moving::sweep_moving(this.as_super().get(), &call, shapes, &motion, out)
    }

    /// The same as World.overlaps, of the bodies that count.
    #[pyo3(signature = (shapes, *, threads = None, nan = "raise"))]
    fn overlaps<'py>(
        this: &Bound<'py, Self>,
        shapes: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let call = Call { py, threads, nan };
        overlaps::overlaps(this.as_super().get(), &call, shapes)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.0.reduce(py)
    }
}
