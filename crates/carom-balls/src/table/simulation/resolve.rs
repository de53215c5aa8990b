//! Execution of events on straight trajectories, and the start of a ball's new trajectory.

use super::schedule::{MOVING, WALL};
use super::{Collision, Obstacle, Simulation, TooMany};
use crate::table::clock::Moment;
use crate::table::impulse::{after_bounce, after_collision, after_kick, shares};
use crate::table::trajectory::{RelativeMotion, Trajectory, wrap_count};
use carom_math::{Scalar, Vector};

/// Events that a ball can have at one moment on top of the usual limit, on accelerated trajectories: in a narrow wedge
/// each takes only a little energy.
const EXTRA_UNDER_PRESSURE: u32 = 1 << 17;
/// The length of one moment on accelerated trajectories, in windows.
const ONE_MOMENT: f64 = 1.0 / (1_u64 << 46) as f64;
/// Zeno guard: after `ZENO_EVENTS` events at one moment, closing speeds up to `ZENO_SPEED` times the speed count as
/// zero.
const ZENO_EVENTS: u32 = 16;
const ZENO_SPEED: f64 = 16.0 * f64::EPSILON;

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    /// Executes a ball's event; `None` if it turns out to be a graze.
    pub(in crate::table) fn execute(&mut self, ball: u32) -> Option<Collision<D>> {
        let at = self.schedule.at(ball);
        let with = self.schedule.with(ball);
        self.now = at;
        if with >= WALL | MOVING {
            return self.execute_other(ball, with, at);
        }
        if self.balls.law.is_some() {
            return self.execute_accelerated(ball, with, at);
        }
        if with & WALL != 0 {
            let collision = self.bounce(ball, at, with ^ WALL);
            self.predict(ball, at);
            collision
        } else {
            self.prefetch_lists(&[ball, with]);
            let collision = self.collide(ball, with, at);
            self.predict(ball, at);
            self.predict(with, at);
            collision
        }
    }

    pub(super) fn bounce(&mut self, ball: u32, at: Moment, number: u32) -> Option<Collision<D>> {
        let i = ball as usize;
        self.advance_ball(ball, at);
        self.schedule.invalidate(ball);
        let Trajectory {
            position, velocity, ..
        } = self.balls.trajectories[i];
        let (arm, wall, restitution) = self.walls.contact(number, position);
        let closing = arm.dot(velocity);
        if closing >= 0.0 {
            return None;
        }
        let restitution = Scalar::min(self.balls.bodies[i].restitution, restitution);
        let before = D::from_f64(self.balls.bodies[i].remainder.map(f64::from));
        let [velocity, rest] = after_bounce(arm, [velocity, before], restitution);
        self.balls.trajectories[i].velocity = velocity;
        self.balls.bodies[i].remainder = rest.to_f64().map(|x| x as f32);
        let kick = self.walls.kick(number);
        if kick > 0.0 {
            self.kick(i, kick, arm, restitution * -closing / arm.length());
        }
        self.record_wall_overlap(i, number);
        Some(Collision {
            at,
            ball,
            with: Obstacle::Wall(wall),
            arm,
            closing: -closing,
            too_many: self.too_many(ball, restitution),
        })
    }

    /// Adds the kick of a wall to a ball that leaves it at the speed `out`.
    #[cold]
    pub(super) fn kick(&mut self, i: usize, kick: f64, arm: D, out: f64) {
        let body = &mut self.balls.bodies[i];
        let velocity = &mut self.balls.trajectories[i].velocity;
        let before = D::from_f64(body.remainder.map(f64::from));
        let [after, rest] = after_kick(arm, [*velocity, before], kick);
        *velocity = after;
        body.remainder = rest.to_f64().map(|x| x as f32);
        if body.mass < f64::INFINITY {
            // ½ m ((u + k)² − u²)
            self.given += body.mass * kick * (out + 0.5 * kick);
        }
        self.fastest = Scalar::max(after.abs().max_element(), self.fastest);
    }

    fn collide(&mut self, ball: u32, other: u32, at: Moment) -> Option<Collision<D>> {
        let (i, j) = (ball as usize, other as usize);
        for ball in [ball, other] {
            self.advance_ball(ball, at);
            self.schedule.invalidate(ball);
        }
        let (a, b) = (&self.balls.trajectories[i], &self.balls.trajectories[j]);
        let mut pair = RelativeMotion::of(b.position - a.position, a.velocity, b.velocity, 0.0);
        if let Some(period) = self.balls.period {
            pair = pair.nearest_image(period, 0.0);
        }
        let closing = pair.b;
        if closing >= 0.0 {
            return None;
        }
        let (a, b) = (&self.balls.bodies[i], &self.balls.bodies[j]);
        let restitution = Scalar::min(a.restitution, b.restitution);
        let velocities = [
            self.balls.trajectories[i].velocity,
            self.balls.trajectories[j].velocity,
        ];
        let [a, b] = after_collision(pair.way, velocities, shares(a.mass, b.mass), restitution);
        (
            self.balls.trajectories[i].velocity,
            self.balls.trajectories[j].velocity,
        ) = (a, b);
        (
            self.balls.bodies[i].remainder,
            self.balls.bodies[j].remainder,
        ) = ([0.0; 3], [0.0; 3]);
        self.fastest = Scalar::max(a.abs().max(b.abs()).max_element(), self.fastest);
        let radii = self.balls.radii[i] + self.balls.radii[j];
        // (r² − d²) / 2 r² is about (r − d) / r for d near r.
        let square = radii * radii;
        self.record_overlap(0.5 * (square - pair.way.length_squared()) / square);
        let first = self.too_many(ball, restitution);
        let dies = || self.has_collapsed([ball, other], pair.way, velocities, restitution);
        Some(Collision {
            at,
            ball,
            with: Obstacle::Ball(other),
            arm: -pair.way,
            closing: -closing,
            too_many: (first.or_else(|| self.too_many(other, restitution))).or_else(dies),
        })
    }

    /// Zeno guard: whether balls that lose energy and collided repeatedly at one moment now have a closing speed below
    /// the rounding of their velocities. There are infinitely many such collisions, and the last digits have no
    /// meaning.
    fn has_collapsed(
        &self,
        [ball, other]: [u32; 2],
        way: D,
        [a, b]: [D; 2],
        restitution: f64,
    ) -> Option<TooMany> {
        let again = |ball: u32| self.balls.bodies[ball as usize].simultaneous >= ZENO_EVENTS;
        if restitution == 1.0 || !again(ball) && !again(other) {
            return None;
        }
        let closing = -way.dot(b - a) / way.length();
        let speed = Scalar::max(a.length(), b.length());
        let ball = if again(ball) { ball } else { other };
        (closing <= ZENO_SPEED * speed).then_some(TooMany {
            ball,
            inelastic: true,
            squeezed: false,
        })
    }

    pub(super) fn too_many(&self, ball: u32, restitution: f64) -> Option<TooMany> {
        let inelastic = restitution < 1.0;
        let most = match self.balls.law {
            None => self.max_simultaneous,
            Some(_) => self.max_simultaneous.saturating_add(EXTRA_UNDER_PRESSURE),
        };
        let many = self.balls.bodies[ball as usize].simultaneous > most;
        many.then_some(TooMany {
            ball,
            inelastic,
            squeezed: false,
        })
    }

    pub(super) fn record_overlap(&mut self, overlap: f64) {
        if overlap > self.overlap {
            self.overlap = overlap;
        }
    }

    pub(super) fn record_wall_overlap(&mut self, i: usize, number: u32) {
        if let Some(feature) = self.walls.features.get(number as usize) {
            let radii = feature.radius + self.balls.radii[i];
            self.record_overlap(
                -feature.gap(self.balls.trajectories[i].position, self.balls.radii[i]) / radii,
            );
        }
    }

    /// Starts a new trajectory of a ball at its position at this moment.
    pub(super) fn advance_ball(&mut self, ball: u32, at: Moment) {
        let i = ball as usize;
        let trajectory = &mut self.balls.trajectories[i];
        let body = &mut self.balls.bodies[i];
        let is_now = match self.balls.law {
            None => trajectory.since == at,
            // A ball under pressure can advance by roundings.
            Some(_) => at.since(trajectory.since) <= ONE_MOMENT,
        };
        body.simultaneous = if is_now {
            body.simultaneous.saturating_add(1)
        } else {
            0
        };
        if self.balls.law.is_some() {
            let dynamics = &mut self.balls.dynamics[i];
            (trajectory.position, trajectory.velocity) = (
                dynamics.position(trajectory, at),
                dynamics.velocity(trajectory, at),
            );
            dynamics.check = Scalar::max(dynamics.check - at.since(trajectory.since), 0.0);
            self.fastest = Scalar::max(trajectory.velocity.abs().max_element(), self.fastest);
        } else {
            trajectory.position = trajectory.at(at);
        }
        trajectory.since = at;
        if let Some(period) = self.balls.period {
            let (count, shift) = wrap_count(trajectory.position, period);
            if shift != D::ZERO {
                trajectory.position -= shift;
                self.neighbors.wrap(ball, count, shift);
                for (all, count) in body.image.iter_mut().zip(count) {
                    *all += count;
                }
            }
        }
    }
}
