//! A list of which the first are kept without allocating.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// A list; up to `N` take no memory but its own.
#[derive(Debug)]
pub(crate) struct SmallVec<T, const N: usize> {
    few: [T; N],
    count: usize,
    /// All, once they have been more; else none.
    many: Vec<T>,
}

impl<T: Copy, const N: usize> SmallVec<T, N> {
    /// An empty one; what is not in the list yet is `anything`.
    pub(crate) fn new(anything: T) -> Self {
        Self {
            few: [anything; N],
            count: 0,
            many: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, thing: T) {
        if self.many.is_empty() && self.count < N {
            self.few[self.count] = thing;
        } else {
            if self.many.is_empty() {
                self.many.reserve(4 * N);
                self.many.extend_from_slice(&self.few);
            }
            self.many.push(thing);
        }
        self.count += 1;
    }

    /// Before the one that has this place.
    pub(crate) fn insert(&mut self, place: usize, thing: T) {
        self.push(thing);
        self[place..].rotate_right(1);
    }

    /// Keeps the first of them.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.count = self.count.min(count);
        self.many.truncate(count);
    }

    /// Takes one out, in whose place the last comes.
    pub(crate) fn swap_remove(&mut self, place: usize) {
        let last = self.count - 1;
        self.swap(place, last);
        self.truncate(last);
    }
}

impl<T, const N: usize> Deref for SmallVec<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        if self.many.is_empty() {
            &self.few[..self.count]
        } else {
            &self.many
        }
    }
}

impl<T, const N: usize> DerefMut for SmallVec<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        if self.many.is_empty() {
            &mut self.few[..self.count]
        } else {
            &mut self.many
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn it_is_a_list_however_long() {
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
