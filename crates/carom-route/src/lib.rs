//! Where to start in a level, and a long route through it: places to stand, the links between them, and a guide that leads the
//! real mover to the farthest unvisited place, again and again.
//!
//! The plan is coarse, a cell wide. A link that the mover cannot walk is blocked, and another route taken.
//!
//! ```
//! use carom::Mesh;
//! use carom::mover::{CharacterState, Mover, MoverSettings};
//! use carom_route::{Guide, RoutePlan, Start, Walker};
//! use glam::vec3;
//!
//! let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
//! let level = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
//! let settings = MoverSettings::default();
//! let walker = Walker { settings: &settings, height: 1.8, jump: 0.0 };
//! let plan = RoutePlan::of_level(&level, &walker, &Start::OneOf(vec![]))?;
//! // In the middle of the floor.
//! assert!(plan.spawn().distance(vec3(4., 0., 4.)) < 0.6);
//! let (mut mover, mut body) = (Mover::new(settings)?, CharacterState::at(plan.spawn(), 1.8));
//! let mut guide = Guide::new(&plan, 4.0, 0.0);
//! for _ in 0..600 {
//!     let Some(intent) = guide.intent(&level, &mover, &body, 1. / 60.) else { break };
//!     mover.step(&level, &mut body, &intent, 1. / 60.);
//! }
//! assert!(guide.reached() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod guide;
mod places;
mod plan;

pub use guide::Guide;
pub use places::{RouteError, Start, Walker, spawns};
pub use plan::RoutePlan;
