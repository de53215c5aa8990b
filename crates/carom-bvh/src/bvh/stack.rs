//! The stack of a tree traversal.

use super::STACK;
use carom_math::lanes::LANES;

/// Entries beyond this number are rare.
const SHORT: usize = 32;

/// A stack; its owner keeps the height. Initializing it costs time in every query, so the long part is made only when
/// it is needed.
pub(super) struct Stack<T> {
    short: [T; SHORT],
    /// Room for eight more than the maximum: branch-free pushes write entries that may not count.
    long: Option<[T; STACK + LANES - SHORT]>,
}

impl<T: Copy + Default> Stack<T> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            short: [T::default(); SHORT],
            long: None,
        }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, item: T) {
        if place < SHORT {
            self.short[place] = item;
        } else {
            self.put_far(place - SHORT, item);
        }
    }

    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> T {
        if place < SHORT {
            self.short[place]
        } else {
            self.at_far(place - SHORT)
        }
    }

    #[cold]
    fn put_far(&mut self, place: usize, item: T) {
        let long = self
            .long
            .get_or_insert_with(|| [T::default(); STACK + LANES - SHORT]);
        long[place] = item;
    }

    #[cold]
    fn at_far(&self, place: usize) -> T {
        self.long.map_or(T::default(), |long| long[place])
    }
}
