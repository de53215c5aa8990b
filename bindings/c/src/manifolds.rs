//! Contact manifolds with the parts of a mesh, compound or world.

use crate::both::queries;
use crate::manifold::CaromPartManifold;
use crate::query::CaromQuery;
use crate::shape::CaromShape;
use crate::status::{CaromStatus, guarded};

/// The contact with every part within `reach` (a length) of the shape, and its manifold, sorted by body and part. The first `capacity`
/// of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
///
/// The contacts are those of carom_contacts(): on a welded mesh a ball or capsule has its normals there. Where the surface gives no
/// normal of its own, a manifold is that of carom_manifold() with the part, to the bit. Parts are not merged. The body and part of the
/// contact and the features of a point name it from tick to tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_manifolds(
    query: *const CaromQuery,
    shape: *const CaromShape,
    reach: f32,
    out: *mut CaromPartManifold,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_manifolds", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::manifolds(query, shape, reach, out, capacity, count) }
    })
}
