//! Level survey: where can a character go, fall out, get trapped? A search with the real character controller.
//!
//! A [`Survey`] floods a level: from the spawns, and from every place where the character comes to rest, it makes short runs
//! of real ticks in all directions until it finds nothing new. A place is a cell of a grid, seen along `up`, a floor in it
//! and a stance. It keeps the whole state of the character, so that [`Flood::script`] leads from a spawn to the place to
//! the bit. The order of places does not depend on the number of threads.
//!
//! ```
//! use carom::Mesh;
//! use carom_survey::{Kind, Options, Survey};
//! use glam::{Vec3, vec3};
//!
//! // A floor of 8 m × 8 m without walls: the character can fall off.
//! let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
//! let level: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
//! let survey = Survey::new(&level, Options::default())?;
//! let flood = survey.flood(vec3(4., 0., 4.), |_progress| true)?;
//! let findings = survey.findings(&flood);
//! assert_eq!(findings.len(), 1);
//! assert_eq!(findings[0].kind, Kind::Leak);
//! // The round foot holds on up to a radius beyond the rim.
//! assert!(survey.reach(&flood).area > 64.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Navigation
//!
//! [`Survey::graph`] is the reached ground as a graph, with drops and jumps that replay. [`Survey::check_navmesh`] walks every
//! edge of a navigation mesh from elsewhere with the mover.
//!
//! # Large levels
//!
//! A [`Visitor`] receives every place and run when they are found: for a game's own rules, and to stop. A search in
//! [tiles](Survey::tile) can be stopped after any wave, saved and resumed ([`Tile::saved`], [`Survey::restore`]). Its tiles
//! can be searched on several machines and joined ([`Survey::join`]). The bits are the same. Joined tiles are evaluated one
//! after another ([`Searched`]): the memory that a square kilometer needs does not grow with the level.
//!
//! # Limits
//!
//! Two places in one cell, floor and stance count as one. So a barrier can be missed if the feet on both of its sides fit in
//! one cell; with a radius over 0.71 cells they never do. Runs aim at the middles of cells, and through openings between two
//! surfaces wherever they are. Ground that only another aim reaches can be missed; a smaller cell finds it.

mod area;
mod by_column;
mod clusters;
mod columns;
mod entered;
mod expand;
mod finding;
mod flood;
mod flood_tile;
mod geometry;
mod goal;
mod graph;
mod ground;
mod heights;
mod join;
mod kind;
mod navmesh;
mod network;
mod obstacle;
mod options;
mod places;
mod probe;
mod reach;
mod regions;
mod replay;
mod run;
mod script;
mod search;
mod searched;
mod standing;
mod survey;
mod tile;
mod tiles;
mod unreached;
mod visitor;
mod walking;

pub use area::Floor;
pub use finding::{Finding, Severity};
pub use flood::{Edge, FailedRun, Flood, Obstruction, Progress, SpawnPlace};
pub use flood_tile::FloodTile;
pub use geometry::{Fault, MeshDefect};
pub use graph::{LinkKind, NavGraph, NavLink, NavNode};
pub use ground::Ground;
pub use kind::{Kind, Presentation};
pub use navmesh::{
    Barrier, BarrierKind, NavFault, NavMesh, NavMeshError, NavPart, NavReport, OffMeshLink,
};
pub use obstacle::{Obstacle, ObstacleKind};
pub use options::{Options, SurveyError};
pub use places::{Place, PlaceId};
pub use reach::Reach;
pub use run::{Action, End};
pub use script::InputScript;
pub use searched::{Searched, Start};
pub use survey::Survey;
pub use tile::{Handover, SavedTile, Tile};
pub use tiles::TileAt;
pub use unreached::{Cause, CauseKind, Descent, Unreached};
pub use visitor::{Run, Visitor};
