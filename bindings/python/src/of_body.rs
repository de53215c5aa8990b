//! What differs between bodies in 2D and in 3D, and between the precisions.

use crate::arrays::Rows;
use crate::shape_kind::Kind;
use carom::{Collider, Pose, Vector};
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A vector of worlds: what differs between 2D and 3D, and between the precisions.
pub(crate) trait OfBody: Vector {
    /// The collider of a surface that is given, `None` of anything else; raises for one that is no body of such a world.
    fn surface(given: &Bound<'_, PyAny>) -> PyResult<Option<Collider<Self>>>;

    /// The object of a collider that is a surface.
    fn surface_object<'py>(
        py: Python<'py>,
        collider: &Collider<Self>,
    ) -> PyResult<Bound<'py, PyAny>>;

    /// The class of the shapes of a kind; none of points, and of what this dimension does not have.
    fn class(py: Python<'_>, kind: Kind) -> Option<Bound<'_, PyType>>;

    /// The pose of the matrix in a row, or why it is none.
    fn pose(matrices: &Rows<'_>, row: usize) -> Result<Pose<Self>, String>;
}
