//! The bodies of a world that touch shapes.

use crate::answers::Class;
use crate::batch::{Arguments, Batch, Call};
use crate::shapes::rows_of;
use crate::surface::Surface;
use crate::target::{Target, read};
use carom::glam::{DVec3, Vec3};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

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
    let (kind, shapes) = rows_of(shapes)?;
    let arguments = Arguments {
        kind,
        shapes,
        motion: Vec::new(),
        reach: None,
    };
    match &surface.target {
        Target::SingleWorld(world, filters) => {
            let world = read(world)?;
            let query = filters.query(&world);
            let batch = Batch::new::<Vec3>(call, &arguments)?;
            batch.list_bodies(call.py, &OVERLAPS, |shape, found| {
                query.overlaps(shape, found)
            })
        }
        Target::DoubleWorld(world, filters) => {
            let world = read(world)?;
            let query = filters.query(&world);
            let batch = Batch::new::<DVec3>(call, &arguments)?;
            batch.list_bodies(call.py, &OVERLAPS, |shape, found| {
                query.overlaps(shape, found)
            })
        }
        _ => Err(PyTypeError::new_err("not a world")),
    }
}
