//! Right of way: an agent that gives way drops its wish behind others, so that a group gets through a door.
//!
//! Agents that press into a narrow place side by side hold each other: equal pushes leave no velocity. An agent that is only
//! slowed still presses. So of two that are close, the one behind drops its wish altogether, until the other is gone. In touch
//! it steps back a little as well: where the other has to slide along a door post, it needs the room.

use super::Crowd;
use super::participant::Participant;
use crate::planes::horizontal;
use crate::tuning::{GIVE_WAY_GAP, GIVE_WAY_HEAD_ON, OVERLAP, STEP_BACK_GAP, STEP_BACK_SPEED};
use alloc::vec::Vec;
use carom_core::pair::contact;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// The place of an agent that has the right of way.
const NONE: u32 = u32::MAX;

/// Which agents give way, and to which, by place among the participants.
#[derive(Clone, Debug)]
pub(super) struct RightOfWay {
    /// The first in order that it gives way to, or `NONE`.
    to: Vec<u32>,
    /// The start of the chain in which it was visited.
    visited: Vec<u32>,
}

impl RightOfWay {
    pub(super) fn new() -> Self {
        Self {
            to: Vec::new(),
            visited: Vec::new(),
        }
    }

    /// In a ring of agents, each behind the next, all would stand for good: the first in order goes on.
    fn break_rings(&mut self) {
        self.visited.clear();
        self.visited.resize(self.to.len(), NONE);
        for start in 0..self.to.len() as u32 {
            let mut at = start;
            while at != NONE && self.visited[at as usize] == NONE {
                self.visited[at as usize] = start;
                at = self.to[at as usize];
            }
            if at == NONE || self.visited[at as usize] != start {
                continue;
            }
            // A ring that this chain has closed.
            let (ring, mut first) = (at, at);
            loop {
                at = self.to[at as usize];
                first = first.min(at);
                if at == ring {
                    break;
                }
            }
            self.to[first as usize] = NONE;
        }
    }
}

impl<V: Vector> Crowd<V> {
    /// Drops the wishes of agents that give way to others.
    pub(super) fn give_way(&mut self) {
        if !self.agents.iter().any(|agent| agent.gives_way) {
            return;
        }
        let mut rights = core::mem::replace(&mut self.right_of_way, RightOfWay::new());
        rights.to.clear();
        rights
            .to
            .extend(self.participants.iter().map(|one| self.other_ahead(one)));
        rights.break_rings();
        for (one, to) in self.participants.iter().zip(&rights.to) {
            if *to != NONE {
                let number = one.number as usize;
                let back = self.step_back(one, &self.participants[*to as usize]);
                self.wishes.wanted[number] = self.agents[number].carried.0 + back;
            }
        }
        self.right_of_way = rights;
    }

    /// The direction in which an agent wants to walk by itself; none in the air.
    fn heading(&self, one: &Participant<V>) -> Option<V> {
        let number = one.number as usize;
        let agent = &self.agents[number];
        let wish = self.wishes.wanted[number] - agent.carried.0;
        horizontal(wish, one.up)
            .try_normalize()
            .filter(|_| agent.body.ground.is_some())
    }

    /// The velocity with which an agent makes room for one that it gives way to: less and less up to a distance at which it
    /// stands.
    fn step_back(&self, one: &Participant<V>, other: &Participant<V>) -> V {
        let number = one.number as usize;
        let wish = self.wishes.wanted[number] - self.agents[number].carried.0;
        let most = one.capsule.radius * V::Scalar::from_f64(STEP_BACK_GAP);
        let Some(found) = contact(&one.capsule, &other.capsule, most) else {
            return V::ZERO;
        };
        let part = V::Scalar::ONE - found.separation.max(V::Scalar::ZERO) / most;
        let speed = horizontal(wish, one.up).length() * V::Scalar::from_f64(STEP_BACK_SPEED);
        horizontal(found.normal, one.up) * (speed * part)
    }

    /// The place of the first agent in order that this one gives way to, or `NONE`.
    fn other_ahead(&self, one: &Participant<V>) -> u32 {
        let gives_way = self.agents[one.number as usize].gives_way;
        let Some(heading) = self.heading(one).filter(|_| gives_way) else {
            return NONE;
        };
        let mut first = NONE;
        let gap = one.capsule.radius * V::Scalar::from_f64(GIVE_WAY_GAP);
        let reached = one.capsule.bounds().inflated(gap);
        let _ = self.neighbors.near(&reached, |place| {
            let other = &self.participants[place as usize];
            if place < first
                && other.number != one.number
                && self.is_ahead(one, heading, other, gap)
            {
                first = place;
            }
            ControlFlow::Continue(())
        });
        first
    }

    /// Whether an agent gives way to another: that one wants to walk, is close and in its way, and does not have it in its own
    /// way, or is farther along the direction of both.
    fn is_ahead(
        &self,
        one: &Participant<V>,
        heading: V,
        other: &Participant<V>,
        gap: V::Scalar,
    ) -> bool {
        let zero = V::Scalar::ZERO;
        let Some(others) = self.heading(other) else {
            return false;
        };
        let Some(found) = contact(&one.capsule, &other.capsule, gap) else {
            return false;
        };
        // An agent above another is not in its way, and those that overlap part.
        let flat = horizontal(found.normal, one.up);
        let overlaps = found.separation < -(one.skin * V::Scalar::from_f64(OVERLAP));
        if flat.length() < V::Scalar::HALF || overlaps || heading.dot(flat) >= zero {
            return false;
        }
        if others.dot(flat) <= zero {
            return true;
        }
        let both = heading + others;
        let apart = horizontal(other.capsule.a - one.capsule.a, one.up);
        let ahead = apart.dot(both);
        both.length() >= V::Scalar::from_f64(GIVE_WAY_HEAD_ON)
            && (ahead > zero || ahead == zero && other.rank < one.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_broken_at_its_first_and_chains_stay() {
        // 3 → 1 → 4 → 3 is a ring, 0 and 2 lead into it, 6 → 5 is a chain.
        let mut rights = RightOfWay::new();
        rights.to = [3, 4, 0, 1, 3, NONE, 5].to_vec();
        rights.break_rings();
        assert_eq!(rights.to, [3, NONE, 0, 1, 3, NONE, 5]);
        rights.to = [1, 0, 3, 2].to_vec();
        rights.break_rings();
        assert_eq!(rights.to, [NONE, 0, NONE, 2]);
    }
}
