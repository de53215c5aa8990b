//! Locomotion: acceleration, friction, coyote time and jump buffer, as plain data beside the state of a character.

pub(crate) use crate::both::characters::unit;
use crate::both::characters::{self, LocomotionOf, locomotions};
use crate::character::{CaromCharacter, CaromIntent};
use crate::memory::{Out, Plain, read};
use crate::status::{CaromStatus, Result, guarded};
use crate::values::CaromVec3;
use carom_rs::glam::Vec3;
use carom_rs::mover::{Locomotion, LocomotionSettings};

/// How a character accelerates and jumps, and what it keeps from tick to tick: plain data without padding.
/// carom_locomotion() fills it in; change the first six fields afterwards.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromLocomotion {
    /// Acceleration on the ground, 1/s: in the wanted direction the speed grows per second by this times the wanted
    /// speed. INFINITY: at once. Default 10.
    pub acceleration: f32,
    /// Friction on the ground, 1/s: the speed falls to 1/e in 1/friction seconds. Default 4.
    pub friction: f32,
    /// Acceleration in the air, where there is no friction, 1/s. Default 1.
    pub air_acceleration: f32,
    /// Coyote time: how long after walking off an edge a jump still counts, s. Default 0.1.
    pub coyote: f32,
    /// Jump buffer: how long before touching down a jump already counts, s. Default 0.1.
    pub buffer: f32,
    /// Friction of the ground now, as a factor: 1 for ground like any other, 0.1 for ice. It scales friction and
    /// acceleration on the ground. See carom_mover_grip(); default 1.
    pub grip: f32,
    /// Velocity at the end of the tick, relative to the ground it stands on or left, length/s.
    pub velocity: CaromVec3,
    /// Time since it left the ground, s; 0 on the ground.
    pub airborne: f32,
    /// The speed of a buffered jump, length/s; 0 for none.
    pub waiting_speed: f32,
    /// The age of a buffered jump, s.
    pub waiting_age: f32,
    /// Whether it has jumped since it left the ground: 1 or 0.
    pub jumped: u32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromLocomotion {}

locomotions!(Vec3, CaromLocomotion);

/// A locomotion that may be null, and its place.
///
/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn optional(
    locomotion: *mut CaromLocomotion,
) -> Result<Option<(Locomotion<Vec3>, Out<CaromLocomotion>)>> {
    if locomotion.is_null() {
        return Ok(None);
    }
    // SAFETY: not null, so valid as the caller promises.
    let (given, place) = unsafe {
        let given = read(locomotion.cast_const(), "locomotion")?;
        (given, Out::new(locomotion, "locomotion")?)
    };
    Ok(Some((given.locomotion()?, place)))
}

/// The locomotion of a character at rest, with the defaults.
#[unsafe(no_mangle)]
pub extern "C" fn carom_locomotion() -> CaromLocomotion {
    (&Locomotion::new(LocomotionSettings::default())).into()
}

/// The intent of a tick of `dt` seconds for the input of a player: `wanted` is a velocity relative to the ground, `jump`
/// an upward speed in the tick in which jump is pressed and otherwise 0, both length/s; `up` is that of the mover.
/// Changes `locomotion`. Then come carom_mover_step() and carom_locomotion_adopt().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_locomotion_intent(
    locomotion: *mut CaromLocomotion,
    state: *const CaromCharacter,
    wanted: CaromVec3,
    jump: f32,
    up: CaromVec3,
    dt: f32,
    out: *mut CaromIntent,
) -> CaromStatus {
    guarded("carom_locomotion_intent", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::locomotion_intent(locomotion, state, (wanted, jump), up, dt, out) }
    })
}

/// Makes a jump of this upward speed, length/s, of a tick, in the air too: to call after carom_locomotion_intent() where
/// carom_air_jumps_allow() finds that a press of jump counts, with the speed that was given there. `intent` gets the jump and
/// CAROM_AIR_JUMP, and no jump stays buffered. On the ground and within coyote time the intent has that jump already.
/// Changes `locomotion` and `intent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_locomotion_jump(
    locomotion: *mut CaromLocomotion,
    intent: *mut CaromIntent,
    speed: f32,
) -> CaromStatus {
    guarded("carom_locomotion_jump", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::locomotion_jump(locomotion, intent, speed) }
    })
}

/// Takes over what the tick made of the intent: to call after carom_mover_step() with the new state and that intent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_locomotion_adopt(
    locomotion: *mut CaromLocomotion,
    state: *const CaromCharacter,
    intent: *const CaromIntent,
    up: CaromVec3,
) -> CaromStatus {
    guarded("carom_locomotion_adopt", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::locomotion_adopt(locomotion, state, intent, up) }
    })
}

/// Knocks the character back: adds a velocity, length/s, in any direction, to its own. The horizontal part wears off by
/// friction on the ground and stays in the air; a part upward leaves the ground. Changes `locomotion` and `state`; to call
/// between two ticks. `up` is that of the mover.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_locomotion_knock_back(
    locomotion: *mut CaromLocomotion,
    state: *mut CaromCharacter,
    velocity: CaromVec3,
    up: CaromVec3,
) -> CaromStatus {
    guarded("carom_locomotion_knock_back", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { characters::locomotion_knock_back(locomotion, state, velocity, up) }
    })
}
