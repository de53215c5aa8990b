//! The properties of shapes, surfaces and worlds on random inputs, with a stable compiler: `cargo run --release --example random -- NAME SECONDS`.
//!
//! A run continues where the last one of that name in `ledger.csv` ended, and appends a line to that file. With a seed as third
//! argument it starts there, and writes no line: to repeat a failure.

use arbitrary::Unstructured;
use carom_fuzz::ledger::{Entry, Ledger};
use carom_fuzz::properties::{ALL, Property};
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
    let (next, cases, failures) = run(property, first, time);
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

/// Cases from a seed on; the seed after them, how many there were, and how many failed.
fn run(property: Property, first: u64, time: Duration) -> (u64, u64, u64) {
    let (start, mut state) = (Instant::now(), first);
    let (mut cases, mut failures) = (0, 0);
    // More than any input takes.
    let mut bytes = [0; 800];
    while start.elapsed() < time {
        let seed = state;
        for chunk in bytes.chunks_exact_mut(8) {
            // SplitMix64.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut x = state;
            x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            chunk.copy_from_slice(&(x ^ (x >> 31)).to_le_bytes());
        }
        cases += 1;
        if let Some(text) = property(&mut Unstructured::new(&bytes)) {
            failures += 1;
            if failures <= PRINTED {
                println!("seed {seed}: {text}");
            }
        }
    }
    (state, cases, failures)
}
