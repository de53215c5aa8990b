//! Welding the tiles of a terrain.

use crate::both::worlds::refused;
use crate::handles;
use crate::locks::writing;
use crate::memory::{Column, all};
use crate::objects::CaromWorld;
use crate::status::{CaromStatus, Failure, guarded};
use carom_rs::{BodyError, BodyId};

/// Welds the mesh of a body as a part of one surface with the meshes of other bodies, so that a shape that slides from tile to
/// tile of a terrain has no ghost collisions at the borders. See CAROM_WELD, which a mesh needs not have for this.
///
/// Call it for a tile that has come, among its up to eight neighbors, and again for each tile of which a neighbor has come,
/// gone or been changed by carom_world_refit_heights(). Corners should be equal in the world, best in tiles that are not
/// rotated. Only this body changes; the first call copies a mesh that others share. Neighbors that are gone or are no meshes do
/// not count. `neighbors` may be null for a count of 0. Errors: a body that is gone or is no mesh; then nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_weld_mesh(
    world: CaromWorld,
    body: u64,
    neighbors: *const u64,
    count: usize,
) -> CaromStatus {
    guarded("carom_world_weld_mesh", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let neighbors = unsafe { Column::packed(neighbors, count, "neighbors") }?;
        let neighbors = all(&neighbors, count)?;
        let neighbors: Vec<BodyId> = neighbors.into_iter().map(BodyId::from_bits).collect();
        let world = handles::object(world, "world")?;
        let mut world = writing(&world)?;
        let welded = carom_fast::weld_mesh(&mut world, BodyId::from_bits(body), &neighbors);
        welded.map_err(|error| match error {
            BodyError::Kind => Failure::invalid("body is not a mesh"),
            error => refused(error),
        })
    })
}
