//! The filters of a query, in 2D and 3D.

use crate::answers::CAROM_NO_BODY;
use crate::status::{Failure, Result};
#[cfg(any(feature = "worlds", feature = "planar"))]
use crate::values::Space;
use crate::values::known_flags;
#[cfg(any(feature = "worlds", feature = "planar"))]
use carom_rs::{BodyId, World, WorldQuery};
use carom_rs::{Query, Surface};

/// Flag of a query: sensors count too.
pub const CAROM_WITH_SENSORS: u32 = 1;
/// Flag of a query: each part answers as if it were alone, with the edges inside a welded mesh.
pub const CAROM_INTERNAL_EDGES: u32 = 2;
/// Flag of a query: a sweep or ray, but not a rigid sweep, is not stopped by a part that it starts inside and moves out of:
/// one with dot(normal, delta) >= 0 at the start. It never gets deeper into that part later. Movers do not read this flag.
pub const CAROM_LEAVE_OVERLAPS: u32 = 4;

/// The filters of a query.
pub(crate) struct Filters {
    pub(crate) except: u64,
    pub(crate) layers: u32,
    pub(crate) mask: u32,
    pub(crate) flags: u32,
}

impl Filters {
    /// An error if a flag is unknown.
    pub(crate) fn check(&self) -> Result<()> {
        let known = CAROM_WITH_SENSORS | CAROM_INTERNAL_EDGES | CAROM_LEAVE_OVERLAPS;
        known_flags(self.flags, known, "query.flags").map(|_| ())
    }

    /// An error that names a filter of bodies, for a surface that is one body.
    pub(crate) fn without_bodies(&self, is_at_origin: bool) -> Result<()> {
        let unused = [
            (self.except == CAROM_NO_BODY, "query.except"),
            (is_at_origin, "query.origin"),
            (self.layers == u32::MAX, "query.layers"),
            (self.mask == u32::MAX, "query.mask"),
            (
                !self.has(CAROM_WITH_SENSORS),
                "CAROM_WITH_SENSORS in query.flags",
            ),
        ];
        match unused.iter().find(|(is_unset, _)| !is_unset) {
            None => Ok(()),
            Some((_, filter)) => Err(Failure::invalid(format!(
                "{filter} is a filter of worlds only"
            ))),
        }
    }

    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// The flags that apply to every surface.
    pub(crate) fn with_flags<'a, S: Surface>(&self, query: Query<'a, S>) -> Query<'a, S> {
        let query = query.internal_edges(self.has(CAROM_INTERNAL_EDGES));
        query.leave_overlaps(self.has(CAROM_LEAVE_OVERLAPS))
    }

    /// The bodies of a world that pass, around a point of it.
    #[cfg(any(feature = "worlds", feature = "planar"))]
    pub(crate) fn of_world<'a, V: Space>(
        &self,
        world: &'a World<V>,
        origin: V::Double,
    ) -> WorldQuery<'a, V> {
        let query = world.query().layers(self.layers).mask(self.mask);
        let query = self.with_flags(query.around(origin));
        let query = if self.has(CAROM_WITH_SENSORS) {
            query.with_sensors()
        } else {
            query
        };
        if self.except == CAROM_NO_BODY {
            query
        } else {
            query.except(BodyId::from_bits(self.except))
        }
    }
}
