//! At most four points of a manifold, two in 2D: the deepest, and those that span the largest area with it.

use super::MOST;
use super::columns::{Column, Columns};
use crate::pair::small_vec::SmallVec;
use carom_math::{Scalar, Vector};

/// A number has to be larger than that of an earlier column by this factor to be preferred: numbers that are equal but
/// for rounding are, so that the same columns are chosen from tick to tick.
const CLEARLY: f64 = 1.0 + 1.0 / 1_048_576.0;

impl Columns<'_> {
    /// The numbers of the columns that remain, in ascending order.
    pub(super) fn reduced<V: Vector>(&self) -> SmallVec<usize, MOST> {
        let most = if V::DIM == 2 { 2 } else { MOST };
        let mut chosen = SmallVec::new(0);
        if self.all.len() <= most {
            for index in 0..self.all.len() {
                chosen.push(index);
            }
            return chosen;
        }
        let first = self.deepest();
        chosen.push(first);
        if most == 2 {
            let from = self.all[first].at;
            chosen.push(self.largest(|at| (at.at - from).length_squared()));
        } else {
            for index in self.spanning(first) {
                chosen.push(index);
            }
        }
        // Of columns in one line, one can be chosen twice.
        chosen.sort_unstable();
        let mut distinct = SmallVec::new(0);
        for index in &*chosen {
            if distinct.last() != Some(index) {
                distinct.push(*index);
            }
        }
        distinct
    }

    /// The three columns that span the largest area with this one: the ends of a diagonal, and on each side of it the
    /// farthest column.
    fn spanning(&self, first: usize) -> [usize; 3] {
        let from = self.all[first].at;
        let (mut most, mut found) = (f64::NEG_INFINITY, [first; 3]);
        for (second, end) in self.all.iter().enumerate() {
            let diagonal = end.at - from;
            let (mut areas, mut sides) = ([0.0; 2], [first; 2]);
            for (index, column) in self.all.iter().enumerate() {
                let area = diagonal.perp_dot(column.at - from);
                let side = usize::from(area < 0.0);
                if area.abs() > areas[side] * CLEARLY {
                    (areas[side], sides[side]) = (area.abs(), index);
                }
            }
            let area = areas[0] + areas[1];
            if area > most * CLEARLY {
                (most, found) = (area, [second, sides[0], sides[1]]);
            }
        }
        found
    }

    /// The first of the deepest columns.
    fn deepest(&self) -> usize {
        let all = self.all.iter().map(|column| column.separation);
        let least = all.reduce(Scalar::min).unwrap_or(0.0);
        let is_deepest = |column: &Column| column.separation <= least + self.tie;
        self.all.iter().position(is_deepest).unwrap_or(0)
    }

    /// The first column with the largest number.
    fn largest(&self, by: impl Fn(&Column) -> f64) -> usize {
        let (mut most, mut found) = (f64::NEG_INFINITY, 0);
        for (index, column) in self.all.iter().enumerate() {
            let number = by(column);
            if index == 0 || number > Scalar::max(most * CLEARLY, most / CLEARLY) {
                (most, found) = (number, index);
            }
        }
        found
    }
}
