//! Where walks and surveys start, and surveys that reach little.

use crate::command::{carom, json_of, refused};
use serde_json::Value;
use std::fmt::Write;
use std::path::PathBuf;
use tempfile::TempDir;

/// A deck of 14 m × 14 m with a pool of 8 m × 8 m in its middle, 0.68 m deep, with vertical sides, and walls around the deck.
struct Deck {
    folder: TempDir,
    path: PathBuf,
}

impl Deck {
    fn new() -> Self {
        let mut text = String::new();
        let mut quad = |corners: [[f64; 3]; 4]| {
            for [x, y, z] in corners {
                writeln!(text, "v {x} {y} {z}").unwrap();
            }
            writeln!(text, "f -4 -3 -2 -1").unwrap();
        };
        let mut floor = |y: f64, [x0, z0, x1, z1]: [f64; 4]| {
            quad([[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]]);
        };
        floor(-0.68, [3.0, 3.0, 11.0, 11.0]);
        floor(0.0, [0.0, 0.0, 14.0, 3.0]);
        floor(0.0, [0.0, 11.0, 14.0, 14.0]);
        floor(0.0, [0.0, 3.0, 3.0, 11.0]);
        floor(0.0, [11.0, 3.0, 14.0, 11.0]);
        let mut sides = |low: f64, high: f64, [a, b]: [f64; 2]| {
            quad([[a, low, a], [b, low, a], [b, high, a], [a, high, a]]);
            quad([[a, low, b], [a, high, b], [b, high, b], [b, low, b]]);
            quad([[a, low, a], [a, high, a], [a, high, b], [a, low, b]]);
            quad([[b, low, a], [b, low, b], [b, high, b], [b, high, a]]);
        };
        sides(-0.68, 0.0, [3.0, 11.0]);
        sides(0.0, 3.0, [0.0, 14.0]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deck.obj");
        std::fs::write(&path, text).unwrap();
        Self { folder, path }
    }

    fn survey(&self, more: &[&str]) -> (Option<i32>, String, Value) {
        let report = self.folder.path().join("report");
        let mut arguments = vec![
            "survey",
            self.path.to_str().unwrap(),
            "--report",
            report.to_str().unwrap(),
        ];
        arguments.extend(more);
        let output = carom(&arguments);
        let printed = String::from_utf8(output.stderr).unwrap();
        (
            output.status.code(),
            printed,
            json_of(&report.join("report.json")),
        )
    }
}

#[test]
fn a_survey_starts_on_the_larger_floor_and_not_in_the_pool() {
    let deck = Deck::new();
    let (status, printed, report) = deck.survey(&[]);
    let feet: Vec<f64> = serde_json::from_value(report["spawn"].clone()).unwrap();
    assert!(feet[1] >= 0.0, "{feet:?} is on the deck");
    let spawn = format!("spawn at {:.2},{:.2},{:.2}", feet[0], feet[1], feet[2]);
    assert!(printed.contains(&spawn), "{printed}");
    // From the deck one drops into the pool, and cannot climb out.
    assert_eq!(
        (status, &report["findings"][0]["kind"]),
        (Some(3), &"trap".into())
    );
    assert!(
        printed.contains("100 % of the walkable ground"),
        "{printed}"
    );
    // A walk starts there, too.
    let out = deck.folder.path().join("out");
    let walked = carom(&[
        "walk",
        deck.path.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--seconds",
        "1",
    ]);
    let printed = String::from_utf8(walked.stderr).unwrap();
    assert!(printed.contains(&spawn), "{printed}");
}

#[test]
fn a_survey_that_reaches_little_says_so() {
    let deck = Deck::new();
    let spawn = ["--spawn", "7,-0.6,7", "--fail-on", "warning"];
    let (status, printed, report) = deck.survey(&[&spawn[..], &["--min-reach", "50"]].concat());
    assert_eq!(status, Some(3), "{printed}");
    let finding = &report["findings"][0];
    assert_eq!(
        (&finding["kind"], &finding["severity"]),
        (&"reach".into(), &"warning".into())
    );
    let what = finding["what"].as_str().unwrap();
    assert!(
        what.ends_with("% of the walkable ground is reached from this spawn"),
        "{what}"
    );
    let (status, printed, report) = deck.survey(&spawn);
    assert_eq!(
        (status, &report["findings"]),
        (Some(0), &Value::Array(vec![])),
        "{printed}"
    );
    let path = deck.path.to_str().unwrap();
    let error = refused(&["survey", path, "--min-reach", "101"]);
    assert!(
        error.contains("--min-reach must be 0 to 100 percent, not 101"),
        "{error}"
    );
}

#[test]
fn a_walk_starts_at_its_spawn_and_falling_out_is_status_3() {
    let deck = Deck::new();
    let path = deck.path.to_str().unwrap();
    let out = deck.folder.path().join("out");
    let run = |more: &[&str]| {
        let out = [
            "--out",
            out.to_str().unwrap(),
            "--seconds",
            "2",
            "--no-pictures",
        ];
        carom(&[&[path][..], &out, more].concat())
    };
    // Without a command: the same as `carom walk`.
    let walked = run(&["--spawn", "1.5,0.02,1.5", "--radius", "0.25"]);
    let printed = String::from_utf8(walked.stderr).unwrap();
    assert_eq!(walked.status.code(), Some(0), "{printed}");
    assert!(printed.contains("spawn at 1.50,0.02,1.50"), "{printed}");
    let first = std::fs::read_to_string(out.join("walk.jsonl")).unwrap();
    assert!(first.lines().count() > 60);
    assert!(!out.join("view.png").exists() && !out.join("map.png").exists());
    let error = refused(&["walk", path, "--spawn", "1.5,40,1.5"]);
    assert!(
        error.contains("no place to stand near the spawn 1.5,40,1.5"),
        "{error}"
    );
    // Beside a plate, and below it.
    let plate = deck.folder.path().join("plate.obj");
    std::fs::write(
        &plate,
        "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nf 1 2 3 4\n",
    )
    .unwrap();
    let walked = carom(&[
        plate.to_str().unwrap(),
        "--spawn",
        "-0.4,-0.6,10",
        "--seconds",
        "2",
        "--out",
        out.to_str().unwrap(),
        "--no-pictures",
    ]);
    let printed = String::from_utf8(walked.stderr).unwrap();
    assert_eq!(walked.status.code(), Some(3), "{printed}");
    assert!(printed.contains("fell out"), "{printed}");
}

#[test]
fn a_survey_has_the_options_of_a_walk_and_no_pictures_on_request() {
    let deck = Deck::new();
    let settings = deck.folder.path().join("mover.json");
    std::fs::write(&settings, r#"{"radius": 0.4, "step_height": 0.7}"#).unwrap();
    let options = [
        "--settings",
        settings.to_str().unwrap(),
        "--radius",
        "0.2",
        "--no-pictures",
    ];
    let (status, printed, report) = deck.survey(&options);
    // It climbs out of the pool.
    assert_eq!(
        (status, &report["findings"]),
        (Some(0), &Value::Array(vec![])),
        "{printed}"
    );
    assert_eq!(report["settings"]["radius"], 0.2);
    assert_eq!(report["settings"]["step_height"], 0.7);
    let folder = deck.folder.path().join("report");
    assert!(folder.join("report.html").exists() && !folder.join("overview.png").exists());
}
