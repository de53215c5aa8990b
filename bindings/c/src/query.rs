//! What a query is of: a mesh, a compound, or the bodies of a world that pass its filters.

use crate::answers::CAROM_NO_BODY;
use crate::both::queries::QueryOf;
use crate::filters::Filters;
use crate::handles;
#[cfg(feature = "worlds")]
use crate::locks::reading;
use crate::memory::Plain;
#[cfg(feature = "worlds")]
use crate::objects::SharedWorld;
use crate::objects::{CaromCompound, CaromMesh, CaromWorld, Kind, Object};
#[cfg(feature = "worlds")]
use crate::status::CaromStatus;
#[cfg(any(feature = "worlds", feature = "planar", feature = "billiards"))]
use crate::status::Failure;
use crate::status::Result;
use carom_fast::{Queries, SpatialQueries};
use carom_rs::glam::Vec3;
#[cfg(feature = "worlds")]
use carom_rs::{Compound, World, WorldQuery, glam::DVec3};
use carom_rs::{Mesh, Query};
use std::sync::Arc;

/// What a query is of, and its filters: plain data, to copy and to keep as long as the mesh, compound or world.
/// carom_query_mesh(), carom_query_compound() and carom_query_world() fill it in; change the filters afterwards. A mesh
/// or compound has one body: of its filters only the flags CAROM_INTERNAL_EDGES and CAROM_LEAVE_OVERLAPS may be set, another one is
/// CAROM_INVALID.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromQuery {
    /// The bits of the handle of a mesh, a compound or a world.
    pub surface: u64,
    /// A body to leave out, or CAROM_NO_BODY.
    pub except: u64,
    /// Shapes and answers are relative to this point of the world, computed in double precision and rounded once.
    pub origin: [f64; 3],
    /// The layers of the query's shapes; bodies with none of them in their mask do not count. Default: all.
    pub layers: u32,
    /// Only bodies in one of these layers count. Default: all.
    pub mask: u32,
    /// CAROM_WITH_SENSORS, CAROM_INTERNAL_EDGES, CAROM_LEAVE_OVERLAPS. Default: 0.
    pub flags: u32,
    /// Padding; not read.
    pub reserved: u32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromQuery {}

/// Queries of a mesh. The handle is checked by each query.
#[unsafe(no_mangle)]
pub extern "C" fn carom_query_mesh(mesh: CaromMesh) -> CaromQuery {
    of(mesh.bits)
}

/// Queries of a compound: part i is its shape i. The handle is checked by each query.
#[unsafe(no_mangle)]
pub extern "C" fn carom_query_compound(compound: CaromCompound) -> CaromQuery {
    of(compound.bits)
}

/// Queries of all bodies of a world but sensors. The handle is checked by each query.
#[unsafe(no_mangle)]
pub extern "C" fn carom_query_world(world: CaromWorld) -> CaromQuery {
    of(world.bits)
}

fn of(surface: u64) -> CaromQuery {
    CaromQuery {
        surface,
        except: CAROM_NO_BODY,
        origin: [0.0; 3],
        layers: u32::MAX,
        mask: u32::MAX,
        flags: 0,
        reserved: 0,
    }
}

/// The mesh, compound or world of a query, kept alive.
pub(crate) enum Target {
    Mesh(Arc<Mesh<Vec3>>),
    #[cfg(feature = "worlds")]
    World(SharedWorld<Vec3>),
    #[cfg(feature = "worlds")]
    Compound(Arc<Compound<Vec3>>),
}

impl CaromQuery {
    fn filters(&self) -> Filters {
        Filters {
            except: self.except,
            layers: self.layers,
            mask: self.mask,
            flags: self.flags,
        }
    }

    /// The mesh or world, and the checks of the filters.
    pub(crate) fn target(&self) -> Result<Target> {
        let filters = self.filters();
        filters.check()?;
        let kinds = [Kind::Mesh, Kind::World, Kind::Compound];
        let without_bodies = || filters.without_bodies(self.origin == [0.0; 3]);
        match handles::find(self.surface, &kinds, "query.surface")? {
            Object::Mesh(mesh) => without_bodies().map(|()| Target::Mesh(mesh)),
            #[cfg(feature = "worlds")]
            Object::Compound(compound) => without_bodies().map(|()| Target::Compound(compound)),
            #[cfg(feature = "worlds")]
            Object::World(world) if self.origin.iter().all(|x| x.is_finite()) => {
                Ok(Target::World(world))
            }
            #[cfg(any(feature = "worlds", feature = "planar", feature = "billiards"))]
            _ => Err(Failure::invalid("query.origin is not finite")),
        }
    }

    pub(crate) fn of_mesh<'a>(&self, mesh: &'a Mesh<Vec3>) -> Query<'a, &'a Mesh<Vec3>> {
        self.filters().with_flags(mesh.query())
    }

    /// Runs queries of the mesh or world. Not generic: it is once in the library, and not in each query.
    pub(crate) fn with(
        &self,
        run: &mut dyn FnMut(&dyn SpatialQueries) -> Result<()>,
    ) -> Result<()> {
        let target = self.target()?;
        let of_mesh;
        #[cfg(feature = "worlds")]
        let world;
        #[cfg(feature = "worlds")]
        let of_world;
        #[cfg(feature = "worlds")]
        let of_compound;
        let queries: &dyn SpatialQueries = match &target {
            Target::Mesh(mesh) => {
                of_mesh = self.of_mesh(mesh);
                &of_mesh
            }
            #[cfg(feature = "worlds")]
            Target::World(locked) => {
                world = reading(locked)?;
                of_world = self.of_world(&world);
                &of_world
            }
            #[cfg(feature = "worlds")]
            Target::Compound(compound) => {
                of_compound = self.filters().with_flags(compound.query());
                &of_compound
            }
        };
        run(queries)
    }

    /// The world; an error for a query of anything else.
    #[cfg(feature = "worlds")]
    pub(crate) fn world(&self) -> Result<SharedWorld<Vec3>> {
        let other = match self.target()? {
            Target::World(world) => return Ok(world),
            Target::Mesh(_) => "mesh",
            Target::Compound(_) => "compound",
        };
        let text = format!("query.surface is a {other}, not a world");
        Err(Failure::new(CaromStatus::CaromWrongKind, text))
    }

    #[cfg(feature = "worlds")]
    pub(crate) fn of_world<'a>(&self, world: &'a World<Vec3>) -> WorldQuery<'a, Vec3> {
        let origin = DVec3::from_array(self.origin);
        self.filters().of_world(world, origin)
    }
}

impl QueryOf<Vec3> for CaromQuery {
    fn run(&self, run: &mut dyn FnMut(&dyn Queries<Vec3>) -> Result<()>) -> Result<()> {
        self.with(&mut |queries| run(queries))
    }
}
