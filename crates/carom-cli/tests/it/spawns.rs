//! Surveys from several spawns: given by option, or named by the level's file.

use crate::command::{carom, lines};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Two platforms of 4 m × 4 m without a way between them, the second with a hole through which the character falls.
struct Islands {
    folder: TempDir,
}

/// The corners of the squares: of both platforms, of 1 m each.
fn squares() -> Vec<[f32; 3]> {
    let mut corners = Vec::new();
    for (from, hole) in [(0, None), (8, Some((9, 2)))] {
        for x in from..from + 4 {
            for z in 0..4 {
                if hole != Some((x, z)) {
                    let [x, z] = [x as f32, z as f32];
                    let [a, b] = [[x, 0.0, z], [x, 0.0, z + 1.0]];
                    let [c, d] = [[x + 1.0, 0.0, z + 1.0], [x + 1.0, 0.0, z]];
                    corners.extend([a, b, c, a, c, d]);
                }
            }
        }
    }
    // Walls around each.
    for x in [0.0, 8.0] {
        let [a, b, c, d] = [
            [x, 0.0, 0.0],
            [x + 4.0, 0.0, 0.0],
            [x + 4.0, 0.0, 4.0],
            [x, 0.0, 4.0],
        ];
        for [p, q] in [[a, d], [d, c], [c, b], [b, a]] {
            let top = |[x, _, z]: [f32; 3]| [x, 2.0, z];
            corners.extend([p, q, top(q), p, top(q), top(p)]);
        }
    }
    corners
}

impl Islands {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let corners = squares();
        let mut text = String::new();
        for [x, y, z] in &corners {
            text += &format!("v {x} {y} {z}\n");
        }
        for triangle in 0..corners.len() / 3 {
            let first = 3 * triangle + 1;
            text += &format!("f {first} {} {}\n", first + 1, first + 2);
        }
        std::fs::write(folder.path().join("level.obj"), text).unwrap();
        Self { folder }
    }

    /// The same as a glTF with these nodes.
    fn gltf(&self, nodes: &[(&str, [f64; 3])]) -> PathBuf {
        let corners = squares();
        let bytes: Vec<u8> = corners
            .iter()
            .flatten()
            .flat_map(|x| x.to_le_bytes())
            .collect();
        let mut all = vec![json!({"mesh": 0, "name": "floor"})];
        all.extend(
            nodes
                .iter()
                .map(|(name, at)| json!({"name": name, "translation": at})),
        );
        let file = json!({
            "asset": {"version": "2.0"},
            "buffers": [{"byteLength": bytes.len(), "uri": format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(&bytes))}],
            "bufferViews": [{"buffer": 0, "byteLength": bytes.len()}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": corners.len(), "type": "VEC3", "min": [0, 0, 0], "max": [12, 2, 4]}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "nodes": all,
            "scenes": [{"nodes": (0..all.len()).collect::<Vec<_>>()}],
        });
        let path = self.folder.path().join("level.gltf");
        std::fs::write(&path, serde_json::to_vec(&file).unwrap()).unwrap();
        path
    }

    fn at(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().into()
    }

    /// Surveys into this folder; returns the exit status, the messages and the report.
    fn survey(&self, level: &Path, report: &str, more: &[&str]) -> (Option<i32>, String, Value) {
        let report = self.at(report);
        let first = [
            "survey",
            level.to_str().unwrap(),
            "--report",
            &report,
            "--no-pictures",
        ];
        let output = carom(&[&first[..], more].concat());
        let printed = String::from_utf8(output.stderr).unwrap();
        let file = std::fs::read(Path::new(&report).join("report.json"));
        let file = file.map_or(Value::Null, |text| serde_json::from_slice(&text).unwrap());
        (output.status.code(), printed, file)
    }

    fn obj(&self) -> PathBuf {
        self.folder.path().join("level.obj")
    }
}

const BOTH: [&str; 4] = ["--spawn", "1,0.3,1", "--spawn", "11,0,1"];

#[test]
fn every_spawn_is_searched_and_a_finding_names_its_own() {
    let islands = Islands::new();
    let level = islands.obj();
    let (status, printed, one) = islands.survey(&level, "one", &BOTH[..2]);
    assert_eq!(
        (status, &one["findings"]),
        (Some(0), &json!([])),
        "{printed}"
    );
    assert!(one.get("spawns").is_none(), "{one}");
    let goals = ["--goal", "11,0,3", "--goal", "3,0,3"];
    let (status, printed, both) = islands.survey(&level, "both", &[&BOTH[..], &goals].concat());
    assert_eq!(status, Some(3), "{printed}");
    for line in ["spawn at 1.00,0.30,1.00\n", "spawn at 11.00,0.00,1.00\n"] {
        assert!(printed.contains(line), "{printed}");
    }
    let spawns = [json!([1.0, 0.3, 1.0]), json!([11.0, 0.0, 1.0])];
    let spawns = spawns.map(|spawn| {
        let single = |x: &Value| f64::from(x.as_f64().unwrap() as f32);
        spawn
            .as_array()
            .unwrap()
            .iter()
            .map(single)
            .collect::<Vec<_>>()
    });
    let of = |value: &Value| -> Vec<f64> {
        let numbers: Vec<f64> = serde_json::from_value(value.clone()).unwrap();
        numbers.into_iter().map(|x| f64::from(x as f32)).collect()
    };
    assert_eq!(of(&both["spawn"]), spawns[0]);
    assert_eq!([of(&both["spawns"][0]), of(&both["spawns"][1])], spawns);
    assert_eq!(both["unreached"], json!([]));
    let area = |report: &Value| report["reach"]["area"].as_f64().unwrap();
    assert!(area(&both) > 1.8 * area(&one));
    // The hole is in the second platform.
    let finding = &both["findings"][0];
    assert_eq!(
        (&finding["kind"], of(&finding["spawn"])),
        (&json!("leak"), spawns[1].clone())
    );
    for (goal, spawn) in [(0, 1), (1, 0)] {
        assert_eq!(of(&both["goals"][goal]["spawn"]), spawns[spawn]);
    }
    // Its scenario starts there, and falls out.
    let scenario = Path::new(&islands.at("both")).join(finding["scenario"].as_str().unwrap());
    let walked = carom(&["walk", scenario.to_str().unwrap()]);
    let ticks = lines(&walked.stdout);
    assert!(ticks[0]["feet"][0].as_f64().unwrap() > 10.0, "{}", ticks[0]);
    assert!(ticks[ticks.len() - 2]["feet"][1].as_f64().unwrap() < -0.5);
    let page = std::fs::read_to_string(islands.at("both/report.html")).unwrap();
    assert!(page.contains("from the spawn 11.00, 0.00, 1.00"));
    let page = std::fs::read_to_string(islands.at("one/report.html")).unwrap();
    assert!(!page.contains("from the spawn "));
}

#[test]
fn all_spawns_of_a_file_are_used() {
    let islands = Islands::new();
    let nodes = [
        ("Spawn", [1.0, 0.0, 1.0]),
        ("player start 2", [11.0, -0.2, 1.0]),
        ("spawn_outside", [50.0, 0.0, 1.0]),
    ];
    let level = islands.gltf(&nodes);
    let (status, printed, report) = islands.survey(&level, "named", &[]);
    assert_eq!(status, Some(3), "{printed}");
    assert_eq!(
        report["spawns"].as_array().map(Vec::len),
        Some(2),
        "{printed}"
    );
    assert!(
        report["spawns"][1][1].as_f64().unwrap() > 0.0,
        "it is lifted out of the floor"
    );
    assert!(
        printed.contains("\"spawn_outside\" is left out: the spawn [50, 0, 1] is outside"),
        "{printed}"
    );
    assert_eq!(report["findings"][0]["kind"], "leak");
    // Those of the command line replace them.
    let (status, _, report) = islands.survey(&level, "given", &["--spawn", "1,0,1"]);
    assert_eq!(status, Some(0));
    assert!(report.get("spawns").is_none());
}

#[test]
fn tiles_and_processes_take_several_spawns() {
    let islands = Islands::new();
    let level = islands.obj();
    let tiles = ["--tiles", "4.6"];
    let (status, printed, one) = islands.survey(&level, "one", &[&BOTH[..], &tiles].concat());
    assert_eq!(status, Some(3), "{printed}");
    let work = islands.at("work");
    let job = |spawns: &[&str], tile: &str| {
        let more = [&tiles[..], &["--work", &work, "--tile", tile], spawns].concat();
        islands.survey(&level, "unused", &more)
    };
    let (status, printed, _) = job(&BOTH, "0,0");
    assert_eq!(status, Some(0), "{printed}");
    // Without spawns a job continues with those of the search; others are refused.
    let (status, printed, _) = job(&BOTH[..2], "0,0");
    assert_eq!(status, Some(1));
    assert!(printed.contains("other options: spawns was"), "{printed}");
    let many = islands.at("many");
    for round in 0.. {
        assert!(round < 20);
        let output = carom(&["survey", "merge", &work, "--report", &many, "--no-pictures"]);
        if output.status.code() == Some(3) {
            break;
        }
        let waiting = String::from_utf8(output.stdout).unwrap();
        for tile in waiting.lines() {
            let (status, printed, _) = job(&[], tile);
            assert_eq!(status, Some(0), "{printed}");
        }
    }
    let merged: Value =
        serde_json::from_slice(&std::fs::read(Path::new(&many).join("report.json")).unwrap())
            .unwrap();
    assert_eq!(merged, one);
    assert_eq!(one["spawns"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_walk_takes_one_spawn_and_a_bad_one_is_named() {
    let islands = Islands::new();
    let level = islands.obj();
    let both = carom(&[&["walk", level.to_str().unwrap()], &BOTH[..]].concat());
    let printed = String::from_utf8(both.stderr).unwrap();
    assert_eq!(both.status.code(), Some(2), "{printed}");
    assert!(
        printed.contains("'--spawn <X,Y,Z>' cannot be used multiple times"),
        "{printed}"
    );
    let more = ["--spawn", "1,0,1", "--spawn", "6,0,1"];
    let (status, printed, report) = islands.survey(&level, "bad", &more);
    assert_eq!((status, report), (Some(1), Value::Null), "{printed}");
    assert!(
        printed.contains("no floor below the spawn [6, 0, 1]"),
        "{printed}"
    );
}
