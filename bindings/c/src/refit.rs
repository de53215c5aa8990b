//! Editing height fields in place.

use crate::both::worlds::refused;
use crate::handles;
use crate::locks::writing;
use crate::memory::{Column, Plain, all, read};
use crate::objects::{CaromMesh, CaromWorld};
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::bad;
use carom_rs::{BodyError, BodyId, MeshError};
use std::ops::Range;
use std::sync::Arc;

/// New heights in some columns and rows of a height field.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromHeightArea {
    /// The first column to change.
    pub column: u32,
    /// The first row to change.
    pub row: u32,
    /// The number of columns to change.
    pub columns: u32,
    /// The number of rows to change.
    pub rows: u32,
    /// The new heights, row by row: columns times rows. NaN is a hole.
    pub heights: *const f32,
}

// SAFETY: integers and a pointer.
unsafe impl Plain for CaromHeightArea {}

/// An area, checked but for the size of the field.
struct Area {
    columns: Range<usize>,
    rows: Range<usize>,
    heights: Vec<f32>,
}

impl Area {
    /// # Safety
    /// The heights are null or of the number that the area says.
    unsafe fn new(area: &CaromHeightArea) -> Result<Self> {
        let range = |first: u32, count: u32| {
            let end = (first as usize).checked_add(count as usize)?;
            Some(first as usize..end)
        };
        let (columns, rows) = (range(area.column, area.columns), range(area.row, area.rows));
        let count = (area.columns as usize).checked_mul(area.rows as usize);
        let (Some(columns), Some(rows), Some(count)) = (columns, rows, count) else {
            return Err(Failure::out_of_range("area: too many heights"));
        };
        // SAFETY: what the caller promises.
        let heights = unsafe { Column::packed(area.heights, count, "area.heights") }?;
        let heights = all(&heights, count)?;
        if let Some(index) = heights.iter().position(|height| height.is_infinite()) {
            return Err(bad(&format_args!("area.heights[{index}]"), "is infinite"));
        }
        Ok(Self {
            columns,
            rows,
            heights,
        })
    }

    fn ranges(&self) -> [Range<usize>; 2] {
        [self.columns.clone(), self.rows.clone()]
    }

    fn height(&self, column: usize, row: usize) -> f32 {
        let (column, row) = (column - self.columns.start, row - self.rows.start);
        self.heights[row * self.columns.len() + column]
    }
}

fn wrong(error: MeshError) -> Failure {
    match error {
        MeshError::NoHeights => Failure::invalid(error.to_string()),
        MeshError::NoSuchHeight { .. } => Failure::out_of_range(format!("area: {error}")),
        error => Failure::invalid(format!("area: {error}")),
    }
}

/// Changes heights of a height field: digging, filling, paths that are worn. The answers are then those of a new mesh.
///
/// Takes a fraction of the time of a new one. Queries that run in other threads end with the old heights, and worlds
/// that have the mesh as a body keep them: see carom_world_refit_heights(). Errors: a mesh that is no height field, columns
/// or rows that are not all in it, an infinite height, nothing left but holes; then nothing changes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_refit_heights(
    mesh: CaromMesh,
    area: *const CaromHeightArea,
) -> CaromStatus {
    guarded("carom_mesh_refit_heights", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let area = unsafe { Area::new(&read(area, "area")?) }?;
        let old = handles::object(mesh, "mesh")?;
        let height = |column, row| area.height(column, row);
        let changed = carom_fast::with_heights(&old, area.ranges(), &height).map_err(wrong)?;
        handles::replace_mesh(mesh, &old, Arc::new(changed))
    })
}

/// Changes heights of a body that is a height field, in its own frame: carom_mesh_refit_heights() in a world. Only this body
/// changes; the first call copies a mesh that others share.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_world_refit_heights(
    world: CaromWorld,
    body: u64,
    area: *const CaromHeightArea,
) -> CaromStatus {
    guarded("carom_world_refit_heights", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let area = unsafe { Area::new(&read(area, "area")?) }?;
        let world = handles::object(world, "world")?;
        let mut world = writing(&world)?;
        let (id, height) = (BodyId::from_bits(body), |column, row| {
            area.height(column, row)
        });
        let changed = carom_fast::refit_heights(&mut world, id, area.ranges(), &height);
        changed.map_err(|error| match error {
            BodyError::Kind => Failure::invalid("body is not a height field"),
            BodyError::Mesh(error) => wrong(error),
            error => refused(error),
        })
    })
}
