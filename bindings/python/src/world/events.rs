//! Which bodies of a world touch, and which are in sensors.

use crate::pair_events::PyPairEvents;
use crate::sensor_events::PySensorEvents;
use crate::target::with_world;
use crate::world::World;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// Finds the pairs of bodies that touch now, of which at least one is `moving`, and what has changed since the last update
    /// of `events`, a PairEvents: the pairs that a physics engine gets from its broad and narrow phase.
    ///
    /// Sensors are left out, and bodies of which one has no layer in the mask of the other. Meshes are shells.
    fn update_pairs(this: &Bound<'_, Self>, events: &PyPairEvents) -> PyResult<()> {
        with_world!(this, |world| events.update_of(world))
    }

    /// Finds the pairs of a body of this world and a body of `other`, a World of the same dtype, that touch now, whether they are
    /// `moving` or not, and what has changed since the last update of `events`. The body of this world is the first of each pair.
    ///
    /// A world of triggers against a world of characters, or two parts of a level. Both have the same origin.
    fn update_pairs_with(
        this: &Bound<'_, Self>,
        other: &Bound<'_, Self>,
        events: &PyPairEvents,
    ) -> PyResult<()> {
        let other = &other.as_super().get().target;
        events.update_with(&this.as_super().get().target, other)
    }

    /// Finds the bodies that touch sensors now, and what has changed since the last update of `events`, a SensorEvents: triggers,
    /// doors, coins.
    ///
    /// A body counts in a sensor if each has a layer in the mask of the other, whether it is `moving` or not; other sensors do not
    /// count. Meshes are shells.
    fn update_sensors(this: &Bound<'_, Self>, events: &PySensorEvents) -> PyResult<()> {
        with_world!(this, |world| events.update_of(world))
    }
}
