//! Tunneling: a motion divided into steps, with an overlap test after each.
//!
//! The discrete method tests only the ends of the steps; it misses a wall between two of them.

use crate::codec::{answers, inputs};
use carom::{Ball, Segment, Sweep, overlap, sweep};
use glam::DVec2;

inputs! {
    Inputs { ball: Ball<DVec2>, delta: DVec2, wall: Segment<DVec2>, steps: f64 }
}

answers! {
    Answer {
        swept: Sweep<DVec2>,
        reached: DVec2,
        /// The positions that were tested; the last one is where the discrete method stops.
        samples: Vec<DVec2>,
        /// Whether it detected the wall there.
        detected: bool,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let Inputs {
        ball, delta, wall, ..
    } = inputs;
    let swept = sweep(ball, *delta, &carom::Capsule::new(wall.a, wall.b, 0.0));
    let free = swept.hit.map_or(1.0, |hit| hit.t);
    let count = inputs.steps.clamp(1.0, 64.0).floor();
    let mut samples = Vec::new();
    let mut detected = false;
    for i in 1..=count as u32 {
        let here = ball.translated(*delta * (f64::from(i) / count));
        samples.push(here.center);
        detected = overlap(wall, &here);
        if detected {
            break;
        }
    }
    Answer {
        swept,
        reached: ball.center + *delta * free,
        samples,
        detected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn five_steps_go_through_a_wall() {
        let inputs = |steps| Inputs {
            ball: Ball::new(dvec2(-5.0, 0.0), 0.4),
            delta: dvec2(10.0, 0.0),
            wall: Segment::new(dvec2(0.05, -2.0), dvec2(0.05, 2.0)),
            steps,
        };
        let few = answer(&inputs(5.0));
        assert!(!few.detected && few.swept.hit.is_some());
        assert!(answer(&inputs(20.0)).detected);
    }
}
