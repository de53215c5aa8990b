//! When do two moving circles meet?

use crate::numbers::{answers, asks};
use carom::Ball;
use carom::table::{self, Impact};
use glam::DVec2;

asks! {
    Asked { a: Ball<DVec2>, delta_a: DVec2, b: Ball<DVec2>, delta_b: DVec2 }
}

answers! {
    Answer { impact: Option<Impact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        impact: table::impact(&asked.a, asked.delta_a, &asked.b, asked.delta_b),
    }
}
