//! *Walk*: a character among others, in a course of slopes, stairs and things that move, or in a level from a file.

use crate::numbers::{answers, asks};

asks! {
    Start { nothing: bool }
}
answers! {
    Moment { tick: f64 }
}
pub(crate) struct Walk(f64);
pub(crate) fn open(start: Start) -> Result<Walk, String> {
    if start.nothing {
        Err("no".into())
    } else {
        Ok(Walk(0.0))
    }
}
pub(crate) fn tick(walk: &mut Walk, _: &bool) -> Moment {
    walk.0 += 1.0;
    Moment { tick: walk.0 }
}
