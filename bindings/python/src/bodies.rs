//! The bodies of a world: those to add, and their poses as arrays.

use crate::answers::Column;
use crate::arrays::{Argument, Rows, broadcast, count, place};
use crate::names::bits;
use crate::of_body::OfBody;
use crate::shape_rows::Shapes;
use crate::shapes::rows_of;
use carom::{Body, BodyError, BodyId, Collider, Pose, Scalar, Vector};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

/// What the bodies of a call share.
pub(crate) struct Traits {
    pub(crate) layers: u32,
    pub(crate) mask: u32,
    pub(crate) moving: bool,
    pub(crate) sensor: bool,
    pub(crate) data: u64,
}

/// The colliders of the argument `shape`, one for each row of its leading dimensions and those of `pose`, broadcast.
pub(crate) fn colliders<'py, V: OfBody>(
    shape: &Bound<'py, PyAny>,
    pose: Option<&Argument<'py>>,
) -> PyResult<(Vec<usize>, Vec<Collider<V>>)> {
    if let Some(collider) = V::surface(shape)? {
        let leading = pose.map_or(Vec::new(), |pose| pose.leading().to_vec());
        let rows = count(&leading)?;
        let mut all = room(rows)?;
        all.resize(rows, collider);
        return Ok((leading, all));
    }
    let (kind, arguments) = rows_of::<V>(shape)?;
    let all: Vec<&Argument<'_>> = arguments.iter().chain(pose).collect();
    let leading = broadcast(&all)?;
    let rows = count(&leading)?;
    let shapes = Shapes::new(kind, &arguments, &leading);
    shapes.check::<V>(rows)?;
    shapes.check_finite::<V>()?;
    let mut all = room(rows)?;
    all.extend((0..rows).map(|row| Collider::from(shapes.owned::<V>(row))));
    Ok((leading, all))
}

/// Bodies to add.
pub(crate) struct Added<V: Vector> {
    leading: Vec<usize>,
    bodies: Vec<Body<V>>,
}

impl<V: OfBody> Added<V> {
    /// `traits` has what the bodies share.
    pub(crate) fn new<'py>(
        shape: &Bound<'py, PyAny>,
        pose: Option<&Argument<'py>>,
        traits: &Traits,
    ) -> PyResult<Self> {
        let (leading, colliders) = colliders::<V>(shape, pose)?;
        let poses = pose.map(|pose| pose.rows(&leading));
        let mut bodies = room(colliders.len())?;
        for (row, collider) in colliders.into_iter().enumerate() {
            let pose = poses.as_ref().map(|rows| pose_of(rows, row)).transpose()?;
            let pose = pose.unwrap_or_default();
            let body = Body {
                pose,
                layers: traits.layers,
                mask: traits.mask,
                moving: traits.moving,
                sensor: traits.sensor,
                data: traits.data,
                ..Body::new(collider)
            };
            if let Err(error) = body.check() {
                return Err(match &poses {
                    Some(rows) => refused(rows, row, error),
                    None => refused_shape(&leading, row, error),
                });
            }
            bodies.push(body);
        }
        Ok(Self { leading, bodies })
    }

    pub(crate) fn insert<'py>(
        self,
        py: Python<'py>,
        world: &mut carom::World<V>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut array = Column::<i64>::new(py, &self.leading)?;
        for (name, body) in array.slice().iter_mut().zip(self.bodies) {
            let id = world.insert(body);
            *name = bits(id.map_err(|error| PyValueError::new_err(error.to_string()))?);
        }
        if self.leading.is_empty() {
            let name = array.slice()[0];
            return Ok(name.into_pyobject(py)?.into_any());
        }
        Ok(array.object(py))
    }
}

/// A list with room for many bodies.
fn room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    let reserved = list.try_reserve_exact(count);
    reserved.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    Ok(list)
}

/// The error of a row of an argument of bodies.
pub(crate) fn refused(rows: &Rows<'_>, row: usize, error: BodyError) -> PyErr {
    PyValueError::new_err(format!("{}: {error}", rows.place_of(row)))
}

/// Changes bodies one after the other; an error names the row of the argument.
pub(crate) fn change_each(
    names: &[BodyId],
    rows: &Rows<'_>,
    mut change: impl FnMut(BodyId, usize) -> Result<(), BodyError>,
) -> PyResult<()> {
    (names.iter().enumerate())
        .try_for_each(|(row, name)| change(*name, row).map_err(|error| refused(rows, row, error)))
}

/// The error of a row of the argument `shape`.
pub(crate) fn refused_shape(leading: &[usize], row: usize, error: BodyError) -> PyErr {
    PyValueError::new_err(format!("{}: {error}", place("shape", leading, row)))
}

/// The pose of a matrix.
pub(crate) fn pose_of<V: OfBody>(poses: &Rows<'_>, row: usize) -> PyResult<Pose<V>> {
    V::pose(poses, row).map_err(|reason| {
        PyValueError::new_err(format!(
            "{} is not the matrix of a rotation, a uniform scale and a translation: {reason}",
            poses.place_of(row)
        ))
    })
}

/// Writes the rows of a pose's matrix, one after the other.
pub(crate) fn put_matrix<V: Vector>(pose: &Pose<V>, matrix: &mut [f64]) {
    let size = V::DIM + 1;
    let origin = pose.translation.to_f64();
    let scale = pose.scale.to_f64();
    matrix.fill(0.0);
    for j in 0..V::DIM {
        let unit = V::from_f64([0, 1, 2].map(|i| if i == j { 1.0 } else { 0.0 }));
        let image = pose.rotation.rotate(unit).to_f64();
        for i in 0..V::DIM {
            matrix[size * i + j] = image[i] * scale;
        }
    }
    for i in 0..V::DIM {
        matrix[size * i + V::DIM] = origin[i];
    }
    matrix[size * size - 1] = 1.0;
}
