//! Sensor events: which bodies of a world entered and left which sensors.

use crate::pair_events::pair_array;
use crate::target::read;
use carom::{SensorEvents, SensorPair, Vector, World};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

/// SensorEvents(): the bodies that were in sensors at the last World.update_sensors, and what has changed since the update before.
///
/// Each pair is a row of two names of bodies, the sensor first; rows are sorted.
///
/// >>> import carom
/// >>> world, events = carom.World(), carom.SensorEvents()
/// >>> door = world.add(carom.Ball([0., 0, 0], 2.0), sensor=True)
/// >>> coin = world.add(carom.Ball([1., 0, 0], 0.1))
/// >>> world.update_sensors(events)
/// >>> bool((events.entered == [[door, coin]]).all()), events.left.shape
/// (True, (0, 2))
/// >>> world.remove(coin)
/// >>> world.update_sensors(events)
/// >>> bool((events.left == [[door, coin]]).all()), len(events.now)
/// (True, 0)
#[pyclass(frozen, module = "carom", name = "SensorEvents")]
#[derive(Default)]
pub(crate) struct PySensorEvents(Mutex<SensorEvents>);

impl PySensorEvents {
    fn events(&self) -> MutexGuard<'_, SensorEvents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn update_of<V: Vector>(&self, world: &RwLock<World<V>>) -> PyResult<()> {
        read(world)?.update_sensors(&mut self.events());
        Ok(())
    }
}

fn array<'py>(py: Python<'py>, pairs: &[SensorPair]) -> PyResult<Bound<'py, PyAny>> {
    pair_array(py, pairs.iter().map(|pair| [pair.sensor, pair.body]))
}

#[pymethods]
impl PySensorEvents {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// All pairs of a sensor and a body that touches it: int64 (n, 2).
    #[getter]
    fn now<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.events().now())
    }

    /// Those of them that were not there at the update before: int64 (n, 2).
    #[getter]
    fn entered<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.events().entered())
    }

    /// Pairs of the update before that are gone; the sensor or the body may have been removed: int64 (n, 2).
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.events().left())
    }
}
