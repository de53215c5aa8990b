//! Pockets and cushions of a pool table, for drawing and for the numbers in events.

use crate::handles;
use crate::memory::{Out, OutColumn, Plain};
use crate::objects::CaromPoolTable;
use crate::pool_values::CaromDVec2;
use crate::status::{CaromStatus, guarded};
use carom_rs::billiards::{Cushion, Pocket};
use carom_rs::glam::DVec2;

/// A pocket, seen from above.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromPocket {
    /// Center of the circle that captures centers of balls, m.
    pub center: CaromDVec2,
    /// Radius of that circle, m.
    pub radius: f64,
}

/// A part of the cushions, seen from above: a straight nose or facing from a to b, or, if its radius is more than 0, a rounded jaw
/// of a pocket.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromCushion {
    /// One end; the center of a jaw.
    pub a: CaromDVec2,
    /// The other end; the center of a jaw.
    pub b: CaromDVec2,
    /// Unit normal, towards the balls; zero for a jaw.
    pub normal: CaromDVec2,
    /// The radius of a jaw; 0 for a nose or facing.
    pub radius: f64,
}

// SAFETY: floats.
unsafe impl Plain for CaromPocket {}
// SAFETY: floats.
unsafe impl Plain for CaromCushion {}

impl From<&Pocket> for CaromPocket {
    fn from(pocket: &Pocket) -> Self {
        Self {
            center: pocket.center.into(),
            radius: pocket.radius,
        }
    }
}

impl From<&Cushion> for CaromCushion {
    fn from(cushion: &Cushion) -> Self {
        let (a, b, normal, radius) = match *cushion {
            Cushion::Straight { a, b, normal } => (a, b, normal, 0.0),
            Cushion::Jaw { center, radius } => (center, center, DVec2::ZERO, radius),
        };
        Self {
            a: a.into(),
            b: b.into(),
            normal: normal.into(),
            radius,
        }
    }
}

/// The pockets of a table; events name them by their places in this list: the corners from the origin clockwise, then the sides,
/// that of low x first; six, or none. The first `capacity` of them are written to `out`, which may be null for a capacity of 0;
/// `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pool_table_pockets(
    table: CaromPoolTable,
    out: *mut CaromPocket,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_pool_table_pockets", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let table = handles::object(table, "table")?;
        count.write(out.fill(table.pockets().iter().map(CaromPocket::from)));
        Ok(())
    })
}

/// The cushions of a table; events name them by their places in this list: noses first (six, or four without pockets). The first
/// `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pool_table_cushions(
    table: CaromPoolTable,
    out: *mut CaromCushion,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_pool_table_cushions", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let table = handles::object(table, "table")?;
        count.write(out.fill(table.cushions().iter().map(CaromCushion::from)));
        Ok(())
    })
}

/// The cushions as polygons from nose to wood, for drawing: one for each nose, with its jaws (rounded in steps) and facings.
///
/// The first `capacity` corners, polygon after polygon, are written to `out`, and for the first `end_capacity` polygons the number
/// of corners up to its end to `ends`; both may be null for a capacity of 0. The counts become the numbers of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pool_table_outlines(
    table: CaromPoolTable,
    out: *mut CaromDVec2,
    capacity: usize,
    count: *mut usize,
    ends: *mut usize,
    end_capacity: usize,
    end_count: *mut usize,
) -> CaromStatus {
    guarded("carom_pool_table_outlines", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, mut ends, count, end_count) = unsafe {
            (
                OutColumn::new(out, capacity, "out")?,
                OutColumn::new(ends, end_capacity, "ends")?,
                Out::new(count, "count")?,
                Out::new(end_count, "end_count")?,
            )
        };
        out.apart_from(ends.region())?;
        let outlines = handles::object(table, "table")?.outlines();
        let corners: Vec<CaromDVec2> = outlines.iter().flatten().map(|p| (*p).into()).collect();
        let mut end = 0;
        let all_ends: Vec<usize> = (outlines.iter())
            .map(|outline| {
                end += outline.len();
                end
            })
            .collect();
        count.write(out.fill(corners.into_iter()));
        end_count.write(ends.fill(all_ends.into_iter()));
        Ok(())
    })
}
