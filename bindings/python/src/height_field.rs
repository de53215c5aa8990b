//! Terrains over a grid.

use crate::arrays::{Argument, Row, as_array, tuple};
use crate::mesh::{bounds, is_double};
use crate::surface::Surface;
use crate::target::{Current, Target, with_mesh};
use carom::glam::{DVec3, Vec3};
use carom::{BodyError, MeshError, Scalar, Vector3};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyTuple};
use std::ops::Range;
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
            Target::DoubleMesh(Current::new(build(py, &field, *columns, cell, origin)?))
        } else {
            Target::SingleMesh(Current::new(build(py, &field, *columns, cell, origin)?))
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

    /// Replaces heights from `row` and `column` on by `heights` (m, n), NaN for a hole: digging, filling, paths that are worn.
    ///
    /// The answers are then those of a new field, in a fraction of the time. Calls that run in other threads end with the
    /// old heights, and a World that has the field as a body keeps them: see `World.refit_heights`. Raises a ValueError for
    /// heights that are not all in the field, an infinite one, and if only holes would be left; then nothing changes.
    ///
    /// >>> import carom, numpy as np
    /// >>> field = carom.HeightField(np.zeros((9, 9)))
    /// >>> field.refit_heights(3, 3, np.full((3, 3), -2.))
    /// >>> field.rays([[4.2, 5, 4.3], [1, 5, 1.5]], [0., -9, 0]).point[:, 1].round(6) + 0
    /// array([-2.,  0.])
    fn refit_heights(
        this: &Bound<'_, Self>,
        row: usize,
        column: usize,
        heights: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = this.py();
        let given = Argument::new(heights, "heights", Row::Number)?;
        let area = Area::new(row, column, &given)?;
        match &this.as_super().get().target {
            Target::SingleMesh(mesh) => mesh.set(area.changed(py, &*mesh.get())?),
            Target::DoubleMesh(mesh) => mesh.set(area.changed(py, &*mesh.get())?),
            _ => return Err(PyTypeError::new_err("not a height field")),
        }
        // Those of pickles; nothing else has this array.
        let [columns, rows] = area.ranges();
        let slice =
            |range: Range<usize>| PySlice::new(py, range.start as isize, range.end as isize, 1);
        let kept = this.get().arguments[0].bind(py);
        kept.set_item((slice(rows), slice(columns)), as_array(heights)?)
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
        MeshError::NotFinite { vertex } => {
            let place = format!("heights[{}, {}]", vertex / columns, vertex % columns);
            PyValueError::new_err(format!("{place} is infinite or too large for its place"))
        }
        MeshError::NoTriangles => PyValueError::new_err("heights has only holes"),
        MeshError::WrongCell => PyValueError::new_err("cell must be positive and finite"),
        error => PyValueError::new_err(error.to_string()),
    })?;
    Ok(Arc::new(mesh))
}

/// New heights in some columns and rows.
pub(crate) struct Area {
    row: usize,
    column: usize,
    columns: usize,
    heights: Vec<f64>,
}

impl Area {
    pub(crate) fn new(row: usize, column: usize, heights: &Argument<'_>) -> PyResult<Self> {
        let [rows, columns] = *heights.leading() else {
            let shape = tuple(heights.leading());
            let message = format!("heights must have the shape (m, n), not {shape}");
            return Err(PyValueError::new_err(message));
        };
        let given = heights.rows(heights.leading());
        if row.checked_add(rows).is_none() || column.checked_add(columns).is_none() {
            return Err(PyValueError::new_err("row or column is too large"));
        }
        Ok(Self {
            row,
            column,
            columns,
            heights: (0..rows * columns).map(|at| given.scalar(at)).collect(),
        })
    }

    /// The columns and the rows.
    pub(crate) fn ranges(&self) -> [Range<usize>; 2] {
        let rows = self.heights.len() / self.columns.max(1);
        [
            self.column..self.column + self.columns,
            self.row..self.row + rows,
        ]
    }

    pub(crate) fn height<S: Scalar>(&self, column: usize, row: usize) -> S {
        let at = (row - self.row) * self.columns + column - self.column;
        S::from_f64(self.heights[at])
    }

    fn changed<V: Vector3>(
        &self,
        py: Python<'_>,
        mesh: &carom::Mesh<V>,
    ) -> PyResult<carom::Mesh<V>> {
        let changed = py.detach(|| {
            let mut mesh = mesh.clone();
            let [columns, rows] = self.ranges();
            mesh.refit_heights(columns, rows, |column, row| self.height(column, row))?;
            Ok(mesh)
        });
        changed.map_err(|error| self.refused(error))
    }

    fn refused(&self, error: MeshError) -> PyErr {
        let [columns, rows] = self.ranges();
        PyValueError::new_err(match error {
            MeshError::NotFinite { .. } => {
                "heights: one is infinite or too large for its place".to_owned()
            }
            MeshError::NoTriangles => "heights would leave only holes".to_owned(),
            MeshError::NoSuchHeight { .. } => {
                format!("heights: rows {rows:?} and columns {columns:?} are not all in the field")
            }
            error => error.to_string(),
        })
    }

    pub(crate) fn refused_body(&self, error: BodyError) -> PyErr {
        match error {
            BodyError::Mesh(MeshError::NoHeights) | BodyError::Kind => {
                PyValueError::new_err("body is not a HeightField")
            }
            BodyError::Mesh(error) => self.refused(error),
            error => PyValueError::new_err(format!("body: {error}")),
        }
    }
}
