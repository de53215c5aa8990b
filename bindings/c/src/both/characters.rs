//! Movers, characters and locomotion.

use super::queries::Answer;
use crate::handles;
use crate::locks::alone;
use crate::memory::{Out, OutColumn, Plain, read};
use crate::objects::{Handle, MoverObject, SharedMover};
use crate::status::{Failure, Result};
use crate::values::{Space, VectorOf, bad, finite, not_negative, positive};
use carom_rs::mover::{
    CharacterState, Collision, Intent, Locomotion, Mover, MoverError, MoverSettings, Report,
};
use std::fmt::Display;
use std::sync::{Arc, Mutex};

/// Settings of the header.
pub(crate) trait SettingsOf<V: Space>: Plain {
    /// The settings of the library. Its mover checks all but the slope.
    fn settings(&self) -> Result<MoverSettings<V>>;
}

/// A state of the header.
pub(crate) trait CharacterOf<V: Space>: Answer<CharacterState<V>> {
    fn state(&self) -> Result<CharacterState<V>>;
}

/// An intent of the header.
pub(crate) trait IntentOf<V: Space>: Answer<Intent<V>> {
    fn intent(&self, prefix: &dyn Display) -> Result<Intent<V>>;
}

/// A locomotion of the header.
pub(crate) trait LocomotionOf<V: Space>: Plain + for<'a> From<&'a Locomotion<V>> {
    fn locomotion(&self) -> Result<Locomotion<V>>;
}

/// A query of the header as the surroundings of a character.
pub(crate) trait SceneOf<V: Space>: Plain {
    /// A tick of a character.
    fn step(
        &self,
        mover: &mut Mover<V>,
        state: &mut CharacterState<V>,
        intent: &Intent<V>,
        dt: f32,
    ) -> Result<Report<V>>;
}

/// A handle of a mover with settings of this type.
pub(crate) trait MoverHandle<V: Space, S>: Handle<Named = SharedMover<V, S>> {}

impl<V: Space, S, H: Handle<Named = SharedMover<V, S>>> MoverHandle<V, S> for H {}

/// A direction, which zero leaves out.
pub(crate) fn some_axis<V: Space>(axis: V) -> Option<V> {
    (axis != V::ZERO).then_some(axis)
}

/// A number that counts if it is more than 0.
pub(crate) fn wanted(number: f32, prefix: &dyn Display, name: &str) -> Result<Option<f32>> {
    if number.is_finite() {
        return Ok((number > 0.0).then_some(number));
    }
    Err(bad(&format_args!("{prefix}{name}"), "is not finite"))
}

/// A sum of bits.
pub(crate) fn bits(flags: &[bool]) -> u32 {
    let bits = flags.iter().zip(0..);
    bits.map(|(flag, bit)| u32::from(*flag) << bit).sum()
}

/// The error of a setting, by its name.
pub(crate) fn refused(error: MoverError) -> Failure {
    Failure::invalid(format!("settings.{error}"))
}

/// The handle of a mover.
pub(crate) fn inserted<V: Space, S, H: MoverHandle<V, S>>(mover: MoverObject<V, S>) -> Result<H> {
    handles::named(Arc::new(Mutex::new(mover)))
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn create<V: Space, S: SettingsOf<V>>(
    settings: *const S,
    out: *mut impl MoverHandle<V, S>,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (given, out) = unsafe { (read(settings, "settings")?, Out::new(out, "out")?) };
    let mover = Mover::new(given.settings()?).map_err(refused)?;
    out.write(inserted(MoverObject { mover, given })?);
    Ok(())
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn settings<V: Space, S: SettingsOf<V>>(
    mover: impl MoverHandle<V, S>,
    out: *mut S,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let out = unsafe { Out::new(out, "out") }?;
    let mover = handles::object(mover, "mover")?;
    out.write(alone(&mover, "mover")?.given);
    Ok(())
}

/// # Safety
/// The pointer is null or valid.
pub(crate) unsafe fn set_settings<V: Space, S: SettingsOf<V>>(
    mover: impl MoverHandle<V, S>,
    settings: *const S,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let given = unsafe { read(settings, "settings") }?;
    let mover = handles::object(mover, "mover")?;
    let mut object = alone(&mover, "mover")?;
    let settings = MoverSettings {
        body: object.mover.settings().body,
        ..given.settings()?
    };
    object.mover.set_settings(settings).map_err(refused)?;
    object.given = given;
    Ok(())
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn step<V: Space, S, R: Plain + for<'a> From<&'a Report<V>>>(
    mover: impl MoverHandle<V, S>,
    scene: *const impl SceneOf<V>,
    state: *mut impl CharacterOf<V>,
    intent: *const impl IntentOf<V>,
    dt: f32,
    report: *mut R,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (scene, mut character, intent, state) = unsafe {
        let character = read(state.cast_const(), "state")?.state()?;
        let intent = read(intent, "intent")?.intent(&"intent.")?;
        let scene = read(scene, "scene")?;
        (scene, character, intent, Out::new(state, "state")?)
    };
    let dt = positive(dt, "dt")?;
    let mover = handles::object(mover, "mover")?;
    let mover = &mut alone(&mover, "mover")?.mover;
    let done = scene.step(mover, &mut character, &intent, dt)?;
    state.write(character.into());
    if !report.is_null() {
        // SAFETY: not null, so writable as the caller promises.
        unsafe { Out::new(report, "report") }?.write((&done).into());
    }
    Ok(())
}

/// # Safety
/// The pointers are null or valid, with the capacity.
pub(crate) unsafe fn collisions<V: Space, S, C: Plain + for<'a> From<&'a Collision<V>>>(
    mover: impl MoverHandle<V, S>,
    out: *mut C,
    capacity: usize,
    count: *mut usize,
) -> Result<()> {
    // SAFETY: what the caller promises.
    let (mut out, count) = unsafe {
        let out = OutColumn::new(out, capacity, "out")?;
        (out, Out::new(count, "count")?)
    };
    let mover = handles::object(mover, "mover")?;
    let object = alone(&mover, "mover")?;
    let met = object.mover.collisions();
    count.write(out.fill(met.iter().map(C::from)));
    Ok(())
}

/// A direction with length 1; a unit vector stays as it is.
pub(crate) fn unit<V: Space>(up: impl VectorOf<V>) -> Result<V> {
    let up = finite(up, "up")?;
    // As glam's `is_normalized`.
    if (up.length_squared() - 1.0).abs() <= 2e-4 {
        return Ok(up);
    }
    up.try_normalize()
        .ok_or_else(|| Failure::invalid("up is zero"))
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn locomotion_intent<V: Space, L: LocomotionOf<V>, T: VectorOf<V>>(
    locomotion: *mut L,
    state: *const impl CharacterOf<V>,
    (wanted, jump): (T, f32),
    up: T,
    dt: f32,
    out: *mut impl IntentOf<V>,
) -> Result<()> {
    // SAFETY: what the caller promises.
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
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn locomotion_jump<V: Space, L: LocomotionOf<V>>(
    locomotion: *mut L,
    intent: *mut impl IntentOf<V>,
    speed: f32,
) -> Result<()> {
    // SAFETY: what the caller promises.
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
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn locomotion_adopt<V: Space, L: LocomotionOf<V>>(
    locomotion: *mut L,
    state: *const impl CharacterOf<V>,
    intent: *const impl IntentOf<V>,
    up: impl VectorOf<V>,
) -> Result<()> {
    // SAFETY: what the caller promises.
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
}

/// # Safety
/// The pointers are null or valid.
pub(crate) unsafe fn locomotion_knock_back<V: Space, L: LocomotionOf<V>, T: VectorOf<V>>(
    locomotion: *mut L,
    state: *mut impl CharacterOf<V>,
    velocity: T,
    up: T,
) -> Result<()> {
    // SAFETY: what the caller promises.
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
}

/// A flag that is set, or nothing.
pub(crate) fn flag(is_set: bool, flag: u32) -> u32 {
    if is_set { flag } else { 0 }
}

/// The locomotion of the header and that of the library.
macro_rules! locomotions {
    ($Vector:ty, $Locomotion:ty) => {
        const _: () = {
            use carom_rs::mover::{Locomotion, LocomotionSettings};
            use $crate::both::characters::LocomotionOf;
            use $crate::status::{Failure, Result};
            use $crate::values::{finite, is_set, not_negative};

            impl From<&Locomotion<$Vector>> for $Locomotion {
                fn from(from: &Locomotion<$Vector>) -> Self {
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

            impl LocomotionOf<$Vector> for $Locomotion {
                fn locomotion(&self) -> Result<Locomotion<$Vector>> {
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
        };
    };
}
pub(crate) use locomotions;
