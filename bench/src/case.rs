//! Where the shapes stand and which way they go: the inputs of a game, f32.
//!
//! A shape is placed at a point of the surface, chosen evenly over its area, on the side of the triangle's
//! normal. The capsule has the size of a man; every second one is tilted.

use crate::surface::Surface;
use carom::{Ball, Capsule, Mesh};
use fastrand::Rng;
use glam::Vec3;
use std::ops::Range;

/// Queries per pass.
const CASES: usize = 20_000;
/// Reach of contact queries, m.
pub(crate) const REACH: f32 = 0.1;
/// Radius of every ball and capsule, m.
pub(crate) const RADIUS: f32 = 0.3;
/// Half of the capsule's segment, m.
pub(crate) const HALF: f32 = 0.6;
/// What a sweep has to keep clear at its start, m.
const CLEAR: f32 = 0.01;

pub(crate) struct Case {
    pub(crate) capsule: Capsule<Vec3>,
    pub(crate) ball: Ball<Vec3>,
    /// Where a sweep or a ray goes, unit.
    pub(crate) way: Vec3,
}

/// Both kinds of cases for one level.
pub(crate) struct Cases {
    /// From 0.1 m inside to 0.1 m off: for contacts and overlaps.
    pub(crate) near: Vec<Case>,
    /// From 0.01 m to 0.5 m off, and clear of everything else as well: for sweeps and rays.
    pub(crate) clear: Vec<Case>,
}

impl Cases {
    pub(crate) fn of(surface: &Surface, mesh: &Mesh<Vec3>) -> Self {
        Self {
            near: cases(surface, -0.1..0.1, |_| true),
            clear: cases(surface, 0.01..0.5, |case| {
                mesh.query().closest(&case.capsule, CLEAR).is_none()
                    && mesh.query().closest(&case.ball, CLEAR).is_none()
            }),
        }
    }

    /// The same cases along a Morton curve, so that neighbours in space follow each other.
    pub(crate) fn sort(&mut self, mesh: &Mesh<Vec3>) {
        let bounds = mesh.bounds();
        let cell = (bounds.max - bounds.min).max_element() / 1024.0;
        for cases in [&mut self.near, &mut self.clear] {
            cases.sort_by_cached_key(|case| {
                let place = ((case.ball.center - bounds.min) / cell).as_uvec3();
                (0..10).fold(0_u32, |code, bit| {
                    let [x, y, z] = place.to_array().map(|p| p >> (9 - bit) & 1);
                    code << 3 | x << 2 | y << 1 | z
                })
            });
        }
    }
}

fn cases(surface: &Surface, gaps: Range<f32>, keep: impl Fn(&Case) -> bool) -> Vec<Case> {
    let random = &mut Rng::with_seed(5);
    let mut whole = 0.0_f64;
    let areas: Vec<f64> = (0..surface.triangles.len())
        .map(|index| {
            let t = surface.triangle(index);
            whole += f64::from((t.b - t.a).cross(t.c - t.a).length());
            whole
        })
        .collect();
    let mut cases = Vec::new();
    while cases.len() < CASES {
        let chosen = random.f64() * whole;
        let index = areas.partition_point(|area| *area < chosen);
        let triangle = surface.triangle(index.min(areas.len() - 1));
        let Some(normal) = triangle.normal() else {
            continue;
        };
        let (mut s, mut t) = (random.f32(), random.f32());
        if s + t > 1.0 {
            (s, t) = (1.0 - s, 1.0 - t);
        }
        let at = triangle.a + (triangle.b - triangle.a) * s + (triangle.c - triangle.a) * t;
        let gap = gaps.start + random.f32() * (gaps.end - gaps.start);
        let axis = if cases.len() % 2 == 0 {
            Vec3::Y
        } else {
            direction(random)
        };
        // The core's end nearest to the triangle is the radius and the gap away from it.
        let middle = at + normal * (RADIUS + gap + HALF * axis.dot(normal).abs());
        let case = Case {
            capsule: Capsule::new(middle - axis * HALF, middle + axis * HALF, RADIUS),
            ball: Ball::new(at + normal * (RADIUS + gap), RADIUS),
            way: direction(random),
        };
        if keep(&case) {
            cases.push(case);
        }
    }
    cases
}

/// Any direction, all alike.
pub(crate) fn direction(random: &mut Rng) -> Vec3 {
    loop {
        let at = Vec3::new(random.f32(), random.f32(), random.f32()) * 2.0 - 1.0;
        let length = at.length();
        if length > 0.1 && length < 1.0 {
            return at / length;
        }
    }
}
