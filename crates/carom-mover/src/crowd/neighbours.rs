//! Who is near whom in a tick.

use super::one::One;
use super::pair::Pair;
use alloc::vec::Vec;
use carom_bvh::{BoxBvh, BuildScratch};
use carom_math::Vector;
use carom_math::parallel::join;
use core::ops::{ControlFlow, Range};

/// So many are looked around by one thread.
const CHUNK: usize = 128;
/// How often a tree is given other boxes before it is built anew.
const REFITS: u32 = 30;
const NOBODY: u32 = u32::MAX;

/// What is found, with the memory for finding it.
#[derive(Clone, Debug)]
pub(super) struct Neighbours<V: Vector> {
    /// By rank: where its list begins, and at the end where the last one ends.
    first: Vec<u32>,
    /// The lists, of ranks.
    others: Vec<u32>,
    /// By number: where it is among all that are no ghosts, or `NOBODY`.
    place: Vec<u32>,
    /// The claims in a tree, whose numbers they are, and how often it has been given other boxes.
    tree: BoxBvh<V>,
    who: Vec<u32>,
    refits: u32,
    scratch: BuildScratch,
    chunks: Vec<Chunk<V>>,
}

/// What some found, one after the other.
#[derive(Clone, Debug)]
struct Chunk<V: Vector> {
    /// Of each how many.
    counts: Vec<u32>,
    others: Vec<u32>,
    pairs: Vec<Pair<V>>,
}

impl<V: Vector> Neighbours<V> {
    pub(super) fn new() -> Self {
        Self {
            first: Vec::new(),
            others: Vec::new(),
            place: Vec::new(),
            tree: BoxBvh::build(&[]),
            who: Vec::new(),
            refits: 0,
            scratch: BuildScratch::default(),
            chunks: Vec::new(),
        }
    }

    /// The ranks of those whose claims touch the claim of this one.
    pub(super) fn of(&self, rank: u32) -> &[u32] {
        let rank = rank as usize;
        &self.others[self.first[rank] as usize..self.first[rank + 1] as usize]
    }

    /// Puts all claims into the tree, by number: the same one a few times, for it gets worse as those move apart
    /// that were together.
    fn plant(&mut self, all: &[One<V>], count: usize) {
        self.place.clear();
        self.place.resize(count, NOBODY);
        for (place, one) in (0..).zip(all) {
            self.place[one.number as usize] = place;
        }
        let place = &self.place;
        let claim = |number: u32| all[place[number as usize] as usize].claim;
        let there = (0..count as u32).filter(|number| place[*number as usize] != NOBODY);
        if self.refits < REFITS && there.clone().eq(self.who.iter().copied()) {
            self.refits += 1;
            let who = &self.who;
            self.tree.refit(|item| claim(who[item as usize]));
        } else {
            self.refits = 0;
            self.who.clear();
            self.who.extend(there);
            let claims = self.who.iter().map(|number| claim(*number));
            self.tree.rebuild(claims, &mut self.scratch);
        }
    }

    /// Looks around all, who come in the order of their ranks, of which there are `count`; puts those that may
    /// meet in a tick of `dt` into `pairs`, in that order too.
    pub(super) fn find(
        &mut self,
        all: &[One<V>],
        count: usize,
        dt: V::Scalar,
        pairs: &mut Vec<Pair<V>>,
    ) {
        self.plant(all, count);
        self.chunks.resize(all.len().div_ceil(CHUNK), Chunk::new());
        let around = Around {
            all,
            tree: &self.tree,
            who: &self.who,
            place: &self.place,
            dt,
        };
        look(&mut self.chunks, 0, &around);
        pairs.clear();
        self.first.clear();
        self.others.clear();
        let mut ranks = all.iter().map(|one| one.rank as usize);
        for chunk in &self.chunks {
            pairs.extend_from_slice(&chunk.pairs);
            let mut from = self.others.len() as u32;
            self.others.extend_from_slice(&chunk.others);
            for found in &chunk.counts {
                // Ghosts between them have none.
                self.first.resize(ranks.next().unwrap_or(0) + 1, from);
                from += found;
            }
        }
        self.first.resize(count + 1, self.others.len() as u32);
    }
}

/// Among whom is looked.
struct Around<'a, V: Vector> {
    all: &'a [One<V>],
    tree: &'a BoxBvh<V>,
    who: &'a [u32],
    place: &'a [u32],
    dt: V::Scalar,
}

/// Fills chunks, of which `from` are before these.
fn look<V: Vector>(chunks: &mut [Chunk<V>], from: usize, around: &Around<'_, V>) {
    if chunks.len() > 1 {
        let half = chunks.len() / 2;
        let (one, other) = chunks.split_at_mut(half);
        join(
            || look(one, from, around),
            || look(other, from + half, around),
        );
    } else if let [chunk] = chunks {
        let from = from * CHUNK;
        let to = around.all.len().min(from + CHUNK);
        chunk.look(from..to, around);
    }
}

impl<V: Vector> Chunk<V> {
    fn new() -> Self {
        Self {
            counts: Vec::new(),
            others: Vec::new(),
            pairs: Vec::new(),
        }
    }

    fn look(&mut self, which: Range<usize>, around: &Around<'_, V>) {
        self.counts.clear();
        self.others.clear();
        self.pairs.clear();
        for one in &around.all[which] {
            let reached = one.capsule.bounds().inflated(one.reach);
            let (others, pairs) = (self.others.len(), self.pairs.len());
            let _ = around.tree.overlapping(&reached.union(&one.claim), |item| {
                let number = around.who[item as usize];
                let other = &around.all[around.place[number as usize] as usize];
                if other.rank != one.rank && one.claim.overlaps(&other.claim) {
                    self.others.push(other.rank);
                }
                if other.rank > one.rank && reached.overlaps(&other.capsule.bounds()) {
                    self.pairs.extend(Pair::of(one, other, around.dt));
                }
                ControlFlow::Continue(())
            });
            self.counts.push((self.others.len() - others) as u32);
            self.others[others..].sort_unstable();
            self.pairs[pairs..].sort_unstable_by_key(|pair| pair.rank);
        }
    }
}
