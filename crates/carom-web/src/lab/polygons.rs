//! How are two convex polygons parted?

use crate::numbers::{answers, asks};
use carom::{Contact, Hull, contact};
use glam::DVec2;

asks! {
    Asked { a: Hull<DVec2>, b: Hull<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        contact: contact(&asked.a, &asked.b, f64::INFINITY),
    }
}
