//! Every example runs, and is short enough to read.

use std::path::Path;
use std::process::Command;

const NAMES: [&str; 9] = [
    "crowd", "flippers", "hello", "mesh", "mover", "swarm", "sweep", "table", "world",
];

#[test]
fn every_example_runs_and_prints() {
    for name in NAMES {
        // Through cargo, so that it runs what is in the folder now, whoever starts this test.
        let mut run = Command::new(env!("CARGO"));
        let folder = env!("CARGO_MANIFEST_DIR");
        run.args(["run", "--quiet", "--profile", "test", "--example", name]);
        let output = run.current_dir(folder).output().unwrap();
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
