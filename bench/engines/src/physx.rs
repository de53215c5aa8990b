//! PhysX 5.1: its triangle mesh, asked by `PxGeometryQuery`, without a scene.

mod controller;

pub use controller::Controller;

use crate::{Round, Vector};
use physx_sys::{
    PxBoundedData, PxCapsuleGeometry_new, PxCookingParams_new, PxFoundation, PxGeomRaycastHit,
    PxGeomSweepHit, PxGeometry, PxGeometryQuery_overlap, PxGeometryQuery_pointDistance,
    PxGeometryQuery_raycast, PxGeometryQuery_sweep, PxGeometryQueryFlags, PxHitFlags,
    PxMeshGeometryFlags, PxMeshScale_new, PxQuat, PxSphereGeometry_new, PxTolerancesScale_new,
    PxTransform, PxTriangleMesh, PxTriangleMesh_release_mut, PxTriangleMeshDesc_new,
    PxTriangleMeshGeometry, PxTriangleMeshGeometry_new, PxVec3, phys_PxCreateTriangleMesh,
    phys_PxGetStandaloneInsertionCallback, physx_create_foundation,
};
use std::mem::zeroed;
use std::ptr::{from_ref, null_mut};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// PhysX allows one foundation a process.
static FOUNDATION: LazyLock<AtomicPtr<PxFoundation>> = LazyLock::new(|| {
    // SAFETY: called once in the process.
    AtomicPtr::new(unsafe { physx_create_foundation() })
});

fn foundation() -> *mut PxFoundation {
    FOUNDATION.load(Ordering::Relaxed)
}

/// Triangles in PhysX's tree, cooked by its defaults.
#[allow(missing_debug_implementations)]
pub struct Triangles {
    mesh: *mut PxTriangleMesh,
    geometry: PxTriangleMeshGeometry,
}

fn vector(v: Vector) -> PxVec3 {
    let [x, y, z] = v;
    PxVec3 { x, y, z }
}

fn bounded<T>(data: &[T]) -> PxBoundedData {
    // SAFETY: the type is plain data, for which zeros are valid.
    let mut bounded: PxBoundedData = unsafe { zeroed() };
    bounded.stride = size_of::<T>() as u32;
    bounded.data = data.as_ptr().cast();
    bounded.count = data.len() as u32;
    bounded
}

const HERE: PxTransform = PxTransform {
    q: PxQuat {
        x: 0.0,
        y: 0.0,
        z: 0.0,
        w: 1.0,
    },
    p: PxVec3 {
        x: 0.0,
        y: 0.0,
        z: 0.0,
    },
};

/// The pose of a capsule, which lies along x where it is made.
fn pose(shape: &Round) -> PxTransform {
    let [mut x, mut y, mut z] = shape.axis();
    if x < 0.0 {
        [x, y, z] = [-x, -y, -z];
    }
    // The shortest turn from (1, 0, 0) to (x, y, z): (1 + x, 0, -z, y), made unit.
    let w = 1.0 + x;
    let length = (w * w + y * y + z * z).sqrt();
    PxTransform {
        q: PxQuat {
            x: 0.0,
            y: -z / length,
            z: y / length,
            w: w / length,
        },
        p: vector(shape.middle()),
    }
}

/// Shows PhysX's geometry of a shape to `ask`.
fn with<T>(shape: &Round, ask: impl FnOnce(*const PxGeometry) -> T) -> T {
    // SAFETY: both constructors only fill what they return.
    if shape.half > 0.0 {
        let geometry = unsafe { PxCapsuleGeometry_new(shape.radius, shape.half) };
        ask(from_ref(&geometry).cast())
    } else {
        let geometry = unsafe { PxSphereGeometry_new(shape.radius) };
        ask(from_ref(&geometry).cast())
    }
}

fn both_sides() -> PxHitFlags {
    PxHitFlags::Default | PxHitFlags::MeshBothSides
}

fn split(delta: Vector) -> (PxVec3, f32) {
    let length = delta.iter().map(|d| d * d).sum::<f32>().sqrt();
    (vector(delta.map(|d| d / length)), length)
}

impl Triangles {
    /// Cooks the mesh; `None` if PhysX refuses.
    #[must_use]
    pub fn new(vertices: &[Vector], triangles: &[[u32; 3]]) -> Option<Self> {
        if foundation().is_null() {
            return None;
        }
        // SAFETY: there is a foundation; the arrays have the lengths that the description tells and live
        // beyond the call, which copies them; a null condition is allowed.
        unsafe {
            let params = PxCookingParams_new(&PxTolerancesScale_new(1.0, 10.0));
            let mut desc = PxTriangleMeshDesc_new();
            desc.points = bounded(vertices);
            desc.triangles = bounded(triangles);
            let callback = phys_PxGetStandaloneInsertionCallback();
            let mesh = phys_PxCreateTriangleMesh(&params, &desc, callback, null_mut());
            if mesh.is_null() {
                return None;
            }
            let flags = PxMeshGeometryFlags::DoubleSided;
            let geometry = PxTriangleMeshGeometry_new(mesh, &PxMeshScale_new(), flags);
            Some(Self { mesh, geometry })
        }
    }

    fn geometry(&self) -> *const PxGeometry {
        from_ref(&self.geometry).cast()
    }

    /// The least separation of a ball up to `reach`, by `pointDistance`, which knows no limit; of its centre
    /// only, so that it has no sign.
    #[must_use]
    pub fn closest_ball(&self, center: Vector, radius: f32, reach: f32) -> Option<f32> {
        let flags = PxGeometryQueryFlags::SimdGuard;
        let (mut point, mut index) = (vector([0.0; 3]), 0);
        // SAFETY: all pointers are to values that live beyond the call; a null context is allowed.
        let squared = unsafe {
            let (center, mesh) = (vector(center), self.geometry());
            PxGeometryQuery_pointDistance(&center, mesh, &HERE, &mut point, &mut index, flags)
        };
        let separation = squared.sqrt() - radius;
        (separation <= reach).then_some(separation)
    }

    /// Whether the shape touches a triangle.
    #[must_use]
    pub fn overlaps(&self, shape: &Round) -> bool {
        let (pose, flags) = (pose(shape), PxGeometryQueryFlags::SimdGuard);
        with(shape, |own| {
            // SAFETY: as above.
            unsafe {
                PxGeometryQuery_overlap(own, &pose, self.geometry(), &HERE, flags, null_mut())
            }
        })
    }

    /// The fraction of `delta` that is free, if it is not all.
    #[must_use]
    pub fn sweep(&self, shape: &Round, delta: Vector) -> Option<f32> {
        let (way, length) = split(delta);
        let (pose, flags) = (pose(shape), PxGeometryQueryFlags::SimdGuard);
        with(shape, |own| {
            // SAFETY: as above; the hit is plain data, for which zeros are valid.
            unsafe {
                let mut hit: PxGeomSweepHit = zeroed();
                let mesh = self.geometry();
                PxGeometryQuery_sweep(
                    &way,
                    length,
                    own,
                    &pose,
                    mesh,
                    &HERE,
                    &mut hit,
                    both_sides(),
                    0.0,
                    flags,
                    null_mut(),
                )
                .then_some(hit.distance / length)
            }
        })
    }

    /// The fraction of `delta` up to the first triangle.
    #[must_use]
    pub fn ray(&self, origin: Vector, delta: Vector) -> Option<f32> {
        let (way, length) = split(delta);
        let (origin, flags) = (vector(origin), PxGeometryQueryFlags::SimdGuard);
        // SAFETY: as above; there is room for the one hit that is asked for.
        unsafe {
            let mut hit: PxGeomRaycastHit = zeroed();
            let stride = size_of::<PxGeomRaycastHit>() as u32;
            let found = PxGeometryQuery_raycast(
                &origin,
                &way,
                self.geometry(),
                &HERE,
                length,
                both_sides(),
                1,
                &mut hit,
                stride,
                flags,
                null_mut(),
            );
            (found > 0).then_some(hit.distance / length)
        }
    }
}

impl Drop for Triangles {
    fn drop(&mut self) {
        // SAFETY: the mesh came from `phys_PxCreateTriangleMesh` and is not used again.
        unsafe { PxTriangleMesh_release_mut(self.mesh) };
    }
}
