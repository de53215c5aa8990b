//! Who is near whom in a tick.

use super::one::One;
use super::pair::Pair;
use crate::parallel::join;
use crate::shape::aabb::Aabb;
use crate::tree::Items;
use crate::vector::Vector;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// So many are looked around by one thread.
const CHUNK: usize = 128;

/// What is found, with the memory for finding it.
#[derive(Clone, Debug)]
pub(super) struct Neighbours<V: Vector> {
    /// By rank: where its list begins, and at the end where the last one ends.
    first: Vec<u32>,
    /// The lists, of ranks.
    others: Vec<u32>,
    boxes: Vec<Aabb<V>>,
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
            boxes: Vec::new(),
            chunks: Vec::new(),
        }
    }

    /// The ranks of those whose claims touch the claim of this one.
    pub(super) fn of(&self, rank: u32) -> &[u32] {
        let rank = rank as usize;
        &self.others[self.first[rank] as usize..self.first[rank + 1] as usize]
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
        self.boxes.clear();
        self.boxes.extend(all.iter().map(|one| one.claim));
        let tree = Items::build(&self.boxes);
        self.chunks.resize(all.len().div_ceil(CHUNK), Chunk::new());
        look(&mut self.chunks, 0, all, &tree, dt);
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

fn look<V: Vector>(
    chunks: &mut [Chunk<V>],
    from: usize,
    all: &[One<V>],
    tree: &Items<V>,
    dt: V::Scalar,
) {
    if chunks.len() > 1 {
        let half = chunks.len() / 2;
        let (one, other) = chunks.split_at_mut(half);
        join(
            || look(one, from, all, tree, dt),
            || look(other, from + half, all, tree, dt),
        );
    } else if let [chunk] = chunks {
        let from = from * CHUNK;
        let to = all.len().min(from + CHUNK);
        chunk.look(from..to, all, tree, dt);
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

    fn look(
        &mut self,
        which: core::ops::Range<usize>,
        all: &[One<V>],
        tree: &Items<V>,
        dt: V::Scalar,
    ) {
        self.counts.clear();
        self.others.clear();
        self.pairs.clear();
        for i in which {
            let one = &all[i];
            let around = one.capsule.bounds().inflated(one.reach);
            let (others, pairs) = (self.others.len(), self.pairs.len());
            let _ = tree.overlapping(&around.union(&one.claim), |j| {
                let other = &all[j as usize];
                if other.rank != one.rank && one.claim.overlaps(&other.claim) {
                    self.others.push(other.rank);
                }
                if other.rank > one.rank && around.overlaps(&other.capsule.bounds()) {
                    self.pairs.extend(Pair::of(one, other, dt));
                }
                ControlFlow::Continue(())
            });
            self.counts.push((self.others.len() - others) as u32);
            self.others[others..].sort_unstable();
            self.pairs[pairs..].sort_unstable_by_key(|pair| pair.rank);
        }
    }
}
