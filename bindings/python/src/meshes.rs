//! Mesh against mesh.

use crate::answer_classes::{Class, MESH_CLOSEST, MESH_HIT};
use crate::answers::Column;
use crate::arrays::{Argument, Row};
use crate::shape_rows::require_finite;
use crate::target::Target;
use crate::workers::detached;
use carom::{Mesh, Scalar, Vector3};
use numpy::Element;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The separation or time, the point, the normal, and the triangles of the queried mesh and the other.
type Pair<V> = (<V as carom::Vector>::Scalar, V, V, [u32; 2]);

/// Runs the same with two meshes of one dtype.
macro_rules! with_meshes {
    ($own:expr, $other:expr, |$a:ident, $b:ident| $run:expr) => {
        match ($own, $other) {
            (Target::SingleMesh(a), Target::SingleMesh(b)) => {
                let ($a, $b) = (a.get(), b.get());
                $run
            }
            (Target::DoubleMesh(a), Target::DoubleMesh(b)) => {
                let ($a, $b) = (a.get(), b.get());
                $run
            }
            (Target::SingleMesh(_), _) | (Target::DoubleMesh(_), _) => Err(PyTypeError::new_err(
                "both meshes must have the same dtype: see Mesh(..., dtype=)",
            )),
            _ => Err(PyTypeError::new_err(
                "a World or Compound cannot be queried by a mesh, only a Mesh or HeightField can",
            )),
        }
    };
}
pub(crate) use with_meshes;

pub(crate) fn closest<'py>(
    py: Python<'py>,
    own: &Target,
    other: &Target,
    reach: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let reach = single_reach(reach)?;
    with_meshes!(own, other, |a, b| {
        let found = detached(py, || {
            let (contact, [other, own]) = a.query().closest_mesh(&b, Scalar::from_f64(reach))?;
            Some((
                contact.separation,
                contact.point_b,
                contact.normal,
                [own, other],
            ))
        })?;
        answer(py, &MESH_CLOSEST, found)
    })
}

pub(crate) fn overlap<'py>(
    py: Python<'py>,
    own: &Target,
    other: &Target,
) -> PyResult<Bound<'py, PyAny>> {
    with_meshes!(own, other, |a, b| {
        let touches = detached(py, || a.query().overlap_mesh(&b))?;
        Ok(touches.into_pyobject(py)?.to_owned().into_any())
    })
}

pub(crate) fn sweep<'py>(
    py: Python<'py>,
    own: &Target,
    other: &Target,
    delta: &Bound<'py, PyAny>,
    leave_overlaps: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let delta = Argument::new(delta, "delta", Row::Vector)?;
    single(&delta)?;
    let delta = delta.rows(&[]);
    with_meshes!(own, other, |a, b| {
        let found = swept(py, &a, &b, &delta, leave_overlaps)?;
        answer(py, &MESH_HIT, found)
    })
}

fn swept<V: Vector3>(
    py: Python<'_>,
    own: &Mesh<V>,
    other: &Mesh<V>,
    delta: &crate::arrays::Rows<'_>,
    leave_overlaps: bool,
) -> PyResult<Option<Pair<V>>> {
    require_finite::<V>([delta])?;
    let delta = delta.vector(0);
    let query = own.query().leave_overlaps(leave_overlaps);
    detached(py, || {
        let (swept, [other, own]) = query.sweep_mesh(other, delta)?;
        let hit = swept.hit?;
        Some((hit.t, hit.point, hit.normal, [own, other]))
    })
}

/// The reach of a query with a mesh or compound: infinite by default.
pub(crate) fn single_reach(reach: Option<&Bound<'_, PyAny>>) -> PyResult<f64> {
    let Some(reach) = reach else {
        return Ok(f64::INFINITY);
    };
    let reach = single(&Argument::new(reach, "reach", Row::Number)?)?;
    if reach.is_nan() {
        return Err(PyValueError::new_err("reach is NaN"));
    }
    Ok(reach)
}

/// The number of an argument without leading dimensions; 0 of a vector.
pub(crate) fn single(argument: &Argument<'_>) -> PyResult<f64> {
    if argument.leading().is_empty() {
        return Ok(argument.rows(&[]).scalar(0));
    }
    let message = format!(
        "{} must have no leading dimensions with a mesh or compound",
        argument.name
    );
    Err(PyValueError::new_err(message))
}

fn answer<'py, V: Vector3<Scalar: Element>>(
    py: Python<'py>,
    class: &Class,
    found: Option<Pair<V>>,
) -> PyResult<Bound<'py, PyAny>> {
    let nan = V::splat(V::Scalar::from_f64(f64::NAN));
    let (value, point, normal, triangles) = match found {
        Some((value, point, normal, triangles)) => (value, point, normal, triangles.map(i64::from)),
        None => (V::Scalar::INFINITY, nan, nan, [-1; 2]),
    };
    let vector = |v: V| -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::new(py, &[3])?;
        array
            .slice()
            .copy_from_slice(&[0, 1, 2].map(|axis| v[axis]));
        Ok(array.object(py))
    };
    let [own, other] = triangles;
    let items = [
        value.to_f64().into_pyobject(py)?.into_any(),
        vector(point)?,
        vector(normal)?,
        own.into_pyobject(py)?.into_any(),
        other.into_pyobject(py)?.into_any(),
    ];
    class.make(py, items)
}
