//! The four questions about a pair of shapes, and the kernels that answer them.
//!
//! Every shape is a core and a radius. [`frame`] is what a pair is measured in. Cores of one, two or three
//! points go by [`cores`], [`nearest`] (with [`segments`], [`prism`] and [`balls`] as quicker ways) and [`part`];
//! hulls of any number of points by [`cloud`], [`gjk`], [`epa`] and [`hulls`]; half-spaces and boxes have closed
//! forms. All are a [`part::Pairing`], on which the verbs stand, so that a pair function is one line.

mod ball_aabb;
mod balls;
pub mod closest;
pub mod cloud;
pub mod contact;
pub mod cores;
mod epa;
pub mod few;
pub mod frame;
mod gjk;
pub mod grid;
pub mod half_space;
pub mod hulls;
pub mod nearest;
pub mod overlap;
pub mod pair;
pub mod part;
pub mod prism;
mod segments;
pub mod sweep;
pub mod turn;
