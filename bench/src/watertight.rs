//! Rays and swept balls aimed at the edges and vertices that triangles share: not one may pass between.
//!
//! In a closed body everything that starts inside and ends outside must hit. Where the two triangles of an
//! edge face apart, as seen from the start, and neither is seen edge-on, the hit must also come no later than
//! the edge: that holds for open levels too.

use crate::case::direction;
use crate::surface::Surface;
use carom::{Ball, Mesh};
use fastrand::Rng;
use glam::{Vec3, vec3};
use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many rays are cast unless the command says otherwise; a tenth as many balls are swept.
pub(crate) const RAYS: u64 = 1_000_000;

/// Shots that one random seed is good for.
const BATCH: u64 = 10_000;

/// How many leaks of a target are shown.
const SHOWN: u64 = 5;

/// The least sine between a triangle and a line that is said to cross it.
const STEEP: f64 = 0.05;

/// Something to shoot at.
struct Target {
    name: &'static str,
    surface: Surface,
    mesh: Mesh<Vec3>,
    edges: Vec<Edge>,
    /// The largest coordinate.
    size: f32,
    /// Draws a place inside, if there is an inside.
    inside: Option<Inside>,
    /// No thicker than some of the roundings of its coordinates: places that have no side are not starts.
    is_flat: bool,
}

type Inside = Box<dyn Fn(&mut Rng) -> Vec3 + Sync>;

/// An edge of two triangles: its vertices, and the third of each triangle.
struct Edge {
    ends: [u32; 2],
    wings: [u32; 2],
}

/// A straight way that must not be free.
#[derive(Debug)]
struct Shot {
    origin: Vec3,
    delta: Vec3,
    /// The fraction of `delta` at which it must have hit, 1 at the latest.
    limit: f32,
}

/// A shot that came through, or hit too late.
#[derive(Debug)]
#[expect(dead_code, reason = "read when it is shown")]
struct Leak {
    shot: Shot,
    ball: Option<Ball<Vec3>>,
    hit: Option<f32>,
}

/// A target's shots and how many of them came through.
#[derive(Default)]
struct Score {
    rays: u64,
    sweeps: u64,
    leaks: u64,
}

/// The rays with these numbers, in whole rounds: a range goes on where another run ended.
pub(crate) fn run(rays: &Range<u64>) -> Result<(), Box<dyn Error>> {
    check()?;
    let targets = targets()?;
    // Ten batches of rays and one of sweeps for each target in turn.
    let jobs_before = |ray: u64| {
        let rounds = ray.div_ceil(10 * BATCH * targets.len() as u64);
        rounds * 11 * targets.len() as u64
    };
    let (first, jobs) = (jobs_before(rays.start), jobs_before(rays.end));
    let next = AtomicU64::new(first);
    let scores = Mutex::new(targets.iter().map(|_| Score::default()).collect::<Vec<_>>());
    let work = || {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs {
                return;
            }
            let done = job - first;
            if done.is_multiple_of(((jobs - first) / 10).max(1)) {
                eprintln!("{} %", done * 100 / (jobs - first));
            }
            let number = (job / 11 % targets.len() as u64) as usize;
            let swept = job % 11 == 10;
            let target = &targets[number];
            let leaks = shoot(target, job, swept);
            let mut scores = scores.lock().expect("no thread has panicked");
            let score = &mut scores[number];
            *if swept {
                &mut score.sweeps
            } else {
                &mut score.rays
            } += BATCH;
            for leak in leaks {
                if score.leaks < SHOWN {
                    println!("{}: {leak:?}", target.name);
                }
                score.leaks += 1;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let scores = scores.into_inner()?;
    let mut sum = Score::default();
    for (target, score) in targets.iter().zip(scores) {
        report(target.name, &score);
        sum.rays += score.rays;
        sum.sweeps += score.sweeps;
        sum.leaks += score.leaks;
    }
    report("all", &sum);
    if sum.leaks > 0 {
        return Err(format!("{} leaks", sum.leaks).into());
    }
    Ok(())
}

/// A sphere that lacks two triangles must leak, for rays and for sweeps, or the shots are worth nothing.
fn check() -> Result<(), Box<dyn Error>> {
    let mut sphere = Target::new(
        "",
        Surface::star(4, |_| 10.0),
        Some(Box::new(|_| Vec3::ZERO)),
    )?;
    let mut holed = Surface::star(4, |_| 10.0);
    // Two neighbours: the edge of one alone would still be that of the other.
    holed.triangles.truncate(holed.triangles.len() - 2);
    sphere.mesh = holed.mesh()?;
    if [false, true]
        .iter()
        .any(|swept| shoot(&sphere, 0, *swept).is_empty())
    {
        return Err("a sphere with a hole does not leak".into());
    }
    Ok(())
}

fn report(name: &str, score: &Score) {
    let Score {
        rays,
        sweeps,
        leaks,
    } = score;
    println!("{name:<20} {rays:>10} rays {sweeps:>10} sweeps {leaks:>8} leaks");
}

/// The shots of a batch that come through.
fn shoot(target: &Target, seed: u64, swept: bool) -> Vec<Leak> {
    let random = &mut Rng::with_seed(seed);
    let mut leaks = Vec::new();
    for _ in 0..BATCH {
        let (shot, radius) = target.aim(random);
        let ball = swept.then(|| Ball::new(shot.origin, radius));
        let hit = match &ball {
            Some(ball) => target.mesh.query().sweep(ball, shot.delta),
            None => target.mesh.query().ray(shot.origin, shot.delta),
        };
        let hit = hit.map(|hit| hit.t);
        if hit.is_none_or(|t| t > shot.limit) {
            leaks.push(Leak { shot, ball, hit });
        }
    }
    leaks
}

impl Target {
    fn new(
        name: &'static str,
        surface: Surface,
        inside: Option<Inside>,
    ) -> Result<Self, Box<dyn Error>> {
        let mut wings: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
        for [a, b, c] in &surface.triangles {
            for (p, q, wing) in [(a, b, c), (b, c, a), (c, a, b)] {
                wings.entry([*p.min(q), *p.max(q)]).or_default().push(*wing);
            }
        }
        let count = wings.len();
        let edges: Vec<Edge> = wings
            .into_iter()
            .filter_map(|(ends, wings)| {
                Some(Edge {
                    ends,
                    wings: wings.try_into().ok()?,
                })
            })
            .collect();
        if inside.is_some() && edges.len() < count {
            return Err(format!("{name} is not closed").into());
        }
        Ok(Self {
            name,
            mesh: surface.mesh()?,
            size: surface
                .vertices
                .iter()
                .map(|p| p.abs().max_element())
                .fold(0.0, f32::max),
            surface,
            edges,
            inside,
            is_flat: false,
        })
    }

    /// A start within the rounding of its coordinates, eps times the largest, of a face has no side of it (`Start::Touching`).
    fn has_no_side(&self, start: Vec3) -> bool {
        self.is_flat
            && self
                .mesh
                .query()
                .closest(&start, f32::EPSILON * self.size)
                .is_some()
    }

    /// Draws a shot at an edge, or at its end; with it the radius of a ball that is small beside the edge.
    fn aim(&self, random: &mut Rng) -> (Shot, f32) {
        loop {
            let edge = &self.edges[random.usize(..self.edges.len())];
            let [a, b] = edge.ends.map(|i| self.surface.vertices[i as usize]);
            let at_end = self.inside.is_some() && random.u8(..4) == 0;
            let at = if at_end {
                a
            } else {
                a + (b - a) * random.f32()
            };
            let origin = match &self.inside {
                Some(inside) => inside(random),
                None => at + direction(random) * (0.1 + random.f32() * 10.0),
            };
            if self.has_no_side(origin) {
                continue;
            }
            let way = at - origin;
            let distance = way.length();
            // Beyond the farthest vertex, wherever that is.
            let delta = way * (1.0 + 4.0 * self.size / distance);
            let thickness = (b - a).length() * random.f32() * 0.1;
            let strict = !at_end && self.faces_apart(edge, origin, at);
            if strict {
                // The rounding of the shot, as seen along a triangle that it barely crosses.
                let slack = (delta.length() + self.size) * 4.0 * f32::EPSILON / STEEP as f32;
                let limit = (distance + slack) / delta.length();
                return (
                    Shot {
                        origin,
                        delta,
                        limit,
                    },
                    thickness,
                );
            }
            if self.inside.is_some() {
                return (
                    Shot {
                        origin,
                        delta,
                        limit: 1.0,
                    },
                    thickness,
                );
            }
        }
    }

    /// Whether the triangles of an edge lie on both sides of it, as seen from `origin`, and both are crossed
    /// steeply by the line to `at`.
    fn faces_apart(&self, edge: &Edge, origin: Vec3, at: Vec3) -> bool {
        let place = |i: u32| self.surface.vertices[i as usize].as_dvec3();
        let [a, b] = edge.ends.map(place);
        let way = (at.as_dvec3() - origin.as_dvec3()).normalize_or_zero();
        let along = (b - a).normalize_or_zero();
        // Normal to the plane through the edge and the line; short if they are all but parallel.
        let aside = along.cross(way);
        let sides = edge.wings.map(|wing| {
            let wing = place(wing) - a;
            let across = (wing - along * wing.dot(along)).normalize_or_zero();
            let steep = along.cross(across).dot(way).abs() > STEEP;
            let side = aside.dot(across);
            if steep && side.abs() > STEEP {
                side
            } else {
                0.0
            }
        });
        sides[0] * sides[1] < 0.0
    }
}

fn targets() -> Result<Vec<Target>, Box<dyn Error>> {
    let random = &mut Rng::with_seed(8);
    let mut rough = || Surface::star(24, |_| 7.0 + 6.0 * random.f32());
    let moved = |mut surface: Surface, by: &dyn Fn(Vec3) -> Vec3| {
        for vertex in &mut surface.vertices {
            *vertex = by(*vertex);
        }
        surface
    };
    let within = |radius: f32| -> Option<Inside> {
        Some(Box::new(move |random| {
            direction(random) * random.f32() * radius
        }))
    };
    let far = vec3(4000.3, -250.7, 8000.1);
    let ring: Inside = Box::new(|random| {
        let (sin, cos) = (random.f32() * std::f32::consts::TAU).sin_cos();
        vec3(cos, 0.0, sin) * 10.0 + direction(random) * random.f32() * 1.5
    });
    // 1 m wide, 1 mm thick, in f32 a kilometer away: there are 8 of the roundings of its coordinates between its faces.
    let flat = |p: Vec3| p * vec3(0.05, 5e-5, 0.05) + vec3(1000.0, 0.0, 300.0);
    let flat = Target {
        is_flat: true,
        ..Target::new(
            "flat, far away",
            moved(Surface::star(16, |_| 10.0), &flat),
            {
                Some(Box::new(move |random| {
                    flat(direction(random) * random.f32() * 8.0)
                }))
            },
        )?
    };
    Ok(vec![
        flat,
        Target::new("box", cuboid(vec3(3.0, 2.0, 5.0)), within(1.5))?,
        Target::new("sphere", Surface::star(16, |_| 10.0), within(8.0))?,
        Target::new("small sphere", Surface::star(8, |_| 0.001), within(0.0008))?,
        Target::new("body", Surface::body(), within(4.0))?,
        Target::new("rough", rough(), within(4.0))?,
        Target::new("rough, far away", moved(rough(), &|p| p + far), {
            Some(Box::new(move |random| {
                far + direction(random) * random.f32() * 4.0
            }))
        })?,
        Target::new(
            "needles",
            moved(Surface::star(16, |_| 1.0), &|p| p * vec3(300.0, 1.0, 1.0)),
            within(0.8),
        )?,
        Target::new("torus", Surface::torus(10.0, 3.0, 96, 48), Some(ring))?,
        Target::new("dungeon", Surface::file("dungeon.obj")?, None)?,
        Target::new("nav_test", Surface::file("nav_test.obj")?, None)?,
    ])
}

/// Twelve triangles around the origin.
fn cuboid(half: Vec3) -> Surface {
    let corner = |i: u32| {
        let [x, y, z] = [i >> 2, i >> 1, i].map(|bit| if bit & 1 == 1 { 1.0 } else { -1.0 });
        vec3(x, y, z) * half
    };
    let faces = [
        [0, 1, 3, 2],
        [4, 6, 7, 5],
        [0, 4, 5, 1],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 5, 7, 3],
    ];
    Surface {
        vertices: (0..8).map(corner).collect(),
        triangles: faces
            .iter()
            .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
            .collect(),
    }
}
