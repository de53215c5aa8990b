//! What a query in 2D is of: a chain, or the bodies of a world that pass its filters.

use crate::answers::CAROM_NO_BODY;
use crate::both::queries::QueryOf;
use crate::filters::Filters;
use crate::handles;
use crate::locks::reading;
use crate::memory::Plain;
use crate::objects::{Carom2dWorld, CaromChain, Kind, Object, SharedWorld};
use crate::status::{CaromStatus, Failure, Result};
use carom_fast::Queries;
use carom_rs::glam::{DVec2, Vec2};
use carom_rs::{Chain, World, WorldQuery};
use std::sync::Arc;

/// What a query in 2D is of, and its filters: plain data, to copy and to keep as long as the chain or world. carom2d_query_chain()
/// and carom2d_query_world() fill it in; change the filters afterwards. A chain is one body: of its filters only the flags
/// CAROM_INTERNAL_EDGES and CAROM_LEAVE_OVERLAPS may be set, another one is CAROM_INVALID.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Carom2dQuery {
    /// The bits of the handle of a chain or a 2D world.
    pub surface: u64,
    /// A body to leave out, or CAROM_NO_BODY.
    pub except: u64,
    /// Shapes and answers are relative to this point of the world, computed in double precision and rounded once.
    pub origin: [f64; 2],
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
unsafe impl Plain for Carom2dQuery {}

/// Queries of a chain: part i is its segment i. The handle is checked by each query.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_query_chain(chain: CaromChain) -> Carom2dQuery {
    of(chain.bits)
}

/// Queries of all bodies of a 2D world but sensors. The handle is checked by each query.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_query_world(world: Carom2dWorld) -> Carom2dQuery {
    of(world.bits)
}

fn of(surface: u64) -> Carom2dQuery {
    Carom2dQuery {
        surface,
        except: CAROM_NO_BODY,
        origin: [0.0; 2],
        layers: u32::MAX,
        mask: u32::MAX,
        flags: 0,
        reserved: 0,
    }
}

/// The chain or world of a query, kept alive.
pub(crate) enum ChainOrWorld {
    Chain(Arc<Chain<Vec2>>),
    World(SharedWorld<Vec2>),
}

impl Carom2dQuery {
    fn filters(&self) -> Filters {
        Filters {
            except: self.except,
            layers: self.layers,
            mask: self.mask,
            flags: self.flags,
        }
    }

    /// The chain or world, and the checks of the filters.
    pub(crate) fn target(&self) -> Result<ChainOrWorld> {
        let filters = self.filters();
        filters.check()?;
        match handles::find(self.surface, &[Kind::Chain, Kind::World2d], "query.surface")? {
            Object::Chain(chain) => {
                let checked = filters.without_bodies(self.origin == [0.0; 2]);
                checked.map(|()| ChainOrWorld::Chain(chain))
            }
            Object::World2d(world) if self.origin.iter().all(|x| x.is_finite()) => {
                Ok(ChainOrWorld::World(world))
            }
            _ => Err(Failure::invalid("query.origin is not finite")),
        }
    }

    /// The world; an error for a query of a chain.
    pub(crate) fn world(&self) -> Result<SharedWorld<Vec2>> {
        match self.target()? {
            ChainOrWorld::World(world) => Ok(world),
            ChainOrWorld::Chain(_) => {
                let text = "query.surface is a chain, not a 2D world";
                Err(Failure::new(CaromStatus::CaromWrongKind, text))
            }
        }
    }

    pub(crate) fn of_world<'a>(&self, world: &'a World<Vec2>) -> WorldQuery<'a, Vec2> {
        let origin = DVec2::from_array(self.origin);
        self.filters().of_world(world, origin)
    }
}

impl QueryOf<Vec2> for Carom2dQuery {
    fn run(&self, run: &mut dyn FnMut(&dyn Queries<Vec2>) -> Result<()>) -> Result<()> {
        match self.target()? {
            ChainOrWorld::Chain(chain) => run(&self.filters().with_flags(chain.query())),
            ChainOrWorld::World(world) => run(&self.of_world(&*reading(&world)?)),
        }
    }
}
