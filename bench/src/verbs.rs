//! Nanoseconds of every query on every pair of kinds, `f32` in 3D, with kinds known at run time only.

use crate::clock::{median, pass};
use carom::{
    Aabb, Ball, Capsule, Hull, Plane, Segment, Shape, Triangle, closest, contact, overlap, sweep,
};
use glam::Vec3;
use std::hint::black_box;

const CASES: usize = 2_000;
const ROUNDS: usize = 7;
/// Reach of contact queries, m.
const REACH: f32 = 0.1;
const KINDS: [&str; 8] = [
    "point",
    "segment",
    "ball",
    "capsule",
    "triangle",
    "hull",
    "box",
    "half-space",
];

/// A shape of a kind, about a meter in size, within a meter of the origin.
fn shape(kind: usize, random: &mut fastrand::Rng) -> Shape<Vec3> {
    let mut point = |size: f32| (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * size;
    let (at, u, v) = (point(2.0), point(1.5), point(1.5));
    match kind {
        0 => Shape::Point(at),
        1 => Shape::Segment(Segment::new(at, at + u)),
        2 => Shape::Ball(Ball::new(at, 0.3)),
        3 => Shape::Capsule(Capsule::new(at, at + u, 0.3)),
        4 => Shape::Triangle(Triangle::new(at, at + u, at + v)),
        5 => {
            let corners: Vec<Vec3> = (0..8).map(|_| at + point(1.0)).collect();
            Shape::Hull(Hull::new(corners, 0.0))
        }
        6 => Shape::Aabb(Aabb::of_points([at, at + u])),
        _ => Shape::Plane(Plane::through(at, u)),
    }
}

/// The table, as Markdown: closest / overlap / contact / sweep.
pub(crate) fn table() -> String {
    let mut table = String::from("| closest / overlap / contact / sweep, ns |");
    for kind in &KINDS[1..] {
        table += &format!(" {kind} |");
    }
    table += "\n|---|";
    table += &"---|".repeat(KINDS.len() - 1);
    for (a, kind) in KINDS.iter().enumerate().take(KINDS.len() - 1) {
        table += &format!("\n| **{kind}** |");
        for b in 1..KINDS.len() {
            if b < a {
                table += " |";
            } else {
                let [closest, overlap, contact, sweep] = times(a, b);
                table += &format!(" {closest:.0} / {overlap:.0} / {contact:.0} / {sweep:.0} |");
            }
        }
    }
    table
}

/// Two shapes, of which the first may move.
type Case = (Shape<Vec3>, Shape<Vec3>, Vec3);

fn times(a: usize, b: usize) -> [f64; 4] {
    let random = &mut fastrand::Rng::with_seed(4);
    let cases: Vec<Case> = (0..CASES)
        .map(|_| {
            let delta = (Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5) * 4.0;
            (shape(a, random), shape(b, random), delta)
        })
        .collect();
    let time = |query: &dyn Fn(&Case)| median((0..ROUNDS).map(|_| pass(&cases, query)).collect());
    [
        time(&|(a, b, _)| {
            black_box(closest(a, b));
        }),
        time(&|(a, b, _)| {
            black_box(overlap(a, b));
        }),
        time(&|(a, b, _)| {
            black_box(contact(a, b, REACH));
        }),
        time(&|(a, b, delta)| {
            black_box(sweep(a, *delta, b));
        }),
    ]
}
