//! What JavaScript sees: a few functions, and two buffers for what is said.
//!
//! 1. `numbers(n)` and `words(n)` make room for n numbers, or words of 32 bits, and tell where they begin. The memory may
//!    have grown and moved after any call at all, so a view of it is made anew each time.
//! 2. `describe()` writes, as a text, a JSON object: the schemas of the `questions` and `rooms` that this module has.
//! 3. What is asked lies at the beginning of both buffers; what is answered is written in its place, and told is how many
//!    numbers it has, or [`REFUSED`].
//!
//! `lab` has the functions of the questions, `rooms` those of the rooms; a module can have one or both. Natively
//! they are ordinary functions, and tested as such.
#![cfg_attr(
    not(any(all(target_family = "wasm", target_os = "unknown"), test)),
    allow(dead_code, reason = "natively the functions themselves are called")
)]
#![allow(
    unsafe_code,
    reason = "functions are exported by their names; no other unsafe code is in the crate"
)]

#[cfg(feature = "lab")]
mod lab;
#[cfg(feature = "rooms")]
mod rooms;

use crate::numbers::Said;
use std::cell::RefCell;

/// What is told where something is not there, or what is said is not what is asked for.
const REFUSED: u32 = u32::MAX;

thread_local! {
    /// What is asked, then what is answered.
    static BUFFER: RefCell<Said> = const { RefCell::new(Said { numbers: Vec::new(), words: Vec::new() }) };
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn numbers(count: u32) -> *mut f64 {
    BUFFER.with_borrow_mut(|buffer| at_least(&mut buffer.numbers, count))
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn words(count: u32) -> *mut u32 {
    BUFFER.with_borrow_mut(|buffer| at_least(&mut buffer.words, count))
}

fn at_least<T: Clone + Default>(buffer: &mut Vec<T>, count: u32) -> *mut T {
    if buffer.len() < count as usize {
        buffer.resize(count as usize, T::default());
    }
    buffer.as_mut_ptr()
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn describe() -> u32 {
    put(Said::of(&crate::description()))
}

/// What the buffers begin with, if there is so much; it is taken out of them.
fn taken(numbers: u32, words: u32) -> Option<Said> {
    let (numbers, words) = (numbers as usize, words as usize);
    let mut said = BUFFER.take();
    let there = numbers <= said.numbers.len() && words <= said.words.len();
    said.numbers.truncate(numbers);
    said.words.truncate(words);
    there.then_some(said)
}

/// Becomes what the buffers begin with.
fn put(said: Said) -> u32 {
    let count = u32::try_from(said.numbers.len()).unwrap_or(REFUSED);
    BUFFER.set(said);
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All that is in the buffers.
    pub(super) fn buffer() -> Said {
        BUFFER.with_borrow(Clone::clone)
    }

    #[test]
    fn the_description_is_text() {
        assert_eq!(describe(), 1);
        let text: String = buffer().value().unwrap();
        assert_eq!(text, crate::description());
        assert!(text.starts_with(
            "{\"questions\":[{\"name\":\"point_circle\",\"asked\":{\"fields\":[[\"point\",\"point\"]"
        ));
        assert!(text.contains("\"rooms\":[{\"name\":\"walk\""));
    }

    #[test]
    fn there_is_room() {
        let there = || {
            numbers(7);
            words(9);
        };
        there();
        assert_eq!(taken(7, 9).unwrap().words.len(), 9);
        for (count, of) in [(8, 9), (7, 10), (u32::MAX, 0)] {
            there();
            assert!(taken(count, of).is_none());
        }
    }
}
