//! Points and a closed mesh of 69,620 triangles: signed distance, inside or not, winding number, the nearest triangles.

use super::{number, point};
use crate::peer::{trimesh, vector};
use crate::rows::Row;
use crate::surface::Surface;
use carom::{Batch, Contact, Mesh, Triangle};
use glam::{DVec3, Vec3};
use parry3d::query::PointQuery;
use parry3d::shape::TriMeshFlags;
use std::cell::RefCell;
use std::error::Error;
use std::f64::consts::TAU;

const CASES: usize = 2_000;
/// The sum over all triangles is slow.
const WINDING_CASES: usize = 60;
const NEAREST: usize = 8;

/// The part of the sphere around `p` that a triangle covers, signed (van Oosterom and Strackee 1983).
fn solid_angle(p: DVec3, t: &Triangle<DVec3>) -> f64 {
    let [a, b, c] = [t.a - p, t.b - p, t.c - p];
    let [x, y, z] = [a, b, c].map(DVec3::length);
    let volume = a.dot(b.cross(c));
    2.0 * volume.atan2(x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
}

/// The sum of the numbers at all places.
fn winding(exact: &Mesh<DVec3>, own: &Mesh<Vec3>, places: &[Vec3]) -> Row {
    let numbers = RefCell::new(vec![0.0; places.len()]);
    let batch = RefCell::new(Batch::new());
    Row::measure(
        "60 winding numbers as a batch",
        "sum over all triangles",
        &[places],
        |places| {
            let numbers = places.iter().map(|p| exact.winding_number(p.as_dvec3()));
            Some(numbers.sum())
        },
        |places| {
            own.winding_number_batch(places, &mut numbers.borrow_mut(), &mut batch.borrow_mut());
            Some(numbers.borrow().iter().sum())
        },
        |places| {
            let angles = places.iter().flat_map(|p| {
                let triangles = exact.iter();
                triangles.map(|t| solid_angle(p.as_dvec3(), &t))
            });
            Some(angles.sum::<f64>() / (2.0 * TAU))
        },
    )
}

pub(super) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let body = Surface::body();
    let own: Mesh<Vec3> = body.mesh()?;
    let exact: Mesh<DVec3> = body.mesh()?;
    let peer = trimesh(&body, TriMeshFlags::ORIENTED)?;
    let random = &mut fastrand::Rng::with_seed(31);
    let places: Vec<Vec3> = (0..CASES).map(|_| point(random, 30.0)).collect();
    let nearest = RefCell::new(Vec::<Contact<Vec3>>::new());
    let exact_nearest = RefCell::new(Vec::<Contact<DVec3>>::new());
    Ok(vec![
        Row::measure(
            "signed distance, closed mesh",
            "project_local_point; oriented",
            &places,
            |p| Some(exact.signed_distance(p.as_dvec3())),
            |p| Some(own.signed_distance(*p).into()),
            |p| {
                let found = peer.project_local_point(vector(*p), false);
                let distance = f64::from((found.point - vector(*p)).length());
                Some(if found.is_inside { -distance } else { distance })
            },
        ),
        Row::measure(
            "inside or not, closed mesh",
            "contains_local_point; oriented",
            &places,
            |p| number(exact.contains(p.as_dvec3())),
            |p| number(own.contains(*p)),
            |p| number(peer.contains_local_point(vector(*p))),
        ),
        winding(&exact, &own, &places[..WINDING_CASES]),
        Row::measure(
            "8 nearest triangles",
            "carom closest: the nearest one",
            &places,
            |p| {
                let query = exact.query();
                query.closest_n(
                    &p.as_dvec3(),
                    NEAREST,
                    f64::INFINITY,
                    &mut exact_nearest.borrow_mut(),
                );
                exact_nearest.borrow().first().map(|found| found.separation)
            },
            |p| {
                let query = own.query();
                query.closest_n(p, NEAREST, f32::INFINITY, &mut nearest.borrow_mut());
                nearest
                    .borrow()
                    .first()
                    .map(|found| found.separation.into())
            },
            |p| {
                let found = own.query().closest(p, f32::INFINITY);
                found.map(|found| found.separation.into())
            },
        ),
    ])
}
