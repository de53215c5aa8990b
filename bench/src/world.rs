//! A level with thousands of moving bodies: the cost of a move, and of queries compared with queries on the level alone; at
//! the origin and 10,000 km away.

use crate::case::{Case, Cases, REACH};
use crate::clock::{median, pass, time};
use crate::surface::Surface;
use crate::table::Table;
use crate::work::{Body as QueryBody, Work};
use carom::{Ball, Body, LocalScene, Mesh, Pose, Scene, Shape, World};
use fastrand::Rng;
use glam::{DVec3, Vec3};
use std::error::Error;
use std::sync::Arc;

const COUNTS: [usize; 3] = [100, 1_000, 10_000];
const ORIGINS: [DVec3; 2] = [DVec3::ZERO, DVec3::new(1e7, 0.0, 0.0)];
const TICKS: usize = 30;

/// Nanoseconds per move and per query, medians over ticks; the last two columns are of the level without bodies.
pub(crate) fn run() -> Result<Table, Box<dyn Error>> {
    let surface = Surface::file("dungeon.obj")?;
    let mesh = Arc::new(surface.mesh()?);
    let cases = Cases::of(&surface, &mesh);
    let contacts = Work::Closest(QueryBody::Capsule).cases(&cases);
    let sweeps = Work::Sweep(QueryBody::Capsule, 0.1).cases(&cases);
    let head = [
        "bodies",
        "km away",
        "move",
        "closest",
        "sweep 0.1 m",
        "gather and closest",
        "closest; level alone",
        "sweep 0.1 m; level alone",
    ];
    let mut table = Table::new("world", head);
    for count in COUNTS {
        for origin in ORIGINS {
            let mut cells = vec![
                count.to_string(),
                format!("{}", (origin.length() / 1000.0) as u32),
            ];
            let ns = measure(&mesh, count, origin, contacts, sweeps)?;
            cells.extend(ns.map(|ns| format!("{ns:.0}")));
            table.row(cells);
        }
    }
    Ok(table)
}

fn measure(
    mesh: &Arc<Mesh<Vec3>>,
    count: usize,
    origin: DVec3,
    contacts: &[Case],
    sweeps: &[Case],
) -> Result<[f64; 6], Box<dyn Error>> {
    let random = &mut Rng::with_seed(1);
    let mut world = World::new();
    let at = |place: Vec3| {
        let translation = origin + place.as_dvec3();
        Pose {
            translation,
            ..Pose::default()
        }
    };
    let level: Body<Vec3> = Body::new(mesh.clone());
    let pose = at(Vec3::ZERO);
    world.insert(Body { pose, ..level })?;
    let mut bodies = Vec::new();
    for i in 0..count {
        let place = contacts[i % contacts.len()].ball.center;
        let ball: Body<Vec3> = Body::new(Ball::new(Vec3::ZERO, 0.2));
        let body = Body {
            pose: at(place),
            moving: true,
            ..ball
        };
        bodies.push((world.insert(body)?, place));
    }
    let mut times: [Vec<f64>; 6] = Default::default();
    let mut near = LocalScene::new();
    for _ in 0..TICKS {
        // 3 m/s.
        for (_, place) in &mut bodies {
            *place += Vec3::from(std::array::from_fn(|_| random.f32() - 0.5)) * 0.1;
        }
        let (moved, ns) = time(|| {
            let mut moves = bodies.iter();
            moves.try_for_each(|(id, place)| world.set_pose(*id, at(*place)))
        });
        moved?;
        let query = world.query().around(origin);
        let mut some = |cases: &[Case]| {
            let first = random.usize(..cases.len() - 1000);
            first..first + 1000
        };
        let (contacts, sweeps) = (&contacts[some(contacts)], &sweeps[some(sweeps)]);
        let all = [
            ns / count as f64,
            pass(contacts, |c| {
                query.closest(&Shape::Capsule(c.capsule), REACH)
            }),
            pass(sweeps, |c| {
                query.sweep(&Shape::Capsule(c.capsule), c.way * 0.1)
            }),
            time(|| {
                for c in contacts {
                    near.clear();
                    query.gather(&c.capsule.bounds().inflated(REACH), &mut near);
                    std::hint::black_box(near.closest(&c.capsule, REACH));
                }
            })
            .1 / contacts.len() as f64,
            pass(contacts, |c| mesh.query().closest(&c.capsule, REACH)),
            pass(sweeps, |c| mesh.query().sweep(&c.capsule, c.way * 0.1)),
        ];
        for (times, ns) in times.iter_mut().zip(all) {
            times.push(ns);
        }
    }
    Ok(times.map(median))
}
