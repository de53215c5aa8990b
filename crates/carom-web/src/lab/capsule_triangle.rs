//! How is a capsule parted from a triangle in space?

use crate::numbers::{answers, asks};
use carom::{Capsule, Contact, Triangle, contact};
use glam::DVec3;

asks! {
    Asked { a: Capsule<DVec3>, b: Triangle<DVec3> }
}

answers! {
    Answer { contact: Option<Contact<DVec3>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        contact: contact(&asked.a, &asked.b, f64::INFINITY),
    }
}
