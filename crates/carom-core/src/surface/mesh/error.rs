//! Errors of building a mesh.

use carom_math::Vector;
use core::fmt;

/// Why a mesh cannot be built: the first fault found.
///
/// ```
/// use carom::{Mesh, MeshError, glam::Vec3};
/// let error = Mesh::new([Vec3::ZERO, Vec3::X, Vec3::Y], [[0, 1, 7]]).unwrap_err();
/// assert_eq!(error, MeshError::NoSuchVertex { triangle: 0, index: 7, vertices: 3 });
/// assert_eq!(error.to_string(), "triangle 0 has the vertex 7, but there are only 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshError {
    /// The list of triangles is empty.
    NoTriangles,
    /// More than 2³¹ triangles.
    TooManyTriangles,
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The index in the list of vertices.
        vertex: usize,
    },
    /// The number of heights is not a multiple of `columns`, there are fewer than two rows or columns, or more than 2³⁰
    /// heights.
    WrongSize {
        /// The number of heights.
        heights: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The size of a cell is not a positive finite number.
    WrongCell,
    /// A factor of a scale is not positive and finite.
    WrongScale {
        /// The number of the axis: 0 for x, 1 for y, 2 for z.
        axis: usize,
    },
    /// A height field cannot be refitted triangle by triangle: see [`Mesh::refit_heights`](super::Mesh::refit_heights).
    FixedForm,
    /// The mesh is not a height field.
    NoHeights,
    /// The columns or rows to change are not all in the height field.
    NoSuchHeight {
        /// The last column to change.
        column: usize,
        /// The last row to change.
        row: usize,
    },
    /// A mesh with a border is not a solid.
    Open {
        /// The number of edges of the border: see [`Mesh::open_edges`](super::Mesh::open_edges).
        edges: usize,
    },
    /// The fronts of a solid face inwards.
    InsideOut,
    /// A corner is not the index of a vertex.
    NoSuchVertex {
        /// The index in the list of triangles.
        triangle: usize,
        /// The index of the corner.
        index: u32,
        /// The number of vertices.
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
                "{heights} heights in rows of {columns} do not fill at least two rows and columns"
            ),
            Self::WrongCell => write!(f, "the size of a cell is not positive and finite"),
            Self::WrongScale { axis } => {
                let name = ["x", "y", "z"].get(*axis).unwrap_or(&"?");
                write!(
                    f,
                    "the factor of the scale along {name} is not positive and finite"
                )
            }
            Self::FixedForm => write!(f, "a height field cannot be refitted by its triangles"),
            Self::NoHeights => write!(f, "the mesh is not a height field"),
            Self::NoSuchHeight { column, row } => {
                write!(
                    f,
                    "the height field does not reach column {column} and row {row}"
                )
            }
            Self::Open { edges } => write!(f, "the mesh is not closed: it has {edges} open edges"),
            Self::InsideOut => write!(f, "the mesh is inside out: its triangles face inwards"),
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
