//! What can be wrong with the data of a mesh.

use carom_math::Vector;
use core::fmt;

/// Why a mesh cannot be built. Names the first element that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshError {
    /// There is nothing to build from.
    NoTriangles,
    /// More than 2³¹ triangles.
    TooManyTriangles,
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The place in the list of vertices.
        vertex: usize,
    },
    /// A height field is not as long as its columns and rows say, has fewer than two of either, or more than
    /// 2³⁰ heights.
    WrongSize {
        /// How many heights there are.
        heights: usize,
        /// How many a row.
        columns: usize,
    },
    /// The size of a cell is not a positive finite number.
    WrongCell,
    /// A height field cannot be refitted.
    FixedForm,
    /// A corner names a vertex that does not exist.
    NoSuchVertex {
        /// The place in the list of triangles.
        triangle: usize,
        /// The index it holds.
        index: u32,
        /// How many vertices there are.
        vertices: usize,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTriangles => write!(f, "the mesh has no triangles"),
            Self::TooManyTriangles => write!(f, "the mesh has more than 2^31 triangles"),
            Self::NotFinite { vertex } => write!(f, "vertex {vertex} is not finite"),
            Self::WrongSize { heights, columns } => write!(
                f,
                "{heights} heights in rows of {columns} are no height field of two rows and columns or more"
            ),
            Self::WrongCell => write!(f, "the size of a cell is not positive and finite"),
            Self::FixedForm => write!(f, "a height field cannot be refitted"),
            Self::NoSuchVertex {
                triangle,
                index,
                vertices,
            } => write!(
                f,
                "triangle {triangle} has the vertex {index}, but there are only {vertices}"
            ),
        }
    }
}

impl core::error::Error for MeshError {}

pub(super) fn check<V: Vector>(vertices: &[V], triangles: &[[u32; 3]]) -> Result<(), MeshError> {
    if triangles.is_empty() {
        return Err(MeshError::NoTriangles);
    }
    if triangles.len() > 1 << 31 {
        return Err(MeshError::TooManyTriangles);
    }
    if let Some(vertex) = vertices.iter().position(|v| !v.is_finite()) {
        return Err(MeshError::NotFinite { vertex });
    }
    for (triangle, corners) in triangles.iter().enumerate() {
        for &index in corners {
            if index as usize >= vertices.len() {
                return Err(MeshError::NoSuchVertex {
                    triangle,
                    index,
                    vertices: vertices.len(),
                });
            }
        }
    }
    Ok(())
}
