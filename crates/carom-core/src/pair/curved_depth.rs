//! The penetration depth where a core is curved.
//!
//! The depth is the least height `h(n)` of the Minkowski difference over the origin, over all unit vectors. Near a curve
//! the facets of an expanding polytope only approach it. So a coarse polytope gives the directions to start from, and
//! each is improved until it stops: with `a` moved apart along `n` by `h(n)` and a margin, the nearest points have a
//! normal `m`, and `h(m) ≤ h(n)`. For if they are at the distance δ, at least the margin, then
//! `h(m) = (h(n) + margin) m·n − δ ≤ h(n)`. Where the difference is curved with the radius R, which is at least the
//! depth d at a minimum, a step leaves the part `(d + margin) / (R + margin)` of the angle.

use super::convex_points::Difference;
use super::epa::{self, Depth, Known, Tolerances};
use super::gjk;
use alloc::vec::Vec;
use carom_math::Vector;
use carom_math::sort::sort_by;
use glam::DVec3;

/// The number of support points of the coarse polytope.
const CORNERS: usize = 64;

/// The largest number of directions that are improved.
const STARTS: usize = 24;

/// The cosine of the angle within which directions are not both improved.
const NEAR: f64 = 0.9995;

/// The largest number of steps of a direction: enough for angles of an eps where a step leaves four fifths.
const STEPS: usize = 128;

/// Margins, as parts of the size: the narrower, the fewer steps.
const NARROW: f64 = 1e-3;
const WIDE: f64 = 1.0;

/// The depth of two cores that cross or touch, of which at least one is curved.
pub(super) fn depth(difference: &Difference<'_>, known: Known, tolerances: &Tolerances) -> Depth {
    let coarse = Tolerances {
        depth: 0.01 * tolerances.size,
        tie: 0.0,
        corners: CORNERS,
        ..*tolerances
    };
    let facets = match epa::facets(difference, known, &coarse) {
        Ok(facets) => facets,
        Err(flat) => return flat,
    };
    let mut lowest_first: Vec<usize> = (0..facets.len()).collect();
    sort_by(&mut lowest_first, |i, j| {
        facets[*i].0.total_cmp(&facets[*j].0).then(i.cmp(j))
    });
    let mut best: Option<Depth> = None;
    let mut started = [DVec3::ZERO; STARTS];
    let mut count = 0;
    for index in lowest_first {
        let (least, outwards) = facets[index];
        let start = -outwards;
        let is_more = best
            .as_ref()
            .is_some_and(|best| least > best.depth + tolerances.tie);
        if is_more || count == STARTS {
            break;
        }
        if started[..count].iter().any(|other| other.dot(start) > NEAR) {
            continue;
        }
        started[count] = start;
        count += 1;
        let found = improved(difference, start, tolerances);
        match &mut best {
            None => best = Some(found),
            Some(best) => {
                let is_other = (found.normal - best.normal).length_squared() > 1e-6;
                let ambiguous = is_other && (found.depth - best.depth).abs() <= tolerances.tie;
                if found.depth < best.depth - tolerances.depth {
                    *best = found;
                }
                best.ambiguous |= ambiguous;
            }
        }
    }
    best.unwrap_or(Depth {
        normal: DVec3::X,
        depth: 0.0,
        witnesses: None,
        ambiguous: true,
    })
}

/// The depth at the minimum that a direction, in which `a` moves, comes to. Of cores that are apart it is the only one,
/// the negative distance.
pub(super) fn improved(
    difference: &Difference<'_>,
    start: DVec3,
    tolerances: &Tolerances,
) -> Depth {
    let mut found = Depth {
        normal: start,
        depth: height(difference, start),
        witnesses: None,
        ambiguous: false,
    };
    let mut last_turn = DVec3::ZERO;
    for _ in 0..STEPS {
        let old = found.normal;
        if !step(difference, &mut found, NARROW, tolerances) {
            break;
        }
        let turn = found.normal - old;
        if turn.length_squared() <= 1e-16 {
            break;
        }
        if let Some(ahead) = extrapolated(found.normal, last_turn, turn) {
            let depth = height(difference, ahead);
            if depth < found.depth {
                (found.normal, found.depth) = (ahead, depth);
            }
        }
        last_turn = turn;
    }
    // A wide margin rounds normal and witness points less.
    for _ in 0..4 {
        if !step(difference, &mut found, WIDE, tolerances) {
            break;
        }
    }
    found
}

/// The height of the difference against a direction in which `a` moves: how far it must move.
fn height(difference: &Difference<'_>, n: DVec3) -> f64 {
    -n.dot(difference.support(-n).w)
}

/// Moves the cores apart by the depth and a margin, this part of the size, and takes the normal that they have there.
/// Returns whether the depth became less.
fn step(
    difference: &Difference<'_>,
    found: &mut Depth,
    margin: f64,
    tolerances: &Tolerances,
) -> bool {
    let shift = found.normal * (found.depth + margin * tolerances.size);
    let mut apart = *difference;
    apart.a.pose.shift += shift;
    let (gjk::Outcome::Apart(nearest) | gjk::Outcome::Touching(nearest)) =
        gjk::nearest(&apart, tolerances.depth, 0.0, f64::INFINITY)
    else {
        return false;
    };
    found.witnesses = Some([nearest.a - shift, nearest.b]);
    let depth = height(difference, nearest.normal);
    let is_less = depth < found.depth;
    if is_less {
        (found.normal, found.depth) = (nearest.normal, depth);
    }
    is_less
}

/// Where turns that shrink by a constant factor lead in the end (Aitken 1926): slow turns are of this kind.
fn extrapolated(normal: DVec3, last: DVec3, turn: DVec3) -> Option<DVec3> {
    let factor = Vector::length(turn) / Vector::length(last);
    let is_steady = turn.dot(last) > 0.9 * Vector::length(turn) * Vector::length(last);
    if !(is_steady && factor > 0.25 && factor < 1.0) {
        return None;
    }
    Vector::try_normalize(normal + turn * (factor / (1.0 - factor)))
}
