//! Pair events: which bodies began and ceased to touch each other.

use super::changes::Changes;
use crate::part::BodyId;
use alloc::vec::Vec;
use carom_bvh::PairScratch;
use carom_math::sort;

/// The pairs of bodies of a world that touched each other at the last update, and what has changed since the update
/// before: see [`World::update_pairs`](super::World::update_pairs). Each pair is there once, the lower id first; all
/// lists are sorted.
///
/// ```
/// use carom::{Ball, Body, PairEvents, Pose, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// let wall = world.insert(Ball::new(Vec3::ZERO, 2.))?;
/// let crate_ = world.insert(Body { moving: true, ..Body::new(Ball::new(vec3(2.5, 0., 0.), 1.)) })?;
/// let mut events = PairEvents::new();
/// world.update_pairs(&mut events);
/// assert_eq!((events.now(), events.began()), ([[wall, crate_]].as_slice(), events.now()));
/// world.set_pose(crate_, Pose::at(vec3(9., 0., 0.)))?;
/// world.update_pairs(&mut events);
/// assert!(events.now().is_empty() && events.ended() == [[wall, crate_]]);
/// # Ok::<(), carom::BodyError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PairEvents {
    pairs: Changes<[BodyId; 2]>,
    /// A buffer: the bodies that touch one body.
    pub(super) bodies: Vec<BodyId>,
    /// A buffer of the broad phase.
    pub(super) scratch: PairScratch,
}

impl PairEvents {
    /// No pairs yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// All pairs that touch.
    #[must_use]
    pub fn now(&self) -> &[[BodyId; 2]] {
        &self.pairs.now
    }

    /// Pairs that did not touch at the update before.
    #[must_use]
    pub fn began(&self) -> &[[BodyId; 2]] {
        &self.pairs.new
    }

    /// Pairs of the update before that no longer touch, or of which a body was removed.
    #[must_use]
    pub fn ended(&self) -> &[[BodyId; 2]] {
        &self.pairs.gone
    }

    /// Starts an update: the current pairs become the previous ones.
    pub(super) fn begin(&mut self) {
        self.pairs.begin();
    }

    /// Adds a pair.
    pub(super) fn add(&mut self, a: BodyId, b: BodyId) {
        self.pairs.now.push([a.min(b), a.max(b)]);
    }

    /// Sorts the current pairs and compares them with the previous ones.
    pub(super) fn end(&mut self) {
        sort::sort(&mut self.pairs.now);
        self.pairs.end();
    }
}
