//! Predictions of events in flight: cushions up to the height of their noses and the edges of the noses, pockets, rails.

use super::predict::{Straight, least_time, relative};
use super::{Engine, Own};
use crate::billiards::cushions::Cushion;
use crate::billiards::phase::Phase;
use crate::billiards::pool_table::TOUCHING;
use crate::table::arc::{Arc, falls};
use carom_math::Scalar;
use glam::{DVec2, DVec3};

impl Phase {
    /// The time at which a ball in flight comes down through this height; infinite if it is below from now on.
    pub(super) fn comes_down(&self, height: f64) -> f64 {
        let above = self.height - height;
        if above > 0.0 {
            return falls(above, self.rise, self.lift());
        }
        let square = self.rise * self.rise + 2.0 * self.lift() * -above;
        if self.rise > 0.0 && square > 0.0 {
            (self.rise + Scalar::sqrt(square)) / -self.lift()
        } else {
            f64::INFINITY
        }
    }
}

/// A jaw, and a ball in flight above the height of its nose.
struct JawGap<'a> {
    phase: &'a Phase,
    center: DVec2,
    jaw: f64,
    nose: f64,
    radius: f64,
}

impl JawGap<'_> {
    /// The distance of the ball's center from the top of the jaw, less the radius, and its rate of change.
    fn at(&self, t: f64) -> [f64; 2] {
        let way = self.phase.position_at(t) - self.center;
        let across = way.length();
        let outwards = if across > self.jaw {
            self.phase.velocity.dot(way) / across
        } else {
            0.0
        };
        let gap = DVec2::new(
            Scalar::max(across - self.jaw, 0.0),
            self.phase.height_at(t) - self.nose,
        );
        let speed = DVec2::new(outwards, self.phase.rise + self.phase.lift() * t);
        let distance = gap.length();
        [distance - self.radius, gap.dot(speed) / distance]
    }

    /// The first time from `from` to `until` at which the ball touches and approaches; infinite if there is none.
    ///
    /// From the left, by steps that cannot pass a touch. The horizontal distance max(ρ − r, 0) is convex in time, the
    /// height z − h above the nose has the second derivative −g; so that of their root of squares is at least −g. Near a
    /// root the steps are those of Newton's method.
    fn first_touch(&self, from: f64, until: f64) -> f64 {
        let bend = -self.phase.lift();
        let mut t = from;
        loop {
            let [gap, rate] = self.at(t);
            if gap <= self.radius * GAP_ROUNDING {
                if rate < 0.0 {
                    return t;
                }
                // It touches and separates: back at the earliest when the rate is zero again.
                let next = t + Scalar::max(rate / bend, LEAST_STEP);
                if next > until {
                    return f64::INFINITY;
                }
                t = next;
                continue;
            }
            // gap + rate s − bend s² / 2 = 0
            let root = Scalar::sqrt(rate * rate + 2.0 * bend * gap);
            let step = if rate < 0.0 {
                2.0 * gap / (root - rate)
            } else {
                (rate + root) / bend
            };
            let next = t + step;
            if next > until {
                return f64::INFINITY;
            }
            if next <= t {
                // No number is left between.
                return t;
            }
            t = next;
        }
    }
}

/// A gap of this part of the radius is rounding.
const GAP_ROUNDING: f64 = 1.0 / (1_u64 << 48) as f64;
/// The least step away from a touch, s: a way of 10⁻⁹ m at 1 m/s.
const LEAST_STEP: f64 = 1e-9;

impl Straight {
    /// The time at which a ball in flight hits this cushion, up to `until`; infinite if it does not.
    ///
    /// Up to the height of the nose the cushion is a wall. Above it the ball touches the line of the nose: seen along
    /// that line its center is on a parabola, and the touch is a root of a quartic.
    fn first_hit_in_flight(&self, phase: &Phase, until: f64, nose: f64, radius: f64) -> f64 {
        let wall = self.first_hit(phase, until, TOUCHING * radius);
        if wall < f64::INFINITY && phase.height_at(wall) <= nose {
            return wall;
        }
        let away = |v: DVec2| v.dot(self.normal);
        let arc = Arc {
            way: DVec2::new(-radius - away(phase.position - self.a), nose - phase.height),
            velocity: DVec2::new(-away(phase.velocity), -phase.rise),
            acceleration: DVec2::new(0.0, -phase.lift()),
            radii: radius,
        };
        arc.first_touch(until, |t| {
            phase.height_at(t) > nose && self.is_beside(phase.position_at(t))
        })
    }
}

impl Engine<'_> {
    /// The first cushion, pocket or rail on the path of a ball in flight, if it comes before this time.
    #[cold]
    pub(super) fn first_in_flight(&self, phase: &Phase, mut best: f64, mut own: Own) -> (f64, Own) {
        let radius = self.table.radius();
        let nose = self.table.spec().cushion_height;
        let mut meet = |t: f64, event: Own| {
            if t < best || t == best && event.rank() < own.rank() {
                (best, own) = (t, event);
            }
            best
        };
        let mut until = meet(self.lands_on_rail(phase), Own::OffTable);
        for (number, pocket) in (0..).zip(&self.table.layout.pockets) {
            let entered = relative(phase, pocket.center, pocket.radius)
                .first_touch(until, |t| phase.height_at(t) <= nose);
            let down = phase.comes_down(nose);
            let captured = if pocket.captures(phase.position_at(down)) {
                Scalar::min(entered, down)
            } else {
                entered
            };
            until = meet(captured, Own::Pocket(number));
        }
        for straight in &self.straight {
            let t = straight.first_hit_in_flight(phase, until, nose, radius);
            until = meet(t, Own::Cushion(straight.number));
        }
        for (number, cushion) in (0..).zip(&self.table.layout.cushions) {
            if let Cushion::Jaw { center, radius: r } = *cushion {
                let t = self.first_jaw_in_flight(phase, until, center, r);
                until = meet(t, Own::Cushion(number));
            }
        }
        (best, own)
    }

    /// When it comes down on a cushion or the wood behind it; infinite if it does not.
    fn lands_on_rail(&self, phase: &Phase) -> f64 {
        let t = phase.comes_down(self.table.rail_height());
        if t < f64::INFINITY && self.table.layout.is_outside(phase.position_at(t)) {
            t
        } else {
            f64::INFINITY
        }
    }

    /// A jaw, as a wall up to the height of the nose, above it by the edge.
    fn first_jaw_in_flight(&self, phase: &Phase, until: f64, center: DVec2, jaw: f64) -> f64 {
        let radius = self.table.radius();
        let nose = self.table.spec().cushion_height;
        let around = relative(phase, center, jaw + radius);
        let wall = || around.first_touch(until, |_| true);
        let is_over = around.way.length() <= around.radii;
        let near = if is_over { 0.0 } else { wall() };
        if near == f64::INFINITY {
            return near;
        }
        if phase.height_at(near) <= nose {
            return if is_over { wall() } else { near };
        }
        let gap = JawGap {
            phase,
            center,
            jaw,
            nose,
            radius,
        };
        let touch = gap.first_touch(near, Scalar::min(until, phase.comes_down(nose)));
        // Above the jaw itself it comes down on the cushion.
        if touch < f64::INFINITY && phase.position_at(touch).distance(center) >= jaw {
            touch
        } else {
            f64::INFINITY
        }
    }

    /// A lower bound of the time at which two balls collide, one of them in flight; infinite if it is not before the next
    /// event of each.
    #[cold]
    pub(super) fn least_in_space(&self, i: usize, j: usize) -> f64 {
        let (start, span, plan) = self.meeting_arc(i, j);
        start + least_time(&self.in_space([i, j], start, &plan), &plan, span)
    }

    /// When two balls collide, one of them in flight, if it is before the next event of each; infinite if not.
    #[cold]
    pub(super) fn meeting_in_space(&self, i: usize, j: usize) -> f64 {
        let (start, span, plan) = self.meeting_arc(i, j);
        start
            + self
                .in_space([i, j], start, &plan)
                .first_touch(span, |_| true)
    }

    /// The relative motion in space of two balls, one of them in flight; `plan` is that seen from above.
    fn in_space(&self, pair: [usize; 2], start: f64, plan: &Arc<DVec2>) -> Arc<DVec3> {
        let [a, b] = pair.map(|ball| {
            let track = &self.tracks[ball];
            let (t, phase) = (start - track.since, &track.phase);
            let lift = phase.lift();
            (phase.height_at(t), phase.rise + lift * t, lift)
        });
        Arc {
            way: plan.way.extend(b.0 - a.0),
            velocity: plan.velocity.extend(b.1 - a.1),
            acceleration: plan.acceleration.extend(b.2 - a.2),
            radii: plan.radii,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billiards::parameters::BallParameters;
    use crate::billiards::state::BallState;

    /// Balls thrown about a jaw, some of which touch its edge at the start and leave it: samples of the path are free up
    /// to the touch, and the touch is one.
    #[test]
    fn a_touch_of_the_edge_of_a_jaw_is_the_first() {
        let pool = BallParameters::POOL;
        let (radius, nose, jaw) = (pool.radius, 0.0366, 0.02);
        let mut random = fastrand::Rng::with_seed(3);
        let (mut touches, mut again, mut passes) = (0, 0, 0);
        for number in 0..4000 {
            let mut within = |low: f64, high: f64| low + (high - low) * random.f64();
            let touches_now = number % 2 == 0;
            // From the edge to the center of the ball, across and up.
            let angle: f64 = within(0.0, 1.4);
            let away = radius * if touches_now { 1.0 } else { within(1.0, 3.0) };
            let (across, up) = (jaw + away * angle.cos(), away * angle.sin());
            let speed = if touches_now { 1.0 } else { 2.0 };
            let state = BallState {
                position: DVec3::new(across, 0.0, nose + up),
                velocity: DVec3::new(within(-1.0, 0.2), within(-0.5, 0.5), within(-0.5, 1.0))
                    * speed,
                angular_velocity: DVec3::ZERO,
            };
            let phase = Phase::of(&state, &pool);
            let gap = JawGap {
                phase: &phase,
                center: DVec2::ZERO,
                jaw,
                nose,
                radius,
            };
            let until = phase.comes_down(nose);
            if touches_now && gap.at(0.0)[1] < 1e-3 {
                continue;
            }
            let touch = gap.first_touch(0.0, until);
            let end = Scalar::min(touch, until);
            for i in 1..400 {
                let [free, _] = gap.at(end * f64::from(i) / 400.0);
                assert!(free > -1e-12, "{number}: {free} at {i} of {end}");
            }
            if touch < f64::INFINITY {
                let [left, rate] = gap.at(touch);
                assert!(left.abs() < 1e-12 && rate < 0.0, "{number}: {left} {rate}");
                touches += 1;
                again += usize::from(touches_now);
            } else {
                passes += 1;
            }
        }
        assert!(
            touches > 500 && again > 200 && passes > 500,
            "{touches} {again} {passes}"
        );
    }
}
