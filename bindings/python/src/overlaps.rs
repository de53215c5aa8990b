//! The bodies of a world that touch shapes.

use crate::answer_classes::Class;
use crate::batch::{Arguments, Batch, Call};
use crate::filters::Filters;
use crate::queries::within;
use crate::shapes::rows_of;
use crate::surface::Surface;
use crate::target::{Target, read};
use carom::glam::DVec3;
use carom::{Vector, World};
use numpy::Element;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::RwLock;

static OVERLAPS: Class = Class::within("carom._answers", "Overlaps", &["offsets", "body"]);

pub(crate) fn overlaps<'py>(
    surface: &Surface,
    call: &Call<'_, 'py>,
    shapes: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    if shapes.cast::<Surface>().is_ok() {
        let message = "overlaps takes points or shapes, not a mesh, compound or world";
        return Err(PyTypeError::new_err(message));
    }
    let arguments = within(rows_of::<DVec3>(shapes)?, None)?;
    match &surface.target {
        Target::SingleWorld(world, filters) => listed(world, filters, call, &arguments),
        Target::DoubleWorld(world, filters) => listed(world, filters, call, &arguments),
        _ => Err(PyTypeError::new_err("not a world")),
    }
}

pub(crate) fn listed<'py, V: Vector<Scalar: Element>>(
    world: &RwLock<World<V>>,
    filters: &Filters<V>,
    call: &Call<'_, 'py>,
    arguments: &Arguments<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let world = read(world)?;
    let query = filters.query(&world);
    let batch = Batch::new::<V>(call, arguments)?;
    batch.list_bodies(call.py, &OVERLAPS, |shape, found| {
        query.overlaps(shape, found)
    })
}
