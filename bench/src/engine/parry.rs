//! parry3d: its `TriMesh`.

use super::{Answer, Engine, Maker, Way};
use crate::case::{Case, REACH};
use crate::peer::{cast, vector};
use crate::work::{Body, RAY, Work};
use parry3d::bounding_volume::BoundingVolume;
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d::query::{Ray, RayCast};
use parry3d::shape::{Ball, Capsule, Shape, TriMesh};

pub(super) const MAKER: Maker = Maker {
    name: "parry",
    native: false,
    prepare: |surface| {
        let vertices: Vec<Vector> = surface.vertices.iter().map(|p| vector(*p)).collect();
        let triangles = surface.triangles.clone();
        Box::new(|| Box::new(TriMesh::new(vertices, triangles).expect("the levels are sound")))
    },
};

/// The name of its second method for all contacts.
pub(crate) const EACH: &str = "contact of each triangle";

/// Calls `query` with the shape of a case and its pose.
fn with<T>(case: &Case, body: Body, query: impl FnOnce(&Pose, &dyn Shape) -> T) -> T {
    match body {
        Body::Capsule => {
            let [a, b] = [case.capsule.a, case.capsule.b].map(vector);
            query(&Pose::IDENTITY, &Capsule::new(a, b, case.capsule.radius))
        }
        Body::Ball => {
            let place = Pose::from_translation(vector(case.ball.center));
            query(&place, &Ball::new(case.ball.radius))
        }
    }
}

/// The deepest point of all manifolds.
fn manifolds(mesh: &TriMesh, place: &Pose, shape: &dyn Shape) -> Answer {
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    let found = DefaultQueryDispatcher.contact_manifolds(
        place,
        mesh,
        shape,
        REACH,
        &mut manifolds,
        &mut None,
    );
    found.ok()?;
    let points = manifolds.iter().flat_map(|m| m.points.iter());
    points.map(|point| f64::from(point.dist)).reduce(f64::min)
}

/// `contact` with each triangle in a box around the shape.
fn each(mesh: &TriMesh, place: &Pose, shape: &dyn Shape) -> Answer {
    let bounds = shape.compute_aabb(place).loosened(REACH);
    let near = mesh.bvh().intersect_aabb(&bounds);
    let contacts = near.filter_map(|index| {
        let triangle = mesh.triangle(index);
        query::contact(place, shape, &Pose::IDENTITY, &triangle, REACH).ok()?
    });
    contacts.map(|c| f64::from(c.dist)).reduce(f64::min)
}

impl Engine for TriMesh {
    fn ways(&self, work: Work) -> Vec<Way<'_>> {
        let here = Pose::IDENTITY;
        let ray = |c: &Case| Ray::new(vector(c.ball.center), vector(c.way * RAY));
        match work {
            Work::Closest(body) => vec![Way::new("contact", move |c| {
                let found = with(c, body, |at, shape| {
                    query::contact(at, shape, &here, self, REACH)
                });
                found.ok().flatten().map(|c| c.dist.into())
            })],
            Work::All(body) => vec![
                Way::new("contact_manifolds", move |c| {
                    with(c, body, |at, shape| manifolds(self, at, shape))
                }),
                Way::new(EACH, move |c| {
                    with(c, body, |at, shape| each(self, at, shape))
                }),
            ],
            Work::Overlap(body) => vec![Way::new("intersection_test", move |c| {
                let found = with(c, body, |at, shape| {
                    query::intersection_test(at, shape, &here, self)
                });
                found.is_ok_and(|found| found.intersecting).then_some(0.0)
            })],
            Work::Sweep(body, length) => vec![Way::new("cast_shapes", move |c| {
                with(c, body, |at, shape| {
                    cast(at, shape, c.way * length, &here, self)
                })
            })],
            Work::Ray => vec![
                Way::new("cast_local_ray_and_get_normal", move |c| {
                    let hit = self.cast_local_ray_and_get_normal(&ray(c), 1.0, false);
                    hit.map(|hit| hit.time_of_impact.into())
                }),
                Way::new("cast_local_ray", move |c| {
                    self.cast_local_ray(&ray(c), 1.0, false).map(f64::from)
                }),
            ],
        }
    }
}
