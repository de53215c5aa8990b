//! A sorted list, update after update, with what is new in it and what is gone.

use alloc::vec::Vec;

#[derive(Clone, Debug)]
pub(super) struct Changes<T> {
    pub(super) now: Vec<T>,
    before: Vec<T>,
    pub(super) new: Vec<T>,
    pub(super) gone: Vec<T>,
}

impl<T> Default for Changes<T> {
    fn default() -> Self {
        Self {
            now: Vec::new(),
            before: Vec::new(),
            new: Vec::new(),
            gone: Vec::new(),
        }
    }
}

impl<T: Ord + Copy> Changes<T> {
    /// Starts an update: the current list becomes the previous one.
    pub(super) fn begin(&mut self) {
        core::mem::swap(&mut self.now, &mut self.before);
        self.now.clear();
    }

    /// Compares the current list, which must be sorted, with the previous one.
    pub(super) fn end(&mut self) {
        missing(&self.now, &self.before, &mut self.new);
        missing(&self.before, &self.now, &mut self.gone);
    }
}

/// The elements of the first list that are missing in the second; both are sorted.
fn missing<T: Ord + Copy>(of: &[T], from: &[T], missing: &mut Vec<T>) {
    missing.clear();
    let mut at = 0;
    for own in of {
        while at < from.len() && from[at] < *own {
            at += 1;
        }
        if at == from.len() || from[at] != *own {
            missing.push(*own);
        }
    }
}
