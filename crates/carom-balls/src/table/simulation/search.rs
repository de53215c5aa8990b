//! Search for the next event, within a work budget.

use super::Simulation;
use super::schedule::{SHELL, WALL};
use crate::table::clock::Moment;
use carom_math::Vector;

/// Predictions without an event before the work budget is checked.
const FREE_PREDICTIONS: u64 = 1 << 12;
/// Work budget without an event: a constant and an amount for each ball. The unit is one pair bound on straight
/// trajectories. A neighbor search costs `WORK_TO_FIND`, `WORK_EACH_FOUND` for each ball found and 1 for each ball
/// searched, up to `FOUND_AMONG`. On accelerated trajectories a bound costs more, and a root of a quartic much more.
const WORK: u64 = 1 << 25;
const WORK_EACH: u64 = 1 << 12;
const WORK_TO_FIND: u64 = 32;
const WORK_EACH_FOUND: u64 = 8;
const FOUND_AMONG: u64 = 256;
const WORK_FALLING: u64 = 16;
const WORK_ROLLING: u64 = 128;
/// After this work for each ball without an event, shells become wider than the whole system by `FAR_WIDER`, if there
/// are at most `ALL_WIDENED` balls, or `ALL_WIDENED_ACCELERATED` on accelerated trajectories.
const WIDER_AFTER_EACH: u64 = 1 << 12;
const FAR_WIDER: f64 = (1_u64 << 20) as f64;
const ALL_WIDENED: usize = 1 << 11;
const ALL_WIDENED_ACCELERATED: usize = 1 << 8;

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    /// The ball with the next event, a collision with a ball or wall, if that is not after `until`. Also `None` if the
    /// work budget is spent; the next call continues the search.
    pub(in crate::table) fn first(&mut self, until: Moment) -> Option<u32> {
        let (mut predictions, mut work) = (0, 0);
        let mut wider_after = WIDER_AFTER_EACH * self.balls.count as u64;
        let enough = WORK + WORK_EACH * self.balls.count as u64;
        self.gave_up = false;
        loop {
            let ball = self.schedule.first(&self.balls.bodies)?;
            let at = self.schedule.at(ball);
            if at > until {
                return None;
            }
            let is_enough = work + self.vain > enough;
            if (predictions == FREE_PREDICTIONS || is_enough) && self.is_exhausted(is_enough, until)
            {
                self.ahead = at;
                return None;
            }
            if work >= wider_after {
                wider_after += wider_after;
                self.widen_shells(at);
                continue;
            }
            predictions += 1;
            let next = self.schedule.next[ball as usize];
            if next.with == SHELL {
                work += WORK_TO_FIND;
                if self.neighbors.grid.is_some() {
                    self.leave_cell(ball, at);
                    continue;
                }
                if self.peeks && self.needs_check(ball, at) {
                    self.unsure = true;
                    return None;
                }
                self.update_neighbors(ball, at);
                self.check(ball, at);
                work += self.work_to_find(ball);
            } else if self.schedule.holds(next) {
                return Some(ball);
            }
            work += self.work_to_predict(ball);
            self.prefetch_lists(&[ball]);
            self.predict(ball, at);
        }
    }

    /// The work that a new list has taken.
    fn work_to_find(&self, ball: u32) -> u64 {
        let found = self.neighbors.lists.of(ball as usize).len() as u64;
        found * WORK_EACH_FOUND + FOUND_AMONG.min(self.balls.count as u64)
    }

    /// The work of a prediction from a ball's list or cells.
    fn work_to_predict(&self, ball: u32) -> u64 {
        if self.neighbors.grid.is_some() {
            return WORK_TO_FIND;
        }
        let each = match self.balls.law {
            None => 1,
            Some(law) if law.is_gravity() => WORK_FALLING,
            Some(_) => WORK_ROLLING,
        };
        1 + self.neighbors.lists.of(ball as usize).len() as u64 * each
    }

    /// Whether no event will come, or the work budget is spent.
    #[cold]
    fn is_exhausted(&mut self, enough: bool, until: Moment) -> bool {
        if self.moves_as_one() {
            if !until.is_never() {
                self.now = until;
                self.each_present(until, Self::update_neighbors);
                self.each_present(until, Self::predict);
            }
            return true;
        }
        self.gave_up = enough;
        enough
    }

    /// After much work without an event, and with few enough balls, widens all shells so far that each list has all
    /// balls until they are much farther apart.
    #[cold]
    fn widen_shells(&mut self, at: Moment) {
        let few = match self.balls.law {
            None => ALL_WIDENED,
            Some(_) => ALL_WIDENED_ACCELERATED,
        };
        let has_lists = !self.neighbors.small && self.neighbors.grid.is_none();
        if !has_lists || self.balls.period.is_some() || self.balls.count > few {
            return;
        }
        let far = self.balls.bounds(at);
        (self.neighbors).widen((far.max - far.min).max_element() * FAR_WIDER);
        self.each_present(at, Self::update_neighbors);
        self.each_present(at, Self::predict);
    }

    /// Whether all balls have the same velocity on straight trajectories in open space: then none ever collides.
    fn moves_as_one(&self) -> bool {
        let balls = &self.balls;
        let mut velocities = balls.present().map(|i| balls.trajectories[i].velocity);
        let first = velocities.next();
        self.walls.is_empty()
            && balls.law.is_none()
            && velocities.all(|velocity| Some(velocity) == first)
    }

    /// The ball with the next event, however late.
    pub(in crate::table) fn peek(&mut self) -> Option<u32> {
        loop {
            let ball = self.first(Moment::NEVER)?;
            self.ahead = self.schedule.at(ball);
            if self.changes_velocity(ball) {
                return Some(ball);
            }
            // A graze changes no velocity, whenever it is executed.
            let now = self.now;
            self.execute(ball);
            self.now = now;
        }
    }

    /// Whether a ball's event is more than a graze.
    fn changes_velocity(&self, ball: u32) -> bool {
        let (at, with) = (self.schedule.at(ball), self.schedule.with(ball));
        let me = &self.balls.trajectories[ball as usize];
        if with & WALL == 0 {
            let way = self.balls.displacement(ball as usize, with as usize, at);
            way.dot(self.balls.trajectories[with as usize].velocity - me.velocity) < 0.0
        } else {
            let (arm, ..) = self.walls.contact(with ^ WALL, me.at(at));
            arm.dot(me.velocity) < 0.0
        }
    }
}
