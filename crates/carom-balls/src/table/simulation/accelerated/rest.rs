//! Contacts of balls, and balls at rest.

use super::{CLOSE, NONE, SLOW, STUCK_EVENTS, rising};
use crate::table::clock::Moment;
use crate::table::dynamics::{Dynamics, Law, MAX_CONTACTS, NO_FEATURE};
use crate::table::resting::equilibrium;
use crate::table::simulation::Simulation;
use crate::table::simulation::schedule::WALL;
use crate::table::simulation::walls::Domain;
use crate::table::trajectory::Trajectory;
use carom_math::{Scalar, Vector};

/// Time until the support of a resting ball is checked again, as a fraction of √(R / g).
const CHECK: f64 = 1.0 / (1_u64 << 5) as f64;
/// Distance within which a ball is in contact, in radii; and in parts of its coordinates.
const TOUCHING: f64 = 1.0 / (1_u64 << 36) as f64;
const ROUNDING: f64 = 1.0 / (1_u64 << 48) as f64;
/// Fraction of a speed or of gravity below which its normal part is rounding: it is along the surface.
const ALONG: f64 = 1.0 / (1_u64 << 40) as f64;
/// Most contacts of a ball.
const MOST: usize = 16;

/// Contacts of a ball: numbers, and unit normals towards the ball.
struct Contacts<D> {
    numbers: [u32; MOST],
    normals: [D; MOST],
    count: usize,
}

impl<D: Vector<Scalar = f64>> Contacts<D> {
    fn new() -> Self {
        Self {
            numbers: [NO_FEATURE; MOST],
            normals: [D::ZERO; MOST],
            count: 0,
        }
    }

    /// Inserts a contact by its number, so that the order of insertion does not matter.
    fn put(&mut self, number: u32, normal: D) {
        let before = self.numbers[..self.count].iter().filter(|n| **n <= number);
        let index = before.count();
        if index == MOST {
            return;
        }
        let last = self.count.min(MOST - 1);
        self.numbers.copy_within(index..last, index + 1);
        self.normals.copy_within(index..last, index + 1);
        (self.numbers[index], self.normals[index]) = (number, normal);
        self.count = last + 1;
    }

    fn normals(&self) -> &[D] {
        &self.normals[..self.count]
    }
}

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    /// Sets a ball's dynamics after a change of its velocity.
    pub(in crate::table::simulation) fn set_dynamics(&mut self, ball: u32) {
        if let Some(law) = self.balls.law {
            self.settle(ball, &law, [NO_FEATURE; 2]);
        }
    }

    /// Finds the contacts of a ball, and its dynamics along them. The feature `with` is always included, `without`
    /// never.
    pub(super) fn settle(&mut self, ball: u32, law: &Law<D>, features: [u32; 2]) {
        let i = ball as usize;
        self.balls.dynamics[i] = self.balls.free_dynamics(i);
        if !law.is_gravity() || self.balls.bodies[i].mass == f64::INFINITY {
            return;
        }
        let mut found = Contacts::new();
        self.find_contacts(i, law, features, &mut found);
        let Some(equilibrium) = equilibrium(law.gravity, found.normals()) else {
            return;
        };
        // Along the surfaces that bear the ball, and those along which it is about to slide.
        let along = |x: D, n: D| Scalar::abs(n.dot(x)) <= ALONG * x.length();
        let mut velocity = self.balls.trajectories[i].velocity;
        let bearing = equilibrium.bearing();
        if bearing.len() == D::DIM {
            velocity = D::ZERO;
        }
        // Planes that are not orthogonal undo each other's projection; two passes suffice for a rounding.
        for _ in 0..2 {
            for index in bearing {
                let normal = found.normals[*index];
                velocity -= normal * normal.dot(velocity);
            }
        }
        let dynamics = &mut self.balls.dynamics[i];
        dynamics.acceleration = equilibrium.acceleration;
        let mut count = 0;
        for index in 0..found.count {
            let normal = found.normals[index];
            let bears = bearing.contains(&index);
            let slides = along(equilibrium.acceleration, normal) && along(velocity, normal);
            if (bears || slides) && count < MAX_CONTACTS {
                dynamics.held[count] = found.numbers[index];
                count += 1;
            }
        }
        self.balls.trajectories[i].velocity = velocity;
    }

    /// Finds the flat features that a ball touches without a closing speed, and `with`, but not `without`.
    #[inline]
    fn find_contacts(
        &self,
        i: usize,
        law: &Law<D>,
        [with, without]: [u32; 2],
        found: &mut Contacts<D>,
    ) {
        let Trajectory {
            position, velocity, ..
        } = self.balls.trajectories[i];
        let radius = self.balls.radii[i];
        let heading = self.heading(i, law);
        let slack = Scalar::max(
            TOUCHING * radius,
            ROUNDING * (position.abs().max_element() + radius),
        );
        let slow = rising(law.strength(), NONE * radius);
        self.each_wall(i, |simulation, number| {
            if number == without {
                return;
            }
            if let Some((normal, gap)) = simulation.flat(number, i, heading) {
                let touches =
                    Scalar::abs(gap) <= slack && Scalar::abs(normal.dot(velocity)) <= slow;
                if touches || number == with {
                    found.put(number, normal);
                }
            }
        });
    }

    /// The direction in which a ball in contact would slide.
    pub(super) fn heading(&self, i: usize, law: &Law<D>) -> D {
        let velocity = self.balls.trajectories[i].velocity;
        if velocity == D::ZERO {
            law.gravity
        } else {
            velocity
        }
    }

    /// Calls `act` for each feature and side near a ball.
    pub(in crate::table::simulation) fn each_wall(
        &self,
        i: usize,
        mut act: impl FnMut(&Self, u32),
    ) {
        for &feature in self.neighbors.walls.of(i) {
            act(self, feature);
        }
        if let Domain::Boxed { .. } = self.walls.domain {
            let sides = self.neighbors.sides[i];
            for side in (0..2 * D::DIM).filter(|side| sides >> side & 1 == 1) {
                act(self, (self.walls.features.len() + side) as u32);
            }
        }
    }

    /// The unit normal of the flat part of a feature or side, and the ball's gap to it.
    pub(super) fn flat(&self, number: u32, i: usize, heading: D) -> Option<(D, f64)> {
        let position = self.balls.trajectories[i].position;
        (self.walls).flat(number, position, self.balls.radii[i], heading)
    }

    /// The gap between a ball and a feature or side.
    pub(super) fn gap(&self, number: u32, i: usize) -> f64 {
        let position = self.balls.trajectories[i].position;
        self.walls.gap(number, position, self.balls.radii[i])
    }

    /// Whether nothing moves, and nothing will without a change by the user.
    pub(in crate::table) fn is_at_rest(&self) -> bool {
        (self.balls.present()).all(|i| self.balls.is_still(i, self.now))
    }

    /// The moment at which the last ball rests, if all roll and come to rest.
    pub(in crate::table) fn last_stop(&self) -> Option<Moment> {
        let law = self.balls.law?;
        let mut last = self.now;
        for i in self.balls.present() {
            let still = self.balls.trajectories[i].velocity == D::ZERO;
            if law.is_gravity() || self.balls.dynamics[i].stops == f64::INFINITY && !still {
                return None;
            }
            if !still {
                let stop = self.balls.dynamics[i].stop(&self.balls.trajectories[i]);
                last = last.later(stop);
            }
        }
        (!last.is_never()).then_some(last)
    }

    /// Puts a slow ball to rest if its contacts support it.
    pub(super) fn rest_if_supported(&mut self, ball: u32, law: &Law<D>) {
        let i = ball as usize;
        let is_heavy = self.balls.bodies[i].mass == f64::INFINITY;
        if is_heavy || !law.is_gravity() || !self.is_slow(i, law) {
            return;
        }
        let check = if self.is_supported(i, law, |simulation, j| {
            simulation.balls.is_still(j, simulation.now)
        }) {
            f64::INFINITY
        } else if self.is_supported(i, law, |simulation, j| simulation.is_slow(j, law)) {
            // Slow supporters may still move away: until the check they stay within `CLOSE`, or hardly beyond.
            Scalar::sqrt(self.balls.radii[i] / law.strength()) * CHECK
        } else {
            return;
        };
        self.rest(i, check);
    }

    /// Stops a ball that has no room to move between others and walls, until the next check.
    pub(super) fn stop_if_stuck(&mut self, ball: u32, law: &Law<D>) {
        let i = ball as usize;
        let is_pushed = self.is_pushed();
        let body = &mut self.balls.bodies[i];
        let loses = body.restitution < 1.0 && body.mass < f64::INFINITY;
        if !law.is_gravity()
            || !loses
            || body.simultaneous <= STUCK_EVENTS
            || self.balls.dynamics[i].rests
            || is_pushed
        {
            return;
        }
        body.simultaneous = 0;
        self.rest(
            i,
            Scalar::sqrt(self.balls.radii[i] / law.strength()) * CHECK,
        );
    }

    fn rest(&mut self, i: usize, check: f64) {
        self.balls.trajectories[i].velocity = D::ZERO;
        self.balls.dynamics[i] = Dynamics {
            rests: true,
            check,
            ..Dynamics::STRAIGHT
        };
    }

    /// Checks whether the supporters of a resting ball rest too, or are still there.
    #[inline(never)]
    pub(in crate::table::simulation) fn check(&mut self, ball: u32, at: Moment) {
        let i = ball as usize;
        let Some(law) = self.balls.law else { return };
        if !self.needs_check(ball, at) {
            return;
        }
        self.now = at;
        self.advance_ball(ball, at);
        self.schedule.invalidate(ball);
        self.set_dynamics(ball);
        self.rest_if_supported(ball, &law);
        if !self.balls.dynamics[i].rests {
            self.wake(ball, at);
        }
    }

    pub(in crate::table::simulation) fn needs_check(&self, ball: u32, at: Moment) -> bool {
        let i = ball as usize;
        self.balls.law.is_some()
            && self.balls.dynamics[i].check < f64::INFINITY
            && at >= self.check_moment(i)
    }

    pub(super) fn check_moment(&self, i: usize) -> Moment {
        self.balls.trajectories[i]
            .since
            .after(self.balls.dynamics[i].check)
    }

    /// Whether a ball would rise at most `SLOW` with its speed.
    fn is_slow(&self, i: usize, law: &Law<D>) -> bool {
        let speed = self.balls.velocity(i, self.now).length();
        speed <= rising(law.strength(), SLOW * self.balls.radii[i])
    }

    /// Whether a ball rests on all near features and those near balls for which `holds` is true.
    fn is_supported(&self, i: usize, law: &Law<D>, holds: impl Fn(&Self, usize) -> bool) -> bool {
        let (position, radius) = (self.balls.trajectories[i].position, self.balls.radii[i]);
        let close = CLOSE * radius;
        let mut found = Contacts::new();
        self.each_wall(i, |simulation, number| {
            let arm = simulation.walls.contact(number, position).0;
            if simulation.gap(number, i) <= close {
                found.put(WALL | number, arm / arm.length());
            }
        });
        for &other in self.neighbors.lists.of(i) {
            let j = other as usize;
            let way = self.balls.displacement(i, j, self.now);
            let length = way.length();
            if length - (radius + self.balls.radii[j]) <= close && holds(self, j) {
                found.put(self.balls.bodies[j].id, -way / length);
            }
        }
        equilibrium(law.gravity, found.normals())
            .is_some_and(|equilibrium| equilibrium.acceleration == D::ZERO)
    }

    /// Wakes all balls that rest on a ball, those that rest on them, and so on.
    pub(in crate::table::simulation) fn wake(&mut self, ball: u32, at: Moment) {
        let Some(law) = self.balls.law else { return };
        if !law.is_gravity() {
            return;
        }
        self.woken.push(ball);
        let mut first = 0;
        while first < self.woken.len() {
            let below = self.woken[first] as usize;
            first += 1;
            for index in 0..self.neighbors.lists.of(below).len() {
                let other = self.neighbors.lists.of(below)[index];
                let j = other as usize;
                let way = self.balls.displacement(below, j, at);
                let reach =
                    self.balls.radii[below] + self.balls.radii[j] + CLOSE * self.balls.radii[j];
                let lies = way.dot(law.gravity) < 0.0 && way.length_squared() <= reach * reach;
                if lies && self.balls.dynamics[j].rests {
                    self.advance_ball(other, at);
                    self.schedule.invalidate(other);
                    self.set_dynamics(other);
                    self.woken.push(other);
                }
            }
        }
        for index in 1..self.woken.len() {
            self.predict(self.woken[index], at);
        }
        self.woken.clear();
    }
}
