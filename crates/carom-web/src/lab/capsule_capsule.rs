//! How are two capsules parted?

use crate::numbers::{answers, asks};
use carom::{Capsule, Contact, contact};
use glam::DVec2;

asks! {
    Asked { a: Capsule<DVec2>, b: Capsule<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        contact: contact(&asked.a, &asked.b, f64::INFINITY),
    }
}
