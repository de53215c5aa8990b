//! Contact of a capsule and a triangle in 3D.

use crate::codec::{answers, inputs};
use carom::{Capsule, Contact, Triangle, contact};
use glam::DVec3;

inputs! {
    Inputs { a: Capsule<DVec3>, b: Triangle<DVec3> }
}

answers! {
    Answer { contact: Option<Contact<DVec3>> }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        contact: contact(&inputs.a, &inputs.b, f64::INFINITY),
    }
}
