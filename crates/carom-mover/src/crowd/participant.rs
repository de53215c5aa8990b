//! An agent in a tick, as the others see it.

use carom_bvh::Aabb;
use carom_core::shape::capsule::Capsule;
use carom_math::Vector;

/// An agent that is no ghost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Participant<V: Vector> {
    pub(super) number: u32,
    /// Its place in the order of the tick.
    pub(super) rank: u32,
    pub(super) capsule: Capsule<V>,
    /// The box in which it stays if it goes where it means to.
    pub(super) claim: Aabb<V>,
    /// How much closer it and any other may come in the tick.
    pub(super) reach: V::Scalar,
    pub(super) up: V,
    pub(super) skin: V::Scalar,
    /// Its inverse mass: the share of a push that it takes.
    pub(super) weight: V::Scalar,
}
