//! A world in 2D with filters.

use crate::batch::Call;
use crate::moving::Motion;
use crate::planar::surface::{PlanarSurface, PlanarTarget, overlapping, sweep_moving};
use crate::world_query::Filtered;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The bodies of a world that count, as a Surface: made by World.query.
#[pyclass(frozen, extends = PlanarSurface, module = "carom.planar", name = "WorldQuery")]
pub(crate) struct PlanarWorldQuery(Filtered);

impl PlanarWorldQuery {
    pub(crate) fn object<'py>(
        world: &Bound<'py, PyAny>,
        target: PlanarTarget,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, Self>> {
        let query = Self(Filtered::new(world, options)?);
        let init = PyClassInitializer::from(PlanarSurface { target }).add_subclass(query);
        Bound::new(world.py(), init)
    }
}

#[pymethods]
impl PlanarWorldQuery {
    /// The world.
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<PyAny> {
        self.0.world(py)
    }

    /// The same as World.sweep_moving, of the bodies that count.
    #[pyo3(signature = (shapes, time, delta = None, pivot = None, angle = None, *, threads = None, nan = "raise", out = None))]
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
        angle: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let motion = Motion {
            delta,
            pivot,
            axis: None,
            angle,
            time,
        };
        let call = Call { py, threads, nan };
        sweep_moving(this.as_super().get(), &call, shapes, &motion, out)
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
        overlapping(this.as_super().get(), &Call { py, threads, nan }, shapes)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.0.reduce(py)
    }
}
