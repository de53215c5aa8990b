//! The search of a survey: ticks a second on one thread and on two; and the same runs again by a plain mover and by a
//! rollout, in turns, with the same ends.

use crate::clock::{median, time};
use crate::surface::Surface;
use crate::table::Table;
use carom::Mesh;
use carom::mover::{CharacterState, Intent, Mover, MoverSettings, Report, Rollout};
use carom_survey::{Action, Options, Run, Survey, Visitor};
use cpu_time::ProcessTime;
use glam::{Vec3, vec3};
use std::error::Error;
use std::time::Instant;

const ROUNDS: usize = 5;
/// The number of runs that are repeated.
const RUNS: usize = 50_000;
/// The goal of the issue on two threads, millions of ticks per second.
const GOAL: f64 = 1.0;

/// The files, and the spawns that the command chooses in them.
const LEVELS: [(&str, Vec3); 2] = [
    ("dungeon.obj", vec3(8.734_783, 10.010_182, -24.291_275)),
    (
        "nav_test.obj",
        vec3(-0.639_316_56, -2.353_640_6, 2.449_848_2),
    ),
];

pub(crate) fn run() -> Result<Table, Box<dyn Error>> {
    let head = [
        "level",
        "what",
        "threads",
        "ticks",
        "M ticks a second",
        "goal",
        "CPU ns a tick",
        "of a plain mover",
    ];
    let mut table = Table::new("survey", head);
    for (file, spawn) in LEVELS {
        eprintln!("{file}");
        let mesh: Mesh<Vec3> = Surface::file(file)?.mesh()?;
        let survey = Survey::new(&mesh, Options::default())?;
        for threads in [1, 2] {
            let goal = if threads == 2 { GOAL } else { f64::NAN };
            let row = search(&survey, spawn, threads, goal)?;
            table.row([file.into(), "search".into()].into_iter().chain(row));
        }
        let mut kept = Kept(Vec::new());
        survey.flood_with(&[spawn], &mut kept)?;
        for row in again(&mesh, &kept.0)? {
            table.row([String::from(file)].into_iter().chain(row));
        }
    }
    Ok(table)
}

/// Counts.
struct Ticks(u64);

impl Visitor for Ticks {
    fn goes_on(&mut self, progress: carom_survey::Progress) -> bool {
        self.0 = progress.ticks;
        true
    }
}

/// The whole search, by the wall's clock and by that of all threads.
fn search(
    survey: &Survey,
    spawn: Vec3,
    threads: usize,
    goal: f64,
) -> Result<[String; 6], Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let (mut walls, mut all) = (Vec::new(), Vec::new());
    let mut ticks = Ticks(0);
    for _ in 0..ROUNDS {
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        pool.install(|| survey.flood_with(&[spawn], &mut ticks).map(drop))?;
        walls.push(wall.elapsed().as_secs_f64());
        all.push(cpu.elapsed().as_secs_f64());
    }
    let count = ticks.0 as f64;
    let goal = if goal.is_nan() {
        String::new()
    } else {
        format!("{goal}")
    };
    Ok([
        threads.to_string(),
        ticks.0.to_string(),
        format!("{:.3}", count / median(walls) * 1e-6),
        goal,
        format!("{:.0}", median(all) / count * 1e9),
        String::new(),
    ])
}

/// The first runs of a search.
struct Kept(Vec<(CharacterState<Vec3>, Action)>);

impl Visitor for Kept {
    fn run(&mut self, run: &Run) {
        if self.0.len() < RUNS {
            self.0.push((run.start.body, run.action));
        }
    }
    fn goes_on(&mut self, _: carom_survey::Progress) -> bool {
        self.0.len() < RUNS
    }
}

/// Makes runs again by a plain mover and by a rollout, in turns; they have to end in the same places.
fn again(
    mesh: &Mesh<Vec3>,
    runs: &[(CharacterState<Vec3>, Action)],
) -> Result<[[String; 7]; 2], Box<dyn Error>> {
    let options = Options::default();
    let dt = 1.0 / options.hz as f32;
    let settings = MoverSettings::default();
    let ticks: u64 = runs.iter().map(|(_, action)| action.length()).sum();
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        let mut mover = Mover::new(settings)?;
        let plain = |body: &mut CharacterState<Vec3>, intent: &Intent<Vec3>| {
            mover.step(mesh, body, intent, dt)
        };
        let (ends, ns) = time(|| replayed(runs, plain));
        times[0].push(ns);
        let mut rollout = Rollout::new(Mover::new(settings)?, mesh, 2.0 * options.cell);
        let kept =
            |body: &mut CharacterState<Vec3>, intent: &Intent<Vec3>| rollout.step(body, intent, dt);
        let (same, ns) = time(|| replayed(runs, kept));
        times[1].push(ns);
        if ends != same {
            return Err("a rollout ends elsewhere than a mover".into());
        }
    }
    let ns = times.map(|times| median(times) / ticks as f64);
    let row = |what: &str, ns: f64, ratio: f64| {
        [
            what.into(),
            "1".into(),
            ticks.to_string(),
            format!("{:.3}", 1e3 / ns),
            String::new(),
            format!("{ns:.0}"),
            format!("{ratio:.2}"),
        ]
    };
    Ok([
        row("mover", ns[0], 1.0),
        row("rollout", ns[1], ns[1] / ns[0]),
    ])
}

/// Where runs end.
fn replayed(
    runs: &[(CharacterState<Vec3>, Action)],
    mut step: impl FnMut(&mut CharacterState<Vec3>, &Intent<Vec3>) -> Report<Vec3>,
) -> Vec<Vec3> {
    let end = |(start, action): &(CharacterState<Vec3>, Action)| {
        let mut body = *start;
        for tick in 0..action.length() {
            let walks = tick < u64::from(action.ticks);
            let intent = Intent {
                jump: action.jump.filter(|_| tick == 0),
                height: action.height,
                ..Intent::walk(if walks { action.velocity } else { Vec3::ZERO })
            };
            step(&mut body, &intent);
        }
        body.feet
    };
    runs.iter().map(end).collect()
}
