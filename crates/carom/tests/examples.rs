//! Every example runs, and is short enough to read.

use std::path::{Path, PathBuf};
use std::process::Command;

const NAMES: [&str; 10] = [
    "billiards",
    "crowd",
    "flippers",
    "hello",
    "mesh",
    "mover",
    "swarm",
    "sweep",
    "table",
    "world",
];

/// The executable that `cargo test` has just built beside this test: `target/PROFILE/examples/NAME`.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    profile
        .join("examples")
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION)
}

#[test]
fn every_example_runs_and_prints() {
    for name in NAMES {
        let path = built(name);
        assert!(
            path.is_file(),
            "{name} is not built: cargo test -p carom builds the examples, with --test name --examples as well"
        );
        let output = Command::new(path).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {errors}");
        assert!(output.stdout.len() > 50, "{name} prints what it does");
    }
}

#[test]
fn every_example_is_known_here_and_has_fewer_than_sixty_lines() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines < 60, "{}: {lines} lines", path.display());
        names.push(path.file_stem().unwrap().to_string_lossy().into_owned());
    }
    names.sort();
    assert_eq!(names, NAMES);
}
