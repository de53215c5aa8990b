//! A long way through a level: where one can stand, how the places hang together, and a guide who
//! leads the real mover from the farthest unseen place to the next.
//!
//! The plan is coarse, a cell wide; whether a way can be walked is for the mover to say, and a way
//! that cannot is struck out and another taken.

mod guide;
mod places;

pub(crate) use guide::Guide;
pub(crate) use places::{Plan, Walker};
