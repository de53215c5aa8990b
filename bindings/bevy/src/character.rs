//! The components of a character: what it is, what it wants, and its state.

use crate::character_body::CharacterBody;
use crate::interpolation::Drawn;
use bevy_ecs::prelude::{Component, Entity, ReflectComponent};
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::Transform;
use carom::Vector;
use carom::mover::{Collision, MoverError, MoverSettings};

use crate::convert::{vec3, vector};

/// A character: a capsule that walks, climbs steps, falls, slides and rides on platforms.
///
/// Its `Transform` is where its feet are drawn, without a gap to the ground. Write [`Wish`] to move it. Writing the
/// `Transform` teleports it: it is then at rest. It is in world space: a character has no parent. The rotation is
/// yours.
///
/// The default is a person in meters. A setting out of its range is reported with the entity's name; the character
/// then keeps the settings it had.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_carom::prelude::*;
/// fn setup(mut commands: Commands) {
///     let child = CharacterMover { radius: 0.2, height: 1.2, step_height: 0.25, ..CharacterMover::default() };
///     commands.spawn((child, Locomotion::default(), Transform::from_xyz(0., 1., 0.)));
/// }
/// # bevy_ecs::system::assert_is_system(setup);
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[require(Transform, Wish, CharacterState, CharacterReport, Drawn, Waiting)]
pub struct CharacterMover {
    /// Radius of the capsule, length. Default 0.3.
    pub radius: f32,
    /// From the feet to the top of the head, length. Less than twice the radius makes a ball. Default 1.8.
    pub height: f32,
    /// The height while [`Wish::crouch`] is set, length. Default 1.1.
    pub crouch_height: f32,
    /// Highest step that is climbed from the ground, length. Default 0.4.
    pub step_height: f32,
    /// The steepest slope that can be walked, degrees. Default 45.
    pub max_slope_degrees: f32,
    /// Ground snap: how far down a walk follows its ground, length. Default 0.4.
    pub snap: f32,
    /// Acceleration of free fall, length/s². Default 9.81.
    pub gravity: f32,
    /// The direction against gravity, of any length but zero. Default y.
    pub up: Vec3,
    /// Gap kept to everything, length; it is not drawn. At least 5e-7 times the largest coordinate. Default 0.01.
    pub skin: f32,
    /// How far, horizontally, the middle of the foot may be beyond the edge it stands on, length. Default `None`: the
    /// radius.
    pub max_overhang: Option<f32>,
    /// A flat foot: it climbs an edge as a step instead of rolling over it. Default false.
    pub flat_foot: bool,
    /// A walk stops where the middle of the foot is this far, horizontally, beyond an edge without ground within `snap` below,
    /// length, and slides along it as along a wall. Jumps and platforms take it off. Default `None`: it walks off.
    pub edge_guard: Option<f32>,
    /// Height at which the capsule rides above the ground, on a spring, length. Default 0: it does not hover.
    pub hover: f32,
    /// How far it is moved out of an overlap at most, length: see `MoverSettings`. Default 1.8.
    pub max_depenetration: f32,
    /// The shape of its body. To other characters it is its capsule. Default: a capsule.
    pub body: CharacterBody,
    /// Mass against other characters that push it; more than 0, may be infinite. Default 80.
    pub mass: f32,
    /// What it is to other characters.
    pub role: CrowdRole,
    /// It drops its wish behind others that are close in front of it, so that a group gets through a door instead of holding each
    /// other in it: see `carom::mover::Agent::gives_way`. Default false.
    pub gives_way: bool,
}

impl Default for CharacterMover {
    fn default() -> Self {
        Self {
            radius: 0.3,
            height: 1.8,
            crouch_height: 1.1,
            step_height: 0.4,
            max_slope_degrees: 45.0,
            snap: 0.4,
            gravity: 9.81,
            up: Vec3::Y,
            skin: 0.01,
            max_overhang: None,
            flat_foot: false,
            edge_guard: None,
            hover: 0.0,
            max_depenetration: 1.8,
            body: CharacterBody::Capsule,
            mass: 80.0,
            role: CrowdRole::Push,
            gives_way: false,
        }
    }
}

/// The cosine of an angle in degrees.
pub(crate) fn cosine(degrees: f32) -> f32 {
    let cosine = libm::cos(f64::from(degrees).to_radians());
    // Rounding must not make the cosine of a right angle negative.
    if cosine.abs() < 1e-12 {
        0.0
    } else {
        cosine as f32
    }
}

impl CharacterMover {
    pub(crate) fn settings<V: Vector<Scalar = f32>>(&self) -> Result<MoverSettings<V>, MoverError> {
        Ok(MoverSettings {
            up: vector(self.up),
            gravity: self.gravity,
            radius: self.radius,
            max_slope: cosine(self.max_slope_degrees),
            step_height: self.step_height,
            snap: self.snap,
            skin: self.skin,
            max_overhang: self.max_overhang,
            flat_foot: self.flat_foot,
            edge_guard: self.edge_guard,
            hover: self.hover,
            max_depenetration: self.max_depenetration,
            body: self.body.shape()?,
        })
    }
}

/// Makes a character move in the plane of x and y, among [`Collider2d`](crate::Collider2d)s. z of its `Transform` is
/// yours, for the order of drawing.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_carom::prelude::*;
/// # let mut world = World::new();
/// world.spawn((CharacterMover2d, CharacterMover { gravity: 30., ..CharacterMover::default() }));
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[require(CharacterMover)]
pub struct CharacterMover2d;

/// What a character is to other characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CrowdRole {
    /// Gives way to others and pushes them, by mass.
    #[default]
    Push,
    /// Never gives way.
    Static,
    /// Passes through the others, and queries do not find it.
    Ghost,
}

impl From<CrowdRole> for carom::mover::CrowdRole {
    fn from(role: CrowdRole) -> Self {
        match role {
            CrowdRole::Push => Self::Push,
            CrowdRole::Static => Self::Static,
            CrowdRole::Ghost => Self::Ghost,
        }
    }
}

/// What a character wants: the input of its next ticks. Write it whenever you like, in `Update` too.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wish {
    /// Wanted velocity in world space, relative to the ground, length/s. Its part along `up` counts only when flying.
    pub velocity: Vec3,
    /// Leave the ground with this upward speed, length/s. The next tick takes it.
    pub jump: Option<f32>,
    /// Take the crouch height; standing up waits for room.
    pub crouch: bool,
    /// Move freely, without gravity and ground.
    pub fly: bool,
    /// A velocity that a blow or an explosion adds to its own, length/s: see `carom::mover::Locomotion::knock_back`. The
    /// next tick takes it; it needs [`Locomotion`], and does nothing in flight.
    #[cfg_attr(feature = "serde", serde(default))]
    pub knock_back: Vec3,
    /// What an animation moves the character by in the next tick, in the place of `velocity` and `jump`. The next tick takes it:
    /// write it in each tick of the animation, in `FixedUpdate`. It does nothing in flight.
    #[cfg_attr(feature = "serde", serde(default))]
    pub root_motion: Option<RootMotion>,
    /// The direction, from tail to head, to turn the capsule to, for quadrupeds and swimmers; along `up` it stands. A turn goes through
    /// nothing and waits where there is no room: [`CharacterState::axis`] is the direction that it came to. `None` keeps it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub axis: Option<Vec3>,
}

/// The motion of an animation's root bone in a tick, for [`Wish::root_motion`]: see `carom::mover::RootMotion`.
///
/// The tick turns the character's `Transform` about `up`: by the turn of the animation, and by that of the ground under it.
/// With [`Locomotion`] the speed of the animation is the character's own from then on.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::prelude::*;
/// # use bevy_time::prelude::*;
/// use bevy_carom::prelude::*;
/// // 4 m/s along its own −z, its front.
/// fn roll(time: Res<Time>, mut wish: Single<&mut Wish>) {
///     wish.root_motion = Some(RootMotion {
///         displacement: vec3(0., 0., -4.) * time.delta_secs(),
///         ..RootMotion::default()
///     });
/// }
/// # bevy_ecs::system::assert_is_system(roll);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RootMotion {
    /// The displacement over the tick in the frame of the `Transform`'s rotation at its start, length; in 2D in the world.
    pub displacement: Vec3,
    /// The turn about `up` over the tick, radians, counter-clockwise seen from above. In 2D it does nothing.
    pub turn: f32,
    /// Whether the part of the displacement along `up` counts, in the place of gravity. Default: gravity acts.
    pub vertical: bool,
}

impl Wish {
    /// Knocks the character back with this velocity, length/s, besides what the tick has not taken yet. On the ground
    /// friction takes it: a speed of v slides v / `friction` far.
    pub fn knock_back(&mut self, velocity: Vec3) {
        self.knock_back += velocity;
    }

    /// Jumps with this upward speed, length/s. It is kept until a tick takes it, however many frames that is.
    pub fn jump(&mut self, speed: f32) {
        self.jump = Some(speed);
    }
}

/// How a character accelerates, brakes and jumps. Without this component every speed is reached at once, and a jump
/// counts only on the ground.
///
/// Thirty ticks a second come as far as a thousand: the speeds are those of Quake's acceleration and friction, solved
/// over the tick.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Locomotion {
    /// Acceleration on the ground, 1/s: the speed grows per second by this times the wanted speed. Default 10.
    pub acceleration: f32,
    /// Friction on the ground, 1/s: the speed falls to 1/e in 1/`friction` seconds. Default 4.
    pub friction: f32,
    /// Acceleration in the air, where there is no friction, 1/s. Default 1.
    pub air_acceleration: f32,
    /// Coyote time: how long after walking off an edge a jump still counts, s. Default 0.1.
    pub coyote_time: f32,
    /// How long before touching down a jump already counts, s. Default 0.1.
    pub jump_buffer: f32,
}

impl Default for Locomotion {
    fn default() -> Self {
        let settings = carom::mover::LocomotionSettings::<f32>::default();
        Self {
            acceleration: settings.acceleration,
            friction: settings.friction,
            air_acceleration: settings.air_acceleration,
            coyote_time: settings.coyote,
            jump_buffer: settings.buffer,
        }
    }
}

impl Locomotion {
    pub(crate) fn settings(&self) -> carom::mover::LocomotionSettings<f32> {
        carom::mover::LocomotionSettings {
            acceleration: self.acceleration,
            friction: self.friction,
            air_acceleration: self.air_acceleration,
            coyote: self.coyote_time,
            buffer: self.jump_buffer,
        }
    }
}

/// The whole state of a character between two ticks. Plain data: to roll back, store it with `Transform`, [`Wish`] and, where it
/// has them, [`Ability`](crate::Ability) and [`AirJumps`](crate::AirJumps), and restore all; the same ticks then give the same bits.
///
/// You may write it: `velocity` for a knockback (with `ground` set to `None`), `feet` to teleport without coming to
/// rest.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CharacterState {
    /// The lowest point of the capsule, a skin above the drawn feet.
    pub feet: Vec3,
    /// From the feet to the top, length; 0 before the first tick.
    pub height: f32,
    /// Velocity in the world, length/s.
    pub velocity: Vec3,
    /// Velocity of the ground or, in the air, of the ground that was left, length/s.
    pub base_velocity: Vec3,
    /// How far climbs have carried the character beyond its walk, length; the next ticks walk that much less.
    pub step_credit: f32,
    /// The ground under it; `None` in the air.
    pub ground: Option<Ground>,
    /// Unit direction of the capsule, from tail to head, of a character that lies or leans; `None`: it stands.
    #[cfg_attr(feature = "serde", serde(default))]
    pub axis: Option<Vec3>,
    /// Walking velocity relative to the ground, length/s; of [`Locomotion`].
    pub walk_velocity: Vec3,
    /// Time since it left the ground, s.
    pub airborne: f32,
    /// A buffered jump: its speed, length/s, and its age, s.
    pub buffered_jump: Option<(f32, f32)>,
    /// Whether it has jumped since it left the ground, or was put into the air: a late jump does not count.
    pub jumped: bool,
}

impl CharacterState {
    /// Whether it stands on ground that can be walked on.
    #[must_use]
    pub fn grounded(&self) -> bool {
        self.ground.is_some()
    }
}

/// The ground that a character stands on.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ground {
    /// The collider, the mesh of a level, or another character.
    pub entity: Entity,
    /// The number of the triangle or segment; 0 for a shape.
    pub part: u32,
    /// Unit normal of the surface.
    pub normal: Vec3,
}

/// What the last tick of a character did.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CharacterReport {
    /// The surfaces that it met, each part once, at most 32.
    pub contacts: Vec<CharacterContact>,
    /// A surface deflected it.
    pub slid: bool,
    /// It climbed a step.
    pub stepped: bool,
    /// Ground snap kept it on ground that falls away.
    pub snapped: bool,
    /// A moving body pushed it, or it was moved out of an overlap.
    pub pushed: bool,
    /// The ground under it carried it along.
    pub rode: bool,
    /// It could not move at all towards where it wanted.
    pub blocked: bool,
    /// For how many ticks there has been no free place: it stays where it is. 0: it is free.
    pub stuck_ticks: u32,
    /// The edge guard kept a walk on its ground.
    pub edge: bool,
    /// It came on to ground, at this speed against `up`, relative to the ground, length/s; in its first tick too.
    pub landed: Option<f32>,
    /// It left the ground, at this speed along `up`, relative to the ground, length/s: 0 where the ground ended.
    pub left_ground: Option<f32>,
    /// A walk went on to a surface that is this much higher (less than 0: lower), length.
    pub stepped_by: Option<f32>,
    /// It hit a ceiling, at this speed along `up`, relative to the ceiling, length/s.
    pub bumped_head: Option<f32>,
}

/// A surface that a character met.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CharacterContact {
    /// The collider, the mesh of a level, or another character.
    pub entity: Entity,
    /// The number of the triangle or segment; 0 for a shape.
    pub part: u32,
    /// Unit normal of the contact, towards the character.
    pub normal: Vec3,
    /// The kind of surface.
    pub kind: SurfaceKind,
    /// The point that was touched.
    pub point: Vec3,
    /// The velocity that the character would have had there without the surface, relative to the surface, length/s.
    pub velocity: Vec3,
    /// The tag of its [`SurfaceMaterial`](crate::SurfaceMaterial); 0 without one.
    #[cfg_attr(feature = "serde", serde(default))]
    pub tag: u32,
}

impl CharacterContact {
    /// The impulse (mass · length/s) with which a character of `mass` pushes the body that it met, to apply to that body
    /// at [`point`](Self::point), in a physics engine: that of an inelastic collision without friction, at most `limit` (a
    /// force times the tick). `inverse_mass` is that of the body at the point along the normal: 1/m for one that cannot
    /// rotate.
    #[must_use]
    pub fn push_impulse(&self, mass: f32, inverse_mass: f32, limit: f32) -> Vec3 {
        let met = Collision::<carom::glam::Vec3> {
            part: carom::PartId::of(self.part),
            normal: vector(self.normal),
            role: carom::mover::SurfaceKind::Wall,
            point: vector(self.point),
            velocity: vector(self.velocity),
            tag: self.tag,
        };
        vec3(met.push_impulse(mass, inverse_mass, limit))
    }
}

/// The kind of a surface, for the character that met it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SurfaceKind {
    /// Walkable.
    Floor,
    /// It rises but is too steep to walk.
    Steep,
    /// Upright.
    Wall,
    /// Above the character.
    Ceiling,
    /// An overlap that could not be resolved.
    Overlap,
}

impl From<carom::mover::SurfaceKind> for SurfaceKind {
    fn from(kind: carom::mover::SurfaceKind) -> Self {
        use carom::mover::SurfaceKind as Kind;
        match kind {
            Kind::Floor => Self::Floor,
            Kind::Steep => Self::Steep,
            Kind::Wall => Self::Wall,
            Kind::Ceiling => Self::Ceiling,
            Kind::Overlap => Self::Overlap,
        }
    }
}

/// Whether a character takes part yet.
#[derive(Component, Default)]
pub(crate) enum Waiting {
    /// Before its first tick.
    #[default]
    New,
    /// Until these levels are ready.
    For(Vec<Entity>),
    /// Until its settings are valid.
    Refused,
}

/// A character that takes part.
#[derive(Component)]
pub(crate) struct Joined;
