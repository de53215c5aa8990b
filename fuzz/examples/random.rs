//! The properties of shapes, surfaces and worlds on random inputs, with a stable compiler:
//! `cargo run --release -p carom-fuzz --example random -- NAME SECONDS`.
//!
//! A run continues where the last one of that name in `ledger.csv` ended, and appends a line to that file. With a seed as third
//! argument it starts there, and writes no line: to repeat a failure.

use carom_fuzz::cases::{self, Run};
use carom_fuzz::ledger::{Entry, Ledger};
use carom_fuzz::properties::ALL;
use std::path::Path;
use std::time::{Duration, Instant};

/// The most failures that are printed.
const PRINTED: u64 = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seconds, rest @ ..] = &arguments[..] else {
        panic!(
            "NAME SECONDS [SEED]; names: {:?}",
            ALL.map(|(name, _)| name)
        );
    };
    let (_, property) = ALL
        .into_iter()
        .find(|(own, _)| own == name)
        .expect("a name");
    let time = Duration::from_secs(seconds.parse().expect("a number of seconds"));
    let ledger = Ledger::at(Path::new(env!("CARGO_MANIFEST_DIR")).join("ledger.csv"));
    let given: Option<u64> = rest.first().map(|seed| seed.parse().expect("a seed"));
    let first = given.unwrap_or_else(|| ledger.next(name).unwrap());
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let mut printed = 0_u64;
    // At once: a campaign takes hours, and may be ended before its time.
    let print = |text| {
        if printed < PRINTED {
            println!("{text}");
        }
        printed += 1;
    };
    let goes_on = |_| start.elapsed() < time;
    let Run {
        cases,
        failures,
        next,
    } = cases::run(property, first, goes_on, print);
    let seconds = start.elapsed().as_secs();
    println!("{name}: {cases} cases in {seconds} s, {failures} failures; next seed {next}");
    if given.is_none() {
        let entry = Entry {
            target: name.clone(),
            first,
            next,
            cases,
            failures,
            seconds,
        };
        ledger.append(&entry).unwrap();
    }
}
