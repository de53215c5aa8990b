//! Queries of two shapes in 2D, without a chain or world, and of a ray and one.

use super::answers::{
    Carom2dContact, Carom2dHit, Carom2dManifold, Carom2dRayInterval, Carom2dRigidMotion,
};
use super::shape::Carom2dShape;
use super::values::CaromVec2;
use crate::both::pairs;
use crate::status::{CaromStatus, guarded};

/// Where two shapes in 2D are nearest to each other, or deepest in each other, without a chain or world, if their separation is at
/// most `reach` (a length; INFINITY for always). Normals point from `b` to `a`. `part` is 0, or CAROM_NO_PART beyond the reach.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_pair_closest(
    a: *const Carom2dShape,
    b: *const Carom2dShape,
    reach: f32,
    out: *mut Carom2dContact,
) -> CaromStatus {
    guarded("carom2d_pair_closest", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::closest(a, b, reach, out) }
    })
}

/// Whether two shapes in 2D touch or overlap, without a chain or world: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_pair_overlap(
    a: *const Carom2dShape,
    b: *const Carom2dShape,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom2d_pair_overlap", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::overlap(a, b, out) }
    })
}

/// The first touch of two shapes in 2D of which `a` moves by `delta_a` and `b` in the same time by `delta_b`, without a chain or
/// world, with the rules of carom2d_sweep(): `t` is a fraction of both. `part` is 0, or CAROM_NO_PART without a hit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_pair_sweep(
    a: *const Carom2dShape,
    delta_a: CaromVec2,
    b: *const Carom2dShape,
    delta_b: CaromVec2,
    out: *mut Carom2dHit,
) -> CaromStatus {
    guarded("carom2d_pair_sweep", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::sweep(a, delta_a, b, delta_b, out) }
    })
}

/// The first touch of two shapes in 2D that both move and rotate (nonlinear shape cast), without a chain or world, with the rules
/// of carom2d_sweep_rigid(): `t` is a fraction of both motions. Of a shape that rests the motion is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_pair_sweep_rigid(
    a: *const Carom2dShape,
    motion_a: *const Carom2dRigidMotion,
    b: *const Carom2dShape,
    motion_b: *const Carom2dRigidMotion,
    out: *mut Carom2dHit,
) -> CaromStatus {
    guarded("carom2d_pair_sweep_rigid", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::sweep_rigid(a, motion_a, b, motion_b, out) }
    })
}

/// The contact manifold of two shapes in 2D, without a chain or world, if their separation is at most `reach` (a length; INFINITY
/// for always): up to two points with their separations along one normal, which is that of the contact. Points farther
/// apart than `reach` are left out. Features are those of the shapes without their radii. Of a segment of a chain, give
/// carom_chain_segment(). The order of the shapes changes only the sign of the normal and which side is a.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_manifold(
    a: *const Carom2dShape,
    b: *const Carom2dShape,
    reach: f32,
    out: *mut Carom2dManifold,
) -> CaromStatus {
    guarded("carom2d_manifold", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::manifold(a, b, reach, out) }
    })
}

/// The part of the ray from `from` to `from + delta` that is inside a shape in 2D, without a chain or world: t of both ends is a
/// fraction of `delta`. Never shorter than the true one, and at each end longer by at most rounding. A ray that only
/// touches the shape at its start and leaves misses it; one through a segment leaves where it enters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_ray_interval(
    from: CaromVec2,
    delta: CaromVec2,
    shape: *const Carom2dShape,
    out: *mut Carom2dRayInterval,
) -> CaromStatus {
    guarded("carom2d_ray_interval", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { pairs::ray_interval(from, delta, shape, out) }
    })
}
