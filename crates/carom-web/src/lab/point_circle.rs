//! Is a point in a circle?

use crate::numbers::{answers, asks};
use carom::contact::{self, Contact};
use carom::{Ball, overlap};
use glam::DVec2;

asks! {
    Asked { point: DVec2, circle: Ball<DVec2> }
}

answers! {
    Answer { inside: bool, contact: Option<Contact<DVec2>> }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    Answer {
        inside: overlap::point_ball(asked.point, &asked.circle),
        contact: contact::point_ball(asked.point, &asked.circle, f64::INFINITY),
    }
}
