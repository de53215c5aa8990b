//! 10,000 characters in one world, with and without collisions among them: the time of a tick.

use crate::characters::{HEIGHT, RADIUS, SKIN, SPEED, STEP, heading, starts};
use crate::clock::median;
use crate::surface::Surface;
use crate::table::Table;
use carom::mover::{CharacterState, Crowd, CrowdRole, Intent, Mover, MoverSettings};
use carom::{Collider, Mesh, World};
use cpu_time::ProcessTime;
use glam::Vec3;
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

const COUNT: usize = 10_000;
const DT: f32 = 1.0 / 60.0;
const SECONDS: usize = 5;
/// Ticks of a row of the table.
const TICKS: usize = 60;
/// The layer of the characters.
const LAYER: u32 = 1 << 31;

/// Milliseconds of a tick, second by second, by the wall's clock and by that of all threads together.
pub(crate) fn run() -> Result<Table, Box<dyn Error>> {
    let levels = [
        ("9 dungeons", Surface::file("dungeon.obj")?.tiled(3)),
        ("terrain1m", Surface::terrain(708)),
    ];
    let head = [
        "level",
        "they are",
        "threads",
        "second",
        "median ms a tick",
        "p99",
        "worst",
        "goal",
        "CPU ms",
        "m/s",
        "grounded %",
        "stuck",
        "below",
    ];
    let mut table = Table::new("crowd", head);
    for (level, surface) in &levels {
        let places = apart(surface)?;
        eprintln!("{level}: {} characters", places.len());
        for (pushes, name) in [
            (CrowdRole::Push, "in the way"),
            (CrowdRole::Ghost, "ghosts"),
        ] {
            let mut ends = Vec::new();
            for threads in THREADS {
                let all = with_threads(*threads, || walk(surface, &places, pushes))?
                    .map_err(|error| error as Box<dyn Error>)?;
                for (second, row) in (1..).zip(&all.seconds) {
                    let place = [level, name, &threads.to_string(), &second.to_string()];
                    let place = place.map(String::from);
                    table.row(place.into_iter().chain(row.iter().cloned()));
                }
                ends.push(all.feet);
            }
            if ends.iter().any(|end| *end != ends[0]) {
                return Err("the number of threads changes where they end".into());
            }
        }
    }
    Ok(table)
}

/// Without `rayon` there is one.
const THREADS: &[usize] = if cfg!(feature = "rayon") {
    &[1, 2]
} else {
    &[1]
};

#[cfg(feature = "rayon")]
fn with_threads<T: Send>(
    count: usize,
    run: impl FnOnce() -> T + Send,
) -> Result<T, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build()?;
    Ok(pool.install(run))
}

#[cfg(not(feature = "rayon"))]
fn with_threads<T>(_: usize, run: impl FnOnce() -> T) -> Result<T, Box<dyn Error>> {
    Ok(run())
}

/// Measurements of a walk, and the final positions.
struct Walked {
    seconds: Vec<[String; 9]>,
    feet: Vec<Vec3>,
}

type Failure = Box<dyn Error + Send + Sync>;

fn walk(surface: &Surface, places: &[Vec3], pushes: CrowdRole) -> Result<Walked, Failure> {
    let mesh: Mesh<Vec3> = surface.mesh()?;
    let lowest = mesh.bounds().min.y - HEIGHT;
    let mut world = World::new();
    let mut level = carom::Body::new(Collider::from(mesh));
    level.layers = !LAYER;
    world.insert(level)?;
    let mut crowd = Crowd::new(LAYER);
    for place in places {
        let settings = MoverSettings {
            radius: RADIUS,
            step_height: STEP,
            snap: STEP,
            skin: SKIN,
            ..MoverSettings::default()
        };
        let body = CharacterState::at(*place, HEIGHT);
        crowd.add(&mut world, Mover::new(settings)?, body, 80.0, pushes)?;
    }
    let mut seconds = Vec::new();
    for second in 0..SECONDS {
        let (mut wall, mut cpu) = (Vec::new(), Vec::new());
        let (mut way, mut grounded, mut stuck) = (0.0, 0, 0);
        for tick in 0..TICKS {
            let intents: Vec<Intent<Vec3>> = (0..places.len())
                .map(|i| Intent::walk(heading(i, second * TICKS + tick) * SPEED))
                .collect();
            let (clock, all) = (Instant::now(), ProcessTime::now());
            crowd.step(&mut world, &intents, DT);
            wall.push(clock.elapsed().as_secs_f64() * 1e3);
            cpu.push(all.elapsed().as_secs_f64() * 1e3);
            for member in crowd.agents() {
                let moved = member.body.feet - member.before().feet;
                way += f64::from(moved.with_y(0.0).length());
                grounded += usize::from(member.body.ground.is_some());
                stuck += usize::from(member.report().why.stuck);
            }
        }
        wall.sort_by(f64::total_cmp);
        let steps = (TICKS * places.len()) as f64;
        let below = crowd.agents().iter().filter(|m| m.body.feet.y < lowest);
        seconds.push([
            format!("{:.2}", wall[TICKS / 2]),
            format!("{:.2}", wall[TICKS * 99 / 100]),
            format!("{:.2}", wall[TICKS - 1]),
            format!("{:.1}", f64::from(DT) * 1e3),
            format!("{:.2}", median(cpu)),
            format!("{:.2}", way / steps / f64::from(DT)),
            format!("{:.1}", 100.0 * grounded as f64 / steps),
            stuck.to_string(),
            below.count().to_string(),
        ]);
    }
    let feet = crowd.agents().iter().map(|m| m.body.feet).collect();
    Ok(Walked { seconds, feet })
}

/// Start positions, at least two skins apart.
fn apart(surface: &Surface) -> Result<Vec<Vec3>, Box<dyn Error>> {
    let mesh = surface.mesh()?;
    let least = 2.0 * (RADIUS + SKIN);
    // A hash grid of that spacing: neighbors are in one of nine cells.
    let square = |place: Vec3| [place.x, place.z].map(|x| (x / least).floor() as i32);
    let mut taken: BTreeMap<[i32; 2], Vec<Vec3>> = BTreeMap::new();
    let mut places = Vec::new();
    for place in starts(&mesh, 40 * COUNT) {
        let [i, j] = square(place);
        let mut near = (i - 1..=i + 1).flat_map(|i| (j - 1..=j + 1).map(move |j| [i, j]));
        let is_free = near.all(|square| {
            let there = taken.get(&square).into_iter().flatten();
            there.into_iter().all(|other| {
                let gap = *other - place;
                gap.y.abs() > HEIGHT + SKIN || gap.with_y(0.0).length() > least
            })
        });
        if is_free && places.len() < COUNT {
            taken.entry([i, j]).or_default().push(place);
            places.push(place);
        }
    }
    Ok(places)
}
