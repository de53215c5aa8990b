//! The scenarios of abilities, and that of the edge guard: the ends of their characters, at every tick rate.

use crate::command::{carom, data, json_of, lines, summary};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Ticks a second at which all times of the files are whole numbers of ticks.
const RATES: [u32; 5] = [20, 60, 100, 200, 1000];

/// A scenario of `data`.
fn scenario(name: &str) -> Value {
    json_of(Path::new(&data(&format!("scenarios/{name}.json"))))
}

/// The lines of a scenario at a tick rate.
fn played(name: &str, hz: u32) -> Vec<Value> {
    lines_of(scenario(name), name, hz)
}

fn lines_of(mut scenario: Value, name: &str, hz: u32) -> Vec<Value> {
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

#[test]
fn jumps_are_doubled_and_cut() {
    ends("double-jump", "twice", [ANY, 1.21, -1.0], 0.02);
    ends("double-jump", "once", [-0.31, 0.01, 1.0], 0.02);
    for hz in RATES {
        // v² / 2g; with a cut at the speed of 1 m/s after a quarter and a tenth of a second.
        for (name, exact) in [
            ("held", 1.274),
            ("released late", 0.994),
            ("released early", 0.502),
        ] {
            let found = highest("variable-jump", name, hz) - 0.01;
            assert!((found - exact).abs() < 0.01, "{name}, {hz} Hz: {found}");
        }
    }
}

#[test]
fn dashes_cross_gaps_and_end_at_walls() {
    ends("dash", "over the gap", [4.85, 0.01, -1.5], 0.2);
    ends("dash", "to the wall", [4.44, 0.01, 2.0], 0.01);
    ends("dash", "diagonally", [-3.268, 0.01, 0.268], 0.01);
}

#[test]
fn walls_are_jumped_off_up_a_shaft() {
    ends("wall-jump", "up the shaft", [2.8, 3.01, 0.0], 0.2);
}

#[test]
fn a_glider_lands_and_its_next_jump_comes_down() {
    ends("glide", "glider", [ANY, 0.01, 1.0], 0.01);
    ends("glide", "lets go", [ANY, 0.01, -1.0], 0.01);
    for hz in RATES {
        let lines = played("glide", hz);
        let own = feet(&lines, "glider");
        let second = hz as usize;
        // A fall of 5 m takes 1 s; a glide of 1.5 m/s after 0.15 s takes 3.4 s.
        assert!(own[4 * second - 1][1] > 0.1, "{hz} Hz");
        assert!(own[5 * second - 1][1] < 0.02, "{hz} Hz");
    }
}

#[test]
fn ledges_are_climbed_and_walls_vaulted_where_there_is_room() {
    ends("mantle", "up", [1.54, 1.21, -2.0], 0.06);
    for (name, z) in [("under a ceiling", 0.0), ("too high", 2.0)] {
        ends("mantle", name, [-0.31, 0.01, z], 0.01);
    }
    ends("vault", "5 cm", [2.87, 0.01, -4.0], 0.06);
    ends("vault", "20 cm", [2.97, 0.01, -2.0], 0.06);
    ends("vault", "60 cm, and lower behind", [3.03, -0.59, 0.0], 0.06);
    for (name, z) in [("no room behind", 2.0), ("too deep behind", 4.0)] {
        ends("vault", name, [0.09, 0.01, z], 0.01);
    }
}

#[test]
fn ladders_are_climbed_and_left() {
    ends("ladder", "up", [1.85, 4.01, 0.0], 0.01);
    ends("ladder", "up and down", [-1.35, 0.01, 0.0], 0.01);
}

#[test]
fn a_climb_ends_a_dash() {
    let mut ladder = scenario("ladder");
    let up = &mut ladder["characters"][0];
    // At the foot of the ladder three quarters of the dash are left.
    up["abilities"] = json!({"dash": {"length": 4, "seconds": 1}});
    let entry = json!({"until": 0.9, "move": [1, 0, 0], "ability": "dash"});
    let input = up["input"].as_array_mut().expect("a list");
    input.insert(1, entry);
    for hz in [20, 100, 200, 1000] {
        let lines = lines_of(ladder.clone(), "dash-to-ladder", hz);
        let end = *feet(&lines, "up").last().expect("it has lines");
        assert!(
            (end[0] - 1.85).abs() < 0.01 && (end[1] - 4.01).abs() < 0.01,
            "{hz} Hz: {end:?}"
        );
    }
}

#[test]
fn swimmers_float_and_climb_out() {
    ends("swimming", "across", [5.68, 0.31, -1.0], 0.06);
    ends("swimming", "floats", [0.0, -1.6, 0.0], 0.01);
    ends("swimming", "by the ladder", [-5.6, 0.01, 2.0], 0.01);
}

#[test]
fn an_edge_guard_of_a_scenario_stops_walks() {
    ends("edge-guard", "along the edge", [1.1, ANY, 4.1], 0.02);
    ends("edge-guard", "over a narrow gap", [6.25, ANY, 0.0], 0.01);
    // Less than a twentieth of the radius counts as that.
    ends("edge-guard", "at the edge", [0.0, ANY, -4.015], 0.005);
    ends("edge-guard", "jumps off", [ANY, -3.99, -2.0], 0.01);
    ends("edge-guard", "without", [ANY, -3.99, 2.0], 0.01);
}
