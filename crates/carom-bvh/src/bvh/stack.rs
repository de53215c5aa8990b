//! What waits while a tree is walked.

use super::STACK;
use carom_math::lanes::LANES;

/// How much hardly ever waits at a time.
const SHORT: usize = 32;

/// A list whose length its owner keeps. It is cleared with every question, so that what is seldom needed is
/// made only then.
pub(super) struct Stack<T> {
    short: [T; SHORT],
    /// Eight more than can wait: what is put at the end need not count.
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
