//! Height fields.

use crate::handles;
use crate::memory::{Column, Out, Plain, all, read};
use crate::objects::CaromMesh;
use crate::status::{CaromStatus, Failure, guarded};
use crate::values::{CaromVec3, finite};
use carom_rs::HeightField;
use std::sync::Arc;

/// A terrain: heights over a grid of rectangular cells of two triangles each, y up.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromHeights {
    /// The position of the first column and row at height 0.
    pub origin: CaromVec3,
    /// The distance between columns, along x; more than 0.
    pub cell_x: f32,
    /// The distance between rows, along z; more than 0.
    pub cell_z: f32,
    /// The number of heights in a row, at least 2.
    pub columns: u32,
    /// The number of rows, at least 2.
    pub rows: u32,
    /// Padding; not read.
    pub reserved: u32,
    /// The heights, row by row. NaN is a hole: triangles with such a corner are left out.
    pub heights: *const f32,
}

// SAFETY: integers, floats and a pointer.
unsafe impl Plain for CaromHeights {}

/// Builds the mesh of a height field, in about 6 bytes a triangle; copies the heights. The triangles of the cell at column
/// i and row j have the numbers 2 (j (columns - 1) + i) and one more; their fronts face up. Free it with
/// carom_mesh_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_mesh_of_heights(
    field: *const CaromHeights,
    out: *mut CaromMesh,
) -> CaromStatus {
    guarded("carom_mesh_of_heights", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (field, out) = unsafe { (read(field, "field")?, Out::new(out, "out")?) };
        let (columns, rows) = (field.columns as usize, field.rows as usize);
        let count = columns.checked_mul(rows);
        let count = count.ok_or_else(|| Failure::out_of_range("field: too many heights"))?;
        // SAFETY: null or as many heights, as the header demands.
        let heights = unsafe { Column::packed(field.heights, count, "field.heights") }?;
        let field = HeightField {
            origin: finite(field.origin, "field.origin")?,
            cell: [field.cell_x, field.cell_z],
            columns,
            heights: all(&heights, count)?,
        };
        let mesh = carom_fast::mesh_of_heights(field)
            .map_err(|error| Failure::invalid(format!("field: {error}")))?;
        out.write(handles::named(Arc::new(mesh))?);
        Ok(())
    })
}
