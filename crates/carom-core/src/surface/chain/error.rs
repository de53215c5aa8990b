//! What can be wrong with the data of a chain.

use carom_math::Vector;
use core::fmt;

/// Why a chain cannot be built. Names the first vertex that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainError {
    /// Fewer than two vertices.
    TooFewVertices {
        /// How many there are.
        vertices: usize,
    },
    /// More than 2³¹ vertices.
    TooManyVertices,
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The place in the list of vertices.
        vertex: usize,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewVertices { vertices } => {
                write!(f, "a chain needs two vertices, but there are {vertices}")
            }
            Self::TooManyVertices => write!(f, "the chain has more than 2^31 vertices"),
            Self::NotFinite { vertex } => write!(f, "vertex {vertex} is not finite"),
        }
    }
}

impl core::error::Error for ChainError {}

pub(super) fn check<V: Vector>(vertices: &[V]) -> Result<(), ChainError> {
    if vertices.len() < 2 {
        return Err(ChainError::TooFewVertices {
            vertices: vertices.len(),
        });
    }
    if vertices.len() > 1 << 31 {
        return Err(ChainError::TooManyVertices);
    }
    match vertices.iter().position(|v| !v.is_finite()) {
        Some(vertex) => Err(ChainError::NotFinite { vertex }),
        None => Ok(()),
    }
}
