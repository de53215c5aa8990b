//! Hierarchical cell grid: finds the balls near a position, for balls of very unlike sizes.
//!
//! A ball is in one cell, at least as wide as its reach; cell sizes are powers of two apart. So small balls are in
//! small cells, whatever other sizes there are. Cells are addressed by a hash of their position, so that space is
//! unbounded; the hash changes only the order of results, which has no meaning. Cells that are neighbors along the
//! first axis are neighbors in memory.
//!
//! Each cell has the positions of its first balls in single precision: far balls are rejected in SIMD lanes, four at a
//! time, within one cache line, and only candidates are tested exactly.

use super::trajectory::nearest_image_shift;
use alloc::vec::Vec;
use carom_math::lanes::{self, Simd, SimdBase, SimdFrom, SimdMask, dispatch, f32x4};
use carom_math::{Scalar, Vector};

const NO_BALL: u32 = u32::MAX;
/// Balls in a cache line; more are in a chain.
const ROOM: usize = 4;
/// Margin of the test in single precision, as a fraction of a coordinate: several of its roundings.
const COARSE: f64 = 1.0 / (1_u64 << 20) as f64;
/// A fraction of a typical reach that keeps it away from both adjacent sizes.
const USUAL: f64 = 0.75;
/// Width of a cell, in the greatest reach of its size: the width at which cache lines are well filled.
const WIDTH: f64 = 1.25;
/// Margin of the search radius, for rounding.
const WIDER: f64 = 1.0 + 1.0 / 1024.0;
/// Bits of a cell number along an axis in an address; a search covers fewer cells than these tell apart.
const BITS: u32 = 18;
const MASK: u64 = (1 << BITS) - 1;
/// Most cells along an axis that a search visits one by one.
const WIDEST: i64 = 1024;

/// The size of a cell: log₂ of its size in units.
type Level = i32;

/// All cells of one size.
#[derive(Clone, Copy, Debug)]
struct Grid {
    level: Level,
    /// The number of balls in them.
    balls: usize,
    /// The greatest reach of a ball in them since the first was inserted.
    reach: f64,
    /// Cells in a period, along each axis.
    counts: [i64; 3],
    per_length: [f64; 3],
    /// Width of a cell along each axis.
    widths: [f64; 3],
}

/// Up to four balls of one address, or of addresses that hash to the same line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line {
    /// Positions, coordinate by coordinate; those of free slots are far away.
    positions: [[f32; ROOM]; 3],
    balls: [u32; ROOM],
}

impl Line {
    const EMPTY: Self = Self {
        positions: [[f32::MAX; ROOM]; 3],
        balls: [NO_BALL; ROOM],
    };

    fn lay(&mut self, room: usize, ball: u32, position: [f64; 3]) {
        self.balls[room] = ball;
        for (all, x) in self.positions.iter_mut().zip(position) {
            all[room] = x as f32;
        }
    }

    /// A bit mask of the balls within the distance of which this is the square; branch-free.
    #[inline(always)]
    fn near<S: Simd>(&self, simd: S, from: [f32; 3], square: f32x4<S>) -> u32 {
        let [x, y, z]: [f32x4<S>; 3] = core::array::from_fn(|axis| {
            f32x4::simd_from(simd, self.positions[axis]) - f32x4::splat(simd, from[axis])
        });
        let is_far = (x * x + y * y + z * z).simd_gt(square);
        // Overflow and NaN count as near.
        !is_far.to_bitmask() as u32 & ((1 << ROOM) - 1)
    }
}

/// A ball: everything that a test needs, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Link<D> {
    /// In periodic space, wrapped.
    position: D,
    reach: f64,
    /// Next ball in the chain.
    next: u32,
    address: u64,
    level: Level,
    present: bool,
}

/// Balls by position and reach.
#[derive(Clone, Debug)]
pub(super) struct CellHierarchy<D: Vector> {
    /// By address; the length is a power of two.
    lines: Vec<Line>,
    /// For each line, the start of the chain of balls for which it has no room.
    chains: Vec<u32>,
    links: Vec<Link<D>>,
    /// The sizes in use.
    grids: Vec<Grid>,
    /// The size of class 0.
    unit: f64,
    /// The lengths of periodic space.
    period: Option<D>,
    simd: lanes::Level,
}

impl<D: Vector<Scalar = f64>> CellHierarchy<D> {
    pub(super) fn new(period: Option<D>) -> Self {
        Self {
            lines: Vec::new(),
            chains: Vec::new(),
            links: Vec::new(),
            grids: Vec::new(),
            unit: 1.0,
            period,
            simd: lanes::level(),
        }
    }

    /// Sets the unit for balls of about this reach, if no ball is in a cell.
    pub(super) fn suit(&mut self, reach: f64) {
        if self.grids.is_empty() {
            self.unit = reach * USUAL;
        }
    }

    /// Resizes for `count` balls; new ones are in no cell.
    pub(super) fn grow(&mut self, count: usize) {
        let nowhere = Link {
            position: D::ZERO,
            reach: 0.0,
            next: NO_BALL,
            address: 0,
            level: 0,
            present: false,
        };
        self.links.resize(count, nowhere);
        let wanted = count.next_power_of_two();
        if wanted > self.lines.len() {
            self.lines.clear();
            self.lines.resize(wanted, Line::EMPTY);
            self.chains.clear();
            self.chains.resize(wanted, NO_BALL);
            for ball in 0..count as u32 {
                if self.links[ball as usize].present {
                    self.link(ball);
                }
            }
        }
    }

    /// Moves a ball to a position, with the distance `reach` around it.
    pub(super) fn put(&mut self, ball: u32, position: D, reach: f64) {
        self.take(ball);
        let level = level(reach / self.unit);
        let grid = match self.grids.binary_search_by(|grid| grid.level.cmp(&level)) {
            Ok(found) => found,
            Err(new) => {
                self.grids.insert(new, self.grid(level));
                new
            }
        };
        let grid = &mut self.grids[grid];
        grid.balls += 1;
        grid.reach = Scalar::max(grid.reach, reach);
        let address = grid.address(position);
        let link = &mut self.links[ball as usize];
        link.address = address;
        link.position = position;
        link.reach = reach;
        link.level = level;
        link.present = true;
        self.link(ball);
    }

    /// Removes a ball, if it is in a cell.
    pub(super) fn take(&mut self, ball: u32) {
        let link = self.links[ball as usize];
        if !link.present {
            return;
        }
        self.unlink(ball);
        self.links[ball as usize].present = false;
        if let Ok(found) = (self.grids).binary_search_by(|grid| grid.level.cmp(&link.level)) {
            self.grids[found].balls -= 1;
            if self.grids[found].balls == 0 {
                self.grids.remove(found);
            }
        }
    }

    /// Visits every ball with a reach that touches `reach` around a position, which in periodic space is wrapped.
    pub(super) fn near(&self, position: D, reach: f64, mut visit: impl FnMut(u32)) {
        for grid in &self.grids {
            let around = (reach + grid.reach) * WIDER;
            let (mut low, mut high) = ([0; 3], [0; 3]);
            let (mut searches, mut all) = (1, false);
            for axis in 0..D::DIM {
                low[axis] = floor((position[axis] - around) * grid.per_length[axis]);
                high[axis] = floor((position[axis] + around) * grid.per_length[axis]);
                let across = high[axis].saturating_sub(low[axis]).saturating_add(1);
                // A search covers fewer cells than addresses tell apart, and no cell twice.
                all |= across > WIDEST.min(grid.counts[axis]);
                searches *= across.min(WIDEST);
            }
            if all || searches > self.links.len() as i64 {
                // Fewer balls than cells, or all cells are near: test all balls.
                for (ball, link) in (0..).zip(&self.links) {
                    if link.present && link.level == grid.level {
                        let mut way = link.position - position;
                        if let Some(period) = self.period {
                            way -= nearest_image_shift(way, period);
                        }
                        if touches(way, reach + link.reach) {
                            visit(ball);
                        }
                    }
                }
                continue;
            }
            let cells = [low, high];
            let reaches = [reach, around];
            dispatch!(self.simd, simd => self.visit(simd, grid, cells, reaches, position, &mut visit));
        }
    }

    #[inline(always)]
    fn visit<S: Simd>(
        &self,
        simd: S,
        grid: &Grid,
        [low, high]: [[i64; 3]; 2],
        [reach, around]: [f64; 2],
        position: D,
        visit: &mut impl FnMut(u32),
    ) {
        let period = self.period.map(Vector::to_f64);
        let here = position.to_f64();
        // The distance of the position from the cells with this number along an axis.
        let gap = |number: i64, axis: usize| {
            let below = number as f64 * grid.widths[axis] - here[axis];
            Scalar::max(Scalar::max(below, -below - grid.widths[axis]), 0.0)
        };
        let coarse = (around + (position.abs().max_element() + around) * COARSE) as f32;
        let coarse = f32x4::splat(simd, coarse * coarse + f32::MIN_POSITIVE);
        for z in low[2]..=high[2] {
            let from_z = if D::DIM == 3 { gap(z, 2) } else { 0.0 };
            let (z, shift_z) = grid.wrap(z, 2, period);
            for y in low[1]..=high[1] {
                let from_y = gap(y, 1);
                let left = around * around - (from_y * from_y + from_z * from_z);
                if left < 0.0 {
                    continue;
                }
                let half = Scalar::sqrt(left);
                let (y, shift_y) = grid.wrap(y, 1, period);
                let row = row(grid.level, y, z);
                let start = start(row);
                let first = floor((here[0] - half) * grid.per_length[0]).max(low[0]);
                let last = floor((here[0] + half) * grid.per_length[0]).min(high[0]);
                for x in first..=last {
                    let (x, shift_x) = grid.wrap(x, 0, period);
                    let along = x as u64 & MASK;
                    let number = start.wrapping_add(along as usize) & (self.lines.len() - 1);
                    let from = [here[0] + shift_x, here[1] + shift_y, here[2] + shift_z];
                    self.visit_cell(
                        simd,
                        [row | along, number as u64],
                        from,
                        coarse,
                        reach,
                        visit,
                    );
                }
            }
        }
    }

    /// Visits the balls of a cell, given its address and line.
    #[inline(always)]
    fn visit_cell<S: Simd>(
        &self,
        simd: S,
        [address, number]: [u64; 2],
        from: [f64; 3],
        coarse: f32x4<S>,
        reach: f64,
        visit: &mut impl FnMut(u32),
    ) {
        let line = &self.lines[number as usize];
        let mut near = line.near(simd, from.map(|x| x as f32), coarse);
        let from = D::from_f64(from);
        let mut test = |ball: u32| {
            let link = &self.links[ball as usize];
            if touches(link.position - from, reach + link.reach) && link.address == address {
                visit(ball);
            }
        };
        while near != 0 {
            let ball = line.balls[near.trailing_zeros() as usize];
            near &= near - 1;
            if ball != NO_BALL {
                test(ball);
            }
        }
        if line.balls[ROOM - 1] != NO_BALL {
            let mut ball = self.chains[number as usize];
            while ball != NO_BALL {
                test(ball);
                ball = self.links[ball as usize].next;
            }
        }
    }

    fn grid(&self, level: Level) -> Grid {
        let size = self.unit * power(level) * WIDTH;
        let (mut counts, mut per_length) = ([i64::MAX; 3], [1.0 / size; 3]);
        if let Some(period) = self.period {
            for axis in 0..D::DIM {
                counts[axis] = floor(period[axis] / size).max(1);
                per_length[axis] = counts[axis] as f64 / period[axis];
            }
        }
        Grid {
            level,
            balls: 0,
            reach: 0.0,
            counts,
            per_length,
            widths: per_length.map(|count| 1.0 / count),
        }
    }

    fn line(&self, address: u64) -> usize {
        let along = (address & MASK) as usize;
        start(address & !MASK).wrapping_add(along) & (self.lines.len() - 1)
    }

    fn link(&mut self, ball: u32) {
        let Link {
            address, position, ..
        } = self.links[ball as usize];
        let number = self.line(address);
        let line = &mut self.lines[number];
        match line.balls.iter().position(|other| *other == NO_BALL) {
            Some(room) => line.lay(room, ball, position.to_f64()),
            None => {
                let next = core::mem::replace(&mut self.chains[number], ball);
                self.links[ball as usize].next = next;
            }
        }
    }

    fn unlink(&mut self, ball: u32) {
        let number = self.line(self.links[ball as usize].address);
        let line = &mut self.lines[number];
        let first = self.chains[number];
        if let Some(room) = line.balls.iter().position(|other| *other == ball) {
            // Its slot goes to a ball of the chain, or else to the line's last ball.
            if first != NO_BALL {
                let Link { position, next, .. } = self.links[first as usize];
                line.lay(room, first, position.to_f64());
                self.chains[number] = next;
                return;
            }
            let taken = line.balls.iter().take_while(|ball| **ball != NO_BALL);
            let last = taken.count() - 1;
            line.balls[room] = line.balls[last];
            line.balls[last] = NO_BALL;
            for all in &mut line.positions {
                all[room] = all[last];
                all[last] = f32::MAX;
            }
            return;
        }
        let after = self.links[ball as usize].next;
        if first == ball {
            self.chains[number] = after;
            return;
        }
        let mut other = first;
        while other != NO_BALL {
            let next = self.links[other as usize].next;
            if next == ball {
                self.links[other as usize].next = after;
                return;
            }
            other = next;
        }
    }
}

impl Grid {
    /// The number of a cell wrapped into the first period, and the shift that takes a position near it there: beyond an
    /// edge are the balls of the opposite side, one period away.
    #[inline(always)]
    fn wrap(&self, number: i64, axis: usize, period: Option<[f64; 3]>) -> (i64, f64) {
        match period {
            Some(period) if number < 0 => (number + self.counts[axis], period[axis]),
            Some(period) if number >= self.counts[axis] => {
                (number - self.counts[axis], -period[axis])
            }
            _ => (number, 0.0),
        }
    }

    /// The address of the cell of a position.
    fn address<D: Vector<Scalar = f64>>(&self, position: D) -> u64 {
        let mut cell = [0; 3];
        for (axis, cell) in cell.iter_mut().enumerate().take(D::DIM) {
            let number = floor(position[axis] * self.per_length[axis]);
            let last = self.counts[axis];
            *cell = if last == i64::MAX {
                number
            } else {
                number.clamp(0, last - 1)
            };
        }
        row(self.level, cell[1], cell[2]) | (cell[0] as u64 & MASK)
    }
}

#[inline(always)]
fn touches<D: Vector<Scalar = f64>>(way: D, reach: f64) -> bool {
    way.length_squared() <= reach * reach
}

/// The lowest size above a reach.
#[inline]
fn level(reach: f64) -> Level {
    let below = ((reach.to_bits() >> 52) & 2047) as Level - 1023;
    (below + 1).clamp(-1000, 1000)
}

fn power(level: Level) -> f64 {
    f64::from_bits(((1023 + level) as u64) << 52)
}

/// The bits of an address that tell a row of cells apart from the others of a search; the low bits are for the cell in
/// the row.
#[inline]
fn row(level: Level, y: i64, z: i64) -> u64 {
    let level = (level as u64) << (3 * BITS);
    level | (y as u64 & MASK) << BITS | (z as u64 & MASK) << (2 * BITS)
}

/// The hash of a row: its first line, before reduction to the number of lines.
#[inline]
fn start(row: u64) -> usize {
    // Fibonacci hashing: the high bits of a product depend on all bits.
    let row = row >> BITS;
    ((row ^ row >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

/// The floor as an integer, saturating.
#[inline]
fn floor(x: f64) -> i64 {
    let whole = x as i64;
    whole.saturating_sub(i64::from(whole as f64 > x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, DVec3};

    /// The search finds the same balls as a loop over all, each once, while balls of all sizes are inserted, removed
    /// and moved.
    fn finds_all<D: Vector<Scalar = f64>>(period: Option<D>, far: f64) {
        finds_all_among(400, period, far);
    }

    /// The same with room for more balls.
    fn finds_all_among<D: Vector<Scalar = f64>>(room: usize, period: Option<D>, far: f64) {
        const COUNT: u32 = 400;
        let mut random = fastrand::Rng::with_seed(5);
        let mut cells = CellHierarchy::new(period);
        cells.suit(0.03);
        cells.grow(room);
        let mut plain: Vec<Option<(D, f64)>> = alloc::vec![None; COUNT as usize];
        let mut relative = 0;
        for _ in 0..4_000 {
            let ball = random.u32(..COUNT);
            let mut number = || random.f64();
            let position = match period {
                Some(period) => core::array::from_fn(|axis| number() * period.to_f64()[axis]),
                None => [0; 3].map(|_| far + number() * 2.0 - 1.0),
            };
            let position = D::from_f64(position);
            let reach = 0.02 / (0.05 + number());
            if random.u8(..4) == 0 {
                cells.take(ball);
                plain[ball as usize] = None;
            } else {
                cells.put(ball, position, reach);
                plain[ball as usize] = Some((position, reach));
            }
            let mut found = Vec::new();
            cells.near(position, reach, |other| found.push(other));
            found.sort_unstable();
            let touching = |other: &u32| {
                plain[*other as usize].is_some_and(|(at, its)| {
                    let mut way = at - position;
                    if let Some(period) = period {
                        way -= nearest_image_shift(way, period);
                    }
                    touches(way, reach + its)
                })
            };
            let all: Vec<u32> = (0..COUNT).filter(touching).collect();
            assert_eq!(found, all);
            relative += all.iter().filter(|other| **other != ball).count();
        }
        assert!(relative > 2_000, "{relative}");
    }

    #[test]
    fn a_search_finds_all_near_balls() {
        for far in [0.0, -1e6, 3e4] {
            finds_all::<DVec2>(None, far);
            finds_all::<DVec3>(None, far);
        }
        finds_all(Some(DVec2::new(1.0, 1.3)), 0.0);
        finds_all(Some(DVec3::new(1.7, 1.0, 1.2)), 0.0);
    }

    /// With more lines than the bits of a cell number can address.
    #[test]
    fn a_search_finds_all_near_balls_among_very_many() {
        finds_all_among::<DVec2>(1 << (BITS + 1), None, 0.0);
    }

    /// More balls in one cell than its line has slots for, and numbers out of the range of single precision.
    #[test]
    fn a_search_finds_crowds_and_very_far_balls() {
        for (far, step) in [(0.0, 1e-3), (1e30, 1e27), (1e60, 1e57), (1e-40, 1e-43)] {
            let mut cells = CellHierarchy::<DVec3>::new(None);
            cells.suit(16.0 * step);
            cells.grow(64);
            let position = |ball: u32| DVec3::splat(far + f64::from(ball) * step);
            for ball in 0..64 {
                cells.put(ball, position(ball), 16.0 * step);
            }
            for ball in (0..64).step_by(3) {
                cells.take(ball);
            }
            let mut found = Vec::new();
            cells.near(position(32), 4.0 * step, |other| found.push(other));
            found.sort_unstable();
            // Along the diagonal 20 is the length of 11 steps of √3.
            let near = (21..=43).filter(|ball| ball % 3 != 0);
            assert_eq!(found, near.collect::<Vec<_>>(), "{far}");
        }
    }
}
