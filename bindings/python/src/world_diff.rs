//! What has changed between two states of a world.

use crate::mesh::is_double;
use crate::names::name_array;
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::target::{ONE_DTYPE, Target, read, write};
use carom::glam::{DVec3, Vec3};
use carom::{BodyId, DiffError, WorldDiff};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

/// What has changed in a World since an earlier state of it: World.diff_from. For the network (send what has changed since the
/// last state that the other side has), for rollback, for undo.
///
/// `bytes(diff)` is JSON that keeps every bit, and World.apply takes it, too; the C library reads and writes the same for a world
/// of float32. Shapes of bodies that were added are in it, and a mesh that several of them share is there once; what has not
/// changed is not. A diff is true if anything has changed, and can be pickled.
///
/// >>> import carom, numpy as np
/// >>> server = carom.World()
/// >>> rocks = server.add(carom.Ball(np.eye(3), 0.5))
/// >>> client, confirmed = server.copy(), server.copy()
/// >>> server.set_velocity(rocks[1], [0., 1, 0])
/// >>> server.remove(rocks[0])
/// >>> diff = server.diff_from(confirmed)
/// >>> diff.removed == rocks[:1], diff.changed == rocks[1:2], len(diff.moved)
/// (array([ True]), array([ True]), 0)
/// >>> client.apply(bytes(diff))
/// >>> bool(server.diff_from(client))
/// False
#[pyclass(frozen, module = "carom", name = "WorldDiff")]
pub(crate) struct PyWorldDiff(Diff);

enum Diff {
    Single(WorldDiff<Vec3>),
    Double(WorldDiff<DVec3>),
}

/// Runs the same with a diff of either precision.
macro_rules! with_diff {
    ($of:expr, |$diff:ident| $run:expr) => {
        match &$of.0 {
            Diff::Single($diff) => $run,
            Diff::Double($diff) => $run,
        }
    };
}

#[pymethods]
impl PyWorldDiff {
    /// The type of the numbers of the worlds: float32 or float64.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match &self.0 {
            Diff::Single(_) => numpy::dtype::<f32>(py).into_any(),
            Diff::Double(_) => numpy::dtype::<f64>(py).into_any(),
        }
    }

    /// The names of bodies of the earlier state that are gone: int64.
    #[getter]
    fn removed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with_diff!(self, |diff| name_array(py, diff.removed().iter().copied()))
    }

    /// The names of bodies that are new: int64.
    #[getter]
    fn added<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with_diff!(self, |diff| name_array(
            py,
            diff.added().iter().map(|(id, _)| *id)
        ))
    }

    /// The names of bodies of both states that have moved or changed in another way: int64. Numbers count as changed if their
    /// bits have, and a mesh if it is another object, which it is after World.refit_heights and World.weld_mesh.
    #[getter]
    fn changed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with_diff!(self, |diff| name_array(
            py,
            diff.changed().iter().map(|change| change.id)
        ))
    }

    /// The names of bodies of both states with another pose, which are in `changed`, too: int64.
    #[getter]
    fn moved<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let moved: Vec<BodyId> = with_diff!(self, |diff| diff.moved().collect());
        name_array(py, moved.into_iter())
    }

    fn __bool__(&self) -> bool {
        with_diff!(self, |diff| !diff.is_empty())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        with_diff!(self, |diff| to_bytes(py, diff))
    }

    fn __repr__(&self) -> String {
        let [removed, added, changed] = with_diff!(self, |diff| [
            diff.removed().len(),
            diff.added().len(),
            diff.changed().len(),
        ]);
        format!("<WorldDiff of {removed} removed, {added} added and {changed} changed bodies>")
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, diff) = (this.py(), this.get());
        let state = (diff.dtype(py).str()?, diff.__bytes__(py)?);
        (class_method(this, "_restored")?, state).into_pyobject(py)
    }

    #[classmethod]
    fn _restored(
        _class: &Bound<'_, PyType>,
        dtype: &Bound<'_, PyAny>,
        bytes: &Bound<'_, PyBytes>,
    ) -> PyResult<Self> {
        Ok(Self(if is_double(dtype)? {
            Diff::Double(from_bytes(bytes)?)
        } else {
            Diff::Single(from_bytes(bytes)?)
        }))
    }
}

/// The difference of two worlds of one dtype.
pub(crate) fn between(now: &Target, before: &Target) -> PyResult<PyWorldDiff> {
    Ok(PyWorldDiff(match (now, before) {
        (Target::SingleWorld(now, _), Target::SingleWorld(before, _)) => {
            Diff::Single(read(now)?.diff_from(&*read(before)?))
        }
        (Target::DoubleWorld(now, _), Target::DoubleWorld(before, _)) => {
            Diff::Double(read(now)?.diff_from(&*read(before)?))
        }
        _ => return Err(PyTypeError::new_err(ONE_DTYPE)),
    }))
}

/// Applies a diff or its bytes.
pub(crate) fn apply(world: &Target, diff: &Bound<'_, PyAny>) -> PyResult<()> {
    let refused = |error: DiffError| PyValueError::new_err(error.to_string());
    if let Ok(bytes) = diff.cast::<PyBytes>() {
        return match world {
            Target::SingleWorld(world, _) => {
                let diff = from_bytes(bytes)?;
                write(world)?.apply(&diff).map_err(refused)
            }
            Target::DoubleWorld(world, _) => {
                let diff = from_bytes(bytes)?;
                write(world)?.apply(&diff).map_err(refused)
            }
            _ => Err(PyTypeError::new_err("not a world")),
        };
    }
    let Ok(diff) = diff.cast::<PyWorldDiff>() else {
        let kind = diff.get_type().name()?;
        let message = format!("diff must be a WorldDiff or its bytes, not {kind}");
        return Err(PyTypeError::new_err(message));
    };
    match (world, &diff.get().0) {
        (Target::SingleWorld(world, _), Diff::Single(diff)) => {
            write(world)?.apply(diff).map_err(refused)
        }
        (Target::DoubleWorld(world, _), Diff::Double(diff)) => {
            write(world)?.apply(diff).map_err(refused)
        }
        _ => Err(PyTypeError::new_err(ONE_DTYPE)),
    }
}
