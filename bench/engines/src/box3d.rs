//! Box3D: its `b3MeshData`, asked without a world.

mod manifold;
mod world;

pub use manifold::Convex;
pub use world::{Planes, World};

use crate::{Round, Vector};
use box3d_sys::{
    b3Capsule, b3CastOutput, b3CreateMesh, b3DestroyMesh, b3Mesh, b3MeshData, b3MeshDef,
    b3OverlapMesh, b3PlaneResult, b3Quat, b3RayCastInput, b3RayCastMesh, b3ShapeCastInput,
    b3ShapeCastMesh, b3ShapeProxy, b3Transform, b3Vec3,
};
use std::cell::RefCell;
use std::ptr::null_mut;

unsafe extern "C" {
    /// The mesh's part of `b3World_CollideMover`; of its `src/shape.h`, which is not bound.
    fn b3CollideMoverAndMesh(
        planes: *mut b3PlaneResult,
        capacity: i32,
        shape: *const b3Mesh,
        mover: *const b3Capsule,
    ) -> i32;
}

/// More planes than any question finds.
const PLANES: usize = 4096;

/// Triangles in Box3D's tree, built by the surface area heuristic, edges not identified.
#[derive(Debug)]
pub struct Triangles {
    data: *mut b3MeshData,
    planes: RefCell<Vec<b3PlaneResult>>,
}

fn vector(v: Vector) -> b3Vec3 {
    let [x, y, z] = v;
    b3Vec3 { x, y, z }
}

impl Triangles {
    /// Builds the tree; `None` if Box3D refuses.
    #[must_use]
    pub fn new(vertices: &[Vector], triangles: &[[u32; 3]]) -> Option<Self> {
        let mut points: Vec<b3Vec3> = vertices.iter().map(|v| vector(*v)).collect();
        let mut indices: Vec<i32> = triangles.as_flattened().iter().map(|i| *i as i32).collect();
        let mut materials = vec![0_u8; triangles.len()];
        let def = b3MeshDef {
            vertices: points.as_mut_ptr(),
            indices: indices.as_mut_ptr(),
            materialIndices: materials.as_mut_ptr(),
            weldTolerance: 0.0,
            vertexCount: points.len().try_into().ok()?,
            triangleCount: triangles.len().try_into().ok()?,
            weldVertices: false,
            useMedianSplit: false,
            identifyEdges: false,
        };
        // SAFETY: the arrays have the lengths that `def` tells and live beyond the call, which copies them.
        let data = unsafe { b3CreateMesh(&def, null_mut(), 0) };
        let planes = RefCell::new(vec![b3PlaneResult::default(); PLANES]);
        (!data.is_null()).then_some(Self { data, planes })
    }

    /// What the tree, the vertices and the triangles take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        // SAFETY: `data` came from `b3CreateMesh` and lives as long as `self`.
        unsafe { (*self.data).byteCount as usize }
    }

    fn mesh(&self) -> b3Mesh {
        b3Mesh {
            data: self.data,
            scale: vector([1.0; 3]),
        }
    }

    /// The least separation up to `reach`, of all planes that `b3CollideMoverAndMesh` gives a shape that is
    /// larger by `reach`. Triangles that the core crosses are not among them.
    #[must_use]
    pub fn closest(&self, shape: &Round, reach: f32) -> Option<f32> {
        let mut planes = self.planes.borrow_mut();
        let [center1, center2] = shape.ends.map(vector);
        let mover = b3Capsule {
            center1,
            center2,
            radius: shape.radius + reach,
        };
        // SAFETY: `planes` has room for as many as it is said to; the mesh lives as long as `self`.
        let count = unsafe {
            b3CollideMoverAndMesh(planes.as_mut_ptr(), PLANES as i32, &self.mesh(), &mover)
        };
        let found = planes[..count as usize].iter();
        found
            .map(|plane| reach - plane.plane.offset)
            .reduce(f32::min)
    }

    /// Whether the shape is nearer to a triangle than half a millimetre.
    #[must_use]
    pub fn overlaps(&self, shape: &Round) -> bool {
        let points = shape.ends.map(vector);
        let here = b3Transform {
            p: vector([0.0; 3]),
            q: b3Quat {
                v: vector([0.0; 3]),
                s: 1.0,
            },
        };
        // SAFETY: the proxy's points and the mesh live beyond the call.
        unsafe { b3OverlapMesh(&self.mesh(), here, &proxy(&points, shape)) }
    }

    /// The fraction of `delta` that is free, if it is not all.
    #[must_use]
    pub fn sweep(&self, shape: &Round, delta: Vector) -> Option<f32> {
        let points = shape.ends.map(vector);
        let input = b3ShapeCastInput {
            proxy: proxy(&points, shape),
            translation: vector(delta),
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the proxy's points and the mesh live beyond the call.
        fraction(&unsafe { b3ShapeCastMesh(&self.mesh(), &input) })
    }

    /// The fraction of `delta` up to the first triangle that faces the ray: Box3D's rays are one-sided.
    #[must_use]
    pub fn ray(&self, origin: Vector, delta: Vector) -> Option<f32> {
        let input = b3RayCastInput {
            origin: vector(origin),
            translation: vector(delta),
            maxFraction: 1.0,
        };
        // SAFETY: the mesh lives beyond the call.
        fraction(&unsafe { b3RayCastMesh(&self.mesh(), &input) })
    }
}

fn proxy(points: &[b3Vec3; 2], shape: &Round) -> b3ShapeProxy {
    b3ShapeProxy {
        points: points.as_ptr(),
        count: if shape.half > 0.0 { 2 } else { 1 },
        radius: shape.radius,
    }
}

fn fraction(output: &b3CastOutput) -> Option<f32> {
    output.hit.then_some(output.fraction)
}

impl Drop for Triangles {
    fn drop(&mut self) {
        // SAFETY: `data` came from `b3CreateMesh` and is not used again.
        unsafe { b3DestroyMesh(self.data) };
    }
}
