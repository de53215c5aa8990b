//! Dashes as arrays: velocities and the time that is left.

use crate::answers::Column;
use crate::arrays::{Argument, Row, broadcast, count};
use crate::characters::durations;
use crate::shape_rows::require_finite;
use carom::glam::{DVec3, Vec3};
use carom::mover::abilities::Dash;
use carom::{Scalar, Vector};
use numpy::Element;
use pyo3::prelude::*;

/// The velocity (..., 3) of dashes by `way` (..., 3) in `seconds` (...).
#[pyfunction]
pub(crate) fn dash_velocity<'py>(
    py: Python<'py>,
    way: &Bound<'py, PyAny>,
    seconds: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let way = Argument::new(way, "way", Row::Vector)?;
    let seconds = Argument::new(seconds, "seconds", Row::Number)?;
    if way.is_single() {
        velocity::<Vec3>(py, &way, &seconds)
    } else {
        velocity::<DVec3>(py, &way, &seconds)
    }
}

fn velocity<'py, V: Vector<Scalar: Element>>(
    py: Python<'py>,
    way: &Argument<'py>,
    seconds: &Argument<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let leading = broadcast(&[way, seconds])?;
    let (ways, times) = (way.rows(&leading), seconds.rows(&leading));
    require_finite::<V>([&ways])?;
    times.require("must be more than 0 and finite", |time: V::Scalar| {
        time > V::Scalar::ZERO && time.is_finite()
    })?;
    let mut column = Column::<V::Scalar>::new(py, &[&leading[..], &[3]].concat())?;
    let rows = column.slice().as_chunks_mut::<3>().0;
    for (row, to) in rows.iter_mut().enumerate() {
        let dash = Dash::new(ways.vector::<V>(row), times.scalar(row));
        *to = [0, 1, 2].map(|axis| dash.velocity[axis]);
    }
    Ok(column.object(py))
}

/// A tick of dashes: the velocity (..., 3) of the tick, whether (...) it flies, and the time (...) that is left.
#[pyfunction]
pub(crate) fn dash_intent<'py>(
    py: Python<'py>,
    velocity: &Bound<'py, PyAny>,
    left: &Bound<'py, PyAny>,
    dt: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let velocity = Argument::new(velocity, "velocity", Row::Vector)?;
    let left = Argument::new(left, "left", Row::Number)?;
    let dt = Argument::new(dt, "dt", Row::Number)?;
    if velocity.is_single() {
        intent::<Vec3>(py, &velocity, &left, &dt)
    } else {
        intent::<DVec3>(py, &velocity, &left, &dt)
    }
}

fn intent<'py, V: Vector<Scalar: Element>>(
    py: Python<'py>,
    velocity: &Argument<'py>,
    left: &Argument<'py>,
    dt: &Argument<'py>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let leading = broadcast(&[velocity, left, dt])?;
    let (velocities, times) = (velocity.rows(&leading), left.rows(&leading));
    let durations = durations::<V::Scalar>(dt, &leading)?;
    require_finite::<V>([&velocities, &times])?;
    let mut ways = Column::<V::Scalar>::new(py, &[&leading[..], &[3]].concat())?;
    let mut flies = Column::<bool>::new(py, &leading)?;
    let mut rests = Column::<V::Scalar>::new(py, &leading)?;
    for row in 0..count(&leading)? {
        let mut dash = Dash::<V> {
            velocity: velocities.vector(row),
            left: times.scalar(row),
        };
        let dt = durations.scalar(row);
        // A tick of no time is none.
        if dt > V::Scalar::ZERO
            && let Some(intent) = dash.intent(dt)
        {
            let numbers = [0, 1, 2].map(|axis| intent.velocity[axis]);
            ways.slice()[3 * row..3 * row + 3].copy_from_slice(&numbers);
            flies.slice()[row] = intent.fly;
        }
        rests.slice()[row] = dash.left;
    }
    Ok((ways.object(py), flies.object(py), rests.object(py)))
}
