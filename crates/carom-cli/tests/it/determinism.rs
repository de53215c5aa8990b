//! The hashes of all scenarios and setups are those on record: the same bits in every build profile.
//!
//! `hashes.txt` in `data/scenarios`, `data/pool` and `data/billiards` hold them. A change of the mover, of tables or of billiards
//! changes them: check that the new behavior is wanted, then record the new ones. CI runs this in two profiles,
//! and the same files in wasm.

use crate::command::{carom, data, lines, summary};
use std::fmt::Write;

/// Runs every file of a folder of `data`, and compares the hashes.
fn has_the_recorded_hashes(command: &[&str], folder: &str) {
    let folder = data(folder);
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| Some(name.strip_suffix(".json")?.to_owned()))
        .collect();
    names.sort();
    let mut found = String::new();
    for name in names {
        let file = format!("{folder}/{name}.json");
        let output = carom(&[command, &[&file]].concat());
        assert!(output.status.success(), "{name}: {output:?}");
        let hash = summary(&lines(&output.stdout))["hash"].clone();
        writeln!(found, "{} {name}", hash.as_str().unwrap()).unwrap();
    }
    let recorded = std::fs::read_to_string(format!("{folder}/hashes.txt")).unwrap();
    assert_eq!(found, recorded, "found:\n{found}");
}

#[test]
fn every_scenario_has_the_recorded_hash() {
    has_the_recorded_hashes(&["walk"], "scenarios");
}

#[test]
fn every_setup_has_the_recorded_hash() {
    has_the_recorded_hashes(&["pool"], "pool");
}

#[test]
fn every_shot_has_the_recorded_hash() {
    has_the_recorded_hashes(&["pool", "--physics", "billiards"], "billiards");
}
