//! The distance where a core is curved: GJK until the normal is roughly known, then Newton's method.

use super::convex_points::Difference;
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

/// See [`gjk::nearest`].
pub(super) fn nearest(
    difference: &Difference<'_>,
    tolerance: f64,
    direction_tolerance: f64,
    reach: f64,
) -> Outcome {
    let by_gjk = || {
        let exact = Tolerance::exact(tolerance);
        gjk::nearest(difference, exact, direction_tolerance, reach)
    };
    if !difference.has_pieces() {
        return by_gjk();
    }
    let outcome = gjk::nearest(difference, coarse(tolerance), direction_tolerance, reach);
    let Outcome::Apart(found) = &outcome else {
        return outcome;
    };
    if found.distance - found.support <= tolerance {
        return outcome;
    }
    if found.support > 0.0
        && let Some(exact) = newton::near(difference, found, tolerance)
    {
        let distance = Vector::length(exact.a - exact.b);
        if exact.gap > 0.0 && distance - exact.gap <= 4.0 * tolerance {
            return Outcome::Apart(Distance {
                a: exact.a,
                b: exact.b,
                normal: exact.normal,
                distance,
                support: exact.gap,
                ..*found
            });
        }
    }
    by_gjk()
}
