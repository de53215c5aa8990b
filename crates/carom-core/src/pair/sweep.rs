//! The sweep of a shape against another (shape cast): the time of impact as a fraction of the motion.
//!
//! Along a fixed normal, the support gap between *all* of `a` and *all* of `b` shrinks at a constant speed, and the
//! true gap is never smaller. So steps of `t += (support gap − E) / closing speed` are never late, even if the normal
//! is rounded (conservative advancement, Mirtich 1996). The gap is convex in time, so these are Newton steps, and few
//! are needed. E covers the rounding of the gaps: 8 eps L in double precision, where L is the largest number of the
//! pair. A pair in single precision is computed in double: 2⁻¹⁰ eps L, and eps L for two balls.
//!
//! Where the first touch is found at once, of a ray through a face in closed form, of hulls and curved cores by Newton's
//! method, no steps are needed.

use super::frame::{Frame, fraction, greater, lesser};
use super::hit::{Hit, Start, Sweep};
use super::separation::{MovingPair, Separation, TOUCH};
use super::slide::{slides, touching_start};
use carom_math::{Scalar, Vector};

/// Only grazes need more steps; a motion that exhausts them is stopped early, where it is then.
const MAX_STEPS: usize = 96;

/// The sweep of a pair, up to the fraction `limit` of the motion.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
// Long: one loop with several exits.
pub(crate) fn sweep<V: Vector, P: MovingPair<V>>(pair: &P, limit: V::Scalar) -> Sweep<V> {
    let frame = pair.frame();
    let goal = gap_at_hit::<V, P>(frame);
    let touch = goal + goal;
    let error_bound = frame.bound(32.0);
    let free = Sweep::free(error_bound);
    let at_hit = |t, at: &Separation<V::Double>| Sweep {
        hit: Some(Hit::at(frame, t, at, Start::Separate)),
        ..free
    };
    if let Some((t, at)) = pair.first_touch() {
        let is_free = is_beyond(t, limit);
        return if is_free { free } else { at_hit(t, &at) };
    }
    let radius = frame.radius();
    let mut t = pair.time_free(radius + frame.tolerance(TOUCH), radius + goal);
    // The rounding bound of a closing speed.
    let slack = frame.delta.length() * f64::EPSILON * 8.0;
    let mut steps = 0;
    let mut at;
    loop {
        if is_beyond(t, limit) || t.is_nan() {
            return free;
        }
        at = pair.step(t, lesser(touch, frame.tolerance(TOUCH + TOUCH)));
        let gap = at.distance - radius;
        let is_first = t == 0.0 && (!V::Scalar::DOUBLE || steps == 0);
        if is_first && gap <= frame.tolerance(TOUCH) {
            if let Some(swept) = touching_start(pair, &at, error_bound) {
                return swept;
            }
            // Measured: single precision is faster like this, double precision from the top.
            if V::Scalar::DOUBLE {
                steps = 1;
                continue;
            }
        }
        if P::CLOSED || gap <= touch {
            break;
        }
        let rate = slack - at.normal.dot(frame.delta);
        let spare = at.support - radius - goal;
        if rate <= 0.0 {
            return free;
        }
        if spare <= 0.0 || steps == MAX_STEPS {
            break; // As near as the best normal can certify, or a graze.
        }
        t += spare / rate;
        steps += 1;
    }
    if !P::CLOSED && steps == MAX_STEPS && is_passed(pair, touch) {
        return free;
    }
    if V::Scalar::DOUBLE {
        (t, at) = polished(pair, t, at);
    }
    if !P::CLOSED && at.distance <= frame.tolerance(TOUCH + TOUCH) {
        match thin_touch(pair, t, limit, slack) {
            Some(touch) => (t, at) = touch,
            None => return free,
        }
    }
    if slides(pair, t, &at, frame.tolerance(TOUCH)) {
        return free;
    }
    at_hit(t, &at)
}

/// E, the gap that a hit leaves. If there is hardly a radius it is larger, so that the normal is well determined. For
/// two balls, which usually both move, it is the rounding of the difference of their displacements.
#[inline(always)]
fn gap_at_hit<V: Vector, P: MovingPair<V>>(frame: &Frame<V>) -> f64 {
    let least = frame.sweep_tolerance();
    if V::Scalar::DOUBLE {
        least
    } else if P::CLOSED {
        frame.tolerance(1.0)
    } else {
        greater(least, 1.5 * frame.direction_tolerance() - frame.radius())
    }
}

/// The touch of cores almost without a radius at the time `t`, with the normal of a feature; `None` if it is beyond the
/// limit. In single precision, the gap left along this normal is free, as in every other step. `slack` is the rounding
/// bound of the closing speed.
#[inline(always)]
fn thin_touch<V: Vector, P: MovingPair<V>>(
    pair: &P,
    mut t: f64,
    limit: V::Scalar,
    slack: f64,
) -> Option<(f64, Separation<V::Double>)> {
    let frame = pair.frame();
    let mut at = pair.separation_at_touch(t);
    let left = at.support - frame.radius() - frame.sweep_tolerance();
    let rate = slack - at.normal.dot(frame.delta);
    // A longer step, of a graze, may lead past the end of the feature.
    let is_short = left * frame.delta.length() <= rate * frame.tolerance(TOUCH);
    if !V::Scalar::DOUBLE && left > 0.0 && rate > 0.0 && is_short {
        let step = left / rate;
        t += step;
        if is_beyond(t, limit) {
            return None;
        }
        at.a += frame.delta * step;
        at.b = at.a - at.normal * (at.distance - left);
    }
    Some((t, at))
}

/// Whether a time, rounded as in a `Hit`, is beyond a limit. A hit at the limit is a tie, which must not depend on the
/// order of the queries.
#[inline(always)]
fn is_beyond<S: Scalar>(t: f64, limit: S) -> bool {
    t > limit.to_f64() && (t > 1.0 || fraction::<S>(t) > limit)
}

/// Refines a touch: plain Newton steps reduce the gap from up to 2 E to about 5 eps L. A step is taken only if the new
/// gap is smaller, but not below the error of a distance, 4 eps L.
fn polished<V: Vector>(
    pair: &impl MovingPair<V>,
    mut t: f64,
    mut at: Separation<V::Double>,
) -> (f64, Separation<V::Double>) {
    let frame = pair.frame();
    let (least, goal) = (frame.tolerance(4.0), frame.tolerance(5.0));
    for _ in 0..2 {
        let gap = at.distance - frame.radius();
        let rate = -at.normal.dot(frame.delta);
        if gap <= frame.tolerance(6.0) || rate <= 0.0 {
            break;
        }
        let nearer = t + (gap - goal) / rate;
        if nearer > 1.0 {
            break;
        }
        let then = pair.separation(nearer);
        let left = then.distance - frame.radius();
        if left < least || left >= gap {
            break;
        }
        (t, at) = (nearer, then);
    }
    // The normal of the touch itself, a few eps L later: in a graze it depends on the last bits of the gap.
    let gap = at.distance - frame.radius();
    let rate = -at.normal.dot(frame.delta);
    if gap > 0.0 && gap < rate {
        at = pair.separation(t + gap / rate);
    }
    (t, at)
}

/// Whether a graze that exhausted its steps passes. The gap is convex: if it still shrinks at the end, it is smallest
/// there.
#[cold]
fn is_passed<V: Vector>(pair: &impl MovingPair<V>, touch: f64) -> bool {
    let (frame, end) = (pair.frame(), pair.separation(1.0));
    end.normal.dot(frame.delta) <= 0.0 && end.distance - frame.radius() > touch
}
