//! A shortcut that misses contacts: two capsules compared at the ends of their axes.
//!
//! Many character tutorials use it: choose an end of A by the four distances between ends, project it onto the axis of B and
//! back onto the axis of A, and compare two circles there. The comparisons mix both ends of B, and one projection there and
//! back does not always reach the closest points.

use crate::codec::{answers, encode, inputs};
use carom::{Ball, Capsule, Contact, Segment, closest, contact};
use glam::DVec2;

inputs! {
    Inputs { a: Capsule<DVec2>, b: Capsule<DVec2> }
}

/// The closest points according to the shortcut.
pub(crate) struct Guess {
    point_a: DVec2,
    point_b: DVec2,
    separation: f64,
}

encode!(Guess {
    point_a: DVec2,
    point_b: DVec2,
    separation: f64
});

answers! {
    Answer { contact: Option<Contact<DVec2>>, guess: Guess }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    Answer {
        contact: contact(&inputs.a, &inputs.b, f64::INFINITY),
        guess: guess(&inputs.a, &inputs.b),
    }
}

fn guess(a: &Capsule<DVec2>, b: &Capsule<DVec2>) -> Guess {
    let far = |p: DVec2, q: DVec2| (q - p).length_squared();
    let [d0, d1] = [far(a.a, b.a), far(a.a, b.b)];
    let [d2, d3] = [far(a.b, b.a), far(a.b, b.b)];
    let start = if d2 < d0 || d2 < d1 || d3 < d0 || d3 < d1 {
        a.b
    } else {
        a.a
    };
    let onto = |p: DVec2, axis: &Capsule<DVec2>| closest(&p, &Segment::new(axis.a, axis.b)).point_b;
    let point_b = onto(start, b);
    let point_a = onto(point_b, a);
    let circles = closest(&Ball::new(point_a, 0.0), &Ball::new(point_b, 0.0));
    Guess {
        point_a,
        point_b,
        separation: circles.distance - (a.radius + b.radius),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn the_guess_misses_an_overlap() {
        let inputs = Inputs {
            a: Capsule::new(dvec2(-4.0, 0.9), dvec2(4.0, 0.9), 0.4),
            b: Capsule::new(dvec2(-1.8, 0.6), dvec2(3.4, -0.6), 0.4),
        };
        let answer = answer(&inputs);
        assert!((answer.contact.unwrap().separation + 0.5).abs() < 1e-12);
        assert!(answer.guess.separation > 0.5, "{}", answer.guess.separation);
    }
}
