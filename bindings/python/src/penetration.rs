//! How far two meshes must be moved apart.

use crate::answer_classes::MESH_PENETRATION;
use crate::answers::Column;
use crate::meshes::with_meshes;
use crate::surface::Surface;
use crate::target::Target;
use crate::workers::detached;
use carom::{MeshPenetration, Scalar, Vector};
use numpy::Element;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

pub(crate) fn of_meshes<'py>(
    own: &Bound<'py, Surface>,
    other: &Bound<'py, Surface>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = own.py();
    with_meshes!(&own.get().target, &other.get().target, |a, b| {
        let found = detached(py, || b.query().penetration_mesh(&a))?;
        found.map(|found| answer(py, &found)).transpose()
    })
}

fn answer<'py, V: Vector<Scalar: Element>>(
    py: Python<'py>,
    found: &MeshPenetration<V>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut translation = Column::<V::Scalar>::new(py, &[3])?;
    let way = [0, 1, 2].map(|axis| found.translation[axis]);
    translation.slice().copy_from_slice(&way);
    let at_least = found.at_least.to_f64().into_bound_py_any(py)?;
    MESH_PENETRATION.make(py, [translation.object(py), at_least])
}
