//! Sweeps of two shapes against each other, without a mesh or world.

use crate::answers::CaromHit;
use crate::both::pairs;
use crate::rigid::CaromRigidMotion;
use crate::shape::CaromShape;
use crate::status::{CaromStatus, guarded};
use crate::values::CaromVec3;

/// The first touch of two shapes of which `a` moves by `delta_a` and `b` in the same time by `delta_b`, without a mesh or world, with
/// the rules of carom_sweep(): `t` is a fraction of both. `part` is 0, or CAROM_NO_PART without a hit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pair_sweep(
    a: *const CaromShape,
    delta_a: CaromVec3,
    b: *const CaromShape,
    delta_b: CaromVec3,
    out: *mut CaromHit,
) -> CaromStatus {
    guarded("carom_pair_sweep", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::sweep(a, delta_a, b, delta_b, out) }
    })
}

/// The first touch of two shapes that both move and rotate (nonlinear shape cast), without a mesh or world, with the rules of
/// carom_sweep_rigid(): `t` is a fraction of both motions. Of a shape that rests the motion is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pair_sweep_rigid(
    a: *const CaromShape,
    motion_a: *const CaromRigidMotion,
    b: *const CaromShape,
    motion_b: *const CaromRigidMotion,
    out: *mut CaromHit,
) -> CaromStatus {
    guarded("carom_pair_sweep_rigid", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::sweep_rigid(a, motion_a, b, motion_b, out) }
    })
}
