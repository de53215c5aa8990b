//! Functions of two shapes, and of a ray and a shape, without a mesh or world.

use crate::answer_classes::{PAIR_CLOSEST, RAY_INTERVALS};
use crate::answers::{Column, VectorColumn};
use crate::arrays::{Argument, Row, Rows, broadcast, count};
use crate::shape_kind::Kind;
use crate::shape_rows::{Shapes, require_finite};
use crate::shapes::rows_of;
use crate::workers::{self, Stop};
use carom::glam::DVec3;
use carom::{Contact, Hit, RayInterval, Segment, Shape, Vector};
use pyo3::prelude::*;
use pyo3::types::PyFloat;

/// An error with the name of the argument before it.
pub(crate) fn named<T>(py: Python<'_>, name: &str, result: PyResult<T>) -> PyResult<T> {
    result.map_err(|error| {
        let text = format!("{name}: {}", error.value(py));
        PyErr::from_type(error.get_type(py), text)
    })
}

/// Shapes of an argument.
struct Given<'py> {
    name: &'static str,
    kind: Kind,
    arguments: Vec<Argument<'py>>,
}

impl<'py> Given<'py> {
    fn new<V: Vector>(given: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Self> {
        let (kind, arguments) = named(given.py(), name, rows_of::<V>(given))?;
        Ok(Self {
            name,
            kind,
            arguments,
        })
    }

    /// The shapes for these leading dimensions, checked.
    fn shapes<V: Vector>(&self, py: Python<'_>, leading: &[usize]) -> PyResult<Shapes<'_>> {
        let shapes = Shapes::new(self.kind, &self.arguments, leading);
        named(py, self.name, shapes.check::<V>(count(leading)?))?;
        named(py, self.name, shapes.check_finite::<V>())?;
        Ok(shapes)
    }
}

/// The shapes `a` and `b` of a call, and its number of threads.
pub(crate) struct Pairs<'py> {
    a: Given<'py>,
    b: Given<'py>,
    threads: usize,
}

impl<'py> Pairs<'py> {
    pub(crate) fn new<V: Vector>(
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        threads: Option<isize>,
    ) -> PyResult<Self> {
        Ok(Self {
            a: Given::new::<V>(a, "a")?,
            b: Given::new::<V>(b, "b")?,
            threads: workers::number(threads)?,
        })
    }

    /// The answers of all pairs, broadcast with further arguments, which `check` checks; and their leading dimensions.
    pub(crate) fn answers<V: Vector, T: Clone + Default + Send>(
        &self,
        py: Python<'py>,
        more: &[Argument<'py>],
        check: impl Fn(&[Rows<'_>]) -> PyResult<()>,
        answer: impl Fn(&Shape<V>, &Shape<V>, &[Rows<'_>], usize) -> T + Sync,
    ) -> PyResult<(Vec<usize>, Vec<T>)> {
        let shapes = self.a.arguments.iter().chain(&self.b.arguments);
        let leading = broadcast(&shapes.chain(more).collect::<Vec<_>>())?;
        let a = self.a.shapes::<V>(py, &leading)?;
        let b = self.b.shapes::<V>(py, &leading)?;
        let more: Vec<Rows<'_>> = more.iter().map(|more| more.rows(&leading)).collect();
        check(&more)?;
        let rows = count(&leading)?;
        let mut answers = vec![T::default(); rows];
        let work = |(from, _, answers): (usize, usize, &mut [T]), stop: &Stop| {
            for (row, to) in (from..).zip(answers) {
                if stop.is_set() {
                    return;
                }
                *to = answer(&a.owned(row), &b.owned(row), &more, row);
            }
        };
        workers::run_rows(py, rows, self.threads, &mut answers[..], work)?;
        Ok((leading, answers))
    }
}

/// The argument `reach`, or else a number.
pub(crate) fn reach_or<'py>(
    py: Python<'py>,
    reach: Option<&Bound<'py, PyAny>>,
    default: f64,
) -> PyResult<Argument<'py>> {
    let default = PyFloat::new(py, default).into_any();
    Argument::new(reach.unwrap_or(&default), "reach", Row::Number)
}

/// Raises for a reach that is NaN.
pub(crate) fn require_reach(more: &[Rows<'_>]) -> PyResult<()> {
    let is_number = |reach: f64| !reach.is_nan();
    (more.iter()).try_for_each(|reach| reach.require("is NaN", is_number))
}

/// closest(a, b, reach=inf, *, threads=None): where the shapes `a` and `b`, broadcast, are nearest to each other, or deepest in
/// each other, where that is at most `reach` (...), a length: PairClosest(distance, point_a, point_b, normal, unique).
///
/// The distance is signed: minus the depth of an overlap. Computed in float64, without a mesh or world.
///
/// >>> import carom
/// >>> arm = carom.Capsule([0., 2, 0], [3., 2, 0], 0.25)
/// >>> found = carom.closest(arm, carom.Box([1., 0, -1], [2., 1, 1]))
/// >>> float(found.distance), found.normal
/// (0.75, array([0., 1., 0.]))
#[pyfunction]
#[pyo3(signature = (a, b, reach = None, *, threads = None), text_signature = "(a, b, reach=inf, *, threads=None)")]
pub(crate) fn closest<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    reach: Option<&Bound<'py, PyAny>>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    closest_pairs::<DVec3>(a, b, reach, threads)
}

pub(crate) fn closest_pairs<'py, V: Vector<Scalar = f64>>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    reach: Option<&Bound<'py, PyAny>>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let reach = reach_or(py, reach, f64::INFINITY)?;
    let pairs = Pairs::new::<V>(a, b, threads)?;
    let (leading, found) =
        pairs.answers::<V, _>(py, &[reach], require_reach, |a, b, more, row| {
            carom::contact(a, b, more[0].scalar(row))
        })?;
    let of = |get: fn(&Contact<V>) -> V| {
        let vectors = found.iter().map(|found| found.as_ref().map(get));
        VectorColumn::of_found(py, &leading, vectors)
    };
    let mut distance = Column::<f64>::new(py, &leading)?;
    let mut unique = Column::<bool>::new(py, &leading)?;
    for (row, found) in found.iter().enumerate() {
        distance.slice()[row] = found.map_or(f64::INFINITY, |found| found.separation);
        unique.slice()[row] = found.is_some_and(|found| found.unique);
    }
    let items = [
        distance.object(py),
        of(|found| found.point_a)?,
        of(|found| found.point_b)?,
        of(|found| found.normal)?,
        unique.object(py),
    ];
    PAIR_CLOSEST.make(py, items)
}

/// overlap(a, b, *, threads=None): whether the shapes `a` and `b`, broadcast, touch or overlap, as booleans (...). Computed in
/// float64, without a mesh or world.
///
/// >>> import carom
/// >>> carom.overlap(carom.Ball([[0., 0, 0], [9, 0, 0]], 1.0), carom.Cylinder([1.5, -1, 0], [1.5, 1, 0], 0.5))
/// array([ True, False])
#[pyfunction]
#[pyo3(signature = (a, b, *, threads = None))]
pub(crate) fn overlap<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    overlap_pairs::<DVec3>(a, b, threads)
}

pub(crate) fn overlap_pairs<'py, V: Vector>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let pairs = Pairs::new::<V>(a, b, threads)?;
    let (leading, found) =
        pairs.answers::<V, _>(py, &[], |_| Ok(()), |a, b, _, _| carom::overlap(a, b))?;
    let mut answers = Column::<bool>::new(py, &leading)?;
    answers.slice().copy_from_slice(&found);
    Ok(answers.object(py))
}

/// ray_interval(origins, deltas, shapes): the parts of the rays from `origins` (..., 3) to `origins + deltas` (..., 3) that are
/// inside `shapes`, broadcast: RayIntervals(touches, entry, entry_point, entry_normal, exit, exit_point, exit_normal).
///
/// Both ends are fractions of `deltas`. The interval is never shorter than the true one. A ray through a triangle or another
/// flat shape leaves where it enters. Computed in float64, without a mesh or world.
///
/// >>> import carom
/// >>> found = carom.ray_interval([[0., 1, 0], [3, 1, 0]], [8., 0, 0], carom.Box([2., 0, -1], [4., 2, 1]))
/// >>> found.entry, found.exit
/// (array([0.25,  nan]), array([0.5  , 0.125]))
#[pyfunction]
pub(crate) fn ray_interval<'py>(
    origins: &Bound<'py, PyAny>,
    deltas: &Bound<'py, PyAny>,
    shapes: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    intervals::<DVec3>(origins, deltas, shapes)
}

pub(crate) fn intervals<'py, V: Vector<Scalar = f64>>(
    origins: &Bound<'py, PyAny>,
    deltas: &Bound<'py, PyAny>,
    shapes: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = origins.py();
    let origins = Argument::new(origins, "origins", Row::vector(V::DIM))?;
    let deltas = Argument::new(deltas, "deltas", Row::vector(V::DIM))?;
    let shapes = Given::new::<V>(shapes, "shapes")?;
    let all: Vec<&Argument<'_>> = [&origins, &deltas]
        .into_iter()
        .chain(&shapes.arguments)
        .collect();
    let leading = broadcast(&all)?;
    let shapes = shapes.shapes::<V>(py, &leading)?;
    let [origins, deltas] = [&origins, &deltas].map(|argument| argument.rows(&leading));
    require_finite::<V>([&origins, &deltas])?;
    let rows = count(&leading)?;
    let found: Vec<Option<RayInterval<V>>> = py.detach(|| {
        let of = |row| {
            let (origin, delta): (V, V) = (origins.vector(row), deltas.vector(row));
            carom::ray_interval(origin, delta, &shapes.owned(row))
        };
        (0..rows).map(of).collect()
    });
    let mut touches = Column::<bool>::new(py, &leading)?;
    for (touches, found) in touches.slice().iter_mut().zip(&found) {
        *touches = found.is_some();
    }
    let entries = crossings(py, &leading, &found, |found| found.entry)?;
    let exits = crossings(py, &leading, &found, |found| found.exit)?;
    let ([entry, entry_point, entry_normal], [exit, exit_point, exit_normal]) = (entries, exits);
    let touches = touches.object(py);
    let items = [
        touches,
        entry,
        entry_point,
        entry_normal,
        exit,
        exit_point,
        exit_normal,
    ];
    RAY_INTERVALS.make(py, items)
}

/// segment_parameter(a, b, points): where the point nearest to each of `points` (..., 3) is on the segment from `a` (..., 3) to `b`
/// (..., 3), broadcast: 0 at `a`, 1 at `b`. Of a segment without length it is 0. Computed in float64.
///
/// >>> import carom
/// >>> carom.segment_parameter([0., 0, 0], [4., 0, 0], [[1., 7, 0], [9, 0, 0]])
/// array([0.25, 1.  ])
#[pyfunction]
pub(crate) fn segment_parameter<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let arguments = [
        Argument::new(a, "a", Row::Vector)?,
        Argument::new(b, "b", Row::Vector)?,
        Argument::new(points, "points", Row::Vector)?,
    ];
    let leading = broadcast(&arguments.each_ref())?;
    let mut array = Column::<f64>::new(py, &leading)?;
    let [a, b, points] = arguments.each_ref().map(|argument| argument.rows(&leading));
    require_finite::<DVec3>([&a, &b, &points])?;
    for (row, parameter) in array.slice().iter_mut().enumerate() {
        let segment = Segment::<DVec3>::new(a.vector(row), b.vector(row));
        *parameter = segment.parameter(points.vector(row));
    }
    Ok(array.object(py))
}

/// The times, points and normals of the ends of intervals; NaN where there is none.
fn crossings<'py, V: Vector<Scalar = f64>>(
    py: Python<'py>,
    leading: &[usize],
    found: &[Option<RayInterval<V>>],
    end: impl Fn(&RayInterval<V>) -> Option<Hit<V>>,
) -> PyResult<[Bound<'py, PyAny>; 3]> {
    let ends: Vec<Option<Hit<V>>> = (found.iter())
        .map(|found| found.as_ref().and_then(&end))
        .collect();
    let mut times = Column::<f64>::new(py, leading)?;
    for (time, hit) in times.slice().iter_mut().zip(&ends) {
        *time = hit.map_or(f64::NAN, |hit| hit.t);
    }
    let of = |get: fn(Hit<V>) -> V| {
        VectorColumn::of_found(py, leading, ends.iter().map(|hit| hit.map(get)))
    };
    Ok([
        times.object(py),
        of(|hit| hit.point)?,
        of(|hit| hit.normal)?,
    ])
}
