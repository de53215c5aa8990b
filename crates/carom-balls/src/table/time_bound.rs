//! Lower bounds of pair collision times, without a root, for several pairs in SIMD lanes.
//!
//! The computation is branch-free and reads memory side by side, as the branches would be unpredictable. All steps are
//! those of [`RelativeMotion`](super::trajectory::RelativeMotion), so that each bound holds for the very number that it
//! bounds, with every instruction set; it only decides which pairs are computed exactly.

use super::clock::Moment;
use super::trajectory::{ROUNDS, Trajectory};
use carom_math::Vector;
use carom_math::lanes::{Level, Select, Simd, SimdBase, SimdFrom, SimdMask, dispatch, f64x4};

/// Most candidates in one call.
pub(super) const MOST: usize = 32;
const LANES: usize = 4;
/// b² below this fraction of ac has no root, whatever the rounding.
const CERTAIN_MISS: f64 = 1.0 - 1.0 / (1_u64 << 30) as f64;
/// Below this, squares of speeds lose digits (subnormal numbers).
const MIN_SPEED_SQUARE: f64 = 1e-280;

/// A ball, and the moment of the prediction.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundQuery<D> {
    pub(super) trajectory: Trajectory<D>,
    pub(super) radius: f64,
    pub(super) now: Moment,
    pub(super) period: Option<D>,
}

/// The candidates that it could hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<'a, D> {
    /// At least one, at most [`MOST`]; padded with any balls to a multiple of [`LANES`].
    pub(super) numbers: &'a [u32],
    /// The number of candidates without padding.
    pub(super) count: usize,
    pub(super) trajectories: &'a [Trajectory<D>],
    pub(super) radii: &'a [f64],
    /// All balls have the same radius.
    pub(super) alike: bool,
}

impl<D: Vector<Scalar = f64>> BoundQuery<D> {
    /// A bit mask of the candidates that the ball can touch up to `latest`, counted from its last event; and for each
    /// the lower bound of that time, not negative.
    #[inline]
    pub(super) fn least(
        &self,
        level: Level,
        others: &Candidates<D>,
        latest: f64,
        bounds: &mut [f64; MOST],
    ) -> u32 {
        dispatch!(level, simd => match (self.period, others.alike) {
            (None, true) => self.in_lanes::<_, false, true>(simd, D::ZERO, others, latest, bounds),
            (None, false) => self.in_lanes::<_, false, false>(simd, D::ZERO, others, latest, bounds),
            (Some(period), true) => self.in_lanes::<_, true, true>(simd, period, others, latest, bounds),
            (Some(period), false) => self.in_lanes::<_, true, false>(simd, period, others, latest, bounds),
        })
    }

    #[inline(always)]
    fn in_lanes<S: Simd, const PERIODIC: bool, const ALIKE: bool>(
        &self,
        simd: S,
        period: D,
        others: &Candidates<D>,
        latest: f64,
        bounds: &mut [f64; MOST],
    ) -> u32 {
        let Self { trajectory: me, .. } = self;
        let splat = |x| f64x4::splat(simd, x);
        let (zero, rounds) = (splat(0.0), splat(ROUNDS));
        let [window, offset] = me.since.parts();
        let ago = splat(self.now.since(me.since));
        let latest = splat(latest);
        let mut soon = 0;
        let (fours, _) = others.numbers.as_chunks::<LANES>();
        let (chunks, _) = bounds.as_chunks_mut::<LANES>();
        for ((chunk, numbers), bounds) in (0..).zip(fours).zip(chunks) {
            let numbers = numbers.map(|number| number as usize);
            let four = numbers.map(|number| &others.trajectories[number]);
            let reach = self.reach::<S, ALIKE>(simd, numbers, others.radii);
            let windows = column(simd, four, |them| them.since.parts()[0]);
            let offsets = column(simd, four, |them| them.since.parts()[1]);
            // Both are advanced to the later of their starts.
            let later = (splat(window) - windows) + (splat(offset) - offsets);
            let earlier = zero - later;
            let behind = earlier.simd_gt(zero).select(earlier, zero);
            let later = later.simd_gt(zero).select(later, zero);
            let (mut ww, mut b, mut a) = (zero, zero, zero);
            for axis in 0..D::DIM {
                let (position, my_speed) = (splat(me.position[axis]), splat(me.velocity[axis]));
                let its_speed = column(simd, four, |them| them.velocity[axis]);
                let its_position = column(simd, four, |them| them.position[axis]);
                let speed = its_speed - my_speed;
                let mut way = its_position + its_speed * later - (position + my_speed * behind);
                if PERIODIC {
                    let now = way + speed * (ago - behind);
                    let period = period[axis];
                    let whole = (now * splat(1.0 / period) + rounds) - rounds;
                    way -= whole * splat(period);
                }
                ww += way * way;
                b += way * speed;
                a += speed * speed;
            }
            let c = ww - reach * reach;
            let least = c / (splat(-2.0) * b) + behind;
            let least = least.simd_gt(zero).select(least, zero);
            let misses =
                (b * b).simd_lt(a * c * splat(CERTAIN_MISS)) & a.simd_gt(splat(MIN_SPEED_SQUARE));
            let meets = b.simd_lt(zero) & least.simd_le(latest) & !misses;
            soon |= (meets.to_bitmask() as u32 & 15) << (chunk * LANES);
            *bounds = least.into();
        }
        soon & u32::MAX >> (MOST - others.count)
    }

    /// The sums of radii with four balls.
    #[inline(always)]
    fn reach<S: Simd, const ALIKE: bool>(
        &self,
        simd: S,
        numbers: [usize; LANES],
        radii: &[f64],
    ) -> f64x4<S> {
        let radius = f64x4::splat(simd, self.radius);
        if ALIKE {
            radius + radius
        } else {
            radius + f64x4::simd_from(simd, numbers.map(|number| radii[number]))
        }
    }
}

/// One number of each of four trajectories.
#[inline(always)]
fn column<S: Simd, D>(
    simd: S,
    of: [&Trajectory<D>; LANES],
    number: impl Fn(&Trajectory<D>) -> f64,
) -> f64x4<S> {
    f64x4::simd_from(
        simd,
        [number(of[0]), number(of[1]), number(of[2]), number(of[3])],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::trajectory::RelativeMotion;
    use carom_math::Scalar;
    use carom_math::lanes::level;
    use glam::{DVec3, dvec3};

    /// The lanes give the same bounds as one pair at a time, and leave out only pairs that never touch.
    #[test]
    fn lanes_give_the_bounds_of_single_pairs() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut met, mut missed, mut in_vain) = (0, 0, 0);
        for round in 0..20_000 {
            let period = DVec3::splat(4.0);
            let mut trajectory = |since: Moment| Trajectory {
                position: dvec3(random.f64(), random.f64(), random.f64()) * 4.0,
                velocity: dvec3(random.f64(), random.f64(), random.f64()) - 0.5,
                since,
            };
            let start = Moment::new(1e6);
            let now = start.after(0.25);
            let me = trajectory(if round % 2 == 0 {
                now
            } else {
                start.after(0.125)
            });
            let trajectories: [Trajectory<DVec3>; 5] =
                core::array::from_fn(|k| trajectory(start.after(0.05 * k as f64)));
            let query = BoundQuery {
                trajectory: me,
                radius: if round % 8 < 4 { 0.25 } else { 0.5 },
                now,
                period: (round % 4 < 2).then_some(period),
            };
            let others = Candidates {
                numbers: &[0, 1, 2, 3, 4, 0, 0, 0],
                count: 5,
                trajectories: &trajectories,
                radii: &[0.5; 5],
                alike: round % 8 >= 4,
            };
            let mut bounds = [0.0; MOST];
            let meets = query.least(level(), &others, f64::INFINITY, &mut bounds);
            assert!(meets < 32);
            for (k, (them, bound)) in (0..).zip(trajectories.iter().zip(bounds)) {
                let start = me.since.later(them.since);
                let way = them.at(start) - me.at(start);
                let mut relative =
                    RelativeMotion::of(way, me.velocity, them.velocity, query.radius + 0.5);
                if query.period.is_some() {
                    relative = relative.nearest_image(period, now.since(start));
                }
                let least = relative.least_time() + start.since(me.since);
                if meets >> k & 1 == 1 {
                    assert_eq!(bound, Scalar::max(least, 0.0));
                    met += 1;
                    in_vain += usize::from(relative.first_touch() == f64::INFINITY);
                } else {
                    assert_eq!(relative.first_touch(), f64::INFINITY);
                    missed += usize::from(least < f64::INFINITY);
                }
            }
        }
        assert!(
            met > 5_000 && missed > 20_000 && in_vain == 0,
            "{met} {missed} {in_vain}"
        );
    }
}
