//! Shapes: a core of one, two or three points, and a radius around it. Plain data, public fields.
//!
//! A degenerate shape *is* its simpler kind: a capsule whose ends coincide is a ball, a radius of
//! zero is the bare core, a triangle of zero area is its longest side. Nothing is checked here;
//! `is_valid` tells whether every number is finite and no radius negative.

pub(crate) mod aabb;
pub(crate) mod ball;
pub(crate) mod capsule;
pub(crate) mod segment;
pub(crate) mod triangle;
