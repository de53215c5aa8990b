//! Regions that are never reached, their causes, and what a change of the character would open.

use crate::command::{carom, json_of};
use std::fs;
use std::path::Path;
use std::process::Output;

/// A floor of 8 m by 4 m, of which the farther half is 0.5 m higher.
const TERRACE: &str = "\
v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nv 4 0.5 0\nv 8 0.5 0\nv 8 0.5 4\nv 4 0.5 4\n\
f 4 3 2 1\nf 8 7 6 5\nf 2 3 8 5\n";

/// Surveys a level from a spawn on its lower half.
fn survey(level: &Path, report: &Path, more: &[&str]) -> Output {
    let common = [
        "survey",
        level.to_str().unwrap(),
        "--spawn",
        "1,0,2",
        "--no-pictures",
        "--report",
        report.to_str().unwrap(),
    ];
    carom(&[&common[..], more].concat())
}

#[test]
fn a_terrace_names_its_step_and_what_would_open_it() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("terrace.obj");
    fs::write(&level, TERRACE).unwrap();
    let report = folder.path().join("report");
    // The rim of the floor is a leak.
    let more = [
        "--what-if",
        "step_height=0.5",
        "--what-if",
        "jump=1",
        "--fail-on",
        "never",
    ];
    let output = survey(&level, &report, &more);
    assert!(output.status.success(), "{output:?}");
    let stderr = String::from_utf8(output.stderr).unwrap();
    let row = "behind a step of 0.50 m, 0.10 m too high: --step-height 0.50 or --jump 3.2 at 4.";
    assert!(stderr.contains(row), "{stderr}");
    assert!(
        stderr.contains("what if step_height=0.5: reaches "),
        "{stderr}"
    );
    assert!(stderr.contains("opens 1 of 1 regions"), "{stderr}");
    assert!(stderr.contains("opens 0 of 1 regions"), "{stderr}");
    let json = json_of(&report.join("report.json"));
    let cause = &json["unreached"][0]["cause"];
    assert_eq!(cause["kind"], "step");
    assert_eq!(cause["steps"], 1);
    assert_eq!(cause["opens"], json["unreached"][0]["area"]);
    assert!((cause["size"].as_f64().unwrap() - 0.5).abs() < 1e-3);
    assert_eq!(json["what_if"][0]["opened"], serde_json::json!([0]));
    assert_eq!(json["what_if"][1]["opened"], serde_json::json!([]));
    let page = fs::read_to_string(report.join("report.html")).unwrap();
    assert!(page.contains("a step of 0.50 m"));
}

#[test]
fn causes_name_the_object_in_the_way_and_goals_their_cause() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("garden.obj");
    // Behind a kerb, which is the first half meter of the higher ground, is a lawn.
    let garden = "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nv 4 0.5 0\nv 8 0.5 0\nv 8 0.5 4\nv 4 0.5 4\nv 4.5 0.5 0\nv 4.5 0.5 4\n\
                  o Lawn\nf 10 7 6 9\no Path\nf 4 3 2 1\no Kerb\nf 8 10 9 5\nf 2 3 8 5\n";
    fs::write(&level, garden).unwrap();
    let report = folder.path().join("report");
    let more = ["--goal", "6,0.5,2", "--goal", "6,3,2"];
    let output = survey(&level, &report, &more);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains(" (garden.obj/Kerb)\n") || stderr.contains(" (Kerb)\n"),
        "{stderr}"
    );
    assert!(
        stderr.contains("not reached: behind a step of 0.50 m"),
        "{stderr}"
    );
    let json = json_of(&report.join("report.json"));
    assert_eq!(json["unreached"][0]["objects"][0], "Lawn");
    assert_eq!(json["unreached"][0]["cause"]["object"], "Kerb");
    let what = json["goals"][0]["what"].as_str().unwrap();
    assert!(what.starts_with("behind a step of 0.50 m"), "{what}");
    let what = json["goals"][1]["what"].as_str().unwrap();
    assert_eq!(
        what,
        "there is no ground here where the character could stand"
    );
}

#[test]
fn ground_that_is_barred_can_fail_a_survey() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("terrace.obj");
    // With walls around, so that nothing else is wrong.
    let walls = "v 0 3 0\nv 8 3 0\nv 8 3 4\nv 0 3 4\nv 8 0 0\nv 8 0 4\n\
                 f 1 13 10 9\nf 4 12 11 14\nf 1 9 12 4\nf 13 14 11 10\n";
    fs::write(&level, format!("{TERRACE}{walls}")).unwrap();
    let report = folder.path().join("report");
    let status = |fail_on: &str| {
        let output = survey(&level, &report, &["--fail-on", fail_on]);
        output.status.code().unwrap()
    };
    assert_eq!(status("error"), 0);
    assert_eq!(status("unreached"), 3);
    // As high as a wall it is no small fault.
    fs::write(&level, format!("{TERRACE}{walls}").replace("0.5", "1.5")).unwrap();
    assert_eq!(status("unreached"), 0);
}

#[test]
fn wrong_changes_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("terrace.obj");
    fs::write(&level, TERRACE).unwrap();
    for (change, message) in [
        (
            "step=0.5",
            "\"step\" is none of step_height, radius, height, jump, crouch, max_slope",
        ),
        ("step_height", "a setting and its value: step_height=0.6"),
        ("step_height=high", "\"high\": invalid float literal"),
        (
            "max_slope=100",
            "--what-if max_slope=100: a slope has 0 to 90 degrees",
        ),
        ("radius=-1", "--what-if radius=-1"),
    ] {
        let report = folder.path().join("report");
        let output = survey(&level, &report, &[&format!("--what-if={change}")]);
        assert!(!output.status.success());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains(message), "{stderr}");
    }
}
