//! The parts of a surface in a box.

use crate::answers::{Column, PARTS};
use crate::arrays::{Argument, Row};
use crate::meshes::detached;
use crate::shape_rows::require_finite;
use crate::target::{Target, with_query};
use carom::glam::{DVec3, Vec3};
use carom::{Aabb, PartId};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// One corner.
fn corner<'py>(given: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Argument<'py>> {
    let corner = Argument::new(given, name, Row::Vector)?;
    if corner.leading().is_empty() {
        return Ok(corner);
    }
    Err(PyValueError::new_err(format!(
        "{name} must have the shape (3,)"
    )))
}

pub(crate) fn in_box<'py>(
    py: Python<'py>,
    target: &Target,
    min: &Bound<'py, PyAny>,
    max: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (min, max) = (corner(min, "min")?, corner(max, "max")?);
    with_query!(target, |query, has_body, V| {
        let [min, max] = [&min, &max].map(|corner| corner.rows(&[]));
        require_finite::<V>([&min, &max])?;
        let region: Aabb<V> = Aabb {
            min: min.vector(0),
            max: max.vector(0),
        };
        let found = detached(py, || {
            let mut found: Vec<PartId> = Vec::new();
            query.each_part(&region, |part, _| found.push(part));
            found.sort_unstable();
            found
        })?;
        let mut triangles = Column::<i32>::new(py, &[found.len()])?;
        for (to, part) in triangles.slice().iter_mut().zip(&found) {
            *to = part.index as i32;
        }
        let bodies = if has_body {
            let mut bodies = Column::<i64>::new(py, &[found.len()])?;
            for (to, part) in bodies.slice().iter_mut().zip(&found) {
                *to = part.body.to_bits() as i64;
            }
            bodies.object(py)
        } else {
            py.None().into_bound(py)
        };
        PARTS.make(py, [triangles.object(py), bodies])
    })
}
