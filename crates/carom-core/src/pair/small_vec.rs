//! A small-vector: a list that allocates only beyond `N` items.
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// A list that holds up to `N` items in itself, more on the heap.
#[derive(Debug)]
pub(crate) struct SmallVec<T, const N: usize> {
    inline: [T; N],
    count: usize,
    /// All items, once there were more than `N`; otherwise empty.
    heap: Vec<T>,
}

impl<T: Copy, const N: usize> SmallVec<T, N> {
    /// An empty list; `filler` initializes the unused room.
    #[inline]
    pub(crate) fn new(filler: T) -> Self {
        Self {
            inline: [filler; N],
            count: 0,
            heap: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        if self.heap.is_empty() && self.count < N {
            self.inline[self.count] = item;
        } else {
            self.push_on_heap(item);
        }
        self.count += 1;
    }

    #[cold]
    fn push_on_heap(&mut self, item: T) {
        if self.heap.is_empty() {
            self.heap.reserve(4 * N);
            self.heap.extend_from_slice(&self.inline);
        }
        self.heap.push(item);
    }

    /// Inserts before the item at `index`.
    pub(crate) fn insert(&mut self, index: usize, item: T) {
        self.push(item);
        self[index..].rotate_right(1);
    }

    /// Keeps the first `count` items.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count);
        self.heap.truncate(count);
    }

    /// Removes an item and puts the last one in its place.
    pub(crate) fn swap_remove(&mut self, index: usize) {
        let last = self.count - 1;
        self.swap(index, last);
        self.truncate(last);
    }
}

impl<T, const N: usize> Deref for SmallVec<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        if self.heap.is_empty() {
            &self.inline[..self.count]
        } else {
            &self.heap
        }
    }
}

impl<T, const N: usize> DerefMut for SmallVec<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        if self.heap.is_empty() {
            &mut self.inline[..self.count]
        } else {
            &mut self.heap
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn it_behaves_like_a_vec_at_any_length() {
        let random = &mut Rng::with_seed(1);
        for _ in 0..200 {
            let (mut few, mut plain) = (SmallVec::<u32, 8>::new(0), Vec::new());
            for thing in 0..60 {
                let place = random.usize(..=plain.len());
                match random.usize(..8) {
                    0 => {
                        few.truncate(place);
                        plain.truncate(place);
                    }
                    1 if place < plain.len() => {
                        few.swap_remove(place);
                        plain.swap_remove(place);
                    }
                    2 | 3 => {
                        few.insert(place, thing);
                        plain.insert(place, thing);
                    }
                    _ => {
                        few.push(thing);
                        plain.push(thing);
                    }
                }
                assert_eq!(*few, *plain);
            }
        }
    }
}
