//! The arrays of which a mesh is made.

use crate::arrays::{as_array, in_order, tuple};
use numpy::{PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A read-only copy.
pub(crate) fn constant(given: &Bound<'_, PyAny>, dtype: &str) -> PyResult<Py<PyAny>> {
    let py = given.py();
    let copy = in_order(&as_array(given)?, dtype)?;
    let options = PyDict::new(py);
    options.set_item("write", false)?;
    copy.call_method("setflags", (), Some(&options))?;
    Ok(copy.unbind())
}

/// The indices of triangles, all less than `vertices`.
pub(crate) fn indices(given: &Bound<'_, PyAny>, vertices: usize) -> PyResult<Vec<[u32; 3]>> {
    let py = given.py();
    let array = as_array(given)?;
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if !matches!(shape[..], [_, 3]) {
        let message = format!(
            "triangles must have the shape (m, 3), not {}",
            tuple(&shape)
        );
        return Err(PyValueError::new_err(message));
    }
    let dtype = array.getattr(intern!(py, "dtype"))?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") {
        let message = format!("triangles must be an array of integers, not {dtype}");
        return Err(PyTypeError::new_err(message));
    }
    let wrong = |at: usize, index: String| {
        let row = at / 3;
        PyIndexError::new_err(format!(
            "triangles[{row}] has the vertex {index}, but there are only {vertices}"
        ))
    };
    let fits = |index: u64| index < vertices as u64 && index <= u64::from(u32::MAX);
    let mut all = Vec::with_capacity(3 * shape[0]);
    if kind == "u" {
        let numbers = in_order(&array, "uint64")?.cast_into::<PyArrayDyn<u64>>()?;
        for (at, index) in numbers.try_readonly()?.as_slice()?.iter().enumerate() {
            if !fits(*index) {
                return Err(wrong(at, index.to_string()));
            }
            all.push(*index as u32);
        }
    } else {
        let numbers = in_order(&array, "int64")?.cast_into::<PyArrayDyn<i64>>()?;
        for (at, index) in numbers.try_readonly()?.as_slice()?.iter().enumerate() {
            if *index < 0 || !fits(*index as u64) {
                return Err(wrong(at, index.to_string()));
            }
            all.push(*index as u32);
        }
    }
    Ok(all.as_chunks().0.to_vec())
}
