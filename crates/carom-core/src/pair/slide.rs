//! Motions that start touching, or slide along what they touch: whether they are stopped.
//!
//! A motion that starts touching is stopped only if it leads into penetration. The signed gap is convex in time, so
//! bisecting on the sign of its rate finds the minimum. Cores without a depth, as a ray and a triangle, touch only
//! within the rounding of their coordinates: farther away the side on which they are is certain, and so is whether they
//! cross.

use super::contact::from_separation;
use super::hit::{Hit, Start, Sweep};
use super::separation::{GRAZE, MovingPair, Separation, TOUCH};
use carom_math::{Scalar, Vector};

/// The sweep of a motion that starts touching or overlapping; `None` if it is hit where it would be if it started
/// separate.
#[inline(always)]
pub(super) fn touching_start<V: Vector>(
    pair: &impl MovingPair<V>,
    at: &Separation<V::Double>,
    error_bound: V::Scalar,
) -> Option<Sweep<V>> {
    let frame = pair.frame();
    let at = &if V::Scalar::DOUBLE {
        pair.separation_at_rest()
    } else {
        *at
    };
    let gap = at.distance - frame.radius();
    let contact = from_separation(frame, at);
    let touch = frame.tolerance(TOUCH);
    if gap < -touch {
        let start = Start::Overlapping(contact);
        return Some(Sweep {
            start,
            hit: Some(Hit::at(frame, 0.0, at, start)),
            error_bound,
        });
    }
    // The gap is convex in t: with this rate it is at least gap + rate at t = 1.
    let leaves = at.normal.dot(frame.delta) >= -(touch + touch);
    // Cores that touch may have other normals as well.
    let sure = frame.radius() > touch + touch;
    let deep = touch + touch;
    let is_shallow = !leaves && !sure && !goes_deeper(pair, 0.0, deep);
    // As a ray that passes through a triangle. Within the rounding of its coordinates it has no side, and is free: a
    // ray may start at a hit.
    if is_shallow && at.distance > frame.rounding(at.a) {
        return None;
    }
    let free = leaves || is_shallow || slides(pair, 0.0, at, deep);
    let start = Start::Touching(contact);
    Some(Sweep {
        start,
        hit: (!free).then(|| Hit::at(frame, 0.0, at, start)),
        error_bound,
    })
}

/// Whether a motion that touches at `t` only slides along afterwards: the penetration never exceeds `depth`. Otherwise
/// a shape on a flat floor would be stopped at every tile (a ghost collision).
///
/// It does not apply without radii, because a ray that passes through a triangle has no depth, nor to two balls, which
/// are not flat.
#[inline(always)]
pub(super) fn slides<V: Vector, P: MovingPair<V>>(
    pair: &P,
    t: f64,
    at: &Separation<V::Double>,
    depth: f64,
) -> bool {
    let frame = pair.frame();
    let rate = -at.normal.dot(frame.delta);
    let touch = frame.tolerance(TOUCH);
    !P::CLOSED
        && frame.radius() > touch + touch
        && rate <= GRAZE * frame.delta.length()
        && !goes_deeper(pair, t, depth)
}

/// Whether a motion leads to a penetration deeper than `touch` after a touch at `start`.
///
/// The signed gap is the maximum of the gaps along all normals, each linear in time, so it is convex: bisecting on the
/// sign of its rate finds the minimum.
#[cold]
fn goes_deeper<V: Vector>(pair: &impl MovingPair<V>, start: f64, touch: f64) -> bool {
    let (mut from, mut to) = (start, 1.0);
    for _ in 0..f64::MANTISSA_DIGITS {
        let t = from + 0.5 * (to - from);
        let at = pair.separation(t);
        let gap = at.distance - pair.frame().radius();
        if gap < -touch {
            return true;
        }
        let rate = at.normal.dot(pair.frame().delta);
        // Along its normal all of both is this far apart, which can be less than the distance.
        let least = at.support - pair.frame().radius();
        if least - rate.abs() * (to - t) >= -touch {
            return false; // The gap cannot become smaller within this interval.
        }
        if rate < 0.0 {
            from = t;
        } else {
            to = t;
        }
    }
    false
}
