//! Functions of two shapes, and of a ray and a shape, in 2D.

use crate::manifold::manifold_pairs;
use crate::pair::{closest_pairs, intervals, overlap_pairs};
use crate::pair_sweeps::{swept_pairs, swept_rigid_pairs};
use carom::glam::DVec2;
use pyo3::prelude::*;

/// closest(a, b, reach=inf, *, threads=None): where the shapes `a` and `b`, broadcast, are nearest to each other, or deepest in
/// each other, where that is at most `reach` (...), a length: PairClosest(distance, point_a, point_b, normal, unique), with vectors
/// (..., 2).
///
/// The distance is signed: minus the depth of an overlap. Shapes are points (..., 2) or those of this module. Without a chain or
/// world.
///
/// >>> import carom
/// >>> arm = carom.planar.Capsule([0., 2], [3., 2], 0.25)
/// >>> found = carom.planar.closest(arm, carom.planar.Box([1., 0], [2., 1]))
/// >>> float(found.distance), found.normal
/// (0.75, array([0., 1.]))
#[pyfunction]
#[pyo3(signature = (a, b, reach = None, *, threads = None), text_signature = "(a, b, reach=inf, *, threads=None)")]
pub(crate) fn closest<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    reach: Option<&Bound<'py, PyAny>>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    closest_pairs::<DVec2>(a, b, reach, threads)
}

/// overlap(a, b, *, threads=None): whether the shapes `a` and `b`, broadcast, touch or overlap, as booleans (...). Without a chain
/// or world.
///
/// >>> import carom
/// >>> carom.planar.overlap(carom.planar.Ball([[0., 0], [9, 0]], 1.0), carom.planar.Box([1, -1], [2, 1]))
/// array([ True, False])
#[pyfunction]
#[pyo3(signature = (a, b, *, threads = None))]
pub(crate) fn overlap<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    overlap_pairs::<DVec2>(a, b, threads)
}

/// sweep(a, delta, b, delta_b=None, *, threads=None): the first touch of the shapes `a`, moving by `delta` (..., 2), with the shapes `b`,
/// which rest or move by `delta_b` (..., 2) in the same time, broadcast: PairHits(t, point, normal, overlaps), with vectors (..., 2).
///
/// The times are fractions of both motions. Shapes that touch at the start and move along or apart have no hit; shapes that
/// overlap have one at 0. Never late: what has no hit is free all the way. Without a chain or world.
///
/// >>> import carom
/// >>> ball = carom.planar.Ball([0., 0], 1.0)
/// >>> hits = carom.planar.sweep(ball, [[8., 0], [0, 8]], carom.planar.Ball([10., 0], 1.0), [-8., 0])
/// >>> hits.t.round(9)
/// array([0.5, inf])
#[pyfunction]
#[pyo3(signature = (a, delta, b, delta_b = None, *, threads = None))]
pub(crate) fn sweep<'py>(
    a: &Bound<'py, PyAny>,
    delta: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    delta_b: Option<&Bound<'py, PyAny>>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    swept_pairs::<DVec2>((a, delta), (b, delta_b), threads)
}

/// sweep_rigid(a, motion_a, b, motion_b=None, *, threads=None): the first touch of the shapes `a` and `b`, broadcast, that move and turn in
/// the same time: PairHits(t, point, normal, overlaps), with vectors (..., 2).
///
/// A motion is a tuple (delta, pivot, angle) of arrays (..., 2), (..., 2) and (...): a turn by `angle` radians counter-clockwise around
/// `pivot`, which moves by `delta`. Without `motion_b` the shapes `b` rest. Without a chain or world.
///
/// >>> import carom, numpy as np
/// >>> arm = carom.planar.Capsule([0., 0], [4., 0], 0.5)
/// >>> quarter = ([0., 0], [0., 0], np.pi / 2)
/// >>> hit = carom.planar.sweep_rigid(arm, quarter, carom.planar.Ball([0., 3], 0.5))
/// >>> float(hit.t.round(5))  # a quarter turn less the angle with the sine 1/3
/// 0.78365
#[pyfunction]
#[pyo3(signature = (a, motion_a, b, motion_b = None, *, threads = None))]
pub(crate) fn sweep_rigid<'py>(
    a: &Bound<'py, PyAny>,
    motion_a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    motion_b: Option<&Bound<'py, PyAny>>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    swept_rigid_pairs::<DVec2>((a, motion_a), (b, motion_b), threads)
}

/// manifold(a, b, reach=0.0, *, threads=None): the contact manifolds of the shapes `a` and `b`, broadcast, where their separation is at most
/// `reach` (...), a length: Manifolds(point_count, normal, unique, distance, point_a, point_b, feature_a, feature_b).
///
/// A manifold has up to two points with their separations along one normal: what a solver needs to hold two shapes apart. The arrays
/// are (..., 2) of numbers and (..., 2, 2) of vectors and features: a feature has one vertex, or two for a side. Points farther
/// apart than `reach` are left out. Without a chain or world.
///
/// >>> import carom
/// >>> table = carom.planar.Box([-9., -1], [9., 0])
/// >>> found = carom.planar.manifold(carom.planar.Box([1., -0.125], [2., 1]), table)
/// >>> int(found.point_count), found.normal, found.distance
/// (2, array([0., 1.]), array([-0.125, -0.125]))
#[pyfunction]
#[pyo3(signature = (a, b, reach = None, *, threads = None), text_signature = "(a, b, reach=0.0, *, threads=None)")]
pub(crate) fn manifold<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    reach: Option<&Bound<'py, PyAny>>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    manifold_pairs::<DVec2>(a, b, reach, threads)
}

/// ray_interval(origins, deltas, shapes): the parts of the rays from `origins` (..., 2) to `origins + deltas` (..., 2) that are
/// inside `shapes`, broadcast: RayIntervals(touches, entry, entry_point, entry_normal, exit, exit_point, exit_normal), with vectors
/// (..., 2).
///
/// Both ends are fractions of `deltas`. The interval is never shorter than the true one. A ray through a segment or another flat
/// shape leaves where it enters. Without a chain or world.
///
/// >>> import carom
/// >>> found = carom.planar.ray_interval([[0., 1], [3, 1]], [8., 0], carom.planar.Box([2., 0], [4., 2]))
/// >>> found.entry, found.exit
/// (array([0.25,  nan]), array([0.5  , 0.125]))
#[pyfunction]
pub(crate) fn ray_interval<'py>(
    origins: &Bound<'py, PyAny>,
    deltas: &Bound<'py, PyAny>,
    shapes: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    intervals::<DVec2>(origins, deltas, shapes)
}
