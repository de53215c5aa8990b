//! Moving the vertices of meshes: skins and cloth.

use crate::both::worlds::body_of;
use crate::both::worlds::refused;
use crate::handles;
use crate::locks::writing;
use crate::memory::{Column, all};
use crate::mesh::wrong_mesh;
use crate::objects::{CaromMesh, CaromWorld};
use crate::rows::{CaromVectors, vectors};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::bad;
use carom_rs::glam::Vec3;
use carom_rs::{BodyError, BodyId, MeshError, Triangle};
use std::sync::Arc;

/// The triangles of a mesh in another form.
struct Form {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Form {
    /// # Safety
    /// The vertices and triangles are null or of the numbers that the caller says.
    unsafe fn new(
        vertices: CaromVectors,
        vertex_count: usize,
        triangles: *const u32,
        triangle_count: usize,
    ) -> Result<Self> {
        // SAFETY: what the caller promises.
        let (vertices, triangles) = unsafe {
            (
                vectors(vertices, vertex_count, "vertices")?,
                Column::packed(triangles.cast::<[u32; 3]>(), triangle_count, "triangles")?,
            )
        };
        let vertices = all(&vertices, vertex_count)?;
        let vertices: Vec<Vec3> = vertices.into_iter().map(Vec3::from_array).collect();
        if let Some(index) = vertices.iter().position(|vertex| !vertex.is_finite()) {
            return Err(bad(&format_args!("vertices[{index}]"), "is not finite"));
        }
        let triangles = all(&triangles, triangle_count)?;
        for (index, corner) in triangles.iter().flatten().enumerate() {
            if *corner as usize >= vertices.len() {
                let text = format!(
                    "triangles[{index}] is {corner}, but there are {} vertices",
                    vertices.len()
                );
                return Err(Failure::out_of_range(text));
            }
        }
        Ok(Self {
            vertices,
            triangles,
        })
    }

    fn check(&self, count: usize) -> Result<()> {
        let own = self.triangles.len();
        if own == count {
            return Ok(());
        }
        let text = format!("triangle_count is {own}, but the mesh has {count} triangles");
        Err(Failure::out_of_range(text))
    }

    fn triangle(&self, number: u32) -> Triangle<Vec3> {
        let [a, b, c] = self.triangles[number as usize].map(|i| self.vertices[i as usize]);
        Triangle::new(a, b, c)
    }
}

fn wrong(error: MeshError) -> Failure {
    match error {
        MeshError::FixedForm => Failure::invalid(format!("mesh: {error}")),
        error => wrong_mesh(error),
    }
}

/// Moves the vertices of a mesh: a skin, a cloth, a bridge that sways. `vertices` and `triangles` are those of
/// carom_mesh_create(), with the same number of triangles in the same order.
///
/// The BVH keeps its structure, which takes a fraction of the time of a new one; far from the form that it was built for queries
/// take longer. Answers are those of a new mesh, except that internal edges of CAROM_WELD stay those of before. Queries
/// that run in other threads end with the old form, and worlds that have the mesh as a body keep it: see
/// carom_world_refit_mesh(). Errors: another number of triangles, a vertex that is not finite, an index of no vertex, a
/// height field; then nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_refit(
    mesh: CaromMesh,
    vertices: CaromVectors,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
) -> CaromStatus {
    guarded("carom_mesh_refit", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let form = unsafe { Form::new(vertices, vertex_count, triangles, triangle_count) }?;
        let old = handles::object(mesh, "mesh")?;
        form.check(old.len())?;
        let changed = carom_fast::in_form(&old, &|number| form.triangle(number)).map_err(wrong)?;
        handles::replace_mesh(mesh, &old, Arc::new(changed))
    })
}

/// Moves the vertices of a body that is a mesh, in its own frame: carom_mesh_refit() in a world. Only this body changes; the first
/// call copies a mesh that others share.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_refit_mesh(
    world: CaromWorld,
    body: u64,
    vertices: CaromVectors,
    vertex_count: usize,
    triangles: *const u32,
    triangle_count: usize,
) -> CaromStatus {
    guarded("carom_world_refit_mesh", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let form = unsafe { Form::new(vertices, vertex_count, triangles, triangle_count) }?;
        let world = handles::object(world, "world")?;
        let mut world = writing(&world)?;
        let own = body_of(&world, body)?.collider.mesh();
        form.check(
            own.ok_or_else(|| Failure::invalid("body is not a mesh"))?
                .len(),
        )?;
        let id = BodyId::from_bits(body);
        let changed = carom_fast::refit_mesh(&mut world, id, &|number| form.triangle(number));
        changed.map_err(|error| match error {
            BodyError::Mesh(error) => wrong(error),
            error => refused(error),
        })
    })
}
