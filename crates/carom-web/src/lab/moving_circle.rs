//! Sweep (shape cast) of a circle against a capsule, which can be a segment or a circle.

use crate::codec::{answers, inputs};
use carom::{Ball, Capsule, Sweep, sweep};
use glam::DVec2;

inputs! {
    Inputs { ball: Ball<DVec2>, delta: DVec2, rest: Capsule<DVec2> }
}

answers! {
    Answer {
        swept: Sweep<DVec2>,
        /// The circle's center at the end of the sweep.
        reached: DVec2,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let swept = sweep(&inputs.ball, inputs.delta, &inputs.rest);
    let free = swept.hit.map_or(1.0, |hit| hit.t);
    Answer {
        swept,
        reached: inputs.ball.center + inputs.delta * free,
    }
}
