//! Memory of exactly the right size at odd addresses.
#![allow(dead_code, reason = "each test uses some of it")]

use carom::{CaromStatus, CaromVec3};

/// Values at an odd address, with nothing behind them.
pub(crate) struct Odd(Box<[u8]>, usize);

impl Odd {
    pub(crate) fn of(words: &[f32]) -> Self {
        let bytes = words.iter().flat_map(|word| word.to_ne_bytes());
        let mut all: Vec<u8> = vec![0; 3];
        all.extend(bytes);
        let all = all.into_boxed_slice();
        // One of the first bytes is at an odd address.
        let at = (0..3)
            .find(|at| !all[*at..].as_ptr().addr().is_multiple_of(2))
            .unwrap();
        let mut all = all;
        all.copy_within(3.., at);
        Self(all, at)
    }

    pub(crate) fn base<T>(&self) -> *const T {
        self.0[self.1..].as_ptr().cast()
    }
}

/// Places for answers at an odd address.
pub(crate) struct Places(Vec<u8>);

impl Places {
    pub(crate) fn of<T>(count: usize) -> Self {
        Self(vec![0; count * size_of::<T>() + 2])
    }

    pub(crate) fn base<T>(&mut self) -> *mut T {
        let at = usize::from(self.0.as_ptr().addr().is_multiple_of(2));
        self.0[at..].as_mut_ptr().cast()
    }

    pub(crate) fn with<T: Copy>(values: &[T]) -> Self {
        let mut places = Self::of::<T>(values.len());
        let base = places.base::<T>();
        for (index, value) in values.iter().enumerate() {
            // SAFETY: there are as many places as values.
            unsafe { base.add(index).write_unaligned(*value) };
        }
        places
    }

    pub(crate) fn get<T: Copy>(&mut self, index: usize) -> T {
        let base = self.base::<T>();
        // SAFETY: there are places for more than `index`, and the library has written this one.
        unsafe { base.add(index).read_unaligned() }
    }
}

pub(crate) fn v(x: f32, y: f32, z: f32) -> CaromVec3 {
    CaromVec3 { x, y, z }
}

pub(crate) fn ok(status: CaromStatus) {
    assert_eq!(status, CaromStatus::CaromOk);
}
