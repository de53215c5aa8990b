//! Pairs of shapes of about a meter, at distances of about their size, in `f32`.

use crate::engine::Answer;
use crate::peer::{ball64, capsule64, cast, exact_time, time, triangle64, vector};
use crate::rows::Row;
use carom::{Ball, Capsule, Contact, Start, Triangle, contact, sweep};
use glam::{DVec2, DVec3, Vec2, Vec3};
use parry2d::math::{Pose as Pose2, Vector as ParryVec2};
use parry2d::query::{self as query2, ContactManifold as Manifold2};
use parry3d::math::Pose as Pose3;
use parry3d::query::{self as query3, ContactManifold as Manifold3};

const CASES: usize = 20_000;
/// Reach of contact queries, m.
const REACH: f32 = 0.1;

struct Case3 {
    ball_a: Ball<Vec3>,
    ball_b: Ball<Vec3>,
    a: Capsule<Vec3>,
    b: Capsule<Vec3>,
    triangle: Triangle<Vec3>,
    delta: Vec3,
    peer: Peer3,
}

/// The same shapes in the peer's types.
struct Peer3 {
    balls: [parry3d::shape::Ball; 2],
    places: [Pose3; 2],
    a: parry3d::shape::Capsule,
    b: parry3d::shape::Capsule,
    triangle: parry3d::shape::Triangle,
}

fn p2(v: Vec2) -> ParryVec2 {
    ParryVec2::from_array(v.to_array())
}

fn peer_triangle(t: &Triangle<Vec3>) -> parry3d::shape::Triangle {
    parry3d::shape::Triangle::new(vector(t.a), vector(t.b), vector(t.c))
}

fn cases3() -> Vec<Case3> {
    let random = &mut fastrand::Rng::with_seed(1);
    let mut point = |size: f32| (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size;
    (0..CASES)
        .map(|_| {
            let (ball_a, ball_b) = (Ball::new(point(1.0), 0.3), Ball::new(point(1.0), 0.2));
            let (p, q) = (point(1.5), point(1.5));
            let a = Capsule::new(p, p + point(1.0), 0.2);
            let b = Capsule::new(q, q + point(1.0), 0.3);
            let triangle = Triangle::new(point(2.0), point(2.0), point(2.0));
            let delta = point(4.0);
            let capsule = |c: &Capsule<Vec3>| {
                parry3d::shape::Capsule::new(vector(c.a), vector(c.b), c.radius)
            };
            let at = |b: &Ball<Vec3>| Pose3::from_translation(vector(b.center));
            let peer = Peer3 {
                balls: [ball_a, ball_b].map(|b| parry3d::shape::Ball::new(b.radius)),
                places: [at(&ball_a), at(&ball_b)],
                a: capsule(&a),
                b: capsule(&b),
                triangle: peer_triangle(&triangle),
            };
            Case3 {
                ball_a,
                ball_b,
                a,
                b,
                triangle,
                delta,
                peer,
            }
        })
        .collect()
}

fn peer_contact(found: Result<Option<query3::Contact>, query3::Unsupported>) -> Answer {
    found.ok().flatten().map(|c| c.dist.into())
}

pub(crate) fn rows() -> Vec<Row> {
    let cases = cases3();
    let cases = cases.as_slice();
    let here = Pose3::IDENTITY;
    let reach = f64::from(REACH) * 0.999;
    let within = |s: Option<Contact<DVec3>>| s.map(|c| c.separation);
    let found = |s: Option<Contact<Vec3>>| s.map(|c| c.separation.into());
    let mut rows = vec![
        Row::measure(
            "ball-ball contact",
            "contact_ball_ball",
            cases,
            |c| within(contact(&ball64(&c.ball_a), &ball64(&c.ball_b), reach)),
            |c| found(contact(&c.ball_a, &c.ball_b, REACH)),
            |c| {
                let p = &c.peer;
                let between = p.places[0].inv_mul(&p.places[1]);
                let [a, b] = &p.balls;
                query3::details::contact_ball_ball(&between, a, b, REACH).map(|c| c.dist.into())
            },
        ),
        Row::measure(
            "ball-capsule contact",
            "contact",
            cases,
            |c| within(contact(&ball64(&c.ball_a), &capsule64(&c.b), reach)),
            |c| found(contact(&c.ball_a, &c.b, REACH)),
            |c| {
                let p = &c.peer;
                peer_contact(query3::contact(
                    &p.places[0],
                    &p.balls[0],
                    &here,
                    &p.b,
                    REACH,
                ))
            },
        ),
        Row::measure(
            "capsule-capsule contact",
            "contact_manifold_capsule_capsule",
            cases,
            |c| within(contact(&capsule64(&c.a), &capsule64(&c.b), reach)),
            |c| found(contact(&c.a, &c.b, REACH)),
            |c| {
                let mut manifold = Manifold3::<(), ()>::new();
                let (a, b) = (&c.peer.a, &c.peer.b);
                query3::details::contact_manifold_capsule_capsule(
                    &here,
                    a,
                    b,
                    REACH,
                    &mut manifold,
                );
                manifold.points.first().map(|point| point.dist.into())
            },
        ),
        Row::measure(
            "capsule-capsule contact",
            "contact",
            cases,
            |c| within(contact(&capsule64(&c.a), &capsule64(&c.b), reach)),
            |c| found(contact(&c.a, &c.b, REACH)),
            |c| peer_contact(query3::contact(&here, &c.peer.a, &here, &c.peer.b, REACH)),
        ),
        Row::measure(
            "capsule-triangle contact",
            "contact",
            cases,
            |c| within(contact(&capsule64(&c.a), &triangle64(&c.triangle), reach)),
            |c| found(contact(&c.a, &c.triangle, REACH)),
            |c| {
                peer_contact(query3::contact(
                    &here,
                    &c.peer.a,
                    &here,
                    &c.peer.triangle,
                    REACH,
                ))
            },
        ),
    ];
    rows.extend(sweeps(cases, &here));
    rows.extend(triangles(&here));
    rows.extend(flat());
    rows
}

fn sweeps(cases: &[Case3], here: &Pose3) -> Vec<Row> {
    vec![
        Row::measure(
            "ball-ball sweep",
            "cast_shapes",
            cases,
            |c| {
                exact_time(sweep(
                    &ball64(&c.ball_a),
                    c.delta.as_dvec3(),
                    &ball64(&c.ball_b),
                ))
            },
            |c| time(sweep(&c.ball_a, c.delta, &c.ball_b)),
            |c| {
                let p = &c.peer;
                cast(
                    &p.places[0],
                    &p.balls[0],
                    c.delta,
                    &p.places[1],
                    &p.balls[1],
                )
            },
        ),
        Row::measure(
            "ball-triangle sweep",
            "cast_shapes",
            cases,
            |c| {
                let (ball, triangle) = (ball64(&c.ball_a), triangle64(&c.triangle));
                exact_time(sweep(&ball, c.delta.as_dvec3(), &triangle))
            },
            |c| time(sweep(&c.ball_a, c.delta, &c.triangle)),
            |c| {
                let p = &c.peer;
                cast(&p.places[0], &p.balls[0], c.delta, here, &p.triangle)
            },
        ),
        Row::measure(
            "capsule-capsule sweep",
            "cast_shapes",
            cases,
            |c| {
                let (a, b) = (capsule64(&c.a), capsule64(&c.b));
                exact_time(sweep(&a, c.delta.as_dvec3(), &b))
            },
            |c| time(sweep(&c.a, c.delta, &c.b)),
            |c| cast(here, &c.peer.a, c.delta, here, &c.peer.b),
        ),
        Row::measure(
            "capsule-triangle sweep",
            "cast_shapes",
            cases,
            |c| {
                let (a, triangle) = (capsule64(&c.a), triangle64(&c.triangle));
                exact_time(sweep(&a, c.delta.as_dvec3(), &triangle))
            },
            |c| time(sweep(&c.a, c.delta, &c.triangle)),
            |c| cast(here, &c.peer.a, c.delta, here, &c.peer.triangle),
        ),
    ]
}

/// Two triangles.
fn triangles(here: &Pose3) -> [Row; 2] {
    let random = &mut fastrand::Rng::with_seed(4);
    let mut point = |size: f32| (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size;
    let cases: Vec<_> = (0..CASES)
        .map(|_| {
            let [a, b] = [(); 2].map(|()| Triangle::new(point(2.0), point(2.0), point(2.0)));
            ([a, b], point(4.0), [a, b].map(|t| peer_triangle(&t)))
        })
        .collect();
    let reach = f64::from(REACH) * 0.999;
    [
        Row::measure(
            "triangle-triangle contact",
            "contact",
            &cases,
            |([a, b], ..)| {
                let found = contact(&triangle64(a), &triangle64(b), reach);
                found.map(|c| c.separation)
            },
            |([a, b], ..)| contact(a, b, REACH).map(|c| c.separation.into()),
            |(.., [a, b])| peer_contact(query3::contact(here, a, here, b, REACH)),
        ),
        Row::measure(
            "triangle-triangle sweep",
            "cast_shapes",
            &cases,
            |([a, b], delta, _)| {
                exact_time(sweep(&triangle64(a), delta.as_dvec3(), &triangle64(b)))
            },
            |([a, b], delta, _)| time(sweep(a, *delta, b)),
            |(_, delta, [a, b])| cast(here, a, *delta, here, b),
        ),
    ]
}

struct Case2 {
    a: Capsule<Vec2>,
    b: Capsule<Vec2>,
    delta: Vec2,
    peer_a: parry2d::shape::Capsule,
    peer_b: parry2d::shape::Capsule,
}

/// The plane.
fn flat() -> Vec<Row> {
    let random = &mut fastrand::Rng::with_seed(2);
    let mut point = |size: f32| (Vec2::new(random.f32(), random.f32()) - 0.5) * size;
    let cases: Vec<Case2> = (0..CASES)
        .map(|_| {
            let (p, q) = (point(2.0), point(2.0));
            let a = Capsule::new(p, p + point(1.0), 0.2);
            let b = Capsule::new(q, q + point(1.0), 0.3);
            let peer = |c: &Capsule<Vec2>| parry2d::shape::Capsule::new(p2(c.a), p2(c.b), c.radius);
            Case2 {
                peer_a: peer(&a),
                peer_b: peer(&b),
                a,
                b,
                delta: point(4.0),
            }
        })
        .collect();
    let double = |c: &Capsule<Vec2>| -> Capsule<DVec2> {
        Capsule::new(c.a.as_dvec2(), c.b.as_dvec2(), c.radius.into())
    };
    let here = Pose2::IDENTITY;
    let reach = f64::from(REACH) * 0.999;
    vec![
        Row::measure(
            "2D capsule-capsule contact",
            "contact_manifold_capsule_capsule",
            &cases,
            |c| contact(&double(&c.a), &double(&c.b), reach).map(|c| c.separation),
            |c| contact(&c.a, &c.b, REACH).map(|c| c.separation.into()),
            |c| {
                let mut manifold = Manifold2::<(), ()>::new();
                let (a, b) = (&c.peer_a, &c.peer_b);
                query2::details::contact_manifold_capsule_capsule(
                    &here,
                    a,
                    b,
                    REACH,
                    &mut manifold,
                );
                let distances = manifold.points.iter().map(|point| f64::from(point.dist));
                distances.reduce(f64::min)
            },
        ),
        Row::measure(
            "2D capsule-capsule sweep",
            "cast_shapes",
            &cases,
            |c| {
                let swept = sweep(&double(&c.a), c.delta.as_dvec2(), &double(&c.b));
                matches!(swept.start, Start::Separate)
                    .then_some(swept.hit.map(|hit| hit.t))
                    .flatten()
            },
            |c| {
                let swept = sweep(&c.a, c.delta, &c.b);
                swept.hit.map(|hit| hit.t.into())
            },
            |c| {
                let options = query2::ShapeCastOptions {
                    max_time_of_impact: 1.0,
                    ..Default::default()
                };
                let (still, delta) = (ParryVec2::ZERO, p2(c.delta));
                let (a, b) = (&c.peer_a, &c.peer_b);
                let hit = query2::cast_shapes(&here, delta, a, &here, still, b, options);
                hit.ok().flatten().map(|hit| hit.time_of_impact.into())
            },
        ),
    ]
}
