//! The queries of chains and worlds in 2D.

use crate::arrays::Argument;
use crate::batch::{Arguments, Call};
use crate::filters::Filters;
use crate::moving::{self, Motion};
use crate::overlaps;
use crate::queries::{along, rays, rigid_motion, within};
use crate::shape_kind::Kind;
use crate::shapes::rows_of;
use carom::glam::DVec2;
use carom::{Chain, World};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::sync::{Arc, RwLock};

/// Anything in 2D that can be queried: the base of Chain and World.
///
/// Every query takes `shapes`: points as an array (..., 2), or a shape of this module (Ball, Capsule, Box…) of any leading
/// dimensions. All arguments are broadcast against each other by numpy's rules, and answers have the resulting leading dimensions;
/// those of a single shape are arrays without dimensions. Computed in float64, whatever the type of the arguments.
///
/// Keywords of all queries: `threads`, all cores by default, with the same bits for any number; `nan`: a row that is not
/// finite raises a ValueError that names it ("raise", the default), or is answered by NaN, False or an empty list
/// ("nan"); `out`: an earlier answer of the same shape to write into and return.
#[pyclass(frozen, subclass, module = "carom.planar", name = "Surface")]
pub(crate) struct PlanarSurface {
    pub(crate) target: PlanarTarget,
}

/// The chain or world of a surface; of a world, the bodies that count.
pub(crate) enum PlanarTarget {
    Chain(Arc<Chain<DVec2>>),
    World(Arc<RwLock<World<DVec2>>>, Filters<DVec2>),
}

/// Runs the same with the [`RowQuery`](crate::queries::RowQuery) of a chain or world.
macro_rules! with_query {
    ($target:expr, |$query:ident| $run:expr) => {
        match &$target {
            $crate::planar::surface::PlanarTarget::Chain(chain) => {
                let $query = $crate::queries::RowQuery::new(chain.query(), false);
                $run
            }
            $crate::planar::surface::PlanarTarget::World(world, filters) => {
                let world = $crate::target::read(world)?;
                let $query = $crate::queries::RowQuery::new(filters.query(&world), true);
                $run
            }
        }
    };
}

/// The shapes of a query.
pub(crate) fn shapes_of<'py>(
    given: &Bound<'py, PyAny>,
    verb: &str,
) -> PyResult<(Kind, Vec<Argument<'py>>)> {
    if given.is_instance_of::<PlanarSurface>() {
        let message = format!("{verb} takes points or shapes, not a chain or world");
        return Err(PyTypeError::new_err(message));
    }
    rows_of::<DVec2>(given)
}

/// The bodies of a world that touch shapes.
pub(crate) fn overlapping<'py>(
    surface: &PlanarSurface,
    call: &Call<'_, 'py>,
    shapes: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let PlanarTarget::World(world, filters) = &surface.target else {
        return Err(PyTypeError::new_err("not a world"));
    };
    let arguments = within(shapes_of(shapes, "overlaps")?, None)?;
    overlaps::listed(world, filters, call, &arguments)
}

/// The first hits of shapes among bodies that move.
pub(crate) fn sweep_moving<'py>(
    surface: &PlanarSurface,
    call: &Call<'_, 'py>,
    shapes: &Bound<'py, PyAny>,
    motion: &Motion<'_, 'py>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let PlanarTarget::World(world, filters) = &surface.target else {
        return Err(PyTypeError::new_err("not a world"));
    };
    let (kind, shapes) = shapes_of(shapes, "sweep_moving")?;
    let arguments = Arguments {
        kind,
        shapes,
        motion: motion.arguments::<DVec2>(call.py)?,
        reach: None,
    };
    moving::swept(world, filters, call, &arguments, out)
}

#[pymethods]
impl PlanarSurface {
    /// The nearest part for each shape: Closest(distance, point, normal, segment, body).
    ///
    /// `reach` (...): parts farther away do not count; default inf. Distances are signed: negative where the shape
    /// overlaps the part. A chain is a line unless it is `solid`: a point in a closed chain has a positive distance and a
    /// normal that points inwards; see `signed_distance` and `contains`.
    ///
    /// >>> import carom
    /// >>> hill = carom.planar.Chain([[-4., 0], [0, 0], [3, 4]])
    /// >>> found = hill.closest(carom.planar.Ball([[-3., 1], [1, -2]], 0.5))
    /// >>> found.distance.round(3), found.segment
    /// (array([0.5  , 1.736]), array([0, 0], dtype=int32))
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
        let arguments = within(shapes_of(shapes, "closest")?, reach)?;
        with_query!(self.target, |query| query.closest(&call, &arguments, out))
    }

    /// Whether each shape touches any part: a bool array. The cheapest query.
    ///
    /// >>> import carom
    /// >>> hill = carom.planar.Chain([[-4., 0], [0, 0], [3, 4]])
    /// >>> hill.overlap(carom.planar.Ball([[-3., 1], [1, 1]], 0.5))
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
        let arguments = within(shapes_of(shapes, "overlap")?, None)?;
        with_query!(self.target, |query| query.overlap(&call, &arguments, out))
    }

    /// All parts within `reach` (...) of each shape, default 0: Contacts(offsets, distance, point, normal, segment,
    /// body). Those of shape i are the rows offsets[i] to offsets[i + 1], by segment.
    ///
    /// >>> import carom
    /// >>> valley = carom.planar.Chain([[-4., 4], [0, 0], [4, 4]])
    /// >>> found = valley.contacts(carom.planar.Ball([[0., 1], [3, 3], [0, 9]], 1.0))
    /// >>> found.offsets, found.segment
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
        let arguments = within(shapes_of(shapes, "contacts")?, reach)?;
        with_query!(self.target, |query| query.contacts(&call, &arguments))
    }

    /// The `count` nearest parts within `reach` (...) of each shape, default inf: Contacts(offsets, distance, point, normal,
    /// segment, body). Those of shape i are the rows offsets[i] to offsets[i + 1], the nearest first.
    ///
    /// Equal distances: the lowest body, then the lowest segment. In a World a chain can appear with several segments.
    ///
    /// >>> import carom
    /// >>> world = carom.planar.World()
    /// >>> balls = world.add(carom.planar.Ball([[9., 0], [3, 0], [5, 0], [1, 0]], 0.5))
    /// >>> world.closest_n([0., 0], 2).distance
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
        let arguments = within(shapes_of(shapes, "closest_n")?, reach)?;
        with_query!(self.target, |query| query
            .closest_n(&call, &arguments, count))
    }

    /// All parts within `reach` (...) of each shape, default 0, with their manifolds: PartManifolds(contacts, manifolds), of up to
    /// two points.
    ///
    /// `contacts` are those of `contacts`, and row i of `manifolds` has the points of contact i along its normal; its a is the shape.
    ///
    /// >>> import carom
    /// >>> floor = carom.planar.Chain([[-9., 0], [9, 0]])
    /// >>> found = floor.manifolds(carom.planar.Box([[-1., -0.125], [4, 1]], [[1., 1], [5, 2]]))
    /// >>> found.contacts.offsets, found.manifolds.distance
    /// (array([0, 1, 1]), array([[-0.125, -0.125]]))
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
        let arguments = within(shapes_of(shapes, "manifolds")?, reach)?;
        with_query!(self.target, |query| query.manifolds(&call, &arguments))
    }

    /// The parts that may touch the box from `min` (2,) to `max` (2,): Parts(segment, body), sorted by body and segment. All
    /// that do, and perhaps some beside it.
    ///
    /// >>> import carom
    /// >>> stairs = carom.planar.Chain([[0., 2], [2, 2], [2, 0], [9, 0]])
    /// >>> stairs.parts_in_box([5., -1], [6., 1]).segment
    /// array([2], dtype=int32)
    fn parts_in_box<'py>(
        &self,
        py: Python<'py>,
        min: &Bound<'py, PyAny>,
        max: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        with_query!(self.target, |query| query.parts_in_box(py, [min, max]))
    }

    /// The first hit of each shape moving by `delta` (..., 2), a shape cast: Hits(t, point, normal, segment, body).
    ///
    /// `t` is a fraction of `delta`, inf where the motion is free. A motion that starts in an overlap is stopped at
    /// t = 0; one that starts touching and slides along or leaves is free. With `leave_overlaps` it is not stopped by a part
    /// that it starts in and moves out of.
    ///
    /// >>> import carom
    /// >>> floor = carom.planar.Chain([[-9., 0], [9, 0]])
    /// >>> floor.sweep(carom.planar.Ball([1., 5], 1.0), [[0., -8], [0, 8]]).t
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
        let call = Call { py, threads, nan };
        let arguments = along::<DVec2>(shapes_of(shapes, "sweep")?, delta)?;
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep(&call, &arguments, out)
        })
    }

    /// Whether anything stops each shape moving by `delta` (..., 2): a bool array. Where `sweep` has a hit, in less time.
    /// `leave_overlaps`: see `sweep`.
    ///
    /// >>> import carom
    /// >>> floor = carom.planar.Chain([[-9., 0], [9, 0]])
    /// >>> floor.sweep_any(carom.planar.Ball([1., 5], 1.0), [[0., -8], [0, 8]])
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
        let call = Call { py, threads, nan };
        let arguments = along::<DVec2>(shapes_of(shapes, "sweep_any")?, delta)?;
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep_any(&call, &arguments, out)
        })
    }

    /// All parts that stop each shape moving by `delta` (..., 2), each as if it were alone, by time: AllHits(offsets, t,
    /// point, normal, segment, body). Those of shape i are the rows offsets[i] to offsets[i + 1]. With points: all hits
    /// of rays. `leave_overlaps`: see `sweep`.
    ///
    /// >>> import carom
    /// >>> stairs = carom.planar.Chain([[0., 2], [4, 2], [4, 0], [0, 0]])
    /// >>> stairs.sweep_all([[1., 5]], [0., -10]).segment
    /// array([0, 2], dtype=int32)
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
        let arguments = along::<DVec2>(shapes_of(shapes, "sweep_all")?, delta)?;
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep_all(&call, &arguments)
        })
    }

    /// The first hit of rays from `origins` (..., 2) to `origins + deltas` (..., 2): Hits(t, point, normal, segment,
    /// body), as of a swept point. `t` is a fraction of `deltas`: for a distance multiply by their lengths. `leave_overlaps`:
    /// see `sweep`.
    ///
    /// >>> import carom
    /// >>> stairs = carom.planar.Chain([[0., 2], [2, 2], [2, 0], [9, 0]])
    /// >>> hits = stairs.rays([[1., 5], [5, 5], [99, 5]], [0., -10])
    /// >>> hits.t, hits.segment
    /// (array([0.3, 0.5, inf]), array([ 0,  2, -1], dtype=int32))
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
        let (call, rays) = (Call { py, threads, nan }, rays::<DVec2>(origins, deltas)?);
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep(&call, &rays, out)
        })
    }

    /// Whether anything is on each ray from `origins` (..., 2) to `origins + deltas` (..., 2): a bool array. Where `rays` has a
    /// hit, in less time: visibility. `leave_overlaps`: see `sweep`.
    ///
    /// >>> import carom
    /// >>> floor = carom.planar.Chain([[-9., 0], [9, 0]])
    /// >>> floor.rays_any([[1., 5], [99, 5]], [0., -10])
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
        let (call, rays) = (Call { py, threads, nan }, rays::<DVec2>(origins, deltas)?);
        with_query!(self.target, |query| {
            query
                .leave_overlaps(leave_overlaps)
                .sweep_any(&call, &rays, out)
        })
    }

    /// The first hit of each shape that moves by `delta` (..., 2) and rotates by `angle` (...) radians, counter-clockwise, around
    /// `pivot` (..., 2), both at constant speed; the displacement takes the pivot along: Hits(t, point, normal, segment, body).
    ///
    /// An angle can exceed a full turn; `t` is a fraction of the whole motion.
    ///
    /// >>> import carom, numpy as np
    /// >>> floor = carom.planar.Chain([[-9., 0], [9, 0]])
    /// >>> rod = carom.planar.Capsule([1., 1], [3., 1], 0.0)
    /// >>> floor.sweep_rigid(rod, [0., 0], [1., 1], -np.pi).t.round(6)  # at 30 of 180 degrees
    /// np.float64(0.166667)
    #[pyo3(signature = (shapes, delta, pivot, angle, *, threads = None, nan = "raise", out = None))]
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
        angle: &Bound<'py, PyAny>,
        threads: Option<isize>,
        nan: &str,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = Call { py, threads, nan };
        let (kind, shapes) = shapes_of(shapes, "sweep_rigid")?;
        let arguments = Arguments {
            kind,
            shapes,
            motion: rigid_motion::<DVec2>(&[delta, pivot, angle])?,
            reach: None,
        };
        with_query!(self.target, |query| query
            .sweep_rigid(&call, &arguments, out))
    }
}
