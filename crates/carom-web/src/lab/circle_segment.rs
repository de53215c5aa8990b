//! Contact of a segment and a circle.

use crate::codec::{answers, inputs};
use carom::{Ball, Contact, Segment, contact};
use glam::DVec2;

inputs! {
    Inputs { a: Segment<DVec2>, b: Ball<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        contact: contact(&inputs.a, &inputs.b, f64::INFINITY),
    }
}
