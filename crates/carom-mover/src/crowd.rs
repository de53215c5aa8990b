//! Crowds: characters that avoid and push each other, with a result that does not depend on their order.
//!
//! First the wanted velocities of neighbors are made to agree: no two approach faster than the gap between them allows,
//! and changes are divided by mass (a linear complementarity problem, solved by projected Gauss–Seidel). Then each
//! agent steps among the others at their poses of that moment: an exact sweep, so no two that are apart ever overlap.
//! Those that overlap, since they started at one place, pass through each other and part. An agent blocked
//! by one that has not stepped yet steps after it. The order of all this follows from where the agents are, not from
//! how they are numbered; agents that are no neighbors step in parallel.

mod agent;
mod bodies;
mod neighbors;
mod order;
mod pair;
mod participant;
mod pressed;
mod right_of_way;
mod rounds;
mod schedule;
#[cfg(feature = "serde")]
mod stored;
mod wishes;

use agent::Size;
pub use agent::{Agent, CrowdRole};

use super::memory::Memory;
use super::mover::Mover;
use super::report::Report;
use super::settings::MoverSettings;
use super::state::{CharacterState, Intent};
use alloc::boxed::Box;
use alloc::vec::Vec;
use bodies::{resize, scene};
use carom_bvh::{Aabb, BoxBvh, BuildScratch};
use carom_core::BodyId;
use carom_core::shape::Shape;
use carom_core::world::{self, BodyError, Pose, World};
use carom_math::parallel::PARTS;
use carom_math::{Scalar, Vector};
use neighbors::Neighbors;
use order::Key;
use pair::{Pair, agree};
use participant::Participant;
use right_of_way::RightOfWay;
use schedule::Schedule;
use wishes::Wishes;

/// Characters that share a world and give way to each other.
///
/// Each but a ghost is a body of the world: a moving capsule in the layer of the crowd, visible to every query. The
/// result does not depend on the order in which agents were added, except for agents with states equal to the last bit.
/// Agents may start at one place: those that overlap part within a second or so, and until then do not bar each other's way.
///
/// ```
/// use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
/// use carom::{Collider, World, glam::{Vec3, vec3}};
/// let mut world = World::new();
/// world.insert(Collider::cuboid(vec3(0., -1., 0.), [Vec3::X * 50., Vec3::Y, Vec3::Z * 50.]))?;
/// let mut crowd = Crowd::new(1 << 31);
/// for x in [0., 2.] {
///     let mover = Mover::new(MoverSettings::default())?;
///     crowd.add(&mut world, mover, CharacterState::at(vec3(x, 0.01, 0.), 1.8), 80., CrowdRole::Push)?;
/// }
/// // One walks and pushes the other, which weighs the same: both get half the speed.
/// let intents = [Intent::walk(vec3(4., 0., 0.)), Intent::walk(Vec3::ZERO)];
/// for _ in 0..120 {
///     crowd.step(&mut world, &intents, 1. / 60.);
/// }
/// let [a, b] = [0, 1].map(|i| crowd.agents()[i].body);
/// assert!((b.velocity.x - 2.).abs() < 0.01 && (b.feet.x - a.feet.x - 0.61).abs() < 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crowd<V: Vector> {
    layer: u32,
    agents: Vec<Agent<V>>,
    /// The numbers of all agents in the order of the tick.
    order: Vec<u32>,
    keys: Vec<Key>,
    /// By number: its place in that order.
    rank: Vec<u32>,
    wishes: Wishes<V>,
    /// In order of rank, without ghosts.
    participants: Vec<Participant<V>>,
    /// By rank: the box in which it stays if it goes where it means to; for ghosts too.
    claims: Vec<Aabb<V>>,
    neighbors: Neighbors<V>,
    right_of_way: RightOfWay,
    pairs: Vec<Pair<V>>,
    schedule: Schedule,
    /// The numbers of the agents that step in parallel.
    batch: Vec<u32>,
    strayed: Vec<u32>,
    velocities: Vec<(BodyId, V)>,
    /// Boxes that moving bodies of the world have swept in the tick.
    swept: Vec<Aabb<V>>,
    swept_bvh: BoxBvh<V>,
    scratch: BuildScratch,
    /// Working memory, one for each thread.
    memories: Vec<Box<Memory<V>>>,
}

impl<V: Vector> Crowd<V> {
    /// A crowd without agents. `layer` is a bit of the world's layers for these agents alone: ghosts do not see it, and
    /// your own queries can mask it out.
    #[must_use]
    pub fn new(layer: u32) -> Self {
        Self {
            layer,
            agents: Vec::new(),
            order: Vec::new(),
            keys: Vec::new(),
            rank: Vec::new(),
            wishes: Wishes::new(),
            participants: Vec::new(),
            claims: Vec::new(),
            neighbors: Neighbors::new(),
            right_of_way: RightOfWay::new(),
            pairs: Vec::new(),
            schedule: Schedule::new(),
            batch: Vec::new(),
            strayed: Vec::new(),
            velocities: Vec::new(),
            swept: Vec::new(),
            swept_bvh: BoxBvh::build(&[]),
            scratch: BuildScratch::default(),
            memories: (0..PARTS).map(|_| Box::new(Memory::new())).collect(),
        }
    }

    /// Adds an agent; returns its number. Its body in the world has this number for `data`.
    ///
    /// # Errors
    /// The error of the world for its body; [`BodyError::Mass`] for a `mass` that is not more than 0.
    pub fn add(
        &mut self,
        world: &mut World<V>,
        mover: Mover<V>,
        body: CharacterState<V>,
        mass: V::Scalar,
        role: CrowdRole,
    ) -> Result<usize, BodyError> {
        let number = self.agents.len();
        let is_mass = mass > V::Scalar::ZERO;
        if !is_mass || !body.height.is_finite() {
            return Err(BodyError::Mass);
        }
        let id = match role {
            CrowdRole::Ghost => None,
            CrowdRole::Push | CrowdRole::Static => {
                let body = self.world_body(mover.settings(), &body, number);
                Some(world.insert(body)?)
            }
        };
        self.agents.push(Agent {
            size: Size::new(mover.settings(), &body),
            mover,
            body,
            mass,
            role,
            layers: u32::MAX,
            mask: u32::MAX,
            gives_way: false,
            recorded: false,
            id,
            before: body,
            intent: Intent::walk(V::ZERO),
            report: Report::default(),
            carried: (V::ZERO, false),
        });
        Ok(number)
    }

    /// Removes an agent and its body; the last agent takes over its number. `None` if no agent has the number.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Crowd, CrowdRole, Mover, MoverSettings};
    /// use carom::{World, glam::{Vec3, vec3}};
    /// let (mut world, mut crowd) = (World::new(), Crowd::new(1));
    /// for x in [0., 1., 2.] {
    ///     let mover = Mover::new(MoverSettings::default())?;
    ///     crowd.add(&mut world, mover, CharacterState::at(vec3(x, 0., 0.), 1.8), 80., CrowdRole::Push)?;
    /// }
    /// assert_eq!(crowd.remove(&mut world, 0).unwrap().body.feet.x, 0.);
    /// assert_eq!((crowd.agents()[0].body.feet.x, world.len()), (2., 2));
    /// assert!(crowd.remove(&mut world, 2).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, world: &mut World<V>, number: usize) -> Option<Agent<V>> {
        if number >= self.agents.len() {
            return None;
        }
        let gone = self.agents.swap_remove(number);
        if let Some(id) = gone.id {
            world.remove(id);
        }
        if let Some(id) = self.agents.get(number).and_then(|moved| moved.id) {
            let _ = world.set_data(id, number as u64);
        }
        Some(gone)
    }

    /// All agents, by number.
    #[must_use]
    pub fn agents(&self) -> &[Agent<V>] {
        &self.agents
    }

    /// All agents, to change them between two ticks: another place, other [settings](Mover::set_settings), another
    /// mass.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Crowd, CrowdRole, Mover, MoverSettings};
    /// use carom::{World, glam::{Vec3, vec3}};
    /// let (mut world, mut crowd) = (World::new(), Crowd::new(1));
    /// let mover = Mover::new(MoverSettings::default())?;
    /// crowd.add(&mut world, mover, CharacterState::at(Vec3::ZERO, 1.8), 80., CrowdRole::Push)?;
    /// crowd.agents_mut()[0].body.feet = vec3(4., 5., 0.);
    /// crowd.step(&mut world, &[], 0.1);
    /// assert_eq!(crowd.agents()[0].body.feet.x, 4.);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn agents_mut(&mut self) -> &mut [Agent<V>] {
        &mut self.agents
    }

    /// The query of an agent: the world without its own body, for a ghost without all agents.
    ///
    /// ```
    /// use carom::mover::{CharacterState, Crowd, CrowdRole, Mover, MoverSettings};
    /// use carom::{World, glam::Vec3};
    /// let (mut world, mut crowd) = (World::new(), Crowd::new(1));
    /// for (x, role) in [(0., CrowdRole::Push), (2., CrowdRole::Push), (0., CrowdRole::Ghost)] {
    ///     let mover = Mover::new(MoverSettings::default())?;
    ///     crowd.add(&mut world, mover, CharacterState::at(Vec3::X * x, 1.8), 80., role)?;
    /// }
    /// // A line of sight at the height of the eyes.
    /// let sees = |number| crowd.scene(&world, number).ray(Vec3::Y * 1.5, Vec3::X * 9.).map(|hit| hit.part.body);
    /// assert_eq!((sees(0), sees(2)), (crowd.agents()[1].id(), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If no agent has this number.
    #[must_use]
    pub fn scene<'a>(&self, world: &'a World<V>, number: usize) -> world::WorldQuery<'a, V> {
        scene(world, &self.agents[number], self.layer)
    }

    /// The body of an agent in the world.
    fn world_body(
        &self,
        settings: &MoverSettings<V>,
        body: &CharacterState<V>,
        number: usize,
    ) -> world::Body<V> {
        let capsule = settings.capsule_along(V::ZERO, body.height, body.axis);
        world::Body {
            pose: Pose::at(body.feet),
            layers: self.layer,
            data: number as u64,
            moving: true,
            ..world::Body::new(Shape::Capsule(capsule))
        }
    }

    /// Moves all agents through one tick of `dt` seconds; `intents` by number, an agent without one stands. The bodies
    /// of the world have to be at their poses of the end of the tick already, as for [`Mover::step`]. If `dt` is not
    /// positive and finite, nothing moves.
    ///
    /// [`Agent::report`] says what each did. With the feature `rayon` agents step on all cores; the bits do not depend
    /// on their number. Without it, nothing is allocated once the memory of a tick has grown to its size.
    pub fn step(&mut self, world: &mut World<V>, intents: &[Intent<V>], dt: V::Scalar) {
        if !(dt > V::Scalar::ZERO && dt.is_finite()) {
            for agent in &mut self.agents {
                (agent.before, agent.report) = (agent.body, Report::default());
            }
            return;
        }
        self.place_bodies(world);
        self.sort(world);
        self.find_carried(world, dt);
        self.find_wanted(intents);
        self.find_neighbors(intents, dt);
        self.give_way();
        let Wishes { wanted, agreed, .. } = &mut self.wishes;
        agreed.clone_from(wanted);
        agree(&mut self.pairs, agreed);
        self.run_rounds(world, intents, dt);
        self.report_pressed(world);
        self.set_velocities(world, dt);
    }

    /// Puts the bodies in the world where the agents are, at rest.
    fn place_bodies(&mut self, world: &mut World<V>) {
        self.velocities.clear();
        for agent in &mut self.agents {
            let Some(id) = agent.id else {
                continue;
            };
            let pose = Pose::at(agent.body.feet);
            if world.get(id).is_some_and(|body| body.pose != pose) {
                let _ = world.set_pose(id, pose);
            }
            self.velocities.push((id, V::ZERO));
            resize(world, agent, id);
        }
        world.set_velocities(&self.velocities);
        world.settle();
    }

    /// Sets the velocities of the bodies to those of the tick.
    fn set_velocities(&mut self, world: &mut World<V>, dt: V::Scalar) {
        self.velocities.clear();
        self.velocities
            .extend(self.agents.iter().filter_map(|agent| {
                let delta = agent.body.feet.to_double() - agent.before.feet.to_double();
                Some((agent.id?, V::from_double(delta / dt.to_f64())))
            }));
        world.set_velocities(&self.velocities);
    }
}
