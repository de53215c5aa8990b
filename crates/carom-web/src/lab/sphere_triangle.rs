//! How is a sphere parted from a triangle?

use crate::numbers::{answers, asks};
use carom::{Ball, Contact, Triangle, contact};
use glam::DVec3;

asks! {
    Asked { a: Ball<DVec3>, b: Triangle<DVec3> }
}

answers! {
    Answer { contact: Option<Contact<DVec3>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        contact: contact(&asked.a, &asked.b, f64::INFINITY),
    }
}
