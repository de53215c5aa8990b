//! Runs a game: its lines, its summary, and the balance of energy and momentum.

use anyhow::{Context, Result};
use carom::Vector;
use carom::table::{Event, Partner, Space, Status, Table};
use carom_format::setup::Game;
use carom_format::{Coordinates, Fnv};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// Events that are timed together.
const BATCH: u64 = 4096;

#[derive(Serialize)]
struct EventLine {
    event: u64,
    time: f64,
    a: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wall: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enters: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<u32>,
}

impl EventLine {
    fn new<V: Vector<Scalar = f64>>(number: u64, event: &Event<V>) -> Self {
        let mut line = Self {
            event: number,
            time: event.time,
            a: event.a.0,
            b: None,
            wall: None,
            enters: None,
            leaves: None,
        };
        match event.with {
            Partner::Ball(ball) => line.b = Some(ball.0),
            Partner::Wall(wall) => line.wall = Some(wall),
            Partner::Enter(region) => line.enters = Some(region),
            Partner::Leave(region) => line.leaves = Some(region),
        }
        line
    }

    /// Adds the bits of its event to the hash.
    fn hash<V: Vector<Scalar = f64>>(&self, event: &Event<V>, hash: &mut Fnv) {
        hash.add(event.time.to_bits());
        hash.add(u64::from(self.a));
        hash.add(match event.with {
            Partner::Ball(ball) => u64::from(ball.0),
            Partner::Wall(wall) => u64::from(wall) | 1 << 32,
            Partner::Enter(region) => u64::from(region) | 1 << 33,
            Partner::Leave(region) => u64::from(region) | 1 << 34,
        });
        hash.vector(event.normal);
        hash.add(event.speed.to_bits());
    }
}

/// The summary of a run.
#[derive(Serialize)]
pub(super) struct PoolSummary {
    pub(super) time: f64,
    pub(super) events: u64,
    pub(super) energy: f64,
    momentum: Coordinates,
    pub(super) max_overlap: f64,
    pub(super) status: &'static str,
    /// Hash of the bits of every event and every ball.
    pub(super) hash: String,
    pub(super) events_per_second: f64,
}

#[derive(Serialize)]
struct BallLine {
    center: Coordinates,
    velocity: Coordinates,
}

#[derive(Serialize)]
struct Last<'a> {
    summary: &'a PoolSummary,
    balls: Vec<BallLine>,
}

/// The balance of a run.
pub(super) struct Books<V: Vector> {
    pub(super) energy: f64,
    pub(super) momentum: V,
    pub(super) momentum_after: V,
    /// Momentum given by walls and balls of infinite mass.
    pub(super) given: V,
    /// Energy taken by restitution.
    pub(super) lost: f64,
    /// Energy given by bumpers and walls that move, less that of balls that pockets took.
    pub(super) gained: f64,
    /// Σ m |v| at the start: the scale of errors of momentum.
    pub(super) size: f64,
    /// Collisions of two balls.
    pub(super) pairs: u64,
    /// The first events.
    pub(super) first: Vec<Event<V>>,
    /// The ball that had too many events at one moment.
    pub(super) stuck: Option<u32>,
    /// The default cap of events was reached.
    pub(super) capped: bool,
    /// The search for the next event was given up.
    pub(super) inconclusive: bool,
}

/// Events in the report.
pub(super) const SHOWN: usize = 8;

/// Runs a game to its end; with `lines`, writes one line per event.
pub(super) fn play<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    lines: bool,
    out: &mut impl Write,
) -> Result<(PoolSummary, Books<V>)> {
    let mut table = Table::new(&game.setup)?;
    let mut books = Books::open(game, &table);
    let mut hash = Fnv::new();
    let (count, spent) = play_events(game, &mut table, &mut books, |number, event| {
        let line = EventLine::new(number, event);
        line.hash(event, &mut hash);
        if lines {
            serde_json::to_writer(&mut *out, &line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    })?;
    books.momentum_after = table.momentum();
    books.gained += table.energy_given();
    let mut balls = Vec::new();
    for (_, ball) in table.balls() {
        hash.vector(ball.center);
        hash.vector(ball.velocity);
        balls.push(BallLine {
            center: Coordinates::of(ball.center),
            velocity: Coordinates::of(ball.velocity),
        });
    }
    let rate = count as f64 / spent.as_secs_f64().max(1e-9);
    let summary = PoolSummary {
        time: table.time(),
        events: count,
        energy: table.energy(),
        momentum: Coordinates::of(books.momentum_after),
        // Of balls that are near each other now but never collided, too.
        max_overlap: table.max_overlap().max(table.overlap()),
        status: books.status(table.status()),
        hash: hash.digits(),
        events_per_second: rate.round(),
    };
    let last = Last {
        summary: &summary,
        balls,
    };
    serde_json::to_writer(&mut *out, &last)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok((summary, books))
}

/// Runs all events, with their numbers; returns their count and the time they took.
fn play_events<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    table: &mut Table<V>,
    books: &mut Books<V>,
    mut visit: impl FnMut(u64, &Event<V>) -> Result<()>,
) -> Result<(u64, Duration)> {
    let until = &game.until;
    let mut spent = Duration::ZERO;
    let mut batch: Vec<Event<V>> = Vec::new();
    let mut count = 0;
    let mut over = until.events == 0;
    while !over {
        let most = BATCH.min(until.events - count) as usize;
        let clock = Instant::now();
        batch.clear();
        match until.time {
            Some(time) => {
                let late = || format!("until.time is {time:e}: too far away to be resolved");
                let events = table.events_until(time).with_context(late)?;
                batch.extend(events.take(most));
            }
            None => batch.extend(std::iter::from_fn(|| table.step_event()).take(most)),
        }
        spent += clock.elapsed();
        for event in &batch {
            books.count(event, game);
            visit(count, event)?;
            count += 1;
        }
        let shown = SHOWN.saturating_sub(books.first.len());
        books.first.extend(batch.iter().take(shown).copied());
        over = batch.len() < most || count == until.events;
        books.capped = until.is_cap && count == until.events;
    }
    Ok((count, spent))
}

impl<V: Vector<Scalar = f64, Double = V>> Books<V> {
    fn open(game: &Game<V>, table: &Table<V>) -> Self {
        let balls = game.setup.balls.iter();
        let finite = balls.filter(|ball| ball.mass.is_finite());
        Self {
            energy: table.energy(),
            momentum: table.momentum(),
            momentum_after: V::ZERO,
            given: V::ZERO,
            lost: 0.0,
            gained: 0.0,
            size: finite.map(|ball| ball.mass * ball.velocity.length()).sum(),
            pairs: 0,
            first: Vec::new(),
            stuck: None,
            capped: false,
            inconclusive: false,
        }
    }

    /// The name of the status at the end; its details are kept.
    fn status(&mut self, status: Status) -> &'static str {
        match status {
            Status::Collapse { ball } => {
                self.stuck = Some(ball.0);
                "collapse"
            }
            Status::Squeezed { ball } => {
                self.stuck = Some(ball.0);
                "squeezed"
            }
            Status::Limit { ball } => {
                self.stuck = Some(ball.0);
                "limit"
            }
            _ if self.capped => "limit",
            Status::Inconclusive => {
                self.inconclusive = true;
                "limit"
            }
            Status::AtRest => "at-rest",
            Status::Done | Status::Events => "done",
        }
    }

    /// Adds the effect of an event: with the impulse J = (1 + e) μ s along the normal, from e = restitution,
    /// s the closing speed and μ = m₁ m₂ / (m₁ + m₂), energy falls by ½ (1 − e²) μ s².
    fn count(&mut self, event: &Event<V>, game: &Game<V>) {
        let e = game.restitution;
        let mass = |id: u32| game.setup.balls[id as usize].mass;
        let a = mass(event.a.0);
        let mut kick = 0.0;
        let b = match event.with {
            Partner::Ball(ball) => {
                self.pairs += 1;
                mass(ball.0)
            }
            Partner::Wall(wall) => {
                kick = (game.setup.walls.get(wall as usize)).map_or(0.0, |wall| wall.kick);
                f64::INFINITY
            }
            Partner::Enter(region) => {
                if game.setup.regions[region as usize].captures && a.is_finite() {
                    self.gained -= 0.5 * a * event.speed * event.speed;
                    self.given += event.normal * (a * event.speed);
                }
                return;
            }
            Partner::Leave(_) => return,
        };
        let reduced = match (a.is_finite(), b.is_finite()) {
            (true, true) => a / (a + b) * b,
            (true, false) => a,
            (false, true) => b,
            (false, false) => return,
        };
        self.lost += 0.5 * (1.0 - e * e) * reduced * event.speed * event.speed;
        if !b.is_finite() {
            self.given += event.normal * (reduced * ((1.0 + e) * event.speed + kick));
        } else if !a.is_finite() {
            self.given -= event.normal * ((1.0 + e) * reduced * event.speed);
        }
    }
}

/// The name of a wall: its number; the sides of a box come after the walls.
pub(super) fn wall_name<V: Vector>(game: &Game<V>, wall: u32) -> String {
    let side = (wall as usize).checked_sub(game.setup.walls.len());
    let sides = ["x-", "x+", "y-", "y+", "z-", "z+"];
    match (side.and_then(|side| sides.get(side)), game.setup.space) {
        (Some(side), Space::Boxed { .. }) => format!("side {side}"),
        _ => format!("wall {wall}"),
    }
}
