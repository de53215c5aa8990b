//! A world of Box3D's with one mesh in it, and what it has for movers of characters.

use super::{Triangles, vector};
use crate::{Round, Vector};
use box3d_sys::{
    b3Capsule, b3ClipVector, b3CollisionPlane, b3CreateBody, b3CreateMeshShape, b3CreateWorld,
    b3DefaultBodyDef, b3DefaultQueryFilter, b3DefaultShapeDef, b3DefaultWorldDef, b3DestroyWorld,
    b3PlaneResult, b3ShapeId, b3SolvePlanes, b3World_CastMover, b3World_CastRayClosest,
    b3World_CollideMover, b3WorldId,
};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::{from_mut, null_mut};

/// A world with the triangles in it.
#[allow(missing_debug_implementations)]
pub struct World<'a> {
    id: b3WorldId,
    triangles: PhantomData<&'a Triangles>,
}

/// The planes that a mover has met.
#[derive(Debug, Default)]
pub struct Planes {
    planes: Vec<b3CollisionPlane>,
}

/// As many as Box3D's own sample keeps.
const MOST: usize = 8;

/// A capsule at the origin, for a question that is asked there.
fn capsule(shape: &Round) -> b3Capsule {
    let [center1, center2] = shape.ends.map(vector);
    b3Capsule {
        center1,
        center2,
        radius: shape.radius,
    }
}

unsafe extern "C" fn keep(
    _: b3ShapeId,
    results: *const b3PlaneResult,
    count: i32,
    context: *mut c_void,
) -> bool {
    // SAFETY: the context is the vector of the question; there are as many results as Box3D says.
    let (planes, results) = unsafe {
        let planes = &mut *context.cast::<Vec<b3CollisionPlane>>();
        (planes, std::slice::from_raw_parts(results, count as usize))
    };
    let room = MOST - planes.len();
    planes.extend(results.iter().take(room).map(|result| b3CollisionPlane {
        plane: result.plane,
        pushLimit: f32::MAX,
        push: 0.0,
        clipVelocity: true,
    }));
    true
}

impl<'a> World<'a> {
    /// A world around the triangles, on a static body.
    #[must_use]
    pub fn new(triangles: &'a Triangles) -> Self {
        // SAFETY: each call has what the one before gave; the mesh, which the world only refers to, lives as
        // long as the world's lifetime says.
        let id = unsafe {
            let id = b3CreateWorld(&b3DefaultWorldDef());
            let body = b3CreateBody(id, &b3DefaultBodyDef());
            let one = vector([1.0; 3]);
            b3CreateMeshShape(body, &b3DefaultShapeDef(), triangles.data, one);
            id
        };
        Self {
            id,
            triangles: PhantomData,
        }
    }

    /// `b3World_CastRayClosest`: the fraction of `delta` up to the first triangle that faces the ray.
    #[must_use]
    pub fn ray(&self, origin: Vector, delta: Vector) -> Option<f32> {
        // SAFETY: the world is alive.
        let result = unsafe {
            b3World_CastRayClosest(
                self.id,
                vector(origin),
                vector(delta),
                b3DefaultQueryFilter(),
            )
        };
        result.hit.then_some(result.fraction)
    }

    /// `b3World_CollideMover`: the planes of a capsule, relative to `at`, that overlaps triangles.
    pub fn collide(&self, at: Vector, shape: &Round, planes: &mut Planes) {
        planes.planes.clear();
        // SAFETY: the world is alive, the capsule and the planes live beyond the call, whose callback takes
        // them for what they are.
        unsafe {
            b3World_CollideMover(
                self.id,
                vector(at),
                &capsule(shape),
                b3DefaultQueryFilter(),
                Some(keep),
                from_mut(&mut planes.planes).cast(),
            );
        }
    }

    /// `b3World_CastMover`: the fraction of `delta` that a capsule, relative to `at`, can go.
    #[must_use]
    pub fn cast(&self, at: Vector, shape: &Round, delta: Vector) -> f32 {
        // SAFETY: the world is alive, the capsule lives beyond the call; no filter is allowed.
        unsafe {
            b3World_CastMover(
                self.id,
                vector(at),
                &capsule(shape),
                vector(delta),
                b3DefaultQueryFilter(),
                None,
                null_mut(),
            )
        }
    }
}

impl Planes {
    /// `b3SolvePlanes`: what the planes leave of a way.
    pub fn solve(&mut self, delta: Vector) -> Vector {
        let planes = &mut self.planes;
        // SAFETY: there are as many planes as are said.
        let solved =
            unsafe { b3SolvePlanes(vector(delta), planes.as_mut_ptr(), planes.len() as i32) };
        [solved.delta.x, solved.delta.y, solved.delta.z]
    }

    /// `b3ClipVector`: what the planes that pushed leave of a velocity.
    #[must_use]
    pub fn clip(&self, velocity: Vector) -> Vector {
        let planes = &self.planes;
        // SAFETY: as above.
        let clipped =
            unsafe { b3ClipVector(vector(velocity), planes.as_ptr(), planes.len() as i32) };
        [clipped.x, clipped.y, clipped.z]
    }

    /// The normals of those that pushed.
    pub fn pushing(&self) -> impl Iterator<Item = Vector> {
        let pushing = self.planes.iter().filter(|plane| plane.push > 0.0);
        pushing.map(|plane| {
            let normal = plane.plane.normal;
            [normal.x, normal.y, normal.z]
        })
    }
}

impl Drop for World<'_> {
    fn drop(&mut self) {
        // SAFETY: the world is alive, and not used again.
        unsafe { b3DestroyWorld(self.id) };
    }
}
