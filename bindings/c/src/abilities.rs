//! Jumps in the air, low jumps, dashes and gliding, as plain data beside the state of a character.

use crate::both::characters::{CharacterOf, IntentOf, LocomotionOf};
use crate::character::{CAROM_RISE, CaromCharacter, CaromIntent};
use crate::handles;
use crate::locks::alone;
use crate::locomotion::{CaromLocomotion, unit};
use crate::memory::{Out, Plain, read};
use crate::objects::CaromMover;
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{CaromVec3, finite, is_set, not_negative, positive};
use carom_rs::glam::Vec3;
use carom_rs::mover::abilities::{AirJumps, Dash, Glide, cut_jump};
use carom_rs::mover::{Intent, MoverSettings};

/// Jumps in the air: 1 for a double jump. Plain data.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaromAirJumps {
    /// How many there are after each landing.
    pub most: u32,
    /// How many are left.
    pub left: u32,
}

/// A dash that goes on: plain data. carom_dash() makes one.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromDash {
    /// Length/s, in any direction.
    pub velocity: CaromVec3,
    /// The time that is left, s; 0 when it is over.
    pub left: f32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromAirJumps {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromDash {}

/// The settings of the mover behind a handle.
pub(crate) fn settings_of(mover: CaromMover) -> Result<MoverSettings<Vec3>> {
    let mover = handles::object(mover, "mover")?;
    let object = alone(&mover, "mover")?;
    Ok(*object.mover.settings())
}

/// Before each tick of `dt` seconds: `counts` becomes 1 if a press of jump (`pressed`: 1 or 0) counts, on the ground or as one of these
/// jumps in the air; otherwise 0. Changes `jumps`: all are left on the ground.
///
/// `locomotion` is that of the character, before carom_locomotion_intent(): a press within coyote time counts as one from the ground,
/// and uses none up. Where `counts` is 1, call carom_locomotion_jump() after carom_locomotion_intent(), which buffers other presses.
/// Without a locomotion it is null, and `dt` is not read: where `counts` is 1, put the speed into intent.jump, with CAROM_AIR_JUMP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_air_jumps_allow(
    jumps: *mut CaromAirJumps,
    state: *const CaromCharacter,
    locomotion: *const CaromLocomotion,
    pressed: u32,
    dt: f32,
    counts: *mut u32,
) -> CaromStatus {
    guarded("carom_air_jumps_allow", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (given, state, place, out) = unsafe {
            let given = read(jumps.cast_const(), "jumps")?;
            let state = read(state, "state")?.state()?;
            let place = Out::new(jumps, "jumps")?;
            (given, state, place, Out::new(counts, "counts")?)
        };
        let mut jumps = AirJumps {
            most: given.most,
            left: given.left,
        };
        let pressed = is_set(pressed, "pressed")?;
        let counts = if locomotion.is_null() {
            jumps.allows(&state, pressed)
        } else {
            // SAFETY: not null, so valid as the header demands.
            let walk = unsafe { read(locomotion, "locomotion") }?.locomotion()?;
            jumps.allows_with(&state, &walk, pressed, positive(dt, "dt")?)
        };
        place.write(CaromAirJumps {
            most: jumps.most,
            left: jumps.left,
        });
        out.write(counts.into());
        Ok(())
    })
}

/// Before the first tick after the button of a jump is let go: limits the speed of `state` upward to `rise`, length/s. From there
/// the character rises rise^2 / (2 gravity) more. `up` is that of the mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_cut_jump(
    state: *mut CaromCharacter,
    rise: f32,
    up: CaromVec3,
) -> CaromStatus {
    guarded("carom_cut_jump", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut body, out) = unsafe {
            let body = read(state.cast_const(), "state")?.state()?;
            (body, Out::new(state, "state")?)
        };
        cut_jump(&mut body, not_negative(rise, "rise")?, unit(up)?);
        out.write(body.into());
        Ok(())
    })
}

/// A dash of the length and direction of `way` in `seconds`, without gravity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_dash(
    way: CaromVec3,
    seconds: f32,
    out: *mut CaromDash,
) -> CaromStatus {
    guarded("carom_dash", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let dash = Dash::new(finite(way, "way")?, positive(seconds, "seconds")?);
        if !dash.velocity.is_finite() {
            return Err(Failure::invalid("seconds is too short for way"));
        }
        out.write(CaromDash {
            velocity: dash.velocity.into(),
            left: dash.left,
        });
        Ok(())
    })
}

/// The intent of a tick of `dt` seconds in a dash, in the place of that of a player. `goes_on` becomes 1, or 0 if the dash was over
/// before this tick: the intent is then that of a character that stands. It ends in the same place at every tick rate, with the
/// velocity of its last tick: set state.velocity to zero, or to what you want after it. Changes `dash`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_dash_intent(
    dash: *mut CaromDash,
    dt: f32,
    intent: *mut CaromIntent,
    goes_on: *mut u32,
) -> CaromStatus {
    guarded("carom_dash_intent", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (given, place, intent, goes_on) = unsafe {
            let given = read(dash.cast_const(), "dash")?;
            let place = Out::new(dash, "dash")?;
            let intent = Out::new(intent, "intent")?;
            (given, place, intent, Out::new(goes_on, "goes_on")?)
        };
        let mut dash = Dash {
            velocity: finite(given.velocity, "dash.velocity")?,
            left: not_negative(given.left, "dash.left")?,
        };
        let next = dash.intent(positive(dt, "dt")?);
        place.write(CaromDash {
            left: dash.left,
            ..given
        });
        goes_on.write(next.is_some().into());
        intent.write(next.unwrap_or(Intent::walk(Vec3::ZERO)).into());
        Ok(())
    })
}

/// Before each tick of `dt` seconds in which the character glides, with the intent of that tick: it never falls faster than `speed`,
/// length/s. Where that limit acts, `intent` gets CAROM_RISE and its rise; not on the ground, in flight and with a jump. Then come
/// carom_mover_step() and carom_glide_after(). An intent that has CAROM_RISE already is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_glide_intent(
    speed: f32,
    mover: CaromMover,
    state: *const CaromCharacter,
    dt: f32,
    intent: *mut CaromIntent,
) -> CaromStatus {
    guarded("carom_glide_intent", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (state, given, out) = unsafe {
            let state = read(state, "state")?.state()?;
            let given = read(intent.cast_const(), "intent")?;
            (state, given, Out::new(intent, "intent")?)
        };
        let mut intent = given.intent(&"intent.")?;
        if intent.rise.is_some() {
            return Err(Failure::invalid("intent.flags has CAROM_RISE already"));
        }
        let glide = Glide {
            speed: not_negative(speed, "speed")?,
        };
        let (settings, dt) = (settings_of(mover)?, positive(dt, "dt")?);
        if let Some(rise) = glide.before(&settings, &state, &mut intent, dt) {
            let flags = given.flags | CAROM_RISE;
            out.write(CaromIntent {
                rise,
                flags,
                ..given
            });
        }
        Ok(())
    })
}

/// After carom_mover_step() with the intent of carom_glide_intent(): the speed of the fall at the end of the tick. `speed` is as there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_glide_after(
    speed: f32,
    mover: CaromMover,
    state: *mut CaromCharacter,
    intent: *const CaromIntent,
) -> CaromStatus {
    guarded("carom_glide_after", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut body, intent, out) = unsafe {
            let body = read(state.cast_const(), "state")?.state()?;
            let intent = read(intent, "intent")?.intent(&"intent.")?;
            (body, intent, Out::new(state, "state")?)
        };
        let glide = Glide {
            speed: not_negative(speed, "speed")?,
        };
        glide.after(&settings_of(mover)?, &mut body, intent.rise);
        out.write(body.into());
        Ok(())
    })
}
