//! Terrains over a grid.

use crate::arrays::{Argument, Row, as_array, tuple};
use crate::mesh::{bounds, is_double};
use crate::surface::Surface;
use crate::target::{Target, with_mesh};
use carom::glam::{DVec3, Vec3};
use carom::{Scalar, Vector3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// HeightField(heights, cell=(1, 1), origin=(0, 0, 0), *, dtype=None): a terrain over a grid, in 6 bytes a triangle.
///
/// `heights` (rows, columns) are heights along y; the one at row j and column i is at origin + (i * cell[0], height,
/// j * cell[1]). NaN is a hole. The cell at row j and column i has the triangles 2 * (j * (columns - 1) + i) and the one
/// after it. Raises a ValueError for fewer than two rows or columns, an infinite height, a cell that is not positive.
///
/// >>> import carom, numpy as np
/// >>> hill = carom.HeightField(np.array([[1., 1, 1], [1, 3, 1], [1, 1, 1]]), cell=(2, 2))
/// >>> hill.rays([2., 9, 2], [0., -10, 0]).point
/// array([2., 3., 2.])
#[pyclass(frozen, extends = Surface, module = "carom")]
pub(crate) struct HeightField {
    arguments: [Py<PyAny>; 3],
}

#[pymethods]
impl HeightField {
    #[new]
    #[pyo3(signature = (heights, cell = None, origin = None, *, dtype = None))]
    fn new(
        heights: &Bound<'_, PyAny>,
        cell: Option<&Bound<'_, PyAny>>,
        origin: Option<&Bound<'_, PyAny>>,
        dtype: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let py = heights.py();
        let field = Argument::new(heights, "heights", Row::Number)?;
        let [_, columns] = field.leading() else {
            let shape = tuple(field.leading());
            let message = format!("heights must have the shape (rows, columns), not {shape}");
            return Err(PyValueError::new_err(message));
        };
        let cell = match cell {
            Some(cell) => numbers(cell, "cell")?,
            None => [1.0; 2],
        };
        let origin = match origin {
            Some(origin) => numbers(origin, "origin")?,
            None => [0.0; 3],
        };
        let is_double = match dtype {
            Some(dtype) => is_double(dtype)?,
            None => !field.is_single(),
        };
        let target = if is_double {
            Target::DoubleMesh(build::<DVec3>(py, &field, *columns, cell, origin)?)
        } else {
            Target::SingleMesh(build::<Vec3>(py, &field, *columns, cell, origin)?)
        };
        let kept = as_array(heights)?.call_method0("copy")?.unbind();
        let [cell, origin] = [&cell[..], &origin[..]].map(|numbers| PyTuple::new(py, numbers));
        let arguments = [kept, cell?.into_any().unbind(), origin?.into_any().unbind()];
        Ok(PyClassInitializer::from(Surface::new(target)).add_subclass(Self { arguments }))
    }

    /// The corners of the bounding box, (2, 3): least, then greatest coordinates.
    #[getter]
    fn bounds<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        bounds(this.py(), this.as_super().get())
    }

    /// The number of triangles, with those of holes.
    fn __len__(this: &Bound<'_, Self>) -> PyResult<usize> {
        with_mesh!(this.as_super().get().target, |mesh, _V| Ok(mesh.len()))
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let dtype = this.as_super().get().dtype(this.py()).str()?.to_string();
        Ok(format!(
            "<HeightField of {} triangles, {dtype}>",
            Self::__len__(this)?
        ))
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = this.py();
        let options = PyDict::new(py);
        options.set_item("dtype", this.as_super().get().dtype(py))?;
        let make = py.import("functools")?.getattr("partial")?;
        let make = make.call((this.get_type(),), Some(&options))?;
        Ok((make, PyTuple::new(py, &this.get().arguments)?))
    }
}

fn numbers<const N: usize>(given: &Bound<'_, PyAny>, name: &str) -> PyResult<[f64; N]> {
    let wrong = |_| PyValueError::new_err(format!("{name} must be {N} numbers"));
    given.extract().map_err(wrong)
}

fn build<V: Vector3>(
    py: Python<'_>,
    field: &Argument<'_>,
    columns: usize,
    cell: [f64; 2],
    origin: [f64; 3],
) -> PyResult<Arc<carom::Mesh<V>>> {
    let rows = field.rows(field.leading());
    let count: usize = field.leading().iter().product();
    let field = carom::HeightField {
        origin: V::from_f64(origin),
        cell: cell.map(Scalar::from_f64),
        columns,
        heights: (0..count).map(|row| rows.scalar(row)).collect(),
    };
    let mesh = py.detach(|| field.mesh());
    let mesh = mesh.map_err(|error| match error {
        carom::MeshError::NotFinite { vertex } => {
            let place = format!("heights[{}, {}]", vertex / columns, vertex % columns);
            PyValueError::new_err(format!("{place} is infinite or too large for its place"))
        }
        carom::MeshError::NoTriangles => PyValueError::new_err("heights has only holes"),
        carom::MeshError::WrongCell => PyValueError::new_err("cell must be positive and finite"),
        error => PyValueError::new_err(error.to_string()),
    })?;
    Ok(Arc::new(mesh))
}
