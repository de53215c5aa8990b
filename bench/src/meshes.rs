//! Capsules, balls and rays against whole levels, f32: the inputs of a game.
//!
//! Contacts are asked up to 0.1 m for shapes that stand at a point of the mesh, chosen evenly over its
//! area, 0.1 m inside to 0.1 m above it; half of the capsules are tilted. Sweeps start clear of the mesh
//! and go 0.1 m or 5 m any way; rays 100 m.

use crate::peer::{ball64, capsule64, cast, vector};
use crate::rows::{Answer, Row};
use carom::{Ball, Capsule, Mesh};
use glam::{DVec3, Vec3};
use parry3d::math::Pose;
use parry3d::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d::query::{Ray, RayCast};
use parry3d::shape::{self, TriMesh};
use std::path::Path;
use std::time::Instant;

const CASES: usize = 1_000;
/// Up to which separation contacts are asked for, m.
const REACH: f32 = 0.1;
const RADIUS: f32 = 0.3;
const HALF: f32 = 0.6;

struct Level {
    name: &'static str,
    mesh: Mesh<Vec3>,
    double: Mesh<DVec3>,
    peer: TriMesh,
}

struct Case {
    capsule: Capsule<Vec3>,
    ball: Ball<Vec3>,
    way: Vec3,
    peer_capsule: shape::Capsule,
    peer_ball: shape::Ball,
    ball_at: Pose,
}

fn file(name: &'static str, file: &str) -> Result<Level, Box<dyn std::error::Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../data/levels")
        .join(file);
    let mesh: Mesh<Vec3> = carom_level::open(path, &carom_level::Options::default())?.mesh()?;
    let vertices = mesh.iter().flat_map(|t| [t.a, t.b, t.c]).collect();
    let triangles = (0..mesh.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    level(name, vertices, triangles.collect())
}

/// Builds both and tells how long that took.
fn level(
    name: &'static str,
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
) -> Result<Level, Box<dyn std::error::Error>> {
    let count = triangles.len() as f64;
    let clock = Instant::now();
    let mesh = Mesh::new(vertices.clone(), triangles.clone())?;
    let own = clock.elapsed().as_secs_f64() * 1e9 / count;
    let corners = vertices.iter().map(|p| vector(*p)).collect();
    let clock = Instant::now();
    let peer = TriMesh::new(corners, triangles.clone()).map_err(|e| format!("{name}: {e:?}"))?;
    let other = clock.elapsed().as_secs_f64() * 1e9 / count;
    println!(
        "{name}: {count} triangles; built in {own:.0} ns a triangle (parry {other:.0}), {:.1} bytes a triangle",
        mesh.bytes() as f64 / count
    );
    let vertices: Vec<DVec3> = vertices.iter().map(|p| p.as_dvec3()).collect();
    Ok(Level {
        name,
        mesh,
        double: Mesh::new(vertices, triangles)?,
        peer,
    })
}

/// A grid of `size` by `size` squares of `cell` metres, its heights told by `height`.
fn grid(
    name: &'static str,
    size: u32,
    cell: f32,
    height: impl Fn(f32, f32) -> f32,
) -> Result<Level, Box<dyn std::error::Error>> {
    let mut vertices = Vec::new();
    for i in 0..=size {
        for j in 0..=size {
            let (x, z) = (i as f32 * cell, j as f32 * cell);
            vertices.push(Vec3::new(x, height(x, z), z));
        }
    }
    let mut triangles = Vec::new();
    for i in 0..size {
        for j in 0..size {
            let a = i * (size + 1) + j;
            let (b, c, d) = (a + 1, a + size + 1, a + size + 2);
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    level(name, vertices, triangles)
}

/// Places at the mesh, evenly over its area, `gap` metres off it, on either side of each triangle.
fn cases(mesh: &Mesh<Vec3>, gaps: std::ops::Range<f32>, clear: bool) -> Vec<Case> {
    let random = &mut fastrand::Rng::with_seed(5);
    let mut areas = Vec::new();
    let mut whole = 0.0_f64;
    for index in 0..mesh.len() as u32 {
        let t = mesh.triangle(index);
        whole += f64::from((t.b - t.a).cross(t.c - t.a).length());
        areas.push(whole);
    }
    let mut cases = Vec::new();
    while cases.len() < CASES {
        let chosen = random.f64() * whole;
        let index = areas
            .partition_point(|area| *area < chosen)
            .min(areas.len() - 1);
        let triangle = mesh.triangle(index as u32);
        let Some(normal) = triangle.normal() else {
            continue;
        };
        let normal = if random.bool() { normal } else { -normal };
        let (mut s, mut t) = (random.f32(), random.f32());
        if s + t > 1.0 {
            (s, t) = (1.0 - s, 1.0 - t);
        }
        let at = triangle.a + (triangle.b - triangle.a) * s + (triangle.c - triangle.a) * t;
        let gap = gaps.start + random.f32() * (gaps.end - gaps.start);
        let mut any = || Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5;
        let axis = if cases.len() % 2 == 0 {
            Vec3::Y
        } else {
            any().normalize_or(Vec3::Y)
        };
        // The core's end nearest to the triangle is the radius and the gap away from it.
        let lift = RADIUS + gap + HALF * axis.dot(normal).abs();
        let middle = at + normal * lift;
        let capsule = Capsule::new(middle - axis * HALF, middle + axis * HALF, RADIUS);
        let ball = Ball::new(at + normal * (RADIUS + gap), RADIUS);
        let way = any().normalize_or(Vec3::Y);
        let blocked = |reach| {
            mesh.closest_capsule(&capsule, reach).is_some()
                || mesh.closest_ball(&ball, reach).is_some()
        };
        if clear && blocked(0.01) {
            continue;
        }
        cases.push(Case {
            capsule,
            ball,
            way,
            peer_capsule: shape::Capsule::new(vector(capsule.a), vector(capsule.b), RADIUS),
            peer_ball: shape::Ball::new(RADIUS),
            ball_at: Pose::from_translation(vector(ball.center)),
        });
    }
    cases
}

fn peer_contact(mesh: &TriMesh, at: &Pose, shape: &dyn shape::Shape) -> Answer {
    let found = query::contact(at, shape, &Pose::IDENTITY, mesh, REACH);
    found.ok().flatten().map(|c| c.dist.into())
}

/// How many points all manifolds have.
fn peer_manifolds(mesh: &TriMesh, at: &Pose, shape: &dyn shape::Shape) -> Answer {
    let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
    let done =
        DefaultQueryDispatcher.contact_manifolds(at, mesh, shape, REACH, &mut manifolds, &mut None);
    done.ok()?;
    let points = manifolds.iter().flat_map(|m| m.points.iter());
    points.map(|point| f64::from(point.dist)).reduce(f64::min)
}

pub(crate) fn rows() -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let wave =
        |x: f32, z: f32| (x * 0.37).sin() * 1.5 + (z * 0.23).cos() * 2.0 + (x * z * 0.01).sin();
    let levels = [
        file("dungeon", "dungeon.obj")?,
        file("nav_test", "nav_test.obj")?,
        grid("dense70k", 187, 0.2, wave)?,
        grid("terrain1m", 708, 0.5, wave)?,
    ];
    Ok(levels.iter().flat_map(level_rows).collect())
}

fn level_rows(level: &Level) -> Vec<Row> {
    let Level {
        name,
        mesh,
        double: exact,
        peer,
    } = level;
    let near = cases(mesh, -0.1..0.1, false);
    let clear = cases(mesh, 0.01..0.5, true);
    let here = Pose::IDENTITY;
    let reach = f64::from(REACH) * 0.999;
    let row = |work: &str| format!("{name} {work}");
    let mut rows = vec![
        Row::measure(
            row("capsule closest"),
            "contact",
            &near,
            |c| {
                exact
                    .closest_capsule(&capsule64(&c.capsule), reach)
                    .map(|m| m.contact.separation)
            },
            |c| {
                mesh.closest_capsule(&c.capsule, REACH)
                    .map(|m| m.contact.separation.into())
            },
            |c| peer_contact(peer, &here, &c.peer_capsule),
        ),
        Row::measure(
            row("capsule all contacts"),
            "contact_manifolds",
            &near,
            |_| None,
            |c| {
                let mut least: Answer = None;
                mesh.contacts_capsule(&c.capsule, REACH, |m| {
                    let s = f64::from(m.contact.separation);
                    least = Some(least.map_or(s, |least| least.min(s)));
                });
                least
            },
            |c| peer_manifolds(peer, &here, &c.peer_capsule),
        ),
        Row::measure(
            row("ball closest"),
            "contact",
            &near,
            |c| {
                exact
                    .closest_ball(&ball64(&c.ball), reach)
                    .map(|m| m.contact.separation)
            },
            |c| {
                mesh.closest_ball(&c.ball, REACH)
                    .map(|m| m.contact.separation.into())
            },
            |c| peer_contact(peer, &c.ball_at, &c.peer_ball),
        ),
        Row::measure(
            row("capsule overlap"),
            "intersection_test",
            &near,
            |_| None,
            |c| mesh.overlap_capsule(&c.capsule).then_some(0.0),
            |c| {
                let found = query::intersection_test(&here, &c.peer_capsule, &here, peer);
                found.is_ok_and(|found| found.intersecting).then_some(0.0)
            },
        ),
        Row::measure(
            row("ray 100 m"),
            "cast_local_ray_and_get_normal",
            &clear,
            |c| {
                let (from, way) = (c.ball.center.as_dvec3(), c.way.as_dvec3() * 100.0);
                exact.ray(from, way).map(|m| m.hit.t)
            },
            |c| {
                mesh.ray(c.ball.center, c.way * 100.0)
                    .map(|m| m.hit.t.into())
            },
            |c| {
                let ray = Ray::new(vector(c.ball.center), vector(c.way * 100.0));
                let hit = peer.cast_local_ray_and_get_normal(&ray, 1.0, false);
                hit.map(|hit| hit.time_of_impact.into())
            },
        ),
    ];
    for (length, work) in [
        (0.1, ["capsule sweep 0.1 m", "ball sweep 0.1 m"]),
        (5.0, ["capsule sweep 5 m", "ball sweep 5 m"]),
    ] {
        let far = f64::from(length);
        rows.push(Row::measure(
            row(work[0]),
            "cast_shapes",
            &clear,
            |c| {
                let hit = exact.sweep_capsule(&capsule64(&c.capsule), c.way.as_dvec3() * far);
                hit.map(|m| m.hit.t)
            },
            |c| {
                mesh.sweep_capsule(&c.capsule, c.way * length)
                    .map(|m| m.hit.t.into())
            },
            |c| cast(&here, &c.peer_capsule, c.way * length, &here, peer),
        ));
        rows.push(Row::measure(
            row(work[1]),
            "cast_shapes",
            &clear,
            |c| {
                let hit = exact.sweep_ball(&ball64(&c.ball), c.way.as_dvec3() * far);
                hit.map(|m| m.hit.t)
            },
            |c| {
                mesh.sweep_ball(&c.ball, c.way * length)
                    .map(|m| m.hit.t.into())
            },
            |c| cast(&c.ball_at, &c.peer_ball, c.way * length, &here, peer),
        ));
    }
    rows
}
