//! Contact manifolds of two shapes.

use crate::answer_classes::MANIFOLDS;
use crate::answers::{Column, VectorColumn};
use crate::pair::{Pairs, reach_or, require_reach};
use carom::glam::DVec3;
use carom::{FeatureId, Manifold, Scalar, Vector};
use numpy::Element;
use pyo3::prelude::*;

/// The most points of a manifold.
const fn most_points(dim: usize) -> usize {
    if dim == 2 { 2 } else { 4 }
}

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
    manifold_pairs::<DVec3>(a, b, reach, threads)
}

pub(crate) fn manifold_pairs<'py, V: Vector<Scalar = f64>>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    reach: Option<&Bound<'py, PyAny>>,
    threads: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let reach = reach_or(py, reach, 0.0)?;
    let pairs = Pairs::new::<V>(a, b, threads)?;
    let (leading, found) =
        pairs.answers::<V, _>(py, &[reach], require_reach, |a, b, more, row| {
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
    let most = most_points(V::DIM);
    let points = [leading, &[most]].concat();
    // A feature has at most as many vertices as a vector has coordinates.
    let vertices = [&points[..], &[V::DIM]].concat();
    let mut counts = Column::<i32>::new(py, leading)?;
    let mut unique = Column::<bool>::new(py, leading)?;
    let mut distances = Column::<V::Scalar>::new(py, &points)?;
    let mut places = [
        VectorColumn::<V>::new(py, &points)?,
        VectorColumn::new(py, &points)?,
    ];
    let mut features = [
        Column::<i32>::new(py, &vertices)?,
        Column::new(py, &vertices)?,
    ];
    for (row, found) in found.iter().enumerate() {
        let own = found.as_ref().map_or(&[][..], Manifold::points);
        counts.slice()[row] = own.len() as i32;
        unique.slice()[row] = found.as_ref().is_some_and(|found| found.unique);
        for place in 0..most {
            let (point, to) = (own.get(place), most * row + place);
            distances.slice()[to] = point.map_or(nan, |point| point.separation);
            let sides = point.map(|p| [(p.point_a, p.id.a), (p.point_b, p.id.b)]);
            for side in 0..2 {
                let at = sides.map_or(V::splat(nan), |sides| sides[side].0);
                places[side].vectors().put(to, at);
                let feature = sides.map_or([-1; 3], |sides| numbers(sides[side].1));
                let to = &mut features[side].slice()[V::DIM * to..V::DIM * (to + 1)];
                to.copy_from_slice(&feature[..V::DIM]);
            }
        }
    }
    let normals = found
        .iter()
        .map(|found| found.as_ref().map(|found| found.normal));
    let normals = VectorColumn::of_found(py, leading, normals)?;
    let ([point_a, point_b], [feature_a, feature_b]) = (places, features);
    let items = [
        counts.object(py),
        normals,
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
