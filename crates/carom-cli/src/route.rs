//! A long route through a level: places to stand, the links between them, and a guide that leads the real mover to the
//! farthest unvisited place, again and again.
//!
//! The plan is coarse, a cell wide. A link that the mover cannot walk is blocked, and another route taken.

mod guide;
mod places;

pub(crate) use guide::Guide;
pub(crate) use places::{RoutePlan, Start, Walker};
