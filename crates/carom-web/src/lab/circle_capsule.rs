//! Contact of a circle and a capsule.

use crate::codec::{answers, inputs};
use carom::{Ball, Capsule, Contact, contact};
use glam::DVec2;

inputs! {
    Inputs { a: Ball<DVec2>, b: Capsule<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        contact: contact(&inputs.a, &inputs.b, f64::INFINITY),
    }
}
