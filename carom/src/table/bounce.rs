//! What an impact does to velocities.
//!
//! Momentum goes only along the line of centres: with the relative velocity v and the way w between the
//! centres, n = w / |w|, the impulse takes (1 + e) (v·n) n from v, shared in the inverse ratio of the masses.

use crate::vector::{Scalar, Vector};

/// The parts of an impulse's change of velocity that two masses bear; infinite ones none, two of them half each.
#[inline(always)]
pub(super) fn shares(mass_a: f64, mass_b: f64) -> [f64; 2] {
    let all = mass_a + mass_b;
    if all < f64::INFINITY {
        [mass_b / all, mass_a / all]
    } else if mass_a < f64::INFINITY {
        [1.0, 0.0]
    } else if mass_b < f64::INFINITY {
        [0.0, 1.0]
    } else {
        [0.5, 0.5]
    }
}

/// The velocities of two balls after they have met, `way` leading from the first to the second. They do not
/// approach each other any more, by the very numbers that tell whether they do.
#[inline(always)]
pub(super) fn apart<D: Vector<Scalar = f64>>(
    way: D,
    velocities: [D; 2],
    [share_a, share_b]: [f64; 2],
    restitution: f64,
) -> [D; 2] {
    let [a, b] = velocities;
    // By a unit vector, which along an axis is exact: there equal masses exchange what they have. Elsewhere its
    // square is not quite 1.
    let normal = way / way.length();
    let push = normal * ((1.0 + restitution) * normal.dot(b - a) / normal.dot(normal));
    let after = [a + push * share_a, b - push * share_b];
    if way.dot(after[1] - after[0]) >= 0.0 {
        return after;
    }
    rounded_apart(way, after, [share_a, share_b])
}

/// The velocity of a ball after it has met what is at rest for good, `arm` leading from that to it.
///
/// The direction of a wall is rounded once and for all, and what it does to the speed would be the same at every
/// bounce: where nothing is lost, the speed is put right.
#[inline(always)]
pub(super) fn off<D: Vector<Scalar = f64>>(arm: D, velocity: D, restitution: f64) -> D {
    let [after, _] = apart(-arm, [velocity, D::ZERO], [1.0, 0.0], restitution);
    let (before, now) = (velocity.dot(velocity), after.dot(after));
    if restitution < 1.0 || before == now {
        return after;
    }
    after * Scalar::sqrt(before / now)
}

/// Rounding has left two balls approaching by a few of their last digits, which is what they are parted by.
#[cold]
fn rounded_apart<D: Vector<Scalar = f64>>(
    way: D,
    [mut a, mut b]: [D; 2],
    [share_a, share_b]: [f64; 2],
) -> [D; 2] {
    let speed = Scalar::max(a.abs().max_element(), b.abs().max_element());
    let mut digits = way * (speed * f64::EPSILON / way.abs().max_element());
    // Doubled until it is enough.
    for _ in 0..f64::MANTISSA_DIGITS {
        if way.dot(b - a) >= 0.0 {
            break;
        }
        a -= digits * share_a;
        b += digits * share_b;
        digits = digits + digits;
    }
    [a, b]
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2, dvec3};

    #[test]
    fn formulas() {
        // Equal masses, head on: exchanged. Three to one: (1 / 2, 3 / 2).
        let swapped = apart(dvec2(2., 0.), [dvec2(1., 0.), DVec2::ZERO], [0.5; 2], 1.0);
        assert_eq!(swapped, [DVec2::ZERO, dvec2(1., 0.)]);
        let heavy = apart(
            dvec2(2., 0.),
            [dvec2(1., 0.), DVec2::ZERO],
            shares(3., 1.),
            1.0,
        );
        assert_eq!(heavy, [dvec2(0.5, 0.), dvec2(1.5, 0.)]);
        // No restitution: the common velocity. Infinite masses: the other bounces.
        let stuck = apart(dvec2(2., 0.), [dvec2(1., 0.), DVec2::ZERO], [0.5; 2], 0.0);
        assert_eq!(stuck, [dvec2(0.5, 0.); 2]);
        let wall = apart(
            dvec2(0., 1.),
            [dvec2(3., 1.), DVec2::ZERO],
            shares(1., f64::INFINITY),
            1.0,
        );
        assert_eq!(wall, [dvec2(3., -1.), DVec2::ZERO]);
        assert_eq!(shares(f64::INFINITY, f64::INFINITY), [0.5; 2]);
        assert_eq!(shares(f64::MAX, f64::MAX)[0], 1.0, "as near as it gets");
    }

    #[test]
    fn nothing_approaches_after_an_impact() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut rounded = 0;
        for i in 0..100_000 {
            let mut vector = || dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5);
            let (way, a, other) = (vector(), vector(), vector());
            // All but grazing, every second time.
            let sideways = other - way * (way.dot(other) / way.dot(way));
            let b = if i % 2 == 0 { a + sideways } else { other };
            if way.dot(b - a) >= 0.0 {
                continue;
            }
            let masses = shares(10f64.powi(i % 25 - 12), 1.0);
            for restitution in [0.0, 0.3, 1.0] {
                let [after_a, after_b] = apart(way, [a, b], masses, restitution);
                assert!(way.dot(after_b - after_a) >= 0.0);
                rounded += usize::from(way.dot(b - a) > -1e-15);
                assert!((after_a - a).length() + (after_b - b).length() < 4.0);
            }
        }
        assert!(rounded > 10_000, "{rounded}");
    }
}
