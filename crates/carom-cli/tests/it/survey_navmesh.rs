//! `carom survey --graph` and `--check`: the graph of what is reached, and a navigation mesh that is checked.

use crate::command::{carom, lines, refused};
use crate::survey_room::{Place, room, said};
use serde_json::{Value, json};
use std::fs;

/// A level with a table, from which the character drops.
fn with_table(place: &Place) -> String {
    let mut text = room(&[]);
    text += "o Table\nv 7 1 2\nv 7 1 4\nv 9 1 4\nv 9 1 2\nf -4 -3 -2 -1\n";
    fs::write(place.path("table.obj"), text).unwrap();
    place.text("table.obj")
}

#[test]
fn the_scripts_of_a_graph_replay() {
    let place = Place::new();
    let level = with_table(&place);
    let survey = |threads: &str, name: &str| {
        let (report, graph) = (place.text("report"), place.text(name));
        let output = carom(&[
            "survey",
            &level,
            "--spawn",
            "8,1,3",
            "--no-pictures",
            "--report",
            &report,
            "--graph",
            &graph,
            "--threads",
            threads,
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        fs::read(place.path(name)).unwrap()
    };
    let bytes = survey("1", "graphs/one.json");
    assert_eq!(survey("3", "graphs/three.json"), bytes);
    let graph = place.json("graphs/one.json");
    assert_eq!(
        (&graph["width"], &graph["regions"]),
        (&json!(1.0), &json!(2))
    );
    let nodes = graph["nodes"].as_array().unwrap();
    let area: f64 = nodes
        .iter()
        .map(|node| node["area"].as_f64().unwrap())
        .sum();
    let reach = place.json("report/report.json")["reach"]["area"]
        .as_f64()
        .unwrap();
    assert!(
        (area - reach).abs() < 1e-3 * nodes.len() as f64,
        "{area} of {reach}"
    );
    let links = graph["links"].as_array().unwrap();
    let drops: Vec<_> = links.iter().filter(|link| link["kind"] == "drop").collect();
    assert!(drops.len() > 3);
    for drop in drops {
        assert_eq!(drop["back"], false);
        let script = &drop["script"];
        let inputs = script["input"].as_array().unwrap();
        let scenario = json!({
            "hz": 60,
            "seconds": inputs.last().unwrap()["until"],
            "bodies": [{"level": "table.obj"}],
            "characters": [{"feet": script["feet"], "input": inputs}],
        });
        fs::write(place.path("drop.json"), scenario.to_string()).unwrap();
        let output = carom(&["walk", &place.text("drop.json"), "--json"]);
        let lines = lines(&output.stdout);
        let last = lines.iter().rev().find(|line| line.get("feet").is_some());
        assert_eq!(last.unwrap()["feet"], drop["end"]);
    }
}

/// Two squares on the floor of the room, and one under the table.
fn navmesh() -> Value {
    json!({
        "vertices": [[1, 0, 1], [1, 0, 5], [5, 0, 5], [5, 0, 1], [7.5, 0, 1], [7.5, 0, 5]],
        "polygons": [[0, 1, 2, 3], [3, 2, 5, 4]],
    })
}

#[test]
fn a_navigation_mesh_is_checked() {
    let place = Place::new();
    let level = with_table(&place);
    let check = |navmesh: &Value, more: &[&str]| {
        fs::write(place.path("navmesh.json"), navmesh.to_string()).unwrap();
        let (report, file) = (place.text("report"), place.text("navmesh.json"));
        let arguments = ["survey", &level, "--check", &file, "--report", &report];
        carom(&[&arguments[..], more].concat())
    };
    let output = check(&navmesh(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(place.json("report/navmesh.json")["findings"], json!([]));

    // The table is 1 m high, and no ground is beside the room.
    let mut faulty = navmesh();
    faulty["links"] = json!([
        {"from": [6, 0, 3], "to": [8, 1, 3], "kind": "walk"},
        {"from": [8, 1, 3], "to": [6, 0, 3], "kind": "drop"},
        {"from": [6, 0, 3], "to": [8, 1, 3], "kind": "jump"},
        {"from": [20, 0, 3], "to": [8, 1, 3], "kind": "walk"}
    ]);
    let output = check(&faulty, &["--json"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        fs::read(place.path("report/navmesh.json")).unwrap(),
        output.stdout
    );
    let report = place.json("report/navmesh.json");
    let findings = report["findings"].as_array().unwrap();
    let of = |name: &str| {
        findings
            .iter()
            .map(|finding| finding[name].clone())
            .collect()
    };
    let links: Vec<Value> = of("link");
    assert_eq!(links, [json!(0), json!(2), json!(3)]);
    let reasons: Vec<Value> = of("reason");
    assert_eq!(reasons[1..], [json!("no-jump"), json!("no-ground")]);
    assert_eq!(
        (&report["walked"], &report["navmesh"]["edges"]),
        (&json!(6), &json!(1))
    );
    let message = said(&output);
    assert!(
        message.contains("link 2: the character does not jump: --jump"),
        "{message}"
    );
    let scenario = findings[0]["scenario"].as_str().unwrap();
    assert!(message.contains(scenario), "{message}");
    let walk = carom(&["walk", &place.text(&format!("report/{scenario}")), "--json"]);
    let ticks = lines(&walk.stdout);
    let is_there = |line: &Value| line.get("feet") == Some(&findings[0]["position"]);
    assert!(ticks.iter().any(is_there), "{}", findings[0]);

    let jumps = check(&faulty, &["--jump", "6", "--threads", "1"]);
    assert_eq!(jumps.status.code(), Some(3));
    let report = place.json("report/navmesh.json");
    assert_eq!(report["findings"].as_array().unwrap().len(), 2);
    // Scenarios of the check before are gone.
    assert_eq!(place.files("report/navmesh").len(), 1);
    assert_eq!(
        check(&faulty, &["--fail-on", "never"]).status.code(),
        Some(0)
    );
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let place = Place::new();
    let level = with_table(&place);
    let file = place.text("navmesh.json");
    let report = place.text("report");
    let refuse = |text: &str, part: &str| {
        fs::write(place.path("navmesh.json"), text).unwrap();
        let error = refused(&["survey", &level, "--check", &file, "--report", &report]);
        assert!(
            error.contains(&file) && error.contains(part),
            "{text}: {error}"
        );
    };
    refuse("", "the file is empty");
    refuse("[]", "is a JSON object");
    refuse(r#"{"vertices": []}"#, "missing field `polygons`");
    let with = |polygons: &str, more: &str| {
        format!(
            "{{\"vertices\": [[0,0,0],[0,0,1],[1,0,0],[1,0,1]], \"polygons\": {polygons}{more}}}"
        )
    };
    refuse(&with("[]", ""), "polygons is empty");
    refuse(&with("[[0, 1, 4]]", ""), "polygons[0][2] is 4");
    refuse(&with("[[0, 1, -1]]", ""), "polygons[0][2]: ");
    refuse(
        &with("[[0, 1, 2], [0, 1]]", ""),
        "polygons[1] has 2 corners",
    );
    refuse(
        &with("[[0, 1, 2], [2, 1, 0]]", ""),
        "polygons[1] has the same",
    );
    refuse(&with("[[0, 1, 2]]", r#", "x": 1"#), "unknown field `x`");
    let link = |link: &str| with("[[0, 1, 2]]", &format!(", \"links\": [{link}]"));
    refuse(
        &link(r#"{"from": [0,0,0], "to": [1,0], "kind": "jump"}"#),
        "links[0].to",
    );
    refuse(
        &link(r#"{"from": [0,0,0], "to": [1,0,0], "kind": "fly"}"#),
        "links[0].kind",
    );
    refuse(
        &link(r#"{"from": [0,0,0], "to": [1e39,0,0], "kind": "walk"}"#),
        "links[0]: a point",
    );
    fs::write(place.path("navmesh.json"), navmesh().to_string()).unwrap();
    let output = carom(&["survey", &level, "--check", &file, "--goal", "1,0,1"]);
    assert_eq!(output.status.code(), Some(2));
    let missing = place.text("none.json");
    let error = refused(&["survey", &level, "--check", &missing, "--report", &report]);
    assert!(error.contains("none.json: cannot be read"), "{error}");
    let error = refused(&["survey", &level, "--graph-width", "0", "--report", &report]);
    assert!(error.contains("--graph-width must be"), "{error}");
}
