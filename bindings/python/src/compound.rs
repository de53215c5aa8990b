//! Compounds: several convex shapes as one surface.

use crate::answers::Column;
use crate::arrays::{Argument, Row, count, tuple};
use crate::bodies::pose_of;
use crate::mesh::is_double;
use crate::of_body::OfBody;
use crate::shape_rows::Shapes;
use crate::shapes::{Shape, rows_of};
use crate::stored::{class_method, from_bytes, to_bytes};
use crate::surface::Surface;
use crate::target::Target;
use carom::glam::{DVec3, Vec3};
use carom::{CompoundError, Vector};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use std::sync::Arc;

/// Compound(shapes, poses=None, *, dtype="float64"): several convex shapes as one surface: a table of a plate and four legs, a
/// robot arm, a convex decomposition.
///
/// `shapes` is a Shape of any leading dimensions, or a list of them; part i is shape i, in their order. `poses` (n, 4, 4) puts
/// each shape in its place; by default they are where they are. The shapes are solid and may overlap; each answers as if it
/// were alone. As the shape of `closest`, `overlap`, `sweep` and `sweep_rigid` a compound moves as a whole. It never changes,
/// and may be a body of many worlds. Raises a ValueError that names the shape: one that is not finite, none at all.
///
/// >>> import carom
/// >>> plate, leg = carom.Box([-1., 0.9, -1], [1, 1, 1]), carom.Cylinder([0., 0, 0], [0, 0.9, 0], 0.1)
/// >>> table = carom.Compound([plate, leg])
/// >>> hit = table.sweep(carom.Ball([0.5, 0.4, 0], 0.2), [-1., 0, 0])
/// >>> hit.t.round(6), hit.triangle
/// (np.float64(0.2), array(1, dtype=int32))
#[pyclass(frozen, extends = Surface, module = "carom")]
pub(crate) struct Compound;

#[pymethods]
impl Compound {
    #[new]
    #[pyo3(signature = (shapes, poses = None, *, dtype = None), text_signature = "(shapes, poses=None, *, dtype=\"float64\")")]
    fn new(
        shapes: &Bound<'_, PyAny>,
        poses: Option<&Bound<'_, PyAny>>,
        dtype: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let poses = poses
            .map(|poses| Argument::new(poses, "poses", Row::Matrix4))
            .transpose()?;
        let target = if dtype.map_or(Ok(true), is_double)? {
            Target::DoubleCompound(build::<DVec3>(shapes, poses.as_ref())?)
        } else {
            Target::SingleCompound(build::<Vec3>(shapes, poses.as_ref())?)
        };
        Ok(PyClassInitializer::from(Surface::new(target)).add_subclass(Self))
    }

    /// The corners of the bounding box, (2, 3): least, then greatest coordinates.
    #[getter]
    fn bounds<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = this.py();
        match &this.as_super().get().target {
            Target::SingleCompound(compound) => corners(py, &compound.bounds()),
            Target::DoubleCompound(compound) => corners(py, &compound.bounds()),
            _ => Err(PyTypeError::new_err("not a compound")),
        }
    }

    /// The number of shapes.
    fn __len__(this: &Bound<'_, Self>) -> usize {
        match &this.as_super().get().target {
            Target::SingleCompound(compound) => compound.shapes().len(),
            Target::DoubleCompound(compound) => compound.shapes().len(),
            _ => 0,
        }
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let dtype = this.as_super().get().dtype(this.py()).str()?.to_string();
        Ok(format!(
            "<Compound of {} shapes, {dtype}>",
            Self::__len__(this)
        ))
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = this.py();
        let bytes = match &this.as_super().get().target {
            Target::SingleCompound(compound) => to_bytes(py, &**compound)?,
            Target::DoubleCompound(compound) => to_bytes(py, &**compound)?,
            _ => return Err(PyTypeError::new_err("not a compound")),
        };
        let dtype = this.as_super().get().dtype(py).str()?;
        (class_method(this, "_restored")?, (dtype, bytes)).into_pyobject(py)
    }

    #[classmethod]
    fn _restored<'py>(
        class: &Bound<'py, PyType>,
        dtype: &Bound<'py, PyAny>,
        bytes: &Bound<'py, PyBytes>,
    ) -> PyResult<Bound<'py, Self>> {
        let target = if is_double(dtype)? {
            Target::DoubleCompound(Arc::new(from_bytes(bytes)?))
        } else {
            Target::SingleCompound(Arc::new(from_bytes(bytes)?))
        };
        let made = PyClassInitializer::from(Surface::new(target)).add_subclass(Self);
        Bound::new(class.py(), made)
    }
}

/// A compound as an object.
pub(crate) fn compound_object(py: Python<'_>, target: Target) -> PyResult<Bound<'_, PyAny>> {
    let made = PyClassInitializer::from(Surface::new(target)).add_subclass(Compound);
    Ok(Bound::new(py, made)?.into_any())
}

fn corners<'py, V: Vector<Scalar: numpy::Element>>(
    py: Python<'py>,
    bounds: &carom::Aabb<V>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut array = Column::<V::Scalar>::new(py, &[2, 3])?;
    for axis in 0..3 {
        array.slice()[axis] = bounds.min[axis];
        array.slice()[3 + axis] = bounds.max[axis];
    }
    Ok(array.object(py))
}

/// The shapes of an argument, one after the other; the place of each for errors.
fn all<V: Vector>(given: &Bound<'_, PyAny>) -> PyResult<Vec<carom::Shape<V>>> {
    if !given.is_instance_of::<Shape>() {
        let each = given
            .try_iter()
            .map_err(|_| PyTypeError::new_err("shapes must be a Shape or a list of Shapes"))?;
        let mut shapes = Vec::new();
        for (number, shape) in each.enumerate() {
            let shape = shape?;
            if !shape.is_instance_of::<Shape>() {
                let message = format!("shapes[{number}] must be a Shape, not {}", shape.get_type());
                return Err(PyTypeError::new_err(message));
            }
            let found = all(&shape).map_err(|error| {
                let text = format!("shapes[{number}]: {}", error.value(given.py()));
                PyErr::from_type(error.get_type(given.py()), text)
            })?;
            shapes.extend(found);
        }
        return Ok(shapes);
    }
    let (kind, arguments) = rows_of::<DVec3>(given)?;
    let leading = crate::arrays::broadcast(&arguments.iter().collect::<Vec<_>>())?;
    let rows = count(&leading)?;
    let shapes = Shapes::new(kind, &arguments, &leading);
    shapes.check::<V>(rows)?;
    shapes.check_finite::<V>()?;
    Ok((0..rows).map(|row| shapes.owned(row)).collect())
}

fn build<V: OfBody>(
    shapes: &Bound<'_, PyAny>,
    poses: Option<&Argument<'_>>,
) -> PyResult<Arc<carom::Compound<V>>> {
    let mut shapes = all::<V>(shapes)?;
    if let Some(poses) = poses {
        let leading = [shapes.len()];
        if poses.leading() != leading {
            let message = format!(
                "poses must have the shape ({}, 4, 4), a pose for each shape, not {}",
                shapes.len(),
                tuple(&[poses.leading(), &[4, 4]].concat())
            );
            return Err(PyValueError::new_err(message));
        }
        let rows = poses.rows(&leading);
        for (row, shape) in shapes.iter_mut().enumerate() {
            *shape = pose_of::<V>(&rows, row)?.shape(shape);
        }
    }
    let compound = carom::Compound::new(shapes);
    let compound = compound.map_err(|error| match error {
        CompoundError::Empty => PyValueError::new_err("shapes is empty"),
        error => PyValueError::new_err(error.to_string()),
    })?;
    Ok(Arc::new(compound))
}
