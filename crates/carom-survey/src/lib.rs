//! Proves by the real mover where a level can be walked, and finds where it is broken.
//!
//! A [`Survey`] floods a level: from a spawn, and from every place where the character comes to rest, it makes short runs
//! of real ticks in all directions until nothing new is found. A place is a cell of a grid, seen along `up`, a floor in it
//! and a stance; what is kept there is the whole state of the character, so that [`Flood::script`] leads from the spawn to a
//! place to the bit. All is found in an order of its own, whatever the number of threads.
//!
//! ```
//! use carom::Mesh;
//! use carom_survey::{Kind, Options, Survey};
//! use glam::{Vec3, vec3};
//!
//! // A floor of 8 m × 8 m with nothing around it: one can fall off it.
//! let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
//! let level: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
//! let survey = Survey::new(&level, Options::default())?;
//! let flood = survey.flood(vec3(4., 0., 4.), |_progress| true)?;
//! let findings = survey.findings(&flood);
//! assert_eq!(findings.len(), 1);
//! assert_eq!(findings[0].kind, Kind::Leak);
//! // The feet may be beyond the rim by the radius, where the round foot still holds on.
//! assert!(survey.reach(&flood).area > 64.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Large levels
//!
//! A [`Visitor`] hears of every place and run as they are found: for rules of a game's own, and to stop. A search in
//! [tiles](Survey::tile) can be stopped after any wave, saved and gone on with ([`Tile::saved`], [`Survey::restore`]), and
//! its tiles be searched anywhere and joined ([`Survey::join`]), to the same bits.
//!
//! # What it can miss
//!
//! The search is made of cells. Two places of one cell, floor and stance count as one: what separates them must be wider
//! than a cell's diagonal, which everything is that a capsule of more than 0.71 cells' radius cannot pass. Runs lead to the
//! middles of cells, and through openings between two things wherever those are, if they are open from side to side; what
//! only another aim leads to may be missed: a finer cell finds it.

mod area;
mod columns;
mod finding;
mod flood;
mod geometry;
mod goal;
mod ground;
mod join;
mod kind;
mod near;
mod obstacle;
mod options;
mod places;
mod reach;
mod regions;
mod replay;
mod run;
mod standing;
mod tile;
mod tiles;
mod unreached;
mod visitor;

pub use area::Floor;
pub use finding::{Finding, Severity};
pub use flood::{Flood, Loss, Obstruction, Progress, Survey, Way};
pub use geometry::{Fault, Remark};
pub use ground::Ground;
pub use join::Outline;
pub use kind::{Kind, Presentation};
pub use obstacle::{Hindrance, Obstacle};
pub use options::{Options, SurveyError};
pub use places::Place;
pub use reach::Reach;
pub use run::{Action, End};
pub use tile::{Handover, SavedTile, Tile};
pub use tiles::TileAt;
pub use unreached::Unreached;
pub use visitor::{Run, Visitor};
