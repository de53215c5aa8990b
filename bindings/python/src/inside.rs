//! Points inside of meshes or not, the parts of rays inside of them, and places in triangles.

use crate::answer_classes::MESH_INTERVALS;
use crate::answers::Column;
use crate::arrays::{Argument, Row, broadcast, count};
use crate::batch::{Arguments, Batch, Call};
use crate::queries::within;
use crate::shape_kind::Kind;
use crate::shape_rows::require_finite;
use crate::surface::Surface;
use crate::target::{Target, with_mesh};
use crate::workers::detached;
use carom::glam::{DVec3, Vec3};
use carom::{Scalar, Vector};
use numpy::Element;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

fn of_points<'py, V: Vector>(points: &Bound<'py, PyAny>) -> PyResult<Arguments<'py>> {
    let points = Argument::new(points, "points", Row::vector(V::DIM))?;
    within((Kind::Points, vec![points]), None)
}

/// Yes or no for each point.
pub(crate) fn decided<'py, V: Vector>(
    call: &Call<'_, 'py>,
    points: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    decide: impl Fn(V) -> bool + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments = of_points::<V>(points)?;
    let batch = Batch::new::<V>(call, &arguments)?;
    batch.decide::<V>(call.py, out, |_, shape| decide(shape.points().0[0]))
}

/// A number for each point.
pub(crate) fn measured<'py, V: Vector<Scalar: Element>>(
    call: &Call<'_, 'py>,
    points: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    measure: impl Fn(V) -> V::Scalar + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments = of_points::<V>(points)?;
    let batch = Batch::new::<V>(call, &arguments)?;
    batch.measure::<V>(call.py, out, |shape| measure(shape.points().0[0]))
}

pub(crate) fn contains<'py>(
    surface: &Surface,
    call: &Call<'_, 'py>,
    points: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    with_mesh!(surface.target, |mesh, V| {
        decided::<V>(call, points, out, |p| mesh.contains(p))
    })
}

pub(crate) fn signed_distance<'py>(
    surface: &Surface,
    call: &Call<'_, 'py>,
    points: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    with_mesh!(surface.target, |mesh, V| {
        measured::<V>(call, points, out, |p| mesh.signed_distance(p))
    })
}

pub(crate) fn winding_number<'py>(
    surface: &Surface,
    call: &Call<'_, 'py>,
    points: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments = of_points::<DVec3>(points)?;
    with_mesh!(surface.target, |mesh, V| {
        let batch = Batch::new::<V>(call, &arguments)?;
        batch.measure_double::<V>(call.py, |shape| mesh.winding_number(shape.points().0[0]))
    })
}

pub(crate) fn ray_intervals<'py>(
    py: Python<'py>,
    surface: &Surface,
    origins: &Bound<'py, PyAny>,
    deltas: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let origins = Argument::new(origins, "origins", Row::Vector)?;
    let deltas = Argument::new(deltas, "deltas", Row::Vector)?;
    let leading = broadcast(&[&origins, &deltas])?;
    let rows = count(&leading)?;
    let [origins, deltas] = [&origins, &deltas].map(|argument| argument.rows(&leading));
    with_mesh!(surface.target, |mesh, V| {
        require_finite::<V>([&origins, &deltas])?;
        let (offsets, found) = detached(py, || {
            let (mut offsets, mut all, mut found) = (vec![0], Vec::new(), Vec::new());
            for row in 0..rows {
                let (origin, delta): (V, V) = (origins.vector(row), deltas.vector(row));
                mesh.ray_intervals(origin, delta, &mut found);
                all.extend_from_slice(&found);
                offsets.push(all.len() as i64);
            }
            (offsets, all)
        })?;
        let mut starts = Column::<i64>::new(py, &[rows + 1])?;
        starts.slice().copy_from_slice(&offsets);
        let end = |end: usize| {
            let mut array = Column::<<V as Vector>::Scalar>::new(py, &[found.len()])?;
            for (to, interval) in array.slice().iter_mut().zip(&found) {
                *to = interval[end];
            }
            PyResult::Ok(array.object(py))
        };
        MESH_INTERVALS.make(py, [starts.object(py), end(0)?, end(1)?])
    })
}

pub(crate) fn barycentric<'py>(
    py: Python<'py>,
    surface: &Surface,
    triangles: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let triangles = Argument::new(triangles, "triangles", Row::Number)?;
    let points = Argument::new(points, "points", Row::Vector)?;
    let leading = broadcast(&[&triangles, &points])?;
    let rows = count(&leading)?;
    let [triangles, points] = [&triangles, &points].map(|argument| argument.rows(&leading));
    with_mesh!(surface.target, |mesh, V| {
        let mut array = Column::<<V as Vector>::Scalar>::new(py, &[&leading[..], &[3]].concat())?;
        let nan = <<V as Vector>::Scalar as Scalar>::from_f64(f64::NAN);
        for (row, weights) in array.slice().as_chunks_mut::<3>().0.iter_mut().enumerate() {
            let number: f64 = triangles.scalar(row);
            if number == -1.0 {
                *weights = [nan; 3];
                continue;
            }
            if !(number >= 0.0 && number < mesh.len() as f64 && number.fract() == 0.0) {
                let (place, count) = (triangles.place_of(row), mesh.len());
                let message = format!("{place} is {number}, but there are {count} triangles");
                return Err(PyIndexError::new_err(message));
            }
            let point: V = points.vector(row);
            *weights = mesh.triangle(number as u32).barycentric(point);
        }
        debug_assert!(rows * 3 == array.slice().len());
        Ok(array.object(py))
    })
}
