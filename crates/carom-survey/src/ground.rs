//! The ground that was come to, for whoever draws it.

use crate::area::Patch;
use crate::flood::{Flood, Survey};
use glam::Vec3;

/// The part of a cell where the feet can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The cell's corner that comes first along both level axes, as high as the feet are.
    pub corner: Vec3,
    /// The place it belongs to, by its number: where it was come to.
    pub place: u32,
    /// Which of the cell's eight by eight parts it is: bit 8·j + i is part i along the first axis and j along the second.
    pub shape: u64,
}

impl Ground {
    /// How many parts a cell has along a side.
    pub const PARTS: usize = 8;

    /// Whether a point of the cell is in it, by its place from the corner in widths of the cell.
    #[must_use]
    pub fn covers(&self, [x, z]: [f32; 2]) -> bool {
        let part = |share: f32| ((share * Self::PARTS as f32) as usize).min(Self::PARTS - 1);
        self.shape >> (part(z) * Self::PARTS + part(x)) & 1 == 1
    }
}

impl Survey<'_> {
    /// What was measured, and the cells of places that are only come to crouching.
    pub(crate) fn grounds(&self, flood: &Flood, patches: &[Patch]) -> Vec<Ground> {
        let mut grounds: Vec<_> = patches.iter().map(|patch| patch.ground).collect();
        grounds.retain(|ground| ground.shape != 0);
        let same = self.same();
        let feet = |crouched: bool| {
            let places = (0..).zip(&flood.places);
            places.filter(move |(_, place)| place.crouched == crouched)
        };
        let known = self
            .columns
            .heights(feet(false).map(|(_, place)| place.body.feet));
        for (place, crouched) in feet(true) {
            let feet = crouched.body.feet;
            let column = self.columns.of(feet);
            let height = self.columns.height(feet);
            let stands = known
                .get(&column)
                .is_some_and(|heights| heights.iter().any(|h| (h - height).abs() <= same));
            if !stands {
                grounds.push(Ground {
                    corner: feet + self.columns.part(feet, column, [0.0; 2]),
                    place,
                    shape: u64::MAX,
                });
            }
        }
        grounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_rows_along_the_second_axis() {
        let ground = Ground {
            corner: Vec3::ZERO,
            place: 0,
            shape: 0b10 | 1 << 63,
        };
        assert!(ground.covers([0.2, 0.1]) && ground.covers([1.0, 1.0]));
        assert!(!ground.covers([0.1, 0.1]) && !ground.covers([0.1, 0.2]));
    }
}
