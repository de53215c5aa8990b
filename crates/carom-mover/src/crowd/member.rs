//! A character of a crowd.

use crate::body::{CharacterState, Intent, Report};
use crate::recording::Recording;
use crate::settings::MoverSettings;
use crate::{Memory, Mover};
use alloc::boxed::Box;
use carom_core::BodyId;
use carom_core::shape::capsule::Capsule;
use carom_math::{Scalar, Vector};

/// What a character is to other characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum CrowdRole {
    /// It gives way, and is given way to, by mass.
    #[default]
    Push,
    /// It never gives way.
    Static,
    /// It neither meets them nor is met.
    Ghost,
}

/// The size of a character: a capsule, but for its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Size<V: Vector> {
    height: V::Scalar,
    radius: V::Scalar,
    up: V,
}

impl<V: Vector> Size<V> {
    pub(super) fn new(settings: &MoverSettings<V>, height: V::Scalar) -> Self {
        Self {
            height,
            radius: settings.radius,
            up: settings.up,
        }
    }
}

/// A character of a [`Crowd`](super::Crowd).
#[derive(Clone, Debug)]
pub struct Agent<V: Vector> {
    /// What moves it. Its settings may be changed between two ticks.
    pub mover: Mover<V>,
    /// Its state. It may be changed between two ticks.
    pub body: CharacterState<V>,
    /// How hard it is to push; more than 0, infinite too.
    pub mass: V::Scalar,
    /// What it is to others.
    pub pushes: CrowdRole,
    /// Whether its ticks are kept whole, for [`recording`](Self::recording); not unless set. It costs memory and
    /// time.
    pub recorded: bool,
    /// Its body in the world, a capsule; `None` of a ghost.
    pub(super) id: Option<BodyId>,
    /// The size of that capsule.
    pub(super) resident: Size<V>,
    pub(super) before: CharacterState<V>,
    pub(super) intent: Intent<V>,
    pub(super) report: Report<V>,
    /// What the motions of others make of its place in the tick, as a velocity, and whether something that moves
    /// pushes it.
    pub(super) carried: (V, bool),
}

impl<V: Vector> Agent<V> {
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

    /// The last tick, whole, if it is [`recorded`](Self::recorded): see [`Recording`].
    #[must_use]
    pub fn recording(&self) -> Option<Recording<V>> {
        let (before, after) = (self.before, self.body);
        self.recorded
            .then(|| Recording::new(&self.mover, before, self.intent, after, self.report))
    }

    /// Lets its mover work in a memory that others work in as well, unless its own is to keep the tick.
    pub(super) fn working_in<T>(
        &mut self,
        memory: &mut Box<Memory<V>>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if self.recorded {
            return work(self);
        }
        core::mem::swap(&mut self.mover.memory, memory);
        let made = work(self);
        core::mem::swap(&mut self.mover.memory, memory);
        made
    }

    /// Its state before the last tick.
    #[must_use]
    pub fn before(&self) -> &CharacterState<V> {
        &self.before
    }

    pub(super) fn capsule(&self) -> Capsule<V> {
        self.mover
            .settings()
            .capsule(self.body.feet, self.body.height)
    }

    pub(super) fn weight(&self) -> V::Scalar {
        match self.pushes {
            CrowdRole::Push => V::Scalar::ONE / self.mass,
            CrowdRole::Static | CrowdRole::Ghost => V::Scalar::ZERO,
        }
    }
}
