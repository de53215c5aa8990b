//! Worlds of bodies in poses.

use crate::answers::Column;
use crate::arrays::{Argument, Row, Rows, as_array, broadcast, count, in_order, place, tuple};
use crate::mesh::is_double;
use crate::shapes::{Shapes, rows_of};
use crate::surface::Surface;
use crate::target::{Target, read};
use carom::glam::{DVec3, Vec3};
use carom::{Body, BodyError, BodyId, Collider, Pose, Rotation, Scalar, Vector, Vector3};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyError, PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::{PoisonError, RwLock, RwLockWriteGuard, TryLockError};

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
            Target::SingleWorld(world) => {
                type $V = Vec3;
                #[allow(unused_mut, reason = "some only read")]
                let mut $world = write(world)?;
                $run
            }
            Target::DoubleWorld(world) => {
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
            Target::DoubleWorld(RwLock::default())
        } else {
            Target::SingleWorld(RwLock::default())
        };
        Ok(PyClassInitializer::from(Surface::new(target)).add_subclass(Self))
    }

    /// Adds a body for each of `shape` and `pose` (..., 4, 4), broadcast; by default in the place of the shape. Returns the
    /// body's name, an int, or an int64 array of the names with the leading dimensions.
    ///
    /// `moving`: whether the bodies move often, which makes small moves cheap.
    #[pyo3(signature = (shape, pose = None, *, moving = false))]
    fn add<'py>(
        this: &Bound<'py, Self>,
        shape: &Bound<'py, PyAny>,
        pose: Option<&Bound<'py, PyAny>>,
        moving: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let pose = pose
            .map(|pose| Argument::new(pose, "pose", Row::Matrix))
            .transpose()?;
        match &this.as_super().get().target {
            Target::SingleWorld(world) => {
                let added =
                    Added::<Vec3>::new(shape, pose.as_ref(), moving, |target| match target {
                        Target::SingleMesh(mesh) => Some(mesh.clone().into()),
                        _ => None,
                    })?;
                added.insert(py, &mut *write(world)?)
            }
            Target::DoubleWorld(world) => {
                let added =
                    Added::<DVec3>::new(shape, pose.as_ref(), moving, |target| match target {
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
            Target::SingleWorld(world) => read(world)?.iter().map(|(id, _)| bits(id)).collect(),
            Target::DoubleWorld(world) => read(world)?.iter().map(|(id, _)| bits(id)).collect(),
            _ => Vec::new(),
        };
        let mut array = Column::new(this.py(), &[all.len()])?;
        array.slice().copy_from_slice(&all);
        Ok(array.object(this.py()))
    }

    /// Rebuilds the trees: queries become up to twice as fast after a world has been put together body by body.
    fn optimize(this: &Bound<'_, Self>) -> PyResult<()> {
        with_world!(this, |world, _V| {
            world.optimize();
            Ok(())
        })
    }

    fn __len__(this: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(match &this.as_super().get().target {
            Target::SingleWorld(world) => read(world)?.len(),
            Target::DoubleWorld(world) => read(world)?.len(),
            _ => 0,
        })
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __contains__(this: &Bound<'_, Self>, body: i64) -> PyResult<bool> {
        let id = BodyId::from_bits(body as u64);
        Ok(match &this.as_super().get().target {
            Target::SingleWorld(world) => read(world)?.get(id).is_some(),
            Target::DoubleWorld(world) => read(world)?.get(id).is_some(),
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

/// Bodies to add.
struct Added<V: Vector> {
    leading: Vec<usize>,
    bodies: Vec<Body<V>>,
}

impl<V: Vector3> Added<V> {
    fn new<'py>(
        shape: &Bound<'py, PyAny>,
        pose: Option<&Argument<'py>>,
        moving: bool,
        collider_of: impl Fn(&Target) -> Option<Collider<V>>,
    ) -> PyResult<Self> {
        let (leading, colliders): (_, Vec<Collider<V>>) = match shape.cast::<Surface>() {
            Ok(surface) => {
                let collider = collider_of(&surface.get().target).ok_or_else(|| {
                    PyTypeError::new_err(
                        "a mesh must have the dtype of its world: see World(dtype=)",
                    )
                })?;
                let leading = pose.map_or(Vec::new(), |pose| pose.leading().to_vec());
                let rows = count(&leading)?;
                let mut all = room(rows)?;
                all.resize(rows, collider);
                (leading, all)
            }
            Err(_) => {
                let (kind, arguments) = rows_of(shape)?;
                let all: Vec<&Argument<'_>> = arguments.iter().chain(pose).collect();
                let leading = broadcast(&all)?;
                let rows = count(&leading)?;
                let shapes = Shapes::new(kind, &arguments, &leading);
                shapes.check::<V>(rows)?;
                shapes.check_finite::<V>()?;
                let mut all = room(rows)?;
                all.extend((0..rows).map(|row| Collider::from(shapes.owned::<V>(row))));
                (leading, all)
            }
        };
        let poses = pose.map(|pose| pose.rows(&leading));
        let mut bodies = room(colliders.len())?;
        for (row, collider) in colliders.into_iter().enumerate() {
            let pose = poses.as_ref().map(|rows| pose_of(rows, row)).transpose()?;
            let pose = pose.unwrap_or_default();
            let body = Body {
                pose,
                moving,
                ..Body::new(collider)
            };
            if let Err(error) = body.check() {
                return Err(match &poses {
                    Some(rows) => refused(rows, row, error),
                    None => {
                        PyValueError::new_err(format!("{}: {error}", place("shape", &leading, row)))
                    }
                });
            }
            bodies.push(body);
        }
        Ok(Self { leading, bodies })
    }

    fn insert<'py>(
        self,
        py: Python<'py>,
        world: &mut carom::World<V>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::<i64>::new(py, &self.leading)?;
        for (name, body) in array.slice().iter_mut().zip(self.bodies) {
            let id = world.insert(body);
            *name = bits(id.map_err(|error| PyValueError::new_err(error.to_string()))?);
        }
        if self.leading.is_empty() {
            let name = array.slice()[0];
            return Ok(name.into_pyobject(py)?.into_any());
        }
        Ok(array.object(py))
    }
}

/// A list with room for many bodies.
fn room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    let reserved = list.try_reserve_exact(count);
    reserved.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    Ok(list)
}

fn bits(id: BodyId) -> i64 {
    id.to_bits() as i64
}

fn refused(poses: &Rows<'_>, row: usize, error: BodyError) -> PyErr {
    PyValueError::new_err(format!("{}: {error}", poses.place_of(row)))
}

/// Names of bodies and their dimensions.
fn names(given: &Bound<'_, PyAny>) -> PyResult<(Vec<BodyId>, Vec<usize>)> {
    let array = as_array(given)?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let is_empty = array.len().is_ok_and(|len| len == 0);
    if !(kind == "i" || kind == "u" || is_empty) {
        let message = format!("bodies must be names of bodies, which are integers, not {dtype}");
        return Err(PyTypeError::new_err(message));
    }
    let array = in_order(&array, "int64")?.cast_into::<PyArrayDyn<i64>>()?;
    let names = array.try_readonly()?;
    let names = names
        .as_slice()?
        .iter()
        .map(|name| BodyId::from_bits(*name as u64));
    Ok((names.collect(), array.shape().to_vec()))
}

fn check_names<V: Vector>(
    world: &carom::World<V>,
    names: &[BodyId],
    leading: &[usize],
) -> PyResult<()> {
    match names.iter().position(|name| world.get(*name).is_none()) {
        None => Ok(()),
        Some(row) => {
            let place = place("bodies", leading, row);
            let message = format!(
                "{place} is {}, which is no body of the world",
                bits(names[row])
            );
            Err(PyKeyError::new_err(message))
        }
    }
}

/// The pose of a matrix.
fn pose_of<V: Vector3>(poses: &Rows<'_>, row: usize) -> PyResult<Pose<V>> {
    let matrix = poses.matrix(row);
    let column = |j: usize| <V::Double as Vector>::from_f64([0, 1, 2].map(|i| matrix[i][j]));
    let found = Rotation::from_columns([column(0), column(1), column(2)]);
    match found {
        Some((rotation, scale)) if matrix[3] == [0.0, 0.0, 0.0, 1.0] && column(3).is_finite() => {
            Ok(Pose {
                rotation,
                translation: column(3),
                scale: V::Scalar::from_f64(scale),
            })
        }
        _ => Err(PyValueError::new_err(format!(
            "{} is not the matrix of a rotation, a uniform scale and a translation",
            poses.place_of(row)
        ))),
    }
}

/// The rows of a pose's matrix, in a row.
fn matrix_of<V: Vector>(pose: &Pose<V>) -> [f64; 16] {
    let origin = pose.translation.to_f64();
    let unit = |axis: usize| core::array::from_fn(|i| if i == axis { 1.0 } else { 0.0 });
    let scale = pose.scale.to_f64();
    let columns = [0, 1, 2].map(|axis| {
        let image = pose.rotation.rotate(V::from_f64(unit(axis)));
        image.to_f64().map(|x| x * scale)
    });
    let mut matrix = [0.0; 16];
    for i in 0..3 {
        for (j, column) in columns.iter().enumerate() {
            matrix[4 * i + j] = column[i];
        }
        matrix[4 * i + 3] = origin[i];
    }
    matrix[15] = 1.0;
    matrix
}
