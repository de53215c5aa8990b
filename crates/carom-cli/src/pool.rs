//! `carom pool`: balls that meet at the exact moment (docs/formats.md).

mod file;
mod rack;
mod run;
mod setup;

use crate::args::PoolArguments;
use crate::output::{self, Staged, say};
use anyhow::{Context, Result};
use carom::table::{Partner, Space, Wall};
use carom::{Shape, Vector};
use carom_picture::{self as picture, Obstacle, Pool};
use run::{Books, Film, Summary};
use setup::{Game, Read};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Pictures a second of an animation, and how long one is that is not played at real speed, s.
const FRAMES_A_SECOND: f64 = 25.0;
const SHORTEST: f64 = 4.0;
const LONGEST: f64 = 16.0;

pub(crate) fn pool(arguments: &PoolArguments) -> Result<()> {
    let out = BufWriter::new(std::io::stdout().lock());
    let Some(file) = &arguments.file else {
        let picture = arguments.picture.clone();
        let with_picture = PoolArguments {
            picture: picture.or(Some(PathBuf::from("out/pool.png"))),
            animate: arguments.animate.clone(),
            file: None,
            events: arguments.events,
        };
        return play(&rack::game(), &with_picture, out);
    };
    let read = setup::load(file)?;
    let played = match &read {
        Read::Plane(game) => play(game, arguments, out),
        Read::Space(game) => play(game, arguments, out),
    };
    played.with_context(|| file.display().to_string())
}

/// The break as a part of what is shown without a command: its lines go to a file.
pub(crate) fn bundled() -> Result<()> {
    let lines = Path::new("out/pool.jsonl");
    let mut out = Staged::create(lines)?;
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
    report(game, &summary, &books);
    let (picture, animate) = (&arguments.picture, &arguments.animate);
    if picture.is_none() && animate.is_none() {
        return Ok(());
    }
    let clock = Instant::now();
    let film = run::film(game, summary.time)?;
    let pool = shown(game, &summary, &film);
    let mut rows = Vec::new();
    if let Some(path) = picture {
        output::write(path, &picture::pool(&pool, 1400).png()?)?;
        rows.push(("picture", path.display().to_string()));
    }
    if let Some(path) = animate {
        let (count, speed) = pace(film.end);
        let frames: Vec<_> = (0..=count)
            .map(|i| picture::pool_at(&pool, 800, film.end * i as f64 / count as f64, speed))
            .collect();
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

/// How many pictures there are besides the first, and how many seconds of the game one second shows.
fn pace(end: f64) -> (u64, f64) {
    if end <= 0.0 {
        return (1, 1.0);
    }
    let seconds = end.clamp(SHORTEST, LONGEST);
    let count = (seconds * FRAMES_A_SECOND).round().max(1.0);
    (count as u64, end / seconds)
}

/// What a person is told on standard error.
fn report<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    summary: &Summary,
    books: &Books<V>,
) {
    say(format_args!(
        "{}: {} balls, {} walls, {} dimensions",
        game.name,
        game.setup.balls.len(),
        game.setup.walls.len(),
        V::DIM
    ));
    if !books.first.is_empty() {
        say("  event  time            who meets whom           closing speed");
    }
    for (number, event) in books.first.iter().enumerate() {
        let who = match event.with {
            Partner::Ball(ball) => format!("ball {} and ball {}", event.a.0, ball.0),
            Partner::Wall(wall) => format!("ball {}, {}", event.a.0, run::wall_name(game, wall)),
        };
        say(format_args!(
            "  {number:>5}  {:<14.9}  {who:<23}  {:.6}",
            event.time, event.speed
        ));
    }
    let more = summary.events.saturating_sub(books.first.len() as u64);
    if more > 0 {
        say(format_args!("         and {more} more"));
    }
    let parts = |v: V| {
        let numbers = v.to_f64().into_iter().take(V::DIM);
        let texts: Vec<String> = numbers.map(|x| format!("{x:.9}")).collect();
        texts.join(" ")
    };
    let share = |part: f64, whole: f64| {
        if whole > 0.0 { part / whole } else { 0.0 }
    };
    let drift = share(
        (summary.energy + books.lost - books.energy).abs(),
        books.energy,
    );
    let left = (books.momentum_after - books.momentum - books.given).length();
    let mut status = summary.status.to_owned();
    match books.stuck {
        Some(ball) if status == "collapse" => {
            status += &format!(": ball {ball} would have infinitely many events in finite time");
        }
        Some(ball) => status += &format!(": ball {ball} has too many events at one moment"),
        None if books.quiet => {
            status += ": nothing has happened for millions of looks at where balls are"
        }
        None if books.capped => {
            status += &format!(
                ": the cap of {} events, set until.events to go on",
                summary.events
            );
        }
        None => {}
    }
    let taken = format!("{:.9} taken by restitution", books.lost);
    let (energy, momentum) = if game.bends() {
        // What lies is borne all the time, and what rolls is slowed: no event tells of it.
        let rest = books.energy - books.lost - summary.energy;
        (
            format!("{taken}, {rest:.9} by the rest"),
            "the rest by walls, rolling and gravity".into(),
        )
    } else {
        let given = parts(books.given);
        let left = share(left, books.size);
        (
            format!("{taken}; unaccounted {drift:.1e} of it"),
            format!("{given} given by walls; unaccounted {left:.1e} of it"),
        )
    };
    let mut rows = vec![
        ("status", status),
        (
            "events",
            format!(
                "{}, {} of them between balls, until {:.9}",
                summary.events, books.pairs, summary.time
            ),
        ),
        (
            "energy",
            format!("{:.9} to {:.9}, {energy}", books.energy, summary.energy),
        ),
        (
            "momentum",
            format!(
                "{} to {}",
                parts(books.momentum),
                parts(books.momentum_after)
            ),
        ),
        ("", momentum),
        (
            "max overlap",
            format!("{:.1e} of the radii", summary.max_overlap),
        ),
        ("hash", summary.hash.clone()),
    ];
    if summary.events > 0 {
        let rate = format!("{:.2} million events/s", summary.events_per_second / 1e6);
        rows.push(("speed", rate));
    }
    output::print_table(&rows);
}

/// What pictures are made of.
fn shown<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    summary: &Summary,
    film: &Film,
) -> Pool {
    let (bounds, period) = match game.setup.space {
        Space::Open => (None, None),
        Space::Boxed { bounds, .. } => (Some([bounds.min.to_f64(), bounds.max.to_f64()]), None),
        Space::Periodic(period) => (None, Some(period.to_f64())),
    };
    let count = game.setup.balls.len();
    let mut title = format!("{count} {}", if count == 1 { "ball" } else { "balls" });
    if film.end < summary.time {
        title += &format!(
            ", the first {} of {} events",
            film.meetings.len(),
            summary.events
        );
    } else {
        title += &format!(", {} events", film.meetings.len());
    }
    Pool {
        title,
        flat: V::DIM == 2,
        radii: game.setup.balls.iter().map(|ball| ball.radius).collect(),
        trajectories: film.ways.clone(),
        collisions: film.meetings.clone(),
        end: film.end,
        walls: game.setup.walls.iter().flat_map(obstacles).collect(),
        bounds,
        period,
    }
}

/// The parts of a wall as they are drawn.
fn obstacles<V: Vector<Scalar = f64>>(wall: &Wall<V>) -> impl Iterator<Item = Obstacle> + '_ {
    wall.parts.iter().filter_map(|part| match part {
        Shape::Plane(plane) => {
            let length = plane.normal.length();
            Some(Obstacle::HalfSpace {
                normal: (plane.normal / length).to_f64(),
                offset: plane.offset / length,
            })
        }
        part => part.hull().map(|hull| Obstacle::Hull {
            points: hull.points.iter().map(|p| p.to_f64()).collect(),
            radius: hull.radius,
        }),
    })
}
