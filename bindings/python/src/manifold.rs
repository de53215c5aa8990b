//! Contact manifolds of two shapes.

use crate::answers::{Column, MANIFOLDS};
use crate::pair::{Pairs, reach_or, require_reach};
use carom::{FeatureId, Manifold, Scalar, Vector};
use numpy::Element;
use pyo3::prelude::*;

/// The most points of a manifold.
const POINTS: usize = 4;

/// manifold(a, b, reach=0.0, *, threads=None): the contact manifolds of the shapes `a` and `b`, broadcast, where their separation is at most
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
#[pyo3(signature = (a, b, reach = None, *, threads = None), text_signature = "(a, b, reach=0.0, *, threads=None)")]
pub(crate) fn manifold<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    reach: Option<&Bound<'py, PyAny>>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let reach = reach_or(py, reach, 0.0)?;
    let pairs = Pairs::new(a, b, threads)?;
    let (leading, found) = pairs.answers(py, &[reach], require_reach, |a, b, more, row| {
        carom::manifold(a, b, more[0].scalar(row))
    })?;
    manifolds(py, &leading, &found)
}

/// The arrays of manifolds.
pub(crate) fn manifolds<'py, V: Vector<Scalar: Element>>(
    py: Python<'py>,
    leading: &[usize],
    found: &[Option<Manifold<V>>],
) -> PyResult<Bound<'py, PyAny>> {
    let nan = V::Scalar::from_f64(f64::NAN);
    let three = |vector: V| [0, 1, 2].map(|axis| vector[axis]);
    let points = [leading, &[POINTS]].concat();
    let vectors = [&points[..], &[3]].concat();
    let mut counts = Column::<i32>::new(py, leading)?;
    let mut normals = Column::<V::Scalar>::new(py, &[leading, &[3]].concat())?;
    let mut unique = Column::<bool>::new(py, leading)?;
    let mut distances = Column::<V::Scalar>::new(py, &points)?;
    let mut places = [
        Column::<V::Scalar>::new(py, &vectors)?,
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
        let normal = found.as_ref().map_or([nan; 3], |found| three(found.normal));
        normals.slice()[3 * row..3 * row + 3].copy_from_slice(&normal);
        for place in 0..POINTS {
            let (point, to) = (own.get(place), POINTS * row + place);
            distances.slice()[to] = point.map_or(nan, |point| point.separation);
            let sides = point.map(|p| [(p.point_a, p.id.a), (p.point_b, p.id.b)]);
            for side in 0..2 {
                let at = sides.map_or([nan; 3], |sides| three(sides[side].0));
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
