//! `carom pool`: event-driven balls (docs/formats.md).

mod billiards;
mod machine;
mod rack;
mod record;
mod report;
mod run;

use crate::args::{Physics, PoolArguments};
use crate::levels::Levels;
use crate::output::{self, StagedFile, say};
use anyhow::{Context, Result, anyhow};
use carom::Vector;
use carom::table::Space;
use carom_format::FormatError;
use carom_format::billiards::BilliardsGame;
use carom_format::setup::{AnyGame, Game};
use carom_picture::{self as picture, Pool};
use record::Recorded;
use run::PoolSummary;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Frames per second of an animation, and the durations that it is stretched or shortened to, s.
const FRAMES_A_SECOND: f64 = 25.0;
const SHORTEST: f64 = 4.0;
const LONGEST: f64 = 16.0;

pub(crate) fn pool(arguments: &PoolArguments) -> Result<()> {
    let out = output::json_lines(arguments.json || arguments.events);
    if arguments.physics == Physics::Billiards {
        return billiards::pool(arguments, out);
    }
    let Some(file) = &arguments.file else {
        return play(&rack::game(), &with_picture(arguments), out);
    };
    let game = setup(file).map_err(|error| {
        let hint = "this is a game of billiards: --physics billiards plays it";
        hinted(error, BilliardsGame::load(file).is_ok(), hint)
    })?;
    let played = match &game {
        AnyGame::Plane(game) => play(game, arguments, out),
        AnyGame::Space(game) => play(game, arguments, out),
    };
    played.with_context(|| file.display().to_string())
}

/// The setup in a file.
fn setup(file: &Path) -> Result<AnyGame, FormatError> {
    let levels = Levels::relative_to(file.parent().unwrap_or(Path::new("")).to_owned());
    AnyGame::load(file, &|level| levels.mesh(level))
}

/// The error of a file; if it holds what the other physics plays, a hint says so.
fn hinted(error: FormatError, is_other: bool, hint: &str) -> anyhow::Error {
    if is_other {
        anyhow!("{error}; {hint}")
    } else {
        error.into()
    }
}

/// The same arguments with a picture.
fn with_picture(arguments: &PoolArguments) -> PoolArguments {
    let picture = arguments.picture.clone();
    PoolArguments {
        picture: picture.or(Some(PathBuf::from("out/pool.png"))),
        ..arguments.clone()
    }
}

/// The break that `carom` without a command plays: its lines go to a file.
pub(crate) fn bundled() -> Result<()> {
    let lines = Path::new("out/pool.jsonl");
    let mut out = StagedFile::create(lines)?;
    say("");
    let arguments = PoolArguments {
        events: true,
        picture: Some(PathBuf::from("out/pool.png")),
        ..PoolArguments::default()
    };
    play(&rack::game(), &arguments, &mut out)?;
    out.finish()?;
    output::print_table(&[("events", lines.display().to_string())]);
    Ok(())
}

fn play<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    arguments: &PoolArguments,
    mut out: impl Write,
) -> Result<()> {
    let (summary, books) = run::play(game, arguments.events, &mut out)?;
    report::print(game, &summary, &books);
    let data = || {
        let recorded = record::record(game, summary.time)?;
        Ok(drawing(game, &summary, recorded))
    };
    draw(arguments, data, |pool, time| {
        pool.walls = machine::walls_at(game, time);
        pool.dashed = machine::regions(game);
    })
}

/// Draws the pictures that the arguments name, of data that are only made for them; `set` makes them those of a time.
fn draw(
    arguments: &PoolArguments,
    data: impl FnOnce() -> Result<Pool>,
    set: impl Fn(&mut Pool, f64),
) -> Result<()> {
    let (picture, animate) = (&arguments.picture, &arguments.animate);
    if picture.is_none() && animate.is_none() {
        return Ok(());
    }
    let clock = Instant::now();
    let mut pool = data()?;
    let mut rows = Vec::new();
    if let Some(path) = picture {
        output::write(path, &picture::pool(&pool, 1400).png()?)?;
        rows.push(("picture", path.display().to_string()));
    }
    if let Some(path) = animate {
        let (count, speed) = pace(pool.end);
        let mut frame = |i| {
            let time = pool.end * i as f64 / count as f64;
            set(&mut pool, time);
            picture::pool_at(&pool, 800, time, speed)
        };
        let frames: Vec<_> = (0..=count).map(&mut frame).collect();
        output::write(path, &picture::animation(&frames, 1.0 / FRAMES_A_SECOND)?)?;
        let text = format!(
            "{} ({} pictures, {} of real speed)",
            path.display(),
            frames.len(),
            picture::times(speed)
        );
        rows.push(("animation", text));
    }
    rows.push((
        "drawn in",
        format!("{:.1} s", clock.elapsed().as_secs_f64()),
    ));
    output::print_table(&rows);
    Ok(())
}

/// The number of frames after the first, and the simulated seconds in a second of the animation.
fn pace(end: f64) -> (u64, f64) {
    if end <= 0.0 {
        return (1, 1.0);
    }
    let seconds = end.clamp(SHORTEST, LONGEST);
    let count = (seconds * FRAMES_A_SECOND).round().max(1.0);
    (count as u64, end / seconds)
}

/// The picture's data.
fn drawing<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    summary: &PoolSummary,
    recorded: Recorded,
) -> Pool {
    let (bounds, period) = match game.setup.space {
        Space::Open => (None, None),
        Space::Boxed { bounds, .. } => (Some([bounds.min.to_f64(), bounds.max.to_f64()]), None),
        Space::Periodic(period) => (None, Some(period.to_f64())),
    };
    let count = game.setup.balls.len();
    let mut title = format!("{count} {}", if count == 1 { "ball" } else { "balls" });
    let drawn = recorded.collisions.len();
    if recorded.end < summary.time {
        title += &format!(", the first {drawn} of {} events", summary.events);
    } else {
        title += &format!(", {drawn} events");
    }
    Pool {
        title,
        flat: V::DIM == 2,
        radii: game.setup.balls.iter().map(|ball| ball.radius).collect(),
        trajectories: recorded.trajectories,
        collisions: recorded.collisions,
        end: recorded.end,
        walls: machine::walls_at(game, recorded.end),
        dashed: [machine::at_start(game), machine::regions(game)].concat(),
        bounds,
        period,
        pockets: Vec::new(),
        spins: Vec::new(),
        turned: false,
    }
}
