//! At most four points of a manifold, two in 2D: those that span the largest area with the first one, so that they stay
//! while the shapes rock on each other, or three of them and the deepest one.

use super::MOST;
use super::columns::Columns;
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
        let deep = self.deep();
        let is_deep = |index: &usize| self.all[*index].separation <= deep;
        // The first of the deepest columns.
        let deepest = || (0..self.all.len()).find(is_deep).unwrap_or(0);
        let numbers = if most == 2 {
            let deepest = deepest();
            [deepest, self.farthest_from(deepest), deepest, deepest]
        } else {
            let widest = self.widest_with(0, 0..self.all.len());
            if widest.iter().any(is_deep) {
                widest
            } else {
                self.widest_with(deepest(), widest.into_iter())
            }
        };
        for index in 0..self.all.len() {
            if numbers.contains(&index) {
                chosen.push(index);
            }
        }
        chosen
    }

    /// This column and the three of these that span the largest area with it: the end of a diagonal, and on each side of it
    /// the farthest column. Of columns in one line, one is there twice.
    fn widest_with(
        &self,
        first: usize,
        others: impl Iterator<Item = usize> + Clone,
    ) -> [usize; MOST] {
        let from = self.all[first].at;
        let (mut most, mut found) = (f64::NEG_INFINITY, [first; MOST]);
        for second in others.clone() {
            let diagonal = self.all[second].at - from;
            let (mut areas, mut sides) = ([0.0; 2], [first; 2]);
            for index in others.clone() {
                let area = diagonal.perp_dot(self.all[index].at - from);
                // Without branches, which would be mispredicted.
                let side = usize::from(area < 0.0);
                let is_farther = area.abs() > areas[side] * CLEARLY;
                areas[side] = if is_farther { area.abs() } else { areas[side] };
                sides[side] = if is_farther { index } else { sides[side] };
            }
            let area = areas[0] + areas[1];
            if area > most * CLEARLY {
                (most, found) = (area, [first, second, sides[0], sides[1]]);
            }
        }
        found
    }

    /// The separation of the deepest columns, which count as equal, at most.
    fn deep(&self) -> f64 {
        let all = self.all.iter().map(|column| column.separation);
        all.reduce(Scalar::min).unwrap_or(0.0) + self.tie
    }

    /// The first one of the columns farthest from this one.
    fn farthest_from(&self, index: usize) -> usize {
        let from = self.all[index].at;
        let (mut most, mut found) = (f64::NEG_INFINITY, index);
        for (index, column) in self.all.iter().enumerate() {
            let square = (column.at - from).length_squared();
            if square > most * CLEARLY {
                (most, found) = (square, index);
            }
        }
        found
    }
}
