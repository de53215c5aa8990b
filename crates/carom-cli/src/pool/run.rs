//! A game played: its lines, its summary, and the books that must balance.

use super::setup::Game;
use crate::hash::Fnv;
use crate::number::Coordinates;
use anyhow::{Context, Result, anyhow};
use carom::Vector;
use carom::table::{Event, Partner, Space, Status, Table};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};

/// So many events are timed together.
const BATCH: u64 = 4096;

#[derive(Serialize)]
struct Line {
    event: u64,
    time: f64,
    a: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wall: Option<u32>,
}

/// What a run came to, as it is written.
#[derive(Serialize)]
pub(super) struct Summary {
    pub(super) time: f64,
    pub(super) events: u64,
    pub(super) energy: f64,
    momentum: Coordinates,
    pub(super) max_overlap: f64,
    pub(super) status: &'static str,
    /// Of every event's and every ball's bits.
    pub(super) hash: String,
    pub(super) events_per_second: f64,
}

#[derive(Serialize)]
struct Place {
    center: Coordinates,
    velocity: Coordinates,
}

#[derive(Serialize)]
struct Last<'a> {
    summary: &'a Summary,
    balls: Vec<Place>,
}

/// What a person is told besides.
pub(super) struct Books<V: Vector> {
    pub(super) energy: f64,
    pub(super) momentum: V,
    pub(super) momentum_after: V,
    /// What walls and balls of infinite mass have given.
    pub(super) given: V,
    /// What restitution has taken.
    pub(super) lost: f64,
    /// Σ m |v| at the start: what errors of momentum are measured by.
    pub(super) size: f64,
    /// Meetings of two balls.
    pub(super) pairs: u64,
    /// The first events.
    pub(super) first: Vec<Event<V>>,
    /// The ball that had too many events at one moment.
    pub(super) stuck: Option<u32>,
    /// The cap that nobody asked for was reached.
    pub(super) capped: bool,
    /// Nothing happened for so long that it was given up.
    pub(super) quiet: bool,
}

/// So many events are shown to a person.
pub(super) const SHOWN: usize = 8;

/// Plays a game to its end; `lines` are wanted of the events too.
pub(super) fn play<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    lines: bool,
    out: &mut impl Write,
) -> Result<(Summary, Books<V>)> {
    let until = &game.until;
    let mut table = Table::new(&game.setup)?;
    let balls = game.setup.balls.iter();
    let sizes = balls.filter(|ball| ball.mass.is_finite());
    let mut books = Books {
        energy: table.energy(),
        momentum: table.momentum(),
        momentum_after: V::ZERO,
        given: V::ZERO,
        lost: 0.0,
        size: sizes.map(|ball| ball.mass * ball.velocity.length()).sum(),
        pairs: 0,
        first: Vec::new(),
        stuck: None,
        capped: false,
        quiet: false,
    };
    let mut hash = Fnv::new();
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
                let late = || format!("until.time is {time:e}: farther away than can be told");
                let events = table.events_until(time).with_context(late)?;
                batch.extend(events.take(most));
            }
            None => batch.extend(std::iter::from_fn(|| table.step_event()).take(most)),
        }
        spent += clock.elapsed();
        for event in &batch {
            books.count(event, game);
            let (b, wall) = match event.with {
                Partner::Ball(ball) => (Some(ball.0), None),
                Partner::Wall(wall) => (None, Some(wall)),
            };
            hash.add(event.time.to_bits());
            hash.add(u64::from(event.a.0));
            hash.add(match (b, wall) {
                (Some(ball), _) => u64::from(ball),
                (None, wall) => u64::from(wall.unwrap_or(u32::MAX)) | 1 << 32,
            });
            hash.vector(event.normal);
            hash.add(event.speed.to_bits());
            if lines {
                let line = Line {
                    event: count,
                    time: event.time,
                    a: event.a.0,
                    b,
                    wall,
                };
                serde_json::to_writer(&mut *out, &line)?;
                out.write_all(b"\n")?;
            }
            count += 1;
        }
        books.first.extend(
            batch
                .iter()
                .take(SHOWN.saturating_sub(books.first.len()))
                .copied(),
        );
        over = batch.len() < most || count == until.events;
        books.capped = until.is_cap && count == until.events;
    }
    books.momentum_after = table.momentum();
    let mut places = Vec::new();
    for (_, ball) in table.balls() {
        hash.vector(ball.center);
        hash.vector(ball.velocity);
        places.push(Place {
            center: Coordinates::of(ball.center),
            velocity: Coordinates::of(ball.velocity),
        });
    }
    let status = match table.status() {
        Status::Collapse { ball } => {
            books.stuck = Some(ball.0);
            "collapse"
        }
        Status::Limit { ball } => {
            books.stuck = Some(ball.0);
            "limit"
        }
        _ if books.capped => "limit",
        Status::Inconclusive => {
            books.quiet = true;
            "limit"
        }
        Status::AtRest => "at-rest",
        Status::Done | Status::Events => "done",
    };
    let rate = count as f64 / spent.as_secs_f64().max(1e-9);
    let summary = Summary {
        time: table.time(),
        events: count,
        energy: table.energy(),
        momentum: Coordinates::of(books.momentum_after),
        // Of those that never met and are near each other now, too.
        max_overlap: table.max_overlap().max(table.overlap()),
        status,
        hash: hash.digits(),
        events_per_second: rate.round(),
    };
    let last = Last {
        summary: &summary,
        balls: places,
    };
    serde_json::to_writer(&mut *out, &last)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok((summary, books))
}

impl<V: Vector<Scalar = f64>> Books<V> {
    /// What an event must have done: with the impulse J = (1 + e) μ s along the normal, from e = restitution,
    /// s the closing speed and μ = m₁ m₂ / (m₁ + m₂), energy falls by ½ (1 − e²) μ s².
    fn count(&mut self, event: &Event<V>, game: &Game<V>) {
        let e = game.restitution;
        let mass = |id: u32| game.setup.balls[id as usize].mass;
        let a = mass(event.a.0);
        let b = match event.with {
            Partner::Ball(ball) => {
                self.pairs += 1;
                mass(ball.0)
            }
            Partner::Wall(_) => f64::INFINITY,
        };
        let reduced = match (a.is_finite(), b.is_finite()) {
            (true, true) => a / (a + b) * b,
            (true, false) => a,
            (false, true) => b,
            (false, false) => return,
        };
        self.lost += 0.5 * (1.0 - e * e) * reduced * event.speed * event.speed;
        if !b.is_finite() {
            self.given += event.normal * ((1.0 + e) * reduced * event.speed);
        } else if !a.is_finite() {
            self.given -= event.normal * ((1.0 + e) * reduced * event.speed);
        }
    }
}

/// The names of walls: their numbers, and the sides of a box after them.
pub(super) fn wall_name<V: Vector>(game: &Game<V>, wall: u32) -> String {
    let side = (wall as usize).checked_sub(game.setup.walls.len());
    let sides = ["x-", "x+", "y-", "y+", "z-", "z+"];
    match (side.and_then(|side| sides.get(side)), game.setup.space) {
        (Some(side), Space::Boxed { .. }) => format!("side {side}"),
        _ => format!("wall {wall}"),
    }
}

/// Where the balls were: from corner to corner of their ways, and in between if those are bent.
pub(super) struct Film {
    /// Of each ball: when, and where.
    pub(super) ways: Vec<Vec<(f64, [f64; 3])>>,
    /// When and where something met.
    pub(super) meetings: Vec<(f64, [f64; 3])>,
    /// When the film ends.
    pub(super) end: f64,
}

/// In so many pieces a bent way is drawn.
const BENT: u32 = 1000;

/// Plays a game once more for its pictures, which show its first events: more would be a tangle.
pub(super) fn film<V: Vector<Scalar = f64, Double = V>>(game: &Game<V>, end: f64) -> Result<Film> {
    let most = (10 * game.setup.balls.len()).clamp(200, 2000);
    let mut table = Table::new(&game.setup)?;
    let mut film = Film {
        ways: vec![Vec::new(); game.setup.balls.len()],
        meetings: Vec::new(),
        end,
    };
    let mark = |film: &mut Film, table: &Table<V>, id: u32| -> Result<()> {
        let ball = carom::table::BallId(id);
        let place = table.center(ball).ok_or_else(|| anyhow!("no ball {id}"))?;
        film.ways[id as usize].push((table.time(), place.to_f64()));
        Ok(())
    };
    let all = 0..game.setup.balls.len() as u32;
    for id in all.clone() {
        mark(&mut film, &table, id)?;
    }
    let parts = if game.bends() { BENT } else { 1 };
    for part in 1..=parts {
        let until = end * (f64::from(part) / f64::from(parts));
        while film.meetings.len() < most {
            let Some(event) = table.events_until(until)?.next() else {
                break;
            };
            mark(&mut film, &table, event.a.0)?;
            if let Partner::Ball(ball) = event.with {
                mark(&mut film, &table, ball.0)?;
            }
            let at = table.center(event.a).unwrap_or(V::ZERO);
            let radius = game.setup.balls[event.a.0 as usize].radius;
            let touch = at - event.normal * radius;
            film.meetings.push((event.time, touch.to_f64()));
        }
        if film.meetings.len() == most {
            break;
        }
        for id in all.clone().filter(|_| part < parts) {
            mark(&mut film, &table, id)?;
        }
    }
    if film.meetings.len() == most {
        film.end = table.time();
    }
    table.advance_to(film.end.max(table.time()))?;
    for id in all {
        mark(&mut film, &table, id)?;
    }
    Ok(film)
}
