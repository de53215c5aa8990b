//! Predictions of events.

use super::{Engine, Own};
use crate::billiards::cushions::Cushion;
use crate::billiards::phase::Phase;
use crate::billiards::pool_table::{PoolTable, TOUCHING};
use crate::table::arc::{Arc, falls};
use carom_math::Scalar;
use glam::DVec2;

/// A straight cushion, moved by the radius towards the balls: their centers hit this line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Straight {
    number: u32,
    a: DVec2,
    along: DVec2,
    length: f64,
    normal: DVec2,
}

/// The widest rounding of a box around a path, as a part of a size: far above that of its corners.
const ROUNDING: f64 = 1.0 + 1.0 / (1_u64 << 40) as f64;

impl Straight {
    pub(super) fn all(table: &PoolTable) -> alloc::vec::Vec<Self> {
        let radius = table.radius();
        let numbered = table.layout.cushions.iter().zip(0..);
        let straight = numbered.filter_map(|(cushion, number)| match *cushion {
            Cushion::Straight { a, b, normal } => Some(Self {
                number,
                a: a + normal * radius,
                along: (b - a).normalize(),
                length: a.distance(b),
                normal,
            }),
            Cushion::Jaw { .. } => None,
        });
        straight.collect()
    }

    /// The time at which a ball hits this cushion, up to `until`; infinite if it does not.
    ///
    /// The height above the line is quadratic in time and falls through zero at most once more. A ball behind the line
    /// is in a throat, beyond the cushion's end; only if it comes out can it hit the cushion.
    fn first_hit(&self, phase: &Phase, until: f64, touching: f64) -> f64 {
        let height = (phase.position - self.a).dot(self.normal);
        let velocity = phase.velocity.dot(self.normal);
        let acceleration = phase.acceleration.dot(self.normal);
        if height < -touching
            && !(velocity > 0.0 && velocity * velocity > 2.0 * acceleration * height)
        {
            return f64::INFINITY;
        }
        let t = falls(height, velocity, acceleration);
        if !(t <= until) {
            return f64::INFINITY;
        }
        let s = (phase.position_at(t) - self.a).dot(self.along);
        if s >= 0.0 && s <= self.length {
            t
        } else {
            f64::INFINITY
        }
    }
}

/// Motion of a ball relative to a fixed point or another ball.
pub(super) fn relative(phase: &Phase, position: DVec2, radii: f64) -> Arc<DVec2> {
    Arc {
        way: position - phase.position,
        velocity: -phase.velocity,
        acceleration: -phase.acceleration,
        radii,
    }
}

/// Box of the center up to this time.
fn extent(phase: &Phase, until: f64) -> (DVec2, DVec2) {
    let mut ends = [phase.position; 2];
    let mut include = |place: DVec2| {
        ends = [ends[0].min(place), ends[1].max(place)];
    };
    include(phase.position_at(until));
    for axis in 0..2 {
        // Where the path turns back along this axis.
        let turn = -phase.velocity[axis] / phase.acceleration[axis];
        if turn > 0.0 && turn < until {
            include(phase.position_at(turn));
        }
    }
    (ends[0], ends[1])
}

impl Engine<'_> {
    /// Predicts the next event of a ball that changed now, and its collisions with all others.
    pub(super) fn predict(&mut self, ball: usize) {
        self.predict_own(ball);
        for other in 0..self.tracks.len() {
            if other != ball {
                let time = self.meeting(ball, other);
                self.set_pair(ball.min(other), ball.max(other), time);
            }
        }
    }

    fn predict_own(&mut self, ball: usize) {
        let track = &self.tracks[ball];
        let phase = track.phase;
        let (mut best, mut own) = (phase.duration, Own::Transition);
        let mut until = best;
        if phase.motion().is_translating() {
            let touching = TOUCHING * self.table.radius();
            for straight in &self.straight {
                let t = straight.first_hit(&phase, best, touching);
                // At one time the transition comes first, then the cushion with the lowest number.
                if t < best {
                    (best, own) = (t, Own::Cushion(straight.number));
                }
            }
            (best, own) = self.first_circle(&phase, best, own);
            until = best;
        }
        let (low, high) = if until < f64::INFINITY {
            extent(&phase, until)
        } else {
            (phase.position, phase.position)
        };
        let track = &mut self.tracks[ball];
        (track.low, track.high) = (low, high);
        (track.own, track.time) = (own, track.since + best);
    }

    /// The first jaw or pocket up to this time, if it comes before.
    fn first_circle(&self, phase: &Phase, mut best: f64, mut own: Own) -> (f64, Own) {
        let radius = self.table.radius();
        let (low, high) = extent(phase, best);
        let mut meet = |center: DVec2, radii: f64, event: Own| {
            let gap = center.clamp(low, high).distance_squared(center);
            if gap > radii * radii * ROUNDING {
                return;
            }
            let t = relative(phase, center, radii).first_touch(best, |_| true);
            if t < best || t == best && event.rank() < own.rank() {
                (best, own) = (t, event);
            }
        };
        for (pocket, number) in self.table.layout.pockets.iter().zip(0..) {
            meet(pocket.center, pocket.radius, Own::Pocket(number));
        }
        for (cushion, number) in self.table.layout.cushions.iter().zip(0..) {
            if let Cushion::Jaw { center, radius: r } = *cushion {
                meet(center, radius + r, Own::Cushion(number));
            }
        }
        (best, own)
    }

    /// When two balls collide, if it is before the next event of each of them; infinite if not.
    fn meeting(&self, i: usize, j: usize) -> f64 {
        let (a, b) = (&self.tracks[i], &self.tracks[j]);
        let moves = |phase: &Phase| phase.motion().is_translating();
        if !(moves(&a.phase) || moves(&b.phase)) || a.phase.is_pocketed() || b.phase.is_pocketed() {
            return f64::INFINITY;
        }
        let radii = 2.0 * self.table.radius();
        let gap = (a.low - b.high).max(b.low - a.high);
        if gap.x > radii * ROUNDING || gap.y > radii * ROUNDING {
            return f64::INFINITY;
        }
        // Both from the later of their starts on.
        let start = Scalar::max(a.since, b.since);
        let [pa, pb] = [a, b].map(|track| {
            let t = start - track.since;
            let velocity = track.phase.velocity + track.phase.acceleration * t;
            (track.phase.position_at(t), velocity)
        });
        let arc = Arc {
            way: pb.0 - pa.0,
            velocity: pb.1 - pa.1,
            acceleration: b.phase.acceleration - a.phase.acceleration,
            radii,
        };
        let span = Scalar::min(a.time, b.time) - start;
        if arc.least_time() > span * ROUNDING {
            return f64::INFINITY;
        }
        start + arc.first_touch(span, |_| true)
    }

    /// Stores the time of a pair and keeps the least of its row.
    fn set_pair(&mut self, low: usize, high: usize, time: f64) {
        let row = high * self.tracks.len();
        self.pairs[row + low] = time;
        let first = self.firsts[high];
        if (time, low as u32) < first {
            self.firsts[high] = (time, low as u32);
        } else if first.1 == low as u32 {
            let times = self.pairs[row..row + high].iter().zip(0..);
            let least = times.fold((f64::INFINITY, 0), |least, (&time, i)| {
                if time < least.0 { (time, i) } else { least }
            });
            self.firsts[high] = least;
        }
    }
}
