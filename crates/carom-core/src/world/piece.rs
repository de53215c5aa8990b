//! What answers name: a body, a piece of it, and how one asked stands to it.

use crate::pairs::contact::Contact;
use crate::pairs::sweep::{Hit, Start};
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;

/// The name of a body in its [`World`](super::World), for good: once the body is gone, no other is ever
/// called by it. Ordered by the place in the world, the one that was free first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "u64", into = "u64")
)]
pub struct BodyId {
    pub(super) number: u32,
    /// How many bodies have been at this place before.
    pub(super) generation: u32,
}

#[cfg(feature = "serde")]
impl From<u64> for BodyId {
    fn from(bits: u64) -> Self {
        Self::from_bits(bits)
    }
}

#[cfg(feature = "serde")]
impl From<BodyId> for u64 {
    fn from(id: BodyId) -> Self {
        id.to_bits()
    }
}

impl BodyId {
    /// The place in the world: bodies that are never removed are numbered in the order they came.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// The name as one number, to store it.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.number)
    }

    /// The name that [`to_bits`](Self::to_bits) told; for a [`Scene`](super::Scene) of your own, any number.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self {
            number: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

/// A piece of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// The body.
    pub body: BodyId,
    /// The number of the triangle in it; 0 for a body of one piece.
    pub part: u32,
}

/// A contact with a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceContact<V: Vector> {
    /// The asking shape is `a`, the piece `b`.
    pub contact: Contact<V>,
    /// Which piece.
    pub piece: Piece,
}

/// The first touch of a motion with a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceHit<V: Vector> {
    /// When, where, and the normal from the piece to the asking shape.
    pub hit: Hit<V>,
    /// How the motion stood to this piece at its start.
    pub start: Start<V>,
    /// Which piece.
    pub piece: Piece,
}

impl<V: Vector> PieceContact<V> {
    /// Nearer or deeper; as near, the first piece.
    pub(super) fn precedes(&self, other: &Self) -> bool {
        let (x, y) = (self.contact.separation, other.contact.separation);
        x < y || (x == y && self.piece < other.piece)
    }
}

impl<V: Vector> PieceHit<V> {
    /// Earlier; as early, deeper at the start; then the first piece.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let separation = |hit: &Self| match hit.start {
            Start::Separate => V::Scalar::INFINITY,
            Start::Touching(contact) | Start::Overlapping(contact) => contact.separation,
        };
        let (x, y) = (
            (self.hit.t, separation(self)),
            (other.hit.t, separation(other)),
        );
        let order = x.partial_cmp(&y).unwrap_or(Ordering::Equal);
        order.then(self.piece.cmp(&other.piece))
    }
}
