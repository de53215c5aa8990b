//! Where on a segment is it nearest to a point?

use crate::numbers::{answers, asks};
use carom::{Segment, closest};
use glam::DVec2;

asks! {
    Asked { point: DVec2, segment: Segment<DVec2> }
}

answers! {
    Answer { nearest: DVec2, distance: f64, normal: DVec2, unique: bool }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    let found = closest(&asked.point, &asked.segment);
    Answer {
        nearest: found.point_b,
        distance: found.distance,
        normal: found.normal,
        unique: found.unique,
    }
}
