//! A character of a crowd.

use crate::mover::Mover;
use crate::mover::body::{Body, Intent, Report};
use crate::mover::recording::Recording;
use crate::shape::capsule::Capsule;
use crate::vector::{Scalar, Vector};
use crate::world::BodyId;

/// What a character is to other characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Pushes {
    /// It gives way, and is given way to, by mass.
    #[default]
    Push,
    /// It never gives way.
    Static,
    /// It neither meets them nor is met.
    Ghost,
}

/// A character of a [`Crowd`](super::Crowd).
#[derive(Clone, Debug)]
pub struct Member<V: Vector> {
    /// What moves it.
    pub mover: Mover<V>,
    /// Its state. It may be changed between two ticks.
    pub body: Body<V>,
    /// How hard it is to push; more than 0, infinite too.
    pub mass: V::Scalar,
    /// What it is to others.
    pub pushes: Pushes,
    /// Its body in the world, a capsule; `None` of a ghost.
    pub(super) id: Option<BodyId>,
    /// The height of that capsule.
    pub(super) height: V::Scalar,
    pub(super) before: Body<V>,
    pub(super) intent: Intent<V>,
    pub(super) report: Report<V>,
}

impl<V: Vector> Member<V> {
    /// Its name in the world; `None` of a ghost.
    #[must_use]
    pub fn id(&self) -> Option<BodyId> {
        self.id
    }

    /// What the last tick did.
    #[must_use]
    pub fn report(&self) -> &Report<V> {
        &self.report
    }

    /// The last tick, whole: see [`Recording`].
    #[must_use]
    pub fn recording(&self) -> Recording<V> {
        Recording::new(
            &self.mover,
            self.before,
            self.intent,
            self.body,
            self.report,
        )
    }

    /// Its state before the last tick.
    #[must_use]
    pub fn before(&self) -> &Body<V> {
        &self.before
    }

    pub(super) fn capsule(&self) -> Capsule<V> {
        self.mover
            .settings()
            .capsule(self.body.feet, self.body.height)
    }

    pub(super) fn weight(&self) -> V::Scalar {
        match self.pushes {
            Pushes::Push => V::Scalar::ONE / self.mass,
            Pushes::Static | Pushes::Ghost => V::Scalar::ZERO,
        }
    }
}
