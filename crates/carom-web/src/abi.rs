//! The interface to JavaScript: a few exported functions, and two buffers that request and response share.
//!
//! 1. `numbers(n)` and `words(n)` make the buffers at least n numbers, or n words of 32 bits, long and return their address.
//!    Any call can grow and move the memory, so JavaScript makes a new view after each call.
//! 2. `describe()` writes a JSON object, as a text: the schemas of the `queries` and `demos` of this wasm module.
//! 3. A request is at the beginning of both buffers; the response replaces it. The return value is the number of numbers of
//!    the response, or [`ERROR`].
//!
//! `lab` and `contacts` export queries, `demos` and `billiards` demos; a wasm module can contain one or all. In native builds these are
//! ordinary functions, and are tested as such.
#![cfg_attr(
    not(any(all(target_family = "wasm", target_os = "unknown"), test)),
    allow(dead_code, reason = "native code calls the functions directly")
)]
#![allow(
    unsafe_code,
    reason = "exporting a function by its name; the crate has no other unsafe code"
)]

#[cfg(any(feature = "demos", feature = "billiards"))]
mod demos;
#[cfg(any(feature = "lab", feature = "contacts"))]
mod lab;

use crate::codec::Encoded;
use std::cell::RefCell;

/// The return value where something does not exist or the request does not match the schema.
const ERROR: u32 = u32::MAX;

thread_local! {
    /// The request, later the response.
    static BUFFER: RefCell<Encoded> = const { RefCell::new(Encoded { numbers: Vec::new(), words: Vec::new() }) };
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
    put(Encoded::of(&crate::description()))
}

/// Takes a request of this length out of the buffers; `None` if they are shorter.
fn take(numbers: u32, words: u32) -> Option<Encoded> {
    let (numbers, words) = (numbers as usize, words as usize);
    let mut request = BUFFER.take();
    let fits = numbers <= request.numbers.len() && words <= request.words.len();
    request.numbers.truncate(numbers);
    request.words.truncate(words);
    fits.then_some(request)
}

/// Writes a response into the buffers; returns the number of its numbers.
fn put(response: Encoded) -> u32 {
    let count = u32::try_from(response.numbers.len()).unwrap_or(ERROR);
    BUFFER.set(response);
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contents of the buffers.
    pub(super) fn buffer() -> Encoded {
        BUFFER.with_borrow(Clone::clone)
    }

    #[test]
    fn the_description_is_text() {
        assert_eq!(describe(), 1);
        let text: String = buffer().value().unwrap();
        assert_eq!(text, crate::description());
        assert!(text.starts_with(
            "{\"queries\":[{\"name\":\"point_circle\",\"inputs\":{\"fields\":[[\"point\",\"point\"]"
        ));
        assert!(text.contains("\"demos\":[{\"name\":\"walk\""));
    }

    #[test]
    fn a_request_fits_into_the_buffers() {
        let reserve = || {
            numbers(7);
            words(9);
        };
        reserve();
        assert_eq!(take(7, 9).unwrap().words.len(), 9);
        for (count, of) in [(8, 9), (7, 10), (u32::MAX, 0)] {
            reserve();
            assert!(take(count, of).is_none());
        }
    }
}
