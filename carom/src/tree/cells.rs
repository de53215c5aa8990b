//! Things sorted into cells of a grid, as large as there are few in them, for the price of a sort.

use crate::shape::aabb::Aabb;
use crate::vector::Vector;
use alloc::vec::Vec;

/// A coordinate has at most so many bits: what is finer does not matter.
const MOST_BITS: u32 = 16;

/// Things in the order of a Morton curve, on which every cell is a piece.
pub(crate) struct Cells {
    /// The number of each. In one place the lower comes first.
    pub(crate) order: Vec<u32>,
    /// Where each cell ends.
    pub(crate) ends: Vec<u32>,
}

impl Cells {
    /// Of things by the places where they are, at most 2³¹ of them: a cell has at most so many, or is so small
    /// that it is not halved again.
    ///
    /// Morton, *A computer oriented geodetic data base*, 1966.
    pub(crate) fn new<V: Vector>(places: &[V], most: usize) -> Self {
        let bounds = Aabb::of_points(places.iter().copied());
        // A key is a code and, below it, a number: no two are equal, so that any sort gives the same.
        let number_bits = usize::BITS - places.len().leading_zeros();
        let grid = Grid::new(&bounds, ((u64::BITS - number_bits) / 3).min(MOST_BITS));
        let code = |place: &V| grid.code(place.to_f64()) << number_bits;
        let keys = (0..)
            .zip(places)
            .map(|(number, place)| code(place) | number);
        let mut keys: Vec<u64> = keys.collect();
        keys.sort_unstable();
        let mut ends = Vec::with_capacity(2 * keys.len() / most + 1);
        halve(
            &keys,
            0,
            number_bits + 3 * grid.bits,
            number_bits,
            most,
            &mut ends,
        );
        let mask = (1 << number_bits) - 1;
        let order = keys.into_iter().map(|key| (key & mask) as u32).collect();
        Self { order, ends }
    }
}

/// Halves a piece of the curve that begins at `first`, where the bits from `bit` on are the same, down to cells.
///
/// Recursive, no deeper than there are bits.
fn halve(keys: &[u64], first: usize, bit: u32, least: u32, most: usize, ends: &mut Vec<u32>) {
    if keys.len() <= most || bit == least {
        if !keys.is_empty() {
            ends.push((first + keys.len()) as u32);
        }
        return;
    }
    let bit = bit - 1;
    let (low, high) = keys.split_at(keys.partition_point(|key| key >> bit & 1 == 0));
    halve(low, first, bit, least, most, ends);
    halve(high, first + low.len(), bit, least, most, ends);
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
            spread(steps.min(last))
        });
        x << 2 | y << 1 | z
    }
}

/// Two zeros between any two of 16 bits.
#[inline(always)]
fn spread(number: u32) -> u64 {
    let mut x = u64::from(number);
    x = (x | x << 16) & 0x0000_0000_ff00_00ff;
    x = (x | x << 8) & 0x0000_00f0_0f00_f00f;
    x = (x | x << 4) & 0x0000_0c30_c30c_30c3;
    (x | x << 2) & 0x0000_2492_4924_9249
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3, vec3};

    #[test]
    fn cells_are_cubes_or_halves_of_them_and_hold_all() {
        let place = |i: u32| vec3((i % 16) as f32, (i / 16 % 16) as f32, (i / 256) as f32);
        let places: Vec<Vec3> = (0..4096).map(place).collect();
        let cells = Cells::new(&places, 40);
        assert_eq!(cells.ends.len(), 4096 / 32);
        let mut first = 0;
        for end in cells.ends {
            let cell = &cells.order[first..end as usize];
            let bounds = Aabb::of_points(cell.iter().map(|i| places[*i as usize]));
            assert_eq!(cell.len(), 32);
            assert_eq!(bounds.size(), vec3(1.0, 3.0, 3.0));
            first = end as usize;
        }
        let mut order = cells.order;
        order.sort_unstable();
        assert!(order.into_iter().eq(0..4096));
    }

    #[test]
    fn what_is_in_one_place_is_one_cell_in_its_order() {
        let cells = Cells::new(&[Vec3::ONE; 1000], 64);
        assert_eq!(cells.ends, [1000]);
        assert!(cells.order.into_iter().eq(0..1000));
        assert!(Cells::new::<Vec3>(&[], 64).ends.is_empty());
    }

    #[test]
    fn numbers_that_overflow_are_in_some_cell() {
        let places = [f32::MAX, f32::INFINITY, -f32::MAX, f32::NAN].map(Vec3::splat);
        assert_eq!(Cells::new(&places, 1).order.len(), 4);
        let [max, min] = [f64::MAX, -f64::MAX].map(DVec3::splat);
        assert_eq!(Cells::new(&[max, min], 1).order, [0, 1]);
    }
}
