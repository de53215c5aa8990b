//! The queries of the lab, one module each: the struct `Inputs`, and the function `answer`, which calls carom.
//!
//! Some answers also contain the result of a flawed method for comparison (a formula that cancels, steps that tunnel); the
//! module says so.

#[cfg(feature = "lab")]
pub(crate) mod bounce;
#[cfg(feature = "lab")]
pub(crate) mod cancellation;
#[cfg(feature = "lab")]
pub(crate) mod capsule_capsule;
#[cfg(feature = "lab")]
pub(crate) mod capsule_triangle;
#[cfg(feature = "lab")]
pub(crate) mod characters;
#[cfg(feature = "lab")]
pub(crate) mod circle_capsule;
#[cfg(feature = "lab")]
pub(crate) mod circle_circle;
#[cfg(feature = "lab")]
pub(crate) mod circle_segment;
#[cfg(feature = "contacts")]
pub(crate) mod cylinder;
#[cfg(feature = "lab")]
pub(crate) mod end_points;
#[cfg(feature = "lab")]
pub(crate) mod integers;
#[cfg(feature = "contacts")]
pub(crate) mod manifold;
#[cfg(feature = "lab")]
pub(crate) mod moving_capsule;
#[cfg(feature = "lab")]
pub(crate) mod moving_circle;
#[cfg(feature = "lab")]
pub(crate) mod moving_circles;
#[cfg(feature = "lab")]
pub(crate) mod plane_space;
#[cfg(feature = "lab")]
pub(crate) mod point_circle;
#[cfg(feature = "lab")]
pub(crate) mod point_segment;
#[cfg(feature = "lab")]
pub(crate) mod polygons;
#[cfg(feature = "lab")]
pub(crate) mod slope;
#[cfg(feature = "lab")]
pub(crate) mod sphere_triangle;
#[cfg(feature = "lab")]
pub(crate) mod substeps;
#[cfg(feature = "lab")]
pub(crate) mod tree;
#[cfg(feature = "contacts")]
pub(crate) mod turning;
