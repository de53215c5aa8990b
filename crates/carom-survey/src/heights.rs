//! The heights of places by column, for all places of a level at once.

use crate::by_column::around;
use crate::columns::{Column, Columns};
use crate::places::Place;
use crate::tiles::Tiles;
use glam::Vec3;

/// The heights of all places.
#[derive(Debug)]
pub(crate) struct PlaceHeights {
    /// Of places where the character stands upright.
    pub(crate) standing: Heights,
    /// Of places where it crouches.
    pub(crate) crouched: Heights,
}

impl PlaceHeights {
    pub(crate) fn new(columns: Columns, tiles: Tiles) -> Self {
        Self {
            standing: Heights::new(columns, tiles),
            crouched: Heights::new(columns, tiles),
        }
    }

    /// Adds the places of a tile, once for each tile.
    pub(crate) fn add(&mut self, tile: u32, places: &[Place]) {
        let feet = |crouched: bool| {
            let of_stance = places
                .iter()
                .filter(move |place| place.crouched == crouched);
            of_stance.map(|place| place.body.feet)
        };
        self.standing.add(tile, feet(false));
        self.crouched.add(tile, feet(true));
    }

    /// The heights in a column.
    pub(crate) fn at(&self, column: Column) -> impl Iterator<Item = f32> + '_ {
        self.standing.at(column).chain(self.crouched.at(column))
    }

    /// The heights in a column and the eight around it.
    pub(crate) fn around(&self, column: Column) -> impl Iterator<Item = f32> + '_ {
        around(column).flat_map(|column| self.at(column))
    }
}

/// The heights of places. 8 bytes each, sorted by column in every tile.
#[derive(Clone, Debug)]
pub(crate) struct Heights {
    columns: Columns,
    tiles: Tiles,
    /// By tile: the number of the column in the tile, and a height.
    by_tile: Vec<Vec<(u32, f32)>>,
}

impl Heights {
    pub(crate) fn new(columns: Columns, tiles: Tiles) -> Self {
        let [across, along] = tiles.counts();
        Self {
            columns,
            tiles,
            by_tile: vec![Vec::new(); across as usize * along as usize],
        }
    }

    /// Adds the feet of places of a tile, once for each tile.
    fn add(&mut self, tile: u32, feet: impl Iterator<Item = Vec3>) {
        let Some(window) = self.tiles.window_of(tile) else {
            return;
        };
        let heights = feet.filter_map(|feet| {
            let column = window.number(self.columns.of(feet))?;
            Some((column as u32, self.columns.height(feet)))
        });
        let mut heights: Vec<_> = heights.collect();
        heights.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        heights.shrink_to_fit();
        self.by_tile[tile as usize] = heights;
    }

    /// The heights in a column.
    pub(crate) fn at(&self, column: Column) -> impl Iterator<Item = f32> + '_ {
        let tile = self.tiles.of_column(column);
        let found = tile.and_then(|at| {
            let number = self.tiles.window(at)?.number(column)? as u32;
            let heights = &self.by_tile[self.tiles.number(at) as usize];
            let first = heights.partition_point(|(other, _)| *other < number);
            Some((number, &heights[first..]))
        });
        let (number, heights) = found.unwrap_or_default();
        let here = heights
            .iter()
            .take_while(move |(other, _)| *other == number);
        here.map(|(_, height)| *height)
    }
}
