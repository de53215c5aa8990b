//! How is a circle parted from a capsule?

use crate::numbers::{answers, asks};
use carom::{Ball, Capsule, Contact, contact};
use glam::DVec2;

asks! {
    Asked { a: Ball<DVec2>, b: Capsule<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        contact: contact(&asked.a, &asked.b, f64::INFINITY),
    }
}
