//! Rigid sweep (nonlinear shape cast) of two polygons that move and rotate.
//!
//! The answer contains the result of carom and the steps of first-order conservative advancement, to show how it works: along
//! n no point approaches faster than by its displacement and the arc of its farthest corner, so the shapes cannot touch
//! before `t + gap / (n·(δb − δa) + |αa| ρa + |αb| ρb)` (Mirtich 1996).

use crate::codec::{answers, encode, inputs};
use carom::{Hull, RigidMotion, Shape, Sweep, closest, sweep_rigid};
use glam::{DVec2, dvec2};

inputs! {
    Inputs {
        a: Hull<DVec2>,
        pivot_a: DVec2,
        delta_a: DVec2,
        /// In radians, counter-clockwise.
        angle_a: f64,
        b: Hull<DVec2>,
        pivot_b: DVec2,
        delta_b: DVec2,
        angle_b: f64,
        /// The step to show, from 1; the last one if there are fewer.
        step: f64,
    }
}

/// A step of conservative advancement.
pub(crate) struct Step {
    t: f64,
    gap: f64,
    /// Upper bound of the closing speed: the shapes cannot touch within `gap / closing`.
    closing: f64,
    a: Vec<DVec2>,
    b: Vec<DVec2>,
    point_a: DVec2,
    point_b: DVec2,
}

encode!(Step { t: f64, gap: f64, closing: f64, a: Vec<DVec2>, b: Vec<DVec2>, point_a: DVec2, point_b: DVec2 });

answers! {
    Answer {
        swept: Sweep<DVec2>,
        /// The shapes at the end of the sweep.
        reached_a: Vec<DVec2>,
        reached_b: Vec<DVec2>,
        /// The shapes at the end of the motion without a hit.
        end_a: Vec<DVec2>,
        end_b: Vec<DVec2>,
        steps: Vec<Step>,
        /// The index of the step to show.
        shown: f64,
        /// Whether the steps have converged to a touch or reached the end of the motion.
        ended: bool,
    }
}

/// A shape and its motion.
struct Moving<'a> {
    hull: &'a Hull<DVec2>,
    motion: RigidMotion<DVec2>,
}

impl<'a> Moving<'a> {
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
        // libm, because glam uses the sine of the platform.
        let (sin, cos) = libm::sincos(angle * t);
        let rotation = DVec2::from_array([cos, sin]);
        self.hull.map(|p| {
            let r = p - pivot;
            let r = dvec2(
                r.x * rotation.x - r.y * rotation.y,
                r.x * rotation.y + r.y * rotation.x,
            );
            pivot + r + delta * t
        })
    }

    /// The length of the longest arc of a corner.
    fn arc(&self) -> f64 {
        let RigidMotion { pivot, angle, .. } = self.motion;
        let farthest = self.hull.points.iter().fold(0.0, |most, p| {
            let far = (*p - pivot).length();
            if far > most { far } else { most }
        });
        farthest * angle.abs()
    }
}

/// The limit of the number of steps.
const MOST: usize = 60;
/// The gap that counts as a touch.
const TOUCH: f64 = 1e-6;

pub(crate) fn answer(inputs: &Inputs) -> Answer {
    let a = Moving::new(&inputs.a, inputs.pivot_a, inputs.delta_a, inputs.angle_a);
    let b = Moving::new(&inputs.b, inputs.pivot_b, inputs.delta_b, inputs.angle_b);
    let shape = |moving: &Moving<'_>| Shape::Hull(moving.hull.clone());
    let swept = sweep_rigid(&shape(&a), &a.motion, &shape(&b), &b.motion);
    let free = swept.hit.map_or(1.0, |hit| hit.t);
    let (steps, ended) = advancement(&a, &b);
    let last = steps.len() as f64 - 1.0;
    Answer {
        swept,
        reached_a: a.at(free).points,
        reached_b: b.at(free).points,
        end_a: a.at(1.0).points,
        end_b: b.at(1.0).points,
        steps,
        shown: (inputs.step.floor() - 1.0).clamp(0.0, last),
        ended,
    }
}

fn advancement(a: &Moving<'_>, b: &Moving<'_>) -> (Vec<Step>, bool) {
    let arcs = a.arc() + b.arc();
    let relative = a.motion.delta - b.motion.delta;
    let mut steps = Vec::new();
    let mut t = 0.0;
    while steps.len() < MOST {
        let (hull_a, hull_b) = (a.at(t), b.at(t));
        let found = closest(&hull_a, &hull_b);
        let closing = arcs - found.normal.dot(relative);
        steps.push(Step {
            t,
            gap: found.distance,
            closing,
            a: hull_a.points,
            b: hull_b.points,
            point_a: found.point_a,
            point_b: found.point_b,
        });
        if found.distance <= TOUCH || t >= 1.0 || closing <= 0.0 {
            return (steps, true);
        }
        let next = t + found.distance / closing;
        t = if next < 1.0 { next } else { 1.0 };
    }
    (steps, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_never_overshoot_and_end_where_carom_does() {
        let square = Hull::cuboid(DVec2::ZERO, DVec2::ONE);
        for i in 0..40 {
            let far = dvec2(6.0, f64::from(i) * 0.1 - 2.0);
            let inputs = Inputs {
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
            let answer = answer(&inputs);
            let hit = answer.swept.hit.expect("they go through each other").t;
            let last = answer.steps.last().unwrap();
            assert!((answer.shown as usize) < answer.steps.len());
            assert!(answer.steps.iter().all(|step| step.t <= hit + 1e-9));
            assert!(!answer.ended || last.t > hit - 1e-5, "{} {hit}", last.t);
        }
    }
}
