//! Neighbors of a tick: agents with touching claims, and pairs that may meet, found with a BVH of the claims.

use super::pair::{Meeting, Pair};
use super::participant::Participant;
use crate::tuning::{NEIGHBOR_CHUNK, REFITS};
use alloc::vec::Vec;
use carom_bvh::{Aabb, BoxBvh, BuildScratch};
use carom_math::Vector;
use carom_math::parallel::join;
use carom_math::sort;
use core::ops::{ControlFlow, Range};

/// The place of an agent that is no participant.
const NONE: u32 = u32::MAX;

/// The neighbors of all agents, with the memory of the search.
#[derive(Clone, Debug)]
pub(super) struct Neighbors<V: Vector> {
    /// By rank: the start of its list, and at the end the end of the last one.
    first: Vec<u32>,
    /// The lists, of ranks.
    others: Vec<u32>,
    /// The numbers of agents that overlap, both ways round, in order.
    overlaps: Vec<[u32; 2]>,
    /// By number: its place among the participants, or `NONE`.
    place: Vec<u32>,
    /// The claims, the numbers of their agents, and how often the BVH has been refitted.
    bvh: BoxBvh<V>,
    numbers: Vec<u32>,
    refits: u32,
    scratch: BuildScratch,
    chunks: Vec<Chunk<V>>,
}

/// The results for some participants in a row.
#[derive(Clone, Debug)]
struct Chunk<V: Vector> {
    /// The length of each list.
    counts: Vec<u32>,
    others: Vec<u32>,
    pairs: Vec<Pair<V>>,
    overlaps: Vec<[u32; 2]>,
}

impl<V: Vector> Neighbors<V> {
    pub(super) fn new() -> Self {
        Self {
            first: Vec::new(),
            others: Vec::new(),
            overlaps: Vec::new(),
            place: Vec::new(),
            bvh: BoxBvh::build(&[]),
            numbers: Vec::new(),
            refits: 0,
            scratch: BuildScratch::default(),
            chunks: Vec::new(),
        }
    }

    /// The ranks of all agents with claims that touch the claim of this one, in order.
    pub(super) fn of(&self, rank: u32) -> &[u32] {
        let rank = rank as usize;
        &self.others[self.first[rank] as usize..self.first[rank + 1] as usize]
    }

    /// Visits the places, among the participants, of agents with claims that touch a box; in no particular order.
    pub(super) fn near(
        &self,
        bounds: &Aabb<V>,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.bvh.overlapping(bounds, |item| {
            visit(self.place[self.numbers[item as usize] as usize])
        })
    }

    /// The agents that overlap this one at the start of the tick: pairs of its number and theirs, in order.
    pub(super) fn overlaps(&self, number: u32) -> &[[u32; 2]] {
        let from = self.overlaps.partition_point(|[one, _]| *one < number);
        let to = self.overlaps.partition_point(|[one, _]| *one <= number);
        &self.overlaps[from..to]
    }

    /// Puts the claims into the BVH, in order of number. It is refitted a few times before it is built again, as agents
    /// that were together move apart.
    fn update_bvh(&mut self, all: &[Participant<V>], count: usize) {
        self.place.clear();
        self.place.resize(count, NONE);
        for (place, one) in (0..).zip(all) {
            self.place[one.number as usize] = place;
        }
        let place = &self.place;
        let claim = |number: u32| all[place[number as usize] as usize].claim;
        let present = (0..count as u32).filter(|number| place[*number as usize] != NONE);
        if self.refits < REFITS && present.clone().eq(self.numbers.iter().copied()) {
            self.refits += 1;
            let numbers = &self.numbers;
            self.bvh.refit(|item| claim(numbers[item as usize]));
        } else {
            self.refits = 0;
            self.numbers.clear();
            self.numbers.extend(present);
            let claims = self.numbers.iter().map(|number| claim(*number));
            self.bvh.rebuild(claims, &mut self.scratch);
        }
    }

    /// Finds the neighbors of all participants, which come in order of rank; there are `count` ranks. Puts the pairs
    /// that may meet in a tick of `dt` into `pairs`, in that order too.
    pub(super) fn find(
        &mut self,
        all: &[Participant<V>],
        count: usize,
        dt: V::Scalar,
        pairs: &mut Vec<Pair<V>>,
    ) {
        self.update_bvh(all, count);
        let chunks = all.len().div_ceil(NEIGHBOR_CHUNK);
        self.chunks.resize(chunks, Chunk::new());
        let search = Search {
            all,
            bvh: &self.bvh,
            numbers: &self.numbers,
            place: &self.place,
            dt,
        };
        fill(&mut self.chunks, 0, &search);
        pairs.clear();
        self.first.clear();
        self.others.clear();
        self.overlaps.clear();
        let mut ranks = all.iter().map(|one| one.rank as usize);
        for chunk in &self.chunks {
            pairs.extend_from_slice(&chunk.pairs);
            let overlaps = chunk.overlaps.iter();
            self.overlaps
                .extend(overlaps.flat_map(|&[a, b]| [[a, b], [b, a]]));
            let mut from = self.others.len() as u32;
            self.others.extend_from_slice(&chunk.others);
            for found in &chunk.counts {
                // Ghosts between them have no neighbors.
                self.first.resize(ranks.next().unwrap_or(0) + 1, from);
                from += found;
            }
        }
        self.first.resize(count + 1, self.others.len() as u32);
        sort::sort(&mut self.overlaps);
    }
}

/// The participants, and the BVH of their claims.
struct Search<'a, V: Vector> {
    all: &'a [Participant<V>],
    bvh: &'a BoxBvh<V>,
    numbers: &'a [u32],
    place: &'a [u32],
    dt: V::Scalar,
}

/// Fills chunks in parallel, of which the first is number `from`.
fn fill<V: Vector>(chunks: &mut [Chunk<V>], from: usize, search: &Search<'_, V>) {
    if chunks.len() > 1 {
        let half = chunks.len() / 2;
        let (one, other) = chunks.split_at_mut(half);
        join(
            || fill(one, from, search),
            || fill(other, from + half, search),
        );
    } else if let [chunk] = chunks {
        let from = from * NEIGHBOR_CHUNK;
        let to = search.all.len().min(from + NEIGHBOR_CHUNK);
        chunk.fill(from..to, search);
    }
}

impl<V: Vector> Chunk<V> {
    fn new() -> Self {
        Self {
            counts: Vec::new(),
            others: Vec::new(),
            pairs: Vec::new(),
            overlaps: Vec::new(),
        }
    }

    fn fill(&mut self, range: Range<usize>, search: &Search<'_, V>) {
        self.counts.clear();
        self.others.clear();
        self.pairs.clear();
        self.overlaps.clear();
        for one in &search.all[range] {
            let reached = one.capsule.bounds().inflated(one.reach);
            let (others, pairs) = (self.others.len(), self.pairs.len());
            let _ = search.bvh.overlapping(&reached.union(&one.claim), |item| {
                let number = search.numbers[item as usize];
                let other = &search.all[search.place[number as usize] as usize];
                if other.rank != one.rank && one.claim.overlaps(&other.claim) {
                    self.others.push(other.rank);
                }
                if other.rank > one.rank
                    && reached.overlaps(&other.capsule.bounds())
                    && let Some(meeting) = Meeting::of(one, other)
                {
                    self.pairs.extend(Pair::of(one, other, &meeting, search.dt));
                    if meeting.is_overlap(one) {
                        self.overlaps.push([one.number, other.number]);
                    }
                }
                ControlFlow::Continue(())
            });
            self.counts.push((self.others.len() - others) as u32);
            sort::sort(&mut self.others[others..]);
            sort::sort_by_key(&mut self.pairs[pairs..], |pair| pair.rank);
        }
    }
}
