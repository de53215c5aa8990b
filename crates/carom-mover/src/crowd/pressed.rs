//! Agents that are crushed together: one that is stuck presses others against a wall.

use super::Crowd;
use super::agent::Agent;
use crate::planes::horizontal;
use crate::tuning::{CONTACT_REACH, MAX_PRESSED, PRESSED_LEAN};
use carom_core::pair;
use carom_core::world::World;
use carom_math::{Scalar, Vector};

impl<V: Vector> Crowd<V> {
    /// Reports as stuck also those that have no room between a stuck agent and a wall, and so on along a row of agents. Nothing
    /// overlaps them, because it stays where it was.
    pub(super) fn report_pressed(&mut self, world: &World<V>) {
        self.batch.clear();
        let agents = (0..).zip(&self.agents);
        let stuck = agents.filter_map(|(number, agent)| agent.report.why.stuck.then_some(number));
        self.batch.extend(stuck);
        // Those that are found are added, and press others in turn.
        let mut next = 0;
        while let Some(&number) = self.batch.get(next) {
            let mut touched = self.touched_by(number);
            let pressed = touched.find(|(other, away)| {
                !self.agents[*other as usize].report.why.stuck
                    && self.is_barred(world, *other, *away, MAX_PRESSED)
            });
            let pressed = pressed.map(|(other, _)| other);
            drop(touched);
            match pressed {
                Some(other) => {
                    self.agents[other as usize].report.why.stuck = true;
                    self.batch.push(other);
                }
                None => next += 1,
            }
        }
    }

    /// The agents beside an agent that touch it, and the horizontal unit directions to them.
    fn touched_by(&self, number: u32) -> impl Iterator<Item = (u32, V)> {
        let agent = &self.agents[number as usize];
        let up = agent.mover.settings().up;
        let neighbors = self.neighbors.of(self.rank[number as usize]).iter();
        neighbors.filter_map(move |rank| {
            let other = self.order[*rank as usize];
            let (a, b) = (agent.capsule(), self.agents[other as usize].capsule());
            let found = pair::contact(&b, &a, touch(agent))?;
            let flat = horizontal(found.normal, up);
            let is_beside = flat.length() >= V::Scalar::HALF;
            Some((other, flat.try_normalize()?)).filter(|_| is_beside)
        })
    }

    /// Whether an agent has no room in a direction: a wall is there, or an agent that has none either.
    fn is_barred(&self, world: &World<V>, number: u32, way: V, depth: u32) -> bool {
        let agent = &self.agents[number as usize];
        let against = |direction: V| direction.dot(way) >= V::Scalar::from_f64(PRESSED_LEAN);
        let scene = world.query().layers(agent.layers);
        let scene = scene.mask(agent.mask & !self.layer);
        let hit = scene.sweep(&agent.capsule(), way * touch(agent));
        if hit.is_some_and(|found| against(-found.normal)) {
            return true;
        }
        depth > 0
            && self.touched_by(number).any(|(other, direction)| {
                against(direction) && self.is_barred(world, other, direction, depth - 1)
            })
    }
}

/// The gap within which something touches an agent.
fn touch<V: Vector>(agent: &Agent<V>) -> V::Scalar {
    agent.mover.settings().skin * V::Scalar::from_f64(CONTACT_REACH)
}
