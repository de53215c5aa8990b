//! The cells of all unreached regions, by column.

use super::Unreached;
use crate::by_column::ByColumn;
use crate::columns::{AROUND, Column, Columns};
use crate::survey::Survey;
use glam::Vec3;

/// The cells of regions: by column the height and the number of the region.
pub(super) struct RegionCells<'s> {
    columns: &'s Columns,
    by_column: ByColumn<(f32, usize)>,
    /// The difference of heights within which cells are the same.
    same: f32,
}

impl<'s> RegionCells<'s> {
    pub(super) fn new(survey: &'s Survey<'_>, regions: &[Unreached], same: f32) -> Self {
        let columns = &survey.columns;
        let cells = regions.iter().zip(0..).flat_map(|(region, number)| {
            let cell = move |feet: &Vec3| (columns.of(*feet), (columns.height(*feet), number));
            region.cells.iter().map(cell)
        });
        let by_column = cells.collect();
        Self {
            columns,
            by_column,
            same,
        }
    }

    /// The numbers of the regions with a cell in a column, at most `off` from a height.
    pub(super) fn at(
        &self,
        column: Column,
        height: f32,
        off: f32,
    ) -> impl Iterator<Item = usize> + '_ {
        let cells = self.by_column.at(column);
        cells
            .filter(move |(other, _)| (other - height).abs() <= off)
            .map(|(_, region)| *region)
    }

    /// The columns around a cell of a region in which the region has none at about that height.
    pub(super) fn outside(&self, region: usize, feet: Vec3) -> Vec<Column> {
        let ([x, z], height) = (self.columns.of(feet), self.columns.height(feet));
        let around = AROUND.into_iter().map(|[dx, dz]| [x + dx, z + dz]);
        let is_outside = |column: &Column| {
            let mut inside = self.at(*column, height, self.same);
            inside.all(|other| other != region)
        };
        around.filter(is_outside).collect()
    }
}
