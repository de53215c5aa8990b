//! The reachable ground for the page: cells with a shade, and a height at each corner.

use glam::Vec3;
use std::collections::BTreeMap;

/// Most cells of a page.
pub(super) const MOST: usize = 250_000;

/// Shades of the heat map.
pub(super) const SHADES: usize = 24;

/// A cell: its first corner at the height of the feet, and the walking time to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroundCell {
    pub(super) corner: Vec3,
    pub(super) seconds: f32,
}

/// The cells in a lattice.
#[derive(Debug)]
pub(super) struct Ground {
    /// The corner of cell 0, 0.
    pub(super) origin: [f32; 2],
    /// Width of the cells.
    pub(super) cell: f32,
    /// Height 0.
    pub(super) low: f32,
    /// Meters per unit of height.
    pub(super) step: f32,
    pub(super) longest: f32,
    /// Two numbers per cell: column and row.
    pub(super) cells: Vec<u16>,
    /// Four per cell, around it: at the first corner, along z, across, along x.
    pub(super) heights: Vec<u16>,
    pub(super) shades: Vec<u8>,
}

impl Ground {
    /// `same` is the greatest difference of heights on one floor.
    pub(super) fn new(mut cells: Vec<GroundCell>, mut cell: f32, same: f32, most: usize) -> Self {
        let least = |axis: usize| {
            let all = cells.iter().map(|one| one.corner[axis]);
            all.min_by(f32::total_cmp).unwrap_or(0.0)
        };
        let origin = [least(0), least(2)];
        let mut known = lattice(&cells, origin, cell);
        while cells.len() > most
            || known
                .keys()
                .any(|key| key.iter().any(|x| *x > u16::MAX.into()))
        {
            cell *= 2.0;
            cells = coarser(&cells, origin, cell, same);
            known = lattice(&cells, origin, cell);
        }
        let heights = || cells.iter().map(|one| one.corner.y);
        let low = heights().min_by(f32::total_cmp).unwrap_or(0.0);
        let high = heights().max_by(f32::total_cmp).unwrap_or(0.0);
        let step = ((high - low) / f32::from(u16::MAX)).max(1e-6);
        let seconds = cells.iter().map(|one| one.seconds);
        let longest = seconds.max_by(f32::total_cmp).unwrap_or(0.0).max(1e-3);
        let mut ground = Self {
            origin,
            cell,
            low,
            step,
            longest,
            cells: Vec::with_capacity(2 * cells.len()),
            heights: Vec::with_capacity(4 * cells.len()),
            shades: Vec::with_capacity(cells.len()),
        };
        for (&[x, z], here) in &known {
            for &number in here {
                let own = cells[number];
                let shade = (own.seconds / longest * SHADES as f32) as usize;
                ground.shades.push(shade.min(SHADES - 1) as u8);
                ground.cells.extend([x as u16, z as u16]);
                for [dx, dz] in [[0, 0], [0, 1], [1, 1], [1, 0]] {
                    let height = mean(&cells, &known, [x + dx, z + dz], own.corner.y, same);
                    ground.heights.push(((height - low) / step).round() as u16);
                }
            }
        }
        ground
    }
}

type Lattice = BTreeMap<[i32; 2], Vec<usize>>;

fn place(corner: Vec3, [x, z]: [f32; 2], cell: f32) -> [i32; 2] {
    // Corners of cells are on the lattice; those of coarser ones are inside.
    let number = |x: f32| (x / cell + 1e-3).floor() as i32;
    [number(corner.x - x), number(corner.z - z)]
}

fn lattice(cells: &[GroundCell], origin: [f32; 2], cell: f32) -> Lattice {
    let mut known = Lattice::new();
    for (number, one) in cells.iter().enumerate() {
        known
            .entry(place(one.corner, origin, cell))
            .or_default()
            .push(number);
    }
    known
}

/// The height of a corner of the lattice: the mean of the cells of the same floor around it.
fn mean(cells: &[GroundCell], known: &Lattice, [x, z]: [i32; 2], own: f32, same: f32) -> f32 {
    let around = [[x - 1, z - 1], [x, z - 1], [x - 1, z], [x, z]];
    let heights = around
        .iter()
        .flat_map(|key| known.get(key).into_iter().flatten())
        .map(|number| cells[*number].corner.y)
        .filter(|height| (height - own).abs() <= same);
    let (sum, count) = heights.fold((0.0, 0), |(sum, count), height| (sum + height, count + 1));
    if count > 0 { sum / count as f32 } else { own }
}

/// Wider cells: those on one floor in a wider cell are joined.
fn coarser(cells: &[GroundCell], origin: [f32; 2], cell: f32, same: f32) -> Vec<GroundCell> {
    let mut coarse = Vec::new();
    for ([x, z], mut here) in lattice(cells, origin, cell) {
        here.sort_by(|a, b| {
            cells[*a]
                .corner
                .y
                .total_cmp(&cells[*b].corner.y)
                .then(a.cmp(b))
        });
        let corner = |y: f32| {
            let [left, back] = [x, z].map(|number| number as f32 * cell);
            Vec3::new(origin[0] + left, y, origin[1] + back)
        };
        let levels = here.chunk_by(|a, b| cells[*b].corner.y - cells[*a].corner.y <= same);
        coarse.extend(levels.map(|level| {
            let sum: f32 = level.iter().map(|number| cells[*number].corner.y).sum();
            let seconds = level.iter().map(|number| cells[*number].seconds);
            GroundCell {
                corner: corner(sum / level.len() as f32),
                seconds: seconds.min_by(f32::total_cmp).unwrap_or(0.0),
            }
        }));
    }
    coarse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slope(side: u32) -> Vec<GroundCell> {
        let cell = |i: u32| {
            let (x, z) = ((i % side) as f32 * 0.25, (i / side) as f32 * 0.25);
            GroundCell {
                corner: Vec3::new(x - 3.0, 0.5 * x, z + 7.0),
                seconds: x,
            }
        };
        (0..side * side).map(cell).collect()
    }

    #[test]
    fn neighbors_share_corner_heights() {
        let ground = Ground::new(slope(8), 0.25, 0.4, MOST);
        assert_eq!((ground.cells.len(), ground.shades.len()), (128, 64));
        let at = |x: u16, z: u16| {
            let mut cells = ground.cells.chunks(2);
            cells.position(|cell| cell == [x, z]).unwrap()
        };
        let (left, right) = (at(3, 4), at(4, 4));
        let heights = |cell: usize| &ground.heights[4 * cell..4 * cell + 4];
        assert_eq!(heights(left)[3], heights(right)[0]);
        assert_eq!(heights(left)[2], heights(right)[1]);
        assert!(heights(left)[3] > heights(left)[0]);
        assert_eq!((ground.shades[at(0, 0)], ground.shades[at(7, 0)]), (0, 23));
        assert_eq!(ground.origin, [-3.0, 7.0]);
    }

    #[test]
    fn too_many_cells_become_wider_and_floors_stay_apart() {
        let mut cells = slope(16);
        cells.extend(slope(16).into_iter().map(|mut cell| {
            cell.corner.y += 5.0;
            cell
        }));
        let ground = Ground::new(cells, 0.25, 0.4, 200);
        assert_eq!(ground.cell, 0.5);
        assert_eq!(ground.shades.len(), 2 * 64);
        let empty = Ground::new(Vec::new(), 0.25, 0.4, 200);
        assert!(empty.cells.is_empty() && empty.longest > 0.0);
    }
}
