//! The steps of a tick, in rounds: the agents of a round step in parallel, then the world follows.

use super::Crowd;
use super::agent::{Agent, intent_of};
use super::bodies::{follow, number_of, scene};
use super::neighbors::Neighbors;
use super::wishes::Wishes;
use crate::report::Report;
use crate::state::Intent;
use crate::tuning::{AGENTS_PER_THREAD, VELOCITY_CHANGE};
use carom_bvh::Aabb;
use carom_core::BodyId;
use carom_core::world::{self, World};
use carom_math::parallel::each_of;
use carom_math::sort;
use carom_math::{Scalar, Vector};

/// The step of an agent, with all that it depends on besides the world.
struct Stepper<'a, V: Vector> {
    layer: u32,
    intents: &'a [Intent<V>],
    dt: V::Scalar,
    wishes: &'a Wishes<V>,
    neighbors: &'a Neighbors<V>,
}

impl<V: Vector> Stepper<'_, V> {
    fn step(&self, world: &World<V>, number: u32, agent: &mut Agent<V>) {
        let (place, wishes) = (number as usize, self.wishes);
        let (wanted, agreed) = (wishes.wanted[place], wishes.agreed[place]);
        let mut intent = intent_of(self.intents, number);
        intent.velocity = agreed - agent.carried.0;
        let overlaps = self.neighbors.overlaps(number);
        // Agents that stand on it do not bar its way, as they ride along after it; nor do those that overlap it.
        let bars = |_: BodyId, body: &world::Body<V>| {
            body.layers != self.layer
                || !stands_on(&wishes.carriers, body.data as usize, number)
                    && !overlaps
                        .iter()
                        .any(|[_, other]| u64::from(*other) == body.data)
        };
        let mut scene = scene(world, agent, self.layer);
        if wishes.carries[place] || !overlaps.is_empty() {
            scene = scene.filter_bodies(&bars);
        }
        agent.before = agent.body;
        agent.intent = intent;
        agent.report = (agent.mover).step(&scene, &mut agent.body, &intent, self.dt);
        explain(&mut agent.report, wanted, agreed);
    }
}

impl<V: Vector> Crowd<V> {
    /// Lets each agent step.
    pub(super) fn run_rounds(
        &mut self,
        world: &mut World<V>,
        intents: &[Intent<V>],
        dt: V::Scalar,
    ) {
        self.schedule.begin(self.agents.len(), &self.neighbors);
        loop {
            let (carriers, order, ranks) = (&self.wishes.carriers, &self.order, &self.rank);
            let carrier = |rank: u32| {
                let carrier = carriers[order[rank as usize] as usize]?;
                Some(ranks[carrier as usize]).filter(|carrier| *carrier != rank)
            };
            if !self.schedule.next(&self.neighbors, carrier) {
                return;
            }
            self.batch.clear();
            let going = self.schedule.going().iter();
            self.batch.extend(going.map(|rank| order[*rank as usize]));
            // In the order of their memory.
            sort::sort(&mut self.batch);
            let stepper = Stepper {
                layer: self.layer,
                intents,
                dt,
                wishes: &self.wishes,
                neighbors: &self.neighbors,
            };
            let frozen = &*world;
            each_of(
                &mut self.agents,
                &self.batch,
                &mut self.memories,
                AGENTS_PER_THREAD,
                &|memory, number, agent| {
                    agent.working_in(memory, |agent| stepper.step(frozen, number, agent));
                },
            );
            self.settle_round(world, dt);
            // An agent that goes farther than it meant to steps alone.
            let stepper = Stepper {
                layer: self.layer,
                intents,
                dt,
                wishes: &self.wishes,
                neighbors: &self.neighbors,
            };
            for &rank in &self.strayed {
                let number = self.order[rank as usize];
                let agent = &mut self.agents[number as usize];
                let memory = &mut self.memories[0];
                agent.working_in(memory, |agent| stepper.step(world, number, agent));
                follow(world, agent, self.wishes.carries[number as usize], dt);
                self.schedule.finish(rank, &self.neighbors);
            }
        }
    }

    /// Takes over the steps of a round: an agent that was blocked by one that has not stepped yet waits for it; an
    /// agent outside its claim has strayed; the world follows all others.
    fn settle_round(&mut self, world: &mut World<V>, dt: V::Scalar) {
        let (schedule, agents) = (&mut self.schedule, &mut self.agents);
        self.batch.clear();
        self.batch.extend_from_slice(schedule.going());
        self.strayed.clear();
        for &rank in &self.batch {
            let number = self.order[rank as usize];
            let agent = &agents[number as usize];
            let holder = if schedule.may_wait(rank) {
                let met = agent.mover.collisions().iter();
                met.filter_map(|met| number_of(world, agents, met.part.body))
                    .map(|other| self.rank[other as usize])
                    .find(|other| schedule.can_wait_for(rank, *other))
            } else {
                None
            };
            let stays = agent.id.is_none() || stays(agent, &self.claims[rank as usize]);
            let agent = &mut agents[number as usize];
            if let Some(holder) = holder {
                agent.body = agent.before;
                schedule.wait(rank, holder, &self.neighbors);
            } else if stays {
                follow(world, agent, self.wishes.carries[number as usize], dt);
                schedule.finish(rank, &self.neighbors);
            } else {
                agent.body = agent.before;
                self.strayed.push(rank);
            }
        }
    }
}

/// Whether an agent has stayed within its claim.
fn stays<V: Vector>(agent: &Agent<V>, claim: &Aabb<V>) -> bool {
    let settings = agent.mover.settings();
    let body = &agent.body;
    let bounds = settings.bounds_at(body.feet, body.height, body.axis);
    let bounds = bounds.inflated(settings.skin);
    claim.contains(bounds.min) && claim.contains(bounds.max)
}

/// Whether an agent stands on another, or on one that does.
fn stands_on(carriers: &[Option<u32>], mut number: usize, other: u32) -> bool {
    // No agent stands on itself, but states can be set to anything.
    for _ in 0..carriers.len() {
        match carriers.get(number).copied().flatten() {
            Some(carrier) if carrier == other => return true,
            Some(carrier) => number = carrier as usize,
            None => return false,
        }
    }
    false
}

/// Reports what others made of a wanted velocity: they pushed it along, or deflected it, or barred it.
fn explain<V: Vector>(report: &mut Report<V>, wanted: V, agreed: V) {
    let change = agreed - wanted;
    let (length, all) = (change.length(), wanted.length() + agreed.length());
    let tiny = V::Scalar::from_f64(VELOCITY_CHANGE);
    if length <= all * tiny {
        return;
    }
    if change.dot(agreed) > all * length * tiny {
        report.why.pushed = true;
    } else {
        report.why.slid = true;
        report.why.blocked |= agreed.length() <= wanted.length() * tiny;
    }
}

#[cfg(test)]
mod tests {
    use super::stands_on;

    #[test]
    fn an_agent_stands_on_its_carrier_and_on_those_below() {
        // A stack of 0, 1 and 2, and 4 on 3.
        let carriers = [None, Some(0), Some(1), None, Some(3)];
        for (number, other, stands) in [
            (1, 0, true),
            (2, 1, true),
            (2, 0, true),
            (0, 1, false),
            (1, 2, false),
            (2, 3, false),
            (4, 0, false),
        ] {
            assert_eq!(
                stands_on(&carriers, number, other),
                stands,
                "{number} {other}"
            );
        }
    }
}
