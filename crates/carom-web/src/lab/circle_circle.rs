//! Contact of two circles.

use crate::codec::{answers, inputs};
use carom::{Ball, Contact, contact};
use glam::DVec2;

inputs! {
    Inputs { a: Ball<DVec2>, b: Ball<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        contact: contact(&inputs.a, &inputs.b, f64::INFINITY),
    }
}
