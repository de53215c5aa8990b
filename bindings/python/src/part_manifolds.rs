//! Contact manifolds with the parts of a surface.

use crate::answers::Class;
use crate::arrays::Row;
use crate::batch::{Arguments, Batch, Call};
use crate::surface::{Surface, argument, no_mesh};
use crate::target::{Target, with_query};
use carom::Scalar;
use carom::glam::{DVec3, Vec3};
use pyo3::prelude::*;

static PART_MANIFOLDS: Class = Class::within(
    "carom._answers",
    "PartManifolds",
    &["contacts", "manifolds"],
);

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
        let (kind, shapes) = no_mesh(shapes, "manifolds")?;
        let arguments = Arguments {
            kind,
            shapes,
            motion: Vec::new(),
            reach: argument(reach, "reach", Row::Number)?,
        };
        with_query!(self.target, |query, has_body, V| {
            let batch = Batch::new::<V>(&call, &arguments)?;
            let found = batch.list_manifolds::<V>(py, has_body, |row, shape, found| {
                query.manifolds(shape, batch.reach(row, Scalar::ZERO), found);
            })?;
            PART_MANIFOLDS.make(py, found)
        })
    }
}
