//! 100,000 particles that rain into a level: what a tick costs, and what a batch gains.

use crate::clock::{median, pass, time};
use crate::surface::Surface;
use crate::table::Table;
use carom::swarm::{Particle, Swarm, SwarmSettings};
use carom::{Ball, Batch, Mesh};
use fastrand::Rng;
use glam::Vec3;
use std::error::Error;

const COUNT: usize = 100_000;
const DT: f32 = 1.0 / 60.0;
/// Ticks of a row of the table.
const TICKS: usize = 60;
/// What a tick may take of one core.
const GOAL: f64 = 1e9 / 60.0;

/// Thread CPU time of a tick, second by second, and how many particles met something in its last.
pub(crate) fn run() -> Result<Table, Box<dyn Error>> {
    let mesh: Mesh<Vec3> = Surface::file("dungeon.obj")?.mesh()?;
    let mut swarm = Swarm::new(SwarmSettings::default())?;
    let mut random = Rng::with_seed(4);
    swarm.particles = (0..COUNT).map(|_| drop(&mesh, &mut random)).collect();
    if std::env::args().any(|argument| argument == "sorted") {
        swarm.sort(&mesh.bounds());
    }
    batches(&mesh, &swarm);
    let mut table = Table::new(
        "swarm",
        [
            "second",
            "median ms a tick",
            "worst",
            "ns a particle",
            "goal ms",
            "hit",
            "fast",
            "lost",
        ],
    );
    for second in 0..8 {
        let times: Vec<f64> = (0..TICKS)
            .map(|_| time(|| swarm.tick(&mesh, DT)).1)
            .collect();
        let worst = times.iter().copied().fold(0.0, f64::max);
        let middle = median(times);
        let count = |is: fn(&Particle<Vec3>) -> bool| {
            swarm.particles.iter().filter(|p| is(p)).count().to_string()
        };
        let lowest = mesh.bounds().min.y;
        let lost = swarm.particles.iter().filter(|p| p.position.y < lowest);
        table.row([
            (second + 1).to_string(),
            format!("{:.2}", middle / 1e6),
            format!("{:.2}", worst / 1e6),
            format!("{:.0}", middle / COUNT as f64),
            format!("{:.1}", GOAL / 1e6),
            count(|p| p.hits > 0),
            count(|p| p.velocity.length() > 0.5),
            lost.count().to_string(),
        ]);
    }
    Ok(table)
}

/// Somewhere over a floor of the level, a meter to five above it, clear of everything.
fn drop(mesh: &Mesh<Vec3>, random: &mut Rng) -> Particle<Vec3> {
    let bounds = mesh.bounds();
    loop {
        let part = Vec3::from(std::array::from_fn(|_| random.f32()));
        let place = bounds.min + part * (bounds.max - bounds.min);
        let Some(floor) = mesh.query().ray(place, Vec3::NEG_Y * 1e3) else {
            continue;
        };
        let place = floor.point + Vec3::Y * (1.0 + 4.0 * random.f32());
        if mesh
            .query()
            .closest(&Ball::new(place, 0.05), 0.01)
            .is_none()
        {
            let speed = Vec3::from(std::array::from_fn(|_| random.f32() - 0.5)) * 4.0;
            return Particle::new(place, speed);
        }
    }
}

/// The first hits of all particles within a second, one by one and as a batch.
fn batches(mesh: &Mesh<Vec3>, swarm: &Swarm<Vec3>) {
    let motions: Vec<_> = (swarm.particles.iter())
        .map(|particle| (Ball::new(particle.position, 0.05), Vec3::NEG_Y * 0.5))
        .collect();
    let single = pass(&motions, |(ball, delta)| mesh.query().sweep(ball, *delta));
    let (mut batch, mut answers) = (Batch::new(), vec![None; motions.len()]);
    mesh.query().sweep_batch(&motions, &mut answers, &mut batch);
    let ((), all) = time(|| mesh.query().sweep_batch(&motions, &mut answers, &mut batch));
    let all = all / motions.len() as f64;
    println!("ball sweep 0.5 m: {single:.0} ns one by one, {all:.0} ns in a batch");
}
