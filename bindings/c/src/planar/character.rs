//! Characters in 2D as plain data: settings, state, intent, report. The flags and bits are those of 3D.

use super::values::CaromVec2;
use crate::character::characters;
use crate::memory::Plain;
use carom_rs::glam::Vec2;
use carom_rs::mover::CharacterState;

/// Settings of a mover in 2D. carom2d_mover_defaults() is a person in meters and seconds, with y up.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carom2dMoverSettings {
    /// The direction against gravity, of any length but zero. Default (0, 1).
    pub up: CaromVec2,
    /// Acceleration of free fall, length/s^2; not negative. Default 9.81.
    pub gravity: f32,
    /// Radius of the capsule, a length, more than 0. Default 0.3.
    pub radius: f32,
    /// The steepest walkable slope, in degrees, 0 to 90. Default 45.
    pub max_slope: f32,
    /// Highest step that is climbed from the ground, a length; 0 climbs none. Default 0.4.
    pub step_height: f32,
    /// Ground snap: how far down a walk follows its ground, a length. Default 0.4.
    pub snap: f32,
    /// Gap kept to everything, a length; more than 0, less than the radius. It absorbs the rounding of positions: at
    /// least 2.4 mm at 5 km from the origin. Default 0.01.
    pub skin: f32,
    /// With CAROM_MAX_OVERHANG: how far the middle of the foot may be beyond the edge it stands on, a length.
    pub max_overhang: f32,
    /// Height at which the capsule rides above the ground on a spring, a length. Default 0: it does not hover.
    pub hover: f32,
    /// How far a character that overlaps the scene is moved out at most, a length; 1.12 radii are always tried. Default
    /// 1.8.
    pub max_depenetration: f32,
    /// With CAROM_EDGE_GUARD: a walk stops where the middle of the foot is this far, horizontally, beyond an edge without
    /// ground within snap below, a length, at least a twentieth of the radius.
    /// Jumps and platforms take the character off; one that hovers walks off.
    pub edge_guard: f32,
    /// A sum of CAROM_FLAT_FOOT, CAROM_MAX_OVERHANG, CAROM_EDGE_GUARD. Default: 0.
    pub flags: u32,
}

/// The whole state of a character in 2D between two ticks: plain data without padding, to copy, compare, save and restore. The
/// same state, intent and scene give the same bits. carom2d_character_at() makes one at rest.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carom2dCharacter {
    /// The lowest point of the capsule. Of one that lies or leans: the point straight under its middle, at the height of its
    /// lowest point.
    pub feet: CaromVec2,
    /// From the lowest to the highest point of the capsule when it stands, a length, more than 0; from tip to tip of one that
    /// lies. Less than twice the radius makes a ball.
    pub height: f32,
    /// Velocity in the world at the end of the tick, length/s.
    pub velocity: CaromVec2,
    /// Velocity of the ground or, in the air, of the ground that was left, length/s.
    pub base_velocity: CaromVec2,
    /// How far climbs have carried the character beyond its walk, a length; the next ticks walk that much less.
    pub step_credit: f32,
    /// Unit normal of the ground, if it is on ground.
    pub ground_normal: CaromVec2,
    /// Unit direction of the capsule in the world, from tail to head, of a character that lies or leans; zero if it stands
    /// along up.
    pub axis: CaromVec2,
    /// Whether it is on ground: 1 or 0.
    pub on_ground: u32,
    /// The number of the ground's segment in its chain, 0 for a shape of a world, or CAROM_NO_PART in the air.
    pub ground_part: u32,
    /// The body of the ground, or CAROM_NO_BODY in the air.
    pub ground_body: u64,
}

/// The input of a tick in 2D. Zeros let a character stand.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carom2dIntent {
    /// Wanted velocity relative to the ground, length/s, reached at once. Its part along up counts only when flying.
    pub velocity: CaromVec2,
    /// If more than 0: leave the ground with this upward speed, length/s. Ignored in the air.
    pub jump: f32,
    /// If more than 0: the height from now on, a length: crouch, or stand up where there is room.
    pub height: f32,
    /// A sum of CAROM_AIR_JUMP, CAROM_FLY, CAROM_RISE.
    pub flags: u32,
    /// With CAROM_RISE: an upward speed that takes the place of gravity in this tick, length/s. More than 0 leaves the ground;
    /// less does not. A jump that counts and a flight come before it.
    pub rise: f32,
    /// If not zero: the direction, from tail to head, to turn the capsule to, of any length; along up it stands up. The turn
    /// goes through nothing, is pushed aside by what it meets, and waits where there is no room.
    pub axis: CaromVec2,
}

/// What a tick in 2D did. The ground after it is in the state.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carom2dReport {
    /// What shaped the motion: a sum of CAROM_SLID, CAROM_STEPPED and so on.
    pub why: u32,
    /// The limits that were reached: a sum of CAROM_LIMIT_TURNS and so on.
    pub limits: u32,
    /// What happened, at the moment within the tick: a sum of CAROM_LANDED, CAROM_LEFT_GROUND, CAROM_STEP,
    /// CAROM_BUMPED_HEAD. The numbers of the others are 0.
    pub events: u32,
    /// The speed of a landing against up, relative to the ground, length/s.
    pub landed: f32,
    /// The speed along up with which it left the ground, relative to it, length/s: that of a jump, 0 where the ground
    /// ended.
    pub left_ground: f32,
    /// How much higher the surface is on to which a walk went; less than 0: lower. A length, more than the skin.
    pub stepped: f32,
    /// The speed along up with which it hit a ceiling, relative to the ceiling, length/s.
    pub bumped_head: f32,
}

/// A surface that the motion of a tick in 2D met.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carom2dCollision {
    /// Unit normal of the contact, from the part to the character.
    pub normal: CaromVec2,
    /// CAROM_FLOOR, CAROM_SLOPE, CAROM_WALL, CAROM_CEILING or CAROM_OVERLAP.
    pub role: u32,
    /// The number of the segment in its chain; 0 for a shape of a world.
    pub part: u32,
    /// The tag of its material: 0, since materials are set in 3D only.
    pub tag: u32,
    /// Padding; 0.
    pub reserved: u32,
    /// The body of the world; 0 for a chain outside of a world.
    pub body: u64,
    /// The point of the part that was touched.
    pub point: CaromVec2,
    /// The velocity that the character would have had there without the part, relative to the part's own velocity at the
    /// point, length/s.
    pub velocity: CaromVec2,
}

// SAFETY: integers and floats.
unsafe impl Plain for Carom2dMoverSettings {}
// SAFETY: integers and floats.
unsafe impl Plain for Carom2dCharacter {}
// SAFETY: integers and floats.
unsafe impl Plain for Carom2dIntent {}
// SAFETY: integers and floats.
unsafe impl Plain for Carom2dReport {}
// SAFETY: integers and floats.
unsafe impl Plain for Carom2dCollision {}

characters!(
    Vec2,
    Carom2dMoverSettings,
    Carom2dCharacter {},
    Carom2dIntent,
    Carom2dReport {},
    Carom2dCollision { reserved }
);

/// The settings of a new mover in 2D.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_mover_defaults() -> Carom2dMoverSettings {
    Carom2dMoverSettings::defaults()
}

/// A character in 2D at rest, at its start or after a teleport. It checks nothing: the step does.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_character_at(feet: CaromVec2, height: f32) -> Carom2dCharacter {
    CharacterState::at(feet.into(), height).into()
}

/// A character in 2D at rest that lies or leans: `axis` is its direction from tail to head, of any length but zero; `length` is
/// that from tip to tip.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_character_lying(
    feet: CaromVec2,
    axis: CaromVec2,
    length: f32,
) -> Carom2dCharacter {
    CharacterState::lying(feet.into(), axis.into(), length).into()
}
