//! What the tables in space share: the peer's types and calls, shapes in double precision, answers as numbers.

use crate::engine::Answer;
use crate::surface::Surface;
use carom::{Ball, Capsule, Hull, OrientedBox, Start, Sweep, Triangle};
use glam::{DVec3, Vec3};
use parry3d::math::{Pose, Vector as ParryVec3};
use parry3d::query;
use parry3d::shape::{TriMesh, TriMeshBuilderError, TriMeshFlags};

/// A vector in the peer's type.
pub(crate) fn vector(v: Vec3) -> ParryVec3 {
    ParryVec3::from_array(v.to_array())
}

pub(crate) fn ball64(b: &Ball<Vec3>) -> Ball<DVec3> {
    Ball::new(b.center.as_dvec3(), b.radius.into())
}

pub(crate) fn capsule64(c: &Capsule<Vec3>) -> Capsule<DVec3> {
    Capsule::new(c.a.as_dvec3(), c.b.as_dvec3(), c.radius.into())
}

pub(crate) fn triangle64(t: &Triangle<Vec3>) -> Triangle<DVec3> {
    Triangle::new(t.a.as_dvec3(), t.b.as_dvec3(), t.c.as_dvec3())
}

/// A surface as the peer's mesh.
pub(crate) fn trimesh(
    surface: &Surface,
    flags: TriMeshFlags,
) -> Result<TriMesh, TriMeshBuilderError> {
    let vertices = surface.vertices.iter().map(|p| vector(*p)).collect();
    TriMesh::with_flags(vertices, surface.triangles.clone(), flags)
}

/// The time of impact of a moving shape with a resting one.
pub(crate) fn cast(
    place_a: &Pose,
    a: &dyn parry3d::shape::Shape,
    delta: Vec3,
    place_b: &Pose,
    b: &dyn parry3d::shape::Shape,
) -> Answer {
    let options = query::ShapeCastOptions {
        max_time_of_impact: 1.0,
        ..Default::default()
    };
    let still = ParryVec3::ZERO;
    let hit = query::cast_shapes(place_a, vector(delta), a, place_b, still, b, options);
    hit.ok().flatten().map(|hit| hit.time_of_impact.into())
}

/// The time, of sweeps that start apart.
pub(crate) fn time(swept: Sweep<Vec3>) -> Answer {
    swept.hit.map(|hit| hit.t.into())
}

pub(crate) fn exact_time(swept: Sweep<DVec3>) -> Answer {
    matches!(swept.start, Start::Separate)
        .then_some(swept.hit.map(|hit| hit.t))
        .flatten()
}

pub(crate) fn hull64(hull: &Hull<Vec3>) -> Hull<DVec3> {
    let points: Vec<DVec3> = hull.points.iter().map(|p| p.as_dvec3()).collect();
    Hull::new(points, hull.radius.into())
}

pub(crate) fn box64(own: &OrientedBox<Vec3>) -> OrientedBox<DVec3> {
    OrientedBox {
        center: own.center.as_dvec3(),
        axes: own.axes.map(|axis| axis.as_dvec3()),
    }
}
