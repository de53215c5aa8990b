//! Time of impact of two moving circles.

use crate::codec::{answers, inputs};
use carom::Ball;
use carom::table::{self, Impact};
use glam::DVec2;

inputs! {
    Inputs { a: Ball<DVec2>, delta_a: DVec2, b: Ball<DVec2>, delta_b: DVec2 }
}

answers! {
    Answer { impact: Option<Impact<DVec2>> }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        impact: table::impact(&inputs.a, inputs.delta_a, &inputs.b, inputs.delta_b),
    }
}
