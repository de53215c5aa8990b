//! Meshes.

use crate::handles;
use crate::memory::{Column, Out, Plain, all};
use crate::objects::{CaromMesh, Kind};
use crate::rows::{CaromVectors, vectors};
use crate::shape::{CaromShape, carom_triangle};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::surface_flags::{CAROM_ONE_SIDED, CAROM_SOLID};
use crate::values::{CaromVec3, finite, known_flags};
use carom_rs::glam::Vec3;
use carom_rs::{Mesh, MeshError, Triangle};
use std::sync::Arc;

/// Flag of a mesh: edges between triangles that differ by at most 5 degrees are internal: shapes slide over them
/// without ghost collisions.
pub const CAROM_WELD: u32 = 2;
/// Flag of a mesh: built in three fifths of the time; queries take a tenth longer. The same answers.
pub const CAROM_QUICK: u32 = 4;
/// Flag of a mesh: less than half of the memory; queries take a quarter longer. The same answers.
pub const CAROM_COMPACT: u32 = 8;

/// Facts about a mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromMeshInfo {
    /// The number of triangles. They keep the numbers in which they were given.
    pub triangle_count: usize,
    /// The memory of triangles and BVH, in bytes.
    pub byte_count: usize,
    /// The lowest corner of the bounding box.
    pub min: CaromVec3,
    /// The highest corner of the bounding box.
    pub max: CaromVec3,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromMeshInfo {}

/// Builds a mesh of `triangle_count` triangles, each three indices into `vertex_count` vertices; copies both.
///
/// `flags`: 0 or a sum of CAROM_ONE_SIDED, CAROM_WELD, CAROM_QUICK, CAROM_COMPACT, CAROM_SOLID. Takes 90 to 260 ns a
/// triangle. A triangle without area is its longest side. Errors: no triangles or more than 2^31, a vertex that is not
/// finite, an index of no vertex; with CAROM_SOLID open edges, or triangles that face inwards (a negative volume), both
/// CAROM_INVALID. Free it with carom_mesh_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_create(
    vertices: CaromVectors,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
    flags: u32,
    out: *mut CaromMesh,
) -> CaromStatus {
    guarded("carom_mesh_create", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (vertices, triangles, out) = unsafe {
            let triangles = triangles.cast::<[u32; 3]>();
            (
                vectors(vertices, vertex_count, "vertices")?,
                Column::packed(triangles, triangle_count, "triangles")?,
                Out::new(out, "out")?,
            )
        };
        let known = CAROM_ONE_SIDED | CAROM_WELD | CAROM_QUICK | CAROM_COMPACT | CAROM_SOLID;
        known_flags(flags, known, "flags")?;
        let (vertices, triangles) = (
            all(&vertices, vertex_count)?,
            all(&triangles, triangle_count)?,
        );
        let vertices: Vec<Vec3> = vertices.into_iter().map(Vec3::from_array).collect();
        let mesh = built(&vertices, &triangles, flags)?;
        out.write(handles::named(Arc::new(mesh))?);
        Ok(())
    })
}

fn built(vertices: &[Vec3], triangles: &[[u32; 3]], flags: u32) -> Result<Mesh<Vec3>> {
    let mesh = carom_fast::mesh(vertices, triangles, flags & CAROM_QUICK != 0);
    with_flags(mesh.map_err(wrong_mesh)?, flags)
}

pub(crate) fn wrong_mesh(error: MeshError) -> Failure {
    match error {
        MeshError::NotFinite { .. } => Failure::invalid(error.to_string()),
        error => Failure::out_of_range(error.to_string()),
    }
}

/// The mesh with all flags but CAROM_QUICK.
pub(crate) fn with_flags(mut mesh: Mesh<Vec3>, flags: u32) -> Result<Mesh<Vec3>> {
    let has = |flag| flags & flag != 0;
    if has(CAROM_ONE_SIDED) {
        mesh = mesh.one_sided();
    }
    if has(CAROM_SOLID) {
        let text = |error: MeshError| Failure::invalid(format!("flags has CAROM_SOLID: {error}"));
        mesh = mesh.solid().map_err(text)?;
    }
    if has(CAROM_WELD) {
        mesh = mesh.weld(Mesh::<Vec3>::FLAT as f32);
    }
    if has(CAROM_COMPACT) {
        mesh = mesh.compact();
    }
    Ok(mesh)
}

/// Frees a mesh. Worlds that have it as a body keep it; queries that run in other threads end normally. The zero handle
/// is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_mesh_free(mesh: CaromMesh) -> CaromStatus {
    guarded("carom_mesh_free", || handles::free(mesh.bits, Kind::Mesh))
}

/// The size, memory and bounds of a mesh.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_info(mesh: CaromMesh, out: *mut CaromMeshInfo) -> CaromStatus {
    guarded("carom_mesh_info", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let mesh = handles::object(mesh, "mesh")?;
        let bounds = mesh.bounds();
        out.write(CaromMeshInfo {
            triangle_count: mesh.len(),
            byte_count: mesh.bytes(),
            min: bounds.min.into(),
            max: bounds.max.into(),
        });
        Ok(())
    })
}

/// A triangle by its number, as a shape with the corners a, b and c.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_triangle(
    mesh: CaromMesh,
    number: u32,
    out: *mut CaromShape,
) -> CaromStatus {
    guarded("carom_mesh_triangle", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let mesh = handles::object(mesh, "mesh")?;
        let count = mesh.len();
        if number as usize >= count {
            let text = format!("number is {number}, but the mesh has {count} triangles");
            return Err(Failure::out_of_range(text));
        }
        let Triangle { a, b, c } = mesh.triangle(number);
        out.write(carom_triangle(a.into(), b.into(), c.into()));
        Ok(())
    })
}

/// Whether a mesh is closed, so that carom_mesh_contains() and carom_mesh_signed_distance() have a meaning: 1 or 0.
/// Takes time linear in the number of triangles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_is_closed(mesh: CaromMesh, out: *mut u8) -> CaromStatus {
    guarded("carom_mesh_is_closed", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write(handles::object(mesh, "mesh")?.is_closed().into());
        Ok(())
    })
}

/// Whether a mesh was built with CAROM_SOLID: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_is_solid(mesh: CaromMesh, out: *mut u8) -> CaromStatus {
    guarded("carom_mesh_is_solid", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write(handles::object(mesh, "mesh")?.is_solid().into());
        Ok(())
    })
}

/// Whether a closed mesh encloses the point, or the point is on it: 1 or 0, decided exactly. In an open mesh the answer
/// depends on the triangles that a path along x crosses, and there is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_contains(
    mesh: CaromMesh,
    point: CaromVec3,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_mesh_contains", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (mesh, point) = (handles::object(mesh, "mesh")?, finite(point, "point")?);
        out.write(mesh.contains(point).into());
        Ok(())
    })
}

/// The distance of a point from a closed mesh, a length; negative inside, which is where carom_mesh_contains() is 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_signed_distance(
    mesh: CaromMesh,
    point: CaromVec3,
    out: *mut f32,
) -> CaromStatus {
    guarded("carom_mesh_signed_distance", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (mesh, point) = (handles::object(mesh, "mesh")?, finite(point, "point")?);
        out.write(carom_fast::signed_distance(&mesh, point));
        Ok(())
    })
}
