//! Batches: many queries in one call, from the caller's arrays into the caller's arrays. Inlined as single queries are.

use super::queries::{Answer, QueryOf};
use crate::memory::{Column, OutColumn, Plain, read};
use crate::rows::{CaromVectors, Rows, ShapesOf, vectors};
use crate::status::{Failure, Result};
use crate::values::{Space, VectorOf, a_number};
use carom_rs::{Batch, Contact, Hit, Shape};
use std::ops::Range;

/// Queries that are decoded and answered together: their arrays stay in the cache, and memory does not grow with the
/// batch. The library sorts blocks of this length too.
const BLOCK: usize = 1 << 13;

pub(crate) fn blocks(count: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..count).step_by(BLOCK);
    starts.map(move |start| start..count.min(start + BLOCK))
}

/// The vector of a row: a displacement or a point.
pub(crate) fn vector_of<V: Space>(vectors: &Column<impl VectorOf<V>>, row: usize) -> Result<V> {
    let vector: V = vectors.get(row).into();
    if vector.is_finite() {
        return Ok(vector);
    }
    let name = vectors.name();
    Err(Failure::invalid(format!("{name}, row {row}: not finite")))
}

/// Checks every row and the places of the answers, so that a batch with a bad row writes nothing.
pub(crate) fn check<V: Space, S: ShapesOf<V>, T: Plain>(
    rows: &Rows<S, V>,
    vectors: &[&Column<S::Vector>],
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

/// # Safety
/// The pointers are null or valid, with the counts.
#[inline(always)]
pub(crate) unsafe fn closest<V: Space>(
    query: *const impl QueryOf<V>,
    shapes: *const impl ShapesOf<V>,
    reach: f32,
    out: *mut impl Answer<Option<Contact<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, rows, mut out) = unsafe {
        let (query, shapes) = (read(query, "query")?, read(shapes, "shapes")?);
        let rows = Rows::new(&shapes)?;
        let out = OutColumn::new(out, rows.count, "out")?;
        (query, rows, out)
    };
    let reach = a_number(reach, "reach")?;
    check(&rows, &[], &out)?;
    let (mut batch, mut shapes) = (Batch::new(), Vec::new());
    query.run(&mut |query| {
        for block in blocks(rows.count) {
            decode(&rows, block.clone(), &mut shapes)?;
            let mut answers = vec![None; shapes.len()];
            query.closest_batch(&shapes, reach, &mut answers, &mut batch);
            put(&mut out, block, answers.into_iter().map(Into::into));
        }
        Ok(())
    })
}

/// # Safety
/// The pointers are null or valid, with the counts.
#[inline(always)]
pub(crate) unsafe fn overlap<V: Space>(
    query: *const impl QueryOf<V>,
    shapes: *const impl ShapesOf<V>,
    out: *mut u8,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, rows, mut out) = unsafe {
        let (query, shapes) = (read(query, "query")?, read(shapes, "shapes")?);
        let rows = Rows::new(&shapes)?;
        let out = OutColumn::new(out, rows.count, "out")?;
        (query, rows, out)
    };
    check(&rows, &[], &out)?;
    let (mut batch, mut shapes) = (Batch::new(), Vec::new());
    query.run(&mut |query| {
        for block in blocks(rows.count) {
            decode(&rows, block.clone(), &mut shapes)?;
            let mut answers = vec![false; shapes.len()];
            query.overlap_batch(&shapes, &mut answers, &mut batch);
            put(&mut out, block, answers.into_iter().map(u8::from));
        }
        Ok(())
    })
}

/// # Safety
/// The pointers are null or valid, with the counts.
#[inline(always)]
pub(crate) unsafe fn sweep<V: Space>(
    query: *const impl QueryOf<V>,
    shapes: *const impl ShapesOf<V>,
    deltas: CaromVectors,
    out: *mut impl Answer<Option<Hit<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, rows, deltas, out) = unsafe {
        let (query, shapes) = (read(query, "query")?, read(shapes, "shapes")?);
        let rows = Rows::new(&shapes)?;
        let deltas = vectors(deltas, rows.count, "deltas")?;
        let out = OutColumn::new(out, rows.count, "out")?;
        (query, rows, deltas, out)
    };
    swept(&query, &rows, &deltas, out)
}

/// `S` are the shapes of the batches of that dimension.
///
/// # Safety
/// The pointers are null or valid, with the counts.
#[inline(always)]
pub(crate) unsafe fn ray<V: Space, S: ShapesOf<V>>(
    query: *const impl QueryOf<V>,
    origins: CaromVectors,
    deltas: CaromVectors,
    count: usize,
    out: *mut impl Answer<Option<Hit<V>>>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (query, rows, deltas, out) = unsafe {
        let query = read(query, "query")?;
        let rows = Rows::<S, V>::of_points(origins, count, "origins")?;
        let deltas = vectors(deltas, count, "deltas")?;
        (query, rows, deltas, OutColumn::new(out, count, "out")?)
    };
    swept(&query, &rows, &deltas, out)
}

fn swept<V: Space, S: ShapesOf<V>, H: Answer<Option<Hit<V>>>>(
    query: &impl QueryOf<V>,
    rows: &Rows<S, V>,
    deltas: &Column<S::Vector>,
    mut out: OutColumn<H>,
) -> Result<()> {
    check(rows, &[deltas], &out)?;
    let mut batch = Batch::new();
    query.run(&mut |query| {
        for block in blocks(rows.count) {
            let motions = motions(rows, deltas, block.clone())?;
            let mut answers = vec![None; motions.len()];
            query.sweep_batch(&motions, &mut answers, &mut batch);
            put(&mut out, block, answers.into_iter().map(H::from));
        }
        Ok(())
    })
}

/// The shapes of a block and their displacements.
pub(crate) fn motions<V: Space, S: ShapesOf<V>>(
    rows: &Rows<S, V>,
    deltas: &Column<S::Vector>,
    block: Range<usize>,
) -> Result<Vec<(Shape<V>, V)>> {
    let motion = |row| Ok((rows.shape(row)?, vector_of(deltas, row)?));
    block.map(motion).collect()
}

fn decode<V: Space, S: ShapesOf<V>>(
    rows: &Rows<S, V>,
    block: Range<usize>,
    shapes: &mut Vec<Shape<V>>,
) -> Result<()> {
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
