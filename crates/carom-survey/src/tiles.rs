//! The partition of a level into square tiles, which are searched separately.

use crate::columns::{Column, Columns};

/// The index of a tile along the two level axes, from the least corner of the level on.
pub type TileAt = [u32; 2];

/// The partition of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tiles {
    /// Columns along each axis.
    columns: [i32; 2],
    /// The width of a tile, in columns.
    wide: i32,
}

/// The columns of one tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    least: Column,
    counts: [i32; 2],
}

impl Tiles {
    /// A single tile.
    pub(crate) fn whole(columns: &Columns) -> Self {
        let columns = columns.counts();
        let wide = columns[0].max(columns[1]);
        Self { columns, wide }
    }

    /// Tiles of this width in columns; those at the far sides may be narrower.
    pub(crate) fn of(columns: &Columns, wide: i32) -> Self {
        let whole = Self::whole(columns);
        Self {
            wide: wide.clamp(1, whole.wide),
            ..whole
        }
    }

    /// The number of tiles along each axis.
    pub(crate) fn counts(&self) -> TileAt {
        self.columns
            .map(|columns| columns.unsigned_abs().div_ceil(self.wide.unsigned_abs()))
    }

    /// The tile of a column; `None` outside of the grid.
    pub(crate) fn of_column(&self, [x, z]: Column) -> Option<TileAt> {
        let [wide, deep] = self.columns;
        let inside = (0..wide).contains(&x) && (0..deep).contains(&z);
        inside.then(|| [x, z].map(|place| (place / self.wide).unsigned_abs()))
    }

    /// The number of a tile, counted row by row.
    pub(crate) fn number(&self, [i, j]: TileAt) -> u32 {
        j * self.counts()[0] + i
    }

    /// The tile of a number; `None` if there is no such tile.
    pub(crate) fn at(&self, number: u32) -> Option<TileAt> {
        let [across, along] = self.counts();
        let at = [number % across, number / across];
        (at[1] < along).then_some(at)
    }

    /// The columns of the tile of a number; `None` if there is no such tile.
    pub(crate) fn window_of(&self, number: u32) -> Option<Window> {
        self.window(self.at(number)?)
    }

    /// The columns of a tile; `None` if there is no such tile.
    pub(crate) fn window(&self, at: TileAt) -> Option<Window> {
        let counts = self.counts();
        let there = at[0] < counts[0] && at[1] < counts[1];
        there.then(|| {
            let least = at.map(|place| place as i32 * self.wide);
            let size = |axis: usize| self.wide.min(self.columns[axis] - least[axis]);
            Window {
                least,
                counts: [size(0), size(1)],
            }
        })
    }
}

impl Window {
    /// The number of columns.
    pub(crate) fn len(&self) -> usize {
        self.counts[0] as usize * self.counts[1] as usize
    }

    /// Whether a column and all around it are in this tile.
    pub(crate) fn is_inner(&self, [x, z]: Column) -> bool {
        let around = [[x - 1, z - 1], [x + 1, z + 1]];
        around.iter().all(|column| self.number(*column).is_some())
    }

    /// The number of a column in this tile, if it has it.
    pub(crate) fn number(&self, column: Column) -> Option<usize> {
        // A column far outside wraps to one that is outside too.
        let x = column[0].wrapping_sub(self.least[0]);
        let z = column[1].wrapping_sub(self.least[1]);
        let [wide, deep] = self.counts;
        let inside = (0..wide).contains(&x) && (0..deep).contains(&z);
        inside.then(|| z as usize * wide as usize + x as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::Aabb;
    use glam::{Vec3, vec3};

    /// Every column is in one tile, and in no other.
    #[test]
    fn tiles_part_a_level() {
        let bounds = Aabb {
            min: Vec3::ZERO,
            max: vec3(7.3, 1.0, 4.1),
        };
        let columns = Columns::over(&bounds, Vec3::Y, 0.25).unwrap();
        let [wide, deep] = columns.counts();
        for width in [1, 3, 16, 1000] {
            let tiles = Tiles::of(&columns, width);
            let [across, along] = tiles.counts();
            let mut seen = 0;
            for j in 0..along {
                for i in 0..across {
                    seen += tiles.window([i, j]).unwrap().len();
                }
            }
            assert_eq!(seen, (wide * deep) as usize, "{width}");
            for (x, z) in [(0, 0), (wide - 1, deep - 1), (5, 7), (16, 15)] {
                let at = tiles.of_column([x, z]).unwrap();
                assert!(tiles.window(at).unwrap().number([x, z]).is_some());
                assert_eq!(tiles.at(tiles.number(at)), Some(at));
            }
            for outside in [[-1, 0], [0, deep], [i32::MIN, 3], [3, i32::MAX]] {
                assert_eq!(tiles.of_column(outside), None);
                assert_eq!(tiles.window([0, 0]).unwrap().number(outside), None);
            }
            assert_eq!(tiles.window([across, 0]), None);
            assert_eq!(tiles.window_of(across * along), None);
        }
    }
}
