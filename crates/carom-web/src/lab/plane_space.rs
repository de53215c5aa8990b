//! The same question in the plane and in space: two capsules that lie in the plane z = 0.

use crate::numbers::{answers, asks};
use carom::{Capsule, Contact, contact};
use glam::{DVec2, DVec3};

asks! {
    Asked { a: Capsule<DVec2>, b: Capsule<DVec2> }
}

answers! {
    Answer {
        plane: Option<Contact<DVec2>>,
        space: Option<Contact<DVec3>>,
        /// By how much the separations differ.
        off: f64,
        /// Whether that is no more than both answers' error bounds.
        same: bool,
    }
}

pub(crate) fn answer(asked: &Asked) -> Answer {
    let lifted = |capsule: &Capsule<DVec2>| {
        Capsule::new(capsule.a.extend(0.0), capsule.b.extend(0.0), capsule.radius)
    };
    let plane = contact(&asked.a, &asked.b, f64::INFINITY);
    let space = contact(&lifted(&asked.a), &lifted(&asked.b), f64::INFINITY);
    let (off, bound) = match (&plane, &space) {
        (Some(plane), Some(space)) => (
            (plane.separation - space.separation).abs(),
            plane.error_bound + space.error_bound,
        ),
        _ => unreachable!("what is within an infinite reach is found"),
    };
    Answer {
        plane,
        space,
        off,
        same: off <= bound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn the_same_but_where_cores_cross() {
        let b = Capsule::new(dvec2(-2.0, -0.3), dvec2(2.1, 0.4), 0.5);
        let apart = Asked {
            a: Capsule::new(dvec2(-1.0, 3.0), dvec2(1.3, 1.9), 0.7),
            b,
        };
        assert!(answer(&apart).same);
        let overlapping = Asked {
            a: Capsule::new(dvec2(-1.0, 2.0), dvec2(1.3, 0.9), 0.7),
            b,
        };
        let Answer { plane, same, .. } = answer(&overlapping);
        assert!(same && plane.unwrap().separation < 0.0);
        let crossing = Asked {
            a: Capsule::new(dvec2(-1.0, 2.0), dvec2(0.8, -1.9), 0.7),
            b,
        };
        let Answer {
            plane, space, same, ..
        } = answer(&crossing);
        assert!(!same);
        assert_eq!(space.unwrap().separation, -1.2, "sideways, by the radii");
        assert!(
            plane.unwrap().separation < -1.2,
            "in the plane one must go farther"
        );
    }
}
