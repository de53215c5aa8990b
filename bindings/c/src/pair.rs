//! Queries of two shapes, without a mesh or world.

use crate::answers::CaromContact;
use crate::both::pairs;
use crate::shape::CaromShape;
use crate::status::{CaromStatus, guarded};

/// Where two shapes are nearest to each other, or deepest in each other, without a mesh or world, if their separation is at
/// most `reach` (a length; INFINITY for always). Normals point from `b` to `a`. `part` is 0, or CAROM_NO_PART beyond the reach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pair_closest(
    a: *const CaromShape,
    b: *const CaromShape,
    reach: f32,
    out: *mut CaromContact,
) -> CaromStatus {
    guarded("carom_pair_closest", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::closest(a, b, reach, out) }
    })
}

/// Whether two shapes touch or overlap, without a mesh or world: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pair_overlap(
    a: *const CaromShape,
    b: *const CaromShape,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_pair_overlap", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::overlap(a, b, out) }
    })
}
