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
use glam::DVec3;

/// The number of support points of the coarse polytope.
const CORNERS: usize = 24;

/// At most so many directions are improved.
const STARTS: usize = 6;

/// At most so many steps of a direction: enough for angles of an eps where a step leaves four fifths.
const STEPS: usize = 128;

/// The depth of two cores that cross or touch, of which at least one is curved.
pub(super) fn depth(difference: &Difference<'_>, known: Known, tolerances: &Tolerances) -> Depth {
    let coarse = Tolerances {
        depth: 0.01 * tolerances.size,
        tie: 0.0,
        corners: CORNERS,
        ..*tolerances
    };
    let mut facets = match epa::facets(difference, known, &coarse) {
        Ok(facets) => facets,
        Err(flat) => return flat,
    };
    for (_, normal) in &mut facets {
        *normal = -*normal;
    }
    facets.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut best: Option<Depth> = None;
    for &(least, start) in facets.iter().take(STARTS) {
        if best.as_ref().is_some_and(|best| least > best.depth + tolerances.tie) {
            break;
        }
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

/// The depth at the minimum that a direction, in which `a` moves, comes to.
fn improved(difference: &Difference<'_>, start: DVec3, tolerances: &Tolerances) -> Depth {
    let height = |n: DVec3| -n.dot(difference.support(-n).w);
    let mut found = Depth {
        normal: start,
        depth: height(start),
        witnesses: None,
        ambiguous: false,
    };
    let margin = 1e-3 * tolerances.size;
    for _ in 0..STEPS {
        let shift = found.normal * (found.depth + margin);
        let mut apart = *difference;
        apart.a.pose.shift += shift;
        let (gjk::Outcome::Apart(nearest) | gjk::Outcome::Touching(nearest)) =
            gjk::nearest(&apart, tolerances.depth, 0.0, f64::INFINITY)
        else {
            break;
        };
        let depth = height(nearest.normal);
        let turn = (nearest.normal - found.normal).length_squared();
        if depth > found.depth {
            found.witnesses.get_or_insert([nearest.a - shift, nearest.b]);
            break;
        }
        found.witnesses = Some([nearest.a - shift, nearest.b]);
        let gained = found.depth - depth;
        (found.normal, found.depth) = (nearest.normal, depth);
        if turn <= 1e-16 || gained == 0.0 {
            break;
        }
    }
    found
}
