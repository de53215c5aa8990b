//! How is a segment parted from a circle?

use crate::numbers::{answers, asks};
use carom::{Ball, Contact, Segment, contact};
use glam::DVec2;

asks! {
    Asked { a: Segment<DVec2>, b: Ball<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        contact: contact(&asked.a, &asked.b, f64::INFINITY),
    }
}
