//! The arithmetic under carom: vectors over glam, double-double numbers, exact signs of determinants, SIMD lanes,
//! the Morton curve, sorting, fork-join parallelism.
//!
//! Everything uses only `+ − × ÷ √` and comparisons, no fused multiply-add and no platform math library, so it computes
//! the same bits on every target, in every build profile and with every instruction set.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

pub mod curve;
pub mod double_double;
pub mod exact;
mod glam_vectors;
pub mod lanes;
pub mod parallel;
pub mod sort;
pub mod vector;

pub use vector::{Scalar, Vector};
