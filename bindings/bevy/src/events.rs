//! Events of characters, sensors and pairs, for observers.

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
    /// The speed at which it closed on it, against `normal`, length/s: 0 or more.
    pub speed: f32,
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

/// A recorded tick. With the feature `serde` its JSON is a file for the commands `carom replay` and `carom shrink`.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_carom::prelude::*;
/// # let mut world = World::new();
/// world.add_observer(|stuck: On<Stuck>| {
///     println!("{} is stuck, the same again: {}", stuck.entity, stuck.recording.replays());
/// });
/// ```
#[derive(Clone, Debug)]
pub struct CharacterRecording(Recorded);

#[derive(Clone, Debug)]
pub(crate) enum Recorded {
    Dim3(Box<Recording<carom::glam::Vec3>>),
    #[cfg(feature = "dim2")]
    Dim2(Box<Recording<carom::glam::Vec2>>),
}

impl CharacterRecording {
    pub(crate) fn of(tick: Recorded) -> Self {
        Self(tick)
    }

    /// Replays the tick: whether the result is as recorded, to the bit.
    #[must_use]
    pub fn replays(&self) -> bool {
        match &self.0 {
            Recorded::Dim3(tick) => tick.play().is_ok_and(|played| played.is_same()),
            #[cfg(feature = "dim2")]
            Recorded::Dim2(tick) => tick.play().is_ok_and(|played| played.is_same()),
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for CharacterRecording {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct File<'a, T> {
            dimensions: u8,
            precision: &'static str,
            tick: &'a T,
        }
        let precision = "f32";
        match &self.0 {
            Recorded::Dim3(tick) => File {
                dimensions: 3,
                precision,
                tick,
            }
            .serialize(to),
            #[cfg(feature = "dim2")]
            Recorded::Dim2(tick) => File {
                dimensions: 2,
                precision,
                tick,
            }
            .serialize(to),
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

/// Something has begun to touch an entity with [`ReportPairs`](crate::ReportPairs). Sent once until they no longer touch;
/// also if the component is added while they do.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairBegan {
    /// The entity with [`ReportPairs`](crate::ReportPairs).
    pub entity: Entity,
    /// The other of the pair: a collider, a mesh of a level, or a character.
    pub other: Entity,
}

/// A pair of a [`PairBegan`] no longer touches, one of the two is gone, or the component is.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairEnded {
    /// The entity with [`ReportPairs`](crate::ReportPairs); it may be despawned.
    pub entity: Entity,
    /// The other of the pair; it may be despawned.
    pub other: Entity,
}
