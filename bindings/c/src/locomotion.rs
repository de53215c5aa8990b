//! Locomotion: acceleration, friction, coyote time and jump buffer, as plain data beside the state of a character.

use crate::character::{CaromCharacter, CaromIntent};
use crate::memory::{Out, Plain, read};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{CaromVec3, finite, is_set, not_negative, positive};
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

impl From<&Locomotion<Vec3>> for CaromLocomotion {
    fn from(from: &Locomotion<Vec3>) -> Self {
        let (waiting_speed, waiting_age) = from.waiting.unwrap_or((0.0, 0.0));
        Self {
            acceleration: from.settings.acceleration,
            friction: from.settings.friction,
            air_acceleration: from.settings.air_acceleration,
            coyote: from.settings.coyote,
            buffer: from.settings.buffer,
            grip: from.grip,
            velocity: from.velocity.into(),
            airborne: from.airborne,
            waiting_speed,
            waiting_age,
            jumped: from.jumped.into(),
        }
    }
}

impl CaromLocomotion {
    pub(crate) fn locomotion(&self) -> Result<Locomotion<Vec3>> {
        let settings = LocomotionSettings {
            acceleration: self.acceleration,
            friction: self.friction,
            air_acceleration: self.air_acceleration,
            coyote: self.coyote,
            buffer: self.buffer,
        };
        if !settings.is_valid() {
            let text = "a setting of locomotion is NaN, negative or infinite";
            return Err(Failure::invalid(text));
        }
        let speed = not_negative(self.waiting_speed, "locomotion.waiting_speed")?;
        let age = not_negative(self.waiting_age, "locomotion.waiting_age")?;
        Ok(Locomotion {
            settings,
            grip: not_negative(self.grip, "locomotion.grip")?,
            velocity: finite(self.velocity, "locomotion.velocity")?,
            airborne: not_negative(self.airborne, "locomotion.airborne")?,
            waiting: (speed > 0.0).then_some((speed, age)),
            jumped: is_set(self.jumped, "locomotion.jumped")?,
        })
    }
}

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
        let (given, state, place, out) = unsafe {
            let given = read(locomotion.cast_const(), "locomotion")?;
            let state = read(state, "state")?.state()?;
            let place = Out::new(locomotion, "locomotion")?;
            (given, state, place, Out::new(out, "out")?)
        };
        let mut locomotion = given.locomotion()?;
        let (wanted, up) = (finite(wanted, "wanted")?, unit(up)?);
        let jump = not_negative(jump, "jump")?;
        let jump = (jump > 0.0).then_some(jump);
        let dt = positive(dt, "dt")?;
        let intent = locomotion.intent(&state, wanted, jump, up, dt);
        place.write((&locomotion).into());
        out.write(intent.into());
        Ok(())
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
        let (walk, given, place, out) = unsafe {
            let walk = read(locomotion.cast_const(), "locomotion")?;
            let given = read(intent.cast_const(), "intent")?;
            let place = Out::new(locomotion, "locomotion")?;
            (walk, given, place, Out::new(intent, "intent")?)
        };
        let (mut locomotion, mut intent) = (walk.locomotion()?, given.intent(&"intent.")?);
        locomotion.jump_in_air(&mut intent, positive(speed, "speed")?);
        place.write((&locomotion).into());
        out.write(intent.into());
        Ok(())
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
        let (given, state, intent, place) = unsafe {
            let given = read(locomotion.cast_const(), "locomotion")?;
            let state = read(state, "state")?.state()?;
            let intent = read(intent, "intent")?.intent(&"intent.")?;
            (given, state, intent, Out::new(locomotion, "locomotion")?)
        };
        let mut locomotion = given.locomotion()?;
        locomotion.adopt(&state, &intent, unit(up)?);
        place.write((&locomotion).into());
        Ok(())
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
        let (given, body, place, out) = unsafe {
            let given = read(locomotion.cast_const(), "locomotion")?;
            let body = read(state.cast_const(), "state")?;
            let place = Out::new(locomotion, "locomotion")?;
            (given, body, place, Out::new(state, "state")?)
        };
        let (mut locomotion, mut body) = (given.locomotion()?, body.state()?);
        locomotion.knock_back(&mut body, finite(velocity, "velocity")?, unit(up)?);
        place.write((&locomotion).into());
        out.write(body.into());
        Ok(())
    })
}

/// A direction with length 1; a unit vector stays as it is.
pub(crate) fn unit(up: CaromVec3) -> Result<Vec3> {
    let up = finite(up, "up")?;
    if up.is_normalized() {
        return Ok(up);
    }
    up.try_normalize()
        .ok_or_else(|| Failure::invalid("up is zero"))
}
