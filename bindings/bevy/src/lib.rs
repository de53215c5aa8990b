//! Characters, levels and platforms for Bevy, with no physics engine.
//!
#![doc = include_str!("../README.md")]

mod ability;
mod acting;
mod admission;
mod bodies;
mod body;
mod character;
mod character_body;
mod compound;
mod convert;
mod curved;
mod dimension;
mod events;
mod frame;
#[cfg(feature = "gizmos")]
mod gizmos;
mod heights;
mod interpolation;
mod level;
mod materials;
mod outcome;
#[cfg(feature = "gizmos")]
mod outline;
mod pairs;
#[cfg(feature = "picking")]
mod picking;
mod place;
mod plugin;
mod round;
mod shape;
#[cfg(feature = "dim2")]
mod shape2d;
mod space;
mod sync;
mod tick;

/// The library: for [`SpaceQuery::with_carom`].
pub use carom;
/// Settings of abilities, for the searches of [`SpaceQuery`] and for [`Ability::swim`].
pub use carom::mover::abilities::{Mantle, Vault, WallJump, Water};

pub use ability::{Ability, AirJumps, Ladder};
pub use body::{CollisionLayers, Conveyor, OneWay, Platform, PlatformState, Sensor};
pub use character::{
    CharacterContact, CharacterMover, CharacterMover2d, CharacterReport, CharacterState, CrowdRole,
    Ground, Locomotion, RootMotion, SurfaceKind, Wish,
};
pub use character_body::{CharacterBody, Limb};
#[cfg(feature = "dim2")]
pub use dimension::Dim2;
pub use dimension::{Dim3, Dimension};
pub use events::{
    Bumped, CharacterRecording, Crushed, Landed, LeftGround, PairBegan, PairEnded, SensorEntered,
    SensorLeft, Stuck,
};
#[cfg(feature = "gizmos")]
pub use gizmos::{CaromGizmos, CaromGizmosPlugin};
pub use heights::CaromHeights;
pub use interpolation::NoInterpolation;
pub use level::{Level, LevelReady};
pub use materials::{PartMaterials, SurfaceMaterial};
pub use pairs::ReportPairs;
#[cfg(feature = "picking")]
pub use picking::CaromPickingPlugin;
pub use place::SpacePlace;
pub use plugin::{CaromPlugin, CaromSystems};
pub use shape::{Collider, ColliderPart};
#[cfg(feature = "dim2")]
pub use shape2d::Collider2d;
#[cfg(feature = "dim2")]
pub use space::CaromSpace2d;
pub use space::{CaromSpace, Space, SpaceContact, SpaceHit, SpaceQuery};

/// What most apps need.
pub mod prelude {
    pub use crate::{
        Ability, AirJumps, Bumped, CaromHeights, CaromPlugin, CaromSpace, CaromSystems,
        CharacterBody, CharacterMover, CharacterMover2d, CharacterReport, CharacterState, Collider,
        CollisionLayers, Conveyor, CrowdRole, Crushed, Ladder, Landed, LeftGround, Level,
        LevelReady, Limb, Locomotion, Mantle, NoInterpolation, OneWay, PairBegan, PairEnded,
        PartMaterials, Platform, PlatformState, ReportPairs, RootMotion, Sensor, SensorEntered,
        SensorLeft, Stuck, SurfaceKind, SurfaceMaterial, Vault, WallJump, Water, Wish,
    };
    #[cfg(feature = "dim2")]
    pub use crate::{CaromSpace2d, Collider2d};
}
