//! The most interior cell of a region: that with the greatest distance from the region's border.

use crate::columns::{AROUND, Column};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The cells of a region by column. A column has several cells where floors lie above each other.
pub(super) type Cells = BTreeMap<Column, Vec<f32>>;

/// The index of a cell: its column, and its number there.
type CellIndex = (Column, usize);

/// The cell of a region that is farthest from the columns around the region; its index in its column is by height. Cells in
/// neighboring columns are connected if their heights differ by at most `same`. Of cells at one distance it is the nearest to
/// the region's centroid, then the first by column and height.
///
/// Distances are those between the middles of columns, by a brushfire over connected cells that carries the nearest column
/// outside (Danielsson 1980): integers, so the result does not depend on an order.
pub(super) fn most_interior(cells: &Cells, same: f32) -> Option<CellIndex> {
    let nearest = distances(cells, same);
    let (mut sum, mut count) = ([0_i128; 2], 0_i128);
    for (column, heights) in cells {
        let many = heights.len() as i128;
        count += many;
        for (sum, at) in sum.iter_mut().zip(column) {
            *sum += i128::from(*at) * many;
        }
    }
    // Times the count, so that the centroid is a whole number.
    let off = |column: Column| -> i128 {
        let axes = sum.iter().zip(column);
        axes.map(|(sum, at)| (i128::from(at) * count - sum).pow(2))
            .sum()
    };
    let best = nearest
        .into_iter()
        .min_by_key(|&((column, index), squared)| (Reverse(squared), off(column), column, index));
    best.map(|(cell, _)| cell)
}

/// The squared distance of each cell from the nearest column outside of the region, in widths of a cell.
fn distances(cells: &Cells, same: f32) -> BTreeMap<CellIndex, i64> {
    // The cells connected to one, and whether it has a neighboring column without any.
    let connected = |(column, index): CellIndex, [dx, dz]: [i32; 2]| {
        let to = [column[0] + dx, column[1] + dz];
        let height = cells[&column][index];
        let heights = cells.get(&to).map_or(&[][..], Vec::as_slice);
        let near = heights.iter().enumerate();
        near.filter(move |(_, other)| (*other - height).abs() <= same)
            .map(move |(index, _)| (to, index))
    };
    let squared = |[x, z]: Column, [to_x, to_z]: Column| {
        let [dx, dz] = [
            i64::from(x) - i64::from(to_x),
            i64::from(z) - i64::from(to_z),
        ];
        dx * dx + dz * dz
    };
    let mut waiting = BinaryHeap::new();
    for (&column, heights) in cells {
        for index in 0..heights.len() {
            for offset in AROUND {
                if connected((column, index), offset).next().is_none() {
                    let outside = [column[0] + offset[0], column[1] + offset[1]];
                    let distance = squared(column, outside);
                    waiting.push(Reverse((distance, (column, index), outside)));
                }
            }
        }
    }
    let mut nearest: BTreeMap<CellIndex, i64> = BTreeMap::new();
    while let Some(Reverse((distance, cell, outside))) = waiting.pop() {
        if nearest.contains_key(&cell) {
            continue;
        }
        nearest.insert(cell, distance);
        for offset in AROUND {
            for next in connected(cell, offset) {
                if !nearest.contains_key(&next) {
                    waiting.push(Reverse((squared(next.0, outside), next, outside)));
                }
            }
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a picture, a character a cell.
    fn cells(rows: &[&str]) -> Cells {
        let mut cells = Cells::new();
        for (z, row) in (0..).zip(rows) {
            for (x, _) in (0..).zip(row.bytes()).filter(|(_, cell)| *cell == b'#') {
                cells.insert([x, z], vec![0.0]);
            }
        }
        cells
    }

    fn interior(rows: &[&str]) -> Option<Column> {
        most_interior(&cells(rows), 0.4).map(|(column, _)| column)
    }

    #[test]
    fn of_a_rectangle_it_is_the_middle() {
        assert_eq!(interior(&["#######", "#######", "#######"]), Some([3, 1]));
        // Two cells are nearest to the centroid: the first one counts.
        assert_eq!(interior(&["######", "######", "######"]), Some([2, 1]));
        assert_eq!(interior(&["#"]), Some([0, 0]));
        assert_eq!(interior(&[]), None);
    }

    /// The centroid of a ring or of a hook is outside of it.
    #[test]
    fn it_is_in_the_widest_part() {
        let ring = ["#####", "#...#", "#...#", "#####", "#####", "#####"];
        assert_eq!(interior(&ring), Some([2, 4]));
        let hook = [
            "##########",
            "#.........",
            "#......###",
            "####...###",
            ".......###",
        ];
        assert_eq!(interior(&hook), Some([8, 3]));
    }

    /// Floors above each other have borders of their own.
    #[test]
    fn floors_do_not_touch() {
        let mut cells = cells(&["#####", "#####", "#####", "#####", "#####"]);
        for z in 0..3 {
            for x in 0..3 {
                cells.get_mut(&[x, z]).unwrap().push(3.0);
            }
        }
        assert_eq!(most_interior(&cells, 0.4), Some(([2, 2], 0)));
        for heights in cells.values_mut() {
            heights[0] = -9.0;
        }
        assert_eq!(most_interior(&cells, 0.4), Some(([2, 2], 0)));
    }

    /// Against the distance to every column outside, on random planar regions.
    #[test]
    fn no_cell_is_farther_from_the_border() {
        let mut state = 7_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for _ in 0..200 {
            // Squares that overlap, and single holes.
            let mut cells = Cells::new();
            for _ in 0..random(6) + 1 {
                let [x, z, size] = [random(20), random(20), random(12) + 1].map(|k| k as i32);
                for k in 0..size * size {
                    cells.insert([x + k % size, z + k / size], vec![0.0]);
                }
            }
            for _ in 0..random(4) {
                cells.remove(&[random(30) as i32, random(30) as i32]);
            }
            let outside = |column: &Column| !cells.contains_key(column);
            let grid = || (-1..34).flat_map(|x| (-1..34).map(move |z| [x, z]));
            let exact = |[x, z]: Column| {
                let columns = grid().filter(outside);
                let squared = columns.map(|to| (to[0] - x).pow(2) + (to[1] - z).pow(2));
                squared.min().unwrap()
            };
            let Some((found, _)) = most_interior(&cells, 0.4) else {
                assert!(cells.is_empty());
                continue;
            };
            let most = cells.keys().map(|column| exact(*column)).max().unwrap();
            let [found, most] = [exact(found), most].map(|squared| f64::from(squared).sqrt());
            assert!(most - found < 0.2, "{found} of {most}");
        }
    }
}
