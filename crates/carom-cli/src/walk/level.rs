//! A long walk through a level: planned, walked, written and drawn.

use super::{bar, table};
use crate::args::{RouteArguments, WalkArguments};
use crate::levels;
use crate::output::{self, StagedFile, say};
use crate::survey::Failed;
use crate::trace::{Tick, Trace, TraceSummary};
use anyhow::{Context, Result, anyhow, ensure};
use carom::Mesh;
use carom::mover::{CharacterState, Mover};
use carom_format::report::SurveyedLevel;
use carom_format::{Character, Coordinates, GRAVITY, cosine};
use carom_level::Spawn;
use carom_picture::{self as picture, Track};
use carom_route::{Guide, RoutePlan, Start, Walker};
use glam::Vec3;
use indicatif::ProgressBar;
use serde::Serialize;
use std::path::PathBuf;
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
    let (level, reading) = levels::open_without_sky(&arguments.file, &arguments.level)?;
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
        None => Start::OneOf((level.spawns.iter()).flat_map(Spawn::starts).collect()),
    };
    let plan = RoutePlan::of_level(&mesh, &walker, &start).with_context(|| file.to_string());
    planning.finish_and_clear();
    let plan = plan?;
    let (track, mut walked) = wander(&walk, &mesh, settings, &plan)?;
    walked.pictures = draw(&walk, &mesh, &level.colors, track, arguments)?;
    walked.print();
    let fell_out = walked.fell_out;
    if arguments.json {
        let level = levels::surveyed(&arguments.file, reading, &mesh);
        output::print_json(&WalkedLevel { level, walked })?;
    }
    if fell_out {
        return Err(Failed.into());
    }
    Ok(())
}

/// The result of a walk, for programs.
#[derive(Serialize)]
struct WalkedLevel {
    level: SurveyedLevel,
    #[serde(flatten)]
    walked: Walked,
}

/// The result of a walk.
#[derive(Serialize)]
struct Walked {
    spawn: Coordinates,
    summary: TraceSummary,
    /// The least and the greatest height of the feet.
    heights: [f32; 2],
    /// Places that it was led to, and reached.
    targets: usize,
    end: End,
    fell_out: bool,
    trace: PathBuf,
    /// The pictures by their names.
    pictures: Vec<PictureFile>,
}

/// Why a walk ended.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum End {
    /// The time was over.
    Time,
    /// No other place was left to walk to.
    Targets,
}

/// A picture that was written.
#[derive(Serialize)]
struct PictureFile {
    name: &'static str,
    file: PathBuf,
}

impl Walked {
    /// Without pictures so far.
    fn new(
        mesh: &Mesh<Vec3>,
        track: &Track,
        summary: TraceSummary,
        guide: &Guide,
        end: End,
        trace: PathBuf,
    ) -> Self {
        let heights = track.feet.iter().map(|feet| feet.y);
        Self {
            spawn: Coordinates::of(track.feet[0]),
            summary,
            heights: heights.fold([f32::MAX, f32::MIN], |[low, high], y| {
                [low.min(y), high.max(y)]
            }),
            targets: guide.reached(),
            end,
            fell_out: fell_out(mesh, track),
            trace,
            pictures: Vec::new(),
        }
    }

    /// Prints it for people.
    fn print(&self) {
        let mut rows = table(&self.summary, 1);
        let [low, high] = self.heights;
        rows.push(("heights walked", format!("{low:.1} to {high:.1} m")));
        let until = match self.end {
            End::Time => "when the time was over",
            End::Targets => "then no other was left to walk to",
        };
        let targets = format!("{}, {until}", self.targets);
        rows.push(("targets reached", targets));
        if self.fell_out {
            rows.push(("fell out", "yes: below the level's bounds".into()));
        }
        rows.push(("trace", self.trace.display().to_string()));
        let pictures = self.pictures.iter();
        rows.extend(pictures.map(|drawn| (drawn.name, drawn.file.display().to_string())));
        output::print_table(&rows);
    }
}

/// Walks the plan and writes the trace.
fn wander(
    walk: &LevelWalk,
    mesh: &Mesh<Vec3>,
    mut mover: Mover<Vec3>,
    plan: &RoutePlan,
) -> Result<(Track, Walked)> {
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
    let mut end = End::Time;
    for tick in 0..ticks {
        let Some(intent) = guide.intent(mesh, &mover, &body, (1.0 / walk.hz) as f32) else {
            end = End::Targets;
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
            part: None,
            spent,
        };
        trace.record(&record, &mover, mesh)?;
        track.feet.push(body.feet);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (file, summary) = trace.finish()?;
    file.finish()?;
    let walked = Walked::new(mesh, &track, summary, &guide, end, trace_path);
    Ok((track, walked))
}

/// Whether the character left the level downwards.
fn fell_out(mesh: &Mesh<Vec3>, track: &Track) -> bool {
    let floor = mesh.bounds().min.y - 1.0;
    track.feet.iter().any(|feet| feet.y < floor)
}

/// Draws the map and the view, and the picture that is wanted; returns what was written.
fn draw(
    walk: &LevelWalk,
    mesh: &Mesh<Vec3>,
    colors: &[[u8; 3]],
    track: Track,
    arguments: &WalkArguments,
) -> Result<Vec<PictureFile>> {
    let picture = arguments.picture.as_deref();
    if arguments.route.no_pictures && picture.is_none() {
        return Ok(Vec::new());
    }
    let drawing = ProgressBar::new_spinner().with_message("drawing");
    drawing.enable_steady_tick(Duration::from_millis(100));
    let triangles: Vec<[Vec3; 3]> = mesh.iter().map(|t| [t.a, t.b, t.c]).collect();
    let tracks = [track];
    let scene = picture::Scene {
        triangles: &triangles,
        colors,
        up: Vec3::Y,
        flat: false,
        walkable: cosine(walk.character.max_slope) as f32,
        tracks: &tracks,
        volumes: &[],
    };
    let view = picture::view(&scene, 1600, 1200).png()?;
    let mut drawn = Vec::new();
    let mut write = |name, file: PathBuf, bytes: &[u8]| -> Result<()> {
        output::write(&file, bytes)?;
        drawn.push(PictureFile { name, file });
        Ok(())
    };
    if !arguments.route.no_pictures {
        let map = picture::map(&scene, 1400).png()?;
        write("map", walk.out.join("map.png"), &map)?;
        write("view", walk.out.join("view.png"), &view)?;
    }
    if let Some(path) = picture {
        write("picture", path.to_path_buf(), &view)?;
    }
    drawing.finish_and_clear();
    Ok(drawn)
}
