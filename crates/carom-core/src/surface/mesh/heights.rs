//! Height fields: meshes over a grid of heights, which need not store triangles.

use super::error::MeshError;
use super::pack::Pack;
use crate::shape::triangle::Triangle;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_bvh::{Aabb, Bvh};
use carom_math::{Scalar, Vector};
use core::ops::Range;

/// A terrain: heights over a grid of rectangular cells of two triangles each.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/height_field.svg"))]
///
/// The height of column `i` and row `j` is `heights[j * columns + i]`, at the position `origin` + (i · `cell[0]`,
/// height, j · `cell[1]`); y is up. A height of NaN is a hole: triangles with such a corner are left out. The triangles
/// of the cell at column `i` and row `j` have the numbers 2·(j·(columns−1)+i) and one more; their fronts face up. The
/// diagonal runs from (i+1, j) to (i, j+1).
///
/// Tiles of a larger terrain are bodies of a world, welded by [`World::weld_mesh`](crate::World::weld_mesh).
/// As a [`Mesh`](super::Mesh) it has every query of meshes, in about 6 bytes a triangle.
///
/// ```
/// use carom::{HeightField, Mesh, glam::{Vec3, vec3}};
/// let field = HeightField { origin: Vec3::ZERO, cell: [2., 2.], columns: 3, heights: vec![1., 1., 1., 1., 3., 1., 1., 1., 1.] };
/// let hill: Mesh<Vec3> = field.mesh()?;
/// assert_eq!(hill.len(), 8);
/// let hit = hill.query().ray(vec3(2., 9., 2.), vec3(0., -9., 0.)).unwrap();
/// assert!(hit.point.distance(vec3(2., 3., 2.)) < 1e-5);
/// # Ok::<(), carom::MeshError>(())
/// ```
#[doc(alias = "PxHeightField")]
#[doc(alias = "btHeightfieldTerrainShape")]
#[doc(alias = "HeightMapShape3D")]
#[doc(alias = "TerrainCollider")]
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "HeightFieldShape")]
#[doc(alias = "cNoCollisionValue")]
#[doc(alias = "terrain")]
pub struct HeightField<V: Vector> {
    /// The position of the first column and row at height 0.
    pub origin: V,
    /// The distance between columns, along x, and between rows, along z.
    pub cell: [V::Scalar; 2],
    /// The number of heights in a row.
    pub columns: usize,
    /// The heights, row by row.
    pub heights: Vec<V::Scalar>,
}

/// A validated height field. A group is a block of two by two cells.
#[derive(Clone, Debug)]
pub(super) struct Heights<V: Vector> {
    field: HeightField<V>,
}

impl<V: Vector3> Heights<V> {
    /// Validates a field, and builds the BVH over its blocks.
    pub(super) fn new(field: HeightField<V>) -> Result<(Self, Bvh<V>), MeshError> {
        let (columns, count) = (field.columns, field.heights.len());
        let is_grid = columns >= 2 && count.is_multiple_of(columns) && count / columns >= 2;
        if !is_grid || count > 1 << 30 {
            return Err(MeshError::WrongSize {
                heights: count,
                columns,
            });
        }
        let positive = |cell: &V::Scalar| *cell > V::Scalar::ZERO && cell.is_finite();
        if !field.cell.iter().all(positive) {
            return Err(MeshError::WrongCell);
        }
        let heights = Self { field };
        for vertex in 0..count {
            let place = heights.place(vertex % columns, vertex / columns);
            if !heights.is_hole(vertex) && !place.is_finite() {
                return Err(MeshError::NotFinite { vertex });
            }
        }
        let tree = heights.tree();
        if tree.bounds().is_empty() {
            return Err(MeshError::NoTriangles);
        }
        Ok((heights, tree))
    }

    /// Changes the heights in some columns and rows. Returns the new box around all triangles, and whether blocks of holes
    /// alone have come or gone. Unchanged if there is an error.
    pub(super) fn set(
        &mut self,
        area: [&Range<usize>; 2],
        height: &dyn Fn(usize, usize) -> V::Scalar,
    ) -> Result<(Aabb<V>, bool), MeshError> {
        let [columns, rows] = area;
        let [width, depth] = self.cells().map(|cells| cells + 1);
        if columns.end > width || rows.end > depth {
            return Err(MeshError::NoSuchHeight {
                column: columns.end.max(1) - 1,
                row: rows.end.max(1) - 1,
            });
        }
        for (column, row) in places(area) {
            let height = height(column, row);
            let is_hole = height.partial_cmp(&height).is_none();
            if !is_hole && !self.place_at(column, row, height).is_finite() {
                let vertex = row * width + column;
                return Err(MeshError::NotFinite { vertex });
            }
        }
        let before: Vec<V::Scalar> = places(area)
            .map(|(column, row)| self.field.heights[row * width + column])
            .collect();
        let holes = self.holes_of(area);
        for (column, row) in places(area) {
            self.field.heights[row * width + column] = height(column, row);
        }
        let bounds = self.bounds();
        if bounds.is_empty() {
            for ((column, row), height) in places(area).zip(before) {
                self.field.heights[row * width + column] = height;
            }
            return Err(MeshError::NoTriangles);
        }
        Ok((bounds, self.holes_of(area) != holes))
    }

    /// For each block with a corner in these columns and rows, whether it is holes alone.
    fn holes_of(&self, area: [&Range<usize>; 2]) -> Vec<bool> {
        let blocks = self.blocks_of(area);
        let is_hole = |block| self.pack(block).bounds().is_empty();
        blocks.map(is_hole).collect()
    }

    /// The box around the heights that change.
    pub(super) fn around(
        &self,
        area: [&Range<usize>; 2],
        height: &dyn Fn(usize, usize) -> V::Scalar,
    ) -> Aabb<V> {
        let place = |(column, row)| self.place_at(column, row, height(column, row));
        Aabb::of_points(places(area).map(place).filter(|place| place.is_finite()))
    }

    /// The blocks with a corner in these columns and rows.
    fn blocks_of(&self, area: [&Range<usize>; 2]) -> impl Iterator<Item = usize> + use<V> {
        let [width, depth] = self.cells();
        let blocks = |range: &Range<usize>, cells: usize| {
            // A height is a corner of the cells on either side.
            let (from, to) = (range.start.max(1) - 1, range.end.min(cells));
            from / 2..to.div_ceil(2)
        };
        let (x, z) = (blocks(area[0], width), blocks(area[1], depth));
        let across = width.div_ceil(2);
        z.flat_map(move |row| x.clone().map(move |column| row * across + column))
    }

    /// The BVH over the blocks.
    pub(super) fn tree(&self) -> Bvh<V> {
        let blocks = (0..self.blocks()).map(|block| self.pack(block).bounds());
        Bvh::over(&blocks.collect::<Vec<_>>())
    }

    /// The box around all triangles; empty if there are only holes.
    fn bounds(&self) -> Aabb<V> {
        let boxes = (0..self.blocks()).map(|block| self.pack(block).bounds());
        boxes.fold(Aabb::empty(), |all, own| all.union(&own))
    }

    /// The validated field.
    pub(super) fn field(&self) -> &HeightField<V> {
        &self.field
    }

    /// The number of cells in a row and in a column.
    fn cells(&self) -> [usize; 2] {
        let columns = self.field.columns;
        [columns - 1, self.field.heights.len() / columns - 1]
    }

    fn blocks(&self) -> usize {
        let [x, z] = self.cells();
        x.div_ceil(2) * z.div_ceil(2)
    }

    pub(super) fn len(&self) -> usize {
        let [x, z] = self.cells();
        2 * x * z
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.field.heights.as_slice())
    }

    fn is_hole(&self, vertex: usize) -> bool {
        let height = self.field.heights[vertex];
        height.partial_cmp(&height).is_none()
    }

    fn place(&self, column: usize, row: usize) -> V {
        let height = self.field.heights[row * self.field.columns + column];
        self.place_at(column, row, height)
    }

    /// The position of a height in this column and row.
    fn place_at(&self, column: usize, row: usize, height: V::Scalar) -> V {
        let HeightField { origin, cell, .. } = &self.field;
        let x = V::Scalar::from_f64(column as f64) * cell[0];
        let z = V::Scalar::from_f64(row as f64) * cell[1];
        *origin + V::from_f64([x.to_f64(), height.to_f64(), z.to_f64()])
    }

    /// Fronts face up: counter-clockwise as seen from above, with z down and x to the right.
    pub(super) fn triangle(&self, number: u32) -> Triangle<V> {
        let number = number as usize;
        let [width, _] = self.cells();
        let (i, j) = (number / 2 % width, number / 2 / width);
        let corner = |x: usize, z: usize| self.place(i + x, j + z);
        let (right, below) = (corner(1, 0), corner(0, 1));
        if number.is_multiple_of(2) {
            Triangle::new(corner(0, 0), below, right)
        } else {
            Triangle::new(right, below, corner(1, 1))
        }
    }

    /// The numbers of the triangles in the cells of this many rings along the border, the lowest first.
    pub(super) fn within_cells_of_border(
        &self,
        rings: usize,
    ) -> impl Iterator<Item = u32> + use<V> {
        let [width, depth] = self.cells();
        let is_near = move |i: usize, end: usize| i < rings || i + rings >= end;
        let cells = (0..depth).flat_map(move |j| {
            let inner = !is_near(j, depth) && width > 2 * rings;
            let (left, right) = if inner {
                (0..rings, width - rings..width)
            } else {
                (0..width, width..width)
            };
            left.chain(right).map(move |i| j * width + i)
        });
        cells.flat_map(|cell| [2 * cell as u32, 2 * cell as u32 + 1])
    }

    /// The triangles of a block, without those with a hole at a corner.
    pub(super) fn pack(&self, block: usize) -> Pack<V> {
        let [width, depth] = self.cells();
        let across = width.div_ceil(2);
        let (i, j) = (block % across * 2, block / across * 2);
        let cells = [(i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)].into_iter();
        let numbers = cells
            .filter(|(i, j)| *i < width && *j < depth)
            .map(|(i, j)| 2 * (j * width + i) as u32)
            .flat_map(|first| [first, first + 1]);
        let triangles = numbers.map(|number| (number, self.triangle(number)));
        Pack::of(triangles.filter(|(_, t)| t.core().iter().all(|corner| corner.is_finite())))
    }
}

/// Columns and rows in the order of the heights.
fn places([columns, rows]: [&Range<usize>; 2]) -> impl Iterator<Item = (usize, usize)> {
    let (columns, rows) = (columns.clone(), rows.clone());
    rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
}
