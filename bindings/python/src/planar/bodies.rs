//! Bodies in 2D.

use crate::arrays::Rows;
use crate::of_body::OfBody;
use crate::planar::chain::PlanarChain;
use crate::planar::shapes::class;
use crate::planar::surface::{PlanarSurface, PlanarTarget};
use crate::shape_kind::Kind;
use carom::glam::{DAffine2, DVec2};
use carom::{Collider, Pose};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

impl OfBody for DVec2 {
    fn surface(given: &Bound<'_, PyAny>) -> PyResult<Option<Collider<Self>>> {
        let Ok(surface) = given.cast::<PlanarSurface>() else {
            return Ok(None);
        };
        match &surface.get().target {
            PlanarTarget::Chain(chain) => Ok(Some(chain.clone().into())),
            PlanarTarget::World(..) => Err(PyTypeError::new_err("a world cannot be a body")),
        }
    }

    fn surface_object<'py>(
        py: Python<'py>,
        collider: &Collider<Self>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let chain = collider.chain().cloned();
        let wrong = || PyTypeError::new_err("a body has a surface of another kind");
        Ok(PlanarChain::object(py, chain.ok_or_else(wrong)?)?.into_any())
    }

    fn class(py: Python<'_>, kind: Kind) -> Option<Bound<'_, PyType>> {
        class(py, kind)
    }

    fn pose(matrices: &Rows<'_>, row: usize) -> Result<Pose<Self>, String> {
        let [[a, b, x], [c, d, y], last] = matrices.matrix(row);
        let map = DAffine2::from_cols_array(&[a, c, b, d, x, y]);
        let pose = Pose::try_from(map).map_err(|error| error.to_string())?;
        if last == [0.0, 0.0, 1.0] {
            Ok(pose)
        } else {
            Err("its last row must be 0, 0, 1".to_owned())
        }
    }
}
