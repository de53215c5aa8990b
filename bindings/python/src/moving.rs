//! Bodies that move: their velocities, and sweeps among them.

use crate::answer_classes::HITS;
use crate::answers::Found;
use crate::arrays::{Argument, Row, Rows, tuple};
use crate::batch::{Arguments, Batch, Call};
use crate::filters::Filters;
use crate::shapes::rows_of;
use crate::surface::Surface;
use crate::surfaces;
use crate::target::{Target, read};
use carom::glam::DVec3;
use carom::{Vector, World};
use numpy::Element;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use std::sync::RwLock;

/// The rows of an argument that is one for all bodies, or one for each.
pub(crate) fn for_bodies<'a>(argument: &'a Argument<'_>, leading: &[usize]) -> PyResult<Rows<'a>> {
    if argument.leading() != leading && !argument.leading().is_empty() {
        let message = format!(
            "{} has the leading dimensions {}, but bodies has {}",
            argument.name,
            tuple(argument.leading()),
            tuple(leading)
        );
        return Err(PyValueError::new_err(message));
    }
    Ok(argument.rows(leading))
}

/// The arguments of a sweep among bodies that move, in the order of Python.
pub(crate) struct Motion<'a, 'py> {
    pub(crate) delta: Option<&'a Bound<'py, PyAny>>,
    pub(crate) pivot: Option<&'a Bound<'py, PyAny>>,
    /// Only in 3D.
    pub(crate) axis: Option<&'a Bound<'py, PyAny>>,
    pub(crate) angle: Option<&'a Bound<'py, PyAny>>,
    pub(crate) time: &'a Bound<'py, PyAny>,
}

impl<'py> Motion<'_, 'py> {
    pub(crate) fn arguments<V: Vector>(&self, py: Python<'py>) -> PyResult<Vec<Argument<'py>>> {
        let zero = PyFloat::new(py, 0.0).into_any();
        let still = vec![0.0; V::DIM].into_pyobject(py)?.into_any();
        let vector = |given: Option<&Bound<'py, PyAny>>, name| {
            Argument::new(given.unwrap_or(&still), name, Row::vector(V::DIM))
        };
        let mut all = vec![vector(self.delta, "delta")?, vector(self.pivot, "pivot")?];
        if V::DIM == 3 {
            all.push(vector(self.axis, "axis")?);
        }
        let angle = self.angle.unwrap_or(&zero);
        all.push(Argument::new(angle, "angle", Row::Number)?);
        all.push(Argument::new(self.time, "time", Row::Number)?);
        Ok(all)
    }
}

pub(crate) fn sweep_moving<'py>(
    surface: &Surface,
    call: &Call<'_, 'py>,
    shapes: &Bound<'py, PyAny>,
    motion: &Motion<'_, 'py>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(other) = shapes.cast::<Surface>() {
        let other = &other.get().target;
        if !other.is_compound() {
            let message = "sweep_moving takes points, shapes or a compound, not a mesh or world";
            return Err(PyTypeError::new_err(message));
        }
        let arguments = motion.arguments::<DVec3>(call.py)?;
        return surfaces::sweep_moving(call.py, &surface.target, other, &arguments);
    }
    let (kind, shapes) = rows_of::<DVec3>(shapes)?;
    let arguments = Arguments {
        kind,
        shapes,
        motion: motion.arguments::<DVec3>(call.py)?,
        reach: None,
    };
    match &surface.target {
        Target::SingleWorld(world, filters) => swept(world, filters, call, &arguments, out),
        Target::DoubleWorld(world, filters) => swept(world, filters, call, &arguments, out),
        _ => Err(PyTypeError::new_err("not a world")),
    }
}

pub(crate) fn swept<'py, V: Vector<Scalar: Element>>(
    world: &RwLock<World<V>>,
    filters: &Filters<V>,
    call: &Call<'_, 'py>,
    arguments: &Arguments<'py>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let world = read(world)?;
    let query = filters.query(&world);
    let batch = Batch::new::<V>(call, arguments)?;
    batch.find::<V>(call.py, &HITS, out, true, |row, shape| {
        let swept = query.sweep_moving(shape, &batch.rigid(row), batch.time(row));
        swept.hit.map(Found::from)
    })
}
