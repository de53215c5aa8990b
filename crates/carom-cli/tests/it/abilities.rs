//! The scenarios of abilities, and that of the edge guard: the ends of their characters, at every tick rate.

use crate::command::{carom, data, json_of, lines, summary};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Ticks a second at which all times of the files are whole numbers of ticks.
const RATES: [u32; 5] = [20, 60, 100, 200, 1000];

/// The lines of a scenario at a tick rate.
fn played(name: &str, hz: u32) -> Vec<Value> {
    let mut scenario = json_of(Path::new(&data(&format!("scenarios/{name}.json"))));
    scenario["hz"] = json!(hz);
    let file = format!("{}/{name}-{hz}.json", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&file, scenario.to_string()).unwrap();
    let output = carom(&["walk", &file]);
    assert!(output.status.success(), "{name}: {output:?}");
    let lines = lines(&output.stdout);
    let summary = summary(&lines);
    assert_eq!(summary["deepest"], 0.0, "{name} {hz} Hz");
    assert_eq!(summary["stuck_ticks"], 0, "{name} {hz} Hz");
    lines
}

/// The feet of a character in all ticks.
fn feet(lines: &[Value], name: &str) -> Vec<[f64; 3]> {
    let own = lines.iter().filter(|line| line["name"] == name);
    own.map(|line| [0, 1, 2].map(|i| line["feet"][i].as_f64().unwrap()))
        .collect()
}

/// Whether a character is where it should be at the end, at all rates. A coordinate of NaN may be any.
fn ends(scenario: &str, name: &str, place: [f64; 3], slack: f64) {
    for hz in RATES {
        let lines = played(scenario, hz);
        let own = feet(&lines, name);
        let end = own.last().expect("it has lines");
        let off = |i: usize| (end[i] - place[i]).abs();
        let is_there = (0..3).all(|i| place[i].is_nan() || off(i) < slack);
        assert!(
            is_there,
            "{scenario}, {name}, {hz} Hz: {end:?}, not {place:?}"
        );
    }
}

/// How high a character gets, at a rate.
fn highest(scenario: &str, name: &str, hz: u32) -> f64 {
    let ys = feet(&played(scenario, hz), name).into_iter().map(|p| p[1]);
    ys.fold(f64::NEG_INFINITY, f64::max)
}

const ANY: f64 = f64::NAN;
