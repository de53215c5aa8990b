//! States and inputs as bytes for a network: compact, the same on every machine, checked when they are read.
//!
//! Each value begins with three bytes: what it is, the version of the format and the kind of vector, and a bit for each part
//! that follows. Numbers follow in the order of the fields, little-endian, in the precision of the vector; zeros are left
//! out.

mod numbers;

use super::locomotion::{Locomotion, LocomotionSettings};
use super::state::{CharacterState, Ground, Intent};
use alloc::vec::Vec;
use carom_core::{BodyId, PartId};
use carom_math::{Scalar, Vector};
use core::fmt;
use numbers::{Reader, Writer};

/// Bytes that are no value of the expected kind, and where.
///
/// ```
/// use carom::{glam::{Vec2, Vec3}, mover::{CharacterState, Intent, WireFault}};
/// let mut bytes = Vec::new();
/// Intent::walk(Vec3::X).write_to(&mut bytes);
/// let error = Intent::<Vec3>::read_from(&mut &bytes[..9]).unwrap_err();
/// assert_eq!(error.to_string(), "velocity at byte 3: the bytes end");
/// let error = CharacterState::<Vec3>::read_from(&mut &bytes[..]).unwrap_err();
/// assert_eq!(error.to_string(), "header at byte 0: not a value of this kind");
/// let error = Intent::<Vec2>::read_from(&mut &bytes[..]).unwrap_err();
/// assert_eq!((error.at, error.fault), (1, WireFault::Vector));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WireError {
    /// The name of the field.
    pub field: &'static str,
    /// The place of its first byte, counted from that of the value.
    pub at: usize,
    /// The fault there.
    pub fault: WireFault,
}

/// The fault of bytes: see [`WireError`].
///
/// ```
/// use carom::{glam::Vec3, mover::{Intent, WireFault}};
/// let error = Intent::<Vec3>::read_from(&mut &[][..]).unwrap_err();
/// assert_eq!(error.fault, WireFault::Truncated);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireFault {
    /// The bytes end.
    Truncated,
    /// They are a value of another kind, or none.
    Kind,
    /// They are of another version of the format.
    Version,
    /// They are of another dimension or precision.
    Vector,
    /// A bit is set that this version does not know.
    Unknown,
    /// A number is infinite or NaN.
    NotFinite,
    /// A number is out of its range: a height, time, credit or grip below zero, or a direction that is not unit.
    Range,
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = match self.fault {
            WireFault::Truncated => "the bytes end",
            WireFault::Kind => "not a value of this kind",
            WireFault::Version => "another version of the format",
            WireFault::Vector => "another dimension or precision",
            WireFault::Unknown => "a bit that this version does not know",
            WireFault::NotFinite => "a number is infinite or NaN",
            WireFault::Range => "a number is out of its range",
        };
        write!(f, "{} at byte {}: {fault}", self.field, self.at)
    }
}

impl core::error::Error for WireError {}

/// The FNV-1a hash, 64 bits, of bytes that come piece by piece.
fn hash_of(seed: u64, write: impl FnOnce(&mut dyn FnMut(&[u8]))) -> u64 {
    let mut hash = seed ^ 0xcbf2_9ce4_8422_2325;
    write(&mut |bytes| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    });
    hash
}

/// The flag, unless all bits of a number are those of zero.
fn unless_zero<V: Vector>(v: V, flag: u8) -> u8 {
    if v.is_same(V::ZERO) { 0 } else { flag }
}

fn unless_zero_number<V: Vector>(x: V::Scalar, flag: u8) -> u8 {
    unless_zero(V::splat(x), flag)
}

fn flag_if(holds: bool, flag: u8) -> u8 {
    if holds { flag } else { 0 }
}

mod state {
    pub(super) const KIND: u8 = b'S';
    pub(super) const VELOCITY: u8 = 1;
    pub(super) const BASE_VELOCITY: u8 = 2;
    pub(super) const STEP_CREDIT: u8 = 4;
    pub(super) const GROUND: u8 = 8;
    pub(super) const AXIS: u8 = 16;
}

mod intent {
    pub(super) const KIND: u8 = b'I';
    pub(super) const VELOCITY: u8 = 1;
    pub(super) const JUMP: u8 = 2;
    pub(super) const AIR_JUMP: u8 = 4;
    pub(super) const HEIGHT: u8 = 8;
    pub(super) const FLY: u8 = 16;
    pub(super) const RISE: u8 = 32;
    pub(super) const AXIS: u8 = 64;
}

mod locomotion {
    pub(super) const KIND: u8 = b'L';
    pub(super) const VELOCITY: u8 = 1;
    pub(super) const AIRBORNE: u8 = 2;
    pub(super) const WAITING: u8 = 4;
    pub(super) const JUMPED: u8 = 8;
    pub(super) const GRIP: u8 = 16;
}

impl<V: Vector> CharacterState<V> {
    /// Appends the state to `bytes`: in `f32` and 3D 19 bytes for a character at rest in the air, 43 for one that stands on a
    /// body at rest, 71 at most; 12 more for one that lies. It names the body of the ground: both sides need the same names.
    ///
    /// ```
    /// use carom::{glam::{Vec3, vec3}, mover::CharacterState};
    /// let state = CharacterState::at(vec3(1., 2., -0.), 1.8);
    /// let mut packet = Vec::new();
    /// state.write_to(&mut packet);
    /// assert_eq!(packet.len(), 19);
    /// let mut rest = &packet[..];
    /// assert_eq!(CharacterState::<Vec3>::read_from(&mut rest)?, state);
    /// assert!(rest.is_empty());
    /// # Ok::<(), carom::mover::WireError>(())
    /// ```
    pub fn write_to(&self, bytes: &mut Vec<u8>) {
        self.write(|more| bytes.extend_from_slice(more));
    }

    fn write(&self, sink: impl FnMut(&[u8])) {
        let flags = unless_zero(self.velocity, state::VELOCITY)
            | unless_zero(self.base_velocity, state::BASE_VELOCITY)
            | unless_zero_number::<V>(self.step_credit, state::STEP_CREDIT)
            | flag_if(self.ground.is_some(), state::GROUND)
            | flag_if(self.axis.is_some(), state::AXIS);
        let mut writer = Writer::new::<V>(sink, state::KIND, flags);
        writer.vector(self.feet);
        writer.number(self.height);
        writer.vector_if(state::VELOCITY, self.velocity);
        writer.vector_if(state::BASE_VELOCITY, self.base_velocity);
        writer.number_if(state::STEP_CREDIT, self.step_credit);
        if let Some(ground) = &self.ground {
            writer.vector(ground.normal);
            (writer.sink)(&ground.part.body.to_bits().to_le_bytes());
            (writer.sink)(&ground.part.index.to_le_bytes());
        }
        if let Some(axis) = self.axis {
            writer.vector(axis);
        }
    }

    /// Reads a state from the start of `bytes`, and moves `bytes` behind it.
    ///
    /// # Errors
    /// Bytes that are no state of this kind of vector, or end; a number that is not finite or out of its range. `bytes` stays.
    pub fn read_from(bytes: &mut &[u8]) -> Result<Self, WireError> {
        use state::{AXIS, BASE_VELOCITY, GROUND, KIND, STEP_CREDIT, VELOCITY};
        let known = VELOCITY | BASE_VELOCITY | STEP_CREDIT | GROUND | AXIS;
        let mut reader = Reader::new::<V>(bytes, KIND, known)?;
        let mut state = Self {
            feet: reader.vector("feet")?,
            height: reader.checked(
                "height",
                |reader| reader.number("height"),
                |x| x >= V::Scalar::ZERO,
            )?,
            velocity: reader.vector_if(VELOCITY, "velocity")?,
            base_velocity: reader.vector_if(BASE_VELOCITY, "base_velocity")?,
            step_credit: reader.not_negative_if(STEP_CREDIT, "step_credit")?,
            ground: None,
            axis: None,
        };
        if reader.has(GROUND) {
            state.ground = Some(Ground {
                normal: reader.direction("ground.normal")?,
                part: PartId {
                    body: BodyId::from_bits(u64::from_le_bytes(reader.take("ground.part.body")?)),
                    index: u32::from_le_bytes(reader.take("ground.part.index")?),
                },
            });
        }
        if reader.has(AXIS) {
            state.axis = Some(reader.direction("axis")?);
        }
        *bytes = &bytes[reader.at..];
        Ok(state)
    }

    /// The FNV-1a hash of the bytes, 64 bits: the same on every machine, another one for another bit of the state. `seed` is 0, or
    /// the hash of what comes before it: that of all characters is a fold. Peers that compare it every tick know when they
    /// differ.
    ///
    /// ```
    /// use carom::{glam::{Vec3, vec3}, mover::CharacterState};
    /// let all = [1., 2.].map(|x| CharacterState::at(vec3(x, 0., 0.), 1.8));
    /// let hash = all.iter().fold(0, |hash, state| state.hash_bits(hash));
    /// let moved = CharacterState { feet: all[1].feet + Vec3::Y * 1e-30, ..all[1] };
    /// assert_ne!(moved.hash_bits(all[0].hash_bits(0)), hash);
    /// ```
    #[must_use]
    pub fn hash_bits(&self, seed: u64) -> u64 {
        hash_of(seed, |sink| self.write(sink))
    }
}

impl<V: Vector> Intent<V> {
    /// Appends the intent to `bytes`: in `f32` and 3D 3 bytes for one that stands, 15 for one that walks, 39 at most.
    ///
    /// ```
    /// use carom::{glam::Vec3, mover::Intent};
    /// let jump = Intent { jump: Some(5.), ..Intent::walk(Vec3::X) };
    /// let mut packet = Vec::new();
    /// Intent::walk(Vec3::ZERO).write_to(&mut packet);
    /// jump.write_to(&mut packet);
    /// assert_eq!(packet.len(), 3 + 19);
    /// let mut rest = &packet[3..];
    /// assert_eq!(Intent::<Vec3>::read_from(&mut rest)?, jump);
    /// # Ok::<(), carom::mover::WireError>(())
    /// ```
    pub fn write_to(&self, bytes: &mut Vec<u8>) {
        let flags = unless_zero(self.velocity, intent::VELOCITY)
            | flag_if(self.jump.is_some(), intent::JUMP)
            | flag_if(self.air_jump, intent::AIR_JUMP)
            | flag_if(self.height.is_some(), intent::HEIGHT)
            | flag_if(self.fly, intent::FLY)
            | flag_if(self.rise.is_some(), intent::RISE)
            | flag_if(self.axis.is_some(), intent::AXIS);
        let sink = |more: &[u8]| bytes.extend_from_slice(more);
        let mut writer = Writer::new::<V>(sink, intent::KIND, flags);
        writer.vector_if(intent::VELOCITY, self.velocity);
        if let Some(jump) = self.jump {
            writer.number(jump);
        }
        for number in [self.height, self.rise].into_iter().flatten() {
            writer.number(number);
        }
        if let Some(axis) = self.axis {
            writer.vector(axis);
        }
    }

    /// Reads an intent from the start of `bytes`, and moves `bytes` behind it.
    ///
    /// # Errors
    /// Bytes that are no intent of this kind of vector, or end; a number that is not finite. `bytes` stays.
    pub fn read_from(bytes: &mut &[u8]) -> Result<Self, WireError> {
        use intent::{AIR_JUMP, AXIS, FLY, HEIGHT, JUMP, RISE, VELOCITY};
        let known = VELOCITY | JUMP | AIR_JUMP | HEIGHT | FLY | RISE | AXIS;
        let mut reader = Reader::new::<V>(bytes, intent::KIND, known)?;
        let intent = Self {
            velocity: reader.vector_if(VELOCITY, "velocity")?,
            jump: reader.optional(JUMP, "jump")?,
            air_jump: reader.has(AIR_JUMP),
            height: reader.optional(HEIGHT, "height")?,
            fly: reader.has(FLY),
            rise: reader.optional(RISE, "rise")?,
            axis: (reader.has(AXIS).then(|| reader.vector("axis"))).transpose()?,
        };
        *bytes = &bytes[reader.at..];
        Ok(intent)
    }
}

impl<V: Vector> Locomotion<V> {
    /// Appends the state of the locomotion to `bytes`, without its settings: in `f32` and 3D 3 to 31 bytes.
    ///
    /// ```
    /// use carom::{glam::Vec3, mover::{Locomotion, LocomotionSettings}};
    /// let running = Locomotion { velocity: Vec3::X, ..Locomotion::new(LocomotionSettings::default()) };
    /// let mut packet = Vec::new();
    /// running.write_to(&mut packet);
    /// assert_eq!(packet.len(), 15);
    /// assert_eq!(Locomotion::read_from(running.settings, &mut &packet[..])?, running);
    /// # Ok::<(), carom::mover::WireError>(())
    /// ```
    pub fn write_to(&self, bytes: &mut Vec<u8>) {
        self.write(|more| bytes.extend_from_slice(more));
    }

    fn write(&self, sink: impl FnMut(&[u8])) {
        use locomotion::{AIRBORNE, GRIP, JUMPED, VELOCITY, WAITING};
        let flags = unless_zero(self.velocity, VELOCITY)
            | unless_zero_number::<V>(self.airborne, AIRBORNE)
            | flag_if(self.waiting.is_some(), WAITING)
            | flag_if(self.jumped, JUMPED)
            | flag_if(self.grip != V::Scalar::ONE, GRIP);
        let mut writer = Writer::new::<V>(sink, locomotion::KIND, flags);
        writer.vector_if(VELOCITY, self.velocity);
        writer.number_if(AIRBORNE, self.airborne);
        if let Some((speed, age)) = self.waiting {
            writer.number(speed);
            writer.number(age);
        }
        writer.number_if(GRIP, self.grip);
    }

    /// The hash of its bytes, as [`CharacterState::hash_bits`]; the settings do not count.
    #[must_use]
    pub fn hash_bits(&self, seed: u64) -> u64 {
        hash_of(seed, |sink| self.write(sink))
    }

    /// Reads the state of a locomotion with these settings from the start of `bytes`, and moves `bytes` behind it.
    ///
    /// # Errors
    /// Bytes that are no locomotion of this kind of vector, or end; a number that is not finite or out of its range. `bytes` stays.
    pub fn read_from(
        settings: LocomotionSettings<V::Scalar>,
        bytes: &mut &[u8],
    ) -> Result<Self, WireError> {
        use locomotion::{AIRBORNE, GRIP, JUMPED, KIND, VELOCITY, WAITING};
        let known = VELOCITY | AIRBORNE | WAITING | JUMPED | GRIP;
        let mut reader = Reader::new::<V>(bytes, KIND, known)?;
        let velocity = reader.vector_if(VELOCITY, "velocity")?;
        let airborne = reader.not_negative_if(AIRBORNE, "airborne")?;
        let speed = reader.optional(WAITING, "waiting")?;
        let age = reader.not_negative_if(WAITING, "waiting")?;
        let grip = if reader.has(GRIP) {
            reader.not_negative_if(GRIP, "grip")?
        } else {
            V::Scalar::ONE
        };
        let made = Self {
            settings,
            velocity,
            airborne,
            waiting: speed.map(|speed| (speed, age)),
            jumped: reader.has(JUMPED),
            grip,
        };
        *bytes = &bytes[reader.at..];
        Ok(made)
    }
}
