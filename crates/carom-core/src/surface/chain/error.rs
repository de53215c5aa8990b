//! Errors of building a chain.

use carom_math::Vector;
use core::fmt;

/// Why a chain cannot be built: the first fault found.
///
/// ```
/// use carom::{Chain, ChainError, glam::vec2};
/// let error = Chain::open(vec![vec2(0., 0.), vec2(f32::NAN, 1.)]).unwrap_err();
/// assert_eq!(error, ChainError::NotFinite { vertex: 1 });
/// assert_eq!(error.to_string(), "vertex 1 is not finite");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChainError {
    /// Fewer than two vertices.
    TooFewVertices {
        /// The number of vertices.
        vertices: usize,
    },
    /// Fewer than two vertices in a ring.
    TooFewInRing {
        /// The number of the ring, counted from 0.
        ring: usize,
        /// The number of its vertices.
        vertices: usize,
    },
    /// More than 2³¹ vertices.
    TooManyVertices,
    /// A coordinate is infinite or NaN.
    NotFinite {
        /// The index in the list of vertices.
        vertex: usize,
    },
    /// An open chain is not a solid.
    Open,
    /// The fronts of a solid face inwards.
    Clockwise,
    /// The fronts of one of several rings face into the solid.
    FacesInwards {
        /// The number of the ring, counted from 0.
        ring: usize,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewVertices { vertices } => {
                write!(f, "a chain needs two vertices, but there are {vertices}")
            }
            Self::TooFewInRing { ring, vertices } => {
                write!(
                    f,
                    "a ring needs two vertices, but ring {ring} has {vertices}"
                )
            }
            Self::TooManyVertices => write!(f, "the chain has more than 2^31 vertices"),
            Self::NotFinite { vertex } => write!(f, "vertex {vertex} is not finite"),
            Self::Open => write!(f, "the chain is open"),
            Self::Clockwise => write!(f, "the chain is clockwise: its segments face inwards"),
            Self::FacesInwards { ring } => write!(
                f,
                "ring {ring} faces into the solid: outlines are counter-clockwise, holes clockwise"
            ),
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
