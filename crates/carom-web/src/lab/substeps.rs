//! Steps that tunnel: a motion cut into a few, and an overlap asked at each.
//!
//! The specimen looks only where the steps end; what is between two of them it does not see.

use crate::numbers::{answers, asks};
use carom::{Ball, Segment, Sweep, overlap, sweep};
use glam::DVec2;

asks! {
    Asked { ball: Ball<DVec2>, delta: DVec2, wall: Segment<DVec2>, steps: f64 }
}

answers! {
    Answer {
        swept: Sweep<DVec2>,
        reached: DVec2,
        /// Where the specimen has looked; the last is where it stops.
        looked: Vec<DVec2>,
        /// Whether it has noticed anything there.
        noticed: bool,
    }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    let Asked {
        ball, delta, wall, ..
    } = asked;
    let swept = sweep(ball, *delta, &carom::Capsule::new(wall.a, wall.b, 0.0));
    let free = swept.hit.map_or(1.0, |hit| hit.t);
    let count = asked.steps.clamp(1.0, 64.0).floor();
    let mut looked = Vec::new();
    let mut noticed = false;
    for i in 1..=count as u32 {
        let here = ball.translated(*delta * (f64::from(i) / count));
        looked.push(here.center);
        noticed = overlap(wall, &here);
        if noticed {
            break;
        }
    }
    Answer {
        swept,
        reached: ball.center + *delta * free,
        looked,
        noticed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn five_steps_go_through_a_wall() {
        let asked = |steps| Asked {
            ball: Ball::new(dvec2(-5.0, 0.0), 0.4),
            delta: dvec2(10.0, 0.0),
            wall: Segment::new(dvec2(0.05, -2.0), dvec2(0.05, 2.0)),
            steps,
        };
        let few = answer(&asked(5.0));
        assert!(!few.noticed && few.swept.hit.is_some());
        assert!(answer(&asked(20.0)).noticed);
    }
}
