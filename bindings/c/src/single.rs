//! Single queries.

use crate::answers::{CaromContact, CaromHit};
use crate::both::queries;
use crate::query::CaromQuery;
use crate::shape::CaromShape;
use crate::status::{CaromStatus, guarded};
use crate::values::CaromVec3;

/// The contact of the least separation, if that is at most `reach` (a length; INFINITY for always). Equal separations:
/// the lowest body, then the lowest part. A mesh is a shell: a shape inside a closed mesh is separate from it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_closest(
    query: *const CaromQuery,
    shape: *const CaromShape,
    reach: f32,
    out: *mut CaromContact,
) -> CaromStatus {
    guarded("carom_closest", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::closest(query, shape, reach, out) }
    })
}

/// The contacts with the nearest parts within `reach` (a length; INFINITY for always), the nearest first: at most `capacity`,
/// which are written to `out`. `count` becomes their number. Equal separations: the lowest body, then the lowest part. In a
/// world a mesh body can appear with several of its triangles.
#[cfg(feature = "worlds")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_closest_n(
    query: *const CaromQuery,
    shape: *const CaromShape,
    reach: f32,
    out: *mut CaromContact,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_closest_n", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::closest_n(query, shape, reach, out, capacity, count) }
    })
}

/// Whether any part touches the shape: 1 or 0. Touching counts. The cheapest query.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_overlap(
    query: *const CaromQuery,
    shape: *const CaromShape,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_overlap", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::overlap(query, shape, out) }
    })
}

/// The first hit of the shape moving by `delta` (shape cast). A motion that starts in an overlap is stopped at t = 0, unless
/// CAROM_LEAVE_OVERLAPS lets it out; one that starts touching and slides along or leaves is free. Equal times: the part with the greatest penetration depth
/// at the start, then the lowest. Bodies rest meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep(
    query: *const CaromQuery,
    shape: *const CaromShape,
    delta: CaromVec3,
    out: *mut CaromHit,
) -> CaromStatus {
    guarded("carom_sweep", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::sweep(query, shape, delta, out) }
    })
}

/// The first hit of a ray from `from` to `from + delta` (ray cast), as of a swept point: t is a fraction of `delta`, not
/// a distance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ray(
    query: *const CaromQuery,
    from: CaromVec3,
    delta: CaromVec3,
    out: *mut CaromHit,
) -> CaromStatus {
    guarded("carom_ray", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::ray(query, from, delta, out) }
    })
}

/// The contact with every part within `reach` (a length) of the shape, sorted by body and part. The first `capacity` of
/// them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_contacts(
    query: *const CaromQuery,
    shape: *const CaromShape,
    reach: f32,
    out: *mut CaromContact,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_contacts", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::contacts(query, shape, reach, out, capacity, count) }
    })
}

/// The hit with every part that stops the shape moving by `delta`, each as if it were alone, sorted by time. The first
/// `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_all(
    query: *const CaromQuery,
    shape: *const CaromShape,
    delta: CaromVec3,
    out: *mut CaromHit,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_sweep_all", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::sweep_all(query, shape, delta, out, capacity, count) }
    })
}
