//! The area of reached ground, measured on the level by quadtrees of samples.
//!
//! A cell is divided into four, and again, where its corners and its middle disagree: at the rims of floors and along walls
//! down to a sixteenth of a cell.

use crate::columns::{AROUND, Column};
use crate::flood_tile::FloodTile;
use crate::ground::Ground;
use crate::heights::Heights;
use crate::searched::Searched;
use crate::standing::Standing;
use crate::survey::Survey;
use glam::Vec3;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The largest number of parts along a side of a cell.
const PARTS: usize = 16;

/// A part of a floor in one column, where the feet can be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    /// The number in its tile of the place from which it is reached.
    pub(crate) place: u32,
    /// Its height.
    pub(crate) height: f32,
    /// Its area, m².
    pub(crate) area: f64,
    /// Its first corner, at the height of the feet.
    pub(crate) corner: Vec3,
    /// Its shape in the column: that of a [`Ground`].
    pub(crate) shape: u64,
}

/// A cell to measure.
struct Cell {
    /// The number of the place from which it is reached.
    place: u32,
    column: Column,
    /// The feet of the place, in the cell or, if no place is in it, in the next one.
    feet: Vec3,
    /// The feet are in the next cell.
    beside: bool,
}

/// Measures the ground of a search, tile after tile.
pub(crate) struct Measure<'s, 'a> {
    survey: &'s Survey<'a>,
    /// The heights where the character stands.
    known: &'s Heights,
    /// The heights of cells without a place, beside those with one: of the columns at the borders of the tiles so far.
    beside: BTreeMap<Column, Vec<f32>>,
}

impl<'s, 'a> Measure<'s, 'a> {
    pub(crate) fn of<E>(searched: &'s Searched<'a, E>) -> Result<Self, E> {
        Ok(Self {
            survey: &searched.survey,
            known: &searched.heights()?.standing,
            beside: BTreeMap::new(),
        })
    }

    /// The ground of a tile where the character stands upright, column by column, in the order of the places: that of the
    /// places that `counts`.
    pub(crate) fn patches(&mut self, tile: &FloodTile, counts: impl Fn(u32) -> bool) -> Vec<Patch> {
        let survey = self.survey;
        let same = survey.same();
        let mut cells = self.cells(tile);
        cells.retain(|cell| counts(cell.place));
        cells
            .par_iter()
            .map_init(
                || survey.standing(),
                |standing, cell| survey.patch(standing, cell, same),
            )
            .collect()
    }

    /// The corners of cells where the character only crouches, and the places.
    pub(crate) fn crouched(&self, tile: &FloodTile) -> Vec<(u32, Vec3)> {
        let survey = self.survey;
        let same = survey.same();
        let places = (0..).zip(tile.places());
        let crouched = places.filter(|(_, place)| place.crouched);
        crouched
            .filter_map(|(number, place)| {
                let feet = place.body.feet;
                let column = survey.columns.of(feet);
                let height = survey.columns.height(feet);
                let mut heights = self.known.at(column);
                let alone = heights.all(|known| (known - height).abs() > same);
                alone.then(|| (number, survey.columns.corner(feet, column, 0.0)))
            })
            .collect()
    }

    /// The cells to measure, in the order of the places.
    fn cells(&mut self, tile: &FloodTile) -> Vec<Cell> {
        let columns = &self.survey.columns;
        let same = self.survey.same();
        let height = |feet: Vec3| columns.height(feet);
        let standing = || {
            let places = (0..).zip(tile.places());
            places.filter(|(_, place)| !place.crouched)
        };
        let mut cells: Vec<_> = standing()
            .map(|(number, place)| Cell {
                place: number,
                column: columns.of(place.body.feet),
                feet: place.body.feet,
                beside: false,
            })
            .collect();
        // Over a ledge the feet can be farther out than where runs come to rest.
        for (number, place) in standing() {
            let feet = place.body.feet;
            let [x, z] = columns.of(feet);
            for [dx, dz] in AROUND {
                let column = [x + dx, z + dz];
                let is_other = |known: f32| (known - height(feet)).abs() > same;
                if !self.known.at(column).all(is_other) {
                    continue;
                }
                let more = self.beside.entry(column).or_default();
                if more.iter().copied().all(is_other) {
                    more.push(height(feet));
                    cells.push(Cell {
                        place: number,
                        column,
                        feet,
                        beside: true,
                    });
                }
            }
        }
        // No other tile has places beside the columns within.
        let window = self.survey.tiles.window_of(tile.number());
        let is_inner = |column| window.is_some_and(|window| window.is_inner(column));
        self.beside.retain(|column, _| !is_inner(*column));
        cells
    }
}

impl Survey<'_> {
    fn patch(&self, standing: &mut Standing, cell: &Cell, same: f32) -> Patch {
        let mut samples = [None; PARTS * PARTS];
        let mut stands = |i: usize, j: usize| {
            *samples[j * PARTS + i].get_or_insert_with(|| {
                let part = |k: usize| (k as f32 + 0.5) / PARTS as f32;
                let point = cell.feet
                    + self
                        .columns
                        .part(cell.feet, cell.column, [part(i), part(j)]);
                let feet = standing.at(point, same);
                feet.is_some_and(|feet| {
                    !cell.beside || standing.sees(cell.feet, feet, self.settings.step_height)
                })
            })
        };
        let (mut count, mut shape) = (0, 0);
        parts(&mut stands, [0, 0], PARTS, &mut |corner, size| {
            count += size * size;
            shape |= square(corner, size);
        });
        let width = f64::from(self.options.cell);
        Patch {
            place: cell.place,
            height: self.columns.height(cell.feet),
            area: count as f64 / (PARTS * PARTS) as f64 * width * width,
            corner: self.columns.corner(cell.feet, cell.column, 0.0),
            shape,
        }
    }
}

/// Calls `found` with the squares of parts that hold, within a square of this size: their first part and their size.
fn parts(
    holds: &mut impl FnMut(usize, usize) -> bool,
    [i, j]: [usize; 2],
    size: usize,
    found: &mut impl FnMut([usize; 2], usize),
) {
    let middle = holds(i + size / 2, j + size / 2);
    let last = size - 1;
    let corners = [[i, j], [i + last, j], [i, j + last], [i + last, j + last]];
    if size == 1 || corners.into_iter().all(|[i, j]| holds(i, j) == middle) {
        if middle {
            found([i, j], size);
        }
        return;
    }
    let half = size / 2;
    for corner in [[i, j], [i + half, j], [i, j + half], [i + half, j + half]] {
        parts(holds, corner, half, found);
    }
}

/// The bits of a square of parts in the coarser shape of a [`Ground`].
fn square([i, j]: [usize; 2], size: usize) -> u64 {
    let within = |k: usize| {
        let first = k * Ground::PARTS / PARTS;
        first..first + (size * Ground::PARTS / PARTS).max(1)
    };
    let bits = within(j).flat_map(|row| within(i).map(move |column| row * Ground::PARTS + column));
    bits.fold(0, |shape, bit| shape | 1 << bit)
}

/// A floor: ground of similar height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// The height of most of it.
    pub height: f32,
    /// The area where the feet can be, m².
    pub area: f64,
}

/// The ground of similar height, and the moment of its heights: their mean is the quotient.
#[derive(Clone, Copy, Default)]
struct Bin {
    area: f64,
    moment: f64,
}

impl Bin {
    /// The mean height, or that of the bin if nothing is in it.
    fn height(&self, number: i64, step: f32) -> f32 {
        if self.area > 0.0 {
            (self.moment / self.area) as f32
        } else {
            number as f32 * step
        }
    }
}

/// Ground in bins of one height.
struct Bins {
    step: f32,
    bins: BTreeMap<i64, Bin>,
}

impl Bins {
    fn new(step: f32) -> Self {
        let bins = BTreeMap::new();
        Self { step, bins }
    }

    fn add(&mut self, patch: &Patch) {
        let number = (patch.height / self.step).round() as i64;
        let bin = self.bins.entry(number).or_default();
        bin.area += patch.area;
        bin.moment += patch.area * f64::from(patch.height);
    }

    /// The bins, the lowest first: their height and area.
    fn heights(&self) -> impl Iterator<Item = (f32, f64)> {
        let bins = self.bins.iter();
        bins.map(|(number, bin)| (bin.height(*number, self.step), bin.area))
    }
}

/// Ground by height.
pub(crate) struct Floors {
    /// The least distance of floors.
    apart: f32,
    /// Bins that are small beside that.
    bins: Bins,
    /// The same ground in bins of some millimeters.
    fine: Bins,
}

impl Floors {
    pub(crate) fn new(apart: f32) -> Self {
        Self {
            apart,
            bins: Bins::new(apart / 8.0),
            fine: Bins::new(apart / 512.0),
        }
    }

    pub(crate) fn add(&mut self, patch: &Patch) {
        self.bins.add(patch);
        self.fine.add(patch);
    }

    /// Ground by floors, the lowest first: the heights with most of it, farther than `apart` from each other.
    pub(crate) fn found(&self) -> Vec<Floor> {
        /// The least part of all ground that makes a floor of its own.
        const LEAST: f64 = 0.01;
        let mut by_area: Vec<(f32, f64)> = self.bins.heights().collect();
        let total: f64 = by_area.iter().map(|(_, area)| area).sum();
        // Of equal ones the lower.
        by_area.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut floors: Vec<Floor> = Vec::new();
        for (height, area) in by_area {
            let own = floors
                .iter()
                .all(|floor| (floor.height - height).abs() > self.apart);
            if own && (floors.is_empty() || area >= LEAST * total) {
                floors.push(Floor { height, area: 0.0 });
            }
        }
        floors.sort_by(|a, b| a.height.total_cmp(&b.height));
        for (height, area) in self.fine.heights() {
            let off = |floor: &Floor| (floor.height - height).abs();
            if let Some(nearest) = floors.iter_mut().min_by(|a, b| off(a).total_cmp(&off(b))) {
                nearest.area += area;
            }
        }
        floors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_half() {
        let mut samples = 0;
        let mut half = |i: usize, _: usize| {
            samples += 1;
            i < 5
        };
        let (mut count, mut shape) = (0, 0);
        parts(&mut half, [0, 0], PARTS, &mut |corner, size| {
            count += size * size;
            shape |= square(corner, size);
        });
        assert_eq!(count, 5 * PARTS);
        assert!(samples < 2 * PARTS * PARTS);
        // Five sixteenths are two and a half eighths, each of eight rows.
        assert_eq!(shape, 0x0707_0707_0707_0707);
        assert_eq!(square([0, 0], PARTS), u64::MAX);
        assert_eq!(square([15, 15], 1), 1 << 63);
    }

    #[test]
    fn floors_and_the_stairs_between_them() {
        let patch = |height, area| Patch {
            place: 0,
            height,
            area,
            corner: Vec3::ZERO,
            shape: 0,
        };
        let stairs = (0..20).map(|i| patch(i as f32 * 0.15, 0.1));
        let mut by_height = Floors::new(0.9);
        for patch in [patch(0.0, 40.0), patch(0.01, 10.0), patch(3.0, 30.0)]
            .into_iter()
            .chain(stairs)
        {
            by_height.add(&patch);
        }
        let floors = by_height.found();
        assert_eq!(floors.len(), 2, "{floors:?}");
        assert!((floors[0].area + floors[1].area - 82.0).abs() < 1e-9);
        // The mean of a bin: 50.1 m² with a moment of 0.1 m³, and 3 m alone.
        assert!((floors[0].height - 0.1 / 50.1).abs() < 1e-6, "{floors:?}");
        assert_eq!(floors[1].height, 3.0);
    }
}
