//! Things sorted into cells of a grid, as large as there are few in them, for the price of a sort.

use crate::aabb::Aabb;
use alloc::vec::Vec;
use carom_math::Vector;
use carom_math::curve::by_threes;
use core::ops::Range;

/// A coordinate has at most so many bits: what is finer does not matter.
const MOST_BITS: u32 = 16;

/// So many places are looked at at a time.
const BLOCK: usize = 256;
/// So many keys are sorted digit by digit.
const MANY: usize = 1 << 12;

/// Things in the order of Morton's [curve](carom_math::curve), of which every cell is a piece.
pub struct MortonCells {
    /// The code of the place of each and, below it, its number: no two are equal, so that any sort gives the same.
    keys: Vec<u64>,
    number_bits: u32,
    code_bits: u32,
}

impl MortonCells {
    /// Of things by the places where they are, most of them within `bounds`; at most 2³¹ of them.
    pub fn new<V: Vector>(bounds: &Aabb<V>, mut places: impl ExactSizeIterator<Item = V>) -> Self {
        let number_bits = usize::BITS - places.len().leading_zeros();
        let grid = Grid::new(bounds, ((u64::BITS - number_bits) / 3).min(MOST_BITS));
        let mut keys: Vec<u64> = Vec::with_capacity(places.len());
        let mut block: Vec<V> = Vec::with_capacity(BLOCK);
        while places.len() > 0 {
            // Found first and told their codes then: short loops wait for many places of memory at a time.
            block.clear();
            block.extend(places.by_ref().take(BLOCK));
            let first = keys.len() as u64;
            let code = |place: &V| grid.code(place.to_f64()) << number_bits;
            keys.extend(
                (first..)
                    .zip(&block)
                    .map(|(number, place)| code(place) | number),
            );
        }
        sort(&mut keys, number_bits..number_bits + 3 * grid.bits);
        Self {
            keys,
            number_bits,
            code_bits: 3 * grid.bits,
        }
    }

    /// The number of the thing that is so far along the curve. In one place the lower comes first.
    #[inline]
    #[must_use]
    pub fn number(&self, i: usize) -> u32 {
        (self.keys[i] & ((1 << self.number_bits) - 1)) as u32
    }

    /// Where each cell ends: it has at most so many, or is so small that it is not halved again.
    #[must_use]
    pub fn ends(&self, most: usize) -> Vec<u32> {
        let mut ends = Vec::with_capacity(2 * self.keys.len() / most + 1);
        let bits = self.number_bits..self.number_bits + self.code_bits;
        halve(&self.keys, 0, bits, most, &mut ends);
        ends
    }
}

/// Sorts by these bits, the order of all others being right: digit by digit from the last, so that each pass goes
/// through memory only once (Knuth, *The Art of Computer Programming* 3, 5.2.5).
fn sort(keys: &mut Vec<u64>, bits: Range<u32>) {
    const DIGIT: u32 = 8;
    if keys.len() < MANY {
        keys.sort_unstable();
        return;
    }
    let mut other = alloc::vec![0; keys.len()];
    for first in bits.step_by(DIGIT as usize) {
        let digit = |key: u64| (key >> first & ((1 << DIGIT) - 1)) as usize;
        let mut places = [0_usize; 1 << DIGIT];
        for key in &*keys {
            places[digit(*key)] += 1;
        }
        if places.contains(&keys.len()) {
            continue;
        }
        let mut place = 0;
        for count in &mut places {
            (*count, place) = (place, place + *count);
        }
        for key in &*keys {
            let place = &mut places[digit(*key)];
            other[*place] = *key;
            *place += 1;
        }
        core::mem::swap(keys, &mut other);
    }
}

/// Halves a piece of the curve that begins at `first`, along which only these bits differ, down to cells.
///
/// Recursive, no deeper than there are bits.
fn halve(keys: &[u64], first: usize, bits: Range<u32>, most: usize, ends: &mut Vec<u32>) {
    if keys.len() <= most || bits.is_empty() {
        if !keys.is_empty() {
            ends.push((first + keys.len()) as u32);
        }
        return;
    }
    let last = bits.end - 1;
    let bits = bits.start..last;
    let (low, high) = keys.split_at(keys.partition_point(|key| key >> last & 1 == 0));
    halve(low, first, bits.clone(), most, ends);
    halve(high, first + low.len(), bits, most, ends);
}

/// Cubes, 2 to the power of `bits` along the longest side of a box.
struct Grid {
    from: [f64; 3],
    scale: f64,
    bits: u32,
}

impl Grid {
    fn new<V: Vector>(bounds: &Aabb<V>, bits: u32) -> Self {
        let (from, to) = (bounds.min.to_f64(), bounds.max.to_f64());
        let mut longest = 0.0;
        for axis in 0..3 {
            let side = to[axis] - from[axis];
            if side > longest {
                longest = side;
            }
        }
        let scale = (1_u64 << bits) as f64 / longest;
        let scale = if scale.is_finite() { scale } else { 0.0 };
        Self { from, scale, bits }
    }

    /// The bits of the three coordinates by turns.
    #[inline(always)]
    fn code(&self, place: [f64; 3]) -> u64 {
        let last = (1_u32 << self.bits) - 1;
        // A NaN, of numbers that overflow, is in the first cell.
        let [x, y, z] = core::array::from_fn(|axis| {
            let steps = ((place[axis] - self.from[axis]) * self.scale) as u32;
            by_threes(u64::from(steps.min(last)))
        });
        x << 2 | y << 1 | z
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3, vec3};

    fn cells<V: Vector>(places: &[V]) -> (Vec<u32>, MortonCells) {
        let bounds = Aabb::of_points(places.iter().copied());
        let cells = MortonCells::new(&bounds, places.iter().copied());
        ((0..places.len()).map(|i| cells.number(i)).collect(), cells)
    }

    #[test]
    fn cells_are_cubes_or_halves_of_them_and_hold_all() {
        let place = |i: u32| vec3((i % 16) as f32, (i / 16 % 16) as f32, (i / 256) as f32);
        let places: Vec<Vec3> = (0..4096).map(place).collect();
        let (mut order, cells) = cells(&places);
        let ends = cells.ends(40);
        assert_eq!(ends.len(), 4096 / 32);
        let mut first = 0;
        for end in ends {
            let cell = &order[first..end as usize];
            let bounds = Aabb::of_points(cell.iter().map(|i| places[*i as usize]));
            assert_eq!(bounds.size(), vec3(1.0, 3.0, 3.0));
            assert_eq!(cell.len(), 32);
            first = end as usize;
        }
        order.sort_unstable();
        assert!(order.into_iter().eq(0..4096));
    }

    #[test]
    fn what_is_in_one_place_is_one_cell_in_its_order() {
        let (order, one) = cells(&[Vec3::ONE; 1000]);
        assert_eq!(one.ends(64), [1000]);
        assert!(order.into_iter().eq(0..1000));
        let (_, none) = cells::<Vec3>(&[]);
        assert!(none.ends(64).is_empty());
    }

    #[test]
    fn numbers_that_overflow_are_in_some_cell() {
        let places = [f32::MAX, f32::INFINITY, -f32::MAX, f32::NAN].map(Vec3::splat);
        let (mut order, _) = cells(&places);
        order.sort_unstable();
        assert_eq!(order, [0, 1, 2, 3]);
        let (order, _) = cells(&[f64::MAX, -f64::MAX].map(DVec3::splat));
        assert_eq!(order, [0, 1]);
    }
}
