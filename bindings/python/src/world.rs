//! Worlds of bodies in poses.

use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::batch::Call;
use crate::bodies::{Added, Traits, matrix_of, pose_of, refused};
use crate::filters::Filters;
use crate::height_field::Area;
use crate::mesh::is_double;
use crate::moving::{self, Motion, for_bodies};
use crate::names::{check_names, name_array, named, names};
use crate::pair_events::PyPairEvents;
use crate::shape_rows::require_finite;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::surface::Surface;
use crate::target::{Target, read, with_world, write};
use crate::world_diff::{self, PyWorldDiff};
use crate::world_query::PyWorldQuery;
use carom::glam::{DVec3, Vec3};
use carom::{BodyError, BodyId, Scalar, Vector};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
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

    /// Moves `bodies` (...), an int or an array of names, to `poses` (..., 4, 4), broadcast. All of them or, with a
    /// ValueError for a bad pose or a KeyError for a body that is gone, none.
    fn r#move<'py>(
        this: &Bound<'py, Self>,
        bodies: &Bound<'py, PyAny>,
        poses: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        let poses = Argument::new(poses, "poses", Row::Matrix)?;
        let rows = for_bodies(&poses, &leading)?;
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

    /// Sets the velocity of `bodies` (...), an int or an array of names, to `velocity` (..., 3), broadcast: that of a body's
    /// origin, length/s. Queries use only the pose; `sweep_moving` and characters use the velocity.
    fn set_velocity(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        let velocity = Argument::new(velocity, "velocity", Row::Vector)?;
        let rows = for_bodies(&velocity, &leading)?;
        with_world!(this, |world, V| {
            check_names(&*world, &names, &leading)?;
            require_finite::<V>([&rows])?;
            names.into_iter().enumerate().try_for_each(|(row, name)| {
                let set = world.set_velocity(name, rows.vector(row));
                set.map_err(|error| moving::refused(&rows, row, error))
            })
        })
    }

    /// Lets `bodies` (...), an int or an array of names, turn around their origins: counter-clockwise around `axis` (..., 3), of
    /// any length, by `spin` (...) radians/s, broadcast. See `set_velocity`.
    fn set_spin(
        this: &Bound<'_, Self>,
        bodies: &Bound<'_, PyAny>,
        axis: &Bound<'_, PyAny>,
        spin: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (names, leading) = names(bodies)?;
        let axis = Argument::new(axis, "axis", Row::Vector)?;
        let spin = Argument::new(spin, "spin", Row::Number)?;
        let [axes, spins] = [for_bodies(&axis, &leading)?, for_bodies(&spin, &leading)?];
        with_world!(this, |world, V| {
            check_names(&*world, &names, &leading)?;
            require_finite::<V>([&axes, &spins])?;
            names.into_iter().enumerate().try_for_each(|(row, name)| {
                let set = world.set_spin(name, axes.vector(row), spins.scalar(row));
                set.map_err(|error| moving::refused(&axes, row, error))
            })
        })
    }

    /// Replaces heights of `body`, a HeightField, from `row` and `column` on by `heights` (m, n), in its own frame: see
    /// `HeightField.refit_heights`. Only this body changes.
    fn refit_heights(
        this: &Bound<'_, Self>,
        body: i64,
        row: usize,
        column: usize,
        heights: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let heights = Argument::new(heights, "heights", Row::Number)?;
        let area = Area::new(row, column, &heights)?;
        let id = BodyId::from_bits(body as u64);
        with_world!(this, |world, _V| {
            check_names(&*world, &[id], &[])?;
            let [columns, rows] = area.ranges();
            let changed = world.refit_heights(id, columns, rows, |x, z| area.height(x, z));
            changed.map_err(|error| area.refused_body(error))
        })
    }

    /// The first hit of each shape that moves by `delta` (..., 3) and rotates by `angle` (...) radians around `axis` (..., 3) through
    /// `pivot` (..., 3) in the next `time` (...) seconds, in which every body moves by its velocity and turns around its origin by
    /// its spin: Hits(t, point, normal, triangle, body).
    ///
    /// `t` is the fraction of the time; points and normals are those of that moment. Where neither the shape nor a body
    /// rotates this is a `sweep` by the relative motion, else a `sweep_rigid`. See `set_velocity` and `set_spin`. A compound moves
    /// as one: CompoundHit, with the number of its shape as `part`.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> train = world.add(carom.Ball([10., 0, 0], 1.0))
    /// >>> world.set_velocity(train, [-2., 0, 0])
    /// >>> world.sweep_moving(carom.Ball([0., 0, 0], 0.5), 2.0, [[4., 0, 0], [6, 0, 0]]).t.round(6)
    /// array([ inf, 0.85])
    #[pyo3(signature = (shapes, time, delta = None, pivot = None, axis = None, angle = None, *, threads = None, nan = "raise", out = None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "a rigid motion, and keywords of Python"
    )]
    fn sweep_moving<'py>(
        this: &Bound<'py, Self>,
        shapes: &Bound<'py, PyAny>,
        time: &Bound<'py, PyAny>,
        delta: Option<&Bound<'py, PyAny>>,
        pivot: Option<&Bound<'py, PyAny>>,
        axis: Option<&Bound<'py, PyAny>>,
        angle: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        let motion = Motion {
            delta,
            pivot,
            axis,
            angle,
            time,
        };
        let call = Call { py, threads, nan };
        moving::sweep_moving(this.as_super().get(), &call, shapes, &motion, out)
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
        let query = PyWorldQuery::new(this, options)?;
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
        let all: Vec<BodyId> = match &this.as_super().get().target {
            Target::SingleWorld(world, _) => read(world)?.iter().map(|(id, _)| id).collect(),
            Target::DoubleWorld(world, _) => read(world)?.iter().map(|(id, _)| id).collect(),
            _ => Vec::new(),
        };
        name_array(this.py(), all.into_iter())
    }

    /// Finds the pairs of bodies that touch now, of which at least one is `moving`, and what has changed since the last update
    /// of `events`, a PairEvents: the pairs that a physics engine gets from its broad and narrow phase.
    ///
    /// Sensors are left out, and bodies of which one has no layer in the mask of the other. Meshes are shells.
    fn update_pairs(this: &Bound<'_, Self>, events: &PyPairEvents) -> PyResult<()> {
        events.update(&this.as_super().get().target)
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

    /// What has changed since `before`, an earlier state of this world that `copy` has kept, or a later one for the way back: a
    /// WorldDiff. Takes time linear in the number of bodies. The difference from an empty world is the whole state.
    fn diff_from(this: &Bound<'_, Self>, before: &Bound<'_, Self>) -> PyResult<PyWorldDiff> {
        let before = &before.as_super().get().target;
        world_diff::between(&this.as_super().get().target, before)
    }

    /// Makes the later state of `diff`, a WorldDiff or its bytes, out of the earlier one: the same bodies to the bit by the same
    /// names, and the same names for bodies that are added later.
    ///
    /// Raises a ValueError if the world is not in the earlier state of the difference, as far as it matters, and for bytes that
    /// are no difference; then nothing changes.
    fn apply(this: &Bound<'_, Self>, diff: &Bound<'_, PyAny>) -> PyResult<()> {
        world_diff::apply(&this.as_super().get().target, diff)
    }

    /// Welds `body`, a Mesh or HeightField, as a part of one surface with those of `neighbors`, an int or an array of names: a
    /// shape that slides from tile to tile of a terrain then has no ghost collisions at the borders, nor at flat edges inside.
    ///
    /// Call it for a tile that has come, among its neighbors, and again for each tile of which a neighbor has come, gone or been
    /// edited. Corners should be equal in the world, best in tiles that are not rotated. Only this body changes. Neighbors that
    /// are gone or no meshes do not count.
    ///
    /// >>> import carom, numpy as np
    /// >>> world = carom.World()
    /// >>> tiles = [world.add(carom.HeightField(np.zeros((5, 5)), origin=(x, 0, 0))) for x in (0., 4)]
    /// >>> ball = carom.Ball([4.3, 0.5, 1.8], 0.6)  # beyond the border of the first
    /// >>> bool(world.contacts(ball).normal[:, 1].min() < 0.9)
    /// True
    /// >>> for tile in tiles:
    /// ...     world.weld_mesh(tile, tiles)
    /// >>> bool(world.contacts(ball).normal[:, 1].round(6).min() == 1)
    /// True
    fn weld_mesh(this: &Bound<'_, Self>, body: i64, neighbors: &Bound<'_, PyAny>) -> PyResult<()> {
        let (neighbors, _) = named(neighbors, "neighbors")?;
        let id = BodyId::from_bits(body as u64);
        with_world!(this, |world, V| {
            check_names(&*world, &[id], &[])?;
            let flat = <V as Vector>::Scalar::from_f64(carom::Mesh::<V>::FLAT);
            let welded = world.weld_mesh(id, flat, &neighbors);
            welded.map_err(|error| {
                PyValueError::new_err(match error {
                    BodyError::Kind => "body is not a Mesh or HeightField".to_owned(),
                    error => format!("body: {error}"),
                })
            })
        })
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
