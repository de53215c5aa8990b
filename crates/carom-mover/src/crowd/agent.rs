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
    pub(super) axis: Option<V>,
}

impl<V: Vector> Size<V> {
    pub(super) fn new(settings: &MoverSettings<V>, body: &CharacterState<V>) -> Self {
        Self {
            height: body.height,
            radius: settings.radius,
            up: settings.up,
            axis: body.axis.filter(|_| !settings.body.stands()),
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
    /// Right of way: whether it drops its wish behind others, so that a group gets through a door instead of holding
    /// each other in it. Default false.
    ///
    /// It gives way to an agent that wants to walk and is in front of it, in the direction of its wish, within half a radius, and
    /// stands until that one is gone; within an eighth it steps back, at up to a quarter of its speed. Where
    /// each is in front of the other, as at a door, the one farther along the sum of both directions goes first, and of two abreast the
    /// first by place. Two that walk head on against each other (within 12 degrees) both keep their wish. In a ring, each behind
    /// the next, the first by place goes on. Only walks give way, not flights and falls; that it stands does not keep others from
    /// pushing it.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
    /// use carom::{Collider, World, glam::{Vec3, vec3}};
    /// let mut world = World::new();
    /// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]))?;
    /// for side in [-1., 1.] {
    ///     // A wall at x = 0 with a door of 0.8 m.
    ///     world.insert(Collider::cuboid(vec3(0., 2., side * 5.4), [Vec3::X * 0.1, Vec3::Y * 2., Vec3::Z * 5.]))?;
    /// }
    /// let mut crowd = Crowd::new(1 << 31);
    /// for z in [-0.4, 0.4] {
    ///     let mover = Mover::new(MoverSettings::default())?;
    ///     let body = CharacterState::at(vec3(-2., 0.01, z), 1.8);
    ///     let number = crowd.add(&mut world, mover, body, 80., CrowdRole::Push)?;
    ///     crowd.agents_mut()[number].gives_way = true;
    /// }
    /// for _ in 0..180 {
    ///     let places = crowd.agents().iter().map(|agent| agent.body.feet);
    ///     let goal = |feet: Vec3| if feet.x < 0. { vec3(0.2, feet.y, 0.) } else { vec3(9., feet.y, feet.z) };
    ///     let intents: Vec<_> = places.map(|feet| Intent::walk((goal(feet) - feet).normalize() * 3.)).collect();
    ///     crowd.step(&mut world, &intents, 1. / 60.);
    /// }
    /// assert!(crowd.agents().iter().all(|agent| agent.body.feet.x > 1.));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub gives_way: bool,
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
    ///
    /// ```
    /// use carom::mover::{CharacterState, Crowd, CrowdRole, Mover, MoverSettings};
    /// use carom::{World, glam::Vec3};
    /// let (mut world, mut crowd) = (World::new(), Crowd::new(1));
    /// for (x, role) in [(0., CrowdRole::Push), (2., CrowdRole::Ghost)] {
    ///     let mover = Mover::new(MoverSettings::default())?;
    ///     crowd.add(&mut world, mover, CharacterState::at(Vec3::X * x, 1.8), 80., role)?;
    /// }
    /// let id = crowd.agents()[0].id().unwrap();
    /// assert!(world.get(id).is_some() && crowd.agents()[1].id().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
    /// use carom::{Ball, World, glam::{Vec3, vec3}};
    /// let (mut world, mut crowd) = (World::new(), Crowd::new(1));
    /// world.insert(Ball::new(vec3(0.7, 0.9, 0.), 0.3))?;
    /// let mover = Mover::new(MoverSettings::default())?;
    /// crowd.add(&mut world, mover, CharacterState::at(Vec3::ZERO, 1.8), 80., CrowdRole::Push)?;
    /// crowd.step(&mut world, &[Intent::walk(Vec3::X)], 0.1);
    /// assert!(crowd.agents()[0].recording().is_none());
    /// crowd.agents_mut()[0].recorded = true;
    /// crowd.step(&mut world, &[Intent::walk(Vec3::X)], 0.1);
    /// let recording = crowd.agents()[0].recording().unwrap();
    /// assert!(recording.play()?.is_same() && recording.near.len() == 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        self.body.capsule(self.mover.settings())
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
