//! `carom pool` as a user runs it: setups, results, and its errors for bad input.

use crate::command::{carom, data, lines, refused, summary};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A setup in a file of its own.
pub(crate) struct File {
    folder: TempDir,
    path: PathBuf,
}

impl File {
    pub(crate) fn of(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("setup.json");
        std::fs::write(&path, text).unwrap();
        Self { folder, path }
    }

    pub(crate) fn name(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// The result of a setup, with its events.
pub(crate) fn played(setup: &Value) -> Vec<Value> {
    let file = File::of(&setup.to_string());
    let output = carom(&["pool", &file.name(), "--events"]);
    assert!(output.status.success(), "{output:?}");
    lines(&output.stdout)
}

fn ball(center: [f64; 2], velocity: [f64; 2]) -> Value {
    json!({"center": center, "radius": 1, "velocity": velocity})
}

/// Three to one, head on, with a loss of half: v₁′ = v₁ − (1 + e) m₂ / (m₁ + m₂) (v₁ − v₂).
#[test]
fn two_balls_collide_by_the_formula() {
    let lines = played(&json!({
        "balls": [
            ball([0.0, 0.0], [2.0, 0.0]),
            {"center": [5, 0], "radius": 1, "mass": 3},
        ],
        "walls": [{"segment": {"a": [-2, -5], "b": [-2, 5]}}],
        "restitution": 0.5,
        "until": {"time": 10},
    }));
    // The gap of 3 takes 1.5 s. Then the first goes −0.25, from x = 3, and the other 0.75.
    assert_eq!(lines[0], json!({"event": 0, "time": 1.5, "a": 0, "b": 1}));
    assert_eq!(lines.len(), 2, "{lines:?}");
    let last = &lines[1];
    let expected = json!([
        {"center": [0.875, 0.0], "velocity": [-0.25, 0.0]},
        {"center": [11.375, 0.0], "velocity": [0.75, 0.0]},
    ]);
    assert_eq!(last["balls"], expected);
    let summary = summary(&lines);
    assert_eq!(summary["energy"], 0.5 * 0.0625 + 1.5 * 0.5625);
    assert_eq!(summary["momentum"], json!([2.0, 0.0]));
    assert_eq!(summary["time"], 10.0);
    assert_eq!(summary["events"], 1);
    assert_eq!(summary["max_overlap"], 0.0);
    assert_eq!(summary["status"], "done");
    let names: Vec<&String> = summary.as_object().unwrap().keys().collect();
    let mut wanted = vec![
        "time",
        "events",
        "energy",
        "momentum",
        "max_overlap",
        "status",
        "hash",
        "events_per_second",
    ];
    wanted.sort_unstable();
    assert_eq!(names, wanted);
}

#[test]
fn walls_and_the_sides_of_a_box_have_their_numbers() {
    let lines = played(&json!({
        "balls": [ball([2.0, 2.0], [1.0, 0.0]), ball([8.0, 7.0], [0.0, 1.0])],
        "walls": [
            {"segment": {"a": [9, 0], "b": [9.5, 0]}},
            {"capsule": {"a": [5, 0], "b": [5, 3], "radius": 0.5}},
        ],
        "box": {"min": [0, 0], "max": [10, 10]},
        "until": {"time": 4.5},
    }));
    let events = json!([
        {"event": 0, "time": 1.5, "a": 0, "wall": 1},
        {"event": 1, "time": 2.0, "a": 1, "wall": 2 + 3},
        {"event": 2, "time": 4.0, "a": 0, "wall": 2},
    ]);
    assert_eq!(json!(lines[..3]), events);
}

#[test]
fn the_first_of_time_and_events_ends_a_run() {
    let setup = |until: Value| {
        json!({
            "balls": [ball([2.0, 2.0], [1.0, 0.0])],
            "box": {"min": [0, 0], "max": [10, 4]},
            "until": until,
        })
    };
    let end = |until: Value| {
        let lines = played(&setup(until));
        let summary = summary(&lines).clone();
        (
            summary["time"].clone(),
            summary["events"].clone(),
            summary["status"].clone(),
        )
    };
    let is = |time: f64, events: u64| (json!(time), json!(events), json!("done"));
    assert_eq!(end(json!({"time": 20})), is(20.0, 2));
    assert_eq!(end(json!({"time": 20, "events": 1})), is(7.0, 1));
    assert_eq!(end(json!({"events": 1e3})), is(7.0 + 8.0 * 999.0, 1000));
    assert_eq!(end(json!({"time": 0})), is(0.0, 0));
    assert_eq!(end(json!({"events": 0})), is(0.0, 0));
    // Without either it goes on until nothing happens any more.
    let open = json!({"balls": [ball([0.0, 0.0], [1.0, 0.0]), ball([5.0, 0.0], [0.0, 0.0])]});
    let lines = played(&open);
    assert_eq!(summary(&lines)["time"], 3.0);
}

#[test]
fn every_status_is_reported() {
    let status = |name: &str| {
        let output = carom(&["pool", &data(&format!("pool/{name}.json"))]);
        let lines = lines(&output.stdout);
        assert_eq!(lines.len(), 1, "{name}: one line without --events");
        (summary(&lines)["status"].clone(), output.stderr)
    };
    assert_eq!(status("cradle").0, "done");
    let (collapse, message) = status("collapse");
    assert_eq!(collapse, "collapse");
    let message = String::from_utf8(message).unwrap();
    assert!(message.contains("infinitely many events"), "{message}");
    let still = played(&json!({
        "balls": [ball([0.0, 0.0], [0.0, 0.0])],
        "until": {"time": 3},
    }));
    assert_eq!(
        (&summary(&still)["status"], &summary(&still)["time"]),
        (&json!("at-rest"), &json!(3.0))
    );
    let dead = played(&json!({
        "balls": [ball([0.0, 0.0], [1.0, 0.0]), ball([4.0, 0.0], [-1.0, 0.0])],
        "restitution": 0,
        "until": {"time": 3},
    }));
    assert_eq!(summary(&dead)["status"], "at-rest");
}

#[test]
fn a_ball_crosses_the_edge_of_periodic_space() {
    let lines = played(&json!({
        "balls": [{"center": [1, 1, 1], "radius": 0.5, "velocity": [2, 0, -1]},
                  {"center": [1, 3, 1], "radius": 0.5, "mass": "infinite"}],
        "periodic": [4, 4.5, 4],
        "until": {"time": 100},
    }));
    let balls = &lines.last().unwrap()["balls"];
    assert_eq!(balls[0]["center"], json!([201.0, 1.0, -99.0]));
    let summary = summary(&lines);
    assert_eq!(
        (&summary["energy"], &summary["momentum"]),
        (&json!(2.5), &json!([2.0, 0.0, -1.0]))
    );
}

#[test]
fn errors_name_the_field() {
    let with =
        |fields: &str| format!(r#"{{"balls": [{{"center": [1, 1], "radius": 0.5}}]{fields}}}"#);
    let balls = |balls: &str| format!(r#"{{"balls": [{balls}]}}"#);
    let boxed = |ball: &str| {
        format!(
            r#"{{"balls": [{{"center": [5, 5], "radius": 1}}, {ball}],
                "box": {{"min": [0, 0], "max": [10, 10]}}}}"#
        )
    };
    for (text, message) in [
        (String::new(), "the file is empty"),
        ("[]".into(), "a setup is a JSON object"),
        ("{".into(), "EOF while parsing"),
        ("{}".into(), "balls is empty"),
        (balls(""), "balls is empty"),
        (with(r#", "wind": 3"#), "wind: unknown field `wind`"),
        (
            balls(r#"{"center": [0, 0], "radius": 1, "spin": 2}"#),
            "balls[0].spin: unknown field `spin`",
        ),
        (
            balls(r#"{"radius": 1}"#),
            "balls[0]: missing field `center`",
        ),
        (
            balls(r#"{"center": [0, 0]}"#),
            "balls[0]: missing field `radius`",
        ),
        (
            balls(r#"{"center": [0], "radius": 1}"#),
            "balls[0].center has 1 numbers, not 2 or 3",
        ),
        (
            balls(r#"{"center": [0, 0], "radius": 1}, {"center": [0, 0, 9], "radius": 1}"#),
            "balls[0].center has 2 numbers and balls[1].center has 3 numbers",
        ),
        (
            balls(r#"{"center": [0, NaN], "radius": 1}"#),
            "balls[0].center[1]: expected value at line 1 column",
        ),
        (
            balls(r#"{"center": [0, 1e999], "radius": 1}"#),
            "balls[0].center is beyond the range",
        ),
        (
            balls(r#"{"center": [0, 0], "radius": 1, "velocity": [1e999, 0]}"#),
            "balls[0].velocity is beyond the range",
        ),
        (
            balls(r#"{"center": [0, 0], "radius": "1"}"#),
            "balls[0].radius: invalid type: string, expected a number",
        ),
        (
            boxed(r#"{"center": [2, 2], "radius": -1}"#),
            "the radius of ball 1 must be finite and more than 0",
        ),
        (
            boxed(r#"{"center": [2, 2], "radius": 0}"#),
            "the radius of ball 1 must be finite and more than 0",
        ),
        (
            boxed(r#"{"center": [2, 2], "radius": 1, "mass": -1}"#),
            "the mass of ball 1 must be more than 0",
        ),
        (
            boxed(r#"{"center": [2, 2], "radius": 1, "mass": 0}"#),
            "the mass of ball 1 must be more than 0",
        ),
        (
            boxed(r#"{"center": [2, 2], "radius": 1, "mass": "heavy"}"#),
            "balls[1].mass: invalid type: string, expected a number",
        ),
        (
            boxed(r#"{"center": [5, 6.5], "radius": 1}"#),
            "balls 0 and 1 overlap by 0.5",
        ),
        (
            boxed(r#"{"center": [5, 12], "radius": 1}"#),
            "ball 1 is not inside the box",
        ),
        (
            boxed(r#"{"center": [5, 9.5], "radius": 1}"#),
            "ball 1 is not inside the box",
        ),
        (
            with(r#", "box": {"min": [0, 0], "max": [4, 0]}"#),
            "the box must be finite and wider than 0",
        ),
        (
            with(r#", "box": {"min": [0, 0, 0], "max": [4, 4, 4]}"#),
            "balls[0].center has 2 numbers and box.min has 3 numbers",
        ),
        (
            with(r#", "box": {"min": [0, 0], "max": [9, 9]}, "periodic": [9, 9]"#),
            "box and periodic",
        ),
        (
            with(r#", "periodic": [9, 0]"#),
            "periods must be finite and more than 0",
        ),
        (
            with(r#", "periodic": [9, 1]"#),
            "the radius of ball 0 must be at most 0.24 periods",
        ),
        (
            with(r#", "periodic": [9, 9], "walls": [{"plane": {"normal": [0, 1], "offset": 0}}]"#),
            "periodic space has no walls",
        ),
        (
            with(r#", "restitution": 1.5"#),
            "restitution must be in 0..=1, not 1.5",
        ),
        (
            with(r#", "restitution": -0.1"#),
            "restitution must be in 0..=1, not -0.1",
        ),
        (
            with(r#", "friction": 1, "gravity": [0, -1]"#),
            "friction and gravity exclude each other",
        ),
        (with(r#", "friction": -1"#), "friction must not be negative"),
        (
            with(r#", "until": {"time": -1}"#),
            "until.time is in the past (-1)",
        ),
        (
            with(r#", "until": {"time": 1e999}"#),
            "until.time is beyond the range",
        ),
        (
            with(r#", "until": {"time": 1e300}"#),
            "until.time is 1e300: too far away",
        ),
        (
            with(r#", "until": {"events": -1}"#),
            "until.events must be a whole number",
        ),
        (
            with(r#", "until": {"events": 1.5}"#),
            "until.events must be a whole number",
        ),
        (
            with(r#", "until": {"ticks": 5}"#),
            "until.ticks: unknown field `ticks`",
        ),
        (with(r#", "walls": [{}]"#), "walls[0]: no shape"),
        (
            with(r#", "walls": [{"wedge": 1}]"#),
            "walls[0].wedge: unknown variant `wedge`",
        ),
        (
            with(r#", "walls": [{"segment": {"a": [0, 9], "b": [0, 9, 0]}}]"#),
            "balls[0].center has 2 numbers and walls[0].segment.b has 3 numbers",
        ),
        (
            with(
                r#", "walls": [{"segment": {"a": [9, 9], "b": [8, 9]}}, {"segment": {"a": [1, 0], "b": [1, 2]}}]"#,
            ),
            "ball 0 is inside wall 1, 0.5 deep",
        ),
        (
            with(r#", "walls": [{"capsule": {"a": [8, 9], "b": [9, 9], "radius": -1}}]"#),
            "walls[0].capsule.radius is negative (-1)",
        ),
        (
            with(r#", "walls": [{"hull": {"points": []}}]"#),
            "walls[0].hull.points is empty",
        ),
        (
            with(r#", "walls": [{"plane": {"normal": [0, 0], "offset": 0}}]"#),
            "walls[0].plane.normal is zero",
        ),
        (
            with(r#", "walls": [{"mesh": {"vertices": [], "triangles": []}}]"#),
            "balls[0].center has 2 numbers and walls[0].mesh is 3D",
        ),
        (with(" extra"), "expected `,` or `}`"),
        (with("") + "x", "after the setup"),
    ] {
        let file = File::of(&text);
        let error = refused(&["pool", &file.name()]);
        let expected = format!("error: {}: {message}", file.name());
        assert!(
            error.starts_with(&expected),
            "{text}\n{error}\nexpected {message}"
        );
    }
    let space = |wall: &str| {
        format!(r#"{{"balls": [{{"center": [1, 1, 1], "radius": 0.5}}], "walls": [{wall}]}}"#)
    };
    for (wall, message) in [
        (
            r#"{"mesh": {"vertices": [[0, 0, 0]], "triangles": [[0, 0, 1]]}}"#,
            "walls[0].mesh: ",
        ),
        (r#"{"level": "none.obj"}"#, "walls[0].level: "),
        (
            r#"{"one_sided": true, "mesh": {"vertices": [], "triangles": []}}"#,
            "walls[0].one_sided: balls bounce off both sides",
        ),
        (
            r#"{"plane": {"normal": [0, 1, 0], "offset": 2}}"#,
            "ball 0 is inside wall 0, 1.5 deep",
        ),
    ] {
        let file = File::of(&space(wall));
        let error = refused(&["pool", &file.name()]);
        assert!(error.contains(message), "{wall}\n{error}");
    }
    assert!(refused(&["pool", "no-such-file.json"]).contains("no-such-file.json: cannot be read"));
    assert!(refused(&["pool", "/"]).contains("/: not a file"));
}

/// The pixels of a PNG's first picture, and how many pictures it has.
fn picture(path: &Path) -> (u32, usize, u32) {
    let file = std::fs::File::open(path).unwrap();
    let mut reader = png::Decoder::new(std::io::BufReader::new(file))
        .read_info()
        .unwrap();
    let frames = reader
        .info()
        .animation_control()
        .map_or(1, |a| a.num_frames);
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let mut colors: Vec<_> = pixels.chunks_exact(3).collect();
    colors.sort_unstable();
    colors.dedup();
    (info.width, colors.len(), frames)
}

#[test]
fn without_a_file_a_break_is_played_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let [still, moving] = ["a/still.png", "moving.png"].map(|name| folder.path().join(name));
    let run = || {
        let output = carom(&[
            "pool",
            "--events",
            "--picture",
            &still.to_string_lossy(),
            "--animate",
            &moving.to_string_lossy(),
        ]);
        assert!(output.status.success(), "{output:?}");
        output
    };
    let output = run();
    let report = String::from_utf8(output.stderr).unwrap();
    for row in [
        "status",
        "energy",
        "momentum",
        "max overlap",
        "hash",
        "picture",
        "animation",
    ] {
        assert!(report.contains(row), "{row} is missing:\n{report}");
    }
    let lines = lines(&output.stdout);
    let (last, events) = lines.split_last().unwrap();
    assert_eq!(last["balls"].as_array().unwrap().len(), 16);
    let summary = &last["summary"];
    assert_eq!(summary["events"], events.len());
    assert!(
        events.len() > 40 && summary["status"] == "done",
        "{summary}"
    );
    assert_eq!(
        (&events[0]["a"], &events[0]["b"]),
        (&json!(0), &json!(1)),
        "the cue ball and the foremost"
    );
    let energy = summary["energy"].as_f64().unwrap();
    assert!(
        (energy / (0.5 * 0.17 * 81.0) - 1.0).abs() < 1e-14,
        "{energy}"
    );
    assert!(summary["max_overlap"].as_f64().unwrap() < 1e-13);
    let times = events.iter().map(|event| event["time"].as_f64().unwrap());
    assert!(times.is_sorted());
    let (width, colors, frames) = picture(&still);
    assert!(width == 1400 && colors > 500 && frames == 1, "{colors}");
    let (width, colors, frames) = picture(&moving);
    assert!(
        width == 800 && colors > 200 && frames > 50,
        "{colors} {frames}"
    );
    // The same again, to the byte.
    let first = [&still, &moving].map(|path| std::fs::read(path).unwrap());
    let again = crate::command::lines(&run().stdout);
    assert_eq!(events, &again[..again.len() - 1]);
    assert_eq!(summary["hash"], again.last().unwrap()["summary"]["hash"]);
    assert_eq!(
        first,
        [&still, &moving].map(|path| std::fs::read(path).unwrap())
    );
}

/// Pictures of walls of every kind, periodic space, many balls, one ball at rest.
#[test]
fn every_setup_can_be_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.png");
    let draw = |setup: &str| {
        let output = carom(&["pool", setup, "--picture", &path.to_string_lossy()]);
        assert!(output.status.success(), "{setup} {output:?}");
        let (width, colors, _) = picture(&path);
        assert!(width == 1400 && colors > 20, "{setup} {colors}");
    };
    for name in [
        "walls-2d",
        "room-3d",
        "gas-periodic",
        "spheres-periodic",
        "collapse",
    ] {
        draw(&data(&format!("pool/{name}.json")));
    }
    let rest = File::of(r#"{"balls": [{"center": [0, 0], "radius": 1e-9}]}"#);
    draw(&rest.name());
    let far = File::of(
        r#"{"balls": [{"center": [1e300, 0], "radius": 1e298, "velocity": [1e300, 0]}], "until": {"time": 1e-300}}"#,
    );
    draw(&far.name());
    // A picture that cannot be written is an error that names it.
    let below_a_file = rest.beside("setup.json").join("picture.png");
    let output = carom(&[
        "pool",
        &rest.name(),
        "--picture",
        &below_a_file.to_string_lossy(),
    ]);
    assert_eq!(output.status.code(), Some(1));
}

/// `--events` adds lines and changes nothing else.
#[test]
fn events_are_written_only_on_request() {
    let file = data("pool/break.json");
    let [with, without] = [&["pool", &file, "--events"][..], &["pool", &file]].map(carom);
    let [with, without] = [lines(&with.stdout), lines(&without.stdout)];
    assert_eq!(without.len(), 1);
    assert_eq!(
        with.len() as u64,
        summary(&without)["events"].as_u64().unwrap() + 1
    );
    assert_eq!(summary(&with)["hash"], summary(&without)["hash"]);
    assert_eq!(with.last().unwrap()["balls"], without[0]["balls"]);
}

#[test]
fn a_rolling_ball_stops_at_the_right_place() {
    // v² / 2 µ on, after v / µ.
    let lines = played(&json!({"balls": [ball([0., 0.], [3., 4.])], "friction": 0.5}));
    let last = lines.last().unwrap();
    assert_eq!(last["summary"]["status"], "at-rest");
    let center: Vec<f64> = serde_json::from_value(last["balls"][0]["center"].clone()).unwrap();
    assert!((center[0] - 15.0).abs() < 1e-12 && (center[1] - 20.0).abs() < 1e-12);
    assert!((last["summary"]["time"].as_f64().unwrap() - 10.0).abs() < 1e-12);
}

#[test]
fn a_falling_ball_bounces_until_it_rests() {
    // From a height h with e: √(2h/g) (1 + e) / (1 − e), here 1 + 2 with e = ½.
    let lines = played(&json!({
        "balls": [ball([0., 6.], [0., 0.])],
        "walls": [{"plane": {"normal": [0, 1], "offset": 0}}],
        "gravity": [0, -10], "restitution": 0.5, "until": {"time": 4}
    }));
    let last = lines.last().unwrap();
    assert_eq!(last["summary"]["status"], "at-rest");
    let height = last["balls"][0]["center"][1].as_f64().unwrap();
    assert!((height - 1.0).abs() < 1e-12, "{height}");
}
