//! Sweeps of shapes and rays: the first hit, and whether there is any.

use crate::answers::{Found, HITS};
use crate::arrays::{Argument, Row};
use crate::batch::{Arguments, Batch, Call};
use crate::shape_kind::Kind;
use crate::target::{Target, with_query};
use carom::glam::{DVec3, Vec3};
use pyo3::prelude::*;

/// Rays as points that move.
pub(crate) fn rays<'py>(
    origins: &Bound<'py, PyAny>,
    deltas: &Bound<'py, PyAny>,
) -> PyResult<Arguments<'py>> {
    Ok(Arguments {
        kind: Kind::Points,
        shapes: vec![Argument::new(origins, "origins", Row::Vector)?],
        motion: vec![Argument::new(deltas, "deltas", Row::Vector)?],
        reach: None,
    })
}

pub(crate) fn first_hits<'py>(
    target: &Target,
    call: &Call<'_, 'py>,
    arguments: &Arguments<'py>,
    leave_overlaps: bool,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    with_query!(*target, |query, has_body, V| {
        let query = query.leave_overlaps(leave_overlaps);
        let batch = Batch::new::<V>(call, arguments)?;
        batch.find::<V>(call.py, &HITS, out, has_body, |row, shape| {
            query.sweep(shape, batch.delta(row)).map(Found::from)
        })
    })
}

pub(crate) fn any_hits<'py>(
    target: &Target,
    call: &Call<'_, 'py>,
    arguments: &Arguments<'py>,
    leave_overlaps: bool,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    with_query!(*target, |query, _has_body, V| {
        let query = query.leave_overlaps(leave_overlaps);
        let batch = Batch::new::<V>(call, arguments)?;
        batch.decide::<V>(call.py, out, |row, shape| {
            query.sweep_any(shape, batch.delta(row))
        })
    })
}
