//! What a chain answers.

use super::seam::ChainFeature;
use crate::pairs::contact::Contact;
use crate::pairs::sweep::{Hit, Start};
use carom_math::Vector;

/// A contact with one segment of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainContact<V: Vector> {
    /// The shape is `a`, the segment `b`: the normal points from the chain to the shape. What has sunk in
    /// at a joint is pushed out along a normal of the chain; `point_b` is then on that line, which may be
    /// past the end of the segment.
    pub contact: Contact<V>,
    /// The segment's number: that of the vertex it starts from.
    pub segment: u32,
    /// What of the segment is touched.
    pub feature: ChainFeature,
}

/// The first touch of a motion with one segment of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainHit<V: Vector> {
    /// When, where, and the normal from the chain to the shape.
    pub hit: Hit<V>,
    /// How the motion stood to this segment at its start.
    pub start: Start<V>,
    /// The segment's number: that of the vertex it starts from.
    pub segment: u32,
    /// What of the segment is touched.
    pub feature: ChainFeature,
}
