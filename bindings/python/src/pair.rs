//! Functions of two shapes, and of a ray and a shape, without a mesh or world.

use crate::answers::{Column, MANIFOLDS, RAY_INTERVALS};
use crate::arrays::{Argument, Row, broadcast, count};
use crate::shape_kind::Kind;
use crate::shape_rows::{Shapes, require_finite};
use crate::shapes::rows_of;
use carom::glam::DVec3;
use carom::{FeatureId, Hit, Manifold, RayInterval, Segment};
use pyo3::prelude::*;
use pyo3::types::PyFloat;

/// The most points of a manifold.
const POINTS: usize = 4;
const NAN: [f64; 3] = [f64::NAN; 3];

/// An error with the name of the argument before it.
fn named<T>(py: Python<'_>, name: &str, result: PyResult<T>) -> PyResult<T> {
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
    fn new(given: &Bound<'py, PyAny>, name: &'static str) -> PyResult<Self> {
        let (kind, arguments) = named(given.py(), name, rows_of(given))?;
        Ok(Self {
            name,
            kind,
            arguments,
        })
    }

    /// The shapes for these leading dimensions, checked.
    fn shapes(&self, py: Python<'_>, leading: &[usize]) -> PyResult<Shapes<'_>> {
        let shapes = Shapes::new(self.kind, &self.arguments, leading);
        named(py, self.name, shapes.check::<DVec3>(count(leading)?))?;
        named(py, self.name, shapes.check_finite::<DVec3>())?;
        Ok(shapes)
    }
}

/// manifold(a, b, reach=0.0): the contact manifolds of the shapes `a` and `b`, broadcast, where their separation is at most
/// `reach` (...), a length: Manifolds(point_count, normal, unique, distance, point_a, point_b, feature_a, feature_b).
///
/// A manifold has up to four points with their separations along one normal: what a solver needs to hold two shapes apart.
/// Points farther apart than `reach` are left out. Computed in float64, without a mesh or world.
///
/// >>> import carom
/// >>> table = carom.Box([-9., -1, -9], [9., 0, 9])
/// >>> found = carom.manifold(carom.Box([1., -0.125, 2], [2., 1, 3]), table)
/// >>> int(found.point_count), found.normal, found.distance
/// (4, array([0., 1., 0.]), array([-0.125, -0.125, -0.125, -0.125]))
#[pyfunction]
#[pyo3(signature = (a, b, reach = None), text_signature = "(a, b, reach=0.0)")]
pub(crate) fn manifold<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    reach: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let (a, b) = (Given::new(a, "a")?, Given::new(b, "b")?);
    let zero = PyFloat::new(py, 0.0).into_any();
    let reach = Argument::new(reach.unwrap_or(&zero), "reach", Row::Number)?;
    let all: Vec<&Argument<'_>> = (a.arguments.iter().chain(&b.arguments))
        .chain([&reach])
        .collect();
    let leading = broadcast(&all)?;
    let (a, b) = (a.shapes(py, &leading)?, b.shapes(py, &leading)?);
    let reach = reach.rows(&leading);
    reach.require("is NaN", |reach: f64| !reach.is_nan())?;
    let rows = count(&leading)?;
    let found: Vec<Option<Manifold<DVec3>>> = py.detach(|| {
        let of = |row| carom::manifold(&a.owned(row), &b.owned(row), reach.scalar(row));
        (0..rows).map(of).collect()
    });
    manifolds(py, &leading, &found)
}

/// The arrays of manifolds.
fn manifolds<'py>(
    py: Python<'py>,
    leading: &[usize],
    found: &[Option<Manifold<DVec3>>],
) -> PyResult<Bound<'py, PyAny>> {
    let points = [leading, &[POINTS]].concat();
    let vectors = [&points[..], &[3]].concat();
    let mut counts = Column::<i32>::new(py, leading)?;
    let mut normals = Column::<f64>::new(py, &[leading, &[3]].concat())?;
    let mut unique = Column::<bool>::new(py, leading)?;
    let mut distances = Column::<f64>::new(py, &points)?;
    let mut places = [
        Column::<f64>::new(py, &vectors)?,
        Column::new(py, &vectors)?,
    ];
    let mut features = [
        Column::<i32>::new(py, &vectors)?,
        Column::new(py, &vectors)?,
    ];
    for (row, found) in found.iter().enumerate() {
        let own = found.as_ref().map_or(&[][..], Manifold::points);
        counts.slice()[row] = own.len() as i32;
        unique.slice()[row] = found.as_ref().is_some_and(|found| found.unique);
        let normal = found.as_ref().map_or(NAN, |found| found.normal.to_array());
        normals.slice()[3 * row..3 * row + 3].copy_from_slice(&normal);
        for place in 0..POINTS {
            let (point, to) = (own.get(place), POINTS * row + place);
            distances.slice()[to] = point.map_or(f64::NAN, |point| point.separation);
            let sides = point.map(|p| [(p.point_a, p.id.a), (p.point_b, p.id.b)]);
            for side in 0..2 {
                let at = sides.map_or(NAN, |sides| sides[side].0.to_array());
                let feature = sides.map_or([-1; 3], |sides| numbers(sides[side].1));
                places[side].slice()[3 * to..3 * to + 3].copy_from_slice(&at);
                features[side].slice()[3 * to..3 * to + 3].copy_from_slice(&feature);
            }
        }
    }
    let ([point_a, point_b], [feature_a, feature_b]) = (places, features);
    let items = [
        counts.object(py),
        normals.object(py),
        unique.object(py),
        distances.object(py),
        point_a.object(py),
        point_b.object(py),
        feature_a.object(py),
        feature_b.object(py),
    ];
    MANIFOLDS.make(py, items)
}

/// The vertices that name a feature, and -1 for those that it does not have.
fn numbers(feature: FeatureId) -> [i32; 3] {
    match feature {
        FeatureId::Whole => [-1; 3],
        FeatureId::Vertex(a) => [a as i32, -1, -1],
        FeatureId::Edge([a, b]) => [a as i32, b as i32, -1],
        FeatureId::Face(vertices) => vertices.map(|vertex| vertex as i32),
    }
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
    let py = origins.py();
    let origins = Argument::new(origins, "origins", Row::Vector)?;
    let deltas = Argument::new(deltas, "deltas", Row::Vector)?;
    let shapes = Given::new(shapes, "shapes")?;
    let all: Vec<&Argument<'_>> = [&origins, &deltas]
        .into_iter()
        .chain(&shapes.arguments)
        .collect();
    let leading = broadcast(&all)?;
    let shapes = shapes.shapes(py, &leading)?;
    let [origins, deltas] = [&origins, &deltas].map(|argument| argument.rows(&leading));
    require_finite::<DVec3>([&origins, &deltas])?;
    let rows = count(&leading)?;
    let found: Vec<Option<RayInterval<DVec3>>> = py.detach(|| {
        let of = |row| {
            let (origin, delta): (DVec3, DVec3) = (origins.vector(row), deltas.vector(row));
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
fn crossings<'py>(
    py: Python<'py>,
    leading: &[usize],
    found: &[Option<RayInterval<DVec3>>],
    end: impl Fn(&RayInterval<DVec3>) -> Option<Hit<DVec3>>,
) -> PyResult<[Bound<'py, PyAny>; 3]> {
    let vectors = [leading, &[3]].concat();
    let mut times = Column::<f64>::new(py, leading)?;
    let mut vectors = [
        Column::<f64>::new(py, &vectors)?,
        Column::new(py, &vectors)?,
    ];
    for (row, found) in found.iter().enumerate() {
        let hit = found.as_ref().and_then(&end);
        times.slice()[row] = hit.map_or(f64::NAN, |hit| hit.t);
        let both = hit.map_or([NAN; 2], |hit| [hit.point, hit.normal].map(DVec3::into));
        for (column, vector) in vectors.iter_mut().zip(&both) {
            column.slice()[3 * row..3 * row + 3].copy_from_slice(vector);
        }
    }
    let [points, normals] = vectors;
    Ok([times.object(py), points.object(py), normals.object(py)])
}
