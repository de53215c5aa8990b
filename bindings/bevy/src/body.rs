//! Components that say how a collider or a level takes part: layers, sensors, platforms, conveyors, one-way floors.

use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_math::{Quat, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;

/// The layers that an entity is in, and those it collides with, a bit each. Default: all. On a collider, a level (for
/// all of its meshes) or a character.
///
/// Two entities collide if each is in a layer of the other's mask. Bit 31, [`CHARACTERS`](Self::CHARACTERS), belongs to
/// the characters: queries can mask them out. Characters meet each other whatever their masks, unless one is a
/// [ghost](crate::CrowdRole::Ghost).
///
/// ```
/// use bevy_carom::prelude::*;
/// let door = CollisionLayers { layers: 0b10, ..CollisionLayers::default() };
/// let spirit = CollisionLayers { mask: !0b10, ..CollisionLayers::default() };
/// assert_eq!(door.layers & spirit.mask, 0);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CollisionLayers {
    /// The layers that it is in.
    pub layers: u32,
    /// The layers that it collides with.
    pub mask: u32,
}

impl CollisionLayers {
    /// The layer of all characters.
    pub const CHARACTERS: u32 = 1 << 31;
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self {
            layers: u32::MAX,
            mask: u32::MAX,
        }
    }
}

/// A collider or level that never blocks. It sends [`SensorEntered`](crate::SensorEntered) and
/// [`SensorLeft`](crate::SensorLeft).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sensor;

/// A collider or level that blocks from one side only: a floor to jump through from below.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OneWay {
    /// Points out of the side that blocks, in the frame of the entity; any length but zero. Default: y.
    pub direction: Vec3,
    /// The greatest penetration depth that still counts as standing on it, length. Default 0.1.
    pub margin: f32,
}

impl Default for OneWay {
    fn default() -> Self {
        Self {
            direction: Vec3::Y,
            margin: 0.1,
        }
    }
}

/// The surface of a collider or level moves though the entity rests: it carries characters along.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Conveyor {
    /// The velocity of the surface in the frame of the entity, length/s.
    pub velocity: Vec3,
}

/// Colliders and level meshes of this entity and its descendants carry characters and push them out of their way.
///
/// Move the entity's `Transform` in `FixedUpdate`, to an absolute place or by a displacement; its velocity is that of
/// the motion from tick to tick. It is drawn between the last two ticks, as characters are; see
/// [`NoInterpolation`](crate::NoInterpolation).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[require(PlatformState, bevy_transform::components::Transform)]
pub struct Platform;

/// Where a [`Platform`] was at the end of the last tick. Plain data: store and restore it with the `Transform` to roll
/// back. Insert the default to teleport a platform: nothing is carried along or pushed then.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlatformState {
    /// Position and rotation in the world; `None` before the first tick.
    pub pose: Option<(Vec3, Quat)>,
}
