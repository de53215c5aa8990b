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
        let first = self.all[first].at;
        let second = self.largest(|at| (at.at - first).length_squared());
        chosen.push(second);
        let second = self.all[second].at;
        if most > 2 {
            let area = |at: &Column| (second - first).perp_dot(at.at - first);
            let third = self.largest(|at| area(at).abs());
            chosen.push(third);
            // Counter-clockwise.
            let sign = if area(&self.all[third]) < 0.0 {
                -1.0
            } else {
                1.0
            };
            let third = self.all[third].at;
            let corners = [first, second, third, first];
            let fourth = self.largest(|at| {
                let outside = corners.windows(2).map(|side| {
                    let (way, to) = (side[1] - side[0], at.at - side[0]);
                    -sign * way.perp_dot(to)
                });
                outside.reduce(Scalar::max).unwrap_or(0.0)
            });
            chosen.push(fourth);
        }
        // Of columns in one line, the largest number can be that of one that is chosen.
        chosen.sort_unstable();
        let mut distinct = SmallVec::new(0);
        for index in &*chosen {
            if distinct.last() != Some(index) {
                distinct.push(*index);
            }
        }
        distinct
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
