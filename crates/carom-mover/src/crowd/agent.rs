//! An agent: a character of a crowd.

use crate::memory::Memory;
use crate::mover::Mover;
use crate::recording::Recording;
use crate::report::Report;
use crate::settings::MoverSettings;
use crate::state::{CharacterState, Intent};
use alloc::boxed::Box;
use carom_core::BodyId;
use carom_core::shape::capsule::Capsule;
use carom_math::{Scalar, Vector};

/// What an agent is to other agents.
///
/// ```
/// use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
/// use carom::{World, glam::{Vec3, vec3}};
/// let (mut world, mut crowd) = (World::new(), Crowd::new(1));
/// for (x, role) in [(0., CrowdRole::Push), (1., CrowdRole::Static), (2., CrowdRole::Ghost)] {
///     let mover = Mover::new(MoverSettings { gravity: 0., ..MoverSettings::default() })?;
///     crowd.add(&mut world, mover, CharacterState::at(vec3(x, 0., 0.), 1.8), 80., role)?;
/// }
/// crowd.step(&mut world, &[Intent::walk(vec3(9., 0., 0.))], 0.1);
/// // The static agent stops the first; the ghost is no body of the world.
/// let [a, b, c] = [0, 1, 2].map(|i| &crowd.agents()[i]);
/// assert!((a.body.feet.x - 0.39).abs() < 1e-3 && b.body.feet.x == 1. && c.id().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum CrowdRole {
    /// Gives way to others and pushes them, by mass. The default.
    #[default]
    Push,
    /// Never gives way.
    Static,
    /// Passes through the others; it is no body of the world.
    Ghost,
}

/// The size of an agent: its capsule without the place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Size<V: Vector> {
    pub(super) height: V::Scalar,
    pub(super) radius: V::Scalar,
    pub(super) up: V,
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
///
/// ```
/// use carom::mover::{CharacterState, Crowd, CrowdRole, Mover, MoverSettings};
/// use carom::{World, glam::{Vec3, vec3}};
/// let (mut world, mut crowd) = (World::new(), Crowd::new(1));
/// let mover = Mover::new(MoverSettings::default())?;
/// crowd.add(&mut world, mover, CharacterState::at(Vec3::ZERO, 1.8), 80., CrowdRole::Push)?;
/// // Between two ticks an agent may be moved and changed.
/// crowd.agents_mut()[0].body.feet = vec3(0., 5., 0.);
/// crowd.step(&mut world, &[], 0.1);
/// let agent = &crowd.agents()[0];
/// assert!(agent.before().feet.y == 5. && agent.body.feet.y < 5. && agent.report().ground.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Agent<V: Vector> {
    /// Its mover; the settings may be changed between two ticks.
    pub mover: Mover<V>,
    /// Its state; it may be changed between two ticks.
    pub body: CharacterState<V>,
    /// Its mass, against which others push; more than 0, may be infinite.
    pub mass: V::Scalar,
    /// What it is to others.
    pub role: CrowdRole,
    /// Its layers, a bit each: bodies with none of them in their mask do not count for it. Default: all.
    pub layers: u32,
    /// The layers of the world that collide with it, a bit each. Default: all. Agents meet each other whatever it is.
    pub mask: u32,
    /// Whether its ticks are kept for [`recording`](Self::recording), which costs memory and time. Default false.
    pub recorded: bool,
    /// Its body in the world, a capsule; `None` for a ghost.
    pub(super) id: Option<BodyId>,
    /// The size of that capsule.
    pub(super) size: Size<V>,
    pub(super) before: CharacterState<V>,
    pub(super) intent: Intent<V>,
    pub(super) report: Report<V>,
    /// Its displacement by the motions of bodies in the tick, as a velocity, and whether any of them pushes it.
    pub(super) carried: (V, bool),
}

impl<V: Vector> Agent<V> {
    /// Its body in the world; `None` for a ghost.
    #[must_use]
    pub fn id(&self) -> Option<BodyId> {
        self.id
    }

    /// The report of the last tick.
    #[must_use]
    pub fn report(&self) -> &Report<V> {
        &self.report
    }

    /// The [`Recording`] of the last tick, if the agent is [`recorded`](Self::recorded).
    #[must_use]
    pub fn recording(&self) -> Option<Recording<V>> {
        let (before, after) = (self.before, self.body);
        self.recorded
            .then(|| Recording::new(&self.mover, before, self.intent, after, self.report))
    }

    /// Lets its mover work in a shared memory, unless its own has to keep the tick.
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

    /// Its inverse mass: the share of a push that it takes.
    pub(super) fn weight(&self) -> V::Scalar {
        match self.role {
            CrowdRole::Push => V::Scalar::ONE / self.mass,
            CrowdRole::Static | CrowdRole::Ghost => V::Scalar::ZERO,
        }
    }
}

/// The intent of an agent; without one it stands.
pub(super) fn intent_of<V: Vector>(intents: &[Intent<V>], number: u32) -> Intent<V> {
    let intent = intents.get(number as usize);
    intent.copied().unwrap_or(Intent::walk(V::ZERO))
}
