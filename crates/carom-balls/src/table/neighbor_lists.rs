//! Neighbor lists: many short lists of indices in one allocation.

use alloc::vec::Vec;

/// The smallest capacity.
const LEAST: u32 = 8;
/// Padded lengths are multiples of this.
const PADDED: u32 = 4;

#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: u32,
    count: u32,
    /// The capacity is `LEAST << class`, if there is any.
    class: u32,
    has_room: bool,
}

impl Span {
    fn has_room(&self, count: usize) -> bool {
        self.has_room && count <= (LEAST as usize) << self.class
    }
}

/// Unordered lists. Capacity that a list has outgrown is reused by the next list of that size.
#[derive(Clone, Debug, Default)]
pub(super) struct NeighborLists {
    items: Vec<u32>,
    spans: Vec<Span>,
    /// Starts of unused blocks, by class.
    free: Vec<Vec<u32>>,
}

impl NeighborLists {
    /// Resizes to `count` lists; new ones are empty.
    pub(super) fn grow(&mut self, count: usize) {
        self.spans.resize(count, Span::default());
    }

    #[inline(always)]
    pub(super) fn of(&self, list: usize) -> &[u32] {
        let span = &self.spans[list];
        &self.items[span.start as usize..][..span.count as usize]
    }

    /// The length of a list; and its items, followed by arbitrary former items up to a multiple of four.
    #[inline(always)]
    pub(super) fn padded(&self, list: usize) -> (usize, &[u32]) {
        let span = &self.spans[list];
        let padded = span.count.next_multiple_of(PADDED) as usize;
        (
            span.count as usize,
            &self.items[span.start as usize..][..padded],
        )
    }

    #[inline]
    pub(super) fn clear(&mut self, list: usize) {
        self.spans[list].count = 0;
    }

    /// Replaces the items of a list.
    pub(super) fn set(&mut self, list: usize, items: &[u32]) {
        while !self.spans[list].has_room(items.len()) {
            self.enlarge(list);
        }
        let span = &mut self.spans[list];
        span.count = items.len() as u32;
        self.items[span.start as usize..][..items.len()].copy_from_slice(items);
    }

    #[inline]
    pub(super) fn push(&mut self, list: usize, item: u32) {
        let span = self.spans[list];
        if !span.has_room(span.count as usize + 1) {
            self.enlarge(list);
        }
        let span = &mut self.spans[list];
        self.items[(span.start + span.count) as usize] = item;
        span.count += 1;
    }

    /// Removes an item, if it is present.
    #[inline]
    pub(super) fn remove(&mut self, list: usize, item: u32) {
        let span = &mut self.spans[list];
        let items = &mut self.items[span.start as usize..][..span.count as usize];
        if let Some(index) = items.iter().position(|other| *other == item) {
            items[index] = items[items.len() - 1];
            span.count -= 1;
        }
    }

    #[cold]
    fn enlarge(&mut self, list: usize) {
        let old = self.spans[list];
        let class = if old.has_room { old.class + 1 } else { 0 };
        while self.free.len() <= class as usize {
            self.free.push(Vec::new());
        }
        let room = LEAST << class;
        let start = self.free[class as usize].pop().unwrap_or_else(|| {
            let start = self.items.len() as u32;
            self.items.resize(self.items.len() + room as usize, 0);
            start
        });
        let from = old.start as usize;
        self.items
            .copy_within(from..from + old.count as usize, start as usize);
        if old.has_room {
            self.free[old.class as usize].push(old.start);
        }
        self.spans[list] = Span {
            start,
            count: old.count,
            class,
            has_room: true,
        };
    }
}

/// The first `count` numbers, followed by zeros up to a multiple of four.
pub(super) fn padded(numbers: &mut Vec<u32>, count: usize) -> &[u32] {
    let padded = count.next_multiple_of(PADDED as usize);
    if numbers.len() < padded {
        numbers.resize(padded, 0);
    }
    numbers[count..padded].fill(0);
    &numbers[..padded]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec;

    #[test]
    fn lists_are_sets_that_do_not_mix() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut lists = NeighborLists::default();
        lists.grow(20);
        let mut sets = vec![BTreeSet::new(); 20];
        for _ in 0..20_000 {
            let (list, item) = (random.usize(..20), random.u32(..100));
            match random.u8(..10) {
                0 => {
                    lists.clear(list);
                    sets[list].clear();
                }
                1 => {
                    let items: Vec<u32> = (0..random.u32(..20)).map(|n| n * 5).collect();
                    lists.set(list, &items);
                    sets[list] = items.into_iter().collect();
                }
                2..5 => {
                    lists.remove(list, item);
                    sets[list].remove(&item);
                }
                _ => {
                    if sets[list].insert(item) {
                        lists.push(list, item);
                    }
                }
            }
            for (list, set) in sets.iter().enumerate() {
                assert_eq!(lists.of(list).len(), set.len());
                assert!(lists.of(list).iter().all(|item| set.contains(item)));
            }
        }
        // At most the room of twenty lists of a hundred items, doubled.
        assert!(lists.items.len() < 20 * 256 * 2);
    }
}
