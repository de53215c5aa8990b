//! The same motion as a ball, as a box and as a capsule: three shapes for a character.

use crate::codec::{answers, encode, inputs};
use carom::{Ball, Capsule, Convex, Hull, Sweep, sweep};
use glam::{DVec2, dvec2};

inputs! {
    Inputs {
        feet: DVec2,
        delta: DVec2,
        /// An obstacle.
        block: Hull<DVec2>,
    }
}

/// A sweep, and the feet at its end.
pub(crate) struct Walked {
    swept: Sweep<DVec2>,
    reached: DVec2,
}

encode!(Walked {
    swept: Sweep<DVec2>,
    reached: DVec2
});

answers! {
    Answer { ball: Walked, cuboid: Walked, capsule: Walked }
}

/// Half of the width of all three; the ball is as high as wide.
const RADIUS: f64 = 0.5;
const HEIGHT: f64 = 1.8;

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let feet = inputs.feet;
    let middle = feet + dvec2(0.0, HEIGHT / 2.0);
    Answer {
        ball: walked(inputs, &Ball::new(feet + dvec2(0.0, RADIUS), RADIUS)),
        cuboid: walked(inputs, &Hull::cuboid(middle, dvec2(RADIUS, HEIGHT / 2.0))),
        capsule: walked(inputs, &Capsule::standing(feet, DVec2::Y, HEIGHT, RADIUS)),
    }
}

fn walked(inputs: &Inputs, shape: &impl Convex<Vector = DVec2>) -> Walked {
    let swept = sweep(shape, inputs.delta, &inputs.block);
    let free = swept.hit.map_or(1.0, |hit| hit.t);
    Walked {
        swept,
        reached: inputs.feet + inputs.delta * free,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_hits_a_low_step_with_its_side_and_the_others_from_above() {
        let inputs = Inputs {
            feet: DVec2::ZERO,
            delta: dvec2(4.0, 0.0),
            block: Hull::cuboid(dvec2(3.0, 0.0), dvec2(1.0, 0.2)),
        };
        let found = answer(&inputs);
        let normal = |walked: &Walked| walked.swept.hit.unwrap().normal;
        assert_eq!(normal(&found.cuboid), dvec2(-1.0, 0.0));
        assert!(normal(&found.ball).y > 0.5 && normal(&found.capsule).y > 0.5);
        // A ceiling stops the two that are as high as a person.
        let low = Inputs {
            block: Hull::cuboid(dvec2(3.0, 2.2), dvec2(1.0, 1.0)),
            ..inputs
        };
        let found = answer(&low);
        assert!(found.ball.swept.hit.is_none() && found.capsule.swept.hit.is_some());
    }
}
