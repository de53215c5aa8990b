//! The wishes of a tick: the velocity that each agent wants in the world, and the space that it claims.

use super::Crowd;
use super::agent::{Agent, intent_of};
use super::bodies::{number_of, walls};
use super::participant::Participant;
use crate::planes::horizontal;
use crate::state::Intent;
use crate::tuning::{AGENTS_PER_THREAD, PUSHED_CLAIM};
use alloc::vec::Vec;
use carom_core::world::World;
use carom_math::parallel::each_of;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// By number of the agent.
#[derive(Clone, Debug)]
pub(super) struct Wishes<V: Vector> {
    /// The velocity that it wants in the world, and what the others leave of it.
    pub(super) wanted: Vec<V>,
    pub(super) agreed: Vec<V>,
    /// The agent it stands on, and whether any stands on it.
    pub(super) carriers: Vec<Option<u32>>,
    pub(super) carries: Vec<bool>,
}

impl<V: Vector> Wishes<V> {
    pub(super) fn new() -> Self {
        Self {
            wanted: Vec::new(),
            agreed: Vec::new(),
            carriers: Vec::new(),
            carries: Vec::new(),
        }
    }
}

impl<V: Vector> Crowd<V> {
    /// Finds the displacement of each agent by the motions of the world's bodies, and of the agents it stands on.
    pub(super) fn find_carried(&mut self, world: &World<V>, dt: V::Scalar) {
        let agents = &self.agents;
        self.wishes.carriers.clear();
        self.wishes.carriers.extend(agents.iter().map(|agent| {
            let ground = agent.body.ground?;
            number_of(world, agents, ground.part.body)
        }));
        self.wishes.carries.clear();
        self.wishes.carries.resize(agents.len(), false);
        for carrier in self.wishes.carriers.iter().flatten() {
            self.wishes.carries[*carrier as usize] = true;
        }
        for agent in &mut self.agents {
            agent.carried = (V::ZERO, false);
        }
        if !world.is_still() {
            self.find_carried_by_world(world, dt);
        }
        // In this order each carrier comes before the agents on it.
        for &number in &self.order {
            let number = number as usize;
            let below =
                self.wishes.carriers[number].map(|below| self.agents[below as usize].carried.0);
            let agent = &mut self.agents[number];
            if let Some(below) = below {
                agent.carried.0 += below;
            }
            if agent.body.ground.is_none() {
                // In the air the velocity of the ground it left still counts.
                agent.carried.0 += agent.body.base_velocity;
            }
        }
    }

    fn find_carried_by_world(&mut self, world: &World<V>, dt: V::Scalar) {
        self.swept.clear();
        let all_have_ends = world.each_passed(dt, |bounds| self.swept.push(bounds));
        let (boxes, scratch) = (self.swept.iter().copied(), &mut self.scratch);
        self.swept_bvh.rebuild(boxes, scratch);
        let swept = &self.swept_bvh;
        let layer = self.layer;
        let carry = |agent: &mut Agent<V>| {
            let rest = Intent::walk(V::ZERO);
            let reach = (agent.mover.settings()).far_region(&agent.body, &rest, dt);
            let meets = |_| ControlFlow::Break(());
            if all_have_ends && swept.overlapping(&reach, meets).is_continue() {
                return;
            }
            let scene = walls(world, agent, layer);
            let (way, pushed) = agent.mover.carried(&scene, &agent.body, dt);
            agent.carried = (way / dt, pushed != V::ZERO);
        };
        self.batch.clear();
        self.batch.extend(0..self.agents.len() as u32);
        each_of(
            &mut self.agents,
            &self.batch,
            &mut self.memories,
            AGENTS_PER_THREAD,
            &|memory, _, agent| agent.working_in(memory, carry),
        );
    }

    /// Finds the velocity that each agent wants in the frame of the world.
    pub(super) fn find_wanted(&mut self, intents: &[Intent<V>]) {
        self.wishes.wanted.clear();
        let all = (0..).zip(&self.agents);
        self.wishes.wanted.extend(all.map(|(number, agent)| {
            let up = agent.mover.settings().up;
            let intent = intent_of(intents, number).finite();
            let own = if intent.fly {
                intent.velocity
            } else {
                horizontal(intent.velocity, up)
            };
            own + agent.carried.0
        }));
    }

    /// Finds the agents that may meet in the tick.
    pub(super) fn find_neighbors(&mut self, intents: &[Intent<V>], dt: V::Scalar) {
        let lengths = self.wishes.wanted.iter().map(|wanted| wanted.length());
        let fastest = lengths.fold(V::Scalar::ZERO, V::Scalar::max);
        self.participants.clear();
        self.claims.clear();
        for (rank, &number) in (0..).zip(&self.order) {
            let agent = &self.agents[number as usize];
            let (wanted, carried) = (self.wishes.wanted[number as usize], agent.carried);
            let settings = agent.mover.settings();
            let pushed = settings.radius * V::Scalar::from_f64(PUSHED_CLAIM) / dt;
            let mut intent = intent_of(intents, number).finite();
            let speed = wanted.length().max(pushed.min(fastest));
            // Others may push it in any direction.
            intent.velocity = settings.up * speed;
            let [claim, _] = settings.close_region(&agent.body, &intent, dt);
            let claim = claim.inflated(speed * dt).swept(carried.0 * dt);
            self.claims.push(claim);
            // An agent that a moving body pushes does not give way, like that body.
            let weight = if carried.1 {
                V::Scalar::ZERO
            } else {
                agent.weight()
            };
            let is_finite = claim.min.is_finite() && claim.max.is_finite();
            if agent.id.is_some() && is_finite {
                self.participants.push(Participant {
                    number,
                    rank,
                    capsule: agent.capsule(),
                    claim,
                    reach: (fastest + wanted.length()) * dt + settings.skin,
                    up: settings.up,
                    skin: settings.skin,
                    weight,
                });
            }
        }
        let count = self.agents.len();
        let pairs = &mut self.pairs;
        self.neighbors.find(&self.participants, count, dt, pairs);
    }
}
