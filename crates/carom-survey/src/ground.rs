//! Reached ground as bitmaps of cells, for drawing.

use crate::columns::{Column, Columns};
use glam::Vec3;

/// The part of a cell where the feet can be. Its width is [`Reach::cell`](crate::Reach::cell).
///
/// ```
/// use carom_survey::Ground;
/// use glam::Vec3;
///
/// // The half of the cell with the smaller first coordinate: four of eight bits in each row.
/// let ground = Ground { corner: Vec3::ZERO, seconds: 2.5, shape: 0x0f0f_0f0f_0f0f_0f0f };
/// assert!(ground.covers([0.4, 0.9]) && !ground.covers([0.6, 0.9]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// The least corner of the cell along both level axes, at the height of the feet.
    pub corner: Vec3,
    /// The shortest walking time from a spawn, along the runs that were found, s.
    pub seconds: f32,
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

/// The ground of a level, in cells that double their width whenever there are too many.
pub(crate) struct Grounds {
    columns: Columns,
    /// Heights of one cell that differ by no more than this belong together.
    same: f32,
    /// The largest number of cells.
    most: usize,
    /// The width of its cells, in columns: a power of two.
    wide: i32,
    list: Vec<Ground>,
}

impl Grounds {
    pub(crate) fn new(columns: Columns, same: f32, most: usize) -> Self {
        Self {
            columns,
            same,
            most,
            wide: 1,
            list: Vec::new(),
        }
    }

    /// Adds the ground of a tile, in cells as wide as a column.
    pub(crate) fn add(&mut self, mut tile: Vec<Ground>) {
        /// The width above which cells are not joined, in columns.
        const WIDEST: i32 = 1 << 16;
        let mut wide = 1;
        while wide < self.wide {
            tile = self.coarser(tile, wide);
            wide *= 2;
        }
        self.list.append(&mut tile);
        while self.list.len() > self.most && self.wide < WIDEST {
            let list = std::mem::take(&mut self.list);
            self.list = self.coarser(list, self.wide);
            self.wide *= 2;
        }
    }

    /// The cells, and their width in columns.
    pub(crate) fn into_list(self) -> (Vec<Ground>, f32) {
        (self.list, self.wide as f32)
    }

    /// Cells of twice the width: of four cells at about one height each bit that at least half of its four parts had, the mean
    /// height, and the shortest time.
    fn coarser(&self, cells: Vec<Ground>, wide: i32) -> Vec<Ground> {
        let mut known: Vec<(Column, f32, Ground)> = (cells.into_iter())
            .map(|ground| {
                let column = self.columns.cell_of(ground.corner);
                let cell = column.map(|at| at.div_euclid(wide));
                (cell, self.columns.height(ground.corner), ground)
            })
            .collect();
        let block = |cell: Column| cell.map(|at| at.div_euclid(2));
        known.sort_by(|a, b| {
            let by_block = block(a.0).cmp(&block(b.0));
            by_block.then(a.1.total_cmp(&b.1)).then(a.0.cmp(&b.0))
        });
        let is_one = |a: &(Column, f32, Ground), b: &(Column, f32, Ground)| {
            block(a.0) == block(b.0) && b.1 - a.1 <= self.same
        };
        let joined = known.chunk_by(is_one).map(|members| {
            let mut parts = [0_u8; Ground::PARTS * Ground::PARTS];
            let (mut height, mut seconds) = (0.0, f32::INFINITY);
            for (cell, own, ground) in members {
                let quarter = cell.map(|at| at.rem_euclid(2) as usize * Ground::PARTS / 2);
                for bit in (0..u64::BITS as usize).filter(|bit| ground.shape >> bit & 1 == 1) {
                    let [i, j] = [bit % Ground::PARTS, bit / Ground::PARTS];
                    let [i, j] = [quarter[0] + i / 2, quarter[1] + j / 2];
                    parts[j * Ground::PARTS + i] += 1;
                }
                height += own;
                seconds = if ground.seconds < seconds {
                    ground.seconds
                } else {
                    seconds
                };
            }
            let (first, own, ground) = &members[0];
            let up = height / members.len() as f32 - own;
            let column = block(*first).map(|at| at * 2 * wide);
            Ground {
                corner: self.columns.corner(ground.corner, column, up),
                seconds,
                shape: (0..).zip(parts).fold(0, |shape, (bit, count)| {
                    shape | u64::from(count >= 2) << bit
                }),
            }
        });
        joined.filter(|ground| ground.shape != 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::Aabb;
    use glam::vec3;

    #[test]
    fn a_shape_has_rows_along_the_second_axis() {
        let ground = Ground {
            corner: Vec3::ZERO,
            seconds: 0.0,
            shape: 0b10 | 1 << 63,
        };
        assert!(ground.covers([0.2, 0.1]) && ground.covers([1.0, 1.0]));
        assert!(!ground.covers([0.1, 0.1]) && !ground.covers([0.1, 0.2]));
    }

    #[test]
    fn too_many_cells_become_wider_and_keep_their_area() {
        let bounds = Aabb {
            min: Vec3::ZERO,
            max: vec3(16.0, 8.0, 16.0),
        };
        let columns = Columns::over(&bounds, Vec3::Y, 0.25).unwrap();
        // A slope, and half a floor above it.
        let cell = |x: i32, z: i32, height: f32, shape: u64| Ground {
            corner: columns.corner(vec3(1.0, height, 1.0), [x, z], 0.0),
            seconds: x as f32,
            shape,
        };
        let slope =
            (0..32 * 32).map(|i| cell(i % 32 + 8, i / 32 + 8, 0.05 * (i % 32) as f32, u64::MAX));
        let floor = (0..16 * 32).map(|i| cell(i % 16 + 8, i / 16 + 8, 5.0, 0x0f0f_0f0f_0f0f_0f0f));
        let area = |list: &[Ground], wide: f32| -> f32 {
            let bits: u32 = list.iter().map(|ground| ground.shape.count_ones()).sum();
            bits as f32 / 64.0 * wide * wide
        };
        let all: Vec<_> = slope.chain(floor).collect();
        let fine = area(&all, 1.0);
        for (most, wide) in [(10_000, 1.0), (500, 2.0), (120, 4.0)] {
            let mut grounds = Grounds::new(columns, 0.4, most);
            // In two parts, as tiles come.
            grounds.add(all[..700].to_vec());
            grounds.add(all[700..].to_vec());
            let (list, found) = grounds.into_list();
            assert_eq!(found, wide);
            assert!(list.len() <= most);
            assert_eq!(area(&list, wide), fine, "{most}");
            let covered = |point: Vec3| {
                list.iter().any(|ground| {
                    let off = (point - ground.corner) / (0.25 * wide);
                    let inside = (0.0..1.0).contains(&off.x) && (0.0..1.0).contains(&off.z);
                    inside && off.y.abs() < 2.0 && ground.covers([off.x, off.z])
                })
            };
            let at = |x: f32, z: f32, height: f32| {
                columns.corner(Vec3::ZERO, [0, 0], height) + vec3(x, 0.0, z) * 0.25
            };
            assert!(covered(at(8.2, 9.5, 5.0)) && covered(at(39.5, 39.5, 1.5)));
            assert!(!covered(at(8.8, 9.5, 5.0)) && !covered(at(39.5, 40.5, 1.5)));
        }
    }
}
