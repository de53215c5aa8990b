//! Contact of a sphere and a triangle in 3D.

use crate::codec::{answers, inputs};
use carom::{Ball, Contact, Triangle, contact};
use glam::DVec3;

inputs! {
    Inputs { a: Ball<DVec3>, b: Triangle<DVec3> }
}

answers! {
    Answer { contact: Option<Contact<DVec3>> }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        contact: contact(&inputs.a, &inputs.b, f64::INFINITY),
    }
}
