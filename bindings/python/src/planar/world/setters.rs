//! Single properties of bodies in 2D.

use super::{PlanarWorld, world};
use crate::world::setters::{set_data, set_each, set_flags, set_one_way};
use pyo3::prelude::*;

#[pymethods]
impl PlanarWorld {
    /// Puts `bodies`, an int or an array of names, into these layers, a bit each.
    fn set_layers(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>, layers: u32) -> PyResult<()> {
        set_each(world(this)?, bodies, |world, name| {
            world.set_layers(name, layers)
        })
    }

    /// Sets the layers that collide with `bodies`, an int or an array of names, a bit each.
    fn set_mask(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>, mask: u32) -> PyResult<()> {
        set_each(world(this)?, bodies, |world, name| {
            world.set_mask(name, mask)
        })
    }

    /// Sets `data` (...), integers of yours from 0 to 2⁶⁴ − 1, one for all or one for each of `bodies` (...), an int or an array of
    /// names. carom does not read it. `body` returns it.
    fn set_data(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        set_data(world(this)?, bodies, data)
    }

    /// Sets whether `bodies` (...), an int or an array of names, move often: `moving` (...) are booleans, one for all or one for each.
    fn set_moving(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        moving: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        set_flags(
            world(this)?,
            bodies,
            (moving, "moving"),
            |world, name, moving| world.set_moving(name, moving),
        )
    }

    /// Sets whether `bodies` (...), an int or an array of names, are sensors: `sensor` (...) are booleans, one for all or one for
    /// each.
    fn set_sensor(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        sensor: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        set_flags(
            world(this)?,
            bodies,
            (sensor, "sensor"),
            |world, name, sensor| world.set_sensor(name, sensor),
        )
    }

    /// Makes `bodies` (...), an int or an array of names, block only from the side to which `direction` (..., 2) points, in their own
    /// frames, of any length; None: from all sides again. `margin` (...) is the greatest penetration depth that still counts as
    /// standing on one, a length in the world.
    ///
    /// A character passes from below unhindered, and one that has landed stays on top though it has sunk in a little.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> plank = world.add(carom.planar.Box([-2., 0], [2., 0.1]))
    /// >>> world.set_one_way(plank, [0., 1], 0.05)
    /// >>> world.rays_any([[0., 2], [0, -2]], [[0., -4], [0, 4]])
    /// array([ True, False])
    #[pyo3(signature = (bodies, direction, margin = None))]
    fn set_one_way(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        direction: Option<&Bound<'_, PyAny>>,
        margin: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        set_one_way(world(this)?, bodies, direction, margin)
    }
}
