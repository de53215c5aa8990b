//! Prediction of a ball's next event on accelerated trajectories.

use super::{GRAZE, LOW, rising};
use crate::table::arc::{Arc, NEARER, falls, first_meeting, least_meeting};
use crate::table::clock::Moment;
use crate::table::dynamics::{Dynamics, rolled};
use crate::table::simulation::Simulation;
use crate::table::simulation::schedule::{Earliest, SHELL, WALL, rank};
use crate::table::trajectory::{Trajectory, nearest_image_shift};
use carom_math::{Scalar, Vector};

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    /// Predicts a ball's next event.
    #[inline(never)]
    pub(in crate::table::simulation) fn predict_accelerated(&mut self, ball: u32, now: Moment) {
        let i = ball as usize;
        let (me, dynamics) = (self.balls.trajectories[i], self.balls.dynamics[i]);
        let leaves = now.after(self.time_to_leave_shell_accelerated(i, now));
        let check = self.check_moment(i);
        let at = if check < leaves { check } else { leaves };
        let mut best = Earliest::new(me.since, at, SHELL, 0);
        let earlier = |with: u32, than: u32| {
            rank(&self.balls.bodies, ball, with) < rank(&self.balls.bodies, ball, than)
        };
        self.each_wall(i, |simulation, number| {
            let t = simulation.time_to_wall(i, number);
            best.offer(me.since, me.since.after(t), WALL | number, 0, earlier);
        });
        if self.walls.has_others() {
            self.vain += self.offer_others(ball, &mut best, earlier);
        }
        let mine = (me, dynamics, self.balls.radii[i]);
        for &other in self.neighbors.lists.of(i) {
            if let Some(at) = self.time_to_ball(mine, i, other as usize, now, best.latest()) {
                let stamp = self.schedule.stamps[other as usize];
                best.offer(me.since, at, other, stamp, earlier);
            }
        }
        self.schedule.set(ball, &best.event(), &self.balls.bodies);
    }

    /// Time from a ball's last event until it touches a feature or side, or leaves the one on which it slides.
    pub(super) fn time_to_wall(&self, i: usize, number: u32) -> f64 {
        let (me, dynamics) = (&self.balls.trajectories[i], &self.balls.dynamics[i]);
        let radius = self.balls.radii[i];
        let falling = Arc {
            way: me.position,
            velocity: me.velocity,
            acceleration: dynamics.acceleration,
            radii: radius,
        };
        let feature = self.walls.features.get(number as usize);
        if dynamics.passed == number {
            return f64::INFINITY;
        }
        if dynamics.touches(number) {
            return feature.map_or(f64::INFINITY, |feature| feature.leaves(&falling));
        }
        if dynamics.stops < f64::INFINITY {
            let straight = match feature {
                Some(feature) => feature.first_touch(me.position, me.velocity, radius),
                None => {
                    let speed = self.walls.side(number).0.dot(me.velocity);
                    falls(
                        self.walls.gap_to_side(number, me.position, radius),
                        speed,
                        0.0,
                    )
                }
            };
            return rolled(straight, dynamics.stops);
        }
        match feature {
            Some(feature) if dynamics.acceleration == D::ZERO => {
                feature.first_touch(me.position, me.velocity, radius)
            }
            Some(feature) => feature.first_touch_accelerated(&falling, radius),
            None => {
                let inward = self.walls.side(number).0;
                falls(
                    self.walls.gap_to_side(number, me.position, radius),
                    inward.dot(me.velocity),
                    inward.dot(dynamics.acceleration),
                )
            }
        }
    }

    /// The moment at which two balls touch, if that can be within `latest` after the first one's last event.
    fn time_to_ball(
        &self,
        (me, dynamics, radius): (Trajectory<D>, Dynamics<D>, f64),
        i: usize,
        j: usize,
        now: Moment,
        latest: f64,
    ) -> Option<Moment> {
        let them = &self.balls.trajectories[j];
        let start = me.since.later(them.since);
        let a = dynamics.motion_from(&me, start);
        let mut b = self.balls.dynamics[j].motion_from(them, start);
        if let Some(period) = self.balls.period {
            b.position -= nearest_image_shift(
                self.balls.position(j, now) - self.balls.position(i, now),
                period,
            );
        }
        let radii = radius + self.balls.radii[j];
        let arc = Arc::between(&a, &b, radii);
        let rolls = a.left.min(b.left) < f64::INFINITY;
        let least = if rolls {
            // Neither gets faster towards the other than it is now, and a ball that moves may come to rest.
            let distance = arc.way.length();
            let (to, from) = (arc.way.dot(a.velocity), -arc.way.dot(b.velocity));
            let closing = Scalar::max(to, 0.0) + Scalar::max(from, 0.0);
            (distance * NEARER - radii) * distance / closing
        } else {
            arc.least_time()
        };
        // False for NaN, which is no bound.
        let is_late = |least: f64| least + start.since(me.since) > latest;
        if is_late(least) || rolls && is_late(least_meeting(a, b, radii)) {
            return None;
        }
        let t = first_meeting(a, b, radii);
        (t < f64::INFINITY).then(|| start.after(t))
    }

    /// A lower bound of the time until a ball leaves its shell.
    fn time_to_leave_shell_accelerated(&self, i: usize, now: Moment) -> f64 {
        let (center, width) = self.neighbors.shell(i);
        if width == f64::INFINITY {
            return f64::INFINITY;
        }
        let dynamics = &self.balls.dynamics[i];
        let motion = dynamics.motion_from(&self.balls.trajectories[i], now);
        let room = width - (motion.position - center).length();
        if room <= 0.0 {
            let moves = motion.velocity != D::ZERO || motion.acceleration != D::ZERO;
            return if moves { 0.0 } else { f64::INFINITY };
        }
        let v = motion.velocity.length();
        if motion.left < f64::INFINITY {
            return rolled(room / v, motion.left);
        }
        // v t + ½ a t² is at least the distance.
        let a = motion.acceleration.length();
        2.0 * room / (v + Scalar::sqrt(v * v + 2.0 * a * room))
    }

    /// The ball with the next event, however late, if the event is certain and only lists change before it; the outer
    /// `None` means that only execution can show it.
    pub(in crate::table) fn peek_accelerated(&mut self) -> Option<Option<u32>> {
        (self.peeks, self.unsure) = (true, false);
        let first = self.first(Moment::NEVER);
        self.peeks = false;
        if self.unsure {
            if let Some(first) = self.schedule.first(&self.balls.bodies) {
                self.ahead = self.schedule.at(first);
            }
            return None;
        }
        let Some(ball) = first else {
            return Some(None);
        };
        self.ahead = self.schedule.at(ball);
        self.is_certain(ball).then_some(Some(ball))
    }

    /// Whether a ball's event changes velocities by more than rounding.
    fn is_certain(&self, ball: u32) -> bool {
        let Some(law) = self.balls.law else {
            return false;
        };
        let (at, with) = (self.schedule.at(ball), self.schedule.with(ball));
        let i = ball as usize;
        let velocity = self.balls.velocity(i, at);
        let (arm, relative) = if with & WALL == 0 {
            let j = with as usize;
            (
                -self.balls.displacement(i, j, at),
                velocity - self.balls.velocity(j, at),
            )
        } else if self.balls.dynamics[i].touches(with ^ WALL) {
            return false;
        } else {
            (
                self.walls
                    .contact(with ^ WALL, self.balls.position(i, at))
                    .0,
                velocity,
            )
        };
        let closing = -arm.dot(relative) / arm.length();
        let slow = rising(law.strength(), LOW * self.balls.radii[i]);
        closing > Scalar::max(slow, 2.0 * GRAZE * relative.length())
    }
}
