//! Integers of the caller, as arrays.

use crate::arrays::{as_array, in_order, tuple};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The integers from 0 to 2⁶⁴ − 1 of an argument, one for all rows or one for each of `leading`: all of the rows.
pub(crate) fn unsigned(
    given: &Bound<'_, PyAny>,
    argument: &str,
    leading: &[usize],
) -> PyResult<Vec<u64>> {
    let array = as_array(given)?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") {
        let message =
            format!("{argument} must be integers from 0 to 18446744073709551615, not {dtype}");
        return Err(PyTypeError::new_err(message));
    }
    if kind == "i" {
        let negative = array.rich_compare(0, CompareOp::Lt)?.call_method0("any")?;
        if negative.is_truthy()? {
            return Err(PyValueError::new_err(format!("{argument} is negative")));
        }
    }
    let array = in_order(&array, "uint64")?.cast_into::<PyArrayDyn<u64>>()?;
    let own = array.shape().to_vec();
    let numbers = array.try_readonly()?.as_slice()?.to_vec();
    let rows = leading.iter().product();
    if own == leading {
        Ok(numbers)
    } else if own.is_empty() {
        Ok(vec![numbers[0]; rows])
    } else {
        Err(PyValueError::new_err(format!(
            "{argument} has the dimensions {}, but bodies has {}",
            tuple(&own),
            tuple(leading)
        )))
    }
}
