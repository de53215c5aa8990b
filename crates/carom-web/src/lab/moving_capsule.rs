//! When does a moving capsule meet a capsule and a triangle at rest, and which of them first?

use crate::numbers::{Said, Told, answers, asks};
use carom::{Capsule, Hit, Sweep, Triangle, sweep};
use glam::DVec3;

asks! {
    Asked { a: Capsule<DVec3>, delta: DVec3, capsule: Capsule<DVec3>, triangle: Triangle<DVec3> }
}

/// Who stops it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Met {
    Nothing,
    Capsule,
    Triangle,
}

impl Told for Met {
    fn schema(out: &mut String) {
        out.push_str("{\"choice\":[\"nothing\",\"capsule\",\"triangle\"]}");
    }

    fn tell(&self, out: &mut Said) {
        out.push(f64::from(*self as u8));
    }
}

answers! {
    Answer {
        at_capsule: Sweep<DVec3>,
        at_triangle: Sweep<DVec3>,
        /// The earlier of the two; the capsule's where both are met at once.
        met: Met,
        hit: Option<Hit<DVec3>>,
        reached: Capsule<DVec3>,
        /// The corners of all places that its core comes through, in their order around it.
        way: Vec<DVec3>,
    }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    let Asked { a, delta, .. } = asked;
    let at_capsule = sweep(a, *delta, &asked.capsule);
    let at_triangle = sweep(a, *delta, &asked.triangle);
    let (met, hit) = match (at_capsule.hit, at_triangle.hit) {
        (Some(capsule), Some(triangle)) if triangle.t < capsule.t => {
            (Met::Triangle, Some(triangle))
        }
        (Some(capsule), _) => (Met::Capsule, Some(capsule)),
        (None, Some(triangle)) => (Met::Triangle, Some(triangle)),
        (None, None) => (Met::Nothing, None),
    };
    let reached = a.translated(*delta * hit.map_or(1.0, |hit| hit.t));
    Answer {
        at_capsule,
        at_triangle,
        met,
        hit,
        reached,
        way: vec![a.a, a.b, reached.b, reached.a],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn the_earlier_stops_it() {
        let asked = |x| Asked {
            a: Capsule::new(dvec3(0.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0), 0.5),
            delta: dvec3(8.0, 0.0, 0.0),
            capsule: Capsule::new(dvec3(4.0, 0.5, -3.0), dvec3(4.0, 0.5, 3.0), 0.5),
            triangle: Triangle::new(
                dvec3(x, -3.0, -3.0),
                dvec3(x, 3.0, -3.0),
                dvec3(x, 0.0, 3.0),
            ),
        };
        let far = answer(&asked(6.0));
        assert_eq!(far.met, Met::Capsule);
        assert!((far.reached.a.x - 3.0).abs() < 1e-12);
        let near = answer(&asked(2.0));
        assert_eq!(near.met, Met::Triangle);
        assert!((near.reached.a.x - 1.5).abs() < 1e-12);
        let at_once = answer(&asked(3.5));
        assert_eq!(at_once.met, Met::Capsule);
    }
}
