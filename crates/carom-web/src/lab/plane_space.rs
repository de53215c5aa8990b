//! The same contact query in 2D and in 3D: two capsules in the plane z = 0.

use crate::codec::{answers, inputs};
use carom::{Capsule, Contact, contact};
use glam::{DVec2, DVec3};

inputs! {
    Inputs { a: Capsule<DVec2>, b: Capsule<DVec2> }
}

answers! {
    Answer {
        plane: Option<Contact<DVec2>>,
        space: Option<Contact<DVec3>>,
        /// The difference of the two separations.
        difference: f64,
        /// Whether the difference is within the error bounds of both answers.
        same: bool,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let lifted = |capsule: &Capsule<DVec2>| {
        Capsule::new(capsule.a.extend(0.0), capsule.b.extend(0.0), capsule.radius)
    };
    let plane = contact(&inputs.a, &inputs.b, f64::INFINITY);
    let space = contact(&lifted(&inputs.a), &lifted(&inputs.b), f64::INFINITY);
    let (difference, bound) = match (&plane, &space) {
        (Some(plane), Some(space)) => (
            (plane.separation - space.separation).abs(),
            plane.error_bound + space.error_bound,
        ),
        _ => unreachable!("an infinite reach finds every contact"),
    };
    Answer {
        plane,
        space,
        difference,
        same: difference <= bound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn equal_unless_the_axes_cross() {
        let b = Capsule::new(dvec2(-2.0, -0.3), dvec2(2.1, 0.4), 0.5);
        let apart = Inputs {
            a: Capsule::new(dvec2(-1.0, 3.0), dvec2(1.3, 1.9), 0.7),
            b,
        };
        assert!(answer(&apart).same);
        let overlapping = Inputs {
            a: Capsule::new(dvec2(-1.0, 2.0), dvec2(1.3, 0.9), 0.7),
            b,
        };
        let Answer { plane, same, .. } = answer(&overlapping);
        assert!(same && plane.unwrap().separation < 0.0);
        let crossing = Inputs {
            a: Capsule::new(dvec2(-1.0, 2.0), dvec2(0.8, -1.9), 0.7),
            b,
        };
        let Answer {
            plane, space, same, ..
        } = answer(&crossing);
        assert!(!same);
        assert_eq!(
            space.unwrap().separation,
            -1.2,
            "along z, by the sum of the radii"
        );
        assert!(
            plane.unwrap().separation < -1.2,
            "the penetration is deeper in the plane"
        );
    }
}
