//! Single queries in 2D.

use super::answers::{Carom2dContact, Carom2dHit, Carom2dPartManifold, Carom2dRigidMotion};
use super::query::Carom2dQuery;
use super::shape::Carom2dShape;
use super::values::CaromVec2;
use crate::both::queries;
use crate::locks::reading;
use crate::memory::{Out, OutColumn, read};
use crate::status::{CaromStatus, guarded};

/// The contact of the least separation, if that is at most `reach` (a length; INFINITY for always). Equal separations:
/// the lowest body, then the lowest part. A chain is a line, unless it is solid: a shape inside a closed chain is separate from it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_closest(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    reach: f32,
    out: *mut Carom2dContact,
) -> CaromStatus {
    guarded("carom2d_closest", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::closest(query, shape, reach, out) }
    })
}

/// The contacts with the nearest parts within `reach` (a length; INFINITY for always), the nearest first: at most `capacity`,
/// which are written to `out`. `count` becomes their number. Equal separations: the lowest body, then the lowest part. In a
/// world a body with a chain can appear with several of its segments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_closest_n(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    reach: f32,
    out: *mut Carom2dContact,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom2d_closest_n", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::closest_n(query, shape, reach, out, capacity, count) }
    })
}

/// Whether any part touches the shape: 1 or 0. Touching counts. The cheapest query.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_overlap(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom2d_overlap", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::overlap(query, shape, out) }
    })
}

/// The first hit of the shape moving by `delta` (shape cast). A motion that starts in an overlap is stopped at t = 0, unless
/// CAROM_LEAVE_OVERLAPS lets it out; one that starts touching and slides along or leaves is free. Equal times: the part with the
/// greatest penetration depth at the start, then the lowest. Bodies rest meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_sweep(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    delta: CaromVec2,
    out: *mut Carom2dHit,
) -> CaromStatus {
    guarded("carom2d_sweep", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::sweep(query, shape, delta, out) }
    })
}

/// The first hit of a ray from `from` to `from + delta` (ray cast), as of a swept point: t is a fraction of `delta`, not
/// a distance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_ray(
    query: *const Carom2dQuery,
    from: CaromVec2,
    delta: CaromVec2,
    out: *mut Carom2dHit,
) -> CaromStatus {
    guarded("carom2d_ray", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::ray(query, from, delta, out) }
    })
}

/// Whether any part stops the shape moving by `delta`: 1 or 0. Where carom2d_sweep() has a hit, in less time: the search ends
/// at the first part that it finds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_sweep_any(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    delta: CaromVec2,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom2d_sweep_any", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::sweep_any(query, shape, delta, out) }
    })
}

/// Whether any part is on the ray from `from` to `from + delta`: 1 or 0. Visibility and shadows; see carom2d_sweep_any().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_ray_any(
    query: *const Carom2dQuery,
    from: CaromVec2,
    delta: CaromVec2,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom2d_ray_any", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::ray_any(query, from, delta, out) }
    })
}

/// The contact with every part within `reach` (a length) of the shape, sorted by body and part. The first `capacity` of
/// them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_contacts(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    reach: f32,
    out: *mut Carom2dContact,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom2d_contacts", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::contacts(query, shape, reach, out, capacity, count) }
    })
}

/// The hit with every part that stops the shape moving by `delta`, each as if it were alone, sorted by time. The first
/// `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_sweep_all(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    delta: CaromVec2,
    out: *mut Carom2dHit,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom2d_sweep_all", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::sweep_all(query, shape, delta, out, capacity, count) }
    })
}

/// The first hit of the shape moving and rotating by `motion` (nonlinear shape cast). Equal times: the part with the
/// greatest penetration depth at the start, then the lowest. Rotating motions hit the joints of a chain too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_sweep_rigid(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    motion: *const Carom2dRigidMotion,
    out: *mut Carom2dHit,
) -> CaromStatus {
    guarded("carom2d_sweep_rigid", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::sweep_rigid(query, shape, motion, out) }
    })
}

/// The contact with every part within `reach` (a length) of the shape, and its manifold, sorted by body and part. The first `capacity`
/// of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
///
/// The contacts are those of carom2d_contacts(). Where the surface gives no normal of its own, as a chain does at its joints, a
/// manifold is that of carom2d_manifold() with the part, to the bit. Parts are not merged. The body and part of the contact and the
/// features of a point name it from tick to tick.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_manifolds(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    reach: f32,
    out: *mut Carom2dPartManifold,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom2d_manifolds", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::manifolds(query, shape, reach, out, capacity, count) }
    })
}

/// The bodies of a 2D world that touch the shape, in the order of carom2d_contacts(); for triggers with CAROM_WITH_SENSORS.
/// The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of
/// all. The query of a chain is an error, CAROM_WRONG_KIND.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom2d_overlaps(
    query: *const Carom2dQuery,
    shape: *const Carom2dShape,
    out: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom2d_overlaps", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, shape, mut out, count) = unsafe {
            let (query, shape) = (read(query, "query")?, queries::shape(shape)?);
            let out = OutColumn::new(out, capacity, "out")?;
            (query, shape, out, Out::new(count, "count")?)
        };
        let world = query.world()?;
        let mut found = Vec::new();
        let world = reading(&world)?;
        query.of_world(&world).overlaps(&shape, &mut found);
        count.write(out.fill(found.iter().map(|id| id.to_bits())));
        Ok(())
    })
}
