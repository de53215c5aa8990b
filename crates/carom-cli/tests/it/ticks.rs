//! `walk --record`, `replay`, `shrink`, `--map` and `--animate`, as a user runs them.

use crate::command::{carom, data, lines, refused};
use std::fs;

#[test]
fn a_recorded_tick_is_replayed_and_reduced() {
    let out = tempfile::tempdir().unwrap();
    let path = |name: &str| out.path().join(name).to_string_lossy().into_owned();
    for (scenario, character, tick) in [
        ("dungeon-f64", None, "100"),
        ("stairs", None, "60"),
        ("moving", Some("paddle"), "90"),
        ("flatland", Some("hero"), "200"),
        ("surfaces", Some("ice"), "100"),
    ] {
        let record = path("tick.json");
        let scenario = data(&format!("scenarios/{scenario}.json"));
        let mut arguments = vec!["walk", &*scenario, "--record", &record, "--tick", tick];
        if let Some(name) = character {
            arguments.extend(["--character", name]);
        }
        assert!(carom(&arguments).status.success(), "{scenario}");
        let played = carom(&["replay", &record]);
        assert!(played.status.success(), "{scenario}: {played:?}");
        let line = &lines(&played.stdout)[0];
        assert_eq!(line["same"], true);

        let least = path("least.json");
        let shrunk = carom(&["shrink", &record, "--out", &least]);
        assert!(shrunk.status.success(), "{shrunk:?}");
        let fewer = &lines(&shrunk.stdout)[0];
        assert!(fewer["pieces"].as_u64() <= line["pieces"].as_u64());
        assert_eq!(fewer["why"], line["why"]);
        assert_eq!(fewer["grounded"], line["grounded"], "{scenario}");
        assert!(carom(&["replay", &least]).status.success());

        // A number that is changed is found out.
        let text = fs::read_to_string(&record).unwrap();
        let other = text.replacen("\"jump\":null", "\"jump\":3.0", 1);
        assert_ne!(text, other);
        fs::write(&record, other).unwrap();
        let changed = carom(&["replay", &record]);
        assert_eq!(changed.status.code(), Some(1));
        assert_eq!(lines(&changed.stdout)[0]["same"], false);
    }
}

#[test]
fn a_standing_tick_keeps_its_ground_and_a_crouch_its_ceiling() {
    let out = tempfile::tempdir().unwrap();
    let path = |name: &str| out.path().join(name).to_string_lossy().into_owned();
    for (name, boxes, script, height, least) in [
        ("stands", "", "", 1.8, 1),
        (
            "crouches",
            r#", {"box": {"half": [3, 0.5, 3]}, "at": [0, 1.7, 0]}"#,
            r#"{"until": 0.2, "height": 1.1}, {"until": 1, "height": 1.8}"#,
            1.1,
            2,
        ),
        ("flies", "", r#"{"until": 1, "fly": true}"#, 1.8, 0),
    ] {
        // Beside what it stands on there is a pillar that does nothing.
        let text = format!(
            r#"{{"seconds": 0.5, "bodies": [{{"box": {{"half": [3, 0.5, 3]}}, "at": [0, -0.5, 0]}},
            {{"box": {{"half": [0.1, 1, 0.1]}}, "at": [0.415, 1, 0]}}{boxes}],
            "characters": [{{"feet": [0, 0.01, 0], "input": [{script}]}}]}}"#
        );
        fs::write(path("s.json"), text).unwrap();
        let tick = path("tick.json");
        let walked = carom(&["walk", &path("s.json"), "--record", &tick, "--tick", "25"]);
        assert!(walked.status.success(), "{name}: {walked:?}");
        let before = &lines(&carom(&["replay", &tick]).stdout)[0];
        assert!(before["pieces"].as_u64() > Some(least), "{name}: {before}");
        let shrunk = carom(&["shrink", &tick, "--fault", "same"]);
        assert!(shrunk.status.success(), "{name}: {shrunk:?}");
        let after = &lines(&shrunk.stdout)[0];
        assert_eq!(after["pieces"].as_u64(), Some(least), "{name}");
        assert_eq!(after["grounded"], name != "flies", "{name}");
        assert_eq!(after["height"].as_f64(), Some(height), "{name}");
        assert_eq!(after["feet"], before["feet"], "{name}");
    }
}

#[test]
fn other_files_than_recordings_are_refused() {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("tick.json").to_string_lossy().into_owned();
    for (text, message) in [
        ("", "EOF"),
        ("{}", "missing field"),
        (
            r#"{"dimensions": 4, "precision": "f32", "tick": {}}"#,
            "dimensions must be 2 or 3",
        ),
        (
            r#"{"dimensions": 3, "precision": "f16", "tick": {}}"#,
            "precision",
        ),
        (
            r#"{"dimensions": 3, "precision": "f32", "tick": {}}"#,
            "tick",
        ),
    ] {
        fs::write(&path, text).unwrap();
        for command in ["replay", "shrink"] {
            let error = refused(&[command, &path]);
            assert!(
                error.contains("tick.json") && error.contains(message),
                "{error}"
            );
        }
    }
    refused(&["replay", "none.json"]);
    let stairs = data("scenarios/stairs.json");
    let record = |rest: &[&str]| refused(&[&["walk", &stairs, "--record", &path], rest].concat());
    assert!(record(&["--character", "ghost"]).contains("there is no \"ghost\""));
    assert!(record(&["--tick", "99999"]).contains("--tick: there are"));
}

#[test]
fn a_scenario_is_drawn_as_map_and_animation() {
    let out = tempfile::tempdir().unwrap();
    let path = |name: &str| out.path().join(name).to_string_lossy().into_owned();
    let text = r#"{"seconds": 0.5, "bodies": [{"box": {"half": [3, 0.5, 3]}, "at": [0, -0.5, 0],
        "motion": {"spin": {"axis": [0, 1, 0], "degrees_per_second": 90}}}],
        "characters": [{"feet": [1, 0, 0]}]}"#;
    fs::write(path("s.json"), text).unwrap();
    let (map, animation) = (path("map.png"), path("move.png"));
    let output = carom(&[
        "walk",
        &path("s.json"),
        "--map",
        &map,
        "--animate",
        &animation,
    ]);
    assert!(output.status.success(), "{output:?}");
    let info = |path: &str| {
        let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
        decoder.read_info().unwrap().info().clone()
    };
    assert!(info(&map).animation_control.is_none());
    let frames = info(&animation).animation_control.unwrap().num_frames;
    assert!((5..=10).contains(&frames), "{frames}");
}
