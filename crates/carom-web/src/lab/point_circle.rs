//! Is a point in a circle?

use crate::numbers::{answers, asks};
use carom::{Ball, Contact, contact, overlap};
use glam::DVec2;

asks! {
    Asked { point: DVec2, circle: Ball<DVec2> }
}

answers! {
    Answer { inside: bool, contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        inside: overlap(&asked.point, &asked.circle),
        contact: contact(&asked.point, &asked.circle, f64::INFINITY),
    }
}
