//! Queries about shapes in poses, levels read in other units, and rays.

use crate::command::{carom, data, lines};
use crate::query::line;
use serde_json::{Value, json};

/// The answers to these lines.
fn answers(queries: &[Value]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("queries.jsonl");
    let text: Vec<String> = queries.iter().map(|query| format!("{query}\n")).collect();
    std::fs::write(&file, text.concat()).unwrap();
    let output = carom(&["query", file.to_str().unwrap()]);
    let answers = lines(&output.stdout);
    assert_eq!(answers.len(), queries.len());
    answers
}

fn number(answer: &Value, field: &str) -> f64 {
    answer[field].as_f64().unwrap_or_else(|| panic!("{answer}"))
}

fn contact(a: Value, b: Value) -> Value {
    with(line("contact", a, b), json!({"precision": "f64"}))
}

/// A query with more fields.
fn with(mut query: Value, more: Value) -> Value {
    let fields = query.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    query
}

/// A pose gives the answers of the shape that is written out there.
#[test]
fn shapes_are_where_they_are_placed() {
    let turn = json!({"axis": [0, 0, 1], "degrees": 90});
    let placed = |kind: &str, shape: Value| json!({kind: shape, "at": [10, 1, 2], "turn": turn});
    let ball = json!({"ball": {"center": [10, 9, 2], "radius": 1}});
    // The turn moves x to y, and y to −x.
    let vertices = json!([[0, 0, -3], [0, 0, 3], [4, 0, 0]]);
    let turned = json!([[10, 1, -1], [10, 1, 5], [10, 5, 2]]);
    let boxes = json!({"min": [0, -1, -1], "max": [4, 2, 1]});
    let cases = [
        (
            placed("point", json!([4, 0, 0])),
            json!({"point": [10, 5, 2]}),
        ),
        (
            placed("segment", json!({"a": [0, 0, 0], "b": [4, 0, 0]})),
            json!({"segment": {"a": [10, 1, 2], "b": [10, 5, 2]}}),
        ),
        (
            placed("ball", json!({"center": [4, 0, 0], "radius": 0.5})),
            json!({"ball": {"center": [10, 5, 2], "radius": 0.5}}),
        ),
        (
            placed(
                "capsule",
                json!({"a": [0, 0, 0], "b": [4, 0, 0], "radius": 0.5}),
            ),
            json!({"capsule": {"a": [10, 1, 2], "b": [10, 5, 2], "radius": 0.5}}),
        ),
        (
            placed(
                "triangle",
                json!({"a": [0, 0, -3], "b": [0, 0, 3], "c": [4, 0, 0]}),
            ),
            json!({"triangle": {"a": [10, 1, -1], "b": [10, 1, 5], "c": [10, 5, 2]}}),
        ),
        (
            placed("hull", json!({"points": vertices})),
            json!({"hull": {"points": turned}}),
        ),
        (
            placed("box", json!({"half": [4, 1, 2]})),
            json!({"box": {"center": [10, 1, 2], "half": [1, 4, 2]}}),
        ),
        (
            placed("aabb", boxes.clone()),
            json!({"aabb": {"min": [8, 1, 1], "max": [11, 5, 3]}}),
        ),
        (
            placed("plane", json!({"normal": [2, 0, 0], "offset": 8})),
            json!({"plane": {"normal": [0, 2, 0], "offset": 10}}),
        ),
        (
            placed(
                "mesh",
                json!({"vertices": vertices, "triangles": [[0, 1, 2]]}),
            ),
            json!({"mesh": {"vertices": turned, "triangles": [[0, 1, 2]]}}),
        ),
    ];
    for (placed, written) in cases {
        let both = answers(&[
            contact(ball.clone(), placed.clone()),
            contact(ball.clone(), written),
        ]);
        let [found, expected] = [&both[0], &both[1]];
        assert!(
            (number(found, "separation") - number(expected, "separation")).abs() < 1e-12,
            "{placed}: {found} {expected}"
        );
        for axis in 0..3 {
            let [a, b] = [found, expected].map(|answer| answer["normal"][axis].as_f64().unwrap());
            assert!((a - b).abs() < 1e-9, "{placed}: {found} {expected}");
        }
    }
    // Moved alone, a box keeps its axes; in 2D a turn has no axis.
    let flat = |b: Value| contact(json!({"ball": {"center": [0, 6], "radius": 1}}), b);
    let both = answers(&[
        flat(json!({"aabb": {"min": [0, -1], "max": [1, 1]}, "at": [0, 2]})),
        flat(json!({"aabb": {"min": [0, -1], "max": [1, 1]}, "turn": {"degrees": 90}})),
    ]);
    assert_eq!(number(&both[0], "separation"), 2.0);
    assert!((number(&both[1], "separation") - 4.0).abs() < 1e-12);
}

/// A ray is a point that moves: against shapes, meshes and levels.
#[test]
fn rays() {
    let ray = |from: Value, delta: Value, b: Value| {
        let more = json!({"precision": "f64", "delta_a": delta});
        with(line("ray", json!({"point": from}), b), more)
    };
    let level = json!({"level": data("levels/dungeon.obj")});
    let found = answers(&[
        ray(
            json!([0, 5]),
            json!([0, -8]),
            json!({"ball": {"center": [0, 0], "radius": 1}}),
        ),
        ray(
            json!([0, 5]),
            json!([8, 0]),
            json!({"ball": {"center": [0, 0], "radius": 1}}),
        ),
        ray(json!([8.7, 12, -24.3]), json!([0, -8, 0]), level),
    ]);
    assert!((number(&found[0], "t") - 0.5).abs() < 1e-12, "{}", found[0]);
    let height = found[0]["point"][1].as_f64().unwrap();
    assert!((height - 1.0).abs() < 1e-12, "{}", found[0]);
    assert_eq!(found[0]["normal"], json!([0.0, 1.0]));
    assert_eq!(found[1]["hit"], false);
    // The floor on which a survey starts.
    let height = found[2]["point"][1].as_f64().unwrap();
    assert!((height - 10.0).abs() < 0.05, "{height}");
}

/// A level is read by `up` and `unit`, and objects are selected, as by the options of a walk.
#[test]
fn levels_are_read_in_their_units() {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("level.obj");
    // Centimeters, z up: a floor at 1 m, and another object at 2 m.
    let text = "o Floor\nv 0 0 100\nv 400 0 100\nv 0 400 100\nf 1 2 3\no Roof\nv 0 0 200\nv 400 0 200\nv 0 400 200\nf 4 5 6\n";
    std::fs::write(&level, text).unwrap();
    let level = level.to_str().unwrap();
    let above = |more: Value| {
        let level = json!({"level": level, "up": "z", "unit": 0.01});
        contact(json!({"point": [1, 5, -1]}), with(level, more))
    };
    let found = answers(&[
        above(json!({})),
        above(json!({"exclude": ["Ro*"]})),
        above(json!({"only": ["Floor"], "one_sided": true})),
        above(json!({"unit": 0.02, "within": [[0, 0, -9], [9, 2.5, 0]]})),
    ]);
    let separations: Vec<f64> = found
        .iter()
        .map(|answer| number(answer, "separation"))
        .collect();
    for (found, expected) in separations.iter().zip([3.0, 4.0, 4.0, 3.0]) {
        assert!((found - expected).abs() < 1e-9, "{separations:?}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let point = json!({"point": [0, 0, 0]});
    let overlap = |b: Value| line("overlap", point.clone(), b);
    let ray = |a: &Value, more: Value| with(line("ray", a.clone(), point.clone()), more);
    let ball = json!({"ball": {"center": [0, 0, 0], "radius": 1}});
    let cases = [
        (
            overlap(json!({"sphere": 1})),
            "b.sphere: unknown variant `sphere`, expected one of `point`, `segment`, `ball`, `capsule`, `triangle`, `hull`, `box`, `aabb`, `cylinder`, `cone`, `tapered_capsule`, `ellipsoid`, `plane`, `mesh`, `level`",
        ),
        (
            overlap(json!({"cylinder": {"a": [1, 0, 0], "b": [1, 0, 0], "radius": 1}})),
            "b.cylinder: a and b are the same point, so it has no axis",
        ),
        (
            overlap(
                json!({"cone": {"a": [1, 0, 0], "b": [2, 0, 0], "radius_a": 1, "radius_b": -1}}),
            ),
            "b.cone.radius_b is negative",
        ),
        (
            overlap(json!({"ellipsoid": {"radii": [1, -2, 1]}})),
            "b.ellipsoid.radii is negative",
        ),
        (
            overlap(json!({"point": [0, 0, 0], "rounding": -1})),
            "b.rounding is negative",
        ),
        (
            overlap(json!({"level": "x.obj", "rounding": 1})),
            "b.rounding is not for mesh, level, heightfield and chain",
        ),
        (
            overlap(json!({"point": [0, 0, 0], "unit": 0.01})),
            "b: up, unit, colliders, only, exclude and within are for level only",
        ),
        (
            overlap(json!({"level": "x.obj", "at": [0, 0, 0]})),
            "b.at is not for level: place the other shape instead",
        ),
        (
            overlap(json!({"point": [0, 0, 0], "turn": {"degrees": 9}})),
            "b.turn.axis is missing",
        ),
        (
            overlap(json!({"point": [0, 0, 0], "turn": {"axis": [0, 0, 0], "degrees": 9}})),
            "b.turn.axis is zero",
        ),
        (
            overlap(json!({"point": [0, 0, 0], "at": [0, 0]})),
            "b.at has 2 numbers",
        ),
        (
            overlap(json!({"point": [3e38, 0, 0], "at": [3e38, 0, 0]})),
            "b.at is beyond the range",
        ),
        (
            ray(&ball, json!({"delta_a": [1, 0, 0]})),
            "a must be a point for ray",
        ),
        (ray(&point, json!({})), "delta_a is missing"),
        (
            ray(&point, json!({"delta_a": [1, 0, 0], "delta_b": [1, 0, 0]})),
            "delta_b is for sweep only; a ray has delta_a",
        ),
    ];
    for (query, message) in cases {
        let answer = &answers(std::slice::from_ref(&query))[0];
        let error = answer["error"]
            .as_str()
            .unwrap_or_else(|| panic!("{query}: {answer}"));
        assert!(error.contains(message), "{query}: {error}");
        assert!(!error.contains("one_sided"), "{error}");
    }
    // The line is numbered by the answer, not by the error of its text.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("queries.jsonl");
    std::fs::write(&file, "\n\nnope\n").unwrap();
    let output = carom(&["query", file.to_str().unwrap()]);
    assert_eq!(
        lines(&output.stdout)[0]["error"],
        "line 3: expected ident at column 2"
    );
}
