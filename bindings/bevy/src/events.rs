//! Events of characters and sensors, for observers.

use crate::character::SurfaceKind;
use bevy_ecs::prelude::{Entity, EntityEvent};
use bevy_math::Vec3;
use carom::mover::Recording;

/// A character has come down on ground.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_carom::prelude::*;
/// # let mut world = World::new();
/// world.add_observer(|landed: On<Landed>| println!("{} at {} m/s", landed.entity, landed.speed));
/// ```
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Landed {
    /// The character.
    pub entity: Entity,
    /// What it landed on.
    pub on: Entity,
    /// Its speed against the ground at the touch, along `up`, length/s.
    pub speed: f32,
}

/// A character has left the ground.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftGround {
    /// The character.
    pub entity: Entity,
    /// What it stood on.
    pub from: Entity,
    /// Whether by a jump.
    pub jumped: bool,
}

/// A character has met a wall, ceiling or steep slope that it did not meet in the tick before.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Bumped {
    /// The character.
    pub entity: Entity,
    /// What it met.
    pub other: Entity,
    /// The number of the triangle or segment; 0 for a shape.
    pub part: u32,
    /// Unit normal of the contact, towards the character.
    pub normal: Vec3,
    /// The kind of surface.
    pub kind: SurfaceKind,
}

/// A [`Platform`](crate::Platform) crushes a character: there is no free place. Sent once until it is free again.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crushed {
    /// The character.
    pub entity: Entity,
    /// The platform's collider or mesh.
    pub by: Entity,
}

/// A character is stuck in something that does not move. Sent once until it is free again, in the second tick that it
/// is stuck.
#[derive(EntityEvent, Clone, Debug)]
pub struct Stuck {
    /// The character.
    pub entity: Entity,
    /// The tick with everything it depends on, to replay and to report.
    pub recording: CharacterRecording,
}

/// A recorded tick, in 3D or 2D.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum CharacterRecording {
    /// Of a character in 3D.
    Dim3(Box<Recording<carom::glam::Vec3>>),
    /// Of a [`CharacterMover2d`](crate::CharacterMover2d).
    Dim2(Box<Recording<carom::glam::Vec2>>),
}

impl CharacterRecording {
    /// Replays the tick: whether it comes out as recorded, to the bit.
    #[must_use]
    pub fn replays(&self) -> bool {
        match self {
            Self::Dim3(tick) => tick.play().is_ok_and(|played| played.is_same()),
            Self::Dim2(tick) => tick.play().is_ok_and(|played| played.is_same()),
        }
    }
}

/// Something has entered a [`Sensor`](crate::Sensor).
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorEntered {
    /// The sensor.
    pub entity: Entity,
    /// What has entered: a collider, a mesh of a level, or a character.
    pub other: Entity,
}

/// Something has left a [`Sensor`](crate::Sensor), or is gone.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorLeft {
    /// The sensor.
    pub entity: Entity,
    /// What has left; it may be despawned.
    pub other: Entity,
}
