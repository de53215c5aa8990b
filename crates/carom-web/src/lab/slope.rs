//! Collide and slide on a slope: a circle moves until it touches, and the rest of its motion is split in two.
//!
//! Along the slope it goes on, into the slope it ends. On ground that is not too steep to walk on, gravity has no part in the
//! motion along the slope: a character stands still there.

use crate::codec::{answers, inputs};
use carom::{Ball, Segment, Sweep, sweep};
use glam::{DVec2, dvec2};

inputs! {
    Inputs {
        ball: Ball<DVec2>,
        /// The wanted displacement.
        delta: DVec2,
        /// The displacement by gravity, downwards.
        gravity: f64,
        slope: Segment<DVec2>,
        /// The steepest walkable slope, in degrees.
        max_slope: f64,
    }
}

answers! {
    Answer {
        swept: Sweep<DVec2>,
        /// The whole displacement.
        motion: DVec2,
        /// The center where it touches, or at the end of a free motion.
        touch: DVec2,
        /// The rest of the motion there, and its two parts.
        rest: DVec2,
        along: DVec2,
        into: DVec2,
        /// The motion along the slope that a character makes.
        slide: DVec2,
        /// The center at the end.
        end: DVec2,
        /// The slope at the touch, in degrees.
        degrees: f64,
        walkable: bool,
    }
}

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let motion = inputs.delta - dvec2(0.0, inputs.gravity);
    let swept = sweep(&inputs.ball, motion, &inputs.slope);
    let t = swept.hit.map_or(1.0, |hit| hit.t);
    let normal = swept.hit.map_or(DVec2::Y, |hit| hit.normal);
    let touch = inputs.ball.center + motion * t;
    let rest = motion * (1.0 - t);
    let along = rest - normal * rest.dot(normal);
    let degrees = libm::acos(normal.y.clamp(-1.0, 1.0)).to_degrees();
    let walkable = degrees <= inputs.max_slope;
    let slide = if walkable {
        let wanted = inputs.delta * (1.0 - t);
        wanted - normal * wanted.dot(normal)
    } else {
        along
    };
    Answer {
        swept,
        motion,
        touch,
        rest,
        along,
        into: rest - along,
        slide,
        end: touch + slide,
        degrees,
        walkable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_a_slope(degrees: f64, delta: DVec2) -> Answer {
        let (sin, cos) = libm::sincos(degrees.to_radians());
        let far = dvec2(cos, sin) * 5.0;
        answer(&Inputs {
            ball: Ball::new(dvec2(0.0, 3.0), 0.5),
            delta,
            gravity: 6.0,
            slope: Segment::new(-far, far),
            max_slope: 45.0,
        })
    }

    #[test]
    fn gravity_moves_down_steep_slopes_only() {
        let flat = on_a_slope(30.0, DVec2::ZERO);
        assert!(flat.walkable && (flat.degrees - 30.0).abs() < 1e-6);
        assert!(flat.slide.length() < 1e-9 && flat.along.length() > 0.1);
        let steep = on_a_slope(60.0, DVec2::ZERO);
        assert!(!steep.walkable && steep.slide.y < 0.0 && steep.slide == steep.along);
        let walking = on_a_slope(30.0, DVec2::X);
        assert!(walking.slide.y > 0.0);
        for found in [flat, steep, walking] {
            assert!((found.along + found.into - found.rest).length() < 1e-12);
            assert!(found.along.dot(found.into).abs() < 1e-9);
        }
    }
}
