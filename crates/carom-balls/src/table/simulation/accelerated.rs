//! Events on accelerated trajectories (rolling friction, gravity), and balls that come to rest.
//!
//! Under gravity bounces die out: infinitely many, ever lower, in finite time. Four rules end them. They hold for
//! contacts under *pressure*, that is with an acceleration into the other.
//!
//! 1. On flat features, bounces that rise less than [`LOW`] are replaced by one of the same total duration. After it
//!    the ball is in contact: it slides along the surface with the tangential part of gravity, exactly, until it is hit
//!    or reaches the edge.
//! 2. On round features (balls, edges, corners) a ball separates at least as fast as it takes to rise [`HOP`]: it rolls
//!    around in hops.
//! 3. A slow ball that touches features which would support it, if all were rough, rests. Slow balls bounce off it as
//!    off a wall; a faster ball wakes it, and all balls that rest on it.
//! 4. A ball that had [`STUCK_EVENTS`] events at one moment has no room to move and stops; a little later its support
//!    is checked.

mod collide;
mod predict;
mod rest;
#[cfg(test)]
mod tests;

use carom_math::Scalar;

/// Bounces that rise less, in ball radii, are replaced by one.
const LOW: f64 = 1.0 / (1_u64 << 20) as f64;
/// Bounces that rise less are none.
const NONE: f64 = 1.0 / (1_u64 << 44) as f64;
/// The least rise off round features.
const HOP: f64 = 1.0 / (1_u64 << 18) as f64;
/// The same without loss: it must stay within rounding.
const LOSSLESS_HOP: f64 = 1.0 / (1_u64 << 41) as f64;
/// A ball that could rise no more is slow.
const SLOW: f64 = 1.0 / (1_u64 << 11) as f64;
/// Distance within which a feature supports a slow ball, in radii.
const CLOSE: f64 = 1.0 / (1_u64 << 12) as f64;
/// Fraction of a speed below which its normal part at an edge that is touched tangentially is rounding: the square root
/// of the rounding of positions.
const GRAZE: f64 = 1.0 / (1_u64 << 24) as f64;
/// Events at one moment after which a ball is put to rest.
const STUCK_EVENTS: u32 = 128;

/// The speed at which a ball thrown up against an acceleration reaches a height.
fn rising(acceleration: f64, height: f64) -> f64 {
    Scalar::sqrt(2.0 * Scalar::max(acceleration, 0.0) * height)
}
