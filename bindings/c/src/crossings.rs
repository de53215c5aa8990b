//! Where two meshes cross.

use crate::handles;
use crate::memory::{Out, OutColumn, Plain};
use crate::objects::CaromMesh;
use crate::status::{CaromStatus, Result, guarded};
use crate::values::CaromVec3;
use carom_rs::Mesh;
use carom_rs::glam::Vec3;
use std::sync::Arc;

/// The segment along which two triangles of two meshes cross.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromMeshCrossing {
    /// The number of the triangle of the mesh `a`, and of that of the mesh `b`.
    pub triangles: [u32; 2],
    /// The ends of the segment; equal if the triangles only touch.
    pub ends: [CaromVec3; 2],
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromMeshCrossing {}

/// The two meshes.
fn both(a: CaromMesh, b: CaromMesh) -> Result<[Arc<Mesh<Vec3>>; 2]> {
    Ok([handles::object(a, "a")?, handles::object(b, "b")?])
}

/// Every two triangles of the meshes `a` and `b` that touch, as their numbers, that of `a` first, sorted. Fronts and backs
/// count alike. The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the
/// number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_touching_triangles(
    a: CaromMesh,
    b: CaromMesh,
    out: *mut [u32; 2],
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_touching_triangles", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let [a, b] = both(a, b)?;
        let mut found = Vec::new();
        b.query().touching_triangles(&a, &mut found);
        count.write(out.fill(found.into_iter()));
        Ok(())
    })
}

/// The segment along which two triangles of the meshes `a` and `b` cross, for every two that do, sorted by number. Triangles
/// in one plane have no such segment, even if they overlap. The first `capacity` of them are written to `out`, which may be
/// null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crossings(
    a: CaromMesh,
    b: CaromMesh,
    out: *mut CaromMeshCrossing,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_crossings", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let [a, b] = both(a, b)?;
        let mut found = Vec::new();
        b.query().crossings(&a, &mut found);
        let found = found.into_iter().map(|crossing| CaromMeshCrossing {
            triangles: crossing.triangles,
            ends: [crossing.segment.a.into(), crossing.segment.b.into()],
        });
        count.write(out.fill(found));
        Ok(())
    })
}

/// The lines along which the meshes `a` and `b` cross: polylines of the segments of carom_crossings(), from end to end; the
/// last point of a loop is its first. Lines end where more than two segments meet.
///
/// Line i is the points `ends[i - 1]` (or 0) to `ends[i]`. The first `point_capacity` points are written to `points` and the
/// first `line_capacity` ends to `ends`, which may be null for a capacity of 0; the counts become the numbers of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_crossing_lines(
    a: CaromMesh,
    b: CaromMesh,
    points: *mut CaromVec3,
    point_capacity: usize,
    point_count: *mut usize,
    ends: *mut usize,
    line_capacity: usize,
    line_count: *mut usize,
) -> CaromStatus {
    guarded("carom_crossing_lines", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut points, mut ends, point_count, line_count) = unsafe {
            (
                OutColumn::new(points, point_capacity, "points")?,
                OutColumn::new(ends, line_capacity, "ends")?,
                Out::new(point_count, "point_count")?,
                Out::new(line_count, "line_count")?,
            )
        };
        points.apart_from(ends.region())?;
        let [a, b] = both(a, b)?;
        let lines = b.query().crossing_lines(&a);
        let (mut all, mut end) = (Vec::new(), 0);
        line_count.write(ends.fill(lines.iter().map(|line| {
            end += line.len();
            end
        })));
        all.extend(lines.into_iter().flatten().map(CaromVec3::from));
        point_count.write(points.fill(all.into_iter()));
        Ok(())
    })
}
