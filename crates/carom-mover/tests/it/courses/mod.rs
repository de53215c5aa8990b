//! Random courses: the contract holds after every tick, whatever the scene and the intents.
//!
//! `COURSES=1000` runs that many instead of a few, `COURSE=17` runs one and prints more, `FROM=500` begins there;
//! `--nocapture` prints the tally. A course that fails is minimized and printed.

mod bodies;
mod generate;
mod measure;
mod moving;
mod overlapped;
pub(crate) mod random;
mod reduce;
mod scene;
mod walk;

use bodies::Kind;
use reduce::{as_code, reduced};
use std::collections::BTreeMap;
use walk::Tally;

/// An overlap at the start is left if there is a free pose within a radius.
#[test]
fn every_overlapped_start_is_left() {
    let (from, count) = match number("COURSE") {
        Some(one) => (one, 1),
        None => (
            number("FROM").unwrap_or(0),
            number("COURSES").unwrap_or(120),
        ),
    };
    let (mut tried, mut message, mut seeds) = (0, String::new(), Vec::new());
    for seed in from..from + count {
        for start in overlapped::starts(seed) {
            tried += 1;
            if let Err(failure) = overlapped::leave(&start) {
                seeds.push(seed);
                println!("seed {seed}, tick {}: {}", failure.tick, failure.message);
                if seeds.len() <= number("SHOW").unwrap_or(3) as usize {
                    let (small, last) = reduced(&start, &failure, &overlapped::fails);
                    message += &format!("seed {seed}: {}\n{}\n", last.message, as_code(&small));
                }
            }
        }
    }
    println!("{tried} overlapped starts, {} fail: {seeds:?}", seeds.len());
    assert!(seeds.is_empty(), "{message}");
    assert!(count == 1 || tried as u64 > count, "{tried}");
}

/// Lifts, sleds, turntables and paddles among all other obstacles.
#[test]
fn every_ride_keeps_the_contract() {
    rides_keep_the_contract(generate::course, None);
}

/// The same for a character that lies and turns.
#[test]
fn every_ride_of_a_lying_character_keeps_the_contract() {
    rides_keep_the_contract(generate::lying, None);
}

/// The same for boxes, cylinders and bodies of several capsules.
#[test]
fn every_ride_of_other_bodies_keeps_the_contract() {
    for kind in KINDS {
        rides_keep_the_contract(generate::lying, Some(kind));
    }
}

const KINDS: [Kind; 6] = [
    Kind::Cylinder,
    Kind::Box(0.3),
    Kind::Box(0.6),
    Kind::Rider,
    Kind::Hull,
    Kind::Porter,
];

fn rides_keep_the_contract(course: fn(u64) -> scene::Course, kind: Option<Kind>) {
    let (from, count) = match number("COURSE") {
        Some(one) => (one, 1),
        None => (
            number("FROM").unwrap_or(0),
            number("COURSES").unwrap_or(if kind.is_some() { 20 } else { 120 }),
        ),
    };
    let mut all = moving::Rides::default();
    let mut failed = String::new();
    for seed in from..from + count {
        match moving::ride(seed, course, kind) {
            Ok(rides) => {
                all.ticks += rides.ticks;
                all.rode += rides.rode;
                all.pushed += rides.pushed;
                all.stuck += rides.stuck;
            }
            Err(failure) => {
                failed += &format!(
                    "seed {seed}, tick {}: {:?}: {}\n",
                    failure.tick, failure.what, failure.message
                );
            }
        }
    }
    println!("{kind:?}: {count} rides from {from}: {all:?}");
    assert!(failed.is_empty(), "{failed}");
    // Otherwise nothing was tested.
    assert!(count == 1 || all.rode > 0 && all.pushed > 0, "{all:?}");
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn every_course_keeps_the_contract() {
    keeps_the_contract(generate::course);
}

/// The same for a character that lies and turns, in every direction, among the same obstacles.
#[test]
fn every_course_of_a_lying_character_keeps_the_contract() {
    keeps_the_contract(generate::lying);
}

/// The same for boxes, cylinders and bodies of several capsules, which turn.
#[test]
fn every_course_of_other_bodies_keeps_the_contract() {
    let (from, count) = match number("COURSE") {
        Some(one) => (one, 1),
        None => (number("FROM").unwrap_or(0), number("COURSES").unwrap_or(60)),
    };
    let only = number("KIND");
    let mut failed = String::new();
    for (i, kind) in (0..).zip(KINDS) {
        if only.is_some_and(|only| only != i) {
            continue;
        }
        let mut all = bodies::Tally::default();
        let mut faults = 0;
        for seed in from..from + count {
            match bodies::walk(&generate::lying(seed), kind) {
                Ok(tally) => {
                    all.ticks += tally.ticks;
                    all.grounded += tally.grounded;
                    all.turned += tally.turned;
                    all.skipped += tally.skipped;
                }
                Err(fault) => {
                    faults += 1;
                    println!("{kind:?}, seed {seed}, {fault}");
                    failed += &format!("{kind:?}, seed {seed}, {fault}\n");
                }
            }
        }
        println!("{kind:?}: {count} courses from {from}, {faults} fail: {all:?}");
        // Otherwise nothing was tested.
        let enough = all.grounded * 10 > all.ticks && all.skipped as u64 * 2 < count;
        assert!(count == 1 || enough, "{kind:?} {all:?}");
    }
    assert!(failed.is_empty(), "{failed}");
}

fn keeps_the_contract(course: fn(u64) -> scene::Course) {
    let (from, count) = match number("COURSE") {
        Some(one) => (one, 1),
        None => (
            number("FROM").unwrap_or(0),
            number("COURSES").unwrap_or(120),
        ),
    };
    let mut all = Tally::default();
    let mut faults: BTreeMap<_, Vec<u64>> = BTreeMap::new();
    let mut message = String::new();
    for seed in from..from + count {
        let course = course(seed);
        match walk::walk(&course) {
            Ok(tally) => {
                all.ticks += tally.ticks;
                all.grounded += tally.grounded;
                all.limited += tally.limited;
                all.stuck += tally.stuck;
                all.hash = all.hash.rotate_left(1) ^ tally.hash;
            }
            Err(failure) => {
                let seeds = faults.entry(failure.what).or_default();
                seeds.push(seed);
                println!("seed {seed}, tick {}: {}", failure.tick, failure.message);
                // A few of each kind are enough.
                if seeds.len() <= number("SHOW").unwrap_or(2) as usize {
                    let (small, last) =
                        reduced(&course, &failure, &|course| walk::walk(course).err());
                    message += &format!(
                        "seed {seed}, tick {}: {:?}: {}\n reduced, tick {}: {}\n{}\n",
                        failure.tick,
                        failure.what,
                        failure.message,
                        last.tick,
                        last.message,
                        as_code(&small)
                    );
                }
            }
        }
    }
    println!("{count} courses from {from}: {all:?}");
    for (fault, seeds) in &faults {
        println!("{fault:?}: {} {seeds:?}", seeds.len());
    }
    assert!(faults.is_empty(), "{message}");
    // Otherwise nothing was tested.
    assert!(count == 1 || all.grounded * 10 > all.ticks, "{all:?}");
}
