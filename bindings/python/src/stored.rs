//! States as bytes, for pickles: JSON, which keeps every bit of finite numbers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) fn to_bytes<'py>(
    py: Python<'py>,
    state: &impl Serialize,
) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = serde_json::to_vec(state);
    let bytes = bytes.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}

pub(crate) fn from_bytes<T: DeserializeOwned>(bytes: &Bound<'_, PyBytes>) -> PyResult<T> {
    serde_json::from_slice(bytes.as_bytes())
        .map_err(|error| PyValueError::new_err(format!("this is no state of carom: {error}")))
}

/// A method of the class of an object, which pickles find by its name.
pub(crate) fn class_method<'py>(of: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    of.get_type().getattr(name)
}
