//! The arithmetic under carom: vectors over glam, double-double numbers, exact signs of determinants, SIMD lanes,
//! the Morton curve, and work on several threads.
//!
//! Only `+ − × ÷ √` and comparisons, no fused multiply-add and no platform mathematics: the same bits on every
//! target, in every build profile and with every instruction set.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

pub mod curve;
pub mod double_double;
pub mod exact;
pub mod lanes;
pub mod parallel;
pub mod vector;

pub use vector::{Scalar, Vector};
