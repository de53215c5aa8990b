//! Batches: many queries in one call, from the caller's arrays into the caller's arrays.

use crate::answers::{CaromContact, CaromHit};
use crate::both::batches::{self, check};
use crate::memory::{OutColumn, read};
use crate::query::CaromQuery;
use crate::rows::{CaromVectors, Rows};
use crate::shapes::CaromShapes;
use crate::status::{CaromStatus, guarded};
use crate::values::a_number;

/// carom_closest() for each shape, into `out`, which has a place for each. With a bad row nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_closest_batch(
    query: *const CaromQuery,
    shapes: *const CaromShapes,
    reach: f32,
    out: *mut CaromContact,
) -> CaromStatus {
    guarded("carom_closest_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { batches::closest(query, shapes, reach, out) }
    })
}

/// carom_overlap() for each shape, into `out`, which has a byte for each: 1 or 0. With a bad row nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_overlap_batch(
    query: *const CaromQuery,
    shapes: *const CaromShapes,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_overlap_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { batches::overlap(query, shapes, out) }
    })
}

/// carom_sweep() for each shape and its displacement, into `out`, which has a place for each. With a bad row nothing is
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_batch(
    query: *const CaromQuery,
    shapes: *const CaromShapes,
    deltas: CaromVectors,
    out: *mut CaromHit,
) -> CaromStatus {
    guarded("carom_sweep_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { batches::sweep(query, shapes, deltas, out) }
    })
}

/// carom_ray() for each of `count` origins and its displacement, into `out`, which has a place for each. With a bad row
/// nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ray_batch(
    query: *const CaromQuery,
    origins: CaromVectors,
    deltas: CaromVectors,
    count: usize,
    out: *mut CaromHit,
) -> CaromStatus {
    guarded("carom_ray_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { batches::ray::<_, CaromShapes>(query, origins, deltas, count, out) }
    })
}

/// carom_contacts() for each shape. Those of shape i are the elements `offsets[i]` to `offsets[i + 1]` of `out`, so
/// `offsets` has `shapes.count + 1` elements, of which the last is the number of all. Only the first `capacity` are
/// written. With a bad row nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_contacts_batch(
    query: *const CaromQuery,
    shapes: *const CaromShapes,
    reach: f32,
    offsets: *mut usize,
    out: *mut CaromContact,
    capacity: usize,
) -> CaromStatus {
    guarded("carom_contacts_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, rows, mut offsets, mut out) = unsafe {
            let (query, shapes) = (read(query, "query")?, read(shapes, "shapes")?);
            let rows = Rows::new(&shapes)?;
            let places = shapes.count.saturating_add(1);
            let offsets = OutColumn::new(offsets, places, "offsets")?;
            (query, rows, offsets, OutColumn::new(out, capacity, "out")?)
        };
        let reach = a_number(reach, "reach")?;
        check(&rows, &[], &out)?;
        rows.regions()
            .try_for_each(|region| offsets.apart_from(region))?;
        out.apart_from(offsets.region())?;
        let (mut total, mut found) = (0, Vec::new());
        query.with(&mut |query| {
            offsets.set(0, 0);
            for row in 0..rows.count {
                query.contacts(&rows.shape(row)?, reach, &mut found);
                for contact in &found {
                    if total < out.len() {
                        out.set(total, Some(*contact).into());
                    }
                    total += 1;
                }
                offsets.set(row + 1, total);
            }
            Ok(())
        })?;
        Ok(())
    })
}
