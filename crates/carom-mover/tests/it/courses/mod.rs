//! Random courses: whatever is built and wanted, the contract holds after every tick.
//!
//! `COURSES=1000` walks that many instead of the few of every run, `COURSE=17` one and tells more, `FROM=500`
//! begins there; `--nocapture` shows the tally. A course that fails is reduced and printed.

mod generate;
mod measure;
mod moving;
mod overlapped;
mod random;
mod reduce;
mod scene;
mod walk;

use reduce::{as_code, reduced};
use std::collections::BTreeMap;
use walk::Tally;

/// What is in something at first and has a free place near gets out.
#[test]
fn every_overlapped_start_is_left() {
    let (from, count) = match number("COURSE") {
        Some(one) => (one, 1),
        None => (
            number("FROM").unwrap_or(0),
            number("COURSES").unwrap_or(120),
        ),
    };
    let (mut tried, mut told, mut seeds) = (0, String::new(), Vec::new());
    for seed in from..from + count {
        for start in overlapped::starts(seed) {
            tried += 1;
            if let Err(failure) = overlapped::leave(&start) {
                seeds.push(seed);
                println!("seed {seed}, tick {}: {}", failure.tick, failure.told);
                if seeds.len() <= number("SHOW").unwrap_or(3) as usize {
                    let (small, last) = reduced(&start, &failure, &overlapped::fails);
                    told += &format!("seed {seed}: {}\n{}\n", last.told, as_code(&small));
                }
            }
        }
    }
    println!("{tried} overlapped starts, {} fail: {seeds:?}", seeds.len());
    assert!(seeds.is_empty(), "{told}");
    assert!(count == 1 || tried as u64 > count, "{tried}");
}

/// Lifts, sleds, turntables and paddles among all else.
#[test]
fn every_ride_keeps_the_contract() {
    let (from, count) = match number("COURSE") {
        Some(one) => (one, 1),
        None => (
            number("FROM").unwrap_or(0),
            number("COURSES").unwrap_or(120),
        ),
    };
    let mut all = moving::Rides::default();
    let mut failed = String::new();
    for seed in from..from + count {
        match moving::ride(seed) {
            Ok(rides) => {
                all.ticks += rides.ticks;
                all.rode += rides.rode;
                all.pushed += rides.pushed;
                all.stuck += rides.stuck;
            }
            Err(failure) => {
                failed += &format!(
                    "seed {seed}, tick {}: {:?}: {}\n",
                    failure.tick, failure.what, failure.told
                );
            }
        }
    }
    println!("{count} rides from {from}: {all:?}");
    assert!(failed.is_empty(), "{failed}");
    // Else nothing was tried.
    assert!(count == 1 || all.rode > 0 && all.pushed > 0, "{all:?}");
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn every_course_keeps_the_contract() {
    let (from, count) = match number("COURSE") {
        Some(one) => (one, 1),
        None => (
            number("FROM").unwrap_or(0),
            number("COURSES").unwrap_or(120),
        ),
    };
    let mut all = Tally::default();
    let mut faults: BTreeMap<_, Vec<u64>> = BTreeMap::new();
    let mut told = String::new();
    for seed in from..from + count {
        let course = generate::course(seed);
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
                println!("seed {seed}, tick {}: {}", failure.tick, failure.told);
                // A few of each kind are enough to read.
                if seeds.len() <= number("SHOW").unwrap_or(2) as usize {
                    let (small, last) =
                        reduced(&course, &failure, &|course| walk::walk(course).err());
                    told += &format!(
                        "seed {seed}, tick {}: {:?}: {}\n reduced, tick {}: {}\n{}\n",
                        failure.tick,
                        failure.what,
                        failure.told,
                        last.tick,
                        last.told,
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
    assert!(faults.is_empty(), "{told}");
    // Else nothing was tried.
    assert!(count == 1 || all.grounded * 10 > all.ticks, "{all:?}");
}
