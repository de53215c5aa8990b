//! 2D: shapes, chains, worlds and characters.

pub(crate) mod answers;
mod batch;
mod chain;
pub(crate) mod character;
mod locomotion;
mod mover;
mod pair;
mod queries;
mod query;
mod shape;
mod values;
mod world;
mod world_body;

pub use answers::*;
pub use batch::*;
pub use chain::*;
pub use character::*;
pub use locomotion::*;
pub use mover::*;
pub use pair::*;
pub use queries::*;
pub use query::*;
pub use shape::*;
pub use values::*;
pub use world::*;
pub use world_body::*;
