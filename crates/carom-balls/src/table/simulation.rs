//! Event loop of a table, in its units: prediction of the next event, and its execution.
//!
//! Each ball has one event in the queue: its earliest when it was last predicted. The event is predicted again when the
//! ball's velocity changes, when the partner of the event has had another event, and when the ball leaves its shell.
//! The next collision of a pair is stored with the ball that was predicted last. The balls that it can hit come from
//! `neighbors`. Trajectories are straight, or with friction or gravity have a constant acceleration (`accelerated`).

mod accelerated;
mod balls;
mod moving;
mod neighbors;
mod overlap;
mod predict;
mod resolve;
mod schedule;
mod search;
#[cfg(test)]
mod tests;
mod visits;
mod walls;

pub(super) use balls::{Balls, Body};
pub(super) use visits::Visit;
pub(super) use walls::{Domain, Walls};

use super::clock::Moment;
use super::dynamics::Law;
use super::trajectory::Trajectory;
use alloc::vec::Vec;
use carom_math::Vector;
use carom_math::lanes::{Level, level};
use neighbors::Neighbors;
use schedule::{LEAVE, MOVING, Planned, REGION, SHELL, Schedule, WALL};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Obstacle {
    Ball(u32),
    Wall(u32),
    /// A region.
    Enter(u32),
    Leave(u32),
}

/// A collision that changed velocities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collision<D> {
    pub(super) at: Moment,
    pub(super) ball: u32,
    pub(super) with: Obstacle,
    /// From the partner to the ball, of any length.
    pub(super) arm: D,
    /// Closing speed along the arm, times the arm's length.
    pub(super) closing: f64,
    /// A ball exceeded the limit on events at one moment.
    pub(super) too_many: Option<TooMany>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TooMany {
    pub(super) ball: u32,
    pub(super) inelastic: bool,
    /// Between a wall that moves and what does not give way.
    pub(super) squeezed: bool,
}

/// Balls, walls, and all that is known of their next events.
#[derive(Clone, Debug)]
pub(super) struct Simulation<D: Vector> {
    pub(super) balls: Balls<D>,
    pub(super) walls: Walls<D>,
    neighbors: Neighbors<D>,
    schedule: Schedule,
    pub(super) now: Moment,
    /// The moment up to which the event search has updated lists; later than `now` after a search without an event.
    pub(super) ahead: Moment,
    /// The last search spent its work budget.
    pub(super) gave_up: bool,
    /// While `peeks`, the search may change only lists; it sets `unsure` and stops where it would have to change more.
    peeks: bool,
    unsure: bool,
    /// The most events of a ball at one moment.
    pub(super) max_simultaneous: u32,
    /// The greatest overlap at an event, as a fraction of the radii.
    pub(super) overlap: f64,
    /// The greatest speed of a ball along an axis since windows were last shortened.
    pub(super) fastest: f64,
    /// Where each ball is; empty without regions.
    pub(super) visits: Vec<Visit>,
    /// The last moment at which a wall that moves pushed a ball.
    pushed: Moment,
    /// The work of searches for touches of walls that move, since the last event.
    pub(super) vain: u64,
    /// The energy that bumpers and walls that move have given: what energy grew by, and what restitution took.
    pub(super) given: f64,
    /// Scratch: the balls that are being woken.
    woken: Vec<u32>,
    level: Level,
}

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    pub(super) fn new(walls: Walls<D>, law: Option<Law<D>>, now: Moment) -> Self {
        Self {
            balls: Balls::new(law, walls.domain.period()),
            neighbors: Neighbors::new(&walls),
            walls,
            schedule: Schedule::new(),
            now,
            ahead: now,
            gave_up: false,
            peeks: false,
            unsure: false,
            max_simultaneous: 0,
            overlap: 0.0,
            fastest: 0.0,
            visits: Vec::new(),
            pushed: Moment::NEVER,
            vain: 0,
            given: 0.0,
            woken: Vec::new(),
            level: level(),
        }
    }

    /// Inserts a ball and returns its index; it takes part after [`activate`](Self::activate).
    pub(super) fn insert(&mut self, trajectory: Trajectory<D>, radius: f64, body: Body) -> u32 {
        let ball = self.balls.insert(trajectory, radius, body);
        self.neighbors.insert(ball, trajectory.position);
        self.schedule.insert(ball);
        if !self.walls.regions.is_empty() {
            let visit = Visit::new(trajectory.since);
            match self.visits.get_mut(ball as usize) {
                Some(old) => *old = visit,
                None => self.visits.push(visit),
            }
        }
        ball
    }

    /// Makes lists and predicts events for inserted balls.
    pub(super) fn activate(&mut self, balls: &[u32]) {
        self.neighbors.grow();
        self.schedule.grow(&self.balls.bodies);
        let count = self.balls.count;
        self.max_simultaneous = 256_u32.saturating_add((count as u32).saturating_mul(4));
        let all = balls.len() == count;
        let outgrown = self.neighbors.outgrows(count);
        if all || outgrown {
            self.neighbors.choose(&self.balls, &self.walls, self.now);
        }
        if let Some(grid) = &mut self.neighbors.grid {
            grid.grow(self.balls.bodies.len());
            self.schedule.grow_planned();
            let radii = &self.balls.radii;
            if !(balls.iter()).all(|ball| grid.suits(radii[*ball as usize])) {
                return self.use_lists(self.now);
            }
        }
        if outgrown {
            return self.rebuild(self.now);
        }
        for &ball in balls {
            self.neighbors.start_shell(ball);
            self.update_neighbors(ball, self.now);
        }
        for &ball in balls {
            if (self.neighbors).narrow_in_crowd(ball, &self.balls, self.now) {
                self.update_neighbors(ball, self.now);
            }
        }
        for &ball in balls {
            self.predict(ball, self.now);
        }
    }

    /// Rebuilds the lists, or grid, and events of all balls, none of which is in a cell.
    #[cold]
    fn rebuild(&mut self, now: Moment) {
        self.neighbors.clear();
        self.each_present(now, Self::update_neighbors);
        if self.neighbors.narrow_crowds(&self.balls, now) {
            self.each_present(now, Self::update_neighbors);
        }
        self.each_present(now, Self::predict);
    }

    /// Replaces the grid by lists.
    #[cold]
    fn use_lists(&mut self, now: Moment) {
        self.neighbors.grid = None;
        self.rebuild(now);
    }

    /// Makes a new shell and lists for a ball, or moves it in the grid.
    fn update_neighbors(&mut self, ball: u32, now: Moment) {
        (self.neighbors).update(ball, &self.balls, &self.walls, now);
    }

    /// Calls `act` for each ball.
    fn each_present(&mut self, now: Moment, act: impl Fn(&mut Self, u32, Moment)) {
        for ball in 0..self.balls.bodies.len() as u32 {
            if self.balls.bodies[ball as usize].present {
                act(self, ball, now);
            }
        }
    }

    /// Removes a ball.
    pub(super) fn remove(&mut self, ball: u32) {
        self.wake(ball, self.now);
        self.neighbors.remove(ball);
        let none = Planned {
            at: Moment::NEVER,
            with: SHELL,
            stamp: 0,
        };
        self.schedule.set(ball, &none, &self.balls.bodies);
        self.schedule.invalidate(ball);
        self.balls.remove(ball);
    }

    /// Sets a ball's velocity, now.
    pub(super) fn set_velocity(&mut self, ball: u32, velocity: D) {
        self.advance_ball(ball, self.now);
        let i = ball as usize;
        self.balls.trajectories[i].velocity = velocity;
        self.balls.bodies[i].remainder = [0.0; 3];
        self.balls.bodies[i].simultaneous = 0;
        self.schedule.invalidate(ball);
        self.set_dynamics(ball);
        self.wake(ball, self.now);
        self.predict(ball, self.now);
    }

    /// Shortens the windows for faster balls.
    pub(super) fn rescale_time(&mut self, halvings: u32) {
        let factor = 1.0 / (1_u64 << halvings) as f64;
        self.fastest *= factor;
        self.now = self.now.rescaled(halvings);
        self.ahead = self.now;
        self.given *= factor * factor;
        self.walls.rescale_time(halvings, factor);
        for visit in &mut self.visits {
            visit.crossed = visit.crossed.rescaled(halvings);
            visit.inserted = visit.inserted.rescaled(halvings);
        }
        self.pushed = Moment::NEVER;
        self.balls.rescale_time(halvings, factor);
        self.each_present(self.now, Self::predict);
    }

    /// The moment of a ball's event.
    pub(super) fn at(&self, ball: u32) -> Moment {
        self.schedule.at(ball)
    }

    /// The partner of a ball's event, which must not be its shell.
    pub(super) fn obstacle(&self, ball: u32) -> Obstacle {
        let with = self.schedule.with(ball);
        if with & WALL == 0 {
            Obstacle::Ball(with)
        } else if with & MOVING != 0 {
            let number = with & !(WALL | MOVING);
            Obstacle::Wall(self.walls.moving[number as usize].feature.wall)
        } else if with & REGION != 0 {
            let number = with & !(WALL | REGION | LEAVE);
            let region = self.walls.regions[number as usize].region;
            if with & LEAVE == 0 {
                Obstacle::Enter(region)
            } else {
                Obstacle::Leave(region)
            }
        } else {
            Obstacle::Wall(self.walls.wall_of(with ^ WALL))
        }
    }

    /// Before a change: rebuilds lists and events for `now`, if the search has updated them for later.
    pub(super) fn return_to_now(&mut self) {
        if self.ahead <= self.now {
            return;
        }
        self.ahead = self.now;
        self.each_present(self.now, Self::update_neighbors);
        self.each_present(self.now, Self::predict);
    }

    /// Resets the counters of events at one moment.
    pub(super) fn reset_counters(&mut self) {
        for body in &mut self.balls.bodies {
            body.simultaneous = 0;
        }
    }
}
