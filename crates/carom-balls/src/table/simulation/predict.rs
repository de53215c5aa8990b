//! Prediction of a ball's next event on straight trajectories.

use super::Simulation;
use super::schedule::{Earliest, Planned, SHELL, WALL, rank};
use super::walls::Domain;
use crate::table::clock::Moment;
use crate::table::neighbor_lists;
use crate::table::time_bound::{self, BoundQuery, Candidates};
use crate::table::trajectory::{RelativeMotion, Trajectory};
use crate::table::uniform_grid::CellExit;
use carom_math::{Scalar, Vector};

/// The work of a step of a search for a touch of a wall that moves (`search`): some 0.1 µs.
const WORK_OF_STEP: u64 = 1 << 6;
/// Trajectories that no longer fit into the innermost cache.
const CACHED_BALLS: usize = 2048;

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    /// Predicts a ball's next event.
    pub(super) fn predict(&mut self, ball: u32, now: Moment) {
        if self.balls.law.is_some() {
            return self.predict_accelerated(ball, now);
        }
        let i = ball as usize;
        let me = self.balls.trajectories[i];
        let radius = self.balls.radii[i];
        let is_grid = self.neighbors.grid.is_some();
        let latest = if is_grid {
            Moment::NEVER
        } else {
            now.after(self.time_to_leave_shell(i, now))
        };
        let mut best = Earliest::new(me.since, latest, SHELL, 0);
        let bodies = &self.balls.bodies;
        let earlier = |with: u32, than: u32| rank(bodies, ball, with) < rank(bodies, ball, than);
        let sides = if is_grid {
            u8::MAX
        } else {
            self.neighbors.sides[i]
        };
        self.offer_sides(&me, radius, sides, &mut best, earlier);
        let none = is_grid || self.walls.features.is_empty();
        let walls = if none {
            &[]
        } else {
            self.neighbors.walls.of(i)
        };
        for &feature in walls {
            let t =
                self.walls.features[feature as usize].first_touch(me.position, me.velocity, radius);
            best.offer(me.since, me.since.after(t), WALL | feature, 0, earlier);
        }
        if self.walls.has_others() {
            self.vain += self.offer_others(ball, &mut best, earlier);
        }
        if is_grid {
            self.predict_in_grid(ball, None, now, best);
        } else {
            self.predict_all(ball, &me, self.neighbors.lists.padded(i), now, &mut best);
            self.schedule.set(ball, &best.event(), &self.balls.bodies);
        }
    }

    /// Offers a ball's next events with walls that move and regions. Returns the work.
    #[cold]
    pub(super) fn offer_others(
        &self,
        ball: u32,
        best: &mut Earliest,
        earlier: impl Fn(u32, u32) -> bool + Copy,
    ) -> u64 {
        let steps = self.offer_moving(ball, best, earlier);
        if !self.walls.regions.is_empty() {
            self.offer_regions(ball, best, earlier);
        }
        steps * WORK_OF_STEP
    }

    /// Offers the first touches of these sides of the box.
    #[inline(always)]
    fn offer_sides(
        &self,
        me: &Trajectory<D>,
        radius: f64,
        sides: u8,
        best: &mut Earliest,
        earlier: impl Fn(u32, u32) -> bool + Copy,
    ) {
        let Domain::Boxed { min, max, .. } = self.walls.domain else {
            return;
        };
        for axis in 0..D::DIM {
            let (position, speed) = (me.position[axis], me.velocity[axis]);
            let (gap, side) = if speed < 0.0 {
                (position - (min[axis] + radius), 2 * axis)
            } else if speed > 0.0 {
                ((max[axis] - radius) - position, 2 * axis + 1)
            } else {
                continue;
            };
            if sides >> side & 1 == 1 {
                let t = if gap > 0.0 {
                    gap / Scalar::abs(speed)
                } else {
                    0.0
                };
                let with = WALL | (self.walls.features.len() + side) as u32;
                best.offer(me.since, me.since.after(t), with, 0, earlier);
            }
        }
    }

    /// Moves a ball to the next cell: only the cells beyond are new.
    #[inline(never)]
    pub(super) fn leave_cell(&mut self, ball: u32, now: Moment) {
        let i = ball as usize;
        let me = &self.balls.trajectories[i];
        let Some(grid) = &mut self.neighbors.grid else {
            return;
        };
        let exit = grid.leaves(ball, me, now);
        let is_near = grid.enter_next(ball, &exit);
        let since = me.since;
        if self.neighbors.is_crowded() || !is_near {
            return self.use_lists(now);
        }
        let Planned { at, with, stamp } = self.schedule.planned[i];
        // If that event has become stale, its time is when all neighbors are predicted again.
        let best = Earliest::new(since, at, with, stamp);
        self.predict_in_grid(ball, Some(&exit), now, best);
    }

    /// Predicts the event of a ball in the grid, given its best so far, from all neighbors or those on one side.
    #[inline]
    fn predict_in_grid(
        &mut self,
        ball: u32,
        side: Option<&CellExit>,
        now: Moment,
        mut best: Earliest,
    ) {
        let me = self.balls.trajectories[ball as usize];
        let mut found = core::mem::take(&mut self.neighbors.found);
        let Some(grid) = &self.neighbors.grid else {
            return;
        };
        let near = grid.near(ball, side, &mut found);
        let count = near.len();
        self.prefetch(near);
        let padded = neighbor_lists::padded(&mut found, count);
        self.predict_all(ball, &me, (count, padded), now, &mut best);
        let exit = grid.leaves(ball, &me, now);
        self.neighbors.found = found;
        if side.is_none() {
            self.neighbors.count_search(count);
        }
        let mut event = best.event();
        self.schedule.planned[ball as usize] = event;
        if exit.at <= event.at {
            event = Planned {
                at: exit.at,
                with: SHELL,
                stamp: 0,
            };
        }
        self.schedule.set(ball, &event, &self.balls.bodies);
    }

    /// Prefetches the data that the next steps need of these balls, where there are lists.
    #[inline(always)]
    pub(super) fn prefetch_lists(&self, balls: &[u32]) {
        if self.balls.trajectories.len() <= CACHED_BALLS || self.neighbors.grid.is_some() {
            return;
        }
        let all = balls.iter().fold(0.0, |all, &ball| {
            let i = ball as usize;
            all + (self.neighbors.width(i) + self.balls.bodies[i].mass + self.schedule.beside(ball))
        });
        core::hint::black_box(all);
        for &ball in balls {
            self.prefetch(self.neighbors.lists.of(ball as usize));
        }
    }

    /// Prefetches the trajectories of these balls, if there are too many balls for the innermost cache.
    #[inline(always)]
    fn prefetch(&self, others: &[u32]) {
        if self.balls.trajectories.len() > CACHED_BALLS {
            let all = others.iter().fold(0.0, |all, &other| {
                all + self.balls.trajectories[other as usize].velocity[0]
            });
            core::hint::black_box(all);
        }
    }

    /// Offers the earliest collision of a ball with these candidates, if it is before the best so far.
    #[inline(always)]
    fn predict_all(
        &self,
        ball: u32,
        me: &Trajectory<D>,
        (mut count, others): (usize, &[u32]),
        now: Moment,
        best: &mut Earliest,
    ) {
        let radius = self.balls.radii[ball as usize];
        let query = BoundQuery {
            trajectory: *me,
            radius,
            now,
            period: self.balls.period,
        };
        for numbers in others.chunks(time_bound::MOST) {
            let mut bounds = [0.0; time_bound::MOST];
            let others = Candidates {
                numbers,
                count: count.min(time_bound::MOST),
                trajectories: &self.balls.trajectories,
                radii: &self.balls.radii,
                alike: self.balls.alike,
            };
            count -= others.count;
            let mut soon = query.least(self.level, &others, best.latest(), &mut bounds);
            if soon == 0 {
                continue;
            }
            // The candidate with the lowest bound first: its time is the limit for the others.
            let mut first = soon.trailing_zeros() as usize;
            let mut left = soon & (soon - 1);
            while left != 0 {
                let index = left.trailing_zeros() as usize;
                left &= left - 1;
                if bounds[index] < bounds[first] {
                    first = index;
                }
            }
            soon &= !(1 << first);
            self.predict_pair(ball, me, numbers[first], now, best);
            while soon != 0 {
                let index = soon.trailing_zeros() as usize;
                soon &= soon - 1;
                if bounds[index] <= best.latest() {
                    self.predict_pair(ball, me, numbers[index], now, best);
                }
            }
        }
    }

    /// Predicts the collision of a ball with another.
    #[inline(never)]
    fn predict_pair(
        &self,
        ball: u32,
        me: &Trajectory<D>,
        other: u32,
        now: Moment,
        best: &mut Earliest,
    ) {
        let j = other as usize;
        let them = &self.balls.trajectories[j];
        let radii = self.balls.radii[ball as usize] + self.balls.radii[j];
        let later = me.since.since(them.since);
        let (start, lag, way) = if later >= 0.0 {
            (
                me.since,
                0.0,
                them.position + them.velocity * later - me.position,
            )
        } else {
            let behind = me.position + me.velocity * -later;
            (them.since, -later, them.position - behind)
        };
        let mut relative = RelativeMotion::of(way, me.velocity, them.velocity, radii);
        if let Some(period) = self.balls.period {
            relative = relative.nearest_image(period, now.since(start));
        }
        if relative.least_time() + lag > best.latest() {
            return;
        }
        let t = relative.first_touch();
        if t < f64::INFINITY {
            let earlier = |with: u32, than: u32| {
                rank(&self.balls.bodies, ball, with) < rank(&self.balls.bodies, ball, than)
            };
            best.offer(
                me.since,
                start.after(t),
                other,
                self.schedule.stamps[j],
                earlier,
            );
        }
    }

    /// Time until a ball leaves its shell.
    fn time_to_leave_shell(&self, i: usize, now: Moment) -> f64 {
        let (center, width) = self.neighbors.shell(i);
        let v = self.balls.trajectories[i].velocity;
        let a = v.dot(v);
        if width == f64::INFINITY || a == 0.0 {
            return f64::INFINITY;
        }
        let way = self.balls.trajectories[i].at(now) - center;
        let (b, c) = (way.dot(v), way.dot(way) - width * width);
        if c >= 0.0 {
            return 0.0;
        }
        let root = Scalar::sqrt(b * b - a * c);
        if b > 0.0 {
            -c / (root + b)
        } else {
            (root - b) / a
        }
    }
}
