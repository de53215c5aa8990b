//! How is a segment parted from a circle?

use crate::numbers::{answers, asks};
use carom::contact::{self, Contact};
use carom::{Ball, Segment};
use glam::DVec2;

asks! {
    Asked { a: Segment<DVec2>, b: Ball<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        contact: contact::segment_ball(&asked.a, &asked.b, f64::INFINITY),
    }
}
