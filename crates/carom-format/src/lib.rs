//! The JSON of carom, in one place: shapes, bodies, characters, scenarios, setups, billiards, queries and
//! reports.
//!
//! Input is checked field by field: unknown fields, numbers out of range and shapes that are none give a
//! [`FormatError`] that names the place, as in `bodies[2].ball.radius must be 0 to a billion, not -1`.
//! `docs/formats.md` describes all formats.
//!
//! ```
//! use carom_format::Scenario;
//! let text = br#"{"seconds": 2, "characters": [{"feet": [0, 0, 0], "radius": 0.4}]}"#;
//! let scenario = Scenario::read(text, "a/walk.json".as_ref())?;
//! assert_eq!((scenario.name.as_str(), scenario.ticks), ("walk", 120));
//! assert_eq!(scenario.characters[0].settings.radius, 0.4);
//! # Ok::<(), carom_format::FormatError>(())
//! ```
//!
//! Without the feature `json` there is only the hash, [`Fnv`].

mod hash;

#[cfg(feature = "json")]
pub mod billiards;
#[cfg(feature = "json")]
mod body;
#[cfg(feature = "json")]
mod character;
#[cfg(feature = "json")]
mod decimal;
#[cfg(feature = "json")]
mod dimension;
#[cfg(feature = "json")]
mod error;
#[cfg(feature = "json")]
mod ignore;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "json")]
mod level;
#[cfg(feature = "json")]
mod navmesh;
#[cfg(feature = "json")]
mod number;
#[cfg(feature = "json")]
mod place;
#[cfg(feature = "json")]
pub mod query;
#[cfg(feature = "json")]
mod recording;
#[cfg(feature = "json")]
pub mod report;
#[cfg(feature = "json")]
pub mod scenario;
#[cfg(feature = "json")]
pub mod setup;
#[cfg(feature = "json")]
mod shape;

pub use hash::Fnv;

#[cfg(feature = "json")]
pub use {
    body::CharacterBody,
    character::{Character, CharacterFile, GRAVITY, HEIGHT, cosine},
    error::FormatError,
    ignore::{IgnoreEntry, IgnoreList},
    json::{parse, read_file},
    level::{ColliderUse, LevelReading, UpAxis},
    navmesh::{NavMeshFile, NavMeshLink, NavMeshLinkKind},
    number::{Coordinates, Number},
    recording::RecordedTick,
    scenario::Scenario,
    shape::{LevelFile, NamedParts, PartNumbers, Solid},
};
