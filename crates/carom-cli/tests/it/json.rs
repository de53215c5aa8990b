//! JSON on standard output: of every command that has results, on request or for a program that reads it.

use crate::command::{carom, data, lines, refused, summary};
use serde_json::Value;
use std::path::Path;

fn one(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// A plate of 6 m × 6 m in a folder of its own.
fn plate() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plate.obj");
    std::fs::write(&path, "v 0 0 0\nv 0 0 6\nv 6 0 6\nv 6 0 0\nf 1 2 3 4\n").unwrap();
    let path = path.to_str().unwrap().into();
    (folder, path)
}

#[test]
fn a_walk_through_a_level_is_one_object() {
    let (folder, level) = plate();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let arguments = [
        "walk",
        &level,
        "--json",
        "--seconds",
        "2",
        "--out",
        out,
        "--spawn",
        "3,0.02,3",
    ];
    let output = carom(&arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let object = one(&output.stdout);
    assert_eq!(object["level"]["file"], "plate.obj");
    assert_eq!(object["level"]["triangles"], 2);
    assert_eq!(object["spawn"][0], 3.0);
    assert_eq!(object["fell_out"], false);
    assert!(object["targets"].is_u64());
    assert_eq!(object["end"], "time");
    let heights = object["heights"].as_array().unwrap();
    assert!(heights[0].as_f64().unwrap() <= heights[1].as_f64().unwrap());
    // The summary is that of the trace.
    let trace = object["trace"].as_str().unwrap();
    assert_eq!(trace, Path::new(out).join("walk.jsonl").to_str().unwrap());
    let trace = lines(&std::fs::read(trace).unwrap());
    assert_eq!(&object["summary"], summary(&trace));
    let names: Vec<_> = (object["pictures"].as_array().unwrap().iter())
        .map(|picture| {
            assert!(Path::new(picture["file"].as_str().unwrap()).exists());
            picture["name"].as_str().unwrap()
        })
        .collect();
    assert_eq!(names, ["map", "view"]);
    // People read all of it in one table.
    let printed = String::from_utf8(output.stderr).unwrap();
    let rows: Vec<_> = printed.lines().filter(|line| line.contains(out)).collect();
    let columns: Vec<_> = rows.iter().map(|row| row.find(out)).collect();
    assert_eq!(rows.len(), 3, "{printed}");
    assert!(
        columns.iter().all(|column| *column == columns[0]),
        "{printed}"
    );
    // A fall out of the level is reported, with status 3.
    let arguments = [
        "walk",
        &level,
        "--json",
        "--seconds",
        "2",
        "--out",
        out,
        "--no-pictures",
        "--spawn",
        "-0.4,-0.6,3",
    ];
    let output = carom(&arguments);
    assert_eq!(output.status.code(), Some(3));
    let object = one(&output.stdout);
    assert_eq!(
        (&object["fell_out"], &object["pictures"]),
        (&true.into(), &Value::Array(vec![]))
    );
}

#[test]
fn a_survey_prints_its_report() {
    let (folder, level) = plate();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let report = at("report");
    let first = [
        "survey",
        &level,
        "--report",
        &report,
        "--no-pictures",
        "--json",
    ];
    let output = carom(&first);
    // One falls off the plate.
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let file = std::fs::read(Path::new(&report).join("report.json")).unwrap();
    assert_eq!(output.stdout, file);
    assert_eq!(one(&file)["findings"][0]["kind"], "leak");
    // Tiles that wait, and then the report of all.
    let work = at("work");
    let job = |tile: &str| {
        let tiles = [
            "--tiles", "3", "--work", &work, "--tile", tile, "--report", &report,
        ];
        carom(&[&["survey", &level], &tiles[..]].concat())
    };
    assert!(job("0,0").status.success());
    let joined = loop {
        let output = carom(&[
            "survey",
            "merge",
            &work,
            "--json",
            "--no-pictures",
            "--report",
            &report,
        ]);
        if output.status.code() != Some(4) {
            break output;
        }
        let waiting = one(&output.stdout);
        assert!(waiting["round"].is_u64());
        for tile in waiting["tiles"].as_array().unwrap() {
            assert!(job(&format!("{},{}", tile[0], tile[1])).status.success());
        }
    };
    assert_eq!(joined.status.code(), Some(3));
    assert_eq!(one(&joined.stdout)["settings"]["tiles"], 3.0);
    let other = at("other");
    let error = refused(&[
        "survey", &level, "--tile", "0,0", "--work", &other, "--json",
    ]);
    assert!(
        error.contains("--json prints a report, and the job of a tile has none"),
        "{error}"
    );
}

/// What `carom` prints on a terminal as its standard output, and on standard error.
#[cfg(unix)]
fn on_terminal(arguments: &[&str]) -> (String, String) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::io::Read;
    let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&control).unwrap();
    unlockpt(&control).unwrap();
    let name = ptsname(&control, Vec::new()).unwrap();
    let options = std::fs::File::options()
        .read(true)
        .write(true)
        .open(name.to_str().unwrap());
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_carom"));
    command
        .args(arguments)
        .stdout(options.unwrap())
        .stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    // The terminal closes with its last user.
    drop(command);
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        // At the end Linux reports an error instead of nothing more.
        let _ = std::fs::File::from(control).read_to_end(&mut text);
        String::from_utf8(text).unwrap()
    });
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    (
        reader.join().unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// A terminal gets a short summary, unless JSON is requested.
#[cfg(unix)]
#[test]
fn lines_of_json_are_for_programs() {
    let stairs = data("scenarios/stairs.json");
    let game = data("pool/break.json");
    let folder = tempfile::tempdir().unwrap();
    let tick = folder.path().join("tick.json");
    let tick = tick.to_str().unwrap();
    carom(&["walk", &stairs, "--record", tick]);
    for (arguments, words) in [
        (&["walk", &stairs][..], "a step takes"),
        (&["pool", &game], "max overlap"),
        (&["replay", tick], "same bits"),
        (&["shrink", tick], "same bits"),
    ] {
        let (out, error) = on_terminal(arguments);
        assert_eq!(out, "", "{arguments:?}");
        assert!(error.contains(words), "{arguments:?}: {error}");
        let (out, _) = on_terminal(&[arguments, &["--json"]].concat());
        let requested = lines(out.as_bytes());
        let piped = lines(&carom(arguments).stdout);
        assert_eq!(requested.len(), piped.len(), "{arguments:?}");
        let hash = |lines: &[Value]| summary(lines)["hash"].clone();
        assert_eq!(hash(&requested), hash(&piped));
        assert!(requested.last().unwrap().is_object());
    }
    let (out, _) = on_terminal(&["pool", &game, "--events"]);
    assert!(lines(out.as_bytes()).len() > 1);
}
