//! How are two capsules parted?

use crate::numbers::{answers, asks};
use carom::Capsule;
use carom::contact::{self, Contact};
use glam::DVec2;

asks! {
    Asked { a: Capsule<DVec2>, b: Capsule<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        contact: contact::capsule_capsule(&asked.a, &asked.b, f64::INFINITY),
    }
}
