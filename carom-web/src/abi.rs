//! What JavaScript sees: four functions and a buffer of numbers.
//!
//! 1. `room(n)` makes room for n numbers and tells where they begin. The memory may have grown and moved,
//!    so a view of it is made anew after each of these calls.
//! 2. `describe()` writes the schemas of all questions, a JSON list, a number a byte, and tells how many.
//! 3. `ask(question, n)` answers the question of that place in the list from the first n numbers of the
//!    buffer, writes the answer in their place and tells how many numbers it has, or [`REFUSED`].
//! 4. `surface(n)` does the same with [`crate::surface()`], which is what a page in space draws of a shape.
//!
//! Natively they are ordinary functions, and tested as such.
#![cfg_attr(
    not(any(all(target_family = "wasm", target_os = "unknown"), test)),
    allow(dead_code, reason = "natively the questions themselves are called")
)]
#![allow(
    unsafe_code,
    reason = "functions are exported by their names; no other unsafe code is in the crate"
)]

use crate::question::questions;
use std::cell::RefCell;

/// What `ask` tells where there is no such question, or the numbers are not what it asks for.
const REFUSED: u32 = u32::MAX;

thread_local! {
    /// What is asked, then what is answered.
    static BUFFER: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn room(count: u32) -> *mut f64 {
    BUFFER.with_borrow_mut(|buffer| {
        if buffer.len() < count as usize {
            buffer.resize(count as usize, 0.0);
        }
        buffer.as_mut_ptr()
    })
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn describe() -> u32 {
    let schemas: Vec<_> = questions().iter().map(|q| q.schema()).collect();
    let text = format!("[{}]", schemas.join(","));
    put(&text.bytes().map(f64::from).collect::<Vec<_>>())
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn ask(question: u32, count: u32) -> u32 {
    let (Some(question), Some(asked)) = (questions().get(question as usize), taken(count)) else {
        return REFUSED;
    };
    question.ask(&asked).map_or(REFUSED, |answer| put(&answer))
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn surface(count: u32) -> u32 {
    let Some(asked) = taken(count) else {
        return REFUSED;
    };
    crate::surface(&asked).map_or(REFUSED, |surface| put(&surface))
}

/// The first numbers of the buffer, if there are so many.
fn taken(count: u32) -> Option<Vec<f64>> {
    BUFFER.with_borrow(|buffer| buffer.get(..count as usize).map(<[f64]>::to_vec))
}

fn put(numbers: &[f64]) -> u32 {
    let count = u32::try_from(numbers.len()).unwrap_or(REFUSED);
    room(count);
    BUFFER.with_borrow_mut(|buffer| buffer[..numbers.len()].copy_from_slice(numbers));
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(count: u32) -> Vec<f64> {
        BUFFER.with_borrow(|buffer| buffer[..count as usize].to_vec())
    }

    #[test]
    fn a_question_by_its_place() {
        let asked = [3.0, 4.0, 0.0, 0.0, 4.0];
        put(&asked);
        let answer = buffer(ask(0, 5));
        assert_eq!(answer, questions()[0].ask(&asked).unwrap());
        assert_eq!(answer[0], 0.0, "5 is farther than 4");
    }

    #[test]
    fn what_is_wrong_is_refused() {
        put(&[0.0; 5]);
        assert_eq!(ask(u32::MAX, 5), REFUSED);
        assert_eq!(ask(0, 4), REFUSED);
        assert_eq!(ask(0, u32::MAX), REFUSED, "more than there is room for");
    }

    #[test]
    fn a_surface_or_none() {
        let asked = [0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        put(&asked);
        let told = buffer(surface(7));
        assert_eq!(told, crate::surface(&asked).unwrap());
        put(&[-0.5, 0.0, 0.0, 0.0]);
        assert_eq!(surface(4), REFUSED);
        assert_eq!(surface(3), REFUSED);
        assert_eq!(surface(0), REFUSED);
    }

    #[test]
    fn the_description_is_text() {
        let count = describe();
        let bytes: Vec<u8> = buffer(count).iter().map(|byte| *byte as u8).collect();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.starts_with(
            "[{\"name\":\"point_circle\",\"asked\":{\"fields\":[[\"point\",\"point\"]"
        ));
    }
}
