//! Impulses: the velocities after a collision.
//!
//! Momentum is exchanged only along the line of centers: with the relative velocity v and the vector d between the
//! centers, the impulse takes (1 + e) (v·d) d / d² from v, shared in the inverse ratio of the masses.
//!
//! It is computed in double-double, from d itself and not from a unit vector, and rounded once: the error of the
//! velocities is little more than half a last digit.

use carom_math::double_double::{Halved, two_sum};
use carom_math::{Scalar, Vector};

/// A fraction of an impulse, in double-double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    pub(super) part: f64,
    rest: f64,
}

impl Share {
    const NONE: Self = Self::exactly(0.0);
    const HALF: Self = Self::exactly(0.5);
    const ALL: Self = Self::exactly(1.0);

    const fn exactly(part: f64) -> Self {
        Self { part, rest: 0.0 }
    }
}

/// The fractions of a change of relative velocity that two masses take; an infinite mass takes none, two infinite
/// masses half each.
#[inline(always)]
pub(super) fn shares(mass_a: f64, mass_b: f64) -> [Share; 2] {
    if mass_a == mass_b {
        [Share::HALF; 2]
    } else {
        unlike_shares(mass_a, mass_b)
    }
}

fn unlike_shares(mass_a: f64, mass_b: f64) -> [Share; 2] {
    if mass_a == f64::INFINITY {
        return [Share::NONE, Share::ALL];
    }
    if mass_b == f64::INFINITY {
        return [Share::ALL, Share::NONE];
    }
    // Scaled to be near 1, so that neither the sum nor its remainder overflows or underflows.
    let unit = 1.0 / Scalar::max(mass_a, mass_b).power_of_two();
    let (a, b) = (mass_a * unit, mass_b * unit);
    let (all, all_rest) = two_sum(a, b);
    let share = |mass: f64| {
        let part = mass / all;
        let (product, rest) = Halved::of(part).times(Halved::of(all));
        let left = ((mass - product) - rest) - part * all_rest;
        Share {
            part,
            rest: left / all,
        }
    };
    [share(b), share(a)]
}

/// The factor of d in an impulse, (1 + e) (v·d) / d², in double-double, for a velocity in double-double.
#[inline(always)]
fn factor<D: Vector<Scalar = f64>>(
    way: &[Halved; 3],
    velocity: [(f64, f64); 3],
    restitution: f64,
) -> (f64, f64) {
    let (mut vd, mut vd_rest) = (0.0, 0.0);
    let (mut dd, mut dd_rest) = (0.0, 0.0);
    for axis in 0..D::DIM {
        let (d, (v, v_rest)) = (way[axis], velocity[axis]);
        let (product, rest) = d.times(Halved::of(v));
        let (sum, lost) = two_sum(vd, product);
        (vd, vd_rest) = (sum, vd_rest + (lost + (rest + d.whole * v_rest)));
        let (product, rest) = d.times(d);
        let (sum, lost) = two_sum(dd, product);
        (dd, dd_rest) = (sum, dd_rest + (lost + rest));
    }
    // A quotient correct to a few last digits, then its remainder.
    let per_dd = 1.0 / dd;
    if per_dd == f64::INFINITY {
        return (0.0, 0.0);
    }
    let quotient = vd * per_dd;
    let (product, rest) = Halved::of(quotient).times(Halved::of(dd));
    let missing = (((vd - product) - rest) + vd_rest) - quotient * dd_rest;
    let quotient_rest = missing * per_dd;
    if restitution == 1.0 {
        return (2.0 * quotient, 2.0 * quotient_rest);
    }
    let (sum, sum_rest) = two_sum(1.0, restitution);
    let (product, rest) = Halved::of(quotient).times(Halved::of(sum));
    (product, rest + (quotient_rest * sum + quotient * sum_rest))
}

/// A factor times d.
#[inline(always)]
fn along<D: Vector<Scalar = f64>>(
    way: &[Halved; 3],
    (factor, rest): (f64, f64),
) -> [(f64, f64); 3] {
    let factor = Halved::of(factor);
    let mut all = [(0.0, 0.0); 3];
    for axis in 0..D::DIM {
        let (product, lost) = way[axis].times(factor);
        all[axis] = (product, lost + way[axis].whole * rest);
    }
    all
}

/// The sum of a velocity and a change, in double-double.
#[inline(always)]
fn changed<D: Vector<Scalar = f64>>(velocity: [(f64, f64); 3], change: &[(f64, f64); 3]) -> [D; 2] {
    let (mut after, mut after_rest) = ([0.0; 3], [0.0; 3]);
    for axis in 0..D::DIM {
        let ((v, v_rest), (change, rest)) = (velocity[axis], change[axis]);
        let (sum, lost) = two_sum(v, change);
        let small = lost + (rest + v_rest);
        after[axis] = sum + small;
        after_rest[axis] = small - (after[axis] - sum);
    }
    [D::from_f64(after), D::from_f64(after_rest)]
}

/// A share of a factor.
#[inline(always)]
fn part((factor, rest): (f64, f64), share: Share) -> (f64, f64) {
    let (product, lost) = Halved::of(factor).times(Halved::of(share.part));
    (product, lost + (rest * share.part + factor * share.rest))
}

#[inline(always)]
fn halved<D: Vector<Scalar = f64>>(v: D) -> [Halved; 3] {
    v.to_f64().map(Halved::of)
}

/// The velocities of two balls after a collision; `way` leads from the first to the second. Afterwards they do not
/// approach, by the same computation that decides whether balls approach.
#[inline(always)]
pub(super) fn after_collision<D: Vector<Scalar = f64>>(
    way: D,
    velocities: [D; 2],
    [share_a, share_b]: [Share; 2],
    restitution: f64,
) -> [D; 2] {
    let [a, b] = velocities.map(D::to_f64);
    let d = halved(way);
    let between = core::array::from_fn(|axis| two_sum(b[axis], -a[axis]));
    let whole = factor::<D>(&d, between, restitution);
    let exactly = |v: [f64; 3]| v.map(|v| (v, 0.0));
    let opposite = |change: [(f64, f64); 3]| change.map(|(change, rest)| (-change, -rest));
    // One half is exact, and the same for both.
    let (to_a, to_b) = if [share_a, share_b] == [Share::HALF; 2] {
        let to_a = along::<D>(&d, (0.5 * whole.0, 0.5 * whole.1));
        (to_a, opposite(to_a))
    } else {
        let to = |share| along::<D>(&d, part(whole, share));
        (to(share_a), opposite(to(share_b)))
    };
    let [after_a, _] = changed(exactly(a), &to_a);
    let [after_b, _] = changed(exactly(b), &to_b);
    let after = [after_a, after_b];
    if way.dot(after[1] - after[0]) >= 0.0 {
        return after;
    }
    separate_rounded(way, after, [share_a.part, share_b.part])
}

/// The velocity of a ball after a collision with a wall, with its rounding remainder before and after; `arm` leads from
/// the wall to the ball.
///
/// A ball that hits only walls would repeat or add up the same rounding errors; with the remainder there are none.
#[inline(always)]
pub(super) fn after_bounce<D: Vector<Scalar = f64>>(
    arm: D,
    [velocity, rest]: [D; 2],
    restitution: f64,
) -> [D; 2] {
    let d = halved(arm);
    let (v, rest) = (velocity.to_f64(), rest.to_f64());
    let before = core::array::from_fn(|axis| (v[axis], rest[axis]));
    let (whole, whole_rest) = factor::<D>(&d, before, restitution);
    let after: [D; 2] = changed(before, &along::<D>(&d, (-whole, -whole_rest)));
    if arm.dot(after[0]) >= 0.0 {
        return after;
    }
    let [after, _] = separate_rounded(-arm, [after[0], D::ZERO], [1.0, 0.0]);
    [after, D::ZERO]
}

/// A velocity, with its rounding remainder, after another speed along `arm` is added.
pub(super) fn after_kick<D: Vector<Scalar = f64>>(
    arm: D,
    [velocity, rest]: [D; 2],
    kick: f64,
) -> [D; 2] {
    let (v, rest) = (velocity.to_f64(), rest.to_f64());
    let before = core::array::from_fn(|axis| (v[axis], rest[axis]));
    changed(
        before,
        &along::<D>(&halved(arm), (kick / arm.length(), 0.0)),
    )
}

/// Rounding has left two balls that approach by a few last digits: separates them by these.
#[cold]
fn separate_rounded<D: Vector<Scalar = f64>>(
    way: D,
    [mut a, mut b]: [D; 2],
    [share_a, share_b]: [f64; 2],
) -> [D; 2] {
    let speed = Scalar::max(a.abs().max_element(), b.abs().max_element());
    let mut digits = way * (0.125 * f64::EPSILON * speed / way.abs().max_element());
    // Doubled until they separate.
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
        // Equal masses, head-on: exchanged. Masses 3 : 1: velocities 1 / 2 and 3 / 2.
        let swapped = after_collision(
            dvec2(2., 0.),
            [dvec2(1., 0.), DVec2::ZERO],
            [Share::HALF; 2],
            1.0,
        );
        assert_eq!(swapped, [DVec2::ZERO, dvec2(1., 0.)]);
        let heavy = after_collision(
            dvec2(2., 0.),
            [dvec2(1., 0.), DVec2::ZERO],
            shares(3., 1.),
            1.0,
        );
        assert_eq!(heavy, [dvec2(0.5, 0.), dvec2(1.5, 0.)]);
        // No restitution: the common velocity. Infinite mass: the other ball bounces.
        let stuck = after_collision(
            dvec2(2., 0.),
            [dvec2(1., 0.), DVec2::ZERO],
            [Share::HALF; 2],
            0.0,
        );
        assert_eq!(stuck, [dvec2(0.5, 0.); 2]);
        let wall = after_collision(
            dvec2(0., 1.),
            [dvec2(3., 1.), DVec2::ZERO],
            shares(1., f64::INFINITY),
            1.0,
        );
        assert_eq!(wall, [dvec2(3., -1.), DVec2::ZERO]);
        assert_eq!(shares(f64::INFINITY, f64::INFINITY), [Share::HALF; 2]);
        // The largest, the smallest and the most unlike masses.
        let part = |a, b| {
            let [share, _] = shares(a, b);
            share.part + share.rest
        };
        assert_eq!(part(f64::MAX, f64::MAX / 2.0), 1.0 / 3.0);
        assert_eq!(part(5e-324, 1.5e-323), 0.75);
        assert_eq!([part(5e-324, f64::MAX), part(f64::MAX, 5e-324)], [1.0, 0.0]);
    }

    #[test]
    fn no_pair_approaches_after_a_collision() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut rounded = 0;
        for i in 0..100_000 {
            let mut vector = || dvec3(random.f64() - 0.5, random.f64() - 0.5, random.f64() - 0.5);
            let (way, a, other) = (vector(), vector(), vector());
            // Every second pair almost grazes.
            let sideways = other - way * (way.dot(other) / way.dot(way));
            let b = if i % 2 == 0 { a + sideways } else { other };
            if way.dot(b - a) >= 0.0 {
                continue;
            }
            let masses = shares(10f64.powi(i % 25 - 12), 1.0);
            for restitution in [0.0, 0.3, 1.0] {
                let [after_a, after_b] = after_collision(way, [a, b], masses, restitution);
                assert!(way.dot(after_b - after_a) >= 0.0);
                rounded += usize::from(way.dot(b - a) > -1e-15);
                assert!((after_a - a).length() + (after_b - b).length() < 4.0);
            }
        }
        assert!(rounded > 10_000, "{rounded}");
    }
}
