//! Batches: many queries in one call, from the caller's arrays into the caller's arrays.

use crate::answers::{CaromContact, CaromHit};
use crate::memory::{Column, OutColumn, Plain, read};
use crate::query::CaromQuery;
use crate::rows::{CaromShapes, CaromVectors, Rows, vectors};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::a_number;
use carom_rs::glam::Vec3;
use carom_rs::{Batch, Shape};
use std::ops::Range;

/// Queries that are decoded and answered together: their arrays stay in the cache, and memory does not grow with the
/// batch. The library sorts blocks of this length too.
const BLOCK: usize = 1 << 13;

pub(crate) fn blocks(count: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..count).step_by(BLOCK);
    starts.map(move |start| start..count.min(start + BLOCK))
}

/// The vector of a row: a displacement or a point.
pub(crate) fn vector_of(vectors: &Column<[f32; 3]>, row: usize) -> Result<Vec3> {
    let vector = Vec3::from_array(vectors.get(row));
    if vector.is_finite() {
        return Ok(vector);
    }
    let name = vectors.name();
    Err(Failure::invalid(format!("{name}, row {row}: not finite")))
}

/// Checks every row and the places of the answers, so that a batch with a bad row writes nothing.
pub(crate) fn check<T: Plain>(
    rows: &Rows,
    vectors: &[&Column<[f32; 3]>],
    out: &OutColumn<T>,
) -> Result<()> {
    let of_vectors = vectors.iter().map(|column| column.region());
    for region in rows.regions().chain(of_vectors) {
        out.apart_from(region)?;
    }
    for row in 0..rows.count {
        rows.shape(row)?;
        for column in vectors {
            vector_of(column, row)?;
        }
    }
    Ok(())
}

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
        let (query, rows, mut out) = unsafe {
            let (query, shapes) = (read(query, "query")?, read(shapes, "shapes")?);
            let rows = Rows::new(&shapes)?;
            (query, rows, OutColumn::new(out, shapes.count, "out")?)
        };
        let reach = a_number(reach, "reach")?;
        check(&rows, &[], &out)?;
        let (mut batch, mut shapes) = (Batch::new(), Vec::new());
        query.with(&mut |query| {
            for block in blocks(rows.count) {
                decode(&rows, block.clone(), &mut shapes)?;
                let mut answers = vec![None; shapes.len()];
                query.closest_batch(&shapes, reach, &mut answers, &mut batch);
                put(&mut out, block, answers.into_iter().map(CaromContact::from));
            }
            Ok(())
        })?;
        Ok(())
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
        let (query, rows, mut out) = unsafe {
            let (query, shapes) = (read(query, "query")?, read(shapes, "shapes")?);
            let rows = Rows::new(&shapes)?;
            (query, rows, OutColumn::new(out, shapes.count, "out")?)
        };
        check(&rows, &[], &out)?;
        let (mut batch, mut shapes) = (Batch::new(), Vec::new());
        query.with(&mut |query| {
            for block in blocks(rows.count) {
                decode(&rows, block.clone(), &mut shapes)?;
                let mut answers = vec![false; shapes.len()];
                query.overlap_batch(&shapes, &mut answers, &mut batch);
                put(&mut out, block, answers.into_iter().map(u8::from));
            }
            Ok(())
        })?;
        Ok(())
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
        let (query, rows, deltas, out) = unsafe {
            let (query, shapes) = (read(query, "query")?, read(shapes, "shapes")?);
            let deltas = vectors(deltas, shapes.count, "deltas")?;
            let out = OutColumn::new(out, shapes.count, "out")?;
            (query, Rows::new(&shapes)?, deltas, out)
        };
        sweep(&query, &rows, &deltas, out)
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
        let (query, rows, deltas, out) = unsafe {
            let query = read(query, "query")?;
            let rows = Rows::of_points(origins, count, "origins")?;
            let deltas = vectors(deltas, count, "deltas")?;
            (query, rows, deltas, OutColumn::new(out, count, "out")?)
        };
        sweep(&query, &rows, &deltas, out)
    })
}

fn sweep(
    query: &CaromQuery,
    rows: &Rows,
    deltas: &Column<[f32; 3]>,
    mut out: OutColumn<CaromHit>,
) -> Result<()> {
    check(rows, &[deltas], &out)?;
    let mut batch = Batch::new();
    query.with(&mut |query| {
        for block in blocks(rows.count) {
            let motions = motions(rows, deltas, block.clone())?;
            let mut answers = vec![None; motions.len()];
            query.sweep_batch(&motions, &mut answers, &mut batch);
            put(&mut out, block, answers.into_iter().map(CaromHit::from));
        }
        Ok(())
    })?;
    Ok(())
}

/// The shapes of a block and their displacements.
pub(crate) fn motions(
    rows: &Rows,
    deltas: &Column<[f32; 3]>,
    block: Range<usize>,
) -> Result<Vec<(Shape<Vec3>, Vec3)>> {
    let motion = |row| Ok((rows.shape(row)?, vector_of(deltas, row)?));
    block.map(motion).collect()
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

fn decode(rows: &Rows, block: Range<usize>, shapes: &mut Vec<Shape<Vec3>>) -> Result<()> {
    shapes.clear();
    for row in block {
        shapes.push(rows.shape(row)?);
    }
    Ok(())
}

pub(crate) fn put<T: Plain>(
    out: &mut OutColumn<T>,
    block: Range<usize>,
    answers: impl Iterator<Item = T>,
) {
    for (row, answer) in block.zip(answers) {
        out.set(row, answer);
    }
}
