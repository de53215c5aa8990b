//! Characters as plain data: settings, state, intent, report.

use crate::memory::Plain;
use crate::values::CaromVec3;
#[cfg(feature = "worlds")]
use carom_rs::mover::CharacterState;

/// Flag of settings: a flat foot, which climbs an edge as a step instead of rolling over it.
pub const CAROM_FLAT_FOOT: u32 = 1;
/// Flag of settings: max_overhang counts.
pub const CAROM_MAX_OVERHANG: u32 = 2;
/// Flag of settings: edge_guard counts.
pub const CAROM_EDGE_GUARD: u32 = 4;
/// Flag of an intent: the jump counts in the air too.
pub const CAROM_AIR_JUMP: u32 = 1;
/// Flag of an intent: move freely, without gravity and ground.
pub const CAROM_FLY: u32 = 2;
/// Flag of an intent: its rise counts.
pub const CAROM_RISE: u32 = 4;

/// Bit of a report: a surface deflected the motion.
pub const CAROM_SLID: u32 = 1;
/// Bit of a report: the character climbed a step.
pub const CAROM_STEPPED: u32 = 2;
/// Bit of a report: ground snap kept it on ground that falls away.
pub const CAROM_SNAPPED: u32 = 4;
/// Bit of a report: it met a slope too steep to walk.
pub const CAROM_STEEP: u32 = 8;
/// Bit of a report: a moving body pushed it, or it was moved out of an overlap.
pub const CAROM_PUSHED: u32 = 16;
/// Bit of a report: the ground under it carried it along.
pub const CAROM_RODE: u32 = 32;
/// Bit of a report: it could not move at all towards where it wanted.
pub const CAROM_BLOCKED: u32 = 64;
/// Bit of a report: there is no free pose; it stayed where it was.
pub const CAROM_STUCK: u32 = 128;
/// Bit of a report: it hit a ceiling.
pub const CAROM_HEAD: u32 = 256;
/// Bit of a report: a limit on work was reached, and the rest of the motion was dropped; see limits.
pub const CAROM_LIMIT: u32 = 512;
/// Bit of a report: the edge guard kept a walk on its ground.
pub const CAROM_EDGE: u32 = 1024;

/// Event of a report: it came on to ground.
pub const CAROM_LANDED: u32 = 1;
/// Event of a report: it left the ground.
pub const CAROM_LEFT_GROUND: u32 = 2;
/// Event of a report: a walk went on to a higher or lower surface.
pub const CAROM_STEP: u32 = 4;
/// Event of a report: it hit a ceiling on its way up.
pub const CAROM_BUMPED_HEAD: u32 = 8;

/// Limit of a report: the motion was deflected 8 times.
pub const CAROM_LIMIT_TURNS: u32 = 1;
/// Limit of a report: more than 12 surfaces were touched at once.
pub const CAROM_LIMIT_PLANES: u32 = 2;
/// Limit of a report: the motion would have left the box that the tick gathered.
pub const CAROM_LIMIT_REGION: u32 = 4;
/// Limit of a report: numbers overflowed, and the character stayed where it was.
pub const CAROM_LIMIT_OVERFLOW: u32 = 8;

/// Role of a surface: walkable.
pub const CAROM_FLOOR: u32 = 0;
/// Role of a surface: it rises but is too steep to walk, or too far out under the foot.
pub const CAROM_SLOPE: u32 = 1;
/// Role of a surface: upright.
pub const CAROM_WALL: u32 = 2;
/// Role of a surface: above the character.
pub const CAROM_CEILING: u32 = 3;
/// Role of a surface: an overlap that could not be resolved.
pub const CAROM_OVERLAP: u32 = 4;

/// Settings of a mover. carom_mover_defaults() is a person in meters and seconds, with y up.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromMoverSettings {
    /// The direction against gravity, of any length but zero. Default (0, 1, 0).
    pub up: CaromVec3,
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
    /// ground within snap below, a length, at least a twentieth of the radius; it slides along the edge as along a wall.
    /// Jumps and platforms take the character off; one that hovers walks off.
    pub edge_guard: f32,
    /// A sum of CAROM_FLAT_FOOT, CAROM_MAX_OVERHANG, CAROM_EDGE_GUARD. Default: 0.
    pub flags: u32,
}

/// The whole state of a character between two ticks: plain data without padding, to copy, compare, save and restore. The
/// same state, intent and scene give the same bits. carom_character_at() makes one at rest.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromCharacter {
    /// The lowest point of the capsule. Of one that lies or leans: the point straight under its middle, at the height of its
    /// lowest point.
    pub feet: CaromVec3,
    /// From the lowest to the highest point of the capsule when it stands, a length, more than 0; from tip to tip of one that
    /// lies. Less than twice the radius makes a ball.
    pub height: f32,
    /// Velocity in the world at the end of the tick, length/s.
    pub velocity: CaromVec3,
    /// Velocity of the ground or, in the air, of the ground that was left, length/s.
    pub base_velocity: CaromVec3,
    /// How far climbs have carried the character beyond its walk, a length; the next ticks walk that much less.
    pub step_credit: f32,
    /// Unit normal of the ground, if it is on ground.
    pub ground_normal: CaromVec3,
    /// Unit direction of the capsule in the world, from tail to head, of a character that lies or leans; zero if it stands
    /// along up.
    pub axis: CaromVec3,
    /// Padding; 0.
    pub reserved: u32,
    /// Whether it is on ground: 1 or 0.
    pub on_ground: u32,
    /// The number of the ground's triangle, or CAROM_NO_PART in the air.
    pub ground_part: u32,
    /// The body of the ground, or CAROM_NO_BODY in the air.
    pub ground_body: u64,
}

/// The input of a tick. Zeros let a character stand.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromIntent {
    /// Wanted velocity relative to the ground, length/s, reached at once. Its part along up counts only when flying.
    pub velocity: CaromVec3,
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
    pub axis: CaromVec3,
}

/// What a tick did. The ground after it is in the state.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromReport {
    /// What shaped the motion: a sum of CAROM_SLID, CAROM_STEPPED and so on.
    pub why: u32,
    /// The limits that were reached: a sum of CAROM_LIMIT_TURNS and so on.
    pub limits: u32,
    /// Whether the motion followed a crease between two surfaces: 1 or 0.
    pub has_crease: u32,
    /// The unit direction of the last such crease, or zero.
    pub crease: CaromVec3,
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
    /// Padding; 0.
    pub reserved: u32,
}

/// A surface that the motion of a tick met.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromCollision {
    /// Unit normal of the contact, from the part to the character.
    pub normal: CaromVec3,
    /// CAROM_FLOOR, CAROM_SLOPE, CAROM_WALL, CAROM_CEILING or CAROM_OVERLAP.
    pub role: u32,
    /// The number of the triangle in its mesh; 0 for a shape of a world.
    pub part: u32,
    /// The tag of its material; 0 without one.
    pub tag: u32,
    /// The body of the world; 0 for a mesh outside of a world.
    pub body: u64,
    /// The point of the part that was touched.
    pub point: CaromVec3,
    /// The velocity that the character would have had there without the part, relative to the part's own velocity at the
    /// point, length/s.
    pub velocity: CaromVec3,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromMoverSettings {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromCharacter {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromIntent {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromReport {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromCollision {}

/// The settings of a new mover.
#[cfg(feature = "worlds")]
#[unsafe(no_mangle)]
pub extern "C" fn carom_mover_defaults() -> CaromMoverSettings {
    CaromMoverSettings::defaults()
}

/// A character at rest, at its start or after a teleport. It checks nothing: the step does.
#[cfg(feature = "worlds")]
#[unsafe(no_mangle)]
pub extern "C" fn carom_character_at(feet: CaromVec3, height: f32) -> CaromCharacter {
    CharacterState::at(feet.into(), height).into()
}

/// A character at rest that lies or leans: `axis` is its direction from tail to head, of any length but zero, or the heading of a
/// body that has one (carom_mover_set_body()); `length` is that from tip to tip, or the height.
#[cfg(feature = "worlds")]
#[unsafe(no_mangle)]
pub extern "C" fn carom_character_lying(
    feet: CaromVec3,
    axis: CaromVec3,
    length: f32,
) -> CaromCharacter {
    CharacterState::lying(feet.into(), axis.into(), length).into()
}

/// The characters of the header and those of the library. Padding is named where there is some; a report with padding has creases.
macro_rules! characters {
    (
        $Vector:ty,
        $Settings:ty,
        $Character:ty { $($of_character:ident)? },
        $Intent:ty,
        $Report:ty { $($of_report:ident)? },
        $Collision:ty { $($of_collision:ident)? }
    ) => {
        const _: () = {
            use $crate::answers::{CAROM_NO_BODY, CAROM_NO_PART, name};
            use $crate::both::characters::{
                CharacterOf, IntentOf, SettingsOf, bits, flag, some_axis, wanted,
            };
            use $crate::character::*;
            use $crate::objects::HasSettings;
            use $crate::status::Result;
            use $crate::values::{
                finite, finite_number, is_set, known_flags, not_negative, positive, slope_cosine,
            };
            use carom_rs::mover::{
                BodyShape, CharacterState, Collision, Ground, Intent, MoverSettings, Report,
                SurfaceKind,
            };
            use carom_rs::{BodyId, PartId};
            use std::fmt::Display;

            impl HasSettings for $Vector {
                type Settings = $Settings;
            }

            impl $Settings {
                /// The settings of a new mover.
                pub(crate) fn defaults() -> Self {
                    let settings = MoverSettings::<$Vector>::default();
                    Self {
                        up: settings.up.into(),
                        gravity: settings.gravity,
                        radius: settings.radius,
                        max_slope: 45.0,
                        step_height: settings.step_height,
                        snap: settings.snap,
                        skin: settings.skin,
                        max_overhang: 0.0,
                        hover: settings.hover,
                        max_depenetration: settings.max_depenetration,
                        edge_guard: 0.0,
                        flags: 0,
                    }
                }
            }

            impl SettingsOf<$Vector> for $Settings {
                fn settings(&self) -> Result<MoverSettings<$Vector>> {
                    let known = CAROM_FLAT_FOOT | CAROM_MAX_OVERHANG | CAROM_EDGE_GUARD;
                    let flags = known_flags(self.flags, known, "settings.flags")?;
                    let max_slope = slope_cosine(self.max_slope, "settings.max_slope")?;
                    Ok(MoverSettings {
                        up: self.up.into(),
                        gravity: self.gravity,
                        radius: self.radius,
                        max_slope,
                        step_height: self.step_height,
                        snap: self.snap,
                        skin: self.skin,
                        max_overhang: (flags & CAROM_MAX_OVERHANG != 0).then_some(self.max_overhang),
                        flat_foot: flags & CAROM_FLAT_FOOT != 0,
                        edge_guard: (flags & CAROM_EDGE_GUARD != 0).then_some(self.edge_guard),
                        hover: self.hover,
                        max_depenetration: self.max_depenetration,
                        body: BodyShape::Capsule,
                    })
                }
            }

            impl CharacterOf<$Vector> for $Character {
                fn state(&self) -> Result<CharacterState<$Vector>> {
                    let ground = if is_set(self.on_ground, "state.on_ground")? {
                        Some(Ground {
                            normal: finite(self.ground_normal, "state.ground_normal")?,
                            part: PartId {
                                body: BodyId::from_bits(self.ground_body),
                                index: self.ground_part,
                            },
                        })
                    } else {
                        None
                    };
                    Ok(CharacterState {
                        feet: finite(self.feet, "state.feet")?,
                        height: positive(self.height, "state.height")?,
                        velocity: finite(self.velocity, "state.velocity")?,
                        base_velocity: finite(self.base_velocity, "state.base_velocity")?,
                        step_credit: not_negative(self.step_credit, "state.step_credit")?,
                        ground,
                        axis: some_axis(finite(self.axis, "state.axis")?),
                    })
                }
            }

            impl From<CharacterState<$Vector>> for $Character {
                fn from(state: CharacterState<$Vector>) -> Self {
                    let ground = state.ground;
                    let (body, part) =
                        ground.map_or((CAROM_NO_BODY, CAROM_NO_PART), |ground| name(ground.part));
                    Self {
                        feet: state.feet.into(),
                        height: state.height,
                        velocity: state.velocity.into(),
                        base_velocity: state.base_velocity.into(),
                        step_credit: state.step_credit,
                        ground_normal: ground.map_or(<$Vector>::ZERO, |ground| ground.normal).into(),
                        axis: state.axis.unwrap_or(<$Vector>::ZERO).into(),
                        $($of_character: 0,)?
                        on_ground: ground.is_some().into(),
                        ground_part: part,
                        ground_body: body,
                    }
                }
            }

            impl IntentOf<$Vector> for $Intent {
                fn intent(&self, prefix: &dyn Display) -> Result<Intent<$Vector>> {
                    let known = CAROM_AIR_JUMP | CAROM_FLY | CAROM_RISE;
                    let flags = known_flags(self.flags, known, format_args!("{prefix}flags"))?;
                    Ok(Intent {
                        velocity: finite(self.velocity, format_args!("{prefix}velocity"))?,
                        jump: wanted(self.jump, prefix, "jump")?,
                        height: wanted(self.height, prefix, "height")?,
                        air_jump: flags & CAROM_AIR_JUMP != 0,
                        fly: flags & CAROM_FLY != 0,
                        rise: if flags & CAROM_RISE == 0 {
                            None
                        } else {
                            Some(finite_number(self.rise, format_args!("{prefix}rise"))?)
                        },
                        axis: some_axis(finite(self.axis, format_args!("{prefix}axis"))?),
                    })
                }
            }

            impl From<Intent<$Vector>> for $Intent {
                fn from(intent: Intent<$Vector>) -> Self {
                    let air_jump = flag(intent.air_jump, CAROM_AIR_JUMP);
                    let fly = flag(intent.fly, CAROM_FLY);
                    let rise = flag(intent.rise.is_some(), CAROM_RISE);
                    Self {
                        velocity: intent.velocity.into(),
                        jump: intent.jump.unwrap_or(0.0),
                        height: intent.height.unwrap_or(0.0),
                        flags: air_jump | fly | rise,
                        rise: intent.rise.unwrap_or(0.0),
                        axis: intent.axis.unwrap_or(<$Vector>::ZERO).into(),
                    }
                }
            }

            impl From<&Report<$Vector>> for $Report {
                fn from(report: &Report<$Vector>) -> Self {
                    let limits = &report.limits;
                    let events = &report.events;
                    let all = [
                        events.landed,
                        events.left_ground,
                        events.stepped,
                        events.bumped_head,
                    ];
                    let number = |event: usize| all[event].unwrap_or(0.0);
                    Self {
                        why: report.why.bits().into(),
                        limits: bits(&[limits.turns, limits.planes, limits.region, limits.overflow]),
                        events: bits(&all.map(|event| event.is_some())),
                        landed: number(0),
                        left_ground: number(1),
                        stepped: number(2),
                        bumped_head: number(3),
                        $(
                            $of_report: 0,
                            has_crease: report.crease.is_some().into(),
                            crease: report.crease.unwrap_or(<$Vector>::ZERO).into(),
                        )?
                    }
                }
            }

            impl From<&Collision<$Vector>> for $Collision {
                fn from(collision: &Collision<$Vector>) -> Self {
                    let (body, part) = name(collision.part);
                    Self {
                        normal: collision.normal.into(),
                        role: match collision.role {
                            SurfaceKind::Floor => CAROM_FLOOR,
                            SurfaceKind::Steep => CAROM_SLOPE,
                            SurfaceKind::Wall => CAROM_WALL,
                            SurfaceKind::Ceiling => CAROM_CEILING,
                            SurfaceKind::Overlap => CAROM_OVERLAP,
                        },
                        part,
                        tag: collision.tag,
                        body,
                        point: collision.point.into(),
                        velocity: collision.velocity.into(),
                        $($of_collision: 0,)?
                    }
                }
            }
        };
    };
}
#[cfg(feature = "planar")]
pub(crate) use characters;

#[cfg(feature = "worlds")]
characters!(
    carom_rs::glam::Vec3,
    CaromMoverSettings,
    CaromCharacter { reserved },
    CaromIntent,
    CaromReport { reserved },
    CaromCollision {}
);
