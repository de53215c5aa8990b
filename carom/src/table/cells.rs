//! Which balls can be near a place: cells of as many sizes as there are balls.
//!
//! A ball is in a cell at least twice as wide as its reach, of a size that is a power of two: small balls are in
//! small cells, whatever else there is. Cells are found by a hash of their place, so that space has no end;
//! what is found does not depend on it, only the order, which means nothing.

use super::flight::images;
use crate::vector::{Scalar, Vector};
use alloc::vec::Vec;

const NOBODY: u32 = u32::MAX;
/// How much farther is looked than balls reach, for rounding.
const WIDER: f64 = 1.0 + 1.0 / 1024.0;
/// What an address keeps of a cell's number along an axis, in bits; what is looked at together is less wide.
const BITS: u32 = 18;
/// Cells that a small look may have along an axis without being counted.
const WIDEST: f64 = 1024.0;

/// The size of a cell as a power of two.
type Level = i32;

/// A ball, all that a look at it needs side by side.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Link<D> {
    /// In space that repeats, in the first period.
    place: D,
    reach: f64,
    next: u32,
    previous: u32,
    address: u64,
    level: Level,
    present: bool,
}

/// Balls by place and reach.
#[derive(Clone, Debug)]
pub(super) struct Cells<D: Vector> {
    /// By address the first ball there; a power of two.
    heads: Vec<u32>,
    links: Vec<Link<D>>,
    /// The sizes that there are, and how many balls have each.
    levels: Vec<(Level, usize)>,
    /// The length of space along each axis, if it repeats.
    period: Option<D>,
}

impl<D: Vector<Scalar = f64>> Cells<D> {
    pub(super) fn new(period: Option<D>) -> Self {
        Self {
            heads: Vec::new(),
            links: Vec::new(),
            levels: Vec::new(),
            period,
        }
    }

    /// So many balls, of which new ones are nowhere.
    pub(super) fn grow(&mut self, count: usize) {
        let nowhere = Link {
            place: D::ZERO,
            reach: 0.0,
            next: NOBODY,
            previous: NOBODY,
            address: 0,
            level: 0,
            present: false,
        };
        self.links.resize(count, nowhere);
        let wanted = (count * 2).next_power_of_two();
        if wanted > self.heads.len() {
            self.heads.clear();
            self.heads.resize(wanted, NOBODY);
            for ball in 0..count as u32 {
                if self.links[ball as usize].present {
                    self.link(ball);
                }
            }
        }
    }

    /// Puts a ball to a place, from wherever it was; it reaches `reach` around it.
    pub(super) fn put(&mut self, ball: u32, place: D, reach: f64) {
        self.take(ball);
        let level = level(reach);
        let cell = self.cell(place, level);
        let link = &mut self.links[ball as usize];
        link.address = address(level, cell);
        link.place = place;
        link.reach = reach;
        link.level = level;
        link.present = true;
        self.link(ball);
        match self.levels.binary_search_by(|(other, _)| other.cmp(&level)) {
            Ok(found) => self.levels[found].1 += 1,
            Err(new) => self.levels.insert(new, (level, 1)),
        }
    }

    /// Takes a ball out, if it is anywhere.
    pub(super) fn take(&mut self, ball: u32) {
        let link = self.links[ball as usize];
        if !link.present {
            return;
        }
        if link.next != NOBODY {
            self.links[link.next as usize].previous = link.previous;
        }
        if link.previous == NOBODY {
            let head = self.head(link.address);
            self.heads[head] = link.next;
        } else {
            self.links[link.previous as usize].next = link.next;
        }
        self.links[ball as usize].present = false;
        if let Ok(found) = (self.levels).binary_search_by(|(other, _)| other.cmp(&link.level)) {
            self.levels[found].1 -= 1;
            if self.levels[found].1 == 0 {
                self.levels.remove(found);
            }
        }
    }

    /// Visits every ball whose reach touches that of a place.
    pub(super) fn near(&self, place: D, reach: f64, mut visit: impl FnMut(u32)) {
        for &(level, _) in &self.levels {
            // Nobody in these cells reaches farther than half of one.
            let around = (reach + 0.5 * power(level)) * WIDER;
            let (low, high, is_all) = self.range(place, around, level);
            let across = |axis: usize| high[axis] - low[axis] + 1.0;
            let looks = across(0) * across(1) * across(2);
            let narrow = (0..D::DIM).all(|axis| across(axis) <= WIDEST);
            if is_all || !narrow || looks > self.links.len() as f64 {
                // There are fewer balls than cells, or all cells are near.
                for (ball, link) in (0..).zip(&self.links) {
                    if link.present && link.level == level {
                        let mut way = link.place - place;
                        if let Some(period) = self.period {
                            way -= images(way, period);
                        }
                        if touches(way, reach + link.reach) {
                            visit(ball);
                        }
                    }
                }
                continue;
            }
            self.visit(level, low, high, [place, D::splat(reach)], &mut visit);
        }
    }

    fn visit(
        &self,
        level: Level,
        low: [f64; 3],
        high: [f64; 3],
        [place, reach]: [D; 2],
        visit: &mut impl FnMut(u32),
    ) {
        let counts = self.period.map(|period| counts(period, level));
        let reach = reach[0];
        let mut cell = low;
        loop {
            let (mut number, mut from) = (cell, place);
            if let (Some(counts), Some(period)) = (counts, self.period) {
                // Beyond an edge are the balls of the other side, one period away.
                let mut shift = [0.0; 3];
                for axis in 0..D::DIM {
                    if number[axis] < 0.0 {
                        number[axis] += counts[axis];
                        shift[axis] = period[axis];
                    } else if number[axis] >= counts[axis] {
                        number[axis] -= counts[axis];
                        shift[axis] = -period[axis];
                    }
                }
                from += D::from_f64(shift);
            }
            let address = address(level, number);
            let mut ball = self.heads[self.head(address)];
            while ball != NOBODY {
                let link = &self.links[ball as usize];
                if touches(link.place - from, reach + link.reach) && link.address == address {
                    visit(ball);
                }
                ball = link.next;
            }
            let Some(axis) = (0..D::DIM).find(|axis| cell[*axis] < high[*axis]) else {
                return;
            };
            cell[axis] += 1.0;
            cell[..axis].copy_from_slice(&low[..axis]);
        }
    }

    /// The cells around a place, the first and the last along each axis; and whether they are all that there are
    /// along one. In space that repeats the first may be negative and the last too large, but no cell comes twice.
    fn range(&self, place: D, around: f64, level: Level) -> ([f64; 3], [f64; 3], bool) {
        let place = place.to_f64();
        let mut low = [0.0; 3];
        let mut high = [0.0; 3];
        let mut is_all = false;
        for axis in 0..D::DIM {
            match self.period {
                None => {
                    let per_length = power(-level);
                    low[axis] = libm::floor((place[axis] - around) * per_length);
                    high[axis] = libm::floor((place[axis] + around) * per_length);
                }
                Some(period) => {
                    let count = counts(period, level)[axis];
                    let per_length = count / period[axis];
                    low[axis] = libm::floor((place[axis] - around) * per_length);
                    high[axis] = libm::floor((place[axis] + around) * per_length);
                    is_all |= high[axis] - low[axis] >= count;
                }
            }
        }
        (low, high, is_all)
    }

    /// The cell in which a place is; in space that repeats the place is in 0..period.
    fn cell(&self, place: D, level: Level) -> [f64; 3] {
        let mut cell = place.to_f64();
        for axis in 0..D::DIM {
            cell[axis] = match self.period {
                None => libm::floor(cell[axis] * power(-level)),
                Some(period) => {
                    let count = counts(period, level)[axis];
                    let number = libm::floor(cell[axis] * (count / period[axis]));
                    Scalar::clamp(number, 0.0, count - 1.0)
                }
            };
        }
        cell
    }

    fn head(&self, address: u64) -> usize {
        // Fibonacci hashing: the high bits of a product depend on all bits.
        let mixed = (address ^ address >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.heads.len() - 1)
    }

    fn link(&mut self, ball: u32) {
        let head = self.head(self.links[ball as usize].address);
        let next = core::mem::replace(&mut self.heads[head], ball);
        if next != NOBODY {
            self.links[next as usize].previous = ball;
        }
        let link = &mut self.links[ball as usize];
        link.next = next;
        link.previous = NOBODY;
    }
}

/// How many cells of at least this size go into a period, along each axis.
fn counts<D: Vector<Scalar = f64>>(period: D, level: Level) -> [f64; 3] {
    let mut counts = [1.0; 3];
    for (axis, count) in counts.iter_mut().enumerate().take(D::DIM) {
        *count = Scalar::max(libm::floor(period[axis] * power(-level)), 1.0);
    }
    counts
}

#[inline(always)]
fn touches<D: Vector<Scalar = f64>>(way: D, reach: f64) -> bool {
    way.length_squared() <= reach * reach
}

/// The least size that is twice a reach.
fn level(reach: f64) -> Level {
    let below = ((reach.to_bits() >> 52) & 2047) as Level - 1023;
    // Twice the next power of two.
    (below + 2).clamp(-1000, 1000)
}

fn power(level: Level) -> f64 {
    f64::from_bits(((1023 + level) as u64) << 52)
}

/// The bits of a cell that tell it from others which are looked at together.
fn address(level: Level, cell: [f64; 3]) -> u64 {
    let mask = (1 << BITS) - 1;
    let bits = |axis: usize| (cell[axis] as i64 as u64) & mask;
    let level = (level as u64) << (3 * BITS);
    level | bits(0) | bits(1) << BITS | bits(2) << (2 * BITS)
}
