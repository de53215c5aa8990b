//! The queries of meshes, height fields, compounds and worlds.

use crate::arrays::Argument;
use crate::batch::{Arguments, Call};
use crate::meshes;
use crate::queries::{along, rays, rigid_motion, within};
use crate::shape_kind::Kind;
use crate::shapes::rows_of;
use crate::surfaces;
use crate::target::{Target, with_query};
use carom::glam::DVec3;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Anything that can be queried: the base of Mesh, HeightField, Compound and World.
///
/// Every query takes `shapes`: points as an array (..., 3), or a Shape (Ball, Capsule, Box…) of any leading dimensions. All arguments are broadcast against each other by numpy's rules, and answers have the resulting leading
/// dimensions; those of a single shape are arrays without dimensions. Computed in `dtype`, whatever that of the
/// arguments. Shapes are queried where they are: carom.transformed moves them by matrices.
///
/// Keywords of all queries: `threads`, all cores by default, with the same bits for any number; `nan`: a row that is not
/// finite raises a ValueError that names it ("raise", the default), or is answered by NaN, False or an empty list
/// ("nan"); `out`: an earlier answer of the same shape to write into and return.
#[pyclass(frozen, subclass, module = "carom")]
pub(crate) struct Surface {
    pub(crate) target: Target,
}

/// The shapes of a query that takes no mesh.
pub(crate) fn no_mesh<'py>(
    shapes: &Bound<'py, PyAny>,
    verb: &str,
) -> PyResult<(Kind, Vec<Argument<'py>>)> {
    if shapes.cast::<Surface>().is_ok() {
        let message = format!("{verb} takes points or shapes, not a mesh or compound");
        return Err(PyTypeError::new_err(message));
    }
    rows_of::<DVec3>(shapes)
}

impl Surface {
    pub(crate) fn new(target: Target) -> Self {
        Self { target }
    }
}

#[pymethods]
impl Surface {
    /// The type of all numbers that are computed: float32 or float64.
    #[getter]
    pub(crate) fn dtype<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        if self.target.is_double() {
            numpy::dtype::<f64>(py).into_any()
        } else {
            numpy::dtype::<f32>(py).into_any()
        }
    }

    /// The nearest part for each shape: Closest(distance, point, normal, triangle, body).
    ///
    /// `reach` (...): parts farther away do not count; default inf. Distances are signed: negative where the shape
    /// overlaps the part. A mesh is a shell unless it is `solid`: a point in a closed mesh has a positive distance and a
    /// normal that points inwards; see `signed_distance` and `contains`. For another Mesh as shape:
    /// MeshClosest(distance, point, normal, triangle, other). For a Compound: CompoundClosest(distance, point, normal,
    /// triangle, body, part), with the number of its shape.
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> floor.closest([[1., 5, 2], [0, -2, 1]]).distance
    /// array([5., 2.])
    /// >>> floor.closest(carom.Ball([1., 5, 2], [0.5, 6])).distance
    /// array([ 4.5, -1. ])
    #[pyo3(signature = (shapes, reach = None, *, threads = None, nan = "raise", out = None))]
    fn closest<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        reach: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call { py, threads, nan };
        if let Ok(mesh) = shapes.cast::<Self>() {
            return match &mesh.get().target {
                other if other.is_compound() => surfaces::closest(py, &self.target, other, reach),
                other => meshes::closest(py, &self.target, other, reach),
            };
        }
        let arguments = within(rows_of::<DVec3>(shapes)?, reach)?;
        with_query!(self.target, |query| query.closest(&call, &arguments, out))
    }

    /// Whether each shape touches any part: a bool array. The cheapest query. Another Mesh or a Compound as
    /// shape: a bool.
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> floor.overlap(carom.Ball([[1., 5, 2], [0, -2, 1]], 3.0))
    /// array([False,  True])
    #[pyo3(signature = (shapes, *, threads = None, nan = "raise", out = None))]
    fn overlap<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call { py, threads, nan };
        if let Ok(mesh) = shapes.cast::<Self>() {
            return match &mesh.get().target {
                other if other.is_compound() => surfaces::overlap(py, &self.target, other),
                other => meshes::overlap(py, &self.target, other),
            };
        }
        let arguments = within(rows_of::<DVec3>(shapes)?, None)?;
        with_query!(self.target, |query| query.overlap(&call, &arguments, out))
    }

    /// All parts within `reach` (...) of each shape, default 0: Contacts(offsets, distance, point, normal, triangle,
    /// body). Those of shape i are the rows offsets[i] to offsets[i + 1], by triangle.
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> found = floor.contacts(carom.Ball([[0., 1, 0], [5, 1, -5], [0, 9, 0]], 1.0))
    /// >>> found.offsets, found.triangle
    /// (array([0, 2, 3, 3]), array([0, 1, 1], dtype=int32))
    #[pyo3(signature = (shapes, reach = None, *, threads = None, nan = "raise"))]
    fn contacts<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        reach: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call { py, threads, nan };
        let arguments = within(no_mesh(shapes, "contacts")?, reach)?;
        with_query!(self.target, |query| query.contacts(&call, &arguments))
    }

    /// The `count` nearest parts within `reach` (...) of each shape, default inf: Contacts(offsets, distance, point, normal,
    /// triangle, body). Those of shape i are the rows offsets[i] to offsets[i + 1], the nearest first.
    ///
    /// Equal distances: the lowest body, then the lowest triangle. In a World a mesh can appear with several triangles.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> balls = world.add(carom.Ball([[9., 0, 0], [3, 0, 0], [5, 0, 0], [1, 0, 0]], 0.5))
    /// >>> world.closest_n([0., 0, 0], 2).distance
    /// array([0.5, 2.5])
    #[pyo3(signature = (shapes, count, reach = None, *, threads = None, nan = "raise"))]
    fn closest_n<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        count: usize,
        reach: Option<&Bound<'py, PyAny>>,
        threads: Option<isize>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call { py, threads, nan };
        let arguments = within(no_mesh(shapes, "closest_n")?, reach)?;
        with_query!(self.target, |query| query
            .closest_n(&call, &arguments, count))
    }

    /// The parts that may touch the box from `min` (3,) to `max` (3,): Parts(triangle, body), sorted by body and triangle. All
    /// that do, and perhaps some beside it.
    ///
    /// >>> import carom
    /// >>> world = carom.World()
    /// >>> balls = world.add(carom.Ball([[9., 0, 0], [3, 0, 0], [5, 0, 0]], 0.5))
    /// >>> world.parts_in_box([2., -1, -1], [6., 1, 1]).body == balls[1:]
    /// array([ True,  True])
    fn parts_in_box<'py>(
        &self,
        py: Python<'py>,
        min: &Bound<'py, PyAny>,
        max: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        with_query!(self.target, |query| query.parts_in_box(py, [min, max]))
    }

    /// The first hit of each shape moving by `delta` (..., 3), a shape cast: Hits(t, point, normal, triangle, body).
    ///
    /// `t` is a fraction of `delta`, inf where the motion is free. A motion that starts in an overlap is stopped at
    /// t = 0; one that starts touching and slides along or leaves is free. With `leave_overlaps` it is not stopped by a part
    /// that it starts in and moves out of. For another Mesh as shape, without leading
    /// dimensions of `delta`: MeshHit(t, point, normal, triangle, other). For a Compound: CompoundHit(t, point, normal, triangle,
    /// body, part).
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> floor.sweep(carom.Ball([1., 5, 2], 1.0), [[0., -8, 0], [0, 8, 0]]).t
    /// array([0.5, inf])
    #[pyo3(signature = (shapes, delta, *, leave_overlaps = false, threads = None, nan = "raise", out = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn sweep<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        delta: &Bound<'py, PyAny>,
        leave_overlaps: bool,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(mesh) = shapes.cast::<Self>() {
            let (own, other) = (&self.target, &mesh.get().target);
            return if other.is_compound() {
                surfaces::sweep(py, own, other, delta, leave_overlaps)
            } else {
                meshes::sweep(py, own, other, delta, leave_overlaps)
            };
        }
        let arguments = along::<DVec3>(rows_of::<DVec3>(shapes)?, delta)?;
        let call = Call { py, threads, nan };
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep(&call, &arguments, out)
        })
    }

    /// The first hit of rays from `origins` (..., 3) to `origins + deltas` (..., 3): Hits(t, point, normal, triangle,
    /// body), as of a swept point. `t` is a fraction of `deltas`: for a distance multiply by their lengths. `leave_overlaps`:
    /// see `sweep`.
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> hits = floor.rays([[1., 5, 2], [99, 5, 2]], [0., -10, 0])
    /// >>> hits.t, hits.triangle
    /// (array([0.5, inf]), array([ 0, -1], dtype=int32))
    #[pyo3(signature = (origins, deltas, *, leave_overlaps = false, threads = None, nan = "raise", out = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn rays<'py>(
        &self,
        py: Python<'py>,
        origins: &Bound<'py, PyAny>,
        deltas: &Bound<'py, PyAny>,
        leave_overlaps: bool,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (call, rays) = (Call { py, threads, nan }, rays::<DVec3>(origins, deltas)?);
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep(&call, &rays, out)
        })
    }

    /// Whether anything is on each ray from `origins` (..., 3) to `origins + deltas` (..., 3): a bool array. Where `rays` has a
    /// hit, in less time: visibility, shadows. `leave_overlaps`: see `sweep`.
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> floor.rays_any([[1., 5, 2], [99, 5, 2]], [0., -10, 0])
    /// array([ True, False])
    #[pyo3(signature = (origins, deltas, *, leave_overlaps = false, threads = None, nan = "raise", out = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn rays_any<'py>(
        &self,
        py: Python<'py>,
        origins: &Bound<'py, PyAny>,
        deltas: &Bound<'py, PyAny>,
        leave_overlaps: bool,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (call, rays) = (Call { py, threads, nan }, rays::<DVec3>(origins, deltas)?);
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep_any(&call, &rays, out)
        })
    }

    /// Whether anything stops each shape moving by `delta` (..., 3): a bool array. Where `sweep` has a hit, in less time.
    /// `leave_overlaps`: see `sweep`.
    ///
    /// >>> import carom
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> floor.sweep_any(carom.Ball([1., 5, 2], 1.0), [[0., -8, 0], [0, 8, 0]])
    /// array([ True, False])
    #[pyo3(signature = (shapes, delta, *, leave_overlaps = false, threads = None, nan = "raise", out = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn sweep_any<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        delta: &Bound<'py, PyAny>,
        leave_overlaps: bool,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = along::<DVec3>(no_mesh(shapes, "sweep_any")?, delta)?;
        let call = Call { py, threads, nan };
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep_any(&call, &arguments, out)
        })
    }

    /// The first hit of each shape that moves by `delta` (..., 3) and rotates by `angle` (...) radians around `axis`
    /// (..., 3) through `pivot` (..., 3), both at constant speed; the displacement takes the pivot along: Hits(t, point,
    /// normal, triangle, body).
    ///
    /// The rotation is counter-clockwise around the axis, which has any length. An angle can exceed a full turn; `t` is a
    /// fraction of the whole motion. For a Compound as shape, without leading dimensions: CompoundHit(t, point, normal, triangle,
    /// body, part).
    ///
    /// >>> import carom, numpy as np
    /// >>> floor = carom.Mesh([[-9., 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    /// >>> rod = carom.Capsule([1., 1, 2], [3., 1, 2], 0.0)
    /// >>> floor.sweep_rigid(rod, [0., 0, 0], [1., 1, 2], [0., 0, -1], np.pi).t.round(6)  # at 30 of 180 degrees
    /// np.float64(0.166667)
    #[pyo3(signature = (shapes, delta, pivot, axis, angle, *, threads = None, nan = "raise", out = None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "a rigid motion, and keywords of Python"
    )]
    fn sweep_rigid<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        delta: &Bound<'py, PyAny>,
        pivot: &Bound<'py, PyAny>,
        axis: &Bound<'py, PyAny>,
        angle: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call { py, threads, nan };
        let motion = rigid_motion::<DVec3>(&[delta, pivot, axis, angle])?;
        if let Ok(other) = shapes.cast::<Self>()
            && other.get().target.is_compound()
        {
            return surfaces::sweep_rigid(py, &self.target, &other.get().target, &motion);
        }
        let (kind, shapes) = no_mesh(shapes, "sweep_rigid")?;
        let arguments = Arguments {
            kind,
            shapes,
            motion,
            reach: None,
        };
        with_query!(self.target, |query| query
            .sweep_rigid(&call, &arguments, out))
    }

    /// All parts that stop each shape moving by `delta` (..., 3), each as if it were alone, by time: AllHits(offsets, t,
    /// point, normal, triangle, body). Those of shape i are the rows offsets[i] to offsets[i + 1]. With points: all hits
    /// of rays. `leave_overlaps`: see `sweep`.
    ///
    /// >>> import carom
    /// >>> tent = carom.Mesh([[0., 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 8]], [[0, 1, 2], [0, 1, 3]])
    /// >>> tent.sweep_all([[1., 0.5, 9]], [0., 0, -10]).triangle
    /// array([1, 0], dtype=int32)
    #[pyo3(signature = (shapes, delta, *, leave_overlaps = false, threads = None, nan = "raise"))]
    fn sweep_all<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        delta: &Bound<'py, PyAny>,
        leave_overlaps: bool,
        threads: Option<isize>,
        nan: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call { py, threads, nan };
        let arguments = along::<DVec3>(no_mesh(shapes, "sweep_all")?, delta)?;
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep_all(&call, &arguments)
        })
    }
}
