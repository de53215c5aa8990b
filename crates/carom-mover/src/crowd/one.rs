//! A character in a tick, as far as the others need to know it.

use carom_bvh::Aabb;
use carom_core::shape::capsule::Capsule;
use carom_math::Vector;

/// One that is no ghost.
#[derive(Clone, Copy, Debug)]
pub(super) struct One<V: Vector> {
    pub(super) number: u32,
    /// Its place in the order of the tick.
    pub(super) rank: u32,
    pub(super) capsule: Capsule<V>,
    /// Where it stays, if it goes where it means to.
    pub(super) claim: Aabb<V>,
    /// How much nearer it and any other may come to each other.
    pub(super) reach: V::Scalar,
    pub(super) up: V,
    pub(super) skin: V::Scalar,
    /// What it takes of a push.
    pub(super) weight: V::Scalar,
}
