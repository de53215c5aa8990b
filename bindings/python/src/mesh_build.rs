//! Building a mesh of arrays.

use crate::shape_rows::not_finite;
use carom::{MeshError, Scalar, Vector, Vector3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// How a mesh is built, and which sides and edges of its triangles count.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) one_sided: bool,
    pub(crate) solid: bool,
    pub(crate) weld: bool,
    pub(crate) compact: bool,
    pub(crate) quick: bool,
}

impl Options {
    /// The keywords of a call that builds such a mesh.
    pub(crate) fn keywords(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let keywords = PyDict::new(py);
        for (name, value) in [
            ("one_sided", self.one_sided),
            ("solid", self.solid),
            ("weld", self.weld),
            ("compact", self.compact),
            ("quick", self.quick),
        ] {
            keywords.set_item(name, value)?;
        }
        Ok(keywords)
    }
}

pub(crate) fn build<V: Vector3>(
    py: Python<'_>,
    places: &[V],
    triangles: &[[u32; 3]],
    options: Options,
) -> PyResult<Arc<carom::Mesh<V>>> {
    let mesh = py.detach(|| {
        let mut mesh = if options.quick {
            carom::Mesh::quick(places, triangles)?
        } else {
            carom::Mesh::new(places, triangles)?
        };
        if options.solid {
            mesh = mesh.solid()?;
        } else if options.one_sided {
            mesh = mesh.one_sided();
        }
        if options.weld {
            mesh = mesh.weld(<V as Vector>::Scalar::from_f64(carom::Mesh::<V>::FLAT));
        }
        Ok(if options.compact {
            mesh.compact()
        } else {
            mesh
        })
    });
    let mesh = mesh.map_err(|error| PyValueError::new_err(text::<V>(error)))?;
    Ok(Arc::new(mesh))
}

/// The fault of a mesh, with the name of the argument.
pub(crate) fn text<V: Vector3>(error: MeshError) -> String {
    match error {
        MeshError::NoTriangles => "triangles is empty".to_owned(),
        MeshError::NotFinite { vertex } => format!("vertices[{vertex}] {}", not_finite::<V>()),
        MeshError::Open { .. } | MeshError::InsideOut => format!("solid: {error}"),
        error => error.to_string(),
    }
}
