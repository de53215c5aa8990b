//! Bodies come, go and take other shapes.

use crate::arrays::{Argument, Row, tuple};
use crate::bodies::{Added, Traits, colliders, refused_shape};
use crate::names::{check_names, names};
use crate::of_body::OfBody;
use crate::target::{with_world, write};
use crate::world::World;
use carom::{Body, Vector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::RwLock;

#[pymethods]
impl World {
    /// Adds a body for each of `shape` and `pose` (..., 4, 4), broadcast; by default in the place of the shape. Returns the
    /// body's name, an int, or an int64 array of the names with the leading dimensions.
    ///
    /// `moving`: whether the bodies move often, which makes small moves cheap. `layers`: the layers that they are in, a bit
    /// each, of 32; `mask`: the layers that collide with them; by default all. `sensor`: they block nothing, and queries
    /// leave them out by default. See `query`. `data`: an integer of yours, see `set_data`.
    #[pyo3(signature = (shape, pose = None, *, moving = false, layers = u32::MAX, mask = u32::MAX, sensor = false, data = 0), text_signature = "(self, shape, pose=None, *, moving=False, layers=0xffffffff, mask=0xffffffff, sensor=False, data=0)")]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn add<'py>(
        this: &Bound<'py, Self>,
        shape: &Bound<'py, PyAny>,
        pose: Option<&Bound<'py, PyAny>>,
        moving: bool,
        layers: u32,
        mask: u32,
        sensor: bool,
        data: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let traits = Traits {
            layers,
            mask,
            moving,
            sensor,
            data,
        };
        with_world!(this, |world| add(world, shape, pose, &traits))
    }

    /// Removes `bodies`, an int or an array of names. All of them or, with a KeyError for one that is gone, none.
    fn remove(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>) -> PyResult<()> {
        with_world!(this, |world| remove(world, bodies))
    }

    /// Gives `bodies` (...), an int or an array of names, another `shape`: one for all, or one for each. They keep their names, poses
    /// and all else. All of them or, with an error, none.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> balloon = world.add(carom.Ball([0., 5, 0], 1.0))
    /// >>> world.replace(balloon, carom.Ball([0., 5, 0], 2.0))
    /// >>> world.closest([0., 0, 0]).distance
    /// array(3.)
    fn replace(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        shape: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        with_world!(this, |world| replace(world, bodies, shape))
    }
}

pub(crate) fn add<'py, V: OfBody>(
    world: &RwLock<carom::World<V>>,
    shape: &Bound<'py, PyAny>,
    pose: Option<&Bound<'py, PyAny>>,
    traits: &Traits,
) -> PyResult<Bound<'py, PyAny>> {
    let pose = pose.map(|pose| Argument::new(pose, "pose", Row::pose(V::DIM)));
    let added = Added::<V>::new(shape, pose.transpose()?.as_ref(), traits)?;
    added.insert(shape.py(), &mut *write(world)?)
}

pub(crate) fn remove<V: Vector>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (names, leading) = names(bodies)?;
    let mut world = write(world)?;
    check_names(&*world, &names, &leading)?;
    for name in names {
        world.remove(name);
    }
    Ok(())
}

pub(crate) fn replace<V: OfBody>(
    world: &RwLock<carom::World<V>>,
    bodies: &Bound<'_, PyAny>,
    shape: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (names, leading) = names(bodies)?;
    let (own, colliders) = colliders::<V>(shape, None)?;
    if own != leading && !own.is_empty() {
        return Err(PyValueError::new_err(format!(
            "shape has the leading dimensions {}, but bodies has {}",
            tuple(&own),
            tuple(&leading)
        )));
    }
    let mut world = write(world)?;
    check_names(&*world, &names, &leading)?;
    let mut before = Vec::with_capacity(names.len());
    for (row, name) in names.iter().enumerate() {
        let of = if own.is_empty() { 0 } else { row };
        let Some(body) = world.get(*name).cloned() else {
            continue;
        };
        let collider = colliders[of].clone();
        match world.replace(*name, Body { collider, ..body }) {
            Ok(old) => before.push((*name, old)),
            Err(error) => {
                for (name, old) in before.into_iter().rev() {
                    let _ = world.replace(name, old);
                }
                return Err(refused_shape(&own, of, error));
            }
        }
    }
    Ok(())
}
