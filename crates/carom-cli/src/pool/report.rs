//! The report of a run on standard error: first events, energy and momentum.

use super::run::{self, Books, PoolSummary};
use crate::output::{self, say};
use carom::Vector;
use carom::table::Partner;
use carom_format::setup::Game;

/// Prints the report.
pub(super) fn print<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    summary: &PoolSummary,
    books: &Books<V>,
) {
    say(format_args!(
        "{}: {} balls, {} walls, {} dimensions",
        game.name,
        game.setup.balls.len(),
        game.setup.walls.len(),
        V::DIM
    ));
    print_events(game, summary, books);
    let (energy, momentum) = balance(game, summary, books);
    let mut rows = vec![
        ("status", status(summary, books)),
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

/// Prints the first events, a line each.
fn print_events<V: Vector<Scalar = f64>>(game: &Game<V>, summary: &PoolSummary, books: &Books<V>) {
    if !books.first.is_empty() {
        say("  event  time            between                  closing speed");
    }
    for (number, event) in books.first.iter().enumerate() {
        let pair = match event.with {
            Partner::Ball(ball) => format!("ball {} and ball {}", event.a.0, ball.0),
            Partner::Wall(wall) => format!("ball {}, {}", event.a.0, run::wall_name(game, wall)),
            Partner::Enter(region) => format!("ball {} enters {region}", event.a.0),
            Partner::Leave(region) => format!("ball {} leaves {region}", event.a.0),
        };
        say(format_args!(
            "  {number:>5}  {:<14.9}  {pair:<23}  {:.6}",
            event.time, event.speed
        ));
    }
    let more = summary.events.saturating_sub(books.first.len() as u64);
    if more > 0 {
        say(format_args!("         and {more} more"));
    }
}

/// The status, with its reason.
fn status<V: Vector>(summary: &PoolSummary, books: &Books<V>) -> String {
    let status = summary.status;
    match books.stuck {
        Some(ball) if status == "collapse" => {
            format!("{status}: ball {ball} would have infinitely many events in finite time")
        }
        Some(ball) if status == "squeezed" => {
            format!("{status}: a wall that moves leaves ball {ball} no room")
        }
        Some(ball) => format!("{status}: ball {ball} has too many events at one moment"),
        None if books.inconclusive => {
            format!("{status}: millions of predictions found no further event")
        }
        None if books.capped => format!(
            "{status}: the cap of {} events; set until.events to continue",
            summary.events
        ),
        None => status.to_owned(),
    }
}

/// The balance of energy, and that of momentum.
fn balance<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    summary: &PoolSummary,
    books: &Books<V>,
) -> (String, String) {
    let mut taken = format!("{:.9} taken by restitution", books.lost);
    if books.gained != 0.0 {
        taken += &format!(", {:.9} given by walls and regions", books.gained);
    }
    if game.is_accelerated() {
        // Resting contacts and rolling change energy and momentum without events.
        let rest = books.energy - books.lost + books.gained - summary.energy;
        return (
            format!("{taken}, {rest:.9} by the rest"),
            "the rest by walls, rolling and gravity".into(),
        );
    }
    let share = |part: f64, whole: f64| {
        if whole > 0.0 { part / whole } else { 0.0 }
    };
    let drift = share(
        (summary.energy + books.lost - books.gained - books.energy).abs(),
        books.energy.max(summary.energy),
    );
    let left = (books.momentum_after - books.momentum - books.given).length();
    let given = parts(books.given);
    let left = share(left, books.size);
    (
        format!("{taken}; unaccounted {drift:.1e} of it"),
        format!("{given} given by walls; unaccounted {left:.1e} of it"),
    )
}

/// The coordinates of a vector.
fn parts<V: Vector<Scalar = f64>>(v: V) -> String {
    let numbers = v.to_f64().into_iter().take(V::DIM);
    let texts: Vec<String> = numbers.map(|x| format!("{x:.9}")).collect();
    texts.join(" ")
}
