//! Pair events: which bodies of a world began and ceased to touch each other.

use crate::answers::Column;
use crate::names::bits;
use carom::{BodyId, PairEvents, Vector3, World, glam::DVec3};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// PairEvents(): the pairs of bodies that touched at the last World.update_pairs, and what has changed since the one before.
///
/// Each pair is a row of two names of bodies, the lower one first; rows are sorted.
///
/// >>> import carom, numpy as np
/// >>> world, events = carom.World(), carom.PairEvents()
/// >>> wall = world.add(carom.Ball([0., 0, 0], 2.0))
/// >>> rock = world.add(carom.Ball([2.5, 0., 0], 1.0), moving=True)
/// >>> world.update_pairs(events)
/// >>> bool((events.began == [[wall, rock]]).all()), events.ended.shape
/// (True, (0, 2))
#[pyclass(frozen, module = "carom", name = "PairEvents")]
#[derive(Default)]
pub(crate) struct PyPairEvents(Mutex<PairEvents>);

impl PyPairEvents {
    fn events(&self) -> MutexGuard<'_, PairEvents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn update<V: Vector3<Double = DVec3>>(&self, world: &World<V>) {
        world.update_pairs(&mut self.events());
    }
}

/// Pairs as an int64 array (n, 2).
fn array<'py>(py: Python<'py>, pairs: &[[BodyId; 2]]) -> PyResult<Bound<'py, PyAny>> {
    let mut array = Column::<i64>::new(py, &[pairs.len(), 2])?;
    for (row, pair) in array.slice().as_chunks_mut::<2>().0.iter_mut().zip(pairs) {
        *row = pair.map(bits);
    }
    Ok(array.object(py))
}

#[pymethods]
impl PyPairEvents {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// All pairs that touch: int64 (n, 2).
    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.events().now())
    }

    /// Those of them that did not touch at the update before: int64 (n, 2).
    #[getter]
    fn began<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.events().began())
    }

    /// Pairs of the update before that no longer touch, or of which a body was removed: int64 (n, 2).
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.events().ended())
    }
}
