//! The closest point of a segment to a point.

use crate::codec::{answers, inputs};
use carom::{Segment, closest};
use glam::DVec2;

inputs! {
    Inputs { point: DVec2, segment: Segment<DVec2> }
}

answers! {
    Answer { nearest: DVec2, distance: f64, normal: DVec2, unique: bool }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let found = closest(&inputs.point, &inputs.segment);
    Answer {
        nearest: found.point_b,
        distance: found.distance,
        normal: found.normal,
        unique: found.unique,
    }
}
