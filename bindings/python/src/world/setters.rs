//! Single properties of bodies.

use crate::arrays::{Argument, Row};
use crate::bodies::change_each;
use crate::integers::unsigned;
use crate::moving::for_bodies;
use crate::names::{check_names, names};
use crate::shape_rows::require_directions;
use crate::target::{with_world, write};
use crate::world::World;
use carom::{BodyError, BodyId, OneWay, Scalar, Vector};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use std::sync::RwLock;

fn gone(error: BodyError) -> PyErr {
    PyKeyError::new_err(error.to_string())
}

#[pymethods]
impl World {
    /// Puts `bodies`, an int or an array of names, into these layers, a bit each.
    fn set_layers(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>, layers: u32) -> PyResult<()> {
        with_world!(this, |world| set_each(world, bodies, |world, name| {
            world.set_layers(name, layers)
        }))
    }

    /// Sets the layers that collide with `bodies`, an int or an array of names, a bit each.
    fn set_mask(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>, mask: u32) -> PyResult<()> {
        with_world!(this, |world| set_each(world, bodies, |world, name| {
            world.set_mask(name, mask)
        }))
    }

    /// Sets `data` (...), integers of yours from 0 to 2⁶⁴ − 1, one for all or one for each of `bodies` (...), an int or an array of
    /// names. carom does not read it, except that a Crowd numbers the bodies of its characters. `body` returns it.
    fn set_data(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        with_world!(this, |world| set_data(world, bodies, data))
    }

    /// Sets whether `bodies` (...), an int or an array of names, move often: `moving` (...) are booleans, one for all or one for each.
    fn set_moving(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        moving: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        with_world!(this, |world| set_flags(
            world,
            bodies,
            (moving, "moving"),
            |world, name, moving| world.set_moving(name, moving)
        ))
    }

    /// Sets whether `bodies` (...), an int or an array of names, are sensors: `sensor` (...) are booleans, one for all or one for
    /// each.
    fn set_sensor(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        sensor: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        with_world!(this, |world| set_flags(
            world,
            bodies,
            (sensor, "sensor"),
            |world, name, sensor| world.set_sensor(name, sensor)
        ))
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
        with_world!(this, |world| set_one_way(world, bodies, direction, margin))
    }
}

/// Changes bodies alike.
pub(crate) fn set_each<V: Vector>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
    set: impl Fn(&mut carom::World<V>, BodyId) -> Result<(), BodyError>,
) -> PyResult<()> {
    let (names, leading) = names(bodies)?;
    let mut world = write(world)?;
    check_names(&*world, &names, &leading)?;
    (names.into_iter()).try_for_each(|name| set(&mut world, name).map_err(gone))
}

pub(crate) fn set_data<V: Vector>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
    data: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (names, leading) = names(bodies)?;
    let data = unsigned(data, "data", &leading)?;
    let mut world = write(world)?;
    check_names(&*world, &names, &leading)?;
    (names.into_iter().zip(data))
        .try_for_each(|(name, data)| world.set_data(name, data).map_err(gone))
}

/// Sets a flag, which has the name of its argument.
pub(crate) fn set_flags<V: Vector>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
    (flags, argument): (&Bound<'_, PyAny>, &'static str),
    set: impl Fn(&mut carom::World<V>, BodyId, bool) -> Result<(), BodyError>,
) -> PyResult<()> {
    let (names, leading) = names(bodies)?;
    let flags = Argument::flags(flags, argument, Row::Number)?;
    let rows = for_bodies(&flags, &leading)?;
    let mut world = write(world)?;
    check_names(&*world, &names, &leading)?;
    change_each(&names, &rows, |name, row| {
        set(&mut world, name, rows.is_true(row))
    })
}

pub(crate) fn set_one_way<V: Vector>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
    direction: Option<&Bound<'_, PyAny>>,
    margin: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let Some(direction) = direction else {
        if margin.is_some() {
            return Err(PyTypeError::new_err("a margin needs a direction"));
        }
        return set_each(world, bodies, |world, name| world.set_one_way(name, None));
    };
    let (names, leading) = names(bodies)?;
    let direction = Argument::new(direction, "direction", Row::vector(V::DIM))?;
    let margin = margin.map(|margin| Argument::new(margin, "margin", Row::Number));
    let margin = margin.transpose()?;
    let directions = for_bodies(&direction, &leading)?;
    let margins = margin.as_ref().map(|margin| for_bodies(margin, &leading));
    let margins = margins.transpose()?;
    let mut world = write(world)?;
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
}
