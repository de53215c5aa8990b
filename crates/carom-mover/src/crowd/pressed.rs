//! Agents that are crushed together: one that is stuck presses others against a wall.

use super::Crowd;
use super::bodies::walls;
use super::pair::beside;
use crate::tuning::{MAX_PRESSED, PRESSED_LEAN};
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
            next += 1;
            let rank = self.rank[number as usize];
            for place in 0..self.neighbors.of(rank).len() {
                let other = self.order[self.neighbors.of(rank)[place] as usize];
                if !self.agents[other as usize].report.why.stuck
                    && let Some(away) = self.way_beside(number, other)
                    && self.is_barred(world, other, away, MAX_PRESSED)
                {
                    self.agents[other as usize].report.why.stuck = true;
                    self.batch.push(other);
                }
            }
        }
    }

    /// The horizontal unit direction from an agent to another that touches it from beside.
    fn way_beside(&self, number: u32, other: u32) -> Option<V> {
        let [agent, other] = [number, other].map(|number| &self.agents[number as usize]);
        let settings = agent.mover.settings();
        let found = pair::contact(&other.capsule(), &agent.capsule(), settings.contact_reach())?;
        beside(found.normal, settings.up)
    }

    /// Whether an agent has no room in a direction: a wall is there, or an agent that has none either.
    fn is_barred(&self, world: &World<V>, number: u32, way: V, depth: u32) -> bool {
        let agent = &self.agents[number as usize];
        let against = |direction: &V| direction.dot(way) >= V::Scalar::from_f64(PRESSED_LEAN);
        let reach = way * agent.mover.settings().contact_reach();
        let hit = walls(world, agent, self.layer).sweep(&agent.capsule(), reach);
        if hit.is_some_and(|found| against(&-found.normal)) {
            return true;
        }
        let neighbors = self.neighbors.of(self.rank[number as usize]).iter();
        let mut others = neighbors.map(|rank| self.order[*rank as usize]);
        depth > 0
            && others.any(|other| {
                let direction = self.way_beside(number, other).filter(against);
                direction.is_some_and(|way| self.is_barred(world, other, way, depth - 1))
            })
    }
}
