//! Worlds of bodies in poses.

pub(crate) mod bodies;
mod changes;
mod events;
pub(crate) mod motion;
mod queries;
pub(crate) mod reading;
mod refit;
pub(crate) mod setters;

use crate::filters::Filters;
use crate::mesh::is_double;
use crate::names::name_array;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::surface::Surface;
use crate::target::{Target, read, with_world, write};
use crate::world_query::{Filtered, PyWorldQuery};
use carom::{BodyId, Vector};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use std::sync::{Arc, RwLock};

/// World(*, dtype="float64"): bodies in poses, queried like a mesh. A body is a shape, a Mesh,
/// a HeightField or a Compound.
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

    /// The world with only some bodies: a WorldQuery with all queries of a Surface, on which a Mover can walk too. It sees
    /// later changes of the world.
    ///
    /// `mask`: only bodies in one of these layers count. `layers`: the layers of the query's shapes; bodies with none of
    /// them in their mask do not count. `except_`: bodies to leave out, an int or an array of names. `with_sensors`:
    /// sensors count too. `internal_edges`: each part answers as if it were alone, with the edges inside a welded mesh. `around` (3,): shapes and answers are relative to this point, computed in float64 and rounded
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
        let query = PyWorldQuery(Filtered::new(this, options)?);
        Bound::new(
            this.py(),
            PyClassInitializer::from(Surface::new(target)).add_subclass(query),
        )
    }

    /// The names of all bodies, ascending: int64.
    #[getter]
    fn bodies<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        with_world!(this, |world| all_names(this.py(), world))
    }

    /// Rebuilds the trees: queries become up to twice as fast after a world has been put together body by body.
    fn optimize(this: &Bound<'_, Self>) -> PyResult<()> {
        with_world!(this, |world| {
            write(world)?.optimize();
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
        let bytes = with_world!(this, |world| to_bytes(py, &*read(world)?))?;
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
        with_world!(this, |world| Ok(read(world)?.len()))
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __contains__(this: &Bound<'_, Self>, body: i64) -> PyResult<bool> {
        let id = BodyId::from_bits(body as u64);
        with_world!(this, |world| Ok(read(world)?.get(id).is_some()))
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let dtype = this.as_super().get().dtype(this.py()).str()?.to_string();
        Ok(format!(
            "<World of {} bodies, {dtype}>",
            Self::__len__(this)?
        ))
    }
}

/// The names of all bodies.
pub(crate) fn all_names<'py, V: Vector>(
    py: Python<'py>,
    world: &RwLock<carom::World<V>>,
) -> PyResult<Bound<'py, PyAny>> {
    let all: Vec<BodyId> = read(world)?.iter().map(|(id, _)| id).collect();
    name_array(py, all.into_iter())
}

pub(crate) fn shared<V: Vector>(world: carom::World<V>) -> Arc<RwLock<carom::World<V>>> {
    Arc::new(RwLock::new(world))
}

fn made(py: Python<'_>, target: Target) -> PyResult<Bound<'_, World>> {
    Bound::new(
        py,
        PyClassInitializer::from(Surface::new(target)).add_subclass(World),
    )
}
