//! The surfaces that characters have met in a tick, as arrays, and how they push bodies.

use crate::answer_classes::Classes;
use crate::answers::{Column, VectorColumn};
use crate::arrays::{Argument, Row, broadcast, count};
use crate::names::bits;
use crate::shape_rows::require_finite;
use carom::glam::{DVec3, Vec3};
use carom::mover::{Collision, SurfaceKind};
use carom::{PartId, Scalar, Vector};
use numpy::Element;
use pyo3::prelude::*;

static COLLISIONS: Classes = Classes::new(
    "Collisions",
    &[
        "character",
        "point",
        "normal",
        "velocity",
        "role",
        "triangle",
        "body",
        "tag",
    ],
    &[
        "character",
        "point",
        "normal",
        "velocity",
        "role",
        "segment",
        "body",
        "tag",
    ],
);

/// The collisions of all characters, one after the other.
pub(crate) fn collisions<'a, 'py, V: Vector<Scalar: Element> + 'a>(
    py: Python<'py>,
    met: impl Iterator<Item = &'a [Collision<V>]>,
    has_body: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let each = met.enumerate();
    let all: Vec<(usize, &Collision<V>)> = each
        .flat_map(|(number, met)| met.iter().map(move |met| (number, met)))
        .collect();
    let rows = [all.len()];
    let mut characters = Column::<i64>::new(py, &rows)?;
    let mut vectors = [
        VectorColumn::<V>::new(py, &rows)?,
        VectorColumn::new(py, &rows)?,
        VectorColumn::new(py, &rows)?,
    ];
    let mut roles = Column::<u8>::new(py, &rows)?;
    let mut parts = Column::<i32>::new(py, &rows)?;
    let mut bodies = Column::<i64>::new(py, &rows)?;
    let mut tags = Column::<u32>::new(py, &rows)?;
    for (row, (number, met)) in all.iter().enumerate() {
        characters.slice()[row] = *number as i64;
        for (column, vector) in vectors
            .iter_mut()
            .zip([met.point, met.normal, met.velocity])
        {
            column.vectors().put(row, vector);
        }
        roles.slice()[row] = match met.role {
            SurfaceKind::Floor => 0,
            SurfaceKind::Steep => 1,
            SurfaceKind::Wall => 2,
            SurfaceKind::Ceiling => 3,
            SurfaceKind::Overlap => 4,
        };
        parts.slice()[row] = met.part.index as i32;
        bodies.slice()[row] = bits(met.part.body);
        tags.slice()[row] = met.tag;
    }
    let [point, normal, velocity] = vectors;
    let bodies = if has_body {
        bodies.object(py)
    } else {
        py.None().into_bound(py)
    };
    let items = [
        characters.object(py),
        point.object(py),
        normal.object(py),
        velocity.object(py),
        roles.object(py),
        parts.object(py),
        bodies,
        tags.object(py),
    ];
    COLLISIONS.of::<V>().make(py, items)
}

/// The impulses (..., 3) of pushes: `Collisions.push_impulse`.
#[pyfunction]
pub(crate) fn push_impulse<'py>(
    normal: &Bound<'py, PyAny>,
    velocity: &Bound<'py, PyAny>,
    mass: &Bound<'py, PyAny>,
    inverse_mass: &Bound<'py, PyAny>,
    limit: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    // In the precision of the normals.
    let is_single = Argument::new(normal, "normal", Row::Vector)?.is_single();
    if is_single {
        impulses::<Vec3>([normal, velocity], [mass, inverse_mass, limit])
    } else {
        impulses::<DVec3>([normal, velocity], [mass, inverse_mass, limit])
    }
}

/// Of a normal and a velocity, a mass, an inverse mass and a limit.
pub(crate) fn impulses<'py, V: Vector<Scalar: Element>>(
    [normal, velocity]: [&Bound<'py, PyAny>; 2],
    [mass, inverse_mass, limit]: [&Bound<'py, PyAny>; 3],
) -> PyResult<Bound<'py, PyAny>> {
    let py = normal.py();
    let vectors = [
        Argument::new(normal, "normal", Row::vector(V::DIM))?,
        Argument::new(velocity, "velocity", Row::vector(V::DIM))?,
    ];
    let numbers = [
        Argument::new(mass, "mass", Row::Number)?,
        Argument::new(inverse_mass, "inverse_mass", Row::Number)?,
        Argument::new(limit, "limit", Row::Number)?,
    ];
    let all: Vec<&Argument<'_>> = vectors.iter().chain(&numbers).collect();
    let leading = broadcast(&all)?;
    let [normals, velocities] = vectors.each_ref().map(|given| given.rows(&leading));
    let numbers = numbers.each_ref().map(|given| given.rows(&leading));
    require_finite::<V>([&normals, &velocities])?;
    for rows in &numbers {
        rows.require("is NaN", |x: V::Scalar| !x.to_f64().is_nan())?;
    }
    let mut impulses = VectorColumn::<V>::new(py, &leading)?;
    for row in 0..count(&leading)? {
        let met = Collision::<V> {
            part: PartId::of(0),
            normal: normals.vector(row),
            role: SurfaceKind::Wall,
            point: V::ZERO,
            velocity: velocities.vector(row),
            tag: 0,
        };
        let [mass, inverse_mass, limit] = numbers.each_ref().map(|rows| rows.scalar(row));
        let impulse = met.push_impulse(mass, inverse_mass, limit);
        impulses.vectors().put(row, impulse);
    }
    Ok(impulses.object(py))
}
