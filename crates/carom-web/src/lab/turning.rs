//! When do two polygons meet that move and turn?
//!
//! carom's answer, and beside it conservative advancement of first order, a specimen to look at step by step: no
//! point of a shape gets nearer along n than by its displacement and the arc of its farthest corner, so
//! `t += gap / (n·(δb − δa) + |αa| ρa + |αb| ρb)` is free (Mirtich 1996).

use crate::numbers::{answers, asks, told};
use carom::{Hull, RigidMotion, Shape, Sweep, closest, sweep_rigid};
use glam::{DVec2, dvec2};

asks! {
    Asked {
        a: Hull<DVec2>,
        pivot_a: DVec2,
        delta_a: DVec2,
        /// In radians, counter-clockwise.
        angle_a: f64,
        b: Hull<DVec2>,
        pivot_b: DVec2,
        delta_b: DVec2,
        angle_b: f64,
        /// Which step of the specimen to look at, from 1; the last where there are fewer.
        step: f64,
    }
}

/// A moment at which the specimen looks.
pub(crate) struct Step {
    t: f64,
    gap: f64,
    /// The most by which the gap can shrink in a whole motion: `gap / closing` is surely free.
    closing: f64,
    a: Vec<DVec2>,
    b: Vec<DVec2>,
    point_a: DVec2,
    point_b: DVec2,
}

told!(Step { t: f64, gap: f64, closing: f64, a: Vec<DVec2>, b: Vec<DVec2>, point_a: DVec2, point_b: DVec2 });

answers! {
    Answer {
        swept: Sweep<DVec2>,
        /// Where the shapes get to.
        reached_a: Vec<DVec2>,
        reached_b: Vec<DVec2>,
        /// Where they would get to alone.
        end_a: Vec<DVec2>,
        end_b: Vec<DVec2>,
        steps: Vec<Step>,
        /// The place in the list of the step that was asked for.
        shown: f64,
        /// Whether the steps have come to an end: a touch, or the end of the motion.
        ended: bool,
    }
}

/// A shape and its way.
struct Mover<'a> {
    hull: &'a Hull<DVec2>,
    motion: RigidMotion<DVec2>,
}

impl<'a> Mover<'a> {
    fn new(hull: &'a Hull<DVec2>, pivot: DVec2, delta: DVec2, angle: f64) -> Self {
        let rotation = RigidMotion::rotation(pivot, DVec2::ZERO, angle);
        let motion = RigidMotion { delta, ..rotation };
        Self { hull, motion }
    }

    fn at(&self, t: f64) -> Hull<DVec2> {
        let RigidMotion {
            delta,
            pivot,
            angle,
            ..
        } = self.motion;
        // glam's sine is the platform's.
        let (sin, cos) = libm::sincos(angle * t);
        let turned = DVec2::from_array([cos, sin]);
        self.hull.map(|p| {
            let r = p - pivot;
            let r = dvec2(
                r.x * turned.x - r.y * turned.y,
                r.x * turned.y + r.y * turned.x,
            );
            pivot + r + delta * t
        })
    }

    /// The longest arc of any corner.
    fn arc(&self) -> f64 {
        let RigidMotion { pivot, angle, .. } = self.motion;
        let farthest = self.hull.points.iter().fold(0.0, |most, p| {
            let far = (*p - pivot).length();
            if far > most { far } else { most }
        });
        farthest * angle.abs()
    }
}

/// After so many steps the specimen gives up, where it is.
const MOST: usize = 60;
/// A gap that counts as a touch.
const TOUCH: f64 = 1e-6;

pub(crate) fn answer(asked: &Asked) -> Answer {
    let a = Mover::new(&asked.a, asked.pivot_a, asked.delta_a, asked.angle_a);
    let b = Mover::new(&asked.b, asked.pivot_b, asked.delta_b, asked.angle_b);
    let shape = |mover: &Mover<'_>| Shape::Hull(mover.hull.clone());
    let swept = sweep_rigid(&shape(&a), &a.motion, &shape(&b), &b.motion);
    let free = swept.hit.map_or(1.0, |hit| hit.t);
    let (steps, ended) = advanced(&a, &b);
    let last = steps.len() as f64 - 1.0;
    Answer {
        swept,
        reached_a: a.at(free).points,
        reached_b: b.at(free).points,
        end_a: a.at(1.0).points,
        end_b: b.at(1.0).points,
        steps,
        shown: (asked.step.floor() - 1.0).clamp(0.0, last),
        ended,
    }
}

fn advanced(a: &Mover<'_>, b: &Mover<'_>) -> (Vec<Step>, bool) {
    let arcs = a.arc() + b.arc();
    let way = a.motion.delta - b.motion.delta;
    let mut steps = Vec::new();
    let mut t = 0.0;
    while steps.len() < MOST {
        let (hull_a, hull_b) = (a.at(t), b.at(t));
        let near = closest(&hull_a, &hull_b);
        let closing = arcs - near.normal.dot(way);
        steps.push(Step {
            t,
            gap: near.distance,
            closing,
            a: hull_a.points,
            b: hull_b.points,
            point_a: near.point_a,
            point_b: near.point_b,
        });
        if near.distance <= TOUCH || t >= 1.0 || closing <= 0.0 {
            return (steps, true);
        }
        let next = t + near.distance / closing;
        t = if next < 1.0 { next } else { 1.0 };
    }
    (steps, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_specimen_is_never_late_and_ends_where_carom_does() {
        let square = Hull::cuboid(DVec2::ZERO, DVec2::ONE);
        for i in 0..40 {
            let far = dvec2(6.0, f64::from(i) * 0.1 - 2.0);
            let asked = Asked {
                a: square.clone(),
                pivot_a: DVec2::ZERO,
                delta_a: dvec2(4.0, 0.0),
                angle_a: 2.0,
                b: square.translated(far),
                pivot_b: far,
                delta_b: dvec2(-4.0, 0.0),
                angle_b: -1.0,
                step: f64::from(i),
            };
            let answer = answer(&asked);
            let hit = answer.swept.hit.expect("they go through each other").t;
            let last = answer.steps.last().unwrap();
            assert!((answer.shown as usize) < answer.steps.len());
            assert!(answer.steps.iter().all(|step| step.t <= hit + 1e-9));
            assert!(!answer.ended || last.t > hit - 1e-5, "{} {hit}", last.t);
        }
    }
}
