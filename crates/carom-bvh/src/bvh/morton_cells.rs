//! Points sorted along a Morton curve and cut into adaptive grid cells, for the price of a sort.

use crate::aabb::Aabb;
use alloc::vec::Vec;
use carom_math::Vector;
use carom_math::curve::by_threes;
use core::ops::Range;

/// Bits per coordinate of a code; finer cells do not make better trees.
const MOST_BITS: u32 = 16;

/// Points are encoded in blocks of this many.
const BLOCK: usize = 256;
/// From this number of keys on, radix sort is used.
const RADIX_FROM: usize = 1 << 12;

/// Points in the order of the [Morton curve](carom_math::curve). Every cell is a range of it.
///
/// ```
/// use carom_bvh::{Aabb, MortonCells};
/// use glam::{Vec3, vec3};
/// let points = [vec3(9., 0., 0.), vec3(0., 0., 0.), vec3(8., 0., 0.), vec3(1., 0., 0.)];
/// let cells = MortonCells::new(&Aabb::of_points(points), points.into_iter());
/// assert_eq!([0, 1, 2, 3].map(|i| cells.number(i)), [1, 3, 2, 0]);
/// assert_eq!(cells.ends(2), [2, 4]); // two cells of two points
/// ```
pub struct MortonCells {
    /// The Morton code of each point and, in the lower bits, its number. All differ, so that every sort gives the same.
    keys: Vec<u64>,
    number_bits: u32,
    code_bits: u32,
}

impl MortonCells {
    /// Sorts at most 2³¹ points. Points outside `bounds` are in a cell at its border.
    pub fn new<V: Vector>(bounds: &Aabb<V>, mut places: impl ExactSizeIterator<Item = V>) -> Self {
        let number_bits = usize::BITS - places.len().leading_zeros();
        let grid = Grid::new(bounds, ((u64::BITS - number_bits) / 3).min(MOST_BITS));
        let mut keys: Vec<u64> = Vec::with_capacity(places.len());
        let mut block: Vec<V> = Vec::with_capacity(BLOCK);
        while places.len() > 0 {
            // Two short loops instead of one: more loads from memory are under way at a time.
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

    /// The number of the `i`-th point along the curve. Points of equal code are in the order of their numbers.
    #[inline]
    #[must_use]
    pub fn number(&self, i: usize) -> u32 {
        (self.keys[i] & ((1 << self.number_bits) - 1)) as u32
    }

    /// The end of each cell along the curve. A cell has at most `most` points, unless it is too small to be halved.
    #[must_use]
    pub fn ends(&self, most: usize) -> Vec<u32> {
        let mut ends = Vec::with_capacity(2 * self.keys.len() / most + 1);
        let bits = self.number_bits..self.number_bits + self.code_bits;
        halve(&self.keys, 0, bits, most, &mut ends);
        ends
    }
}

/// Sorts by these bits; the keys are already in the order of the lower ones. A radix sort from the last digit on, so
/// that each pass reads memory once (Knuth, *The Art of Computer Programming* 3, 5.2.5).
fn sort(keys: &mut Vec<u64>, bits: Range<u32>) {
    const DIGIT: u32 = 8;
    if keys.len() < RADIX_FROM {
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

/// Halves a range of the curve that begins at `first` and in which only these bits differ, down to cells.
///
/// Recursive, one level per bit.
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

/// A grid of cubes, 2 to the power of `bits` along the longest side of a box.
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

    /// The Morton code of a point: the interleaved bits of its three coordinates.
    #[inline(always)]
    fn code(&self, place: [f64; 3]) -> u64 {
        let last = (1_u32 << self.bits) - 1;
        // A NaN, from numbers that overflow, is in the first cell.
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
    fn cells_are_cubes_or_halves_of_them_and_contain_all_points() {
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
    fn equal_points_are_one_cell_in_the_order_of_their_numbers() {
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
