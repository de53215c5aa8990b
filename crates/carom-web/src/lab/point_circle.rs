//! Overlap and contact of a point and a circle.

use crate::codec::{answers, inputs};
use carom::{Ball, Contact, contact, overlap};
use glam::DVec2;

inputs! {
    Inputs { point: DVec2, circle: Ball<DVec2> }
}

answers! {
    Answer { inside: bool, contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        inside: overlap(&inputs.point, &inputs.circle),
        contact: contact(&inputs.point, &inputs.circle, f64::INFINITY),
    }
}
