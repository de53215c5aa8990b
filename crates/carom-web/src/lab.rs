//! The queries of the lab, one module each: the struct `Inputs`, and the function `answer`, which calls carom.
//!
//! Some answers also contain the result of a flawed method for comparison (a formula that cancels, steps that tunnel); the
//! module says so.

pub(crate) mod bounce;
pub(crate) mod cancellation;
pub(crate) mod capsule_capsule;
pub(crate) mod capsule_triangle;
pub(crate) mod characters;
pub(crate) mod circle_capsule;
pub(crate) mod circle_circle;
pub(crate) mod circle_segment;
pub(crate) mod cylinder;
pub(crate) mod end_points;
pub(crate) mod integers;
pub(crate) mod manifold;
pub(crate) mod moving_capsule;
pub(crate) mod moving_circle;
pub(crate) mod moving_circles;
pub(crate) mod plane_space;
pub(crate) mod point_circle;
pub(crate) mod point_segment;
pub(crate) mod polygons;
pub(crate) mod slope;
pub(crate) mod sphere_triangle;
pub(crate) mod substeps;
pub(crate) mod tree;
pub(crate) mod turning;
