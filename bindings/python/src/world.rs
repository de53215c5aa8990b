//! Worlds of bodies in poses.

use crate::answers::Column;
use crate::arrays::{Argument, Row, tuple};
use crate::bodies::{Added, Traits, matrix_of, pose_of, refused};
use crate::filters::Filters;
use crate::mesh::is_double;
use crate::names::{bits, check_names, names};
use crate::pair_events::PyPairEvents;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::surface::Surface;
use crate::target::{Target, read};
use carom::glam::{DVec3, Vec3};
use carom::{BodyError, BodyId, Vector};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard, TryLockError};

/// World(*, dtype="float64"): bodies in poses, queried like a mesh. A body is a shape, a Mesh or a HeightField.
///
/// Bodies are named by integers. Meshes are shared, not copied, and must have the dtype of the world. Poses (..., 4, 4)
/// are matrices of a rotation, a uniform scale and a translation, applied to column vectors; any other matrix raises a
/// ValueError that names its row. Threads may query a world at once; a change meanwhile raises a RuntimeError.
///
/// >>> import carom, numpy as np
/// >>> world = carom.World()
/// >>> floor = world.add(carom.Box([-9., -1, -9], [9., 0, 9]))
/// >>> ball = world.add(carom.Ball([0., 0, 0], 1.0), [[1, 0, 0, 3], [0, 1, 0, 1.5], [0, 0, 1, 0], [0, 0, 0, 1]])
/// >>> world.closest([[3., 5, 0], [-3, 5, 0]]).body == [ball, floor]
/// array([ True,  True])
#[pyclass(frozen, extends = Surface, module = "carom")]
pub(crate) struct World;

/// Runs the same with the world, writable, and its vector.
macro_rules! with_world {
    ($this:expr, |$world:ident, $V:ident| $run:expr) => {
        match &$this.as_super().get().target {
            Target::SingleWorld(world, _) => {
                type $V = Vec3;
                #[allow(unused_mut, reason = "some only read")]
                let mut $world = write(world)?;
                $run
            }
            Target::DoubleWorld(world, _) => {
                type $V = DVec3;
                #[allow(unused_mut, reason = "some only read")]
                let mut $world = write(world)?;
                $run
            }
            _ => Err(PyTypeError::new_err("not a world")),
        }
    };
}

/// The world to change; never waits, since the query that holds it may wait for the GIL.
pub(crate) fn write<V: Vector>(
    world: &RwLock<carom::World<V>>,
) -> PyResult<RwLockWriteGuard<'_, carom::World<V>>> {
    match world.try_write() {
        Ok(world) => Ok(world),
        Err(TryLockError::Poisoned(world)) => Ok(PoisonError::into_inner(world)),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
            "the world cannot be changed while another thread queries it",
        )),
    }
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (*, dtype = None))]
    fn new(dtype: Option<&Bound<'_, PyAny>>) -> PyResult<PyClassInitializer<Self>> {
        let target = if dtype.map_or(Ok(true), is_double)? {
            Target::DoubleWorld(Arc::default(), Filters::default())
        } else {
            Target::SingleWorld(Arc::default(), Filters::default())
        };
        Ok(PyClassInitializer::from(Surface::new(target)).add_subclass(Self))
    }

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
                        Target::SingleMesh(mesh) => Some(mesh.clone().into()),
                        _ => None,
                    })?;
                added.insert(py, &mut *write(world)?)
            }
            Target::DoubleWorld(world, _) => {
                let added =
                    Added::<DVec3>::new(shape, pose.as_ref(), &traits, |target| match target {
                        Target::DoubleMesh(mesh) => Some(mesh.clone().into()),
                        _ => None,
                    })?;
                added.insert(py, &mut *write(world)?)
            }
            _ => Err(PyTypeError::new_err("not a world")),
        }
    }

    /// Moves `bodies` (...), an int or an array of names, to `poses` (..., 4, 4), broadcast. All of them or, with a
    /// ValueError for a bad pose or a KeyError for a body that is gone, none.
    fn r#move<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
        poses: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        let poses = Argument::new(poses, "poses", Row::Matrix)?;
        if poses.leading() != leading && !poses.leading().is_empty() {
            let message = format!(
                "poses has the leading dimensions {}, but bodies has {}",
                tuple(poses.leading()),
                tuple(&leading)
            );
            return Err(PyValueError::new_err(message));
        }
        let rows = poses.rows(&leading);
        with_world!(this, |world, V| {
            let poses = (0..names.len()).map(|row| pose_of::<V>(&rows, row));
            let poses = poses.collect::<PyResult<Vec<_>>>()?;
            check_names(&*world, &names, &leading)?;
            let mut before = Vec::with_capacity(names.len());
            for (row, (name, pose)) in names.iter().zip(&poses).enumerate() {
                before.extend(world.get(*name).map(|body| (*name, body.pose)));
                if let Err(error) = world.set_pose(*name, *pose) {
                    for (name, pose) in before.into_iter().rev() {
                        let _ = world.set_pose(name, pose);
                    }
                    return Err(refused(&rows, row, error));
                }
            }
            Ok(())
        })
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

    /// The world with only some bodies: a WorldQuery with all queries of a Surface, on which a Mover can walk too. It sees
    /// later changes of the world.
    ///
    /// `mask`: only bodies in one of these layers count. `layers`: the layers of the query's shapes; bodies with none of
    /// them in their mask do not count. `except_`: bodies to leave out, an int or an array of names. `with_sensors`:
    /// sensors count too. `around` (3,): shapes and answers are relative to this point, computed in float64 and rounded
    /// once.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> wall, glass = (world.add(carom.Ball([x, 0., 0], 1.0), layers=layer) for x, layer in [(5., 1), (2., 2)])
    /// >>> bool(world.rays([0., 0, 0], [9., 0, 0]).body == glass)
    /// True
    /// >>> bool(world.query(mask=1).rays([0., 0, 0], [9., 0, 0]).body == wall)
    /// True
    #[pyo3(signature = (**options))]
    fn query<'py>(
        this: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyWorldQuery>> {
        let target = match &this.as_super().get().target {
            Target::SingleWorld(world, _) => {
                Target::SingleWorld(world.clone(), Filters::new(options)?)
            }
            Target::DoubleWorld(world, _) => {
                Target::DoubleWorld(world.clone(), Filters::new(options)?)
            }
            _ => return Err(PyTypeError::new_err("not a world")),
        };
        let query = PyWorldQuery {
            world: this.clone().unbind(),
            options: options
                .map(|options| options.copy())
                .transpose()?
                .map(Bound::unbind),
        };
        Bound::new(
            this.py(),
            PyClassInitializer::from(Surface::new(target)).add_subclass(query),
        )
    }

    /// The poses (..., 4, 4) of `bodies`, an int or an array of names, in float64.
    fn poses<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (names, leading) = names(bodies)?;
        let mut array = Column::<f64>::new(this.py(), &[&leading[..], &[4, 4]].concat())?;
        with_world!(this, |world, V| {
            check_names(&*world, &names, &leading)?;
            for (name, matrix) in names.iter().zip(array.slice().as_chunks_mut::<16>().0) {
                let pose = world.get(*name).map(|body| body.pose).unwrap_or_default();
                *matrix = matrix_of::<V>(&pose);
            }
            Ok(())
        })?;
        Ok(array.object(this.py()))
    }

    /// The names of all bodies, ascending: int64.
    #[getter]
    fn bodies<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let all: Vec<i64> = match &this.as_super().get().target {
            Target::SingleWorld(world, _) => read(world)?.iter().map(|(id, _)| bits(id)).collect(),
            Target::DoubleWorld(world, _) => read(world)?.iter().map(|(id, _)| bits(id)).collect(),
            _ => Vec::new(),
        };
        let mut array = Column::new(this.py(), &[all.len()])?;
        array.slice().copy_from_slice(&all);
        Ok(array.object(this.py()))
    }

    /// Finds the pairs of bodies that touch now, of which at least one is `moving`, and what has changed since the last update
    /// of `events`, a PairEvents: the pairs that a physics engine gets from its broad and narrow phase.
    ///
    /// Sensors are left out, and bodies of which one has no layer in the mask of the other. Meshes are shells.
    fn update_pairs(this: &Bound<'_, Self>, events: &PyPairEvents) -> PyResult<()> {
        match &this.as_super().get().target {
            Target::SingleWorld(world, _) => events.update(&*read(world)?),
            Target::DoubleWorld(world, _) => events.update(&*read(world)?),
            _ => return Err(PyTypeError::new_err("not a world")),
        }
        Ok(())
    }

    /// Rebuilds the trees: queries become up to twice as fast after a world has been put together body by body.
    fn optimize(this: &Bound<'_, Self>) -> PyResult<()> {
        with_world!(this, |world, _V| {
            world.optimize();
            Ok(())
        })
    }

    /// An independent copy, which shares the meshes: the state to roll back to.
    fn copy<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let target = match &this.as_super().get().target {
            Target::SingleWorld(world, _) => {
                Target::SingleWorld(shared(read(world)?.clone()), Filters::default())
            }
            Target::DoubleWorld(world, _) => {
                Target::DoubleWorld(shared(read(world)?.clone()), Filters::default())
            }
            _ => return Err(PyTypeError::new_err("not a world")),
        };
        made(this.py(), target)
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = this.py();
        let bytes = match &this.as_super().get().target {
            Target::SingleWorld(world, _) => to_bytes(py, &*read(world)?)?,
            Target::DoubleWorld(world, _) => to_bytes(py, &*read(world)?)?,
            _ => return Err(PyTypeError::new_err("not a world")),
        };
        let dtype = this.as_super().get().dtype(py).str()?;
        (class_method(this, "_restored")?, (dtype, bytes)).into_pyobject(py)
    }

    #[classmethod]
    fn _restored<'py>(
        class: &Bound<'py, PyType>,
        dtype: &Bound<'py, PyAny>,
        bytes: &Bound<'py, PyBytes>,
    ) -> PyResult<Bound<'py, Self>> {
        let target = if is_double(dtype)? {
            Target::DoubleWorld(shared(from_bytes(bytes)?), Filters::default())
        } else {
            Target::SingleWorld(shared(from_bytes(bytes)?), Filters::default())
        };
        made(class.py(), target)
    }

    fn __len__(this: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(match &this.as_super().get().target {
            Target::SingleWorld(world, _) => read(world)?.len(),
            Target::DoubleWorld(world, _) => read(world)?.len(),
            _ => 0,
        })
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __contains__(this: &Bound<'_, Self>, body: i64) -> PyResult<bool> {
        let id = BodyId::from_bits(body as u64);
        Ok(match &this.as_super().get().target {
            Target::SingleWorld(world, _) => read(world)?.get(id).is_some(),
            Target::DoubleWorld(world, _) => read(world)?.get(id).is_some(),
            _ => false,
        })
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let dtype = this.as_super().get().dtype(this.py()).str()?.to_string();
        Ok(format!(
            "<World of {} bodies, {dtype}>",
            Self::__len__(this)?
        ))
    }
}

fn shared<V: Vector>(world: carom::World<V>) -> Arc<RwLock<carom::World<V>>> {
    Arc::new(RwLock::new(world))
}

fn made(py: Python<'_>, target: Target) -> PyResult<Bound<'_, World>> {
    Bound::new(
        py,
        PyClassInitializer::from(Surface::new(target)).add_subclass(World),
    )
}

/// The bodies of a world that count, as a Surface: made by World.query.
#[pyclass(frozen, extends = Surface, module = "carom", name = "WorldQuery")]
pub(crate) struct PyWorldQuery {
    world: Py<World>,
    options: Option<Py<PyDict>>,
}

#[pymethods]
impl PyWorldQuery {
    /// The world.
    #[getter]
    fn world(&self, py: Python<'_>) -> Py<World> {
        self.world.clone_ref(py)
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = this.py();
        let query = py.get_type::<World>().getattr("query")?;
        let make = py.import("functools")?.getattr("partial")?;
        let options = this.get().options.as_ref().map(|options| options.bind(py));
        let make = make.call((query,), options)?;
        (make, (&this.get().world,)).into_pyobject(py)
    }
}
