//! Conservative advancement: the first touch of a pair in rigid motion.

use super::height_bounds::{HeightBounds, safe_step};
use super::pairs::{PlaneMotion, RigidPair};
use crate::pair::contact::from_separation;
use crate::pair::frame::{Frame, fraction, greater};
use crate::pair::hit::{Hit, Start, Sweep};
use crate::pair::separation::Separation;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// Steps over the usual plane, before planes that turn with one of the shapes are tried as well.
const PATIENCE: usize = 32;

/// Only grazes need more steps; a motion that exhausts them is stopped early, where it is then.
const MAX_STEPS: usize = 2048;

/// The sweep of a pair, by certified steps; free if one of the shapes is empty.
pub(super) fn advanced<V: Vector>(pair: Option<impl RigidPair<V>>) -> Sweep<V> {
    let Some(pair) = pair else {
        return Sweep::free(V::Scalar::ZERO);
    };
    let frame = pair.frame();
    let mut swept = Sweep::free(frame.bound(32.0));
    let mut progress = Progress {
        t: 0.0,
        at: pair.separation(0.0),
        steps: 0,
        bounds: HeightBounds::default(),
    };
    let started = progress.gap(frame);
    if started < -pair.touch() {
        swept.start = Start::Overlapping(from_separation(frame, &progress.at));
        swept.hit = Some(hit(frame, progress.t, &progress.at, swept.start));
        return swept;
    }
    if started <= pair.touch() {
        swept.start = Start::Touching(from_separation(frame, &progress.at));
        if let ControlFlow::Break(hit) = progress.leave_touch(&pair, swept.start) {
            swept.hit = hit;
            return swept;
        }
    }
    let mut goal = frame.tolerance(if V::Scalar::DOUBLE { 8.0 } else { 1.0 });
    // A pair that starts as near as others are stopped may leave; it is stopped at half of its gap.
    if progress.gap(frame) <= goal + goal {
        goal = 0.25 * progress.gap(frame);
    }
    while progress.gap(frame) > goal + goal {
        let step = progress.free_step(&pair, frame.radius() + goal);
        if progress.t + step >= 1.0 {
            return swept;
        }
        if step <= 0.0 || progress.steps == MAX_STEPS {
            break;
        }
        progress.advance(&pair, step);
    }
    swept.hit = Some(hit(frame, progress.t, &progress.at, swept.start));
    swept
}

/// A point in time of the motion, up to which it is known to be free.
struct Progress<V: Vector> {
    t: f64,
    /// The separation at `t`.
    at: Separation<V::Double>,
    steps: usize,
    bounds: HeightBounds,
}

impl<V: Vector> Progress<V> {
    fn gap(&self, frame: &Frame<V>) -> f64 {
        self.at.distance - frame.radius()
    }

    /// A step for which the distance of the cores certainly stays at least `least`.
    fn free_step(&mut self, pair: &impl RigidPair<V>, least: f64) -> f64 {
        let planes = [PlaneMotion::Usual, PlaneMotion::WithA, PlaneMotion::WithB];
        let tried = if self.steps < PATIENCE {
            1
        } else {
            planes.len()
        };
        let mut longest = 0.0;
        for plane in &planes[..tried] {
            if pair.follow(self.t, &self.at, *plane, &mut self.bounds) {
                let step = safe_step(&self.bounds, 1.0 - self.t, least);
                longest = greater(longest, step);
            }
        }
        longest
    }

    fn advance(&mut self, pair: &impl RigidPair<V>, step: f64) {
        self.t += step;
        self.at = pair.separation(self.t);
        self.steps += 1;
    }

    /// Advances a pair that touches at the start until it is apart. Breaks if the motion ends first, or with the hit if
    /// the shapes become deeper than they were.
    fn leave_touch(
        &mut self,
        pair: &impl RigidPair<V>,
        start: Start<V>,
    ) -> ControlFlow<Option<Hit<V>>> {
        let (frame, band) = (pair.frame(), pair.touch());
        let deepest = Scalar::min(self.gap(frame), 0.0) - 0.5 * band;
        let floor = deepest - 0.5 * band;
        // The last time at which the pair was not too deep.
        let mut shallow = self.t;
        while self.gap(frame) <= band {
            let step = self.free_step(pair, frame.radius() + floor - band);
            if self.t + step >= 1.0 {
                return ControlFlow::Break(None);
            }
            self.advance(pair, step);
            if self.gap(frame) < floor || self.steps == MAX_STEPS {
                let hit = deepened(pair, [shallow, self.t], deepest, start);
                return ControlFlow::Break(Some(hit));
            }
            if self.gap(frame) >= deepest {
                shallow = self.t;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The hit of a pair that gets deeper than `deepest` between two times, by bisection. At the first it is not too deep.
fn deepened<V: Vector>(
    pair: &impl RigidPair<V>,
    [mut shallow, mut deep]: [f64; 2],
    deepest: f64,
    start: Start<V>,
) -> Hit<V> {
    let frame = pair.frame();
    // One halving for each bit of a number.
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = shallow + 0.5 * (deep - shallow);
        if pair.separation(middle).distance - frame.radius() >= deepest {
            shallow = middle;
        } else {
            deep = middle;
        }
    }
    hit(frame, shallow, &pair.separation(shallow), start)
}

fn hit<V: Vector>(frame: &Frame<V>, t: f64, at: &Separation<V::Double>, start: Start<V>) -> Hit<V> {
    let contact = from_separation(frame, at);
    let half = V::Scalar::HALF;
    let point = contact.point_a * half + contact.point_b * half;
    Hit::new(fraction(t), point, contact.normal, start)
}
