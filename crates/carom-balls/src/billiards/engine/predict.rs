//! Predictions of events.

use super::{Engine, Kind, Own, PairTime};
use crate::billiards::cushions::{Cushion, Pocket};
use crate::billiards::phase::Phase;
use crate::billiards::pool_table::{PoolTable, TOUCHING};
use crate::table::arc::{Arc, falls};
use carom_math::{Scalar, Vector};
use glam::DVec2;

/// A straight cushion, moved by the radius towards the balls: their centers hit this line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Straight {
    pub(super) number: u32,
    pub(super) a: DVec2,
    along: DVec2,
    length: f64,
    pub(super) normal: DVec2,
    normal_abs: DVec2,
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
                normal_abs: normal.abs(),
            }),
            Cushion::Jaw { .. } => None,
        });
        straight.collect()
    }

    /// Whether all of a box is in front of the line.
    fn is_behind(&self, area: &Area) -> bool {
        let middle = 0.5 * (area.low + area.high);
        let half = 0.5 * (area.high - area.low);
        (middle - self.a).dot(self.normal) > half.dot(self.normal_abs) * ROUNDING
    }

    /// The time at which a ball hits this cushion, up to `until`; infinite if it does not.
    ///
    /// The height above the line is quadratic in time and falls through zero at most once more. A ball behind the line
    /// is in a throat, beyond the cushion's end; only if it comes out can it hit the cushion.
    pub(super) fn first_hit(&self, phase: &Phase, until: f64, touching: f64) -> f64 {
        let height = (phase.position - self.a).dot(self.normal);
        let velocity = phase.velocity.dot(self.normal);
        let acceleration = phase.acceleration.dot(self.normal);
        if height < -touching
            && !(velocity > 0.0 && velocity * velocity > 2.0 * acceleration * height)
        {
            return f64::INFINITY;
        }
        let t = falls(height, velocity, acceleration);
        if t > until {
            return f64::INFINITY;
        }
        if self.is_beside(phase.position_at(t)) {
            t
        } else {
            f64::INFINITY
        }
    }

    /// Whether this is beside the cushion, between its ends.
    pub(super) fn is_beside(&self, place: DVec2) -> bool {
        let s = (place - self.a).dot(self.along);
        s >= 0.0 && s <= self.length
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

/// A box in the plane of the centers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) low: DVec2,
    pub(super) high: DVec2,
}

impl Area {
    pub(super) fn of_point(place: DVec2) -> Self {
        let (low, high) = (place, place);
        Self { low, high }
    }

    /// Of the center up to this time.
    fn of_path(phase: &Phase, until: f64) -> Self {
        let mut area = Self::of_point(phase.position);
        let mut include = |place: DVec2| {
            area.low = area.low.min(place);
            area.high = area.high.max(place);
        };
        include(phase.position_at(until));
        for axis in 0..2 {
            // Where the path turns back along this axis.
            let turn = -phase.velocity[axis] / phase.acceleration[axis];
            if turn > 0.0 && turn < until {
                include(phase.position_at(turn));
            }
        }
        area
    }

    /// The part of the table on which a center touches no cushion and is above no pocket; nothing on odd tables.
    pub(super) fn free(table: &PoolTable) -> Self {
        let (spec, radius) = (table.spec(), table.radius());
        let area = Self {
            low: DVec2::splat(radius),
            high: DVec2::new(spec.width, spec.length) - radius,
        };
        let reaches = |pocket: &Pocket| !area.is_farther(pocket.center, pocket.radius);
        let jaws = |cushion: &Cushion| match *cushion {
            // They touch the nose lines, and so the area.
            Cushion::Jaw { center, radius: r } => {
                !area.is_farther(center, (r + radius) * (1.0 - TOUCHING))
            }
            Cushion::Straight { .. } => false,
        };
        let is_odd = table.pockets().iter().any(reaches) || table.cushions().iter().any(jaws);
        if is_odd {
            Self {
                low: DVec2::INFINITY,
                high: DVec2::NEG_INFINITY,
            }
        } else {
            area
        }
    }

    fn contains(&self, other: &Self) -> bool {
        self.low.cmplt(other.low).all() && self.high.cmpgt(other.high).all()
    }

    fn is_farther(&self, place: DVec2, distance: f64) -> bool {
        let nearest = place.clamp(self.low, self.high);
        nearest.distance_squared(place) > distance * distance * ROUNDING
    }

    /// Whether the two are farther apart along an axis.
    #[inline]
    fn is_apart(&self, other: &Self, distance: f64) -> bool {
        let least = distance * ROUNDING;
        let (before, after) = (self.low - other.high, other.low - self.high);
        // Without branches: half of all pairs are near each other along one axis.
        (before.x > least) | (after.x > least) | (before.y > least) | (after.y > least)
    }
}

/// Whether two balls pass each other: in all of this span of time their centers are farther apart than they touch,
/// across the line through their centers at its start.
fn passes(arc: &Arc<DVec2>, [from, to]: [f64; 2]) -> bool {
    let distance = arc.way.length();
    let velocity = arc.way.perp_dot(arc.velocity);
    let acceleration = arc.way.perp_dot(arc.acceleration);
    let across = |t: f64| (velocity + 0.5 * acceleration * t) * t;
    let least = distance * arc.radii * ROUNDING;
    let [first, last] = [across(from), across(to)];
    // Where it turns back.
    let turn = -velocity / acceleration;
    let middle = if turn > from && turn < to {
        across(turn)
    } else {
        first
    };
    let all = |sign: f64| [first, middle, last].into_iter().all(|y| sign * y > least);
    all(1.0) || all(-1.0)
}

/// A lower bound of the time at which two balls touch, from now; infinite if it is not within the span. `plan` is their motion
/// seen from above.
#[inline]
pub(super) fn least_time<D: Vector<Scalar = f64>>(
    arc: &Arc<D>,
    plan: &Arc<DVec2>,
    span: f64,
) -> f64 {
    if arc.way.length_squared() <= arc.radii * arc.radii * ROUNDING {
        // They touch: bounds are no bounds, as their rounding decides.
        return 0.0;
    }
    let least = arc.least_time() / ROUNDING;
    if least > span || passes(plan, [least, span]) {
        f64::INFINITY
    } else {
        least
    }
}

impl Engine<'_> {
    /// Predicts the next event of a ball that changed now, and its collisions with all others.
    pub(super) fn predict(&mut self, ball: usize) {
        self.predict_own(ball);
        for other in 0..self.tracks.len() {
            if other != ball {
                let [low, high] = [ball.min(other), ball.max(other)];
                let least = self.least_meeting(low, high);
                self.set_pair(low, high, least, least == f64::INFINITY);
            }
        }
    }

    fn predict_own(&mut self, ball: usize) {
        let phase = self.tracks[ball].phase;
        let flies = phase.is_airborne();
        let (mut best, mut own) = (
            phase.duration,
            if flies { Own::Slate } else { Own::Transition },
        );
        let mut area = Area::of_point(phase.position);
        if phase.motion().is_translating() {
            area = Area::of_path(&phase, best);
            if !self.free.contains(&area) {
                (best, own) = if flies {
                    self.first_in_flight(&phase, best, own)
                } else {
                    let (best, own) = self.first_straight(&phase, &area, best, own);
                    self.first_circle(&phase, best, own)
                };
                area = Area::of_path(&phase, best);
            }
        }
        self.areas[ball] = area;
        let track = &mut self.tracks[ball];
        track.own = own;
        self.times[ball] = track.since + best;
    }

    /// The first straight cushion up to this time, if it comes before.
    fn first_straight(
        &self,
        phase: &Phase,
        area: &Area,
        mut best: f64,
        mut own: Own,
    ) -> (f64, Own) {
        let touching = TOUCHING * self.table.radius();
        for straight in &self.straight {
            if !straight.is_behind(area) {
                let t = straight.first_hit(phase, best, touching);
                // At one time the transition comes first, then the cushion with the lowest number.
                if t < best {
                    (best, own) = (t, Own::Cushion(straight.number));
                }
            }
        }
        (best, own)
    }

    /// The first jaw or pocket up to this time, if it comes before.
    fn first_circle(&self, phase: &Phase, mut best: f64, mut own: Own) -> (f64, Own) {
        let radius = self.table.radius();
        let area = Area::of_path(phase, best);
        let mut meet = |center: DVec2, radii: f64, event: Own| {
            if area.is_farther(center, radii) {
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

    /// A lower bound of the time at which two balls collide; infinite if it is not before the next event of each.
    fn least_meeting(&self, i: usize, j: usize) -> f64 {
        let radii = 2.0 * self.table.radius();
        if self.areas[i].is_apart(&self.areas[j], radii) {
            return f64::INFINITY;
        }
        let either = self.tracks[i].kind.either(self.tracks[j].kind);
        if !either.has(Kind::MOVES) || either.has(Kind::OUT) {
            return f64::INFINITY;
        }
        if either.has(Kind::FLIES) {
            return self.least_in_space(i, j);
        }
        let (start, span, arc) = self.meeting_arc(i, j);
        start + least_time(&arc, &arc, span)
    }

    /// When two balls collide, if it is before the next event of each; infinite if not.
    pub(super) fn meeting(&self, i: usize, j: usize) -> f64 {
        if self.tracks[i]
            .kind
            .either(self.tracks[j].kind)
            .has(Kind::FLIES)
        {
            return self.meeting_in_space(i, j);
        }
        let (start, span, arc) = self.meeting_arc(i, j);
        start + arc.first_touch(span, |_| true)
    }

    /// Motion in the plane of the second ball relative to the first from the later of their starts on, for as long as neither has an
    /// event of its own.
    pub(super) fn meeting_arc(&self, i: usize, j: usize) -> (f64, f64, Arc<DVec2>) {
        let (a, b) = (&self.tracks[i], &self.tracks[j]);
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
            radii: 2.0 * self.table.radius(),
        };
        (
            start,
            Scalar::min(self.times[i], self.times[j]) - start,
            arc,
        )
    }

    /// Stores the time of a pair, or a bound of it, and keeps the least of its row.
    pub(super) fn set_pair(&mut self, low: usize, high: usize, time: f64, is_exact: bool) {
        let row = high * self.tracks.len();
        let pair = &mut self.pairs[row + low];
        if time == f64::INFINITY && pair.time == f64::INFINITY {
            // Most pairs: they do not meet, and did not before.
            return;
        }
        *pair = PairTime { time, is_exact };
        let first = self.firsts[high];
        let number = low as u32;
        if time < first || time == first && number < self.partners[high] {
            (self.firsts[high], self.partners[high]) = (time, number);
        } else if self.partners[high] == number {
            let (mut first, mut partner) = (f64::INFINITY, 0);
            for (pair, i) in self.pairs[row..row + high].iter().zip(0..) {
                if pair.time < first {
                    (first, partner) = (pair.time, i);
                }
            }
            (self.firsts[high], self.partners[high]) = (first, partner);
        }
    }
}
