//! `carom walk`: a scenario played, or a long way through a level.

use crate::args::{Character, LevelArguments, RouteArguments, WalkArguments, cosine};
use crate::output::{self, Staged};
use crate::picture::{self, Track};
use crate::route::{Guide, Plan, Walker};
use crate::scenario::{Scenario, stage::Stage};
use crate::trace::{Summary, Tick, Trace};
use anyhow::{Context, Result, anyhow, bail, ensure};
use carom::mover::{Body, Mover};
use carom::{Mesh, Vector3};
use glam::{DVec3, Vec3};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const BUNDLED: &str = "data/levels/dungeon.obj";
const GRAVITY: f64 = 9.81;

/// The main job: the bundled level, walked.
pub(crate) fn bundled() -> Result<()> {
    let here = Path::new(BUNDLED);
    // From another folder the level is found where the program was built.
    let built = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(BUNDLED);
    let file = if here.exists() { here.into() } else { built };
    walk(&WalkArguments {
        file,
        picture: None,
        level: LevelArguments {
            up: crate::args::UpAxis::Y,
            unit: 1.0,
        },
        route: RouteArguments {
            out: None,
            seconds: None,
            hz: None,
            speed: None,
            jump: None,
            radius: None,
            height: None,
            max_slope: None,
            step_height: None,
        },
    })
}

pub(crate) fn walk(arguments: &WalkArguments) -> Result<()> {
    let file = &arguments.file;
    let is_scenario = file
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("json"));
    if !is_scenario {
        return walk_level(arguments);
    }
    let level_options = ["--up or --unit"].into_iter();
    let mut given = arguments
        .route
        .given()
        .chain(level_options.filter(|_| !arguments.level.are_default()));
    if let Some(option) = given.next() {
        bail!("{option} is for walking a level; a scenario says everything itself");
    }
    let scenario = Scenario::load(file)?;
    let picture = arguments.picture.as_deref();
    if scenario.double {
        play::<DVec3>(&scenario, scenario.stage()?, picture)
    } else {
        play::<Vec3>(&scenario, scenario.stage()?, picture)
    }
}

fn bar(ticks: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{msg:>10} [{bar:40}] {pos}/{len} ticks  {per_sec}  {eta} left",
    );
    let bar = ProgressBar::new(ticks).with_message(what.to_owned());
    match style {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// Plays a scenario: its lines to standard output, the table to standard error.
fn play<V: Vector3>(
    scenario: &Scenario,
    mut stage: Stage<V>,
    picture: Option<&Path>,
) -> Result<()> {
    let mut trace = Trace::new(BufWriter::new(std::io::stdout().lock()));
    let dt = carom::Scalar::from_f64(1.0 / scenario.hz);
    let single = |v: V| Vec3::from_array(v.to_f64().map(|c| c as f32));
    let mut tracks: Vec<Track> = stage
        .actors
        .iter()
        .map(|walker| Track {
            name: walker.name.clone(),
            feet: vec![single(walker.body.feet)],
            radius: carom::Scalar::to_f64(walker.mover.settings().radius) as f32,
            height: carom::Scalar::to_f64(walker.body.height) as f32,
        })
        .collect();
    let bar = bar(scenario.ticks, "walking");
    for tick in 0..scenario.ticks {
        for (walker, track) in stage.actors.iter_mut().zip(&mut tracks) {
            let intent = walker.intent((tick as f64 + 0.5) / scenario.hz);
            let before = walker.body;
            let clock = Instant::now();
            let report = walker
                .mover
                .step(&stage.world, &mut walker.body, &intent, dt);
            let record = Tick {
                tick,
                time: (tick + 1) as f64 / scenario.hz,
                name: &walker.name,
                before,
                after: walker.body,
                report,
                spent: clock.elapsed(),
            };
            trace.record(&record, &walker.mover, &stage.world)?;
            track.feet.push(single(walker.body.feet));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (_, summary) = trace.finish()?;
    let mut rows = vec![("scenario", scenario.name.clone())];
    rows.extend(table(&summary, stage.actors.len() as u64));
    if let Some(path) = picture {
        let up = Vec3::from_array(scenario.up.map(|c| c as f32)).normalize();
        let steepest = scenario.characters[0].settings.max_slope;
        let scene = picture::Scene {
            triangles: &stage.drawing,
            up,
            walkable: cosine(steepest) as f32,
            tracks: &tracks,
        };
        output::write(path, &picture::view(&scene, 1600, 1200).png()?)?;
        rows.push(("picture", path.display().to_string()));
    }
    print_table(&rows);
    Ok(())
}

fn table(summary: &Summary, characters: u64) -> Vec<(&'static str, String)> {
    let steps = (summary.ticks * characters).max(1);
    let share = 100.0 * summary.grounded_ticks as f64 / steps as f64;
    let mut rows = vec![
        ("ticks", summary.ticks.to_string()),
        ("distance", format!("{:.1} m", summary.distance)),
        ("grounded", format!("{share:.1} % of the ticks")),
        (
            "deepest overlap",
            format!("{:.4} mm", summary.deepest * 1e3),
        ),
        (
            "a step takes",
            format!("{:.1} microseconds", summary.microseconds_per_step),
        ),
        ("hash", summary.hash.clone()),
    ];
    if summary.stuck_ticks > 0 {
        rows.push(("stuck", format!("{} ticks", summary.stuck_ticks)));
    }
    rows
}

fn print_table(rows: &[(&str, String)]) {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, value) in rows {
        eprintln!("  {name:<width$}  {value}");
    }
}

/// What a walk through a level needs, from the options and their defaults.
struct LevelWalk {
    out: PathBuf,
    seconds: f64,
    hz: f64,
    speed: f64,
    jump: f64,
    height: f64,
    character: Character,
}

impl LevelWalk {
    fn new(arguments: &RouteArguments) -> Result<Self> {
        let default = Character::default();
        let walk = Self {
            out: arguments.out.clone().unwrap_or_else(|| "out".into()),
            seconds: arguments.seconds.unwrap_or(300.0),
            hz: arguments.hz.unwrap_or(60.0),
            speed: arguments.speed.unwrap_or(4.0),
            jump: arguments.jump.unwrap_or(6.0),
            height: arguments.height.unwrap_or(1.8),
            character: Character {
                radius: arguments.radius.unwrap_or(default.radius),
                max_slope: arguments.max_slope.unwrap_or(default.max_slope),
                step_height: arguments.step_height.unwrap_or(default.step_height),
                ..default
            },
        };
        for (option, value) in [
            ("--seconds", walk.seconds),
            ("--hz", walk.hz),
            ("--speed", walk.speed),
            ("--height", walk.height),
        ] {
            ensure!(
                value > 0.0 && value < 1e6,
                "{option} must be more than 0 and less than a million, not {value}"
            );
        }
        ensure!(
            walk.jump >= 0.0 && walk.jump < 1e3,
            "--jump must not be negative and less than a thousand, not {}",
            walk.jump
        );
        Ok(walk)
    }
}

fn walk_level(arguments: &WalkArguments) -> Result<()> {
    let walk = LevelWalk::new(&arguments.route)?;
    let file = arguments.file.display();
    let clock = Instant::now();
    let level = carom_level::open(&arguments.file, &arguments.level.options())?;
    let read = clock.elapsed();
    let clock = Instant::now();
    let mesh: Mesh<Vec3> = level.mesh().with_context(|| file.to_string())?;
    let size = mesh.bounds().size();
    eprintln!(
        "{file}: {} triangles, {:.1} x {:.1} x {:.1} m, read in {:.1} ms, tree built in {:.1} ms",
        mesh.triangles().len(),
        size.x,
        size.y,
        size.z,
        read.as_secs_f64() * 1e3,
        clock.elapsed().as_secs_f64() * 1e3,
    );
    let settings = walk
        .character
        .settings(Vec3::Y, GRAVITY)
        .and_then(Mover::new)
        .map_err(|error| anyhow!("--{error}"))?;
    let walker = Walker {
        settings: settings.settings(),
        height: walk.height as f32,
        // v²/2g, less a little to get over the edge.
        jump: (walk.jump * walk.jump / (2.0 * GRAVITY) * 0.9) as f32,
    };
    let plan = Plan::of_level(&mesh, &walker).with_context(|| file.to_string())?;
    let track = wander(&walk, &mesh, settings, &plan)?;
    draw(&walk, &mesh, track, arguments.picture.as_deref())
}

/// Walks the plan and writes the trace.
fn wander(
    walk: &LevelWalk,
    mesh: &Mesh<Vec3>,
    mut mover: Mover<Vec3>,
    plan: &Plan,
) -> Result<Track> {
    let spawn = plan.spawn();
    eprintln!(
        "spawn at {:.2} {:.2} {:.2}; {} places to stand, {} of them in reach",
        spawn.x,
        spawn.y,
        spawn.z,
        plan.places(),
        plan.reachable(),
    );
    let trace_path = walk.out.join("walk.jsonl");
    let mut trace = Trace::new(Staged::create(&trace_path)?);
    let mut body = Body::at(spawn, walk.height as f32);
    let mut guide = Guide::new(plan, walk.speed as f32, walk.jump as f32);
    let mut track = Track {
        name: "walk".into(),
        feet: vec![spawn],
        radius: mover.settings().radius,
        height: body.height,
    };
    let ticks = (walk.seconds * walk.hz).round() as u64;
    let bar = bar(ticks, "walking");
    for tick in 0..ticks {
        let Some(intent) = guide.intent(mesh, &mover, &body, (1.0 / walk.hz) as f32) else {
            break;
        };
        let before = body;
        let clock = Instant::now();
        let report = mover.step(mesh, &mut body, &intent, (1.0 / walk.hz) as f32);
        let spent = clock.elapsed();
        let record = Tick {
            tick,
            time: (tick + 1) as f64 / walk.hz,
            name: "walk",
            before,
            after: body,
            report,
            spent,
        };
        trace.record(&record, &mover, mesh)?;
        track.feet.push(body.feet);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (file, summary) = trace.finish()?;
    file.finish()?;
    let floor = mesh.bounds().min.y - 1.0;
    let (low, high) = track
        .feet
        .iter()
        .fold((f32::MAX, f32::MIN), |(low, high), p| {
            (low.min(p.y), high.max(p.y))
        });
    let mut rows = table(&summary, 1);
    rows.push(("heights walked", format!("{low:.1} to {high:.1} m")));
    rows.push(("goals reached", guide.reached().to_string()));
    if low < floor {
        rows.push(("fell out", "yes: below the level's bounds".into()));
    }
    rows.push(("trace", trace_path.display().to_string()));
    print_table(&rows);
    Ok(track)
}

/// Draws the map and the view.
fn draw(walk: &LevelWalk, mesh: &Mesh<Vec3>, track: Track, picture: Option<&Path>) -> Result<()> {
    let triangles: Vec<[Vec3; 3]> = (0..mesh.triangles().len() as u32)
        .map(|i| {
            let t = mesh.triangle(i);
            [t.a, t.b, t.c]
        })
        .collect();
    let tracks = [track];
    let scene = picture::Scene {
        triangles: &triangles,
        up: Vec3::Y,
        walkable: cosine(walk.character.max_slope) as f32,
        tracks: &tracks,
    };
    let clock = Instant::now();
    let view = picture::view(&scene, 1600, 1200).png()?;
    let mut rows = vec![
        (
            "map",
            walk.out.join("map.png"),
            picture::map(&scene, 1400).png()?,
        ),
        ("view", walk.out.join("view.png"), view.clone()),
    ];
    rows.extend(picture.map(|path| ("picture", path.to_path_buf(), view)));
    for (_, path, bytes) in &rows {
        output::write(path, bytes)?;
    }
    let named: Vec<_> = rows
        .iter()
        .map(|(name, path, _)| (*name, path.display().to_string()))
        .collect();
    print_table(&named);
    let drawn: Duration = clock.elapsed();
    eprintln!("drawn in {:.1} s", drawn.as_secs_f64());
    let mut err = std::io::stderr().lock();
    let _ = write!(
        err,
        "\nNext, try:\n  \
         cargo run --release -- info data/levels/nav_test.obj\n  \
         cargo run --release -- walk data/levels/nav_test.obj --out out/nav_test\n  \
         cargo run --release -- walk data/scenarios/stairs.json --picture out/stairs.png\n  \
         cargo run --release -- --help\n"
    );
    Ok(())
}
