//! Whether anything stops a motion or a ray, alone and in batches.

use crate::batch::{blocks, check, motions, put};
use crate::checked::checked;
use crate::memory::{Column, Out, OutColumn, read};
use crate::query::CaromQuery;
use crate::rows::{CaromShapes, CaromVectors, Rows, vectors};
use crate::shape::CaromShape;
use crate::status::{CaromStatus, Result, guarded};
use crate::values::{CaromVec3, finite};
use carom_rs::glam::Vec3;
use carom_rs::{Batch, Shape};

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
        let (query, shape, out) = unsafe {
            let (query, shape) = (read(query, "query")?, read(shape, "shape")?);
            (query, checked(&shape, "shape.")?, Out::new(out, "out")?)
        };
        out.write(is_stopped(&query, &shape, finite(delta, "delta")?)?);
        Ok(())
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
        let (query, out) = unsafe { (read(query, "query")?, Out::new(out, "out")?) };
        let (from, delta) = (finite(from, "from")?, finite(delta, "delta")?);
        out.write(is_stopped(&query, &Shape::Point(from), delta)?);
        Ok(())
    })
}

fn is_stopped(query: &CaromQuery, shape: &Shape<Vec3>, delta: Vec3) -> Result<u8> {
    let mut stopped = false;
    query.with(&mut |query| {
        stopped = query.sweep_any(shape, delta);
        Ok(())
    })?;
    Ok(stopped.into())
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
    rows: &Rows,
    deltas: &Column<[f32; 3]>,
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
