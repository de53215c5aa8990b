//! Boxes and convex polyhedra about a meter in size, as far apart as they are large, f32.

use crate::engine::Answer;
use crate::peer::{ball64, box64, capsule64, cast, exact_time, hull64, time, vector};
use crate::rows::Row;
use carom::{Ball, Capsule, Contact, Hull, OrientedBox, contact, sweep};
use glam::{DVec3, Quat, Vec3};
use parry3d::math::{Pose, Vector as ParryVec3};
use parry3d::query::{self, ContactManifold};
use parry3d::shape::{ConvexPolyhedron, Cuboid, Shape};

const CASES: usize = 5_000;
/// Reach of contact queries, m.
const REACH: f32 = 0.1;

struct Case {
    capsule: Capsule<Vec3>,
    ball: Ball<Vec3>,
    boxes: [OrientedBox<Vec3>; 2],
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
                let axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
                let own = OrientedBox {
                    center: at,
                    axes: axes.map(|axis| rotation * axis),
                };
                let place = Pose::new(vector(at), vector(turn));
                (own, place, Cuboid::new(vector(half)))
            };
            let ((a, place_a, cuboid_a), (b, place_b, cuboid_b)) = (placed_box(), placed_box());
            let mut rock = || {
                let at = point(2.0);
                let points: Vec<Vec3> = (0..24)
                    .map(|_| at + point(1.0).normalize_or_zero() * 0.5)
                    .collect();
                let corners: Vec<ParryVec3> = points.iter().map(|p| vector(*p)).collect();
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
                    vector(capsule.a),
                    vector(capsule.b),
                    capsule.radius,
                ),
                ball: parry3d::shape::Ball::new(ball.radius),
                ball_at: Pose::from_translation(vector(ball.center)),
                boxes: [cuboid_a, cuboid_b],
                places: [place_a, place_b],
                rocks: [peer_a, peer_b],
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

fn separation(found: Option<Contact<Vec3>>) -> Answer {
    found.map(|c| c.separation.into())
}

fn exactly(found: Option<Contact<DVec3>>) -> Answer {
    found.map(|c| c.separation)
}

fn peer_contact(places: [&Pose; 2], a: &dyn Shape, b: &dyn Shape) -> Answer {
    let found = query::contact(places[0], a, places[1], b, REACH);
    found.ok().flatten().map(|c| c.dist.into())
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
            |c| exactly(contact(&box64(&c.boxes[0]), &box64(&c.boxes[1]), reach)),
            |c| separation(contact(&c.boxes[0], &c.boxes[1], REACH)),
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
            |c| exactly(contact(&box64(&c.boxes[0]), &box64(&c.boxes[1]), reach)),
            |c| separation(contact(&c.boxes[0], &c.boxes[1], REACH)),
            |c| {
                let [a, b] = &c.peer.places;
                peer_contact([a, b], &c.peer.boxes[0], &c.peer.boxes[1])
            },
        ),
        Row::measure(
            "ball-box contact",
            "contact",
            cases,
            |c| exactly(contact(&ball64(&c.ball), &box64(&c.boxes[1]), reach)),
            |c| separation(contact(&c.ball, &c.boxes[1], REACH)),
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
                let capsule = capsule64(&c.capsule);
                exactly(contact(&capsule, &box64(&c.boxes[1]), reach))
            },
            |c| separation(contact(&c.capsule, &c.boxes[1], REACH)),
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
            |c| exactly(contact(&hull64(&c.rocks[0]), &hull64(&c.rocks[1]), reach)),
            |c| separation(contact(&c.rocks[0], &c.rocks[1], REACH)),
            |c| peer_contact([&here, &here], &c.peer.rocks[0], &c.peer.rocks[1]),
        ),
        Row::measure(
            "capsule-box sweep",
            "cast_shapes",
            cases,
            |c| {
                let (capsule, other) = (capsule64(&c.capsule), box64(&c.boxes[1]));
                exact_time(sweep(&capsule, c.delta.as_dvec3(), &other))
            },
            |c| time(sweep(&c.capsule, c.delta, &c.boxes[1])),
            |c| {
                let places = [&here, &c.peer.places[1]];
                cast(
                    places[0],
                    &c.peer.capsule,
                    c.delta,
                    places[1],
                    &c.peer.boxes[1],
                )
            },
        ),
        Row::measure(
            "box-box sweep",
            "cast_shapes",
            cases,
            |c| {
                let (a, b) = (box64(&c.boxes[0]), box64(&c.boxes[1]));
                exact_time(sweep(&a, c.delta.as_dvec3(), &b))
            },
            |c| time(sweep(&c.boxes[0], c.delta, &c.boxes[1])),
            |c| {
                let [a, b] = &c.peer.places;
                cast(a, &c.peer.boxes[0], c.delta, b, &c.peer.boxes[1])
            },
        ),
        Row::measure(
            "rock-rock sweep (24 points)",
            "cast_shapes",
            cases,
            |c| {
                let (a, b) = (hull64(&c.rocks[0]), hull64(&c.rocks[1]));
                exact_time(sweep(&a, c.delta.as_dvec3(), &b))
            },
            |c| time(sweep(&c.rocks[0], c.delta, &c.rocks[1])),
            |c| cast(&here, &c.peer.rocks[0], c.delta, &here, &c.peer.rocks[1]),
        ),
    ]
}
