//! Single properties of bodies.

use crate::names::{check_names, names};
use crate::target::{Target, with_world};
use crate::world::World;
use carom::BodyError;
use carom::glam::{DVec3, Vec3};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// Puts `bodies`, an int or an array of names, into these layers, a bit each.
    fn set_layers(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>, layers: u32) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        with_world!(this, |world, _V| {
            check_names(&*world, &names, &leading)?;
            let gone = |error: BodyError| PyKeyError::new_err(error.to_string());
            (names.into_iter()).try_for_each(|name| world.set_layers(name, layers).map_err(gone))
        })
    }

    /// Sets the layers that collide with `bodies`, an int or an array of names, a bit each.
    fn set_mask(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>, mask: u32) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        with_world!(this, |world, _V| {
            check_names(&*world, &names, &leading)?;
            let gone = |error: BodyError| PyKeyError::new_err(error.to_string());
            (names.into_iter()).try_for_each(|name| world.set_mask(name, mask).map_err(gone))
        })
    }
}
