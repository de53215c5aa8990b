//! Building meshes, and what depends on their inside.

use carom_rs::glam::Vec3;
use carom_rs::{HeightField, Mesh, MeshError};

/// [`Mesh::quick`] or [`Mesh::new`].
///
/// # Errors
/// Those of the two.
#[inline(never)]
pub fn mesh(
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    quick: bool,
) -> Result<Mesh<Vec3>, MeshError> {
    if quick {
        Mesh::quick(vertices, triangles)
    } else {
        Mesh::new(vertices, triangles)
    }
}

/// [`HeightField::mesh`].
///
/// # Errors
/// Those of the function.
#[inline(never)]
pub fn mesh_of_heights(field: HeightField<Vec3>) -> Result<Mesh<Vec3>, MeshError> {
    field.mesh()
}

/// [`Mesh::signed_distance`].
#[must_use]
#[inline(never)]
pub fn signed_distance(mesh: &Mesh<Vec3>, point: Vec3) -> f32 {
    mesh.signed_distance(point)
}
