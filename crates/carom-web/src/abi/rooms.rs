//! `open(kind, numbers, words)` opens a room of that place in the list and tells its handle; 0 where it does not open, and
//! then why, as a text, is in the buffers. `act(handle, verb, numbers, words)` does in it what the verb of that place
//! in its list says. `close(handle)` is the end of it, and tells 1, or 0 of a room that is not open.

use super::{REFUSED, put, taken};
use crate::numbers::Said;
use crate::room::{Rooms, rooms};
use std::cell::RefCell;

thread_local! {
    static OPEN: RefCell<Rooms> = RefCell::new(Rooms::default());
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn open(kind: u32, numbers: u32, words: u32) -> u32 {
    let opened = match (rooms().get(kind as usize), taken(numbers, words)) {
        (Some(kind), Some(asked)) => OPEN.with_borrow_mut(|open| open.open(kind, &asked)),
        _ => Err("there is no such room".into()),
    };
    opened.unwrap_or_else(|why| {
        put(Said::of(&why));
        0
    })
}

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), unsafe(no_mangle))]
extern "C" fn act(handle: u32, verb: u32, numbers: u32, words: u32) -> u32 {
    let Some(asked) = taken(numbers, words) else {
        return REFUSED;
    };
    let told = OPEN.with_borrow_mut(|open| {
        let room = open.get(handle)?;
        room.kind().verbs.get(verb as usize)?.act(room, &asked).ok()
    });
    told.map_or(REFUSED, put)
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
    fn wrong_handles_are_refused() {
        assert_eq!(act(0, 0, 0, 0), REFUSED);
        assert_eq!(act(7, 0, 0, 0), REFUSED);
        assert_eq!(close(7), 0);
        assert_eq!(open(u32::MAX, 0, 0), 0);
        assert!(buffer().value::<String>().is_some(), "it says why");
        put(Said::default());
        assert_eq!(open(0, 0, 0), 0, "nothing is said");
        assert!(buffer().value::<String>().is_some());
    }
}
