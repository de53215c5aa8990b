//! Contact of two capsules in 2D: signed separation, normal and points.

use crate::codec::{answers, inputs};
use carom::{Capsule, Contact, contact};
use glam::DVec2;

inputs! {
    Inputs { a: Capsule<DVec2>, b: Capsule<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        contact: contact(&inputs.a, &inputs.b, f64::INFINITY),
    }
}
