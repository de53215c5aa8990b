//! Exports of the demos: `open(kind, numbers, words)` opens a demo of the kind with that index and returns its handle, or 0
//! with an error message in the buffers. `call(handle, method, numbers, words)` calls the method with that index.
//! `close(handle)` closes a demo and returns 1, or 0 if it is not open.

use super::{ERROR, put, take};
use crate::codec::Encoded;
use crate::demo::{Demos, demos};
use std::cell::RefCell;

thread_local! {
    static OPEN: RefCell<Demos> = RefCell::new(Demos::default());
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn open(kind: u32, numbers: u32, words: u32) -> u32 {
    let opened = match (demos().get(kind as usize), take(numbers, words)) {
        (Some(kind), Some(inputs)) => OPEN.with_borrow_mut(|open| open.open(kind, &inputs)),
        _ => Err("there is no such demo".into()),
    };
    opened.unwrap_or_else(|message| {
        put(Encoded::of(&message));
        0
    })
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn call(handle: u32, method: u32, numbers: u32, words: u32) -> u32 {
    let Some(inputs) = take(numbers, words) else {
        return ERROR;
    };
    let answer = OPEN.with_borrow_mut(|open| {
        let demo = open.get(handle)?;
        demo.kind()
            .methods
            .get(method as usize)?
            .call(demo, &inputs)
            .ok()
    });
    answer.map_or(ERROR, put)
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn close(handle: u32) -> u32 {
    OPEN.with_borrow_mut(|open| u32::from(open.close(handle)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::buffer;
    use super::*;

    #[test]
    fn wrong_handles_are_an_error() {
        assert_eq!(call(0, 0, 0, 0), ERROR);
        assert_eq!(call(7, 0, 0, 0), ERROR);
        assert_eq!(close(7), 0);
        assert_eq!(open(u32::MAX, 0, 0), 0);
        assert!(buffer().value::<String>().is_some(), "an error message");
        put(Encoded::default());
        assert_eq!(open(0, 0, 0), 0, "no settings");
        assert!(buffer().value::<String>().is_some());
    }
}
