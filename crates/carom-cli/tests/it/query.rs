//! `carom query`: answers, errors, order, and the reference cases through the command.

use crate::command::{carom, data, lines};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn query(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .arg("query")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

/// A query as a line of the file.
pub(crate) fn line(verb: &str, a: Value, b: Value) -> Value {
    json!({"ask": verb, "a": a, "b": b})
}

fn ball(center: Value, radius: f64) -> Value {
    json!({"ball": {"center": center, "radius": radius}})
}

#[test]
fn every_query_has_its_answer_in_order() {
    let text = [
        json!({"id": 1, "ask": "contact", "a": ball(json!([0, 2]), 1.0), "b": {"segment": {"a": [-4, 1.5], "b": [4, 1.5]}}}),
        json!({"id": "b", "ask": "overlap", "a": {"point": [0, 0, 0]}, "b": ball(json!([0, 0, 1]), 1.0)}),
        json!({"id": 3, "ask": "contact", "a": ball(json!([0, 0]), 1.0), "b": {"point": [9, 1]}, "reach": 0.5}),
        json!({"id": 4, "ask": "closest", "a": ball(json!([0, 0]), 2.0), "b": {"point": [1, 0]}}),
        json!({"id": 5, "ask": "sweep", "a": ball(json!([0, 0, 0]), 0.5), "delta_a": [4, 0, 0], "delta_b": [-4, 0, 0],
               "b": {"triangle": {"a": [3, -9, -9], "b": [3, 9, -9], "c": [3, 0, 9]}}, "precision": "f64"}),
        json!({"id": 6, "ask": "sweep", "a": ball(json!([0, 1.5]), 1.0), "delta_a": [3, 0],
               "b": {"segment": {"a": [-4, 0.5], "b": [4, 0.5]}}}),
        line(
            "contact",
            json!({"point": [0, 0]}),
            json!({"point": [0, 0]}),
        ),
    ];
    let text: String = text.iter().map(|line| format!("{line}\n")).collect();
    let output = query(&[], &text);
    assert!(output.status.success(), "{output:?}");
    let answers = lines(&output.stdout);
    assert_eq!(answers.len(), 7);
    assert_eq!(
        (&answers[0]["id"], &answers[0]["separation"]),
        (&json!(1), &json!(-0.5))
    );
    assert_eq!(answers[1], json!({"id": "b", "overlap": true}));
    assert_eq!(answers[2], json!({"id": 3, "contact": false}));
    assert_eq!(answers[3]["separation"], 0.0);
    let t = answers[4]["t"].as_f64().unwrap();
    assert!((t - 2.5 / 8.0).abs() < 1e-12, "{t}");
    let x = answers[4]["point"][0].as_f64().unwrap();
    assert!(
        (x - (3.0 - 4.0 * t)).abs() < 1e-12,
        "where b is by then: {x}"
    );
    assert_eq!(
        (&answers[5]["start"], &answers[5]["hit"]),
        (&json!("touching"), &json!(false))
    );
    assert_eq!(
        (&answers[6]["separation"], &answers[6]["unique"]),
        (&json!(0.0), &json!(false))
    );
    assert!(answers[6].get("id").is_none());
}

#[test]
fn a_manifold_has_its_points_with_the_features_that_meet() {
    let crate_on_floor = |height: f64| {
        let standing = json!({"box": {"half": [0.5, 0.5, 0.5]}, "at": [3, height, 0]});
        let mut query = line("manifold", standing, json!({"box": {"half": [9, 1, 9]}}));
        query["reach"] = json!(0.125);
        query
    };
    let mut mesh = line("manifold", json!({"point": [0, 0, 0]}), json!({}));
    mesh["b"] =
        json!({"mesh": {"vertices": [[0, 0, 0], [0, 0, 1], [1, 0, 0]], "triangles": [[0, 1, 2]]}});
    let text = format!(
        "{}\n{}\n{mesh}\n",
        crate_on_floor(1.5625),
        crate_on_floor(2.0)
    );
    let found = lines(&query(&[], &text).stdout);
    let point = |x: f64, z: f64, corner: u32| {
        json!({"separation": 0.0625, "point_a": [x, 1.0625, z], "point_b": [x, 1.0, z],
               "feature_a": [corner], "feature_b": [2, 3, 6]})
    };
    // Bit 0 of the number of a corner is set for the larger x, bit 2 for the larger z.
    let corners = [
        point(2.5, -0.5, 0),
        point(2.5, 0.5, 4),
        point(3.5, 0.5, 5),
        point(3.5, -0.5, 1),
    ];
    assert_eq!(found[0]["normal"], json!([0.0, 1.0, 0.0]));
    assert_eq!(found[0]["separation"], 0.0625);
    assert_eq!(found[0]["points"], json!(corners));
    assert_eq!(found[1], json!({"contact": false}));
    let error = "line 3: b must be one convex shape for manifold";
    assert_eq!(found[2]["error"], error);
    let rows = query(
        &["--format", "csv"],
        &format!("{}\n", crate_on_floor(1.5625)),
    );
    let rows = String::from_utf8(rows.stdout).unwrap();
    assert!(rows.contains(r#","[{""separation"":0.0625,"#), "{rows}");
}

#[test]
fn a_bad_line_gets_an_error_and_the_others_an_answer() {
    let good = r#"{"id": 0, "ask": "overlap", "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#;
    for (line, message) in [
        (
            r#"{"id": 7, "ask": "touch", "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "ask: unknown variant `touch`",
        ),
        (
            r#"{"id": 7, "ask": "overlap", "a": {"cube": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "a.cube: unknown variant `cube`",
        ),
        (
            r#"{"id": 7, "ask": "overlap", "a": {"point": [0, 0]}, "b": {"point": [0, 0, 0]}}"#,
            "a.point has 2 numbers and b.point has 3",
        ),
        (
            r#"{"id": 7, "ask": "overlap", "a": {"point": [0]}, "b": {"point": [0, 0, 0]}}"#,
            "a.point has 1 numbers",
        ),
        (
            r#"{"id": 7, "ask": "overlap", "a": {"ball": {"center": [0, 0], "radius": -2}}, "b": {"point": [0, 0]}}"#,
            "a.ball.radius is negative (-2)",
        ),
        (
            r#"{"id": 7, "ask": "overlap", "a": {"point": [1e39, 0]}, "b": {"point": [0, 0]}}"#,
            "a.point is beyond the range",
        ),
        (
            r#"{"id": 7, "ask": "overlap", "reach": 1, "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "reach is for contact and manifold only",
        ),
        (
            r#"{"id": 7, "ask": "sweep", "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "delta_a is missing",
        ),
        (
            r#"{"id": 7, "ask": "sweep", "turn_a": {}, "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "turn_a: missing field `pivot`",
        ),
        (
            r#"{"id": 7, "ask": "overlap", "colour": 1, "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "colour: unknown field `colour`",
        ),
        (r#"{"id": 7, "ask": "overlap", "a": {"po"#, "line 2: "),
        ("\u{1}", "line 2: "),
    ] {
        let output = query(&[], &format!("{good}\n{line}\n\n{good}\n"));
        assert_eq!(output.status.code(), Some(1), "{line}");
        let answers = lines(&output.stdout);
        assert_eq!(answers.len(), 3, "{line}");
        assert_eq!(answers[0], json!({"id": 0, "overlap": true}));
        assert_eq!(answers[2], answers[0]);
        let error = answers[1]["error"].as_str().unwrap();
        assert!(error.starts_with(message), "{line}\n{error}");
        assert!(
            answers[1]["id"] == 7 || message == "line 2: ",
            "{}",
            answers[1]
        );
        assert!(String::from_utf8_lossy(&output.stderr).contains("1 of 3 lines"));
    }
    assert_eq!(carom(&["query", "no/such/file"]).status.code(), Some(1));
}

/// The answers to queries that all have one.
fn answers(queries: &[Value]) -> Vec<Value> {
    let text: String = queries.iter().map(|line| format!("{line}\n")).collect();
    let output = query(&[], &text);
    assert!(output.status.success(), "{output:?}");
    lines(&output.stdout)
}

fn answer(query: Value) -> Value {
    answers(&[query]).remove(0)
}

/// The answer to a query about two shapes.
fn run(verb: &str, a: &Value, b: &Value) -> Value {
    answer(of_pair(verb, a, b))
}

/// A query about two shapes.
fn of_pair(verb: &str, a: &Value, b: &Value) -> Value {
    json!({"ask": verb, "a": a, "b": b})
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn near(value: &Value, expected: &[f64]) -> bool {
    let numbers = value.as_array().unwrap();
    let mut pairs = numbers.iter().zip(expected);
    numbers.len() == expected.len() && pairs.all(|(x, y)| (number(x) - y).abs() < 1e-5)
}

#[test]
fn a_hull_has_a_radius_or_none() {
    let points = json!([[0, 0], [2, 0], [1, 1], [1, 0.5]]);
    let point = json!({"point": [1, 3]});
    let sharp = run("contact", &json!({"hull": {"points": points}}), &point);
    assert_eq!(sharp["separation"], 2.0);
    assert!(near(&sharp["normal"], &[0.0, -1.0]));
    let round = json!({"hull": {"points": points, "radius": 0.5}});
    assert_eq!(run("contact", &round, &point)["separation"], 1.5);
}

#[test]
fn a_box_is_solid() {
    let cuboid = json!({"box": {"center": [1, 0, 0], "half": [1, 2, 3]}});
    let found = run("contact", &ball(json!([4, 0, 0]), 0.5), &cuboid);
    assert_eq!(found["separation"], 1.5);
    assert!(near(&found["point_b"], &[2.0, 0.0, 0.0]));
    let inside = run("closest", &cuboid, &json!({"point": [1, 0, 0]}));
    assert_eq!(inside["separation"], 0.0);
    assert!(near(&inside["point_b"], &[1.0, 0.0, 0.0]));
}

#[test]
fn an_aabb_is_given_by_its_corners() {
    let aabb = json!({"aabb": {"min": [0, 0], "max": [1, 2]}});
    let found = run("contact", &aabb, &json!({"point": [4, 6]}));
    assert_eq!(found["separation"], 5.0);
    let flat = json!({"aabb": {"min": [0, 0], "max": [1, 0]}});
    assert_eq!(
        run("overlap", &flat, &json!({"point": [0.5, 0]}))["overlap"],
        true
    );
}

#[test]
fn a_plane_is_solid_behind_its_normal() {
    let floor = json!({"plane": {"normal": [0, 2, 0], "offset": 2}});
    let found = run("contact", &ball(json!([5, 3, 5]), 0.5), &floor);
    assert_eq!(found["separation"], 1.5);
    assert!(near(&found["normal"], &[0.0, 1.0, 0.0]));
    assert_eq!(
        run("overlap", &floor, &json!({"point": [9, -9, 9]}))["overlap"],
        true
    );
    let fall = answer(
        json!({"ask": "sweep", "a": floor, "b": ball(json!([0, 3, 0]), 0.5), "delta_b": [0, -3, 0]}),
    );
    assert!((number(&fall["t"]) - 0.5).abs() < 1e-5);
    assert!(near(&fall["normal"], &[0.0, -1.0, 0.0]));
    assert!(near(&fall["point"], &[0.0, 1.0, 0.0]));
}

/// Two triangles in the plane y = 0, fronts up, and one far above.
fn tile() -> Value {
    json!({"vertices": [[-4, 0, -4], [-4, 0, 4], [4, 0, 4], [4, 0, -4], [0, 9, 0], [0, 9, 1], [1, 9, 0]],
           "triangles": [[4, 5, 6], [0, 1, 2], [0, 2, 3]]})
}

#[test]
fn a_mesh_answers_by_its_nearest_triangle() {
    let mesh = json!({"mesh": tile()});
    let drop = ball(json!([1, 2, 1]), 0.5);
    let found = run("contact", &drop, &mesh);
    assert_eq!(
        (&found["separation"], &found["point_b"]),
        (&json!(1.5), &json!([1.0, 0.0, 1.0]))
    );
    assert_eq!(run("overlap", &drop, &mesh)["overlap"], false);
    let beyond = answer(json!({"ask": "contact", "a": drop, "b": mesh, "reach": 1}));
    assert_eq!(beyond["contact"], false);
    let sweep = json!({"ask": "sweep", "a": drop, "b": mesh, "delta_a": [0, -2, 0], "delta_b": [1, 1, 0], "precision": "f64"});
    let swept = answer(sweep);
    assert!((number(&swept["t"]) - 0.5).abs() < 1e-9, "{swept}");
    assert!(near(&swept["normal"], &[0.0, 1.0, 0.0]));
    assert!(near(&swept["point"], &[1.0, 0.5, 1.0]), "{swept}");
    // Every kind of shape, and a mesh against a mesh and a plane.
    for (other, separation) in [
        (json!({"point": [0, 1, 0]}), 1.0),
        (json!({"segment": {"a": [0, 1, 0], "b": [1, 2, 0]}}), 1.0),
        (
            json!({"capsule": {"a": [0, 1, 0], "b": [1, 2, 0], "radius": 0.25}}),
            0.75,
        ),
        (
            json!({"triangle": {"a": [0, 1, 0], "b": [1, 2, 0], "c": [0, 2, 0]}}),
            1.0,
        ),
        (
            json!({"hull": {"points": [[0, 1, 0], [1, 2, 0], [0, 2, 1], [1, 2, 1]]}}),
            1.0,
        ),
        (
            json!({"box": {"center": [0, 2, 0], "half": [1, 1, 1]}}),
            1.0,
        ),
        (
            json!({"box": {"center": [0, 2, 0], "half": [1, 1, 1]}, "rounding": 0.25}),
            0.75,
        ),
        (
            json!({"cylinder": {"a": [0, 1, 0], "b": [0, 2, 0], "radius": 0.5}}),
            1.0,
        ),
        (
            json!({"cone": {"a": [0, 2, 0], "b": [0, 1, 0], "radius_a": 0.5, "radius_b": 0}}),
            1.0,
        ),
        (
            json!({"tapered_capsule": {"a": [0, 2, 0], "b": [0.5, 2, 0], "radius_a": 0.5, "radius_b": 1}}),
            1.0,
        ),
        (
            json!({"ellipsoid": {"radii": [0.5, 1, 0.5]}, "at": [0.5, 2, 0.5]}),
            1.0,
        ),
        (json!({"aabb": {"min": [0, 1, 0], "max": [1, 2, 1]}}), 1.0),
        (json!({"plane": {"normal": [0, 1, 0], "offset": -3}}), 3.0),
        (
            json!({"mesh": {"vertices": [[0, 2, 0], [1, 3, 0], [0, 3, 1]], "triangles": [[0, 1, 2]]}}),
            2.0,
        ),
    ] {
        for verb in ["closest", "contact"] {
            let found = run(verb, &other, &mesh);
            assert_eq!(found["separation"], separation, "{other} {found}");
        }
    }
}

#[test]
fn a_one_sided_mesh_has_only_fronts() {
    let below = json!({"point": [0, -1, 1]});
    let rise = |mesh: &Value| {
        answer(json!({"ask": "sweep", "a": below, "b": mesh, "delta_a": [0, 2, 0]}))["hit"].clone()
    };
    let mut inside = tile();
    inside["one_sided"] = json!(true);
    for one_sided in [
        json!({"mesh": tile(), "one_sided": true}),
        json!({"mesh": inside}),
    ] {
        assert_eq!(rise(&one_sided), false);
        let found = run("closest", &below, &one_sided);
        // All that it sees is the one far above, from below: nothing.
        assert_eq!(found["contact"], false, "{found}");
    }
    assert_eq!(rise(&json!({"mesh": tile(), "one_sided": false})), true);
}

#[test]
fn a_solid_mesh_overlaps_what_is_inside() {
    let mut vertices = Vec::new();
    for i in 0..8 {
        vertices.push(json!([i & 1, i >> 1 & 1, i >> 2]));
    }
    let triangles = json!([
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5]
    ]);
    let mut mesh = json!({"mesh": {"vertices": vertices, "triangles": triangles}});
    let deep = json!({"point": [0.5, 0.75, 0.5]});
    assert_eq!(run("overlap", &deep, &mesh)["overlap"], false);
    mesh["solid"] = json!(true);
    assert_eq!(run("overlap", &deep, &mesh)["overlap"], true);
    let found = run("contact", &deep, &mesh);
    assert_eq!(
        (&found["separation"], &found["normal"]),
        (&json!(-0.25), &json!([0.0, 1.0, 0.0]))
    );
    let mut sweep = of_pair("sweep", &deep, &mesh);
    sweep["delta_a"] = json!([0, 2, 0]);
    let swept = answer(sweep);
    assert_eq!(swept["t"], 0.0);
    let error = |b: Value| {
        let line = of_pair("overlap", &deep, &b).to_string();
        lines(&query(&[], &line).stdout)[0]["error"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let open = error(json!({"mesh": tile(), "solid": true}));
    assert!(
        open.contains("b.solid: the mesh is not closed: it has"),
        "{open}"
    );
    let point = error(json!({"point": [0, 0, 0], "solid": true}));
    assert!(
        point.contains("b.solid is for mesh, level and chain only"),
        "{point}"
    );
}

#[test]
fn a_level_is_found_beside_the_file_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let obj = "v -4 0 -4\nv -4 0 4\nv 4 0 4\nv 4 0 -4\nf 1 2 3 4\n";
    std::fs::write(folder.path().join("floor.obj"), obj).unwrap();
    let line = |level: Value, precision: &str| {
        let a = ball(json!([1, 2, 1]), 0.5);
        json!({"id": 1, "ask": "contact", "a": a, "b": level, "precision": precision}).to_string()
    };
    let text = [
        line(json!({"level": "floor.obj"}), "f32"),
        line(json!({"level": "none.obj"}), "f32"),
        line(json!({"level": "floor.obj", "one_sided": true}), "f64"),
        line(json!({"level": "queries.jsonl"}), "f64"),
    ];
    let file = folder.path().join("queries.jsonl");
    std::fs::write(&file, text.join("\n")).unwrap();
    let output = carom(&["query", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let answers = lines(&output.stdout);
    assert_eq!(
        (&answers[0]["separation"], &answers[2]["separation"]),
        (&json!(1.5), &json!(1.5))
    );
    let error = |i: usize| answers[i]["error"].as_str().unwrap();
    let missing = folder.path().join("none.obj");
    assert!(error(1).starts_with(&format!("b.level: {}: cannot be read", missing.display())));
    assert!(error(3).starts_with("b.level: ") && error(3).contains("queries.jsonl"));
    // Standard input has no folder: the current one counts.
    let here = json!({"level": data("levels/dungeon.obj")});
    assert!(run("closest", &json!({"point": [0, 1, 0]}), &here)["separation"].is_number());
}

#[test]
fn a_rotation_sweeps() {
    let flipper = json!({"capsule": {"a": [0, 0], "b": [4, 0], "radius": 0.5}});
    let turn = json!({"pivot": [0, 0], "degrees": 90});
    let query =
        json!({"ask": "sweep", "a": flipper, "b": ball(json!([0, 3]), 0.5), "turn_a": turn});
    let found = answer(query);
    // Upright, less the angle with the sine 1/3.
    assert!((number(&found["t"]) - 0.783_653).abs() < 1e-5, "{found}");
    let (sin, cos) = (1.0 / 3.0, 8.0_f64.sqrt() / 3.0);
    assert!(near(&found["normal"], &[cos, -sin]), "{found}");
    assert!(
        near(&found["point"], &[0.5 * cos, 3.0 - 0.5 * sin]),
        "{found}"
    );
    // In 3D, by the other one, against the mesh of a wall that turns with it.
    let wall = json!({"mesh": {"vertices": [[0, 0, 1], [0, 0, -1], [4, 0, 1], [4, 0, -1]], "triangles": [[0, 1, 2], [1, 3, 2]]}});
    let turn = json!({"pivot": [0, 0, 0], "axis": [0, 0, 2], "degrees": 90});
    let found = answer(
        json!({"ask": "sweep", "a": ball(json!([0, 3, 0]), 0.5), "b": wall, "turn_b": turn, "precision": "f64"}),
    );
    let upright = 1.0 - (1.0_f64 / 6.0).asin().to_degrees() / 90.0;
    assert!((number(&found["t"]) - upright).abs() < 1e-9, "{found}");
    // A turn and a displacement at once: the wall goes with the ball, and turns as before.
    let together = answer(
        json!({"ask": "sweep", "a": ball(json!([0, 3, 0]), 0.5), "b": wall, "turn_b": turn, "precision": "f64",
               "delta_a": [7, 0, 0], "delta_b": [7, 0, 0]}),
    );
    assert!(
        (number(&together["t"]) - upright).abs() < 1e-9,
        "{together}"
    );
    let x = number(&found["point"][0]) + 7.0 * upright;
    assert!(
        (number(&together["point"][0]) - x).abs() < 1e-9,
        "{together}"
    );
    // None at all is a straight sweep.
    let still = json!({"pivot": [0, 0, 0], "axis": [0, 0, 2], "degrees": 0});
    let point = json!({"point": [1, 2, 0]});
    let straight = json!({"ask": "sweep", "a": point, "b": wall, "delta_a": [0, -4, 0]});
    let mut turned = straight.clone();
    turned["turn_b"] = still;
    assert_eq!(answer(straight), answer(turned));
}

/// Shapes of every kind in 3D, with simple numbers.
fn shapes() -> Vec<Value> {
    vec![
        json!({"point": [0.5, 1, 0.25]}),
        json!({"segment": {"a": [3, 1, 0.5], "b": [4, 2, 1]}}),
        ball(json!([-3, 2, 1]), 0.75),
        json!({"capsule": {"a": [2, 1, -3], "b": [3, 2, -2], "radius": 0.5}}),
        json!({"triangle": {"a": [-2, 0.5, -3], "b": [-3, 1.5, -2], "c": [-1, 1, -4]}}),
        json!({"hull": {"points": [[1, 3, 1], [2, 3, 1], [1, 4, 1], [1, 3, 2]], "radius": 0.25}}),
        json!({"box": {"center": [-1, 3, -1], "half": [0.5, 0.25, 0.5]}}),
        json!({"aabb": {"min": [0, 2, -2], "max": [1, 3, -1]}}),
        json!({"plane": {"normal": [1, 2, 0], "offset": -9}}),
        json!({"mesh": tile()}),
        json!({"mesh": {"vertices": [[5, 1, 5], [6, 2, 5], [5, 2, 6]], "triangles": [[0, 1, 2]]}, "one_sided": true}),
        json!({"level": data("levels/undulating.obj")}),
        json!({"compound": {"parts": [ball(json!([0, 0, 0]), 0.5), {"segment": {"a": [0, 0, 0], "b": [0, 1, 0]}, "at": [1, 0, 0]}]}, "at": [-4, 1, 3]}),
        json!({"heightfield": {"heights": [[0, 1], [0.5, null], [0, 0.25]], "cell": 2}, "at": [-9, -1, 4]}),
    ]
}

/// Every query about every two shapes, and with the shapes swapped.
fn every_query() -> Vec<[Value; 2]> {
    let shapes = shapes();
    let mut queries = Vec::new();
    let moves = [
        ("closest", json!({}), json!({})),
        ("overlap", json!({}), json!({})),
        ("contact", json!({}), json!({})),
        (
            "sweep",
            json!({"delta_a": [1, -3, 0.5], "delta_b": [-0.5, 1, 0]}),
            json!({"delta_b": [1, -3, 0.5], "delta_a": [-0.5, 1, 0]}),
        ),
        (
            "sweep",
            json!({"delta_b": [1, 1, 0.5], "turn_a": {"pivot": [0, 1, 0], "axis": [1, 1, 0], "degrees": 30}}),
            json!({"delta_a": [1, 1, 0.5], "turn_b": {"pivot": [0, 1, 0], "axis": [1, 1, 0], "degrees": 30}}),
        ),
    ];
    for (i, a) in shapes.iter().enumerate() {
        for b in &shapes[i + 1..] {
            for precision in ["f32", "f64"] {
                for (verb, forth, back) in &moves {
                    queries.push([(a, b, forth), (b, a, back)].map(|(a, b, fields)| {
                        let mut query = fields.clone();
                        query["ask"] = json!(verb);
                        query["precision"] = json!(precision);
                        (query["a"], query["b"]) = (a.clone(), b.clone());
                        query
                    }));
                }
            }
        }
    }
    queries
}

#[test]
fn answers_depend_neither_on_the_order_of_shapes_nor_on_threads() {
    let queries = every_query();
    let text: String = queries
        .iter()
        .flatten()
        .map(|query| format!("{query}\n"))
        .collect();
    let one = query(&["--threads", "1"], &text);
    assert!(
        one.status.success(),
        "{}",
        String::from_utf8_lossy(&one.stderr)
    );
    assert_eq!(query(&["--threads", "3"], &text).stdout, one.stdout);
    let answers = lines(&one.stdout);
    let mut hits = 0;
    for (query, answers) in queries.iter().zip(answers.chunks(2)) {
        let (forth, back) = (&answers[0], &answers[1]);
        for field in [
            "overlap",
            "contact",
            "start",
            "hit",
            "t",
            "separation",
            "unique",
        ] {
            assert_eq!(
                forth.get(field),
                back.get(field),
                "{} {forth} {back}",
                query[0]
            );
        }
        let turned = |field: &str| {
            forth.get(field).map(|v| {
                v.as_array()
                    .unwrap()
                    .iter()
                    .map(|x| -number(x))
                    .collect::<Vec<_>>()
            })
        };
        let same = |value: Option<&Value>, other: Option<Vec<f64>>| match (value, other) {
            (Some(value), Some(other)) => near(value, &other),
            (value, other) => value.is_none() && other.is_none(),
        };
        assert!(
            same(back.get("normal"), turned("normal")),
            "{} {forth} {back}",
            query[0]
        );
        assert_eq!(forth.get("point_a"), back.get("point_b"), "{}", query[0]);
        let point = forth
            .get("point")
            .map(|v| v.as_array().unwrap().iter().map(number).collect());
        assert!(
            same(back.get("point"), point),
            "{} {forth} {back}",
            query[0]
        );
        hits += usize::from(forth["hit"] == true && forth["start"] == "separate");
    }
    assert!(hits > 15, "{hits}");
}

#[test]
fn a_compound_answers_by_its_nearest_part() {
    let leg = |x: f64| json!({"cylinder": {"a": [0, 0, 0], "b": [0, 1, 0], "radius": 0.1}, "at": [x, 0, 0]});
    let plate = json!({"box": {"half": [2, 0.1, 1]}, "at": [0, 1.1, 0], "id": "plate"});
    let table = json!({"compound": {"parts": [plate, leg(-1.5), leg(1.5)]}});
    let drop = ball(json!([0, 3, 0]), 0.5);
    let found = run("contact", &drop, &table);
    assert!((number(&found["separation"]) - 1.3).abs() < 1e-6 && found["part_b"] == "plate");
    let below = ball(json!([0, 0.5, 0]), 0.25);
    let mut sweep = of_pair("sweep", &below, &table);
    sweep["delta_a"] = json!([5, 0, 0]);
    let found = answer(sweep);
    assert!(
        found["part_b"] == 2 && (number(&found["t"]) - 0.23).abs() < 1e-6,
        "{found}"
    );
    // Turned by its own pose: the table lies on its side along z, 10 m up.
    let mut turned = table.clone();
    turned["at"] = json!([0, 10, 0]);
    turned["turn"] = json!({"axis": [1, 0, 0], "degrees": 90});
    let found = run("closest", &json!({"point": [1.5, 10, 3]}), &turned);
    assert!(
        (number(&found["separation"]) - 1.8).abs() < 1e-6 && found["part_b"] == "plate",
        "{found}"
    );
    // Rounded, it is larger; beside a compound it is the part of `a` that is named.
    let mut rounded = table.clone();
    rounded["rounding"] = json!(0.25);
    let found = run("closest", &rounded, &drop);
    assert!(
        (number(&found["separation"]) - 1.05).abs() < 1e-6 && found["part_a"] == "plate",
        "{found}"
    );
    // Two compounds, and a compound inside of a solid mesh.
    let mut above = table.clone();
    above["at"] = json!([0, 2, 0]);
    let found = run("closest", &above, &table);
    assert!(
        (number(&found["separation"]) - 0.8).abs() < 1e-6 && found["part_b"] == "plate",
        "{found}"
    );
    assert!([1, 2].contains(&found["part_a"].as_i64().unwrap()));
    assert_eq!(
        run("overlap", &table, &json!({"mesh": tile()}))["overlap"],
        true
    );
    let csv = query(
        &["--format", "csv"],
        &format!("{}\n", of_pair("closest", &above, &table)),
    );
    let csv = String::from_utf8(csv.stdout).unwrap();
    assert!(csv.lines().nth(1).unwrap().contains(",plate,"), "{csv}");
}

#[test]
fn a_chain_answers_by_its_nearest_segment() {
    let corners = json!([[0, 0], [9, 0], [9, 3], [3, 3], [3, 9], [0, 9]]);
    let line = json!({"chain": {"vertices": corners, "closed": true}});
    let deep = ball(json!([6, 2]), 0.5);
    assert_eq!(run("overlap", &deep, &line)["overlap"], false);
    let mut island = line.clone();
    island["solid"] = json!(true);
    assert_eq!(run("overlap", &deep, &island)["overlap"], true);
    let found = run("contact", &deep, &island);
    assert!(
        found["separation"] == -1.5 && found["normal"] == json!([0.0, 1.0]) && found["part_b"] == 2
    );
    // Moved down; the same with the sides swapped.
    island["at"] = json!([0, -0.5]);
    let found = run("contact", &island, &deep);
    assert!(
        found["separation"] == -1.0 && found["part_a"] == 2,
        "{found}"
    );
    let mut sweep = of_pair("sweep", &ball(json!([6, 9]), 0.5), &line);
    sweep["delta_a"] = json!([0, -11]);
    let found = answer(sweep);
    assert!(
        (number(&found["t"]) - 0.5).abs() < 1e-6 && found["part_b"] == 2,
        "{found}"
    );
    // Another chain, and a compound.
    let bar = json!({"chain": {"vertices": [[4, 5], [5, 5]]}});
    let found = run("closest", &bar, &line);
    assert_eq!(
        [&found["separation"], &found["part_a"], &found["part_b"]],
        [&json!(1.0), &json!(0), &json!(3)]
    );
    let pair =
        json!({"compound": {"parts": [ball(json!([20, 0]), 1.0), ball(json!([6, 2]), 0.5)]}});
    let found = run("contact", &pair, &island);
    assert_eq!(
        [&found["separation"], &found["part_a"], &found["part_b"]],
        [&json!(-1.0), &json!(1), &json!(2)]
    );
    island["solid"] = json!(true);
    island["chain"]["closed"] = json!(false);
    let output = query(&[], &format!("{}\n", of_pair("overlap", &deep, &island)));
    assert!(String::from_utf8_lossy(&output.stdout).contains("b.solid: the chain is open"));
}

#[test]
fn answers_name_the_triangle() {
    // Two triangles of a floor; each is named from both sides.
    let floor = json!({"vertices": [[0, 0, 0], [0, 0, 4], [4, 0, 4], [4, 0, 0]], "triangles": [[0, 1, 2], [0, 2, 3]]});
    let floor = json!({"mesh": floor});
    for (x, z, triangle) in [(1, 3, 0), (3, 1, 1)] {
        let drop = ball(json!([x, 2, z]), 0.5);
        let found = run("closest", &drop, &floor);
        assert_eq!(
            (&found["separation"], &found["part_b"]),
            (&json!(1.5), &json!(triangle))
        );
        assert!(found.get("part_a").is_none(), "{found}");
        assert_eq!(run("contact", &floor, &drop)["part_a"], triangle);
        let mut sweep = of_pair("sweep", &drop, &floor);
        sweep["delta_a"] = json!([0, -3, 0]);
        let found = answer(sweep);
        assert!((number(&found["t"]) - 0.5).abs() < 1e-6 && found["part_b"] == triangle);
    }
    // Two meshes: the triangles of both.
    let roof = json!({"vertices": [[0, 9, 0], [1, 9, 0], [0, 9, 1], [3, 3, 1], [3, 4, 1.5], [3, 4, 1]], "triangles": [[0, 1, 2], [3, 4, 5]]});
    let roof = json!({"mesh": roof});
    let found = run("closest", &roof, &floor);
    assert_eq!(
        [&found["separation"], &found["part_a"], &found["part_b"]],
        [&json!(3.0), &json!(1), &json!(1)]
    );
    let mut sweep = of_pair("sweep", &roof, &floor);
    sweep["delta_b"] = json!([0, 6, 0]);
    let found = answer(sweep);
    assert_eq!(
        [&found["hit"], &found["part_a"], &found["part_b"]],
        [&json!(true), &json!(1), &json!(1)]
    );
    assert!((number(&found["t"]) - 0.5).abs() < 1e-6, "{found}");
}

#[test]
fn the_triangles_of_a_height_field_have_the_same_numbers_in_every_pose() {
    // Three rows along x of two cells along z each; a hole.
    let field = json!({"heights": [[0, 0, 0], [null, 0, 0], [0, 0, 0]], "cell": 2});
    let still = json!({"heightfield": field});
    let moved = json!({"heightfield": field, "at": [10, 0, 0], "turn": {"axis": [0, 1, 0], "degrees": 180}});
    let mut found = Vec::new();
    for i in 0..2 {
        for j in 0..2 {
            // Near the corners with the lowest and with the highest numbers: the halves of the cell.
            for (half, shift) in [(0, 0.3), (1, 1.7)] {
                let (x, z) = (2.0 * f64::from(i) + shift, 2.0 * f64::from(j) + shift);
                let above = run("contact", &json!({"point": [x, 1, z]}), &still);
                let turned = run("contact", &json!({"point": [10.0 - x, 1, -z]}), &moved);
                if above["separation"] == 1.0 {
                    assert_eq!(above["part_b"], 2 * (j * 2 + i) + half, "{above}");
                    found.push(above["part_b"].as_u64().unwrap());
                }
                assert_eq!(above["part_b"], turned["part_b"], "{above} {turned}");
            }
        }
    }
    // The hole takes a triangle of the first cell and both of the second with that corner.
    assert!(found.len() < 8 && found.contains(&7), "{found:?}");
}

#[test]
fn a_sweep_may_leave_what_it_starts_inside() {
    let wall = json!({"chain": {"vertices": [[-1, -9], [1, -9], [1, 9], [-1, 9]], "closed": true}, "solid": true});
    let deep = ball(json!([0.8, 0]), 0.5);
    let sweep = |a: &Value, b: &Value, delta: f64| {
        let mut sweep = of_pair("sweep", a, b);
        sweep["delta_a"] = json!([delta, 0]);
        sweep["leave_overlaps"] = json!(true);
        sweep
    };
    let mut stopped = sweep(&deep, &wall, 5.0);
    stopped["leave_overlaps"] = json!(false);
    assert_eq!(answer(stopped)["t"], 0.0);
    assert_eq!(answer(sweep(&deep, &wall, 5.0)), json!({"hit": false}));
    let inwards = answer(sweep(&deep, &wall, -5.0));
    assert!(inwards["t"] == 0.0 && inwards["part_b"] == 1, "{inwards}");
    assert_eq!(inwards["normal"], json!([1.0, 0.0]));
    // Out of one part of a compound and into the other, which is found in the frame of either side, both moving.
    let posts =
        json!({"compound": {"parts": [ball(json!([0, 0]), 1.0), ball(json!([6, 0]), 1.0)]}});
    let mut forth = sweep(&deep, &posts, 6.0);
    forth["delta_b"] = json!([-2, 1]);
    forth["delta_a"] = json!([6, 1]);
    let forth = answer(forth);
    assert!(
        forth["part_b"] == 1 && forth.get("start").is_none(),
        "{forth}"
    );
    assert!((number(&forth["t"]) - 3.7 / 8.0).abs() < 1e-6, "{forth}");
    let touch = forth["point"].as_array().unwrap();
    assert!(
        (number(&touch[0]) - (0.8 + 6.0 * 3.7 / 8.0 + 0.5)).abs() < 1e-5,
        "{forth}"
    );
    assert!((number(&touch[1]) - 3.7 / 8.0).abs() < 1e-5, "{forth}");
    let mut back = sweep(&posts, &deep, 0.0);
    back["delta_a"] = json!([-2, 1]);
    back["delta_b"] = json!([6, 1]);
    let back = answer(back);
    assert_eq!(
        (&back["t"], &back["part_a"]),
        (&forth["t"], &forth["part_b"])
    );
    assert_eq!(back["normal"], json!([1.0, 0.0]));
    for axis in 0..2 {
        let both = [&back, &forth].map(|found| number(&found["point"][axis]));
        assert!((both[0] - both[1]).abs() < 1e-6, "{both:?}");
    }
    let refused = |line: Value, message: &str| {
        let output = query(&[], &format!("{line}\n"));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(message), "{text}");
    };
    refused(
        sweep(&deep, &deep, 1.0),
        "leave_overlaps needs a mesh, level, heightfield, chain or compound",
    );
    let mut turning = sweep(&deep, &wall, 1.0);
    turning["turn_a"] = json!({"pivot": [0, 0], "degrees": 90});
    refused(turning, "turn_a is not for sweeps with leave_overlaps");
    let mut overlap = of_pair("overlap", &deep, &wall);
    overlap["leave_overlaps"] = json!(true);
    refused(overlap, "leave_overlaps is for sweep and ray only");
}

#[test]
fn a_chain_of_rings_is_a_solid_with_holes() {
    let outline = [[-6, -6], [6, -6], [6, 6], [-6, 6]];
    let hole = [[-2, -2], [-2, 2], [2, 2], [2, -2]];
    let frame = json!({"chain": {"rings": [outline, hole]}, "solid": true});
    let found = run("contact", &ball(json!([3, 0]), 0.5), &frame);
    assert!(
        found["separation"] == -1.5
            && found["normal"] == json!([-1.0, 0.0])
            && found["part_b"] == 6,
        "{found}"
    );
    assert_eq!(
        run("overlap", &ball(json!([0, 0]), 1.0), &frame)["overlap"],
        false
    );
    let refused = |chain: Value, message: &str| {
        let frame = json!({"chain": chain, "solid": true});
        let deep = ball(json!([3, 0]), 0.5);
        let output = query(&[], &format!("{}\n", of_pair("overlap", &deep, &frame)));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(message), "{text}");
    };
    refused(
        json!({"rings": [outline, [[1, 1], [2, 1], [2, 2]]]}),
        "b.solid: ring 1 faces into the solid",
    );
    refused(
        json!({"rings": [outline, [[1, 1]]]}),
        "b.chain: a ring needs two vertices, but ring 1 has 1",
    );
    refused(
        json!({"rings": [outline, [[1, 1], [2]]]}),
        "b.chain.rings[1][1]",
    );
    refused(
        json!({"rings": [outline], "vertices": outline}),
        "b.chain needs either vertices or rings",
    );
}

#[test]
fn a_height_field_is_a_mesh_with_holes() {
    // A hill of 2 in the middle of four cells, the last of them a hole.
    let mut field = json!({"heightfield": {"heights": [[0, 0, 0], [0, 2, 0], [0, 0, null]], "cell": 4}, "at": [10, 1, 0]});
    let drop = ball(json!([14, 9, 4]), 1.0);
    let mut sweep = of_pair("sweep", &drop, &field);
    sweep["delta_a"] = json!([0, -10, 0]);
    let found = answer(sweep.clone());
    assert!((number(&found["t"]) - 0.5).abs() < 1e-6, "{found}");
    sweep["a"] = ball(json!([17.5, 9, 7.5]), 0.1);
    assert_eq!(answer(sweep)["hit"], false);
    let below = ball(json!([12, 0, 2]), 0.5);
    assert!(number(&run("contact", &below, &field)["separation"]) > 0.0);
    // On its side: the hill points along x.
    field["at"] = json!([0, 0, 0]);
    field["turn"] = json!({"axis": [0, 0, 1], "degrees": -90});
    let found = run("closest", &json!({"point": [5, -4, 4]}), &field);
    assert!((number(&found["separation"]) - 3.0).abs() < 1e-5, "{found}");
}

#[test]
fn whole_numbers_overlap_exactly() {
    let whole = |verb: &str, a: Value, b: Value| {
        let mut line = of_pair(verb, &a, &b);
        line["precision"] = json!("i32");
        let output = query(&[], &format!("{line}\n"));
        lines(&output.stdout).remove(0)
    };
    let (most, least) = (i32::MAX, i32::MIN);
    // The distance is 2³² − 1, which is the largest radius.
    let far = whole(
        "overlap",
        json!({"point": [least, 7]}),
        ball(json!([most, 7]), 4_294_967_295.0),
    );
    assert_eq!(far["overlap"], true);
    let near = whole(
        "overlap",
        json!({"point": [least, 7]}),
        ball(json!([most, 7]), 4_294_967_294.0),
    );
    assert_eq!(near["overlap"], false);
    // 3 − 4 − 5 away from the core of a capsule, in 3D.
    let core =
        |radius: u32| json!({"capsule": {"a": [0, 0, -9], "b": [0, 0, 9], "radius": radius}});
    for (radius, overlap) in [(3, true), (2, false)] {
        let found = whole("overlap", core(radius), ball(json!([3, 4, 0]), 2.0));
        assert_eq!(found["overlap"], overlap);
    }
    let segment = json!({"segment": {"a": [0, 0], "b": [4, 4]}});
    assert_eq!(
        whole("overlap", segment.clone(), json!({"point": [2, 2]}))["overlap"],
        true
    );
    for (verb, a, b, error) in [
        (
            "closest",
            json!({"point": [0, 0]}),
            json!({"point": [0, 0]}),
            "precision i32 is for overlap only",
        ),
        (
            "overlap",
            segment.clone(),
            segment,
            "a and b are both long: with precision i32 one must be a point or a ball",
        ),
        (
            "overlap",
            json!({"point": [0, 0.5]}),
            json!({"point": [0, 0]}),
            "a.point[1] must be a whole number in the range of precision i32, not 0.5",
        ),
        (
            "overlap",
            json!({"point": [0, 0]}),
            ball(json!([0, 2_147_483_648_u32]), 1.0),
            "b.ball.center[1] must be a whole number in the range of precision i32, not 2147483648",
        ),
        (
            "overlap",
            json!({"point": [0, 0]}),
            ball(json!([0, 0]), -1.0),
            "b.ball.radius must be a whole number in the range of precision i32, not -1.0",
        ),
        (
            "overlap",
            json!({"point": [0, 0]}),
            json!({"box": {"half": [1, 1]}}),
            "b: with precision i32 a shape is a point, segment, ball or capsule",
        ),
        (
            "overlap",
            json!({"point": [0, 0], "at": [1, 1]}),
            json!({"point": [0, 0]}),
            "a.at is not for precision i32",
        ),
        (
            "overlap",
            json!({"point": [0, 0]}),
            json!({"point": [0, 0, 0]}),
            "a.point has 2 numbers and b.point has 3 numbers",
        ),
    ] {
        let found = whole(verb, a, b);
        assert!(found["error"].as_str().unwrap().contains(error), "{found}");
    }
}

#[test]
fn an_invalid_shape_is_named_by_its_field() {
    let triangle = "\"vertices\": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], \"triangles\"";
    let shape_errors = [
        (
            r#"{"hull": {"points": []}}"#.to_owned(),
            "a.hull.points is empty",
        ),
        (
            r#"{"hull": {"points": [[0, 0, 0], [0, 1]]}}"#.to_owned(),
            "a.hull.points[0] has 3 numbers and a.hull.points[1] has 2 numbers",
        ),
        (
            r#"{"hull": {"points": [[0, 0, 0]], "radius": -1e-3}}"#.to_owned(),
            "a.hull.radius is negative (-1e-3)",
        ),
        (
            r#"{"hull": {"points": [[0, 0, 0], [0, "x", 0]]}}"#.to_owned(),
            "a.hull.points[1][1]: invalid type: string, expected a number",
        ),
        (
            r#"{"box": {"center": [0, 0, 0], "half": [1, -1, 1]}}"#.to_owned(),
            "a.box.half is negative",
        ),
        (
            r#"{"box": {"center": [3e38, 0, 0], "half": [3e38, 1, 1]}}"#.to_owned(),
            "a.box is beyond the range",
        ),
        (
            r#"{"aabb": {"min": [0, 1, 0], "max": [1, 0, 1]}}"#.to_owned(),
            "a.aabb.min is greater than its max",
        ),
        (
            r#"{"plane": {"normal": [0, 0, 0], "offset": 1}}"#.to_owned(),
            "a.plane.normal is zero",
        ),
        (
            r#"{"ball": {"center": [0, 0, 0], "radius": NaN}}"#.to_owned(),
            "line 1: a.ball.radius: expected value",
        ),
        (
            r#"{"ball": {"center": [0, 1e999, 0], "radius": 1}}"#.to_owned(),
            "a.ball.center is beyond the range",
        ),
        (
            r#"{"ball": {"center": [0, 0, 0], "radius": 1}, "one_sided": true}"#.to_owned(),
            "a.one_sided is for mesh, level, heightfield and chain only",
        ),
        (
            r#"{"point": [0, 0, 0], "id": 3}"#.to_owned(),
            "a.id is for the parts of a compound only",
        ),
        (
            r#"{"compound": {"parts": []}}"#.to_owned(),
            "a.compound: a compound needs at least one shape",
        ),
        (
            r#"{"compound": {"parts": [{"point": [0, 0, 0]}, {"ball": {"center": [0, 0, 0], "radius": -1}}]}}"#
                .to_owned(),
            "a.compound.parts[1].ball.radius is negative (-1)",
        ),
        (
            r#"{"compound": {"parts": [{"point": [0, 0, 0], "at": [0, 1]}]}}"#.to_owned(),
            "a.compound.parts[0].point has 3 numbers and a.compound.parts[0].at has 2 numbers",
        ),
        (
            r#"{"compound": {"parts": [{"point": [0, 0, 0]}, {"plane": {"normal": [0, 1, 0], "offset": 1}}]}}"#
                .to_owned(),
            "a.compound: shape 1 is a half-space, which is unbounded",
        ),
        (
            r#"{"compound": {"parts": [{"compound": {"parts": [{"point": [0, 0, 0]}]}}]}}"#.to_owned(),
            "a.compound.parts[0].compound is not convex, as a shape here must be",
        ),
        (
            r#"{"compound": {"parts": [{"point": [0, 0, 0], "shape": 1}]}}"#.to_owned(),
            "a.compound.parts[0].shape: unknown variant `shape`",
        ),
        (
            r#"{"chain": {"vertices": [[0, 0], [1, 0]]}}"#.to_owned(),
            "a.chain is 2D and b.point has 3 numbers: all must be 2D or all 3D",
        ),
        (
            r#"{"heightfield": {"heights": [[0, 0], [0]], "cell": 1}}"#.to_owned(),
            "a.heightfield.heights[1] has 1 heights, the first row has 2",
        ),
        (
            r#"{"heightfield": {"heights": [[0, 0], [0, 1e39]], "cell": 1}}"#.to_owned(),
            "a.heightfield.heights[1][1] is beyond the range",
        ),
        (
            r#"{"heightfield": {"heights": [[0, 0], [0, null]], "cell": 0}}"#.to_owned(),
            "a.heightfield: the size of a cell is not positive and finite",
        ),
        (
            r#"{"heightfield": {"heights": [[0, 0], [0, 0]], "cell": 1}, "rounding": 1}"#.to_owned(),
            "a.rounding is not for mesh, level, heightfield and chain",
        ),
        (
            r#"{"point": [0, 0, 0], "plane": {"normal": [0, 0, 1], "offset": 1}}"#.to_owned(),
            "a: two shapes",
        ),
        ("{}".to_owned(), "a: no shape"),
        (
            format!(r#"{{"mesh": {{{triangle}: [[0, 1, 2], [0, 1, 3]]}}}}"#),
            "a.mesh: triangle 1 has the vertex 3, but there are only 3",
        ),
        (
            format!(r#"{{"mesh": {{{triangle}: [[0, 1, -2]]}}}}"#),
            "a.mesh.triangles[0][2]: invalid value",
        ),
        (
            format!(r#"{{"mesh": {{{triangle}: [[0, 1]]}}}}"#),
            "a.mesh.triangles[0]: invalid length 2",
        ),
        (
            format!(r#"{{"mesh": {{{triangle}: []}}}}"#),
            "a.mesh: the mesh has no triangles",
        ),
        (
            r#"{"mesh": {"vertices": [[0, 0]], "triangles": []}}"#.to_owned(),
            "a.mesh is 3D and a.mesh.vertices[0] has 2 numbers",
        ),
        (
            r#"{"level": "nothing.glb"}"#.to_owned(),
            "a.level: nothing.glb: cannot be read",
        ),
        (
            r#"{"level": 3}"#.to_owned(),
            "a.level: invalid type: integer `3`",
        ),
    ];
    let whole = |shape: &str, more: &str| {
        format!(r#"{{"id": 7, "a": {shape}, "b": {{"point": [0, 0, 0]}}, {more}}}"#)
    };
    let mut cases: Vec<(String, &str)> = shape_errors
        .iter()
        .map(|(shape, error)| (whole(shape, r#""ask": "overlap""#), *error))
        .collect();
    let point = r#"{"point": [1, 0, 0]}"#;
    for (turn, error) in [
        (
            r#"{"pivot": [0, 0, 0], "degrees": 9}"#,
            "turn_a.axis is missing",
        ),
        (
            r#"{"pivot": [0, 0, 0], "axis": [0, 0, 0], "degrees": 9}"#,
            "turn_a.axis is zero",
        ),
        (
            r#"{"pivot": [0, 0, 0], "axis": [0, 0, 1], "degrees": 1e999}"#,
            "turn_a.degrees is beyond the range",
        ),
        (
            r#"{"pivot": [0, 0], "axis": [0, 0, 1], "degrees": 1}"#,
            "a.point has 3 numbers and turn_a.pivot has 2 numbers",
        ),
    ] {
        cases.push((
            whole(point, &format!(r#""ask": "sweep", "turn_a": {turn}"#)),
            error,
        ));
    }
    cases.push((
        r#"{"id": 7, "ask": "sweep", "a": {"point": [0, 0]}, "b": {"point": [1, 0]}, "turn_b": {"pivot": [0, 0], "axis": [0, 1], "degrees": 9}}"#.into(),
        "turn_b.axis is for 3D only",
    ));
    cases.push((
        r#"{"id": 7, "ask": "overlap", "a": {"point": [0, 0]}, "b": {"level": "nothing.obj"}}"#
            .into(),
        "a.point has 2 numbers and b.level is 3D: all must be 2D or all 3D",
    ));
    let text: String = cases.iter().map(|(line, _)| format!("{line}\n")).collect();
    let output = query(&[], &text);
    assert_eq!(output.status.code(), Some(1));
    let answers = lines(&output.stdout);
    assert_eq!(answers.len(), cases.len());
    for (i, ((line, error), answer)) in cases.iter().zip(&answers).enumerate() {
        let found = answer["error"]
            .as_str()
            .unwrap_or_else(|| panic!("{line} {answer}"));
        match error.strip_prefix("line 1: ") {
            Some(error) => assert!(
                found.starts_with(&format!("line {}: {error}", i + 1)),
                "{found}"
            ),
            None => {
                assert!(found.starts_with(error), "{line}\n{found}");
                assert_eq!(answer["id"], 7);
            }
        }
    }
}

#[test]
fn numbers_are_rounded_once() {
    // A little more than halfway between two numbers of single precision, by less than double
    // precision resolves: rounding in two steps would give the even one below.
    let above = "1.00000005960464477540000000000000001";
    let line = format!(
        r#"{{"ask": "contact", "a": {{"point": [{above}, 0]}}, "b": {{"point": [0, 0]}}}}"#
    );
    let output = query(&[], &line);
    let answer = &lines(&output.stdout)[0];
    assert_eq!(answer["point_a"][0].to_string(), "1.0000001");
}

#[test]
fn large_numbers_give_finite_answers() {
    let ends = [3.4e38, -3.4e38, 1e-45, 0.0];
    let mut queries = Vec::new();
    for x in ends {
        for y in ends {
            let shapes = [
                json!({"point": [x, y, 0]}),
                ball(json!([y, x, x]), 3.4e38),
                json!({"aabb": {"min": [-3.4e38, -3.4e38, -3.4e38], "max": [x, y, 3.4e38]}}),
                json!({"plane": {"normal": [x, 1e-45, y], "offset": 3.4e38}}),
                json!({"mesh": {"vertices": [[x, y, 0], [y, x, 1], [1, x, y]], "triangles": [[0, 1, 2]]}}),
            ];
            for a in &shapes {
                for b in &shapes {
                    queries.push(json!({"ask": "closest", "a": a, "b": b}));
                    queries.push(json!({"ask": "sweep", "a": a, "b": b, "delta_a": [x, y, 0], "delta_b": [0, 0, x]}));
                }
            }
        }
    }
    for answer in answers(&queries) {
        let text = answer.to_string();
        assert!(!text.contains("null"), "{text}");
    }
}

#[test]
fn a_mesh_of_many_megabytes_fits_in_a_line() {
    let count = 120_000;
    let vertices: Vec<String> = (0..count)
        .map(|i| format!("[{i}.25,0.125,{}.5]", i % 7))
        .collect();
    let triangles: Vec<String> = (0..count - 2)
        .map(|i| format!("[{i},{},{}]", i + 1, i + 2))
        .collect();
    let line = format!(
        r#"{{"id": 1, "ask": "closest", "a": {{"point": [50000.25, 9.125, 3]}}, "b": {{"mesh": {{"vertices": [{}], "triangles": [{}]}}}}}}"#,
        vertices.join(","),
        triangles.join(",")
    );
    assert!(line.len() > 4 << 20);
    let output = query(&[], &format!("{line}\n{line}\n"));
    let answers = lines(&output.stdout);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["separation"], 9.0);
    assert_eq!(answers[0], answers[1]);
}

/// The static 3D reference cases as queries; their separations to the contract.
fn reference() -> Vec<(String, f64, f64)> {
    let text = std::fs::read_to_string(data("oracle/d3_capsule_triangle.public.jsonl")).unwrap();
    let mut cases = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let x = case["x"].as_str().unwrap();
        let n = |i: usize| f32::from_bits(u32::from_str_radix(&x[8 * i..8 * i + 8], 16).unwrap());
        let p = |i: usize| json!([n(i), n(i + 1), n(i + 2)]);
        // f32 goes through JSON in its shortest form and must come back the same.
        let query = format!(
            r#"{{"id":{},"ask":"contact","a":{{"capsule":{{"a":{},"b":{},"radius":{}}}}},"b":{{"triangle":{{"a":{},"b":{},"c":{}}}}}}}"#,
            case["i"],
            p(0),
            p(3),
            n(6),
            p(7),
            p(10),
            p(13)
        );
        let l = (0..16).map(|i| match i {
            6 => n(6).abs(),
            i => (n(i) - n(7 + (i - usize::from(i > 6)) % 3)).abs(),
        });
        let l = f64::from(l.fold(0.0, f32::max));
        cases.push((query, case["s"].as_f64().unwrap(), l));
    }
    cases
}

#[test]
fn the_reference_cases_hold_for_every_number_of_threads() {
    let cases = reference();
    // Many blocks, so that the threads have something to put in order.
    let text: String = (0..40)
        .flat_map(|_| cases.iter().map(|case| format!("{}\n", case.0)))
        .collect();
    let one = query(&["--threads", "1"], &text);
    assert!(one.status.success());
    for threads in ["2", "3", "7"] {
        assert_eq!(
            query(&["--threads", threads], &text).stdout,
            one.stdout,
            "{threads}"
        );
    }
    let answers = lines(&one.stdout);
    assert_eq!(answers.len(), 40 * cases.len());
    for ((query, want, l), answer) in cases.iter().zip(&answers) {
        let found = answer["separation"].as_f64().unwrap();
        let tolerance = 8.0 * f64::from(f32::EPSILON) * l;
        assert!(
            (found - want).abs() <= tolerance,
            "{query}\n{answer} {want} {l}"
        );
    }
    // The same numbers as a table.
    let csv = query(&["--format", "csv"], &text);
    let csv = String::from_utf8(csv.stdout).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 1 + answers.len());
    let column = rows[0]
        .split(',')
        .position(|name| name == "separation")
        .unwrap();
    for (row, answer) in rows[1..].iter().zip(&answers) {
        let cell = row.split(',').nth(column).unwrap();
        assert_eq!(
            cell.parse::<f64>().unwrap(),
            answer["separation"].as_f64().unwrap()
        );
    }
}
