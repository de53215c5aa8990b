//! The first touch of a moving core, by Newton's method for its normal and its time together.
//!
//! Along any normal the support gap shrinks at a constant speed, and the true gap is never smaller. So after each turn of
//! the normal the moving core may go on until the gap along it is the goal: never too far. The last normal proves that
//! all moments before are free, and the witness points along it prove that this is a touch.

use super::{LAST, LONGEST, Search, Stationary};
use crate::pair::convex_points::Difference;
use crate::pair::frame::{greater, lesser};
use crate::pair::gjk::Distance;
use carom_math::Vector;
use glam::DVec3;

/// More steps than almost every start needs from which it converges.
const STEPS: usize = 12;

/// The largest number of starts.
const STARTS: usize = 6;

/// The motion of the first core.
pub(in crate::pair) struct Path {
    pub(in crate::pair) delta: DVec3,
    /// The gap that a touch leaves.
    pub(in crate::pair) goal: f64,
    /// The largest gap of a touch.
    pub(in crate::pair) most: f64,
    /// The rounding of a closing speed.
    pub(in crate::pair) slack: f64,
    /// The rounding of a height.
    pub(in crate::pair) noise: f64,
}

/// What a motion comes to.
pub(in crate::pair) enum Impact {
    /// A touch after this fraction of the motion.
    Touch(f64, Stationary),
    /// No touch.
    Free,
}

/// The first touch, if the search comes to it from the outcome of GJK. Where it does not, the cores are moved as far as
/// is known to be free, and `restart` gives the outcome there.
pub(in crate::pair) fn impact(
    difference: &Difference<'_>,
    first: &Distance,
    path: &Path,
    restart: impl Fn(&Difference<'_>) -> Option<Distance>,
) -> Option<Impact> {
    let mut moving = Moving {
        search: Search::near(difference, &first.into(), path.noise),
        path,
        t: 0.0,
    };
    for _ in 1..STARTS {
        if let Some(impact) = moving.run() {
            return Some(impact);
        }
        let [a, b] = moving.search.sides.each_ref().map(|side| side.core);
        let here = Difference {
            a,
            b,
            ..*difference
        };
        moving.search = Search::near(&here, &(&restart(&here)?).into(), path.noise);
    }
    moving.run()
}

struct Moving<'a, 'b> {
    search: Search<'a>,
    path: &'b Path,
    t: f64,
}

impl Moving<'_, '_> {
    fn run(&mut self) -> Option<Impact> {
        let (mut last, mut last_gap) = (self.search.normal, f64::NEG_INFINITY);
        for _ in 0..STEPS {
            if let Some(impact) = self.flat() {
                return Some(impact);
            }
            self.search.face();
            // The gap is nearly concave: if it becomes less, the turn was too long.
            if self.search.gap() < lesser(last_gap, 0.0) {
                self.search.normal = Vector::try_normalize(self.search.normal + last)?;
                self.search.face();
            }
            (last, last_gap) = (self.search.normal, self.search.gap());
            if self.advance(last, last_gap) {
                return Some(Impact::Free);
            }
            let turn = self
                .search
                .step(greater(self.search.gap(), self.path.goal), LONGEST[0])?;
            if turn.square <= LAST
                && !self.search.is_freed
                && let Some(Some(found)) = self.search.solution()
                && self.is_touch(found.gap)
            {
                return Some(Impact::Touch(self.t, found));
            }
            self.search.turn(&turn)?;
        }
        None
    }

    /// What the motion comes to if the other core goes on towards a flat end.
    fn flat(&mut self) -> Option<Impact> {
        for side in 0..2 {
            let Some(normal) = self.search.flat_normal(side) else {
                continue;
            };
            // Where it is, and where it goes on to.
            for _ in 0..2 {
                let Some(found) = self.search.on_flat(side, normal) else {
                    break;
                };
                if self.is_touch(found.gap) {
                    return Some(Impact::Touch(self.t, found));
                }
                if self.advance(normal, found.gap) {
                    return Some(Impact::Free);
                }
            }
        }
        None
    }

    /// Goes on as far as a normal with this support gap allows. Returns whether that is the whole motion.
    fn advance(&mut self, normal: DVec3, gap: f64) -> bool {
        let spare = gap - self.path.goal;
        if spare <= 0.0 {
            return false;
        }
        let rate = self.path.slack - normal.dot(self.path.delta);
        if rate <= 0.0 {
            return true;
        }
        let step = spare / rate;
        self.t += step;
        if self.t > 1.0 {
            return true;
        }
        self.search.sides[0].shift(self.path.delta * step);
        false
    }

    /// Whether a gap is that of a touch.
    fn is_touch(&self, gap: f64) -> bool {
        gap > 0.0 && gap <= self.path.most
    }
}
