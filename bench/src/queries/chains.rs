//! A 2D level of 4,000 segments as a chain: contacts, overlaps, sweeps and rays beside parry's polyline.

use super::number;
use crate::engine::Answer;
use crate::rows::Row;
use carom::{Ball, Capsule, Chain, ChainError, Contact, Convex};
use glam::{DVec2, Vec2, vec2};
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, Ray, RayCast, ShapeCastOptions};
use parry2d::shape::{Ball as ParryBall, Capsule as ParryCapsule, Polyline, Shape};
use std::error::Error;
use std::f32::consts::TAU;

const SEGMENTS: usize = 4_000;
const CASES: usize = 5_000;
const RADIUS: f32 = 0.3;
/// Half of the segment of the capsule, which is upright.
const HALF: Vec2 = vec2(0.0, 0.6);

/// Where a shape is, and where to it moves.
struct Case {
    center: Vec2,
    delta: Vec2,
}

impl Case {
    fn ball(&self) -> Ball<Vec2> {
        Ball::new(self.center, RADIUS)
    }

    fn capsule(&self) -> Capsule<Vec2> {
        Capsule::new(self.center - HALF, self.center + HALF, RADIUS)
    }

    fn exact_ball(&self) -> Ball<DVec2> {
        Ball::new(self.center.as_dvec2(), RADIUS.into())
    }

    fn exact_capsule(&self) -> Capsule<DVec2> {
        let [a, b] = [self.center - HALF, self.center + HALF].map(Vec2::as_dvec2);
        Capsule::new(a, b, RADIUS.into())
    }
}

/// The level in both precisions and in the peer's way.
struct Level {
    own: Chain<Vec2>,
    exact: Chain<DVec2>,
    peer: Polyline,
}

/// Hills with segments of half a meter, each a little off.
fn hills(random: &mut fastrand::Rng) -> Vec<Vec2> {
    let vertex = |i| {
        let x = i as f32 * 0.5;
        let hill = f32::sin(x * 0.13) * 4.0 + f32::sin(x * 0.71) * 0.7;
        vec2(x, hill + 0.2 * random.f32())
    };
    (0..=SEGMENTS).map(vertex).collect()
}

/// At these distances from the line, to move by 3.6 m in any direction.
fn cases(line: &[Vec2], [from, to]: [f32; 2], random: &mut fastrand::Rng) -> Vec<Case> {
    let case = |_| {
        let (start, way) = (random.usize(1..SEGMENTS - 1), TAU * random.f32());
        let [a, b] = [line[start], line[start + 1]];
        let above = (b - a).normalize().perp() * (from + (to - from) * random.f32());
        Case {
            center: a.lerp(b, random.f32()) + above,
            delta: Vec2::from_angle(way) * 3.6,
        }
    };
    (0..CASES).map(case).collect()
}

impl Level {
    fn new(line: &[Vec2]) -> Result<Self, ChainError> {
        Ok(Self {
            own: Chain::open(line.to_vec())?,
            exact: Chain::open(line.iter().map(|p| p.as_dvec2()).collect())?,
            peer: Polyline::new(line.iter().map(|p| vector(*p)).collect(), None),
        })
    }

    /// The separation of the closest contact.
    fn closest<T: Convex<Vector = Vec2>, E: Convex<Vector = DVec2>>(
        &self,
        name: &'static str,
        cases: &[Case],
        reach: f32,
        (own, exact, peer): (impl Fn(&Case) -> T, impl Fn(&Case) -> E, &dyn Shape),
    ) -> Row {
        Row::measure(
            name,
            "contact",
            cases,
            |c| separation(self.exact.query().closest(&exact(c), reach.into())),
            |c| {
                let found = self.own.query().closest(&own(c), reach)?;
                Some(found.separation.into())
            },
            |c| {
                let found = query::contact(&place(c), peer, &Pose::IDENTITY, &self.peer, reach);
                Some(found.ok().flatten()?.dist.into())
            },
        )
    }

    /// The fraction of the motion at the first hit.
    fn sweep<T: Convex<Vector = Vec2>, E: Convex<Vector = DVec2>>(
        &self,
        name: &'static str,
        cases: &[Case],
        (own, exact, peer): (impl Fn(&Case) -> T, impl Fn(&Case) -> E, &dyn Shape),
    ) -> Row {
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        Row::measure(
            name,
            "cast_shapes",
            cases,
            |c| {
                self.exact
                    .query()
                    .sweep(&exact(c), c.delta.as_dvec2())
                    .map(|hit| hit.t)
            },
            |c| {
                self.own
                    .query()
                    .sweep(&own(c), c.delta)
                    .map(|hit| hit.t.into())
            },
            |c| {
                let (way, still) = (vector(c.delta), Vector::ZERO);
                let level = (&Pose::IDENTITY, still, &self.peer);
                let hit =
                    query::cast_shapes(&place(c), way, peer, level.0, level.1, level.2, options);
                hit.ok().flatten().map(|hit| hit.time_of_impact.into())
            },
        )
    }

    fn ray(&self, cases: &[Case]) -> Row {
        Row::measure(
            "ray, chain",
            "cast_local_ray",
            cases,
            |c| {
                let hit = self
                    .exact
                    .query()
                    .ray(c.center.as_dvec2(), c.delta.as_dvec2())?;
                Some(hit.t)
            },
            |c| {
                self.own
                    .query()
                    .ray(c.center, c.delta)
                    .map(|hit| hit.t.into())
            },
            |c| {
                let ray = Ray::new(vector(c.center), vector(c.delta));
                self.peer.cast_local_ray(&ray, 1.0, true).map(f64::from)
            },
        )
    }

    fn overlap(&self, cases: &[Case], peer: &dyn Shape) -> Row {
        Row::measure(
            "overlap, ball-chain",
            "intersection_test",
            cases,
            |c| number(self.exact.query().overlap(&c.exact_ball())),
            |c| number(self.own.query().overlap(&c.ball())),
            |c| {
                let found = query::intersection_test(&place(c), peer, &Pose::IDENTITY, &self.peer);
                number(found.ok()?.intersecting)
            },
        )
    }
}

fn separation(found: Option<Contact<DVec2>>) -> Answer {
    found.map(|contact| contact.separation)
}

fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

fn place(case: &Case) -> Pose {
    Pose::translation(case.center.x, case.center.y)
}

pub(super) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let random = &mut fastrand::Rng::with_seed(43);
    let line = hills(random);
    let level = Level::new(&line)?;
    let near = cases(&line, [0.2, 0.4], random);
    let far = cases(&line, [0.5, 2.5], random);
    // The ends of its segment are above the line.
    let upright = cases(&line, [0.8, 1.0], random);
    let (ball, capsule) = (ParryBall::new(RADIUS), ParryCapsule::new_y(HALF.y, RADIUS));
    let of_ball = (Case::ball, Case::exact_ball, &ball as &dyn Shape);
    let of_capsule = (Case::capsule, Case::exact_capsule, &capsule as &dyn Shape);
    Ok(vec![
        level.closest("closest within 0.1 m, ball-chain", &near, 0.1, of_ball),
        level.closest("closest within 2 m, ball-chain", &far, 2.0, of_ball),
        level.closest(
            "closest within 0.1 m, capsule-chain",
            &upright,
            0.1,
            of_capsule,
        ),
        level.overlap(&near, &ball),
        level.sweep("sweep, ball-chain", &far, of_ball),
        level.sweep("sweep, capsule-chain", &upright, of_capsule),
        level.ray(&far),
    ])
}
