//! Whether anything stops a motion or a ray, alone and in batches.

use crate::both::batches::{blocks, check, motions, put};
use crate::both::queries;
use crate::memory::{Column, OutColumn, read};
use crate::query::CaromQuery;
use crate::rows::{CaromVectors, Rows, vectors};
use crate::shape::CaromShape;
use crate::shapes::CaromShapes;
use crate::status::{CaromStatus, Result, guarded};
use crate::values::CaromVec3;
use carom_rs::Batch;
use carom_rs::glam::Vec3;

/// Whether any part stops the shape moving by `delta`: 1 or 0. Where carom_sweep() has a hit, in less time: the search ends
/// at the first part that it finds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_any(
    query: *const CaromQuery,
    shape: *const CaromShape,
    delta: CaromVec3,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_sweep_any", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::sweep_any(query, shape, delta, out) }
    })
}

/// Whether any part is on the ray from `from` to `from + delta`: 1 or 0. Visibility and shadows; see carom_sweep_any().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ray_any(
    query: *const CaromQuery,
    from: CaromVec3,
    delta: CaromVec3,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_ray_any", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::ray_any(query, from, delta, out) }
    })
}

/// carom_sweep_any() for each shape and its displacement, into `out`, which has a byte for each: 1 or 0. With a bad row
/// nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_any_batch(
    query: *const CaromQuery,
    shapes: *const CaromShapes,
    deltas: CaromVectors,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_sweep_any_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, rows, deltas, out) = unsafe {
            let (query, shapes) = (read(query, "query")?, read(shapes, "shapes")?);
            let deltas = vectors(deltas, shapes.count, "deltas")?;
            let out = OutColumn::new(out, shapes.count, "out")?;
            (query, Rows::new(&shapes)?, deltas, out)
        };
        are_stopped(&query, &rows, &deltas, out)
    })
}

/// carom_ray_any() for each of `count` origins and its displacement, into `out`, which has a byte for each: 1 or 0. With a
/// bad row nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_ray_any_batch(
    query: *const CaromQuery,
    origins: CaromVectors,
    deltas: CaromVectors,
    count: usize,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_ray_any_batch", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, rows, deltas, out) = unsafe {
            let query = read(query, "query")?;
            let rows = Rows::of_points(origins, count, "origins")?;
            let deltas = vectors(deltas, count, "deltas")?;
            (query, rows, deltas, OutColumn::new(out, count, "out")?)
        };
        are_stopped(&query, &rows, &deltas, out)
    })
}

fn are_stopped(
    query: &CaromQuery,
    rows: &Rows<CaromShapes, Vec3>,
    deltas: &Column<CaromVec3>,
    mut out: OutColumn<u8>,
) -> Result<()> {
    check(rows, &[deltas], &out)?;
    let mut batch = Batch::new();
    query.with(&mut |query| {
        for block in blocks(rows.count) {
            let motions = motions(rows, deltas, block.clone())?;
            let mut answers = vec![false; motions.len()];
            query.sweep_any_batch(&motions, &mut answers, &mut batch);
            put(&mut out, block, answers.into_iter().map(u8::from));
        }
        Ok(())
    })
}
