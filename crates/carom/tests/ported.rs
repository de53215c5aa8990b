//! Snippets of the documentation of parry, rapier, Jolt, Box2D and three-mesh-bvh, ported as a new user would: each names
//! the call there and its page. The numbers expected are those of the geometry.
//!
//! Not here, because carom leaves it out. `src/coming_from.md` lists all of it:
//!
//! - convex decomposition (parry's `decompose_trimesh`, V-HACD), `Voxels`, signed-distance grids (three-mesh-bvh's SDF
//!   generation); also in the README, under *Limits*;
//! - cutting shapes by a plane (parry's `split`, `SplitResult`), meshes of shapes (`to_trimesh`);
//! - the nodes of a BVH (`intersectsBounds` of `shapecast`, `b2DynamicTree`);
//! - rigid bodies, joints, impulses, `b2World_Step`; also in the README, under *Take something else*.

use carom::glam::Vec3;
use carom::{Aabb, Collider, Mesh, MeshError, Vector};
use std::error::Error;

#[path = "ported/box2d.rs"]
mod box2d;
#[path = "ported/jolt.rs"]
mod jolt;
#[path = "ported/parry.rs"]
mod parry;
#[path = "ported/three_mesh_bvh.rs"]
mod three_mesh_bvh;

type Ported = Result<(), Box<dyn Error>>;

fn near(found: f32, expected: f32) -> bool {
    (found - expected).abs() < 1e-4
}

/// The box around the origin, for engines that build meshes of shapes (`to_trimesh`, `BoxGeometry`).
fn box_mesh(half: Vec3) -> Result<Mesh<Vec3>, MeshError> {
    let corners = Aabb {
        min: -half,
        max: half,
    }
    .corners();
    let (corners, _) = corners.as_points();
    let sides = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles: Vec<[u32; 3]> = sides
        .iter()
        .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
        .collect();
    Mesh::new(corners, triangles)
}

fn solid_box<V: Vector>(min: V, max: V) -> Collider<V> {
    Collider::from(Aabb { min, max })
}
