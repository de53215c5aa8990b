//! Sweep (shape cast) of a capsule against a capsule and a triangle in 3D.

use crate::codec::{Encode, Encoded, answers, inputs};
use carom::{Capsule, Hit, Sweep, Triangle, sweep};
use glam::DVec3;

inputs! {
    Inputs { a: Capsule<DVec3>, delta: DVec3, capsule: Capsule<DVec3>, triangle: Triangle<DVec3> }
}

/// The obstacle that stops the capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Obstacle {
    Nothing,
    Capsule,
    Triangle,
}

impl Encode for Obstacle {
    fn schema(out: &mut String) {
        out.push_str("{\"choice\":[\"nothing\",\"capsule\",\"triangle\"]}");
    }

    fn encode(&self, out: &mut Encoded) {
        out.push(f64::from(*self as u8));
    }
}

answers! {
    Answer {
        at_capsule: Sweep<DVec3>,
        at_triangle: Sweep<DVec3>,
        /// The earlier hit; the capsule if both hits are at the same time.
        stopped_by: Obstacle,
        hit: Option<Hit<DVec3>>,
        reached: Capsule<DVec3>,
        /// The corners of the parallelogram that the axis sweeps, in order.
        swept_core: Vec<DVec3>,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let Inputs { a, delta, .. } = inputs;
    let at_capsule = sweep(a, *delta, &inputs.capsule);
    let at_triangle = sweep(a, *delta, &inputs.triangle);
    let (stopped_by, hit) = match (at_capsule.hit, at_triangle.hit) {
        (Some(capsule), Some(triangle)) if triangle.t < capsule.t => {
            (Obstacle::Triangle, Some(triangle))
        }
        (Some(capsule), _) => (Obstacle::Capsule, Some(capsule)),
        (None, Some(triangle)) => (Obstacle::Triangle, Some(triangle)),
        (None, None) => (Obstacle::Nothing, None),
    };
    let reached = a.translated(*delta * hit.map_or(1.0, |hit| hit.t));
    Answer {
        at_capsule,
        at_triangle,
        stopped_by,
        hit,
        reached,
        swept_core: vec![a.a, a.b, reached.b, reached.a],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn the_earlier_hit_stops_the_capsule() {
        let inputs = |x| Inputs {
            a: Capsule::new(dvec3(0.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0), 0.5),
            delta: dvec3(8.0, 0.0, 0.0),
            capsule: Capsule::new(dvec3(4.0, 0.5, -3.0), dvec3(4.0, 0.5, 3.0), 0.5),
            triangle: Triangle::new(
                dvec3(x, -3.0, -3.0),
                dvec3(x, 3.0, -3.0),
                dvec3(x, 0.0, 3.0),
            ),
        };
        let far = answer(&inputs(6.0));
        assert_eq!(far.stopped_by, Obstacle::Capsule);
        assert!((far.reached.a.x - 3.0).abs() < 1e-12);
        let near = answer(&inputs(2.0));
        assert_eq!(near.stopped_by, Obstacle::Triangle);
        assert!((near.reached.a.x - 1.5).abs() < 1e-12);
        let at_once = answer(&inputs(3.5));
        assert_eq!(at_once.stopped_by, Obstacle::Capsule);
    }
}
