//! Execution of events on accelerated trajectories.

use super::{CLOSE, GRAZE, HOP, LOSSLESS_HOP, LOW, NONE, SLOW, STUCK_EVENTS, rising};
use crate::table::arc::Arc;
use crate::table::clock::Moment;
use crate::table::dynamics::{Law, NO_FEATURE};
use crate::table::impulse::{after_bounce, after_collision, shares};
use crate::table::simulation::balls::Balls;
use crate::table::simulation::schedule::WALL;
use crate::table::simulation::{Collision, Obstacle, Simulation};
use crate::table::trajectory::Trajectory;
use carom_math::{Scalar, Vector};

/// A ball that hits a wall.
struct Landing<D> {
    number: u32,
    normal: D,
    restitution: f64,
    closing: f64,
    /// The speed that the wall adds.
    kick: f64,
    /// The acceleration into the wall.
    press: f64,
    radius: f64,
    /// Its bounces have become so low that it stays in contact.
    is_settling: bool,
}

impl<D: Vector<Scalar = f64>> Landing<D> {
    /// The speed at which the ball rises by this fraction of its radius.
    fn low(&self, rise: f64) -> f64 {
        rising(self.press, rise * self.radius)
    }

    /// Whether the ball does not hit the wall. By rounding it can separate where it is about to press.
    fn separates(&self, law: &Law<D>) -> bool {
        if self.press > 0.0 {
            self.closing < -rising(law.strength(), NONE * self.radius)
        } else {
            self.closing <= 0.0
        }
    }

    /// Whether the bounce dies out.
    fn is_weak(&self) -> bool {
        let out = self.restitution * self.closing + self.kick;
        let dies = out < self.low(NONE) || self.restitution < 1.0 && out < self.low(LOW);
        self.press > 0.0 && (self.is_settling || dies)
    }
}

/// Two balls that collide.
struct PairImpact<D> {
    balls: [u32; 2],
    /// From the first to the second, and its direction.
    way: D,
    normal: D,
    closing: f64,
    restitution: f64,
    /// The lower radius.
    least: f64,
}

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    /// Executes a ball's event; `None` if it changes velocities by rounding only.
    #[inline(never)]
    pub(in crate::table::simulation) fn execute_accelerated(
        &mut self,
        ball: u32,
        with: u32,
        at: Moment,
    ) -> Option<Collision<D>> {
        let law = self.balls.law?;
        let is_pair = with & WALL == 0;
        self.advance_ball(ball, at);
        self.schedule.invalidate(ball);
        if is_pair {
            self.advance_ball(with, at);
            self.schedule.invalidate(with);
        }
        let collision = if is_pair {
            self.collide_accelerated([ball, with], at, &law)
        } else {
            self.bounce_accelerated(ball, at, with ^ WALL, &law)
        };
        self.stop_if_stuck(ball, &law);
        if is_pair {
            self.stop_if_stuck(with, &law);
            self.predict(with, at);
        }
        self.predict(ball, at);
        collision.or_else(|| {
            // Zeno guard: no endless events at one moment.
            let too_many = self.too_many(ball, 0.0)?;
            Some(Collision {
                at,
                ball,
                with: if is_pair {
                    Obstacle::Ball(with)
                } else {
                    Obstacle::Wall(self.walls.wall_of(with ^ WALL))
                },
                arm: D::splat(1.0),
                closing: 0.0,
                too_many: Some(too_many),
            })
        })
    }

    fn bounce_accelerated(
        &mut self,
        ball: u32,
        at: Moment,
        number: u32,
        law: &Law<D>,
    ) -> Option<Collision<D>> {
        let i = ball as usize;
        if self.balls.dynamics[i].touches(number) {
            self.leave_over_edge(ball, number, law);
            return None;
        }
        let Trajectory {
            position, velocity, ..
        } = self.balls.trajectories[i];
        let (arm, wall, restitution) = self.walls.contact(number, position);
        let restitution = Scalar::min(self.balls.bodies[i].restitution, restitution);
        let length = arm.length();
        let normal = arm / length;
        let landing = Landing {
            number,
            normal,
            restitution,
            closing: -normal.dot(velocity),
            kick: self.walls.kick(number),
            press: Scalar::max(
                -normal.dot(self.balls.dynamics[i].acceleration),
                -normal.dot(law.gravity),
            ),
            radius: self.balls.radii[i],
            is_settling: self.balls.dynamics[i].settling == number,
        };
        self.record_wall_overlap(i, number);
        if landing.separates(law) {
            self.set_dynamics(ball);
            return None;
        }
        if !landing.is_weak() {
            [self.balls.trajectories[i].velocity, _] =
                after_bounce(arm, [velocity, D::ZERO], restitution);
            if landing.kick > 0.0 {
                self.kick(i, landing.kick, arm, restitution * landing.closing);
                self.balls.bodies[i].remainder = [0.0; 3];
            }
            self.set_dynamics(ball);
        } else if !self.bounce_weakly(ball, &landing, law) || landing.closing < landing.low(NONE) {
            return None;
        }
        Some(Collision {
            at,
            ball,
            with: Obstacle::Wall(wall),
            arm,
            closing: landing.closing * length,
            too_many: self.too_many(ball, restitution),
        })
    }

    /// A ball slides over the edge of a feature, onto the next if there is one.
    fn leave_over_edge(&mut self, ball: u32, number: u32, law: &Law<D>) {
        self.settle(ball, law, [NO_FEATURE, number]);
        let dynamics = &mut self.balls.dynamics[ball as usize];
        if dynamics.held[0] != NO_FEATURE {
            dynamics.passed = number;
        }
    }

    /// A bounce under pressure that dies out or ends in contact; false if it is none, but a seam that the ball crosses.
    fn bounce_weakly(&mut self, ball: u32, landing: &Landing<D>, law: &Law<D>) -> bool {
        let i = ball as usize;
        let velocity = self.balls.trajectories[i].velocity;
        let Landing {
            number,
            normal,
            restitution,
            closing,
            is_settling,
            ..
        } = *landing;
        let out = restitution * closing;
        if let Some((normal, _)) = self.flat(number, i, self.heading(i, law)) {
            let closing = -normal.dot(velocity);
            if is_settling || out < landing.low(NONE) {
                self.balls.trajectories[i].velocity = velocity + normal * closing;
                self.settle(ball, law, [number, NO_FEATURE]);
            } else if self.is_alone_on(number, i) {
                // All bounces to come take 2 (u + e u + e² u + …) / g together.
                let out = out / (1.0 - restitution);
                self.balls.trajectories[i].velocity = velocity + normal * (closing + out);
                self.set_dynamics(ball);
                self.balls.dynamics[i].settling = number;
            } else {
                self.balls.trajectories[i].velocity = velocity + normal * (closing + out);
                self.set_dynamics(ball);
            }
        } else if closing <= Scalar::max(landing.low(NONE), GRAZE * velocity.length())
            && self.balls.dynamics[i].add_contact(number)
        {
            // The edge of the next feature on which it slides: it crosses seams freely.
            return false;
        } else {
            let hop = if restitution < 1.0 { HOP } else { LOSSLESS_HOP };
            let out = Scalar::max(out, landing.low(hop));
            self.balls.trajectories[i].velocity = velocity + normal * (closing + out);
            self.set_dynamics(ball);
            self.rest_if_supported(ball, law);
        }
        true
    }

    fn is_stuck(&self, ball: u32) -> bool {
        self.balls.bodies[ball as usize].simultaneous > STUCK_EVENTS
    }

    /// Whether no other feature is close enough to be hit in a ball's last bounces.
    fn is_alone_on(&self, number: u32, i: usize) -> bool {
        let close = CLOSE * self.balls.radii[i];
        let mut is_alone = true;
        self.each_wall(i, |simulation, other| {
            is_alone &= other == number || simulation.gap(other, i) > close;
        });
        is_alone
            && self.neighbors.lists.of(i).iter().all(|&other| {
                let j = other as usize;
                let radii = self.balls.radii[i] + self.balls.radii[j] + close;
                self.balls.displacement(i, j, self.now).length_squared() > radii * radii
            })
    }

    fn collide_accelerated(
        &mut self,
        balls: [u32; 2],
        at: Moment,
        law: &Law<D>,
    ) -> Option<Collision<D>> {
        let [i, j] = balls.map(|ball| ball as usize);
        let way = self.balls.displacement(i, j, at);
        let length = way.length();
        let normal = way / length;
        let relative = self.relative_motion([i, j], way);
        let closing = -normal.dot(relative.velocity);
        let radii = relative.radii;
        let square = radii * radii;
        self.record_overlap(0.5 * (square - way.length_squared()) / square);
        // By rounding they can separate where they are about to press.
        let touches = rising(law.strength(), NONE * radii);
        if closing < -touches || closing < 0.0 && relative.bend(0.0) >= 0.0 {
            for ball in balls {
                if !self.balls.dynamics[ball as usize].rests {
                    self.set_dynamics(ball);
                }
            }
            return None;
        }
        let [a, b] = [&self.balls.bodies[i], &self.balls.bodies[j]];
        let impact = PairImpact {
            balls,
            way,
            normal,
            closing,
            restitution: Scalar::min(a.restitution, b.restitution),
            least: Scalar::min(self.balls.radii[i], self.balls.radii[j]),
        };
        let still = [i, j].map(|i| self.balls.is_still(i, self.now));
        let is_slow = law.is_gravity()
            && impact.restitution < 1.0
            && closing <= rising(law.strength(), SLOW * impact.least);
        let stays = self.stays(&impact, still, is_slow);
        self.exchange_impulse(&impact, stays, law);
        self.wake_or_rest(&impact, [still, stays], is_slow, law);
        if closing <= 0.0 {
            return None;
        }
        let many = |ball: u32| self.too_many(ball, impact.restitution);
        Some(Collision {
            at,
            ball: balls[0],
            with: Obstacle::Ball(balls[1]),
            arm: -way,
            closing: closing * length,
            too_many: many(balls[0]).or_else(|| many(balls[1])),
        })
    }

    /// Sets the dynamics of two balls after a collision, and whether they rest; wakes those that rested on them.
    fn wake_or_rest(
        &mut self,
        impact: &PairImpact<D>,
        [still, stays]: [[bool; 2]; 2],
        is_slow: bool,
        law: &Law<D>,
    ) {
        for (index, ball) in impact.balls.into_iter().enumerate() {
            if !stays[index] {
                self.set_dynamics(ball);
                if still[index] {
                    self.wake(ball, self.now);
                }
            }
        }
        if is_slow {
            for (index, ball) in impact.balls.into_iter().enumerate() {
                if !still[index] {
                    self.rest_if_supported(ball, law);
                }
            }
        }
    }

    /// The motion of the second ball relative to the first.
    fn relative_motion(&self, [i, j]: [usize; 2], way: D) -> Arc<D> {
        let Balls {
            trajectories,
            dynamics,
            radii,
            ..
        } = &self.balls;
        Arc {
            way,
            velocity: trajectories[j].velocity - trajectories[i].velocity,
            acceleration: dynamics[j].acceleration - dynamics[i].acceleration,
            radii: radii[i] + radii[j],
        }
    }

    /// Which of two balls stay at rest in a collision, as a wall does.
    fn stays(&self, impact: &PairImpact<D>, still: [bool; 2], is_slow: bool) -> [bool; 2] {
        let [a, b] = impact.balls.map(|ball| &self.balls.dynamics[ball as usize]);
        let press = -impact.normal.dot(b.acceleration - a.acceleration);
        let stays = |still: bool, rests: bool| is_slow && still && (press > 0.0 || rests);
        [stays(still[0], a.rests), stays(still[1], b.rests)]
    }

    /// Sets the velocities of two balls after a collision. Slow balls that are pressed together separate in a hop.
    fn exchange_impulse(&mut self, impact: &PairImpact<D>, stays: [bool; 2], law: &Law<D>) {
        let PairImpact {
            balls,
            way,
            closing,
            restitution,
            ..
        } = *impact;
        let [i, j] = balls.map(|ball| ball as usize);
        let mass = |index: usize| {
            if stays[index] {
                f64::INFINITY
            } else {
                self.balls.bodies[balls[index] as usize].mass
            }
        };
        let shares = shares(mass(0), mass(1));
        let velocities = [i, j].map(|i| self.balls.trajectories[i].velocity);
        if closing > 0.0 {
            let after = after_collision(way, velocities, shares, restitution);
            self.balls.trajectories[i].velocity = after[0];
            self.balls.trajectories[j].velocity = after[1];
        }
        if !law.is_gravity() {
            self.set_dynamics(balls[0]);
            self.set_dynamics(balls[1]);
        }
        // Whether the slow pair is now pressed together; it is not where one flies past the other.
        let loses = restitution < 1.0;
        let press = -self.relative_motion([i, j], way).bend(0.0) / way.length();
        let many = loses && balls.into_iter().any(|ball| self.is_stuck(ball));
        let press = if many || loses && law.is_gravity() {
            Scalar::max(press, law.strength())
        } else {
            press
        };
        let hop = rising(press, impact.least * if loses { HOP } else { LOSSLESS_HOP });
        if press > 0.0 && restitution * closing < hop {
            let push = impact.normal * (closing + hop);
            self.balls.trajectories[i].velocity = velocities[0] - push * shares[0].part;
            self.balls.trajectories[j].velocity = velocities[1] + push * shares[1].part;
        }
        for i in [i, j] {
            let speed = self.balls.trajectories[i].velocity.abs().max_element();
            self.fastest = Scalar::max(speed, self.fastest);
        }
    }
}
