//! Winding numbers, the parts of rays inside of meshes, and places in triangles and segments.

use crate::handles;
use crate::memory::{Out, OutColumn, Plain};
use crate::objects::CaromMesh;
use crate::status::{CaromStatus, Failure, guarded};
use crate::values::{CaromVec3, finite};
use carom_rs::Segment;

/// A part of a ray, as fractions of its delta.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromInterval {
    /// Where it begins.
    pub from: f32,
    /// Where it ends.
    pub to: f32,
}

/// The weights of the corners of a triangle: none is negative, and their sum is 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromBarycentric {
    /// Of the first corner.
    pub a: f32,
    /// Of the second corner.
    pub b: f32,
    /// Of the third corner.
    pub c: f32,
}

// SAFETY: floats.
unsafe impl Plain for CaromInterval {}
// SAFETY: floats.
unsafe impl Plain for CaromBarycentric {}

/// How often the mesh winds around a point. Of a closed mesh a whole number but for rounding, 1 inside and 0 outside; where
/// triangles are missing, doubled or turned it changes gradually, and above a half counts as inside. On the mesh it jumps.
/// Each triangle costs about 30 ns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_winding_number(
    mesh: CaromMesh,
    point: CaromVec3,
    out: *mut f64,
) -> CaromStatus {
    guarded("carom_mesh_winding_number", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (mesh, point) = (handles::object(mesh, "mesh")?, finite(point, "point")?);
        out.write(mesh.winding_number(point));
        Ok(())
    })
}

/// The parts of the ray from `from` to `from + delta` that are inside of a closed mesh, in their order: where it enters and
/// where it leaves, as fractions of `delta`. A ray that starts inside has its first interval from 0, one that ends inside its
/// last to 1. Inside is where carom_mesh_contains() is 1. The first `capacity` of them are written to `out`, which may be null
/// for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_ray_intervals(
    mesh: CaromMesh,
    from: CaromVec3,
    delta: CaromVec3,
    out: *mut CaromInterval,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_mesh_ray_intervals", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let mesh = handles::object(mesh, "mesh")?;
        let (from, delta) = (finite(from, "from")?, finite(delta, "delta")?);
        let mut found = Vec::new();
        mesh.ray_intervals(from, delta, &mut found);
        let found = found.into_iter();
        count.write(out.fill(found.map(|[from, to]| CaromInterval { from, to })));
        Ok(())
    })
}

/// The barycentric coordinates of the point of a triangle nearest to `point`: they interpolate what the vertices carry, such
/// as texture coordinates. `triangle` is the part of a hit or contact with this mesh. Those of a triangle without area are the
/// weights on its longest side.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_barycentric(
    mesh: CaromMesh,
    triangle: u32,
    point: CaromVec3,
    out: *mut CaromBarycentric,
) -> CaromStatus {
    guarded("carom_mesh_barycentric", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (mesh, point) = (handles::object(mesh, "mesh")?, finite(point, "point")?);
        let count = mesh.len();
        if triangle as usize >= count {
            let text = format!("triangle is {triangle}, but there are {count} triangles");
            return Err(Failure::out_of_range(text));
        }
        let [a, b, c] = mesh.triangle(triangle).barycentric(point);
        out.write(CaromBarycentric { a, b, c });
        Ok(())
    })
}

/// The parameter of the point of the segment from `a` to `b` nearest to `point`: 0 at `a`, 1 at `b`. Of a segment without length
/// it is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_segment_parameter(
    a: CaromVec3,
    b: CaromVec3,
    point: CaromVec3,
    out: *mut f32,
) -> CaromStatus {
    guarded("carom_segment_parameter", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let segment = Segment::new(finite(a, "a")?, finite(b, "b")?);
        out.write(segment.parameter(finite(point, "point")?));
        Ok(())
    })
}
