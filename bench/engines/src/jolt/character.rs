//! Jolt's `CharacterVirtual`, in the system of a level.

use super::{Triangles, vector};
use crate::{Standing, Vector};
use oxijolt_sys::*;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::null;

const ZERO: JPH_Vec3 = JPH_Vec3 {
    x: 0.0,
    y: 0.0,
    z: 0.0,
};

/// A character of Jolt's; all else is as by default.
#[derive(Debug)]
pub struct Character<'a> {
    system: *mut JPH_PhysicsSystem,
    character: *mut JPH_CharacterVirtual,
    extended: JPH_ExtendedUpdateSettings,
    level: PhantomData<&'a Triangles>,
}

impl Triangles {
    /// A character with the middle of its capsule here, which has to have the sizes of those that ask.
    #[must_use]
    pub fn character(&self, middle: Vector, standing: &Standing) -> Character<'_> {
        let upright = JPH_Quat {
            x: 0.0,
            y: 0.0,
            z: 0.0,
            w: 1.0,
        };
        let step = |y| JPH_Vec3 { y, ..ZERO };
        // SAFETY: `Init` fills the settings; shape and system live as long as `self`, of which the character
        // keeps the lifetime.
        let character = unsafe {
            let mut settings = MaybeUninit::uninit();
            JPH_CharacterVirtualSettings_Init(settings.as_mut_ptr());
            let mut settings: JPH_CharacterVirtualSettings = settings.assume_init();
            settings.base.shape = self.capsule;
            settings.base.maxSlopeAngle = standing.slope;
            settings.characterPadding = standing.skin;
            JPH_CharacterVirtual_Create(&settings, &vector(middle), &upright, 0, self.system)
        };
        Character {
            system: self.system,
            character,
            extended: JPH_ExtendedUpdateSettings {
                stickToFloorStepDown: step(-standing.step),
                walkStairsStepUp: step(standing.step),
                // Jolt's defaults.
                walkStairsMinStepForward: 0.02,
                walkStairsStepForwardTest: 0.15,
                walkStairsCosAngleForwardContact: 75_f32.to_radians().cos(),
                walkStairsStepDownExtra: ZERO,
            },
            level: PhantomData,
        }
    }
}

impl Character<'_> {
    /// The middle of its capsule.
    #[must_use]
    pub fn middle(&self) -> Vector {
        let mut at = ZERO;
        // SAFETY: the character is alive, and `at` is.
        unsafe { JPH_CharacterVirtual_GetPosition(self.character, &mut at) };
        [at.x, at.y, at.z]
    }

    /// The velocity that was set, or what the last update made of it.
    #[must_use]
    pub fn velocity(&self) -> Vector {
        let mut velocity = ZERO;
        // SAFETY: as above.
        unsafe { JPH_CharacterVirtual_GetLinearVelocity(self.character, &mut velocity) };
        [velocity.x, velocity.y, velocity.z]
    }

    /// Sets the velocity for the next update; gravity is the user's.
    pub fn set_velocity(&mut self, velocity: Vector) {
        // SAFETY: as above.
        unsafe { JPH_CharacterVirtual_SetLinearVelocity(self.character, &vector(velocity)) };
    }

    /// Whether it stands on ground that is not too steep.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        // SAFETY: the character is alive, and is one of that base.
        let state = unsafe { JPH_CharacterBase_GetGroundState(self.character.cast()) };
        state == JPH_GroundState_OnGround
    }

    /// `CharacterVirtual::Update`: collides and slides.
    pub fn update(&mut self, dt: f32) {
        // SAFETY: character and system are alive; null filters are allowed.
        unsafe {
            JPH_CharacterVirtual_Update(self.character, dt, 0, self.system, null(), null());
        }
    }

    /// `CharacterVirtual::ExtendedUpdate`: walks stairs and sticks to the floor too.
    pub fn extended_update(&mut self, dt: f32) {
        let (settings, system) = (&self.extended, self.system);
        // SAFETY: as above.
        unsafe {
            JPH_CharacterVirtual_ExtendedUpdate(
                self.character,
                dt,
                settings,
                0,
                system,
                null(),
                null(),
            );
        }
    }
}

impl Drop for Character<'_> {
    fn drop(&mut self) {
        // SAFETY: the character came from Jolt and is not used again.
        unsafe { JPH_CharacterBase_Destroy(self.character.cast()) };
    }
}
