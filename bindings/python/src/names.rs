//! Names of the bodies of a world, as arrays of integers.

use crate::answers::Column;
use crate::arrays::{as_array, in_order, place};
use carom::{BodyId, Vector};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;

/// Names as an int64 array.
pub(crate) fn name_array(
    py: Python<'_>,
    names: impl ExactSizeIterator<Item = BodyId>,
) -> PyResult<Bound<'_, PyAny>> {
    let mut array = Column::<i64>::new(py, &[names.len()])?;
    for (to, name) in array.slice().iter_mut().zip(names) {
        *to = bits(name);
    }
    Ok(array.object(py))
}

/// The integer that is a body's name.
pub(crate) fn bits(id: BodyId) -> i64 {
    id.to_bits() as i64
}

/// The names of the argument `bodies` and their dimensions.
pub(crate) fn names(given: &Bound<'_, PyAny>) -> PyResult<(Vec<BodyId>, Vec<usize>)> {
    named(given, "bodies")
}

/// The names of bodies of an argument, and their dimensions.
pub(crate) fn named(
    given: &Bound<'_, PyAny>,
    argument: &str,
) -> PyResult<(Vec<BodyId>, Vec<usize>)> {
    let array = as_array(given)?;
    let dtype = array.getattr("dtype")?;
    let kind: String = dtype.getattr("kind")?.extract()?;
    let is_empty = array.len().is_ok_and(|len| len == 0);
    if !(kind == "i" || kind == "u" || is_empty) {
        let message =
            format!("{argument} must be names of bodies, which are integers, not {dtype}");
        return Err(PyTypeError::new_err(message));
    }
    let array = in_order(&array, "int64")?.cast_into::<PyArrayDyn<i64>>()?;
    let names = array.try_readonly()?;
    let names = names
        .as_slice()?
        .iter()
        .map(|name| BodyId::from_bits(*name as u64));
    Ok((names.collect(), array.shape().to_vec()))
}

pub(crate) fn check_names<V: Vector>(
    world: &carom::World<V>,
    names: &[BodyId],
    leading: &[usize],
) -> PyResult<()> {
    match names.iter().position(|name| world.get(*name).is_none()) {
        None => Ok(()),
        Some(row) => {
            let place = place("bodies", leading, row);
            let message = format!(
                "{place} is {}, which is no body of the world",
                bits(names[row])
            );
            Err(PyKeyError::new_err(message))
        }
    }
}
