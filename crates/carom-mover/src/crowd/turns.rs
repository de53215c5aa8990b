//! Who takes its step when: those who are near each other one after the other, all others at once.
//!
//! All go in rounds. In a round goes who has nobody near that is before it in the order and has not gone yet; so no
//! two of a round are near each other, and a round comes to the same whoever of it is first. Who is held up by one
//! that has not gone waits for that one, bars nobody meanwhile, and then goes whatever it meets.

use super::neighbours::Neighbours;
use alloc::vec::Vec;
use carom_math::Vector;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// It has not gone.
    Waiting,
    /// It has tried, and waits for one before it.
    HeldUp,
    Gone,
}

/// All by rank.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    stage: Vec<Stage>,
    /// How many before it, and near it, are waiting.
    before: Vec<u32>,
    /// In which round it goes.
    round: Vec<u32>,
    rounds: u32,
    /// Who may go, as far as those before it matter.
    free: Vec<u32>,
    /// For whom each waits that is held up.
    holder: Vec<u32>,
    /// Who is held up.
    held: Vec<u32>,
    /// Who goes in this round, by rank.
    going: Vec<u32>,
    /// How many have gone.
    gone: usize,
    /// All before this one have.
    first: u32,
}

impl Turns {
    pub(super) fn new() -> Self {
        Self {
            stage: Vec::new(),
            before: Vec::new(),
            round: Vec::new(),
            rounds: 0,
            free: Vec::new(),
            holder: Vec::new(),
            held: Vec::new(),
            going: Vec::new(),
            gone: 0,
            first: 0,
        }
    }

    /// Nobody of `count` has gone.
    pub(super) fn begin<V: Vector>(&mut self, count: usize, near: &Neighbours<V>) {
        self.stage.clear();
        self.stage.resize(count, Stage::Waiting);
        self.round.clear();
        self.round.resize(count, 0);
        self.holder.clear();
        self.holder.resize(count, 0);
        self.before.clear();
        self.free.clear();
        self.held.clear();
        (self.rounds, self.gone, self.first) = (0, 0, 0);
        for rank in 0..count as u32 {
            let before = near.of(rank).partition_point(|other| *other < rank) as u32;
            self.before.push(before);
            if before == 0 {
                self.free.push(rank);
            }
        }
    }

    /// Finds who goes next; `false` if all have gone. `carrier` is the rank of whom one stands on: that goes first.
    pub(super) fn next<V: Vector>(
        &mut self,
        near: &Neighbours<V>,
        carrier: impl Fn(u32) -> Option<u32>,
    ) -> bool {
        self.rounds += 1;
        self.going.clear();
        let (stage, going, round) = (&self.stage, &mut self.going, &mut self.round);
        let number = self.rounds;
        let gone = |rank: u32| stage[rank as usize] == Stage::Gone;
        self.free.retain(|&rank| {
            let goes = carrier(rank).is_none_or(gone);
            if goes {
                round[rank as usize] = number;
                going.push(rank);
            }
            !goes
        });
        let holder = &self.holder;
        self.held.retain(|&rank| {
            let near = near.of(rank);
            let goes = gone(holder[rank as usize])
                && near.iter().all(|other| round[*other as usize] != number);
            if goes {
                round[rank as usize] = number;
                going.push(rank);
            }
            !goes
        });
        while self.going.is_empty() && self.gone < self.stage.len() {
            // All that are left wait for each other.
            let first = self.first;
            if self.stage[first as usize] == Stage::Gone {
                self.first += 1;
                continue;
            }
            self.free.retain(|rank| *rank != first);
            self.held.retain(|rank| *rank != first);
            self.leave(first, Stage::HeldUp, near);
            self.going.push(first);
        }
        self.going.sort_unstable();
        !self.going.is_empty()
    }

    /// Who goes in this round, by rank.
    pub(super) fn going(&self) -> &[u32] {
        &self.going
    }

    /// Whether one goes for the first time, so that it may yet wait for another.
    pub(super) fn may_wait(&self, rank: u32) -> bool {
        self.stage[rank as usize] == Stage::Waiting
    }

    /// Whether one that goes can wait for another: that has not gone, and does not itself wait for it.
    pub(super) fn can_wait_for(&self, rank: u32, mut other: u32) -> bool {
        loop {
            if other == rank {
                return false;
            }
            match self.stage[other as usize] {
                Stage::Gone => return false,
                Stage::Waiting => return true,
                // Nobody waits for one that waits for it, so that this ends.
                Stage::HeldUp => other = self.holder[other as usize],
            }
        }
    }

    /// One waits for another.
    pub(super) fn wait<V: Vector>(&mut self, rank: u32, holder: u32, near: &Neighbours<V>) {
        self.holder[rank as usize] = holder;
        self.held.push(rank);
        self.leave(rank, Stage::HeldUp, near);
    }

    /// One has gone.
    pub(super) fn go<V: Vector>(&mut self, rank: u32, near: &Neighbours<V>) {
        self.leave(rank, Stage::Gone, near);
        self.gone += 1;
    }

    /// One waits no more for those before it.
    fn leave<V: Vector>(&mut self, rank: u32, stage: Stage, near: &Neighbours<V>) {
        let before = core::mem::replace(&mut self.stage[rank as usize], stage);
        if before != Stage::Waiting {
            return;
        }
        let near = near.of(rank);
        for &other in &near[near.partition_point(|other| *other < rank)..] {
            let count = &mut self.before[other as usize];
            *count -= 1;
            if *count == 0 && self.stage[other as usize] == Stage::Waiting {
                self.free.push(other);
            }
        }
    }
}
