//! Single properties of bodies.

use crate::arrays::{Argument, Row};
use crate::bodies::change_each;
use crate::integers::unsigned;
use crate::moving::for_bodies;
use crate::names::{check_names, names};
use crate::shape_rows::require_directions;
use crate::target::{Target, with_world};
use crate::world::World;
use carom::glam::{DVec3, Vec3};
use carom::{BodyError, OneWay, Scalar};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;

fn gone(error: BodyError) -> PyErr {
    PyKeyError::new_err(error.to_string())
}

#[pymethods]
impl World {
    /// Puts `bodies`, an int or an array of names, into these layers, a bit each.
    fn set_layers(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>, layers: u32) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        with_world!(this, |world, _V| {
            check_names(&*world, &names, &leading)?;
            (names.into_iter()).try_for_each(|name| world.set_layers(name, layers).map_err(gone))
        })
    }

    /// Sets the layers that collide with `bodies`, an int or an array of names, a bit each.
    fn set_mask(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>, mask: u32) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        with_world!(this, |world, _V| {
            check_names(&*world, &names, &leading)?;
            (names.into_iter()).try_for_each(|name| world.set_mask(name, mask).map_err(gone))
        })
    }

    /// Sets `data` (...), integers of yours from 0 to 2⁶⁴ − 1, one for all or one for each of `bodies` (...), an int or an array of
    /// names. carom does not read it, except that a Crowd numbers the bodies of its characters. `body` returns it.
    fn set_data(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        let data = unsigned(data, "data", &leading)?;
        with_world!(this, |world, _V| {
            check_names(&*world, &names, &leading)?;
            (names.into_iter().zip(data))
                .try_for_each(|(name, data)| world.set_data(name, data).map_err(gone))
        })
    }

    /// Sets whether `bodies` (...), an int or an array of names, move often: `moving` (...) are booleans, one for all or one for each.
    fn set_moving(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        moving: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        let moving = Argument::flags(moving, "moving", Row::Number)?;
        let rows = for_bodies(&moving, &leading)?;
        with_world!(this, |world, _V| {
            check_names(&*world, &names, &leading)?;
            change_each(&names, &rows, |name, row| {
                world.set_moving(name, rows.is_true(row))
            })
        })
    }

    /// Sets whether `bodies` (...), an int or an array of names, are sensors: `sensor` (...) are booleans, one for all or one for
    /// each.
    fn set_sensor(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        sensor: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        let sensor = Argument::flags(sensor, "sensor", Row::Number)?;
        let rows = for_bodies(&sensor, &leading)?;
        with_world!(this, |world, _V| {
            check_names(&*world, &names, &leading)?;
            change_each(&names, &rows, |name, row| {
                world.set_sensor(name, rows.is_true(row))
            })
        })
    }

    /// Makes `bodies` (...), an int or an array of names, block only from the side to which `direction` (..., 3) points, in their own
    /// frames, of any length; None: from all sides again. `margin` (...) is the greatest penetration depth that still counts as
    /// standing on one, a length in the world.
    ///
    /// A character passes from below unhindered, and one that has landed stays on top though it has sunk in a little.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> plank = world.add(carom.Box([-2., 0, -2], [2., 0.1, 2]))
    /// >>> world.set_one_way(plank, [0., 1, 0], 0.05)
    /// >>> world.rays_any([[0., 2, 0], [0, -2, 0]], [[0., -4, 0], [0, 4, 0]])
    /// array([ True, False])
    #[pyo3(signature = (bodies, direction, margin = None))]
    fn set_one_way(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        direction: Option<&Bound<'_, PyAny>>,
        margin: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        let Some(direction) = direction else {
            if margin.is_some() {
                return Err(PyTypeError::new_err("a margin needs a direction"));
            }
            return with_world!(this, |world, _V| {
                check_names(&*world, &names, &leading)?;
                (names.into_iter()).try_for_each(|name| world.set_one_way(name, None).map_err(gone))
            });
        };
        let direction = Argument::new(direction, "direction", Row::Vector)?;
        let margin = margin.map(|margin| Argument::new(margin, "margin", Row::Number));
        let margin = margin.transpose()?;
        let directions = for_bodies(&direction, &leading)?;
        let margins = margin.as_ref().map(|margin| for_bodies(margin, &leading));
        let margins = margins.transpose()?;
        with_world!(this, |world, V| {
            check_names(&*world, &names, &leading)?;
            require_directions::<V>(&directions, names.len())?;
            if let Some(margins) = &margins {
                margins.require("must be finite and not negative", |margin: f64| {
                    margin >= 0.0 && margin.is_finite()
                })?;
            }
            change_each(&names, &directions, |name, row| {
                let way = OneWay {
                    direction: directions.vector::<V>(row),
                    margin: margins.as_ref().map_or(Scalar::ZERO, |all| all.scalar(row)),
                };
                world.set_one_way(name, Some(way))
            })
        })
    }
}
