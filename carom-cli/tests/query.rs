//! `carom query`: answers, errors, order, and the reference cases through the command.

mod command;

use command::{carom, data, lines};
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

fn ball(center: Value, radius: f64) -> Value {
    json!({"ball": {"center": center, "radius": radius}})
}

#[test]
fn every_question_has_its_answer_in_order() {
    let text = [
        json!({"id": 1, "ask": "contact", "a": ball(json!([0, 2]), 1.0), "b": {"segment": {"a": [-4, 1.5], "b": [4, 1.5]}}}),
        json!({"id": "b", "ask": "overlap", "a": {"point": [0, 0, 0]}, "b": ball(json!([0, 0, 1]), 1.0)}),
        json!({"id": 3, "ask": "contact", "a": ball(json!([0, 0]), 1.0), "b": {"point": [9, 1]}, "reach": 0.5}),
        json!({"id": 4, "ask": "closest", "a": ball(json!([0, 0]), 2.0), "b": {"point": [1, 0]}}),
        json!({"id": 5, "ask": "sweep", "a": ball(json!([0, 0, 0]), 0.5), "delta_a": [4, 0, 0], "delta_b": [-4, 0, 0],
               "b": {"triangle": {"a": [3, -9, -9], "b": [3, 9, -9], "c": [3, 0, 9]}}, "precision": "f64"}),
        json!({"id": 6, "ask": "sweep", "a": ball(json!([0, 1.5]), 1.0), "delta_a": [3, 0],
               "b": {"segment": {"a": [-4, 0.5], "b": [4, 0.5]}}}),
        json!({"ask": "contact", "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}),
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
fn a_bad_line_is_told_and_the_rest_goes_on() {
    let good = r#"{"id": 0, "ask": "overlap", "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#;
    for (line, message) in [
        (
            r#"{"id": 7, "ask": "touch", "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "ask: unknown variant `touch`",
        ),
        (
            r#"{"id": 7, "ask": "overlap", "a": {"cube": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "a: unknown variant `cube`",
        ),
        (
            r#"{"id": 7, "ask": "overlap", "a": {"hull": {"points": []}}, "b": {"point": [0, 0]}}"#,
            "a.hull is not supported yet",
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
            "reach is for contact only",
        ),
        (
            r#"{"id": 7, "ask": "sweep", "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "delta_a is missing",
        ),
        (
            r#"{"id": 7, "ask": "sweep", "delta_a": [1, 0], "turn_a": {}, "a": {"point": [0, 0]}, "b": {"point": [0, 0]}}"#,
            "turn_a is not supported yet",
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

/// The static 3D reference cases as questions; their separations to the contract.
fn reference() -> Vec<(String, f64, f64)> {
    let text = std::fs::read_to_string(data("oracle/d3_capsule_triangle.public.jsonl")).unwrap();
    let mut cases = Vec::new();
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let x = case["x"].as_str().unwrap();
        let n = |i: usize| f32::from_bits(u32::from_str_radix(&x[8 * i..8 * i + 8], 16).unwrap());
        let p = |i: usize| json!([n(i), n(i + 1), n(i + 2)]);
        // f32 goes through JSON in its shortest form and must come back the same.
        let question = format!(
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
        cases.push((question, case["s"].as_f64().unwrap(), l));
    }
    cases
}

#[test]
fn the_reference_cases_hold_through_the_command_and_for_every_number_of_threads() {
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
    for ((question, want, l), answer) in cases.iter().zip(&answers) {
        let found = answer["separation"].as_f64().unwrap();
        let tolerance = 8.0 * f64::from(f32::EPSILON) * l;
        assert!(
            (found - want).abs() <= tolerance,
            "{question}\n{answer} {want} {l}"
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
