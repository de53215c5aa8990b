//! The shapes of bodies as objects of Python.

use crate::answers::{Column, VectorColumn};
use crate::compound::compound_object;
use crate::height_field::HeightField;
use crate::mesh::{Mesh, array};
use crate::mesh_build::Options;
use crate::of_body::OfBody;
use crate::shape_kind::Kind;
use crate::target::Target;
use carom::{Collider, Compound, Scalar, Shape, Vector, Vector3, World};
use numpy::Element;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyTuple};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::iter;
use std::sync::Arc;

/// The shape or surface of a body.
pub(crate) fn collider<'py, V: OfBody<Scalar: Element>>(
    py: Python<'py>,
    collider: &Collider<V>,
) -> PyResult<Bound<'py, PyAny>> {
    match collider.shape() {
        Some(shape) => object(py, shape, V::Scalar::ZERO),
        None => V::surface_object(py, collider),
    }
}

fn vector<V: Vector<Scalar: Element>>(py: Python<'_>, v: V) -> PyResult<Bound<'_, PyAny>> {
    VectorColumn::of_found(py, &[], iter::once(Some(v)))
}

/// Half axes as their lengths, and the unit vectors along them as the columns of a matrix, or in 2D the angle of the first.
fn half_axes<V: Vector<Scalar: Element>>(
    py: Python<'_>,
    axes: [V; 3],
) -> PyResult<[Bound<'_, PyAny>; 2]> {
    let axes = &axes[..V::DIM];
    let mut lengths = Column::<V::Scalar>::new(py, &[V::DIM])?;
    for (length, axis) in lengths.slice().iter_mut().zip(axes) {
        *length = axis.length();
    }
    let lengths = lengths.object(py);
    if V::DIM == 2 {
        return Ok([lengths, PyFloat::new(py, angle(axes)).into_any()]);
    }
    let mut columns = Column::<V::Scalar>::new(py, &[3, 3])?;
    for (j, axis) in axes.iter().enumerate() {
        // A side of no length has no direction.
        let unit = axis.try_normalize().unwrap_or(V::ZERO);
        for i in 0..3 {
            columns.slice()[3 * i + j] = unit[i];
        }
    }
    Ok([lengths, columns.object(py)])
}

/// The angle of two axes in the plane at right angles, of which one may have no length.
fn angle<V: Vector>(axes: &[V]) -> f64 {
    let [x, y] = [axes[0], axes[1]].map(|axis| axis.to_f64());
    if axes[0] == V::ZERO {
        libm::atan2(-y[0], y[1])
    } else {
        libm::atan2(x[1], x[0])
    }
}

/// A shape with a radius around it.
fn object<'py, V: OfBody<Scalar: Element>>(
    py: Python<'py>,
    shape: &Shape<V>,
    rounding: V::Scalar,
) -> PyResult<Bound<'py, PyAny>> {
    let at = |v: V| vector(py, v);
    let size = |x: V::Scalar| PyFloat::new(py, x.to_f64()).into_any();
    let around = size(rounding);
    let made = |kind, fields: &[Bound<'py, PyAny>]| made::<V>(py, kind, fields);
    match shape {
        Shape::Round(round) => object(py, &round.shape, rounding + round.radius),
        Shape::Point(p) if rounding == V::Scalar::ZERO => at(*p),
        Shape::Triangle(t) => made(Kind::Triangles, &[at(t.a)?, at(t.b)?, at(t.c)?, around]),
        Shape::Aabb(b) => made(Kind::Boxes, &[at(b.min)?, at(b.max)?, around]),
        Shape::OrientedBox(b) => {
            let [half, columns] = half_axes(py, b.axes)?;
            made(Kind::OrientedBoxes, &[at(b.center)?, half, columns, around])
        }
        Shape::Ellipsoid(e) => {
            let [radii, columns] = half_axes(py, e.axes)?;
            made(Kind::Ellipsoids, &[at(e.center)?, radii, columns, around])
        }
        Shape::Cylinder(c) => made(
            Kind::Cylinders,
            &[at(c.a)?, at(c.b)?, size(c.radius), around],
        ),
        Shape::Cone(c) => {
            let [radius_a, radius_b] = [size(c.radius_a), size(c.radius_b)];
            made(
                Kind::Cones,
                &[at(c.a)?, at(c.b)?, radius_a, radius_b, around],
            )
        }
        Shape::Plane(p) => made(Kind::Planes, &[at(p.normal)?, size(p.offset)]),
        shape => rounded(py, shape, rounding),
    }
}

/// A shape that has a radius of its own, to which the one around it is added.
fn rounded<'py, V: OfBody<Scalar: Element>>(
    py: Python<'py>,
    shape: &Shape<V>,
    rounding: V::Scalar,
) -> PyResult<Bound<'py, PyAny>> {
    let at = |v: V| vector(py, v);
    let size = |own: V::Scalar| PyFloat::new(py, (own + rounding).to_f64()).into_any();
    let made = |kind, fields: &[Bound<'py, PyAny>]| made::<V>(py, kind, fields);
    let none = size(V::Scalar::ZERO);
    match shape {
        Shape::Point(p) => made(Kind::Balls, &[at(*p)?, none]),
        Shape::Ball(ball) => made(Kind::Balls, &[at(ball.center)?, size(ball.radius)]),
        Shape::Segment(s) => made(Kind::Capsules, &[at(s.a)?, at(s.b)?, none]),
        Shape::Capsule(c) => made(Kind::Capsules, &[at(c.a)?, at(c.b)?, size(c.radius)]),
        Shape::TaperedCapsule(c) => {
            let [radius_a, radius_b] = [size(c.radius_a), size(c.radius_b)];
            made(
                Kind::TaperedCapsules,
                &[at(c.a)?, at(c.b)?, radius_a, radius_b],
            )
        }
        Shape::Hull(hull) => {
            let points = hull.points.iter().map(|p| Some(*p));
            let points = VectorColumn::of_found(py, &[hull.points.len()], points)?;
            made(Kind::Hulls, &[points, size(hull.radius)])
        }
        _ => Err(PyTypeError::new_err("a body has a shape of another kind")),
    }
}

/// A shape of a kind by its fields.
fn made<'py, V: OfBody>(
    py: Python<'py>,
    kind: Kind,
    fields: &[Bound<'py, PyAny>],
) -> PyResult<Bound<'py, PyAny>> {
    let wrong = || PyTypeError::new_err("a body has a shape of another kind");
    (V::class(py, kind).ok_or_else(wrong)?).call1(PyTuple::new(py, fields)?)
}

/// A mesh as its bytes have it.
#[derive(Deserialize)]
#[serde(bound = "V: DeserializeOwned, V::Scalar: DeserializeOwned")]
struct StoredMesh<V: Vector3> {
    #[serde(default = "Vec::new")]
    vertices: Vec<V>,
    #[serde(default)]
    triangles: Vec<[u32; 3]>,
    #[serde(default = "none")]
    height_field: Option<carom::HeightField<V>>,
    one_sided: bool,
    solid: bool,
    compact: bool,
    #[serde(default)]
    smooth: Option<V::Scalar>,
}

fn none<T>() -> Option<T> {
    None
}

/// A world with one body, as its bytes have it.
#[derive(Deserialize)]
#[serde(bound = "V: DeserializeOwned, V::Scalar: DeserializeOwned")]
struct StoredWorld<V: Vector3> {
    surfaces: Vec<StoredMesh<V>>,
    compounds: Vec<Compound<V>>,
}

/// A mesh, height field or compound: what the bytes of a world with this body have of it.
pub(crate) fn surface_object<'py, V>(
    py: Python<'py>,
    collider: &Collider<V>,
    target: impl FnOnce(Arc<Compound<V>>) -> Target,
) -> PyResult<Bound<'py, PyAny>>
where
    V: Vector3<Scalar: Element + DeserializeOwned> + DeserializeOwned,
    World<V>: Serialize,
{
    let wrong = |error: serde_json::Error| PyValueError::new_err(error.to_string());
    let mut world = World::new();
    (world.insert(collider.clone())).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let stored = serde_json::to_value(&world).map_err(wrong)?;
    let mut stored: StoredWorld<V> = serde_json::from_value(stored).map_err(wrong)?;
    match (stored.surfaces.pop(), stored.compounds.pop()) {
        (Some(mesh), _) => mesh_object(py, mesh),
        (_, Some(compound)) => compound_object(py, target(compound.into())),
        (None, None) => Err(PyTypeError::new_err("a body has a surface of another kind")),
    }
}

fn mesh_object<V: Vector3<Scalar: Element>>(
    py: Python<'_>,
    stored: StoredMesh<V>,
) -> PyResult<Bound<'_, PyAny>> {
    let numbers = |v: &V| [0, 1, 2].map(|axis| v[axis]);
    if let Some(field) = stored.height_field {
        let rows = field.heights.len() / field.columns.max(1);
        let mut heights = Column::<V::Scalar>::new(py, &[rows, field.columns])?;
        heights.slice().copy_from_slice(&field.heights);
        let keywords = PyDict::new(py);
        keywords.set_item("dtype", numpy::dtype::<V::Scalar>(py))?;
        let arguments = (
            heights.object(py),
            field.cell.map(|x| x.to_f64()),
            numbers(&field.origin).map(|x| x.to_f64()),
        );
        return py
            .get_type::<HeightField>()
            .call(arguments, Some(&keywords));
    }
    let options = Options {
        one_sided: stored.one_sided,
        solid: stored.solid,
        weld: stored.smooth.is_some(),
        compact: stored.compact,
        quick: false,
    };
    let keywords = options.keywords(py)?;
    keywords.set_item("dtype", numpy::dtype::<V::Scalar>(py))?;
    let vertices = array(py, stored.vertices.iter().map(numbers).collect())?;
    let triangles = array(py, stored.triangles)?;
    py.get_type::<Mesh>()
        .call((vertices, triangles), Some(&keywords))
}
