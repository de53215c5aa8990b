//! Chains: outlines of 2D levels.

use super::shape::{Carom2dShape, carom2d_capsule};
use super::values::CaromVec2;
use crate::handles;
use crate::memory::{Column, Out, Plain, all};
use crate::objects::{CaromChain, Kind};
use crate::rows::{CaromVectors, vectors};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::surface_flags::{CAROM_ONE_SIDED, CAROM_SOLID};
use crate::values::{finite, known_flags};
use carom_rs::glam::Vec2;
use carom_rs::{Chain, ChainError};
use std::ops::Range;
use std::sync::Arc;

/// Flag of a chain: closed, with a last segment from the last vertex to the first. A chain of several rings always is.
pub const CAROM_CLOSED: u32 = 32;
/// Flag of a chain: each segment answers as if it were alone, with ghost collisions at the joints.
pub const CAROM_RAW: u32 = 64;

/// Facts about a chain.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromChainInfo {
    /// The number of segments. Segment i begins at vertex i.
    pub segment_count: usize,
    /// The number of vertices: that of the segments if the chain is closed, otherwise one more.
    pub vertex_count: usize,
    /// The number of rings; 1 for an open chain.
    pub ring_count: usize,
    /// The lowest corner of the bounding box.
    pub min: CaromVec2,
    /// The highest corner of the bounding box.
    pub max: CaromVec2,
    /// A sum of CAROM_CLOSED, CAROM_ONE_SIDED, CAROM_SOLID, CAROM_RAW. A solid is one-sided and closed.
    pub flags: u32,
    /// Padding; 0.
    pub reserved: u32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromChainInfo {}

/// Builds a chain of segments in 2D, from each vertex to the next; copies them.
///
/// Without CAROM_CLOSED it is open and ends at the last vertex. An outline with its holes, or all outlines of a level, are one chain
/// of several closed rings: `ring_ends` has for each ring the number of vertices up to its end, ascending, the last is
/// `vertex_count`. With a `ring_count` of 0 all vertices are one line, and `ring_ends` may be null. For CAROM_ONE_SIDED and
/// CAROM_SOLID outlines are counter-clockwise and holes clockwise. A ring does not repeat its first vertex.
///
/// There are no ghost collisions at the joints of segments, unless CAROM_RAW switches them on. `flags`: 0 or a sum of CAROM_CLOSED,
/// CAROM_ONE_SIDED, CAROM_SOLID, CAROM_RAW. Vertices may coincide; a segment without length has contacts only if all
/// segments have none. Errors: fewer than two vertices, in a ring too, or more than 2^31, ring ends that descend or do not end at
/// the last vertex (CAROM_OUT_OF_RANGE); a vertex that is not finite; with CAROM_SOLID an open chain, a clockwise outline or a
/// ring that faces into the solid (CAROM_INVALID). Free it with carom_chain_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_chain_create(
    vertices: CaromVectors,
    vertex_count: usize,
    ring_ends: *const usize,
    ring_count: usize,
    flags: u32,
    out: *mut CaromChain,
) -> CaromStatus {
    guarded("carom_chain_create", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (vertices, ends, out) = unsafe {
            (
                vectors::<CaromVec2>(vertices, vertex_count, "vertices")?,
                Column::packed(ring_ends, ring_count, "ring_ends")?,
                Out::new(out, "out")?,
            )
        };
        let known = CAROM_CLOSED | CAROM_ONE_SIDED | CAROM_SOLID | CAROM_RAW;
        known_flags(flags, known, "flags")?;
        let vertices = all(&vertices, vertex_count)?;
        let vertices = vertices.into_iter().map(Vec2::from).collect();
        let rings = rings(&all(&ends, ring_count)?, vertex_count, flags)?;
        let chain = built(vertices, rings.as_deref(), flags)?;
        out.write(handles::named(Arc::new(chain))?);
        Ok(())
    })
}

/// The vertices of each ring; `None` for an open chain.
fn rings(ends: &[usize], count: usize, flags: u32) -> Result<Option<Vec<Range<usize>>>> {
    let Some(last) = ends.last() else {
        let is_closed = flags & CAROM_CLOSED != 0;
        return Ok(is_closed.then(|| std::iter::once(0..count).collect()));
    };
    if let Some(ring) = (1..ends.len()).find(|ring| ends[*ring] < ends[ring - 1]) {
        let text = format!("ring_ends[{ring}] is less than the one before it");
        return Err(Failure::out_of_range(text));
    }
    if *last != count {
        let text = format!("the last of ring_ends is {last}, but vertex_count is {count}");
        return Err(Failure::out_of_range(text));
    }
    let starts = std::iter::once(&0).chain(ends);
    Ok(Some(starts.zip(ends).map(|(a, b)| *a..*b).collect()))
}

fn built(vertices: Vec<Vec2>, rings: Option<&[Range<usize>]>, flags: u32) -> Result<Chain<Vec2>> {
    let mut chain = carom_fast::chain(vertices, rings).map_err(|error| {
        let text = error.to_string();
        match error {
            ChainError::NotFinite { .. } => Failure::invalid(text),
            _ => Failure::out_of_range(text),
        }
    })?;
    let has = |flag| flags & flag != 0;
    if has(CAROM_ONE_SIDED) {
        chain = chain.one_sided();
    }
    if has(CAROM_SOLID) {
        let text = |error: ChainError| Failure::invalid(format!("flags has CAROM_SOLID: {error}"));
        chain = carom_fast::solid(chain).map_err(text)?;
    }
    if has(CAROM_RAW) {
        chain = chain.raw();
    }
    Ok(chain)
}

/// Frees a chain. Worlds that have it as a body keep it; queries that run in other threads end normally. The zero handle
/// is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_chain_free(chain: CaromChain) -> CaromStatus {
    guarded("carom_chain_free", || {
        handles::free(chain.bits, Kind::Chain)
    })
}

/// The size, bounds and flags of a chain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_chain_info(
    chain: CaromChain,
    out: *mut CaromChainInfo,
) -> CaromStatus {
    guarded("carom_chain_info", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let chain = handles::object(chain, "chain")?;
        let bounds = chain.bounds();
        let flag = |is_set: bool, flag: u32| if is_set { flag } else { 0 };
        out.write(CaromChainInfo {
            segment_count: chain.segment_count(),
            vertex_count: chain.vertices().len(),
            ring_count: chain.rings().count(),
            min: bounds.min.into(),
            max: bounds.max.into(),
            flags: flag(chain.is_closed(), CAROM_CLOSED)
                | flag(chain.is_one_sided(), CAROM_ONE_SIDED)
                | flag(chain.is_solid(), CAROM_SOLID)
                | flag(chain.is_raw(), CAROM_RAW),
            reserved: 0,
        });
        Ok(())
    })
}

/// A segment by its number, as a capsule with the ends a and b and the radius 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_chain_segment(
    chain: CaromChain,
    number: u32,
    out: *mut Carom2dShape,
) -> CaromStatus {
    guarded("carom_chain_segment", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let chain = handles::object(chain, "chain")?;
        let count = chain.segment_count();
        if number as usize >= count {
            let text = format!("number is {number}, but the chain has {count} segments");
            return Err(Failure::out_of_range(text));
        }
        let segment = chain.segment(number);
        out.write(carom2d_capsule(segment.a.into(), segment.b.into(), 0.0));
        Ok(())
    })
}

/// Whether a closed chain encloses the point, or the point is on it: 1 or 0, decided exactly. Enclosed means a winding number other
/// than zero, so a hole does not enclose if it runs the other way round than its outline. For an open chain the answer depends on
/// the segments that a path along x crosses, and there is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_chain_contains(
    chain: CaromChain,
    point: CaromVec2,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_chain_contains", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (chain, point) = (handles::object(chain, "chain")?, finite(point, "point")?);
        out.write(carom_fast::chain_contains(&chain, point).into());
        Ok(())
    })
}

/// The distance of a point from the nearest segment of a closed chain, a length; negative inside, which is where
/// carom_chain_contains() is 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_chain_signed_distance(
    chain: CaromChain,
    point: CaromVec2,
    out: *mut f32,
) -> CaromStatus {
    guarded("carom_chain_signed_distance", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (chain, point) = (handles::object(chain, "chain")?, finite(point, "point")?);
        out.write(carom_fast::chain_signed_distance(&chain, point));
        Ok(())
    })
}
