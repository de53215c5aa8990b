//! When does a moving circle meet a capsule at rest, which may be a segment or a circle?

use crate::numbers::{answers, asks};
use carom::{Ball, Capsule, Sweep, sweep};
use glam::DVec2;

asks! {
    Asked { ball: Ball<DVec2>, delta: DVec2, rest: Capsule<DVec2> }
}

answers! {
    Answer {
        swept: Sweep<DVec2>,
        /// Where the circle's centre gets to.
        reached: DVec2,
    }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    let swept = sweep(&asked.ball, asked.delta, &asked.rest);
    let free = swept.hit.map_or(1.0, |hit| hit.t);
    Answer {
        swept,
        reached: asked.ball.center + asked.delta * free,
    }
}
