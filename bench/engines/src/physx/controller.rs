//! PhysX's capsule controller, alone in a scene of its own with the triangles of a level.

use super::{HERE, Triangles, foundation};
use crate::{Standing, Vector};
use physx_sys::{
    PxActor_release_mut, PxCapsuleControllerDesc_delete, PxCapsuleControllerDesc_isValid,
    PxCapsuleControllerDesc_new_alloc, PxController, PxController_getPosition,
    PxController_move_mut, PxController_release_mut, PxControllerCollisionFlags,
    PxControllerFilters, PxControllerFilters_new, PxControllerManager,
    PxControllerManager_createController_mut, PxControllerManager_release_mut,
    PxDefaultCpuDispatcher, PxDefaultCpuDispatcherWaitForWorkMode, PxExtendedVec3, PxMaterial,
    PxPhysics, PxPhysics_createMaterial_mut, PxPhysics_createScene_mut,
    PxPhysics_getTolerancesScale, PxRigidStatic, PxScene, PxScene_addActor_mut,
    PxScene_release_mut, PxSceneDesc_new, get_default_simulation_filter_shader,
    phys_PxCreateControllerManager, phys_PxCreateStatic, phys_PxDefaultCpuDispatcherCreate,
    physx_create_physics,
};
use std::marker::PhantomData;
use std::ptr::{null, null_mut};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicPtr, Ordering};

/// What all scenes have in common; there is one a process.
struct Common {
    physics: AtomicPtr<PxPhysics>,
    material: AtomicPtr<PxMaterial>,
    /// Without threads: nothing is simulated.
    dispatcher: AtomicPtr<PxDefaultCpuDispatcher>,
}

static COMMON: LazyLock<Common> = LazyLock::new(|| {
    // SAFETY: there is a foundation, once the mesh that a controller stands on has been made.
    unsafe {
        let physics = physx_create_physics(foundation());
        let mode = PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork;
        Common {
            physics: AtomicPtr::new(physics),
            material: AtomicPtr::new(PxPhysics_createMaterial_mut(physics, 0.5, 0.5, 0.0)),
            dispatcher: AtomicPtr::new(phys_PxDefaultCpuDispatcherCreate(0, null_mut(), mode, 0)),
        }
    }
});

/// A `PxCapsuleController`; all that [`Standing`] does not say is as by default.
#[allow(missing_debug_implementations)]
pub struct Controller<'a> {
    scene: *mut PxScene,
    actor: *mut PxRigidStatic,
    manager: *mut PxControllerManager,
    controller: *mut PxController,
    filters: PxControllerFilters,
    level: PhantomData<&'a Triangles>,
}

impl Triangles {
    /// A controller with the middle of its capsule here; `None` if PhysX refuses.
    #[must_use]
    pub fn controller(&self, middle: Vector, standing: &Standing) -> Option<Controller<'_>> {
        let physics = COMMON.physics.load(Ordering::Relaxed);
        let material = COMMON.material.load(Ordering::Relaxed);
        // SAFETY: each call has what the one before gave; the mesh lives as long as the lifetime says.
        unsafe {
            let mut desc = PxSceneDesc_new(PxPhysics_getTolerancesScale(physics));
            desc.cpuDispatcher = COMMON.dispatcher.load(Ordering::Relaxed).cast();
            desc.filterShader = get_default_simulation_filter_shader();
            let scene = PxPhysics_createScene_mut(physics, &desc);
            if scene.is_null() {
                return None;
            }
            let actor = phys_PxCreateStatic(physics, &HERE, self.geometry(), material, &HERE);
            PxScene_addActor_mut(scene, actor.cast(), null());
            let manager = phys_PxCreateControllerManager(scene, false);
            let desc = PxCapsuleControllerDesc_new_alloc();
            let [x, y, z] = middle.map(f64::from);
            (*desc).position = PxExtendedVec3 { x, y, z };
            (*desc).radius = standing.radius;
            (*desc).height = 2.0 * standing.half;
            (*desc).stepOffset = standing.step;
            (*desc).slopeLimit = standing.slope.cos();
            (*desc).contactOffset = standing.skin;
            (*desc).material = material;
            let controller = if PxCapsuleControllerDesc_isValid(desc) {
                PxControllerManager_createController_mut(manager, desc.cast())
            } else {
                null_mut()
            };
            PxCapsuleControllerDesc_delete(desc);
            let made = Controller {
                scene,
                actor,
                manager,
                controller,
                filters: PxControllerFilters_new(null(), null_mut(), null_mut()),
                level: PhantomData,
            };
            (!controller.is_null()).then_some(made)
        }
    }
}

impl Controller<'_> {
    /// The middle of its capsule.
    #[must_use]
    pub fn middle(&self) -> Vector {
        // SAFETY: the controller is alive, and so is what it points to.
        let at = unsafe { *PxController_getPosition(self.controller) };
        [at.x as f32, at.y as f32, at.z as f32]
    }

    /// `PxController::move`; returns whether it met something below.
    pub fn advance(&mut self, delta: Vector, dt: f32) -> bool {
        let delta = super::vector(delta);
        // SAFETY: as above; no obstacles are allowed.
        let met = unsafe {
            PxController_move_mut(self.controller, &delta, 0.0, dt, &self.filters, null())
        };
        met.contains(PxControllerCollisionFlags::CollisionDown)
    }
}

impl Drop for Controller<'_> {
    fn drop(&mut self) {
        // SAFETY: all came from PhysX and are not used again; what stands on another goes first.
        unsafe {
            if !self.controller.is_null() {
                PxController_release_mut(self.controller);
            }
            PxControllerManager_release_mut(self.manager);
            PxActor_release_mut(self.actor.cast());
            PxScene_release_mut(self.scene);
        }
    }
}
