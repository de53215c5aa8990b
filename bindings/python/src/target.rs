//! Meshes, compounds and worlds in the precision of their dtype.

use crate::filters::Filters;
use carom::glam::{DVec3, Vec3};
use carom::{Compound, Mesh, Vector, World};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

/// A mesh that may be replaced by a changed copy: calls that run end with the one they have got.
pub(crate) struct Current<V: Vector>(RwLock<Arc<Mesh<V>>>);

impl<V: Vector> Current<V> {
    pub(crate) fn new(mesh: Arc<Mesh<V>>) -> Self {
        Self(RwLock::new(mesh))
    }

    pub(crate) fn get(&self) -> Arc<Mesh<V>> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn set(&self, mesh: Mesh<V>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(mesh);
    }
}

/// The mesh, compound or world of a surface, in the precision of its dtype; of a world, the bodies that count.
pub(crate) enum Target {
    SingleMesh(Current<Vec3>),
    DoubleMesh(Current<DVec3>),
    SingleCompound(Arc<Compound<Vec3>>),
    DoubleCompound(Arc<Compound<DVec3>>),
    SingleWorld(Arc<RwLock<World<Vec3>>>, Filters<Vec3>),
    DoubleWorld(Arc<RwLock<World<DVec3>>>, Filters<DVec3>),
}

/// Of two worlds in a call.
pub(crate) const ONE_DTYPE: &str = "both worlds must have the same dtype: see World(dtype=)";

impl Target {
    pub(crate) fn is_double(&self) -> bool {
        matches!(
            self,
            Self::DoubleMesh(_) | Self::DoubleCompound(_) | Self::DoubleWorld(..)
        )
    }

    pub(crate) fn is_compound(&self) -> bool {
        matches!(self, Self::SingleCompound(_) | Self::DoubleCompound(_))
    }
}

/// A world to read. Never waits: the call that changes it may wait for the GIL.
pub(crate) fn read<V: Vector>(world: &RwLock<World<V>>) -> PyResult<RwLockReadGuard<'_, World<V>>> {
    match world.try_read() {
        Ok(world) => Ok(world),
        Err(TryLockError::Poisoned(world)) => Ok(PoisonError::into_inner(world)),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
            "the world cannot be queried while another thread changes it",
        )),
    }
}

/// The world to change; never waits, since the query that holds it may wait for the GIL.
pub(crate) fn write<V: Vector>(
    world: &RwLock<World<V>>,
) -> PyResult<RwLockWriteGuard<'_, World<V>>> {
    match world.try_write() {
        Ok(world) => Ok(world),
        Err(TryLockError::Poisoned(world)) => Ok(PoisonError::into_inner(world)),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
            "the world cannot be changed while another thread queries it",
        )),
    }
}

/// Runs the same with the query of any target.
macro_rules! with_target {
    ($target:expr, |$query:ident, $has_body:ident, $V:ident| $run:expr) => {{
        use carom::glam::{DVec3, Vec3};
        match &$target {
            Target::SingleMesh(mesh) => {
                type $V = Vec3;
                let mesh = mesh.get();
                let ($query, $has_body) = (mesh.query(), false);
                $run
            }
            Target::DoubleMesh(mesh) => {
                type $V = DVec3;
                let mesh = mesh.get();
                let ($query, $has_body) = (mesh.query(), false);
                $run
            }
            Target::SingleCompound(compound) => {
                type $V = Vec3;
                let ($query, $has_body) = (compound.query(), false);
                $run
            }
            Target::DoubleCompound(compound) => {
                type $V = DVec3;
                let ($query, $has_body) = (compound.query(), false);
                $run
            }
            Target::SingleWorld(world, filters) => {
                type $V = Vec3;
                let world = $crate::target::read(world)?;
                let ($query, $has_body) = (filters.query(&world), true);
                $run
            }
            Target::DoubleWorld(world, filters) => {
                type $V = DVec3;
                let world = $crate::target::read(world)?;
                let ($query, $has_body) = (filters.query(&world), true);
                $run
            }
        }
    }};
}

pub(crate) use with_target;

/// Runs the same with the [`RowQuery`](crate::queries::RowQuery) of any target.
macro_rules! with_query {
    ($target:expr, |$query:ident| $run:expr) => {
        $crate::target::with_target!($target, |query, has_body, _V| {
            let $query = $crate::queries::RowQuery::new(query, has_body);
            $run
        })
    };
}
pub(crate) use with_query;

/// Runs the same with the mesh of a target; there is none for a world or compound.
macro_rules! with_mesh {
    ($target:expr, |$mesh:ident, $V:ident| $run:expr) => {
        match &$target {
            Target::SingleMesh(mesh) => {
                type $V = Vec3;
                let $mesh = mesh.get();
                $run
            }
            Target::DoubleMesh(mesh) => {
                type $V = DVec3;
                let $mesh = mesh.get();
                $run
            }
            _ => {
                Err(pyo3::exceptions::PyTypeError::new_err(
                    "a World has no inside, nor has a Compound: use Mesh.contains and Mesh.signed_distance",
                ))
            }
        }
    };
}
pub(crate) use with_mesh;

/// Runs the same with the world of a World, in either precision.
macro_rules! with_world {
    ($this:expr, |$world:ident| $run:expr) => {
        match &$this.as_super().get().target {
            $crate::target::Target::SingleWorld($world, _) => $run,
            $crate::target::Target::DoubleWorld($world, _) => $run,
            _ => Err(pyo3::exceptions::PyTypeError::new_err("not a world")),
        }
    };
}
pub(crate) use with_world;
