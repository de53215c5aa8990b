//! Contact of two convex polygons, by GJK and EPA.

use crate::codec::{answers, inputs};
use carom::{Contact, Hull, contact};
use glam::DVec2;

inputs! {
    Inputs { a: Hull<DVec2>, b: Hull<DVec2> }
}

answers! {
    Answer { contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        contact: contact(&inputs.a, &inputs.b, f64::INFINITY),
    }
}
