//! How soon a ball can touch others at the least: a bound that needs no root, of several at a time.
//!
//! It is computed without a branch, from columns of numbers: so all that it needs comes from memory side by side,
//! nothing is guessed wrong, and compilers put two or more into a register. All steps are those of
//! [`Seen`](super::flight::Seen), so that a bound holds for the very numbers of the time that it bounds.

use super::clock::Moment;
use super::flight::{Flight, whole};
use crate::vector::{Scalar, Vector};

/// So many are computed together.
pub(super) const TOGETHER: usize = 8;
/// Those that part have this bound, or more.
pub(super) const NEVER: u64 = f64::INFINITY.to_bits();

/// A ball and when it is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<D> {
    pub(super) flight: Flight<D>,
    pub(super) radius: f64,
    pub(super) now: Moment,
    pub(super) period: Option<D>,
}

impl<D: Vector<Scalar = f64>> Asked<D> {
    /// The bits of numbers that are not negative, and so in their order: how long after the ball's last event it
    /// touches each of these, at the least. For the others that there is room for nothing in particular.
    #[inline]
    pub(super) fn least<'a>(
        &self,
        others: impl Iterator<Item = (&'a Flight<D>, f64)>,
        bounds: &mut [u64; TOGETHER],
    ) {
        // Mostly the ball has just met another, and nobody's flight began later.
        let fresh = self.flight.since == self.now;
        match (fresh, self.period) {
            (true, None) => self.computed::<true, false>(D::ZERO, others, bounds),
            (true, Some(period)) => self.computed::<true, true>(period, others, bounds),
            (false, None) => self.computed::<false, false>(D::ZERO, others, bounds),
            (false, Some(period)) => self.computed::<false, true>(period, others, bounds),
        }
    }

    #[inline(always)]
    fn computed<'a, const FRESH: bool, const PERIODIC: bool>(
        &self,
        period: D,
        others: impl Iterator<Item = (&'a Flight<D>, f64)>,
        bounds: &mut [u64; TOGETHER],
    ) {
        let me = &self.flight;
        let (mut places, mut velocities) = ([[0.0; TOGETHER]; 3], [[0.0; TOGETHER]; 3]);
        let (mut laters, mut reaches) = ([0.0; TOGETHER], [0.0; TOGETHER]);
        for (k, (them, radius)) in (0..TOGETHER).zip(others) {
            laters[k] = me.since.since(them.since);
            reaches[k] = self.radius + radius;
            for axis in 0..D::DIM {
                places[axis][k] = them.place[axis];
                velocities[axis][k] = them.velocity[axis];
            }
        }
        let ago = self.now.since(me.since);
        for k in 0..TOGETHER {
            // Both are brought to the later of their starts.
            let (later, behind) = if FRESH {
                (laters[k], 0.0)
            } else {
                (Scalar::max(laters[k], 0.0), Scalar::max(-laters[k], 0.0))
            };
            let (mut ww, mut b) = (0.0, 0.0);
            for axis in 0..D::DIM {
                let (mine, my_speed) = (me.place[axis], me.velocity[axis]);
                let mine = if FRESH {
                    mine
                } else {
                    mine + my_speed * behind
                };
                let speed = velocities[axis][k] - my_speed;
                let mut way = places[axis][k] + velocities[axis][k] * later - mine;
                if PERIODIC {
                    let now = if FRESH {
                        way
                    } else {
                        way + speed * (ago - behind)
                    };
                    way -= whole(now, period[axis]);
                }
                ww += way * way;
                b += way * speed;
            }
            let c = ww - reaches[k] * reaches[k];
            let least = c / (-2.0 * b) + behind;
            let least = if least > 0.0 { least } else { 0.0 };
            let parting = if b < 0.0 { 0 } else { NEVER };
            bounds[k] = least.to_bits() | parting;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::flight::Seen;
    use glam::{DVec3, dvec3};

    /// Never more than what one pair at a time gives, and the same but for the sign of a zero.
    #[test]
    fn bounds_are_those_of_pairs() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut met = 0;
        for round in 0..20_000 {
            let period = DVec3::splat(4.0);
            let mut flight = |since: Moment| Flight {
                place: dvec3(random.f64(), random.f64(), random.f64()) * 4.0,
                velocity: dvec3(random.f64(), random.f64(), random.f64()) - 0.5,
                since,
            };
            let start = Moment::new(1e6);
            let now = start.after(0.25);
            let me = flight(if round % 2 == 0 {
                now
            } else {
                start.after(0.125)
            });
            let others: [Flight<DVec3>; 5] =
                core::array::from_fn(|k| flight(start.after(0.05 * k as f64)));
            let asked = Asked {
                flight: me,
                radius: 0.25,
                now,
                period: (round % 4 < 2).then_some(period),
            };
            let mut bounds = [0; TOGETHER];
            asked.least(others.iter().map(|other| (other, 0.5)), &mut bounds);
            for (them, bound) in others.iter().zip(bounds) {
                let start = me.since.later(them.since);
                let way = them.at(start) - me.at(start);
                let mut seen = Seen::of(way, me.velocity, them.velocity, 0.75);
                if asked.period.is_some() {
                    seen = seen.nearest_image(period, now.since(start));
                }
                let least = seen.least_time() + start.since(me.since);
                let bound = bound.min(NEVER);
                assert_eq!(f64::from_bits(bound), Scalar::max(least, 0.0));
                met += usize::from(bound < NEVER);
            }
        }
        assert!(met > 20_000, "{met}");
    }
}
