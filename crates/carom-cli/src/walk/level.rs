//! A long walk through a level: planned, walked, written and drawn.

use super::{bar, table};
use crate::args::{RouteArguments, WalkArguments};
use crate::levels;
use crate::output::{self, StagedFile, say};
use crate::route::{Guide, RoutePlan, Start, Walker};
use crate::survey::Failed;
use crate::trace::{Tick, Trace, TraceSummary};
use anyhow::{Context, Result, anyhow, ensure};
use carom::Mesh;
use carom::mover::{CharacterState, Mover};
use carom_format::{Character, GRAVITY, cosine};
use carom_picture::{self as picture, Track};
use glam::Vec3;
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The options of a walk through a level, with their defaults.
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
        let file = arguments.character.character()?;
        let walk = Self {
            out: arguments.out.clone().unwrap_or_else(|| "out".into()),
            seconds: arguments.seconds.unwrap_or(300.0),
            hz: arguments.hz.unwrap_or(60.0),
            speed: arguments.speed.unwrap_or(4.0),
            jump: arguments.jump.unwrap_or(6.0),
            height: file.height(),
            character: file.character(),
        };
        for (option, value, least, most) in [
            ("--seconds", walk.seconds, 0.0, 1e5),
            ("--hz", walk.hz, 1.0, 1e4),
            ("--speed", walk.speed, 1e-3, 1e3),
            ("--height", walk.height, 1e-3, 1e3),
            ("--jump", walk.jump, 0.0, 1e3),
        ] {
            ensure!(
                (least..=most).contains(&value),
                "{option} must be {least} to {most}, not {value}"
            );
        }
        Ok(walk)
    }
}

pub(super) fn walk(arguments: &WalkArguments) -> Result<()> {
    let walk = LevelWalk::new(&arguments.route)?;
    let settings = walk
        .character
        .settings(Vec3::Y, GRAVITY)
        .and_then(Mover::new)
        .map_err(|error| anyhow!("--{}", error.to_string().replacen('_', "-", 1)))?;
    let file = arguments.file.display();
    let clock = Instant::now();
    let (level, _) = levels::open_without_sky(&arguments.file, &arguments.level)?;
    let read = clock.elapsed();
    let clock = Instant::now();
    let mesh: Mesh<Vec3> = level.mesh().with_context(|| file.to_string())?;
    let size = mesh.bounds().size();
    say(format_args!(
        "{file}: {} triangles, {:.1} x {:.1} x {:.1} m, read in {:.1} ms, tree built in {:.1} ms",
        mesh.len(),
        size.x,
        size.y,
        size.z,
        read.as_secs_f64() * 1e3,
        clock.elapsed().as_secs_f64() * 1e3,
    ));
    let farthest = mesh.bounds().magnitude();
    let least = 4.0 * f32::EPSILON * farthest;
    ensure!(
        least <= settings.settings().skin,
        "{file}: it lies up to {farthest} m from the origin, where single precision needs a skin of \
         {least} m: move it nearer, or give it --skin"
    );
    let walker = Walker {
        settings: settings.settings(),
        height: walk.height as f32,
        // v²/2g, less a little to get over the edge.
        jump: (walk.jump * walk.jump / (2.0 * GRAVITY) * 0.9) as f32,
    };
    let planning = ProgressBar::new_spinner().with_message("planning a route");
    planning.enable_steady_tick(Duration::from_millis(100));
    let start = match arguments.route.spawn {
        Some(spawn) => Start::At(Vec3::from(spawn.map(|x| x as f32))),
        None => Start::OneOf(levels::spawns(&level).collect()),
    };
    let plan = RoutePlan::of_level(&mesh, &walker, &start).with_context(|| file.to_string());
    planning.finish_and_clear();
    let plan = plan?;
    let track = wander(&walk, &mesh, settings, &plan)?;
    let fell = fell_out(&mesh, &track);
    draw(&walk, &mesh, &level.colors, track, arguments)?;
    if fell {
        return Err(Failed.into());
    }
    Ok(())
}

/// Walks the plan and writes the trace.
fn wander(
    walk: &LevelWalk,
    mesh: &Mesh<Vec3>,
    mut mover: Mover<Vec3>,
    plan: &RoutePlan,
) -> Result<Track> {
    let spawn = plan.spawn();
    say(format_args!(
        "spawn at {:.2},{:.2},{:.2}; {} places to stand, {} of them in reach",
        spawn.x,
        spawn.y,
        spawn.z,
        plan.places(),
        plan.reachable(),
    ));
    let trace_path = walk.out.join("walk.jsonl");
    let mut trace = Trace::new(StagedFile::create(&trace_path)?);
    let mut body = CharacterState::at(spawn, walk.height as f32);
    let mut guide = Guide::new(plan, walk.speed as f32, walk.jump as f32);
    let mut track = Track {
        name: "walk".into(),
        feet: vec![spawn],
        radius: mover.settings().radius,
        height: body.height,
    };
    let ticks = (walk.seconds * walk.hz).round() as u64;
    let bar = bar(ticks);
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
    print_walk(mesh, &track, &summary, guide.reached(), &trace_path);
    Ok(track)
}

/// Prints the summary of a walk.
fn print_walk(
    mesh: &Mesh<Vec3>,
    track: &Track,
    summary: &TraceSummary,
    goals: usize,
    trace: &Path,
) {
    let (low, high) = track
        .feet
        .iter()
        .fold((f32::MAX, f32::MIN), |(low, high), p| {
            (low.min(p.y), high.max(p.y))
        });
    let mut rows = table(summary, 1);
    rows.push(("heights walked", format!("{low:.1} to {high:.1} m")));
    rows.push(("goals reached", goals.to_string()));
    if fell_out(mesh, track) {
        rows.push(("fell out", "yes: below the level's bounds".into()));
    }
    rows.push(("trace", trace.display().to_string()));
    output::print_table(&rows);
}

/// Whether the character left the level downwards.
fn fell_out(mesh: &Mesh<Vec3>, track: &Track) -> bool {
    let floor = mesh.bounds().min.y - 1.0;
    track.feet.iter().any(|feet| feet.y < floor)
}

/// Draws the map and the view, and the picture that is wanted.
fn draw(
    walk: &LevelWalk,
    mesh: &Mesh<Vec3>,
    colors: &[[u8; 3]],
    track: Track,
    arguments: &WalkArguments,
) -> Result<()> {
    let picture = arguments.picture.as_deref();
    if arguments.route.no_pictures && picture.is_none() {
        return Ok(());
    }
    let triangles: Vec<[Vec3; 3]> = mesh.iter().map(|t| [t.a, t.b, t.c]).collect();
    let tracks = [track];
    let scene = picture::Scene {
        triangles: &triangles,
        colors,
        up: Vec3::Y,
        flat: false,
        walkable: cosine(walk.character.max_slope) as f32,
        tracks: &tracks,
    };
    let clock = Instant::now();
    let view = picture::view(&scene, 1600, 1200).png()?;
    let mut rows = Vec::new();
    if !arguments.route.no_pictures {
        let map = picture::map(&scene, 1400).png()?;
        rows.push(("map", walk.out.join("map.png"), map));
        rows.push(("view", walk.out.join("view.png"), view.clone()));
    }
    rows.extend(picture.map(|path| ("picture", path.to_path_buf(), view)));
    for (_, path, bytes) in &rows {
        output::write(path, bytes)?;
    }
    let named: Vec<_> = rows
        .iter()
        .map(|(name, path, _)| (*name, path.display().to_string()))
        .collect();
    output::print_table(&named);
    let drawn: Duration = clock.elapsed();
    say(format_args!("drawn in {:.1} s", drawn.as_secs_f64()));
    Ok(())
}
