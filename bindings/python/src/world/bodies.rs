//! Bodies come and go.

use crate::arrays::{Argument, Row};
use crate::bodies::{Added, Traits};
use crate::names::{check_names, names};
use crate::target::{Target, with_world, write};
use crate::world::World;
use carom::glam::{DVec3, Vec3};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// Adds a body for each of `shape` and `pose` (..., 4, 4), broadcast; by default in the place of the shape. Returns the
    /// body's name, an int, or an int64 array of the names with the leading dimensions.
    ///
    /// `moving`: whether the bodies move often, which makes small moves cheap. `layers`: the layers that they are in, a bit
    /// each, of 32; `mask`: the layers that collide with them; by default all. `sensor`: they block nothing, and queries
    /// leave them out by default. See `query`.
    #[pyo3(signature = (shape, pose = None, *, moving = false, layers = u32::MAX, mask = u32::MAX, sensor = false), text_signature = "(self, shape, pose=None, *, moving=False, layers=0xffffffff, mask=0xffffffff, sensor=False)")]
    fn add<'py>(
        this: &Bound<'py, Self>,
        shape: &Bound<'py, PyAny>,
        pose: Option<&Bound<'py, PyAny>>,
        moving: bool,
        layers: u32,
        mask: u32,
        sensor: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let traits = Traits {
            layers,
            mask,
            moving,
            sensor,
        };
        let pose = pose
            .map(|pose| Argument::new(pose, "pose", Row::Matrix))
            .transpose()?;
        match &this.as_super().get().target {
            Target::SingleWorld(world, _) => {
                let added =
                    Added::<Vec3>::new(shape, pose.as_ref(), &traits, |target| match target {
                        Target::SingleMesh(mesh) => Some(mesh.get().into()),
                        Target::SingleCompound(compound) => Some(compound.clone().into()),
                        _ => None,
                    })?;
                added.insert(py, &mut *write(world)?)
            }
            Target::DoubleWorld(world, _) => {
                let added =
                    Added::<DVec3>::new(shape, pose.as_ref(), &traits, |target| match target {
                        Target::DoubleMesh(mesh) => Some(mesh.get().into()),
                        Target::DoubleCompound(compound) => Some(compound.clone().into()),
                        _ => None,
                    })?;
                added.insert(py, &mut *write(world)?)
            }
            _ => Err(PyTypeError::new_err("not a world")),
        }
    }

    /// Removes `bodies`, an int or an array of names. All of them or, with a KeyError for one that is gone, none.
    fn remove(this: &Bound<'_, Self>, bodies: &Bound<'_, PyAny>) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        with_world!(this, |world, _V| {
            check_names(&*world, &names, &leading)?;
            for name in names {
                world.remove(name);
            }
            Ok(())
        })
    }
}
