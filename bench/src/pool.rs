//! Balls that meet: events a second, by how many and how dense they are; beside a plain version; a break.

mod long;
mod plain;
mod setups;
mod shots;
mod spin;

pub(crate) use long::long;
pub(crate) use shots::shots;

use crate::clock::{median, time};
use crate::table::Table as Rows;
use carom::Vector;
use carom::table::{Setup, Status, Table};
use fastrand::Rng;
use plain::Plain;
use setups::{boxed, disks, machine, one_large, rack, spheres};
use std::error::Error;

/// Timed events.
const EVENTS: u64 = 1_000_000;
/// The largest number of events before timing.
const WARM: u64 = 3_000_000;
/// Timed events among walls that move.
const MACHINE_EVENTS: u64 = 10_000;
/// Duration of a break, s.
const BREAK: f64 = 1.0;

/// Nanoseconds per event, after a warm-up of ten events per ball, at most `WARM`.
fn cost<V: Vector>(setup: &Setup<V>) -> Result<f64, Box<dyn Error>> {
    let mut table = Table::new(setup)?;
    table.advance(1e9, WARM.min(10 * setup.balls.len() as u64))?;
    let (done, nanoseconds) = time(|| table.advance(1e9, EVENTS));
    done?;
    Ok(nanoseconds / EVENTS as f64)
}

pub(crate) fn run() -> Result<Rows, Box<dyn Error>> {
    let head = [
        "balls",
        "packing",
        "ns an event",
        "events/s",
        "plain ns",
        "ratio",
    ];
    let mut rows = Rows::new("pool", head);
    let mut row = |name: String, packing: String, ns: f64, plain: Option<f64>| {
        eprintln!("{name} {packing}: {ns:.0} ns");
        rows.row([
            name,
            packing,
            format!("{ns:.0}"),
            format!("{:.0}", 1e9 / ns),
            plain.map_or(String::new(), |plain| format!("{plain:.0}")),
            plain.map_or(String::new(), |plain| format!("{:.0}", plain / ns)),
        ]);
    };
    for (cells, packings) in [
        (3, &[0.49][..]),
        (6, &[0.49]),
        (14, &[0.1, 0.3, 0.49]),
        (30, &[0.1, 0.3, 0.49]),
        (63, &[0.49]),
    ] {
        for packing in packings {
            let setup = spheres(cells, *packing);
            let ns = cost(&setup)?;
            let name = format!("{} spheres", setup.balls.len());
            row(name, packing.to_string(), ns, None);
        }
    }
    for (count, packings) in [
        (100, &[0.7][..]),
        (1000, &[0.7]),
        (10_000, &[0.01, 0.3, 0.7]),
        (100_000, &[0.7]),
        (1_000_000, &[0.7]),
    ] {
        for packing in packings {
            let setup = disks(count, *packing);
            let ns = cost(&setup)?;
            let name = format!("{} disks", setup.balls.len());
            row(name, packing.to_string(), ns, None);
        }
    }
    for radius in [5.0, 20.0] {
        let setup = one_large(100, 0.5, radius);
        let ns = cost(&setup)?;
        let name = format!(
            "{} disks, one {} times larger",
            setup.balls.len(),
            2.0 * radius
        );
        row(name, "0.5".into(), ns, None);
    }
    for (side, events) in [(4, 200_000), (10, 100_000), (32, 10_000), (64, 2000)] {
        let setup = boxed(side, 0.5);
        let ns = cost(&setup)?;
        let plain = plain_cost(&setup, events)?;
        let name = format!("{} disks in a box", setup.balls.len());
        row(name, "0.5".into(), ns, Some(plain));
    }
    for (columns, rows) in [(4, 4), (20, 10)] {
        let setup = machine(columns, rows);
        let (walls, regions) = (setup.walls.len(), setup.regions.len());
        let ns = machine_cost(&setup)?;
        let name = format!(
            "{} disks among {walls} walls that move and {regions} regions",
            setup.balls.len()
        );
        row(name, String::new(), ns, None);
    }
    let [whole, plain, events] = breaks()?;
    rows.row([
        format!("a break of 16 for {BREAK} s, {events:.0} events, in all"),
        String::new(),
        format!("{whole:.0}"),
        format!("{:.0}", 1e9 / whole * events),
        format!("{plain:.0}"),
        format!("{:.1}", plain / whole),
    ]);
    let [whole, events] = spin::breaks()?;
    rows.row([
        format!("a break of 16 with spin until all rest, {events:.0} events, in all"),
        String::new(),
        format!("{whole:.0}"),
        format!("{:.0}", 1e9 / whole * events),
        String::new(),
        String::new(),
    ]);
    Ok(rows)
}

/// Nanoseconds per event of balls among walls that move, without a warm-up: the balls get ever faster.
fn machine_cost(setup: &Setup<glam::DVec2>) -> Result<f64, Box<dyn Error>> {
    let mut table = Table::new(setup)?;
    let (status, nanoseconds) = time(|| table.advance(1e9, MACHINE_EVENTS));
    match status? {
        Status::Events => Ok(nanoseconds / MACHINE_EVENTS as f64),
        status => Err(format!(
            "walls that move end after {} events: {status:?}",
            table.events()
        )
        .into()),
    }
}

/// Nanoseconds per event of the plain version. Its events are the same until rounding errors have grown.
fn plain_cost(setup: &Setup<glam::DVec2>, events: u64) -> Result<f64, Box<dyn Error>> {
    let (mut plain, mut table) = (Plain::new(setup), Table::new(setup)?);
    for number in 0..setup.balls.len() * 2 {
        let (found, expected) = (plain.step(), table.step_event());
        let found = found.map(|(_, a, with)| (a, with));
        if found != expected.map(|event| (event.a.0, event.with)) {
            return Err(format!("event {number}: plain has {found:?}, not {expected:?}").into());
        }
    }
    let ((), nanoseconds) = time(|| {
        for _ in 0..events {
            plain.step();
        }
    });
    Ok(nanoseconds / events as f64)
}

/// Nanoseconds of a whole break, made and played: carom's and the plain version's medians; and its events.
fn breaks() -> Result<[f64; 3], Box<dyn Error>> {
    let mut random = Rng::with_seed(1);
    let (mut times, mut plain_times, mut events) = (Vec::new(), Vec::new(), 0);
    const COUNT: usize = 2000;
    for _ in 0..COUNT {
        let setup = rack(&mut random);
        let (count, ns) = time(|| -> Result<u64, carom::table::TableError> {
            let mut table = Table::new(&setup)?;
            table.advance_to(BREAK)?;
            Ok(table.events())
        });
        events += count?;
        times.push(ns);
        let ((), ns) = time(|| {
            let mut plain = Plain::new(&setup);
            while plain.step().is_some_and(|(time, ..)| time <= BREAK) {}
        });
        plain_times.push(ns);
    }
    Ok([
        median(times),
        median(plain_times),
        events as f64 / COUNT as f64,
    ])
}
