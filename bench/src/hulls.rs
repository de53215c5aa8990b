//! Boxes and convex polyhedra about a metre in size, as far apart as they are large, f32.

use crate::rows::{Answer, Row};
use carom::{Ball, Capsule, Hull, contact, sweep};
use glam::{DVec3, Quat, Vec3};
use parry3d::math::{Pose, Vector as ParryVec3};
use parry3d::query::{self, ContactManifold};
use parry3d::shape::{ConvexPolyhedron, Cuboid, Shape};

const CASES: usize = 5_000;
/// Up to which separation contacts are asked for, m.
const REACH: f32 = 0.1;

struct Case {
    capsule: Capsule<Vec3>,
    ball: Ball<Vec3>,
    boxes: [Hull<Vec3>; 2],
    rocks: [Hull<Vec3>; 2],
    delta: Vec3,
    peer: Peer,
}

/// The same shapes in the peer's types.
struct Peer {
    capsule: parry3d::shape::Capsule,
    ball: parry3d::shape::Ball,
    ball_at: Pose,
    boxes: [Cuboid; 2],
    places: [Pose; 2],
    rocks: [ConvexPolyhedron; 2],
    delta: ParryVec3,
}

fn peer_vector(v: Vec3) -> ParryVec3 {
    ParryVec3::from_array(v.to_array())
}

fn cases() -> Vec<Case> {
    let random = &mut fastrand::Rng::with_seed(3);
    let mut point = |size: f32| (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size;
    (0..CASES)
        .map(|_| {
            let p = point(2.0);
            let capsule = Capsule::new(p, p + point(1.0), 0.2);
            let ball = Ball::new(point(2.0), 0.3);
            let mut placed_box = || {
                let (at, turn, half) = (point(2.0), point(6.0), point(0.8).abs() + 0.1);
                let rotation = Quat::from_scaled_axis(turn);
                let hull = Hull::cuboid(Vec3::ZERO, half).map(|p| at + rotation * p);
                let place = Pose::new(peer_vector(at), peer_vector(turn));
                (hull, place, Cuboid::new(peer_vector(half)))
            };
            let ((a, place_a, cuboid_a), (b, place_b, cuboid_b)) = (placed_box(), placed_box());
            let mut rock = || {
                let at = point(2.0);
                let points: Vec<Vec3> = (0..24)
                    .map(|_| at + point(1.0).normalize_or_zero() * 0.5)
                    .collect();
                let corners: Vec<ParryVec3> = points.iter().map(|p| peer_vector(*p)).collect();
                let polyhedron = ConvexPolyhedron::from_convex_hull(&corners);
                (
                    Hull::new(points, 0.0),
                    polyhedron.expect("24 points on a sphere"),
                )
            };
            let ((rock_a, peer_a), (rock_b, peer_b)) = (rock(), rock());
            let delta = point(4.0);
            let peer = Peer {
                capsule: parry3d::shape::Capsule::new(
                    peer_vector(capsule.a),
                    peer_vector(capsule.b),
                    capsule.radius,
                ),
                ball: parry3d::shape::Ball::new(ball.radius),
                ball_at: Pose::from_translation(peer_vector(ball.center)),
                boxes: [cuboid_a, cuboid_b],
                places: [place_a, place_b],
                rocks: [peer_a, peer_b],
                delta: peer_vector(delta),
            };
            Case {
                capsule,
                ball,
                boxes: [a, b],
                rocks: [rock_a, rock_b],
                delta,
                peer,
            }
        })
        .collect()
}

fn double(hull: &Hull<Vec3>) -> Hull<DVec3> {
    let points: Vec<DVec3> = hull.points.iter().map(|p| p.as_dvec3()).collect();
    Hull::new(points, hull.radius.into())
}

fn double_capsule(c: &Capsule<Vec3>) -> Capsule<DVec3> {
    Capsule::new(c.a.as_dvec3(), c.b.as_dvec3(), c.radius.into())
}

fn separation(found: Option<contact::Contact<Vec3>>) -> Answer {
    found.map(|c| c.separation.into())
}

fn exactly(found: Option<contact::Contact<DVec3>>) -> Answer {
    found.map(|c| c.separation)
}

fn time(swept: sweep::Sweep<Vec3>) -> Answer {
    swept.hit.map(|hit| hit.t.into())
}

fn exact_time(swept: sweep::Sweep<DVec3>) -> Answer {
    matches!(swept.start, sweep::Start::Separate)
        .then_some(swept.hit.map(|hit| hit.t))
        .flatten()
}

fn peer_contact(places: [&Pose; 2], a: &dyn Shape, b: &dyn Shape) -> Answer {
    let found = query::contact(places[0], a, places[1], b, REACH);
    found.ok().flatten().map(|c| c.dist.into())
}

fn peer_cast(places: [&Pose; 2], a: &dyn Shape, delta: ParryVec3, b: &dyn Shape) -> Answer {
    let options = query::ShapeCastOptions {
        max_time_of_impact: 1.0,
        ..Default::default()
    };
    let still = ParryVec3::ZERO;
    let hit = query::cast_shapes(places[0], delta, a, places[1], still, b, options);
    hit.ok().flatten().map(|hit| hit.time_of_impact.into())
}

pub(crate) fn rows() -> Vec<Row> {
    let cases = cases();
    let cases = cases.as_slice();
    let here = Pose::IDENTITY;
    let reach = f64::from(REACH) * 0.999;
    vec![
        Row::measure(
            "box-box contact",
            "contact_manifold_cuboid_cuboid",
            cases,
            |c| {
                exactly(contact::hull_hull(
                    &double(&c.boxes[0]),
                    &double(&c.boxes[1]),
                    reach,
                ))
            },
            |c| separation(contact::hull_hull(&c.boxes[0], &c.boxes[1], REACH)),
            |c| {
                let mut manifold = ContactManifold::<(), ()>::new();
                let [a, b] = &c.peer.places;
                let [box_a, box_b] = &c.peer.boxes;
                let between = a.inv_mul(b);
                query::details::contact_manifold_cuboid_cuboid(
                    &between,
                    box_a,
                    box_b,
                    REACH,
                    &mut manifold,
                );
                let distances = manifold.points.iter().map(|point| f64::from(point.dist));
                distances.reduce(f64::min)
            },
        ),
        Row::measure(
            "box-box contact",
            "contact",
            cases,
            |c| {
                exactly(contact::hull_hull(
                    &double(&c.boxes[0]),
                    &double(&c.boxes[1]),
                    reach,
                ))
            },
            |c| separation(contact::hull_hull(&c.boxes[0], &c.boxes[1], REACH)),
            |c| {
                let [a, b] = &c.peer.places;
                peer_contact([a, b], &c.peer.boxes[0], &c.peer.boxes[1])
            },
        ),
        Row::measure(
            "ball-box contact",
            "contact",
            cases,
            |c| {
                let ball = Ball::new(c.ball.center.as_dvec3(), c.ball.radius.into());
                exactly(contact::ball_hull(&ball, &double(&c.boxes[1]), reach))
            },
            |c| separation(contact::ball_hull(&c.ball, &c.boxes[1], REACH)),
            |c| {
                let places = [&c.peer.ball_at, &c.peer.places[1]];
                peer_contact(places, &c.peer.ball, &c.peer.boxes[1])
            },
        ),
        Row::measure(
            "capsule-box contact",
            "contact",
            cases,
            |c| {
                let capsule = double_capsule(&c.capsule);
                exactly(contact::capsule_hull(&capsule, &double(&c.boxes[1]), reach))
            },
            |c| separation(contact::capsule_hull(&c.capsule, &c.boxes[1], REACH)),
            |c| {
                peer_contact(
                    [&here, &c.peer.places[1]],
                    &c.peer.capsule,
                    &c.peer.boxes[1],
                )
            },
        ),
        Row::measure(
            "rock-rock contact (24 points)",
            "contact",
            cases,
            |c| {
                exactly(contact::hull_hull(
                    &double(&c.rocks[0]),
                    &double(&c.rocks[1]),
                    reach,
                ))
            },
            |c| separation(contact::hull_hull(&c.rocks[0], &c.rocks[1], REACH)),
            |c| peer_contact([&here, &here], &c.peer.rocks[0], &c.peer.rocks[1]),
        ),
        Row::measure(
            "capsule-box sweep",
            "cast_shapes",
            cases,
            |c| {
                let (capsule, other) = (double_capsule(&c.capsule), double(&c.boxes[1]));
                exact_time(sweep::capsule_hull(&capsule, c.delta.as_dvec3(), &other))
            },
            |c| time(sweep::capsule_hull(&c.capsule, c.delta, &c.boxes[1])),
            |c| {
                let places = [&here, &c.peer.places[1]];
                peer_cast(places, &c.peer.capsule, c.peer.delta, &c.peer.boxes[1])
            },
        ),
        Row::measure(
            "box-box sweep",
            "cast_shapes",
            cases,
            |c| {
                let (a, b) = (double(&c.boxes[0]), double(&c.boxes[1]));
                exact_time(sweep::hull_hull(&a, c.delta.as_dvec3(), &b))
            },
            |c| time(sweep::hull_hull(&c.boxes[0], c.delta, &c.boxes[1])),
            |c| {
                let [a, b] = &c.peer.places;
                peer_cast([a, b], &c.peer.boxes[0], c.peer.delta, &c.peer.boxes[1])
            },
        ),
        Row::measure(
            "rock-rock sweep (24 points)",
            "cast_shapes",
            cases,
            |c| {
                let (a, b) = (double(&c.rocks[0]), double(&c.rocks[1]));
                exact_time(sweep::hull_hull(&a, c.delta.as_dvec3(), &b))
            },
            |c| time(sweep::hull_hull(&c.rocks[0], c.delta, &c.rocks[1])),
            |c| {
                peer_cast(
                    [&here, &here],
                    &c.peer.rocks[0],
                    c.peer.delta,
                    &c.peer.rocks[1],
                )
            },
        ),
    ]
}
