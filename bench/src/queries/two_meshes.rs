//! Two meshes: a ring of 2,304 triangles in the air of `dungeon`, or in its walls.

use super::{number, point};
use crate::peer::{cast, trimesh, vector};
use crate::rows::Row;
use crate::surface::Surface;
use carom::{Crossing, Mesh};
use glam::{DVec3, Quat, Vec3};
use parry3d::math::Pose;
use parry3d::query;
use parry3d::shape::TriMeshFlags;
use std::cell::RefCell;
use std::error::Error;

const CASES: usize = 200;

/// The ring at a place, in both precisions; and in the peer's way, a pose.
struct Case {
    own: Mesh<Vec3>,
    exact: Mesh<DVec3>,
    place: Pose,
    delta: Vec3,
}

fn cases(ring: &Surface, level: &Mesh<Vec3>) -> Result<Vec<Case>, Box<dyn Error>> {
    let random = &mut fastrand::Rng::with_seed(35);
    let bounds = level.bounds();
    let case = |_| {
        let turn = Quat::from_scaled_axis(point(random, 6.0));
        let at = bounds.center() + point(random, 1.0) * bounds.size();
        let vertices = ring.vertices.iter().map(|p| turn * *p + at).collect();
        let moved = Surface {
            vertices,
            triangles: ring.triangles.clone(),
        };
        Ok(Case {
            own: moved.mesh()?,
            exact: moved.mesh()?,
            place: Pose::new(vector(at), vector(turn.to_scaled_axis())),
            delta: point(random, 10.0),
        })
    };
    (0..CASES).map(case).collect()
}

/// Times of sweeps that start apart.
fn start_apart(level: &Mesh<DVec3>, case: &Case) -> bool {
    !level.query().overlap_mesh(&case.exact)
}

pub(super) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let surface = Surface::file("dungeon.obj")?;
    let (level, wide): (Mesh<Vec3>, Mesh<DVec3>) = (surface.mesh()?, surface.mesh()?);
    let ring = Surface::torus(1.0, 0.3, 48, 24);
    let peer = |surface| trimesh(surface, TriMeshFlags::empty());
    let (peer_level, peer_ring) = (peer(&surface)?, peer(&ring)?);
    let (cases, still) = (cases(&ring, &level)?, Pose::IDENTITY);
    let query = level.query();
    let mut rows = vec![
        Row::measure(
            "two meshes: overlap",
            "intersection_test",
            &cases,
            |c| number(wide.query().overlap_mesh(&c.exact)),
            |c| number(query.overlap_mesh(&c.own)),
            |c| {
                number(
                    query::intersection_test(&c.place, &peer_ring, &still, &peer_level)
                        .ok()?
                        .intersecting,
                )
            },
        ),
        Row::measure(
            "two meshes: distance",
            "distance",
            &cases,
            |c| {
                let found = wide.query().closest_mesh(&c.exact, f64::INFINITY)?.0;
                Some(found.separation.max(0.0))
            },
            |c| {
                let found = query.closest_mesh(&c.own, f32::INFINITY)?.0;
                Some(found.separation.max(0.0).into())
            },
            |c| {
                let found = query::distance(&c.place, &peer_ring, &still, &peer_level);
                found.ok().map(|found| found.distance.into())
            },
        ),
        Row::measure(
            "two meshes: sweep",
            "cast_shapes",
            &cases,
            |c| {
                let swept = wide.query().sweep_mesh(&c.exact, c.delta.as_dvec3())?.0;
                swept.hit.filter(|_| start_apart(&wide, c)).map(|hit| hit.t)
            },
            |c| {
                let swept = query.sweep_mesh(&c.own, c.delta)?.0;
                swept.hit.map(|hit| hit.t.into())
            },
            |c| cast(&c.place, &peer_ring, c.delta, &still, &peer_level),
        ),
    ];
    let (triangles, crossings) = (
        RefCell::new(Vec::<[u32; 2]>::new()),
        RefCell::new(Vec::<Crossing<Vec3>>::new()),
    );
    rows.push(Row::measure(
        "two meshes: where they cross",
        "carom touching_triangles",
        &cases,
        |_| None,
        |c| {
            query.crossings(&c.own, &mut crossings.borrow_mut());
            Some(crossings.borrow().len() as f64)
        },
        |c| {
            query.touching_triangles(&c.own, &mut triangles.borrow_mut());
            Some(triangles.borrow().len() as f64)
        },
    ));
    Ok(rows)
}
