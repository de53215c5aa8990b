//! The four questions about a pair of shapes, and the kernels that answer them.
//!
//! Every shape is a core (one, two or three points) and a radius; [`cores`] puts a pair of them into
//! a frame of its own, [`nearest`] finds the nearest points of two cores, [`part`] the shortest way
//! out where they cross. The verbs stand on these three, so that a pair function is one line.

mod ball_aabb;
mod balls;
pub mod closest;
pub(crate) mod cloud;
pub mod contact;
pub(crate) mod cores;
mod epa;
pub(crate) mod frame;
mod gjk;
pub mod grid;
pub(crate) mod half_space;
pub(crate) mod hulls;
pub(crate) mod nearest;
pub mod overlap;
pub mod pair;
pub(crate) mod part;
mod prism;
mod segments;
pub mod sweep;
pub mod turn;
