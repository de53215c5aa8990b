//! Bodies of scenarios that are chains, or solids that a mesh or a chain encloses.

use crate::command::{carom, data, lines, refused, summary};
use serde_json::{Value, json};

/// The lines of a scenario, and its last line.
fn walked(scenario: &str) -> Vec<Value> {
    let output = carom(&["walk", scenario]);
    assert!(output.status.success(), "{output:?}");
    lines(&output.stdout)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn chains_are_walked_on_ridden_and_solid() {
    let lines = walked(&data("scenarios/chain.json"));
    let own = |name: &str| -> Vec<&Value> {
        let own = lines.iter().filter(|line| line["name"] == name);
        own.collect()
    };
    let hero = own("hero");
    // Up the slope of the ground, down its step, and on to the frame that rises and sinks.
    let mut grounds: Vec<&Value> = hero.iter().map(|line| &line["ground"]["body"]).collect();
    grounds.dedup();
    assert_eq!(grounds.iter().filter(|body| **body == 1).count(), 1);
    let highest = hero.iter().map(|line| number(&line["feet"][1]));
    assert!(highest.fold(0.0, f64::max) > 0.89);
    let end = hero.last().unwrap();
    assert!(end["ground"]["body"] == 1, "{end}");
    // One that starts across the front of the block is moved out; in the box, a shell, the other one stays.
    let lifted = own("lifted").last().copied().unwrap();
    assert!((number(&lifted["feet"][1]) - 1.0).abs() < 0.02, "{lifted}");
    assert_eq!(lifted["ground"]["body"], 2);
    let kept = own("in a shell").last().copied().unwrap();
    assert!((number(&kept["feet"][1]) - 4.0).abs() < 0.02, "{kept}");
    assert!((number(&kept["feet"][0]) - 1.2).abs() < 0.02, "{kept}");
    assert_eq!(summary(&lines)["stuck_ticks"], 0);
}

/// The triangles of a cube of side 6 around the origin, with their fronts outside.
fn cube() -> Value {
    let corners: Vec<[i32; 3]> = (0..8)
        .map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| 6 * bit - 3))
        .collect();
    let sides = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let triangles = sides.iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    json!({"vertices": corners, "triangles": triangles.collect::<Vec<_>>()})
}

#[test]
fn a_mesh_and_a_level_can_be_solid() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("cube.obj");
    let mesh = cube();
    let mut text = String::new();
    for corner in mesh["vertices"].as_array().unwrap() {
        text += &format!("v {} {} {}\n", corner[0], corner[1], corner[2]);
    }
    for triangle in mesh["triangles"].as_array().unwrap() {
        let corner = |i: usize| triangle[i].as_u64().unwrap() + 1;
        text += &format!("f {} {} {}\n", corner(0), corner(1), corner(2));
    }
    std::fs::write(&level, text).unwrap();
    let path = folder.path().join("s.json");
    let path = path.to_str().unwrap();
    // In the middle of it: a shell has a floor, a solid has fronts outside alone.
    let feet_at_the_end = |body: &Value| {
        let scenario =
            json!({"seconds": 2, "bodies": [body], "characters": [{"feet": [0, -1, 0]}]});
        std::fs::write(path, scenario.to_string()).unwrap();
        let lines = walked(path);
        number(&lines[lines.len() - 2]["feet"][1])
    };
    for mut body in [json!({"mesh": mesh}), json!({"level": "cube.obj"})] {
        let shell = feet_at_the_end(&body);
        assert!((shell + 3.0).abs() < 0.02, "{body}: {shell}");
        body["solid"] = json!(true);
        let solid = feet_at_the_end(&body);
        assert!(solid < -4.0, "{body}: {solid}");
        body["solid"] = json!(null);
        body["one_sided"] = json!(true);
        assert_eq!(feet_at_the_end(&body), solid);
    }
}

#[test]
fn what_is_no_solid_is_refused_by_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.json");
    let path = path.to_str().unwrap();
    let open = json!({"vertices": [[0, 0, 0], [0, 0, 1], [1, 0, 0]], "triangles": [[0, 1, 2]]});
    let line = json!({"vertices": [[0, 0], [1, 0], [1, 1]]});
    for (body, feet, message) in [
        (
            json!({"mesh": open, "solid": true}),
            json!([0, 0, 0]),
            "bodies[0].solid: ",
        ),
        (
            json!({"chain": line, "solid": true}),
            json!([0, 0]),
            "bodies[0].solid: the chain is open",
        ),
        (
            json!({"chain": {"vertices": [[0, 0]]}}),
            json!([0, 0]),
            "bodies[0].chain: a chain needs two vertices, but there are 1",
        ),
        (
            json!({"chain": {"rings": [[[0, 0], [1, 0], [0, 1]], [[0, 0]]]}}),
            json!([0, 0]),
            "bodies[0].chain: a ring needs two vertices, but ring 1 has 1",
        ),
    ] {
        let scenario = json!({"seconds": 1, "bodies": [body], "characters": [{"feet": feet}]});
        std::fs::write(path, scenario.to_string()).unwrap();
        let error = refused(&["walk", path]);
        assert!(
            error.contains("s.json") && error.contains(message),
            "{error}"
        );
    }
}
