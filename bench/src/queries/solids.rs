//! Convex shapes that no other table has: polytopes, ellipsoids, tapered capsules, shapes by their support function.

use super::point;
use crate::peer::vector;
use crate::rows::Row;
use carom::{
    Ball, Capsule, Contact, Ellipsoid, OrientedBox, Polytope, Support, SupportShape,
    TaperedCapsule, contact,
};
use glam::{DVec3, Vec3};
use parry3d::math::Pose;
use parry3d::query;
use parry3d::shape::{self, ConvexPolyhedron};
use std::error::Error;

const CASES: usize = 1_000;
const POINTS: usize = 500;
/// Reach of contact queries, m.
const REACH: f32 = 0.5;

fn separation(found: Option<Contact<Vec3>>) -> Option<f64> {
    found.map(|found| found.separation.into())
}

/// Points on a ball of 1 m: all of them vertices of their hull.
fn cloud(random: &mut fastrand::Rng) -> Vec<Vec3> {
    (0..POINTS)
        .map(|_| point(random, 1.0).normalize())
        .collect()
}

fn polytopes() -> Result<Vec<Row>, Box<dyn Error>> {
    let random = &mut fastrand::Rng::with_seed(38);
    let clouds: Vec<Vec<Vec3>> = (0..20).map(|_| cloud(random)).collect();
    let peer = |cloud: &[Vec3]| {
        let points: Vec<_> = cloud.iter().map(|p| vector(*p)).collect();
        ConvexPolyhedron::from_convex_hull(&points).ok_or("no hull")
    };
    let faces = |cloud: &[Vec3]| {
        Polytope::new(cloud)
            .ok()
            .map(|hull| hull.triangles().len() as f64)
    };
    let (own, other) = (Polytope::new(&clouds[0])?, peer(&clouds[0])?);
    let wide: Vec<DVec3> = clouds[0].iter().map(|p| p.as_dvec3()).collect();
    let exact = Polytope::new(&wide)?;
    let balls: Vec<Ball<Vec3>> = (0..CASES)
        .map(|_| Ball::new(point(random, 1.0).normalize() * 1.4, 0.25))
        .collect();
    let still = Pose::IDENTITY;
    Ok(vec![
        Row::measure(
            "hull of 500 points: faces",
            "from_convex_hull",
            &clouds,
            |cloud| faces(cloud),
            |cloud| faces(cloud),
            |cloud| {
                peer(cloud)
                    .ok()
                    .map(|hull| hull.to_trimesh().1.len() as f64)
            },
        ),
        Row::measure(
            "ball-polytope, 500 vertices",
            "contact",
            &balls,
            |ball| {
                let ball = Ball::new(ball.center.as_dvec3(), ball.radius.into());
                contact(&ball, &exact, f64::from(REACH)).map(|found| found.separation)
            },
            |ball| separation(contact(ball, &own, REACH)),
            |ball| {
                let place = Pose::from_translation(vector(ball.center));
                let shape = shape::Ball::new(ball.radius);
                let found = query::contact(&place, &shape, &still, &other, REACH);
                found.ok().flatten().map(|found| found.dist.into())
            },
        ),
    ])
}

/// The unit ball, by its support function.
struct UnitBall;

impl Support<DVec3> for UnitBall {
    fn support(&self, direction: DVec3) -> DVec3 {
        direction.normalize()
    }
}

/// Two shapes near a box, and what they are in double precision.
fn curved() -> Vec<Row> {
    let random = &mut fastrand::Rng::with_seed(39);
    let axes = [Vec3::X * 0.5, Vec3::Y * 0.7, Vec3::Z * 0.3];
    let table = OrientedBox {
        center: Vec3::ZERO,
        axes,
    };
    let wide = OrientedBox {
        center: DVec3::ZERO,
        axes: axes.map(|axis| axis.as_dvec3()),
    };
    let cases: Vec<[Vec3; 2]> = (0..CASES)
        .map(|_| {
            [
                point(random, 1.0).normalize() * 1.1,
                point(random, 0.6).abs() + 0.1,
            ]
        })
        .collect();
    let ellipsoid = |[at, radii]: &[Vec3; 2]| Ellipsoid::new(*at, *radii);
    let exact = |[at, radii]: &[Vec3; 2]| {
        let ellipsoid = Ellipsoid::new(at.as_dvec3(), radii.as_dvec3());
        contact(&ellipsoid, &wide, f64::from(REACH)).map(|found| found.separation)
    };
    let reach = f64::from(REACH);
    vec![
        Row::measure(
            "shape by support function-box",
            "carom Ellipsoid: the same shape",
            &cases,
            exact,
            |case| {
                let [center, radii] = *case;
                let mut shape = SupportShape::new(UnitBall);
                shape.center = center;
                shape.axes = [Vec3::X * radii.x, Vec3::Y * radii.y, Vec3::Z * radii.z];
                separation(contact(&shape, &table, REACH))
            },
            |case| separation(contact(&ellipsoid(case), &table, REACH)),
        ),
        Row::measure(
            "tapered capsule-box",
            "carom Capsule",
            &cases,
            |[at, to]| {
                let ends = [at.as_dvec3(), (*at + *to).as_dvec3()];
                let shape = TaperedCapsule::new(ends[0], ends[1], [0.2_f32, 0.1].map(f64::from));
                contact(&shape, &wide, reach).map(|found| found.separation)
            },
            |[at, to]| {
                let shape = TaperedCapsule::new(*at, *at + *to, [0.2, 0.1]);
                separation(contact(&shape, &table, REACH))
            },
            |[at, to]| separation(contact(&Capsule::new(*at, *at + *to, 0.2), &table, REACH)),
        ),
    ]
}

pub(super) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = polytopes()?;
    rows.extend(curved());
    Ok(rows)
}
