//! The parts in a box.

use crate::answers;
use crate::memory::{Out, OutColumn, Plain, read};
use crate::query::CaromQuery;
use crate::status::{CaromStatus, guarded};
use crate::values::{CaromVec3, finite};
use carom_rs::Aabb;

/// A part of a mesh, compound or world.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromPart {
    /// The body of the world; 0 for a mesh or compound outside of a world.
    pub body: u64,
    /// The number of the triangle in its mesh, or of the shape in its compound; 0 for a shape of a world.
    pub part: u32,
}

// SAFETY: integers.
unsafe impl Plain for CaromPart {}

/// The parts that may touch the box from `min` to `max`, sorted by body and part: all that do, and perhaps some beside it.
/// Flags of the query that concern contacts and sweeps do not count. The first `capacity` of them are written to `out`, which
/// may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_parts_in_box(
    query: *const CaromQuery,
    min: CaromVec3,
    max: CaromVec3,
    out: *mut CaromPart,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_parts_in_box", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, mut out, count) = unsafe {
            let (query, out) = (read(query, "query")?, OutColumn::new(out, capacity, "out")?);
            (query, out, Out::new(count, "count")?)
        };
        let (min, max) = (finite(min, "min")?, finite(max, "max")?);
        let mut found = Vec::new();
        query.with(&mut |query| {
            query.parts(&Aabb { min, max }, &mut found);
            Ok(())
        })?;
        found.sort_unstable();
        let parts = found.into_iter().map(|part| {
            let (body, part) = answers::name(part);
            CaromPart { body, part }
        });
        count.write(out.fill(parts));
        Ok(())
    })
}
