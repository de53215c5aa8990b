//! Uniform cell grid: each cell knows the balls that have their centers in it.
//!
//! A cell is at least as wide as the distance of any two touching balls, so that all balls which a ball can touch are
//! in its own cell and the cells beside it. Balls move from cell to cell, and no neighbor lists are kept. That is less
//! work where balls fly far between two events.

use super::clock::Moment;
use super::trajectory::Trajectory;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};

const NO_BALL: u32 = u32::MAX;
/// Balls in a cell without a chain.
const ROOM: usize = 6;
/// Least width of a cell, in largest diameters; the excess covers the rounding of cell numbers.
const WIDER: f64 = 1.0 + 1.0 / 1024.0;
/// Least number of cells along each axis in periodic space: only one image of each ball is then in the cells beside
/// another's.
const FEWEST: f64 = 5.0;
/// Most cells along each axis.
const MOST: f64 = 1_048_576.0;
/// The farthest cell number, in periods of unwrapped space, that is distinguishable from the next.
const FARTHEST: i64 = 1 << 31;

#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Cell {
    count: u32,
    /// Start of the chain of balls for which the cell has no room.
    more: u32,
    balls: [u32; ROOM],
}

impl Cell {
    const EMPTY: Self = Self {
        count: 0,
        more: NO_BALL,
        balls: [NO_BALL; ROOM],
    };
}

/// The side on which a ball leaves its cell, and the moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellExit {
    pub(super) at: Moment,
    pub(super) axis: usize,
    pub(super) up: bool,
}

/// Balls by cell.
#[derive(Clone, Debug)]
pub(super) struct UniformGrid<D> {
    cells: Vec<Cell>,
    /// Each ball's cell; in periodic space not wrapped.
    cell_of: Vec<[i64; 3]>,
    /// Next ball in the chain.
    next: Vec<u32>,
    origin: D,
    size: D,
    counts: [i64; 3],
    repeats: bool,
}

impl<D: Vector<Scalar = f64>> UniformGrid<D> {
    /// Cells about as wide as `wanted`, between two corners, or in periodic space from the first corner to the second.
    /// `None` if balls of that radius do not fit into enough cells, or more than `most` cells are needed.
    pub(super) fn new(
        [min, max]: [D; 2],
        repeats: bool,
        wanted: f64,
        radius: f64,
        most: usize,
    ) -> Option<Self> {
        let (mut size, mut counts) = ([1.0; 3], [1; 3]);
        let least = 2.0 * radius * WIDER;
        let mut all = 1.0;
        for axis in 0..D::DIM {
            let length = max[axis] - min[axis];
            let wanted = Scalar::min(length / Scalar::max(wanted, least), MOST);
            let count = libm::floor(Scalar::max(wanted, if repeats { FEWEST } else { 1.0 }));
            size[axis] = length / count;
            if size[axis] < least {
                return None;
            }
            counts[axis] = count as i64;
            all *= count;
        }
        (all <= most as f64).then(|| Self {
            cells: alloc::vec![Cell::EMPTY; all as usize],
            cell_of: Vec::new(),
            next: Vec::new(),
            origin: min,
            size: D::from_f64(size),
            counts,
            repeats,
        })
    }

    /// The fraction of space in one cell.
    pub(super) fn share(&self) -> f64 {
        1.0 / self.cells.len() as f64
    }

    /// The least width of cells.
    fn width(&self) -> f64 {
        (1..D::DIM).fold(self.size[0], |least, axis| {
            Scalar::min(least, self.size[axis])
        })
    }

    /// Whether balls of this radius fit.
    pub(super) fn suits(&self, radius: f64) -> bool {
        2.0 * radius * WIDER <= self.width()
    }

    /// Resizes for `count` balls; new ones are in no cell.
    pub(super) fn grow(&mut self, count: usize) {
        self.cell_of.resize(count, [i64::MAX; 3]);
        self.next.resize(count, NO_BALL);
    }

    /// Moves a ball to the cell of a position. Whether cell numbers there are distinguishable.
    pub(super) fn put(&mut self, ball: u32, position: D) -> bool {
        self.take(ball);
        let mut all = [0; 3];
        for (axis, number) in all.iter_mut().enumerate().take(D::DIM) {
            let x = libm::floor((position[axis] - self.origin[axis]) / self.size[axis]);
            *number = x as i64;
            if !self.repeats {
                *number = (*number).clamp(0, self.counts[axis] - 1);
            }
        }
        self.cell_of[ball as usize] = all;
        self.enter(ball);
        is_near(all)
    }

    /// Removes a ball, if it is in a cell.
    pub(super) fn take(&mut self, ball: u32) {
        if self.cell_of[ball as usize][0] != i64::MAX {
            self.leave(ball);
            self.cell_of[ball as usize][0] = i64::MAX;
        }
    }

    fn enter(&mut self, ball: u32) {
        let address = self.address(self.cell_of[ball as usize]);
        let cell = &mut self.cells[address];
        match cell.balls.get_mut(cell.count as usize) {
            Some(room) => {
                *room = ball;
                cell.count += 1;
            }
            None => self.next[ball as usize] = core::mem::replace(&mut cell.more, ball),
        }
    }

    fn leave(&mut self, ball: u32) {
        let address = self.address(self.cell_of[ball as usize]);
        let cell = &mut self.cells[address];
        let found = cell.balls.iter().position(|other| *other == ball);
        if let Some(position) = found {
            // Its slot goes to a ball of the chain, or else to the cell's last ball.
            let other = cell.more;
            if other != NO_BALL {
                cell.more = self.next[other as usize];
                cell.balls[position] = other;
            } else {
                cell.count -= 1;
                let last = cell.count as usize;
                cell.balls[position] = cell.balls[last];
                cell.balls[last] = NO_BALL;
            }
            return;
        }
        let after = self.next[ball as usize];
        if cell.more == ball {
            cell.more = after;
            return;
        }
        let mut other = cell.more;
        while other != NO_BALL {
            let next = self.next[other as usize];
            if next == ball {
                self.next[other as usize] = after;
                return;
            }
            other = next;
        }
    }

    /// The position of a ball has been wrapped by this number of periods.
    pub(super) fn shift(&mut self, ball: u32, periods: [f64; 3]) {
        let all = self.cell_of[ball as usize].iter_mut();
        for ((number, count), periods) in all.zip(self.counts).zip(periods) {
            *number -= periods as i64 * count;
        }
    }

    /// The moment at which a ball leaves its cell, not before `now`, and the side.
    #[inline]
    pub(super) fn leaves(&self, ball: u32, trajectory: &Trajectory<D>, now: Moment) -> CellExit {
        let own = &self.cell_of[ball as usize];
        let (mut first, mut way) = (f64::INFINITY, (0, false));
        for (axis, &own) in own.iter().enumerate().take(D::DIM) {
            let speed = trajectory.velocity[axis];
            let up = speed > 0.0;
            // Outer cells have no outer side.
            let last = if up { self.counts[axis] - 1 } else { 0 };
            if speed == 0.0 || !self.repeats && own == last {
                continue;
            }
            let number = (own + i64::from(up)) as f64;
            let side = self.origin[axis] + number * self.size[axis];
            let t = (side - trajectory.position[axis]) / speed;
            if t < first {
                (first, way) = (t, (axis, up));
            }
        }
        let at = if first <= now.since(trajectory.since) {
            now
        } else {
            trajectory.since.after(first).later(now)
        };
        CellExit {
            at,
            axis: way.0,
            up: way.1,
        }
    }

    /// Moves a ball to the next cell. Whether cell numbers there are distinguishable.
    pub(super) fn enter_next(&mut self, ball: u32, way: &CellExit) -> bool {
        self.leave(ball);
        let own = &mut self.cell_of[ball as usize];
        own[way.axis] += if way.up { 1 } else { -1 };
        let is_near = is_near(*own);
        self.enter(ball);
        is_near
    }

    /// All balls in a ball's cell and the cells beside it, itself included; or only in the cells beyond one side.
    #[inline]
    pub(super) fn near<'a>(
        &self,
        ball: u32,
        side: Option<&CellExit>,
        found: &'a mut Vec<u32>,
    ) -> &'a mut [u32] {
        let own = &self.cell_of[ball as usize];
        let mut across = [[0; 3]; 3];
        let mut steps = [(0, 1); 3];
        for (axis, &number) in own.iter().enumerate().take(D::DIM) {
            let count = self.counts[axis];
            let middle = if self.repeats {
                // The common case, without a division.
                if (0..count).contains(&number) {
                    number
                } else {
                    number.rem_euclid(count)
                }
            } else {
                number
            };
            let (mut low, mut high) = (0, 3);
            if !self.repeats {
                low = usize::from(middle == 0);
                high = if middle == count - 1 { 2 } else { 3 };
            }
            if let Some(way) = side
                && way.axis == axis
            {
                (low, high) = if way.up { (2, high) } else { (low, 1) };
            }
            let below = if middle == 0 { count - 1 } else { middle - 1 };
            let above = if middle == count - 1 { 0 } else { middle + 1 };
            across[axis] = [below, middle, above];
            steps[axis] = (low, high);
        }
        let mut count = 0;
        let [(x0, x1), (y0, y1), (z0, z1)] = steps;
        for z in &across[2][z0..z1.max(z0)] {
            for y in &across[1][y0..y1.max(y0)] {
                let row = (z * self.counts[1] + y) * self.counts[0];
                for x in &across[0][x0..x1.max(x0)] {
                    let cell = &self.cells[(row + x) as usize];
                    if found.len() < count + ROOM {
                        found.resize(count + 32 * ROOM, 0);
                    }
                    // Copies all slots, used or not: branch-free.
                    found[count..count + ROOM].copy_from_slice(&cell.balls);
                    count += cell.count as usize;
                    if cell.more != NO_BALL {
                        count = self.follow(cell.more, count, found);
                    }
                }
            }
        }
        &mut found[..count]
    }

    #[cold]
    fn follow(&self, mut ball: u32, mut count: usize, found: &mut Vec<u32>) -> usize {
        while ball != NO_BALL {
            if found.len() == count {
                found.resize(2 * count, 0);
            }
            found[count] = ball;
            count += 1;
            ball = self.next[ball as usize];
        }
        count
    }

    fn address(&self, numbers: [i64; 3]) -> usize {
        let mut inside = [0; 3];
        for axis in 0..D::DIM {
            inside[axis] = numbers[axis];
            if !(0..self.counts[axis]).contains(&inside[axis]) {
                inside[axis] = inside[axis].rem_euclid(self.counts[axis]);
            }
        }
        let [x, y, z] = inside;
        ((z * self.counts[1] + y) * self.counts[0] + x) as usize
    }
}

fn is_near(numbers: [i64; 3]) -> bool {
    numbers.iter().all(|number| number.abs() < FARTHEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::trajectory::nearest_image_shift;
    use glam::{DVec2, DVec3};

    /// While balls are inserted, removed and move from cell to cell, each ball that touches another is found beside it,
    /// once.
    fn finds_all<D: Vector<Scalar = f64>>(max: D, repeats: bool, count: u32) {
        const RADIUS: f64 = 0.04;
        let mut random = fastrand::Rng::with_seed(3);
        let mut grid = UniformGrid::new([D::ZERO, max], repeats, 0.15, RADIUS, 2000).unwrap();
        grid.grow(count as usize);
        let mut trajectories: Vec<Option<Trajectory<D>>> = alloc::vec![None; count as usize];
        let (mut now, mut touched, mut crossed) = (Moment::START, 0, 0);
        for _ in 0..4_000 {
            now = now.after(0.01 * random.f64());
            for (ball, trajectory) in (0..).zip(&trajectories) {
                let Some(trajectory) = trajectory else {
                    continue;
                };
                for _ in 0..100 {
                    let way = grid.leaves(ball, trajectory, now);
                    if way.at > now {
                        break;
                    }
                    assert!(grid.enter_next(ball, &way));
                    crossed += 1;
                }
            }
            let ball = random.u32(..count);
            grid.take(ball);
            trajectories[ball as usize] = None;
            if random.u8(..8) > 0 {
                let mut number = || random.f64();
                let position = max.to_f64().map(|length| length * number());
                let velocity = [0; 3].map(|_| number() - 0.5);
                // In a box they stay inside.
                let velocity = velocity.map(|v| if repeats { v } else { 1e-3 * v });
                let trajectory = Trajectory {
                    position: D::from_f64(position),
                    velocity: D::from_f64(velocity),
                    since: now,
                };
                grid.put(ball, trajectory.position);
                trajectories[ball as usize] = Some(trajectory);
            }
            let mut found = Vec::new();
            let query = random.u32(..count);
            let Some(me) = &trajectories[query as usize] else {
                continue;
            };
            let found = grid.near(query, None, &mut found);
            for (other, trajectory) in (0..).zip(&trajectories) {
                let Some(trajectory) = trajectory else {
                    continue;
                };
                let mut way = trajectory.at(now) - me.at(now);
                if repeats {
                    way -= nearest_image_shift(way, max);
                }
                let times = found.iter().filter(|ball| **ball == other).count();
                assert!(times < 2);
                if way.length() <= 2.0 * RADIUS {
                    assert_eq!(times, 1);
                    touched += usize::from(other != query);
                }
            }
        }
        assert!(touched > 1_000, "{touched}");
        assert!(!repeats || crossed > 5_000, "{crossed}");
    }

    #[test]
    fn all_touching_balls_are_found() {
        for repeats in [false, true] {
            finds_all(DVec2::new(1.0, 1.3), repeats, 150);
            finds_all(DVec3::new(1.0, 0.9, 0.8), repeats, 900);
        }
        // Cells with more balls than slots.
        finds_all(DVec2::new(1.0, 1.3), true, 1500);
    }

    #[test]
    fn too_small_or_too_many_cells_give_no_grid() {
        let corners = [DVec2::ZERO, DVec2::ONE];
        assert!(UniformGrid::new(corners, true, 0.1, 0.12, 1000).is_none());
        assert!(UniformGrid::new(corners, false, 0.1, 0.12, 1000).is_some());
        assert!(UniformGrid::new(corners, true, 0.01, 0.001, 1000).is_none());
    }
}
