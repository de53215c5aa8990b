//! Compounds of 16 convex parts, f32: contacts, overlaps and sweeps of a ball and a capsule.

use crate::engine::Answer;
use crate::peer::{box64, cast, exact_time, vector};
use crate::rows::Row;
use carom::{Ball, Capsule, Compound, Convex, OrientedBox, Shape, contact, sweep};
use glam::{DVec3, Quat, Vec3};
use parry3d::math::Pose;
use parry3d::query;
use parry3d::shape::{self, SharedShape};

const CASES: usize = 3_000;
/// Reach of contact queries, m.
const REACH: f32 = 0.5;

/// The same compound in both libraries, and its parts in double precision.
struct Furniture {
    own: Compound<Vec3>,
    exact: Vec<Shape<DVec3>>,
    peer: shape::Compound,
}

/// Boxes of 0.2 to 1 m, in any orientation, in a cube of 4 m.
fn furniture() -> Furniture {
    let random = &mut fastrand::Rng::with_seed(16);
    let mut point = |size: f32| (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size;
    let (mut own, mut exact, mut peer) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..16 {
        let (center, half) = (point(4.0), point(0.8).abs() + 0.1);
        let turn = Quat::from_scaled_axis(point(6.0));
        let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z].map(|axis| turn * axis);
        let cuboid = OrientedBox { center, axes };
        own.push(Shape::from(cuboid));
        exact.push(Shape::from(box64(&cuboid)));
        let place = Pose::new(vector(center), vector(turn.to_scaled_axis()));
        peer.push((place, SharedShape::cuboid(half.x, half.y, half.z)));
    }
    Furniture {
        own: Compound::new(own).expect("valid boxes"),
        exact,
        peer: shape::Compound::new(peer),
    }
}

/// A capsule, and a motion of 3 m.
struct Case {
    own: Capsule<Vec3>,
    delta: Vec3,
}

impl Case {
    fn exact(&self) -> Capsule<DVec3> {
        let Capsule { a, b, radius } = self.own;
        Capsule::new(a.as_dvec3(), b.as_dvec3(), radius.into())
    }

    fn peer(&self) -> shape::Capsule {
        shape::Capsule::new(vector(self.own.a), vector(self.own.b), self.own.radius)
    }

    fn ball(&self) -> Ball<Vec3> {
        Ball::new(self.own.a, self.own.radius)
    }
}

fn cases() -> Vec<Case> {
    let random = &mut fastrand::Rng::with_seed(17);
    let mut point = |size: f32| (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size;
    let case = |_| {
        let a = point(5.0);
        Case {
            own: Capsule::new(a, a + point(1.0), 0.2),
            delta: point(6.0),
        }
    };
    (0..CASES).map(case).collect()
}

/// The least separation of any part within the reach.
fn nearest(parts: &[Shape<DVec3>], a: &impl Convex<Vector = DVec3>) -> Answer {
    let gaps = parts
        .iter()
        .filter_map(|part| contact(a, part, f64::from(REACH)));
    gaps.map(|found| found.separation).reduce(f64::min)
}

pub(crate) fn rows() -> Vec<Row> {
    let (level, cases, still) = (furniture(), cases(), Pose::IDENTITY);
    let query = level.own.query();
    let mut rows = Vec::new();
    rows.push(Row::measure(
        "compound16 capsule contact",
        "query::contact",
        &cases,
        |c| nearest(&level.exact, &c.exact()),
        |c| {
            query
                .closest(&c.own, REACH)
                .map(|found| found.separation.into())
        },
        |c| {
            let found = query::contact(&still, &c.peer(), &still, &level.peer, REACH);
            found.ok().flatten().map(|found| found.dist.into())
        },
    ));
    rows.push(Row::measure(
        "compound16 ball contact",
        "query::contact",
        &cases,
        |c| {
            let Capsule { a, radius, .. } = c.exact();
            nearest(&level.exact, &Ball::new(a, radius))
        },
        |c| {
            query
                .closest(&c.ball(), REACH)
                .map(|found| found.separation.into())
        },
        |c| {
            let (place, ball) = (
                Pose::new(vector(c.own.a), vector(Vec3::ZERO)),
                shape::Ball::new(0.2),
            );
            let found = query::contact(&place, &ball, &still, &level.peer, REACH);
            found.ok().flatten().map(|found| found.dist.into())
        },
    ));
    rows.push(Row::measure(
        "compound16 capsule sweep",
        "query::cast_shapes",
        &cases,
        |c| {
            let (a, delta) = (c.exact(), c.delta.as_dvec3());
            let swept = |part: &Shape<DVec3>| sweep(&a, delta, part);
            let overlaps = |part: &Shape<DVec3>| swept(part).start.contact().is_some();
            let times = level
                .exact
                .iter()
                .filter_map(|part| exact_time(swept(part)));
            let first = times.reduce(f64::min);
            first.filter(|_| !level.exact.iter().any(overlaps))
        },
        |c| query.sweep(&c.own, c.delta).map(|hit| hit.t.into()),
        |c| cast(&still, &c.peer(), c.delta, &still, &level.peer),
    ));
    rows
}
