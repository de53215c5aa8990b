//! The schedule of a tick: neighbors step one after the other, all others in parallel (greedy coloring).
//!
//! Agents step in rounds. An agent steps as soon as its earlier neighbors, in the order of the tick, have all stepped;
//! so no two agents of a round are neighbors, and the result does not depend on the order within it. An agent that is
//! held up by one that has not stepped waits for it; meanwhile the others need not wait for it, and then it steps
//! whatever it meets.

use super::neighbors::Neighbors;
use alloc::vec::Vec;
use carom_math::Vector;
use carom_math::sort;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// It has not stepped.
    Waiting,
    /// It has tried, and waits for an earlier one.
    HeldUp,
    Stepped,
}

/// The state of all agents, by rank.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    stage: Vec<Stage>,
    /// The number of earlier neighbors that are waiting.
    before: Vec<u32>,
    /// The round in which it steps.
    round: Vec<u32>,
    rounds: u32,
    /// All that are waiting without an earlier neighbor that is.
    ready: Vec<u32>,
    /// For each that is held up, the one it waits for.
    holder: Vec<u32>,
    /// All that are held up.
    held_up: Vec<u32>,
    /// All that step in this round, in order.
    going: Vec<u32>,
    /// The number of all that have stepped.
    stepped: usize,
    /// All before this one have stepped.
    first: u32,
}

impl Schedule {
    pub(super) fn new() -> Self {
        Self {
            stage: Vec::new(),
            before: Vec::new(),
            round: Vec::new(),
            rounds: 0,
            ready: Vec::new(),
            holder: Vec::new(),
            held_up: Vec::new(),
            going: Vec::new(),
            stepped: 0,
            first: 0,
        }
    }

    /// Starts a tick of `count` agents.
    pub(super) fn begin<V: Vector>(&mut self, count: usize, neighbors: &Neighbors<V>) {
        self.stage.clear();
        self.stage.resize(count, Stage::Waiting);
        self.round.clear();
        self.round.resize(count, 0);
        self.holder.clear();
        self.holder.resize(count, 0);
        self.before.clear();
        self.ready.clear();
        self.held_up.clear();
        (self.rounds, self.stepped, self.first) = (0, 0, 0);
        for rank in 0..count as u32 {
            let before = neighbors.of(rank);
            let before = before.partition_point(|other| *other < rank) as u32;
            self.before.push(before);
            if before == 0 {
                self.ready.push(rank);
            }
        }
    }

    /// Finds the agents of the next round; `false` if all have stepped. `carrier` is the rank of the agent that one
    /// stands on, which has to step first.
    pub(super) fn next<V: Vector>(
        &mut self,
        neighbors: &Neighbors<V>,
        carrier: impl Fn(u32) -> Option<u32>,
    ) -> bool {
        self.rounds += 1;
        self.going.clear();
        let (stage, going, round) = (&self.stage, &mut self.going, &mut self.round);
        let number = self.rounds;
        let stepped = |rank: u32| stage[rank as usize] == Stage::Stepped;
        self.ready.retain(|&rank| {
            let goes = carrier(rank).is_none_or(stepped);
            if goes {
                round[rank as usize] = number;
                going.push(rank);
            }
            !goes
        });
        let holder = &self.holder;
        self.held_up.retain(|&rank| {
            let near = neighbors.of(rank);
            let goes = stepped(holder[rank as usize])
                && near.iter().all(|other| round[*other as usize] != number);
            if goes {
                round[rank as usize] = number;
                going.push(rank);
            }
            !goes
        });
        while self.going.is_empty() && self.stepped < self.stage.len() {
            // All that are left wait for each other.
            let first = self.first;
            if self.stage[first as usize] == Stage::Stepped {
                self.first += 1;
                continue;
            }
            self.ready.retain(|rank| *rank != first);
            self.held_up.retain(|rank| *rank != first);
            self.stop_waiting(first, Stage::HeldUp, neighbors);
            self.going.push(first);
        }
        sort::sort(&mut self.going);
        !self.going.is_empty()
    }

    /// The agents of this round, by rank, in order.
    pub(super) fn going(&self) -> &[u32] {
        &self.going
    }

    /// Whether an agent steps for the first time, so that it may still wait for another.
    pub(super) fn may_wait(&self, rank: u32) -> bool {
        self.stage[rank as usize] == Stage::Waiting
    }

    /// Whether an agent can wait for another: one that has not stepped and does not itself wait for it.
    pub(super) fn can_wait_for(&self, rank: u32, mut other: u32) -> bool {
        loop {
            if other == rank {
                return false;
            }
            match self.stage[other as usize] {
                Stage::Stepped => return false,
                Stage::Waiting => return true,
                // There are no circles of agents that wait for each other, so this ends.
                Stage::HeldUp => other = self.holder[other as usize],
            }
        }
    }

    /// Lets an agent wait for another.
    pub(super) fn wait<V: Vector>(&mut self, rank: u32, holder: u32, neighbors: &Neighbors<V>) {
        self.holder[rank as usize] = holder;
        self.held_up.push(rank);
        self.stop_waiting(rank, Stage::HeldUp, neighbors);
    }

    /// Notes that an agent has stepped.
    pub(super) fn finish<V: Vector>(&mut self, rank: u32, neighbors: &Neighbors<V>) {
        self.stop_waiting(rank, Stage::Stepped, neighbors);
        self.stepped += 1;
    }

    /// Changes the stage of an agent; its later neighbors no longer wait for it.
    fn stop_waiting<V: Vector>(&mut self, rank: u32, stage: Stage, neighbors: &Neighbors<V>) {
        let before = core::mem::replace(&mut self.stage[rank as usize], stage);
        if before != Stage::Waiting {
            return;
        }
        let near = neighbors.of(rank);
        for &other in &near[near.partition_point(|other| *other < rank)..] {
            let count = &mut self.before[other as usize];
            *count -= 1;
            if *count == 0 && self.stage[other as usize] == Stage::Waiting {
                self.ready.push(other);
            }
        }
    }
}
