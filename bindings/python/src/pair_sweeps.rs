//! Sweeps of two shapes against each other, without a mesh or world.

use crate::answer_classes::PAIR_HITS;
use crate::answers::{Column, VectorColumn};
use crate::arrays::{Argument, Row, Rows};
use crate::batch::rigid;
use crate::pair::{Pairs, named};
use crate::shape_rows::require_finite;
use carom::glam::DVec3;
use carom::{Hit, Start, Sweep, Vector};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// sweep(a, delta, b, delta_b=None, *, threads=None): the first touch of the shapes `a`, moving by `delta` (..., 3), with the shapes `b`,
/// which rest or move by `delta_b` (..., 3) in the same time, broadcast: PairHits(t, point, normal, overlaps).
///
/// The times are fractions of both motions. Shapes that touch at the start and move along or apart have no hit; shapes that
/// overlap have one at 0. Never late: what has no hit is free all the way. Computed in float64, without a mesh or world.
///
/// >>> import carom
/// >>> ball = carom.Ball([0., 0, 0], 1.0)
/// >>> hits = carom.sweep(ball, [[8., 0, 0], [0, 8, 0]], carom.Ball([10., 0, 0], 1.0), [-8., 0, 0])
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
    swept_pairs::<DVec3>((a, delta), (b, delta_b), threads)
}

/// Each shape with its displacement.
pub(crate) fn swept_pairs<'py, V: Vector<Scalar = f64>>(
    (a, delta): (&Bound<'py, PyAny>, &Bound<'py, PyAny>),
    (b, delta_b): (&Bound<'py, PyAny>, Option<&Bound<'py, PyAny>>),
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let pairs = Pairs::new::<V>(a, b, threads)?;
    let vector = Row::vector(V::DIM);
    let mut more = vec![Argument::new(delta, "delta", vector)?];
    if let Some(delta_b) = delta_b {
        more.push(Argument::new(delta_b, "delta_b", vector)?);
    }
    let (leading, swept) = pairs.answers::<V, _>(py, &more, finite::<V>, |a, b, more, row| {
        let delta = more[0].vector(row);
        Some(match more.get(1) {
            Some(delta_b) => carom::sweep_both(a, delta, b, delta_b.vector(row)),
            None => carom::sweep(a, delta, b),
        })
    })?;
    hits(py, &leading, &swept)
}

/// sweep_rigid(a, motion_a, b, motion_b=None, *, threads=None): the first touch of the shapes `a` and `b`, broadcast, that move and turn in
/// the same time: PairHits(t, point, normal, overlaps).
///
/// A motion is a tuple (delta, pivot, axis, angle) of arrays (..., 3), (..., 3), (..., 3) and (...): a turn by `angle` radians around the unit
/// vector `axis` through `pivot`, which moves by `delta`. Without `motion_b` the shapes `b` rest. Computed in float64.
///
/// >>> import carom, numpy as np
/// >>> arm = carom.Capsule([0., 0, 0], [4., 0, 0], 0.5)
/// >>> quarter = ([0., 0, 0], [0., 0, 0], [0., 0, 1], np.pi / 2)
/// >>> hit = carom.sweep_rigid(arm, quarter, carom.Ball([0., 3, 0], 0.5))
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
    swept_rigid_pairs::<DVec3>((a, motion_a), (b, motion_b), threads)
}

/// Each shape with its motion.
pub(crate) fn swept_rigid_pairs<'py, V: Vector<Scalar = f64>>(
    (a, motion_a): (&Bound<'py, PyAny>, &Bound<'py, PyAny>),
    (b, motion_b): (&Bound<'py, PyAny>, Option<&Bound<'py, PyAny>>),
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let pairs = Pairs::new::<V>(a, b, threads)?;
    let mut more = motion::<V>(motion_a, "motion_a")?;
    if let Some(motion_b) = motion_b {
        more.extend(motion::<V>(motion_b, "motion_b")?);
    }
    let (leading, swept) = pairs.answers::<V, _>(py, &more, finite::<V>, |a, b, more, row| {
        let (motion_a, motion_b) = more.split_at(motion_fields(V::DIM).len());
        Some(carom::sweep_rigid(
            a,
            &rigid(motion_a, row).unwrap_or_default(),
            b,
            &rigid(motion_b, row).unwrap_or_default(),
        ))
    })?;
    hits(py, &leading, &swept)
}

/// Raises for a displacement, pivot, axis or angle that is not finite.
fn finite<V: Vector>(more: &[Rows<'_>]) -> PyResult<()> {
    require_finite::<V>(more)
}

/// The arrays of a rigid motion.
pub(crate) fn motion_fields(dim: usize) -> &'static [(&'static str, Row)] {
    if dim == 2 {
        return &[
            ("delta", Row::Place),
            ("pivot", Row::Place),
            ("angle", Row::Number),
        ];
    }
    &[
        ("delta", Row::Vector),
        ("pivot", Row::Vector),
        ("axis", Row::Vector),
        ("angle", Row::Number),
    ]
}

fn motion<'py, V: Vector>(
    given: &Bound<'py, PyAny>,
    name: &'static str,
) -> PyResult<Vec<Argument<'py>>> {
    let fields = motion_fields(V::DIM);
    let tuple = given.cast::<PyTuple>().ok();
    let Some(tuple) = tuple.filter(|tuple| tuple.len() == fields.len()) else {
        let names: Vec<&str> = fields.iter().map(|(field, _)| *field).collect();
        let message = format!("{name} must be a tuple ({})", names.join(", "));
        return Err(PyTypeError::new_err(message));
    };
    let argument = |(item, (field, row)): (Bound<'py, PyAny>, &(&'static str, Row))| {
        named(given.py(), name, Argument::new(&item, field, *row))
    };
    tuple.iter().zip(fields).map(argument).collect()
}

/// The arrays of the hits of two shapes.
fn hits<'py, V: Vector<Scalar = f64>>(
    py: Python<'py>,
    leading: &[usize],
    swept: &[Option<Sweep<V>>],
) -> PyResult<Bound<'py, PyAny>> {
    let hit = |swept: &Option<Sweep<V>>| swept.and_then(|swept| swept.hit);
    let of = |get: fn(Hit<V>) -> V| {
        VectorColumn::of_found(py, leading, swept.iter().map(|swept| hit(swept).map(get)))
    };
    let mut times = Column::<f64>::new(py, leading)?;
    let mut overlaps = Column::<bool>::new(py, leading)?;
    for (row, swept) in swept.iter().enumerate() {
        times.slice()[row] = hit(swept).map_or(f64::INFINITY, |hit| hit.t);
        let start = swept.map(|swept| swept.start);
        overlaps.slice()[row] = matches!(start, Some(Start::Overlapping(_)));
    }
    let items = [
        times.object(py),
        of(|hit| hit.point)?,
        of(|hit| hit.normal)?,
        overlaps.object(py),
    ];
    PAIR_HITS.make(py, items)
}
