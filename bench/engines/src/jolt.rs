//! Jolt 5.6: its mesh shape as the only body of a system, asked by the narrow phase without locks.

mod character;
mod manifold;

pub use character::Character;
pub use manifold::Convex;

use crate::{Round, Vector};
use oxijolt_sys::*;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{from_mut, null};
use std::sync::Once;

/// Jolt's own memory and factory.
static JOLT: Once = Once::new();

/// Triangles in Jolt's tree, built by its defaults.
#[derive(Debug)]
pub struct Triangles {
    shape: *const JPH_Shape,
    system: *mut JPH_PhysicsSystem,
    query: *const JPH_NarrowPhaseQuery,
    /// The shape that asks; all of one kind have the same size.
    capsule: *const JPH_Shape,
    ball: *const JPH_Shape,
    contact: JPH_CollideShapeSettings,
    cast: JPH_ShapeCastSettings,
}

fn vector(v: Vector) -> JPH_Vec3 {
    let [x, y, z] = v;
    JPH_Vec3 { x, y, z }
}

/// The pose of a capsule, which stands along y where it is made: any frame with the axis as its y.
fn pose(shape: &Round) -> JPH_Mat4 {
    let column = |[x, y, z]: Vector, w| JPH_Vec4 { x, y, z, w };
    let y = shape.axis();
    let cross = |a: Vector, b: Vector| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let helper = if y[0].abs() < 0.7 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    let z = cross(helper, y);
    let length = z.iter().map(|c| c * c).sum::<f32>().sqrt();
    let z = z.map(|c| c / length);
    let x = cross(y, z);
    JPH_Mat4 {
        column: [
            column(x, 0.0),
            column(y, 0.0),
            column(z, 0.0),
            column(shape.middle(), 1.0),
        ],
    }
}

unsafe extern "C" fn least(context: *mut c_void, result: *const JPH_CollideShapeResult) {
    // SAFETY: the context is the `Option<f32>` of the query, the result is Jolt's and alive.
    unsafe {
        let least = &mut *context.cast::<Option<f32>>();
        let separation = -(*result).penetrationDepth;
        *least = Some(least.map_or(separation, |least| least.min(separation)));
    }
}

unsafe extern "C" fn first(context: *mut c_void, result: *const JPH_ShapeCastResult) {
    // SAFETY: as above.
    unsafe { *context.cast::<Option<f32>>() = Some((*result).fraction) }
}

impl Triangles {
    /// Builds the mesh; `None` if Jolt refuses. All shapes that ask have the sizes of `capsule`, or its
    /// radius if they are balls.
    #[must_use]
    pub fn new(vertices: &[Vector], triangles: &[[u32; 3]], capsule: &Round) -> Option<Self> {
        // SAFETY: the calls are made in the order that joltc asks for, each with what the one before gave;
        // the arrays have the lengths that are told and live beyond the call that copies them.
        unsafe {
            let mut ready = true;
            JOLT.call_once(|| ready = JPH_Init());
            let points: Vec<JPH_Vec3> = vertices.iter().map(|v| vector(*v)).collect();
            let indexed = |[i1, i2, i3]: &[u32; 3]| JPH_IndexedTriangle {
                i1: *i1,
                i2: *i2,
                i3: *i3,
                materialIndex: 0,
                userData: 0,
            };
            let indices: Vec<JPH_IndexedTriangle> = triangles.iter().map(indexed).collect();
            let settings = JPH_MeshShapeSettings_Create2(
                points.as_ptr(),
                points.len() as u32,
                indices.as_ptr(),
                indices.len() as u32,
            );
            let shape: *const JPH_Shape = JPH_MeshShapeSettings_CreateShape(settings).cast();
            JPH_ShapeSettings_Destroy(settings.cast());
            if !ready || shape.is_null() {
                return None;
            }
            let system = system();
            let here = vector([0.0; 3]);
            let upright = JPH_Quat {
                x: 0.0,
                y: 0.0,
                z: 0.0,
                w: 1.0,
            };
            let body =
                JPH_BodyCreationSettings_Create3(shape, &here, &upright, JPH_MotionType_Static, 0);
            let bodies = JPH_PhysicsSystem_GetBodyInterfaceNoLock(system);
            JPH_BodyInterface_CreateAndAddBody(bodies, body, JPH_Activation_DontActivate);
            JPH_BodyCreationSettings_Destroy(body);
            JPH_PhysicsSystem_OptimizeBroadPhase(system);
            let mut contact = MaybeUninit::uninit();
            JPH_CollideShapeSettings_Init(contact.as_mut_ptr());
            let mut contact: JPH_CollideShapeSettings = contact.assume_init();
            contact.base.activeEdgeMode = JPH_ActiveEdgeMode_CollideWithAll;
            contact.backFaceMode = JPH_BackFaceMode_CollideWithBackFaces;
            let mut cast = MaybeUninit::uninit();
            JPH_ShapeCastSettings_Init(cast.as_mut_ptr());
            let mut cast: JPH_ShapeCastSettings = cast.assume_init();
            cast.base.activeEdgeMode = JPH_ActiveEdgeMode_CollideWithAll;
            cast.backFaceModeTriangles = JPH_BackFaceMode_CollideWithBackFaces;
            Some(Self {
                shape,
                system,
                query: JPH_PhysicsSystem_GetNarrowPhaseQueryNoLock(system),
                capsule: JPH_CapsuleShape_Create(capsule.half, capsule.radius).cast(),
                ball: JPH_SphereShape_Create(capsule.radius).cast(),
                contact,
                cast,
            })
        }
    }

    fn own(&self, shape: &Round) -> *const JPH_Shape {
        if shape.half > 0.0 {
            self.capsule
        } else {
            self.ball
        }
    }

    fn collide(&self, shape: &Round, reach: f32, kind: JPH_CollisionCollectorType) -> Option<f32> {
        let mut found: Option<f32> = None;
        let settings = JPH_CollideShapeSettings {
            maxSeparationDistance: reach,
            ..self.contact
        };
        // SAFETY: everything that is pointed to lives beyond the call, the callback takes `found` for what
        // it is, and null filters are allowed.
        unsafe {
            JPH_NarrowPhaseQuery_CollideShape2(
                self.query,
                self.own(shape),
                &vector([1.0; 3]),
                &pose(shape),
                &settings,
                &mut vector([0.0; 3]),
                kind,
                Some(least),
                from_mut(&mut found).cast(),
                null(),
                null(),
                null(),
                null(),
            );
        }
        found
    }

    /// The least separation up to `reach`.
    #[must_use]
    pub fn closest(&self, shape: &Round, reach: f32) -> Option<f32> {
        self.collide(shape, reach, JPH_CollisionCollectorType_ClosestHit)
    }

    /// The least separation of all triangles up to `reach`.
    #[must_use]
    pub fn all(&self, shape: &Round, reach: f32) -> Option<f32> {
        self.collide(shape, reach, JPH_CollisionCollectorType_AllHit)
    }

    /// Whether the shape touches a triangle.
    #[must_use]
    pub fn overlaps(&self, shape: &Round) -> bool {
        self.collide(shape, 0.0, JPH_CollisionCollectorType_AnyHit)
            .is_some()
    }

    /// The fraction of `delta` that is free, if it is not all.
    #[must_use]
    pub fn sweep(&self, shape: &Round, delta: Vector) -> Option<f32> {
        let mut found: Option<f32> = None;
        // SAFETY: as in `collide`.
        unsafe {
            JPH_NarrowPhaseQuery_CastShape2(
                self.query,
                self.own(shape),
                &pose(shape),
                &vector(delta),
                &self.cast,
                &mut vector([0.0; 3]),
                JPH_CollisionCollectorType_ClosestHit,
                Some(first),
                from_mut(&mut found).cast(),
                null(),
                null(),
                null(),
                null(),
            );
        }
        found
    }

    /// The fraction of `delta` up to the first triangle, by the mesh shape itself.
    #[must_use]
    pub fn ray(&self, origin: Vector, delta: Vector) -> Option<f32> {
        let mut hit = JPH_RayCastResult {
            bodyID: 0,
            fraction: 1.0 + f32::EPSILON,
            subShapeID2: 0,
        };
        // SAFETY: everything that is pointed to lives beyond the call.
        let found =
            unsafe { JPH_Shape_CastRay(self.shape, &vector(origin), &vector(delta), &mut hit) };
        found.then_some(hit.fraction)
    }
}

/// A system with room for one body, in one layer.
///
/// # Safety
/// Jolt has been set up.
unsafe fn system() -> *mut JPH_PhysicsSystem {
    // SAFETY: the caller's word; each call has what the one before gave.
    unsafe {
        let layers = JPH_BroadPhaseLayerInterfaceTable_Create(1, 1);
        JPH_BroadPhaseLayerInterfaceTable_MapObjectToBroadPhaseLayer(layers, 0, 0);
        let pairs = JPH_ObjectLayerPairFilterTable_Create(1);
        // A character is in that layer too.
        JPH_ObjectLayerPairFilterTable_EnableCollision(pairs, 0, 0);
        let settings = JPH_PhysicsSystemSettings {
            maxBodies: 1,
            numBodyMutexes: 0,
            maxBodyPairs: 1,
            maxContactConstraints: 1,
            _padding: 0,
            broadPhaseLayerInterface: layers,
            objectLayerPairFilter: pairs,
            objectVsBroadPhaseLayerFilter: JPH_ObjectVsBroadPhaseLayerFilterTable_Create(
                layers, 1, pairs, 1,
            ),
        };
        JPH_PhysicsSystem_Create(&settings)
    }
}

impl Drop for Triangles {
    fn drop(&mut self) {
        // SAFETY: all came from Jolt and are not used again.
        unsafe {
            JPH_PhysicsSystem_Destroy(self.system);
            for shape in [self.shape, self.capsule, self.ball] {
                JPH_Shape_Destroy(shape.cast_mut());
            }
        }
    }
}
