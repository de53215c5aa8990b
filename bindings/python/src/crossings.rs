//! Where two meshes touch and cross.

use crate::answer_classes::CROSSINGS;
use crate::answers::Column;
use crate::meshes::with_meshes;
use crate::surface::Surface;
use crate::target::Target;
use crate::workers::detached;
use carom::Vector;
use numpy::Element;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Numbers of triangles, (k, 2).
fn pairs<'py>(py: Python<'py>, found: &[[u32; 2]]) -> PyResult<Bound<'py, PyAny>> {
    let mut array = Column::<i64>::new(py, &[found.len(), 2])?;
    for (to, from) in array.slice().iter_mut().zip(found.as_flattened()) {
        *to = i64::from(*from);
    }
    Ok(array.object(py))
}

/// Points, with this shape.
fn points<'py, V: Vector<Scalar: Element>>(
    py: Python<'py>,
    shape: &[usize],
    found: impl Iterator<Item = V>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut array = Column::<V::Scalar>::new(py, shape)?;
    let rows = array.slice().as_chunks_mut::<3>().0;
    for (to, point) in rows.iter_mut().zip(found) {
        *to = [0, 1, 2].map(|axis| point[axis]);
    }
    Ok(array.object(py))
}

pub(crate) fn touching_triangles<'py>(
    own: &Bound<'py, Surface>,
    other: &Bound<'py, Surface>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = own.py();
    with_meshes!(&own.get().target, &other.get().target, |a, b| {
        let found = detached(py, || {
            let mut found = Vec::new();
            b.query().touching_triangles(&a, &mut found);
            found
        })?;
        pairs(py, &found)
    })
}

pub(crate) fn crossings<'py>(
    own: &Bound<'py, Surface>,
    other: &Bound<'py, Surface>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = own.py();
    with_meshes!(&own.get().target, &other.get().target, |a, b| {
        let found = detached(py, || {
            let mut found = Vec::new();
            b.query().crossings(&a, &mut found);
            found
        })?;
        let triangles: Vec<[u32; 2]> = found.iter().map(|crossing| crossing.triangles).collect();
        let ends = found.iter();
        let ends = ends.flat_map(|crossing| [crossing.segment.a, crossing.segment.b]);
        let segments = points(py, &[found.len(), 2, 3], ends)?;
        CROSSINGS.make(py, [pairs(py, &triangles)?, segments])
    })
}

pub(crate) fn crossing_lines<'py>(
    own: &Bound<'py, Surface>,
    other: &Bound<'py, Surface>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = own.py();
    with_meshes!(&own.get().target, &other.get().target, |a, b| {
        let lines = detached(py, || b.query().crossing_lines(&a))?;
        let arrays = lines.into_iter();
        arrays
            .map(|line| points(py, &[line.len(), 3], line.into_iter()))
            .collect()
    })
}
