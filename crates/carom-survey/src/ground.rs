//! Reached ground as a bitmap of a cell, for drawing.

use glam::Vec3;

/// The part of a cell where the feet can be.
///
/// ```
/// use carom_survey::Ground;
/// use glam::Vec3;
///
/// // The half of the cell with the smaller first coordinate: four of eight bits in each row.
/// let ground = Ground { corner: Vec3::ZERO, place: 0, shape: 0x0f0f_0f0f_0f0f_0f0f };
/// assert!(ground.covers([0.4, 0.9]) && !ground.covers([0.6, 0.9]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The least corner of the cell along both level axes, at the height of the feet.
    pub corner: Vec3,
    /// The number of the place from which it was reached.
    pub place: u32,
    /// A bit for each of the cell's eight by eight parts: bit 8·j + i is part i along the first axis and j along the second.
    pub shape: u64,
}

impl Ground {
    /// The number of parts along a side of a cell.
    pub const PARTS: usize = 8;

    /// Whether it contains a point of the cell, given from the corner in widths of the cell.
    #[must_use]
    pub fn covers(&self, [x, z]: [f32; 2]) -> bool {
        let part = |share: f32| ((share * Self::PARTS as f32) as usize).min(Self::PARTS - 1);
        self.shape >> (part(z) * Self::PARTS + part(x)) & 1 == 1
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
