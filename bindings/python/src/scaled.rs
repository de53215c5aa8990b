//! Scaled copies of meshes.

use carom::Vector3;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// A copy with a factor for each axis.
pub(crate) fn copy<V: Vector3>(
    py: Python<'_>,
    mesh: &carom::Mesh<V>,
    factors: V,
) -> PyResult<Arc<carom::Mesh<V>>> {
    let copy = py.detach(|| mesh.scaled(factors));
    let copy = copy.map_err(|error| PyValueError::new_err(format!("factors: {error}")))?;
    Ok(Arc::new(copy))
}
