//! Contact manifolds with the parts of a surface.

use crate::batch::Call;
use crate::queries::within;
use crate::surface::{Surface, no_mesh};
use crate::target::{Target, with_query};
use pyo3::prelude::*;

#[pymethods]
impl Surface {
    /// All parts within `reach` (...) of each shape, default 0, with their manifolds: PartManifolds(contacts, manifolds).
    ///
    /// `contacts` are those of `contacts`, and row i of `manifolds`, in the dtype of the surface, has the points of contact i along its
    /// normal; its a is the shape. Where the surface gives no normal of its own, as a welded mesh gives to balls and capsules, it is
    /// `carom.manifold` with the part.
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> found = floor.manifolds(carom.Box([[-1., -0.125, -1], [4, 0, 1]], [[1., 1, 1], [5, 1, 2]]))
    /// >>> found.contacts.offsets, found.contacts.triangle, found.manifolds.point_count
    /// (array([0, 2, 3]), array([0, 1, 1], dtype=int32), array([3, 3, 4], dtype=int32))
    /// >>> found.manifolds.distance[0]
    /// array([-0.125, -0.125, -0.125,    nan])
    #[pyo3(signature = (shapes, reach = None, *, threads = None, nan = "raise"))]
    fn manifolds<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        reach: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call { py, threads, nan };
        let arguments = within(no_mesh(shapes, "manifolds")?, reach)?;
        with_query!(self.target, |query| query.manifolds(&call, &arguments))
    }
}
