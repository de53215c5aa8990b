//! Swimming: water that carries and brakes, up to its surface.

use crate::both::characters::{CharacterOf, IntentOf};
use crate::character::{CaromCharacter, CaromIntent};
use crate::locomotion::{CaromLocomotion, optional, unit};
use crate::memory::{Out, Plain, read};
use crate::status::{CaromStatus, Result, guarded};
use crate::values::{CaromVec3, finite, finite_number, positive};
use carom_rs::glam::Vec3;
use carom_rs::mover::Intent;
use carom_rs::mover::abilities::{Swum, Water};

/// Water below a level surface.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromWater {
    /// The height of the surface along up.
    pub surface: f32,
    /// How far below it the feet of a character are that floats, a length.
    pub float_depth: f32,
    /// The speed with which a character that does nothing rises to the surface, length/s.
    pub buoyancy: f32,
    /// How fast water brakes to the wanted velocity, 1/s. More than 0.
    pub drag: f32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromWater {}

impl CaromWater {
    pub(crate) fn water(&self) -> Result<Water<f32>> {
        Ok(Water {
            surface: finite_number(self.surface, "water.surface")?,
            float: finite_number(self.float_depth, "water.float_depth")?,
            buoyancy: finite_number(self.buoyancy, "water.buoyancy")?,
            drag: positive(self.drag, "water.drag")?,
        })
    }
}

/// The intent of a tick of `dt` seconds in water, in the place of that of a player; `wanted` is a velocity in any direction, length/s,
/// `up` that of the mover. `swims` becomes 1, or 0 above the water: the intent is then that of a character that stands. `end` becomes
/// the velocity at the end of the tick. Then come carom_mover_step() and carom_water_after().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_water_intent(
    water: *const CaromWater,
    state: *const CaromCharacter,
    wanted: CaromVec3,
    up: CaromVec3,
    dt: f32,
    intent: *mut CaromIntent,
    end: *mut CaromVec3,
    swims: *mut u32,
) -> CaromStatus {
    guarded("carom_water_intent", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (water, state) = unsafe {
            let water = read(water, "water")?.water()?;
            (water, read(state, "state")?.state()?)
        };
        // SAFETY: pointers are null or valid, as the header demands.
        let (intent, end, swims) = unsafe {
            let intent = Out::new(intent, "intent")?;
            (intent, Out::new(end, "end")?, Out::new(swims, "swims")?)
        };
        let (wanted, up) = (finite(wanted, "wanted")?, unit(up)?);
        let swum = water.before(&state, wanted, up, positive(dt, "dt")?);
        swims.write(swum.is_some().into());
        let (next, Swum(after)) = swum.unwrap_or((Intent::walk(Vec3::ZERO), Swum(state.velocity)));
        intent.write(next.into());
        end.write(after.into());
        Ok(())
    })
}

/// After carom_mover_step() with the intent and `end` of carom_water_intent(): the velocity of `state` at the end of the tick, unless
/// something was in the way. `up` is that of the mover. With a `locomotion`, which may be null, a character that comes out of the water
/// walks on with its speed: changes it, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_water_after(
    water: *const CaromWater,
    state: *mut CaromCharacter,
    intent: *const CaromIntent,
    end: CaromVec3,
    locomotion: *mut CaromLocomotion,
    up: CaromVec3,
) -> CaromStatus {
    guarded("carom_water_after", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (water, mut body, intent, out) = unsafe {
            let water = read(water, "water")?.water()?;
            let body = read(state.cast_const(), "state")?.state()?;
            let intent = read(intent, "intent")?.intent(&"intent.")?;
            (water, body, intent, Out::new(state, "state")?)
        };
        let (end, up) = (Swum(finite(end, "end")?), unit(up)?);
        // SAFETY: the pointer is null or valid, as the header demands.
        let mut walk = unsafe { optional(locomotion) }?;
        let own = walk.as_mut().map(|(locomotion, _)| (locomotion, up));
        water.after(&mut body, &intent, &end, own);
        out.write(body.into());
        if let Some((locomotion, place)) = walk {
            place.write((&locomotion).into());
        }
        Ok(())
    })
}
