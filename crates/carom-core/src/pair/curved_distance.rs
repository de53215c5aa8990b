//! The distance where a core is curved: GJK until the normal is roughly known, then Newton's method.

use super::convex_points::Difference;
use super::frame::greater;
use super::gjk::{self, Distance, Outcome, Tolerance};
use super::newton;
use carom_math::Vector;

/// How far GJK goes: until Newton's method is likely to converge.
pub(super) fn coarse(tolerance: f64) -> Tolerance {
    Tolerance {
        absolute: tolerance,
        part: 0.15,
    }
}

/// The part of the size for which Newton's method mostly converges: see [`nearest`].
pub(super) const ROUGH: f64 = 0.02;

/// See [`gjk::nearest`]. GJK first ends when the distance and its bound are within `rough` of each other: for near cores it would
/// take three times as many steps to a part of the distance. Where Newton's method comes to nothing from there, it goes on.
pub(super) fn nearest(
    difference: &Difference<'_>,
    rough: f64,
    tolerance: f64,
    direction_tolerance: f64,
    reach: f64,
) -> Outcome {
    let by_gjk = |tolerance| gjk::nearest(difference, tolerance, direction_tolerance, reach);
    let exact = Tolerance::exact(tolerance);
    if !difference.has_pieces() {
        return by_gjk(exact);
    }
    let coarse = coarse(tolerance);
    let rough = Tolerance {
        absolute: greater(tolerance, rough),
        ..coarse
    };
    for roughly in [rough, coarse] {
        let outcome = by_gjk(roughly);
        let Outcome::Apart(found) = &outcome else {
            return outcome;
        };
        if found.distance - found.support <= tolerance {
            return outcome;
        }
        if let Some(found) = refined(difference, found, tolerance)
            && found.support > direction_tolerance
        {
            return Outcome::Apart(found);
        }
        if coarse.covers(found) {
            break;
        }
    }
    by_gjk(exact)
}

/// The distance by Newton's method, if it comes to one with its certificate.
fn refined(difference: &Difference<'_>, found: &Distance, tolerance: f64) -> Option<Distance> {
    let exact = newton::near(difference, &found.into(), tolerance)?;
    let distance = Vector::length(exact.a - exact.b);
    let is_certain = exact.gap > 0.0 && distance - exact.gap <= 4.0 * tolerance;
    is_certain.then_some(Distance {
        a: exact.a,
        b: exact.b,
        normal: exact.normal,
        distance,
        support: exact.gap,
        ..*found
    })
}
