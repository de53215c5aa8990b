//! Pair events: which bodies of a world, or of two, began and ceased to touch each other.

use crate::answers::Column;
use crate::names::bits;
use crate::target::{ONE_DTYPE, Target, read};
use carom::{BodyId, PairEvents, Vector, World};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// PairEvents(): the pairs of bodies that touched at the last World.update_pairs or update_pairs_with, and what has changed since
/// the update before.
///
/// Each pair is a row of two names of bodies, the lower one first, or that of the first world; rows are sorted.
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

    pub(crate) fn update_of<V: Vector>(&self, world: &RwLock<World<V>>) -> PyResult<()> {
        read(world)?.update_pairs(&mut self.events());
        Ok(())
    }

    pub(crate) fn update_of_two<V: Vector>(
        &self,
        world: &RwLock<World<V>>,
        other: &RwLock<World<V>>,
    ) -> PyResult<()> {
        read(world)?.update_pairs_with(&*read(other)?, &mut self.events());
        Ok(())
    }

    pub(crate) fn update_with(&self, world: &Target, other: &Target) -> PyResult<()> {
        match (world, other) {
            (Target::SingleWorld(world, _), Target::SingleWorld(other, _)) => {
                self.update_of_two(world, other)
            }
            (Target::DoubleWorld(world, _), Target::DoubleWorld(other, _)) => {
                self.update_of_two(world, other)
            }
            _ => Err(PyTypeError::new_err(ONE_DTYPE)),
        }
    }
}

/// Pairs as an int64 array (n, 2).
pub(crate) fn pair_array(
    py: Python<'_>,
    pairs: impl ExactSizeIterator<Item = [BodyId; 2]>,
) -> PyResult<Bound<'_, PyAny>> {
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
        pair_array(py, self.events().now().iter().copied())
    }

    /// Those of them that did not touch at the update before: int64 (n, 2).
    #[getter]
    fn began<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        pair_array(py, self.events().began().iter().copied())
    }

    /// Pairs of the update before that no longer touch, or of which a body was removed: int64 (n, 2).
    #[getter]
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        pair_array(py, self.events().ended().iter().copied())
    }
}
