//! Bodies in 3D.

use crate::arrays::Rows;
use crate::of_body::OfBody;
use crate::shape_kind::Kind;
use crate::shape_objects::surface_object;
use crate::shapes::class;
use crate::surface::Surface;
use crate::target::Target;
use carom::glam::{DVec3, Vec3};
use carom::{Collider, Pose, Rotation, Scalar, Vector, Vector3};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

macro_rules! of_body_3d {
    ($V:ty, $Mesh:ident, $Compound:ident) => {
        impl OfBody for $V {
            fn surface(given: &Bound<'_, PyAny>) -> PyResult<Option<Collider<Self>>> {
                let Ok(surface) = given.cast::<Surface>() else {
                    return Ok(None);
                };
                match &surface.get().target {
                    Target::$Mesh(mesh) => Ok(Some(mesh.get().into())),
                    Target::$Compound(compound) => Ok(Some(compound.clone().into())),
                    _ => Err(PyTypeError::new_err(
                        "a mesh or compound must have the dtype of its world: see World(dtype=)",
                    )),
                }
            }

            fn surface_object<'py>(
                py: Python<'py>,
                collider: &Collider<Self>,
            ) -> PyResult<Bound<'py, PyAny>> {
                surface_object(py, collider, Target::$Compound)
            }

            fn class(py: Python<'_>, kind: Kind) -> Option<Bound<'_, PyType>> {
                class(py, kind)
            }

            fn pose(matrices: &Rows<'_>, row: usize) -> Result<Pose<Self>, String> {
                pose_in_3d(matrices.matrix(row))
            }
        }
    };
}

of_body_3d!(Vec3, SingleMesh, SingleCompound);
of_body_3d!(DVec3, DoubleMesh, DoubleCompound);

fn pose_in_3d<V: Vector3>(matrix: [[f64; 4]; 4]) -> Result<Pose<V>, String> {
    let column = |j: usize| <V::Double as Vector>::from_f64([0, 1, 2].map(|i| matrix[i][j]));
    let found = Rotation::from_columns([column(0), column(1), column(2)]);
    let (rotation, scale) = found.map_err(|error| error.to_string())?;
    if !(matrix[3] == [0.0, 0.0, 0.0, 1.0] && column(3).is_finite()) {
        let text = "its last row must be 0, 0, 0, 1, and its translation finite";
        return Err(text.to_owned());
    }
    Ok(Pose {
        rotation,
        translation: column(3),
        scale: V::Scalar::from_f64(scale),
    })
}
