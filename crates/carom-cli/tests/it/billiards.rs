//! `carom pool --physics billiards` as a user runs it: shots, results, pictures, and errors for bad input.

use crate::command::{carom, data, lines, refused, summary};
use ::carom::billiards::{PoolBall, PoolSetup};
use ::carom::glam::dvec2;
use serde_json::{Value, json};
use std::path::Path;

const BILLIARDS: [&str; 3] = ["pool", "--physics", "billiards"];

/// The lines of a game in a file of its own, with its events.
fn played(game: &Value) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    std::fs::write(&path, game.to_string()).unwrap();
    let path = path.to_string_lossy();
    let output = carom(&[&BILLIARDS[..], &[&path, "--events"]].concat());
    assert!(output.status.success(), "{output:?}");
    lines(&output.stdout)
}

/// The lines of a file of the repository.
fn recorded(name: &str) -> Vec<Value> {
    let file = data(&format!("billiards/{name}.json"));
    let output = carom(&[&BILLIARDS[..], &[&file, "--events"]].concat());
    assert!(output.status.success(), "{output:?}");
    lines(&output.stdout)
}

fn end(lines: &[Value], ball: usize) -> f64 {
    let ball = &lines.last().unwrap()["balls"][ball];
    ball["position"][1].as_f64().unwrap()
}

/// Straight shots along a diagonal: the other ball falls into the corner pocket, the cue ball stops, follows or comes back.
#[test]
fn the_textbook_shots_stop_follow_and_draw() {
    for (name, moves) in [
        ("stop", -0.001..0.001),
        ("follow", 0.1..0.4),
        ("draw", -1.0..-0.02),
    ] {
        let lines = recorded(name);
        let hit = lines.iter().find(|line| line["kind"] == "ball").unwrap();
        assert_eq!((&hit["ball"], &hit["other"]), (&json!(0), &json!(1)));
        let [x, y] = [0, 1].map(|i| hit["after"]["position"][i].as_f64().unwrap());
        // The other ball is at (0.97, 2.24) m, with a radius of 28.575 mm.
        let gap = 2.0 * 0.028_575 / 2.0_f64.sqrt();
        assert!((x - (0.97 - gap)).abs() < 1e-9 && (y - (2.24 - gap)).abs() < 1e-9);
        let pocketed = json!([{"ball": 1, "pocket": 2}]);
        assert_eq!(summary(&lines)["pocketed"], pocketed, "{name}");
        let last = &lines.last().unwrap()["balls"][0]["position"];
        let [x1, y1] = [0, 1].map(|i| last[i].as_f64().unwrap());
        assert!(((x1 - x) - (y1 - y)).abs() < 1e-9, "{name}: straight");
        let way = (y1 - y) * 2.0_f64.sqrt();
        assert!(moves.contains(&way), "{name}: {way}");
    }
}

#[test]
fn every_event_is_a_line() {
    let lines = recorded("break");
    let summary = summary(&lines);
    assert_eq!(summary["status"], "at-rest");
    assert_eq!(summary["events"], lines.len() - 1);
    assert_eq!(summary["first_ball_hit"], 1);
    let (last, events) = lines.split_last().unwrap();
    for (number, event) in events.iter().enumerate() {
        assert_eq!(event["event"], number);
        assert_eq!(event["after"]["position"].as_array().unwrap().len(), 3);
    }
    assert!(events.is_sorted_by_key(|event| event["time"].as_f64().unwrap().to_bits()));
    let kinds = ["strike", "transition", "ball", "cushion", "pocket"];
    for kind in kinds {
        let of_kind = |event: &&Value| event["kind"] == kind;
        let pocketed = summary["pocketed"].as_array().unwrap().len();
        let count = events.iter().filter(of_kind).count();
        assert!(
            if kind == "pocket" {
                count == pocketed
            } else {
                count > 0
            },
            "{kind}: {count}"
        );
    }
    assert!(
        events
            .iter()
            .all(|event| kinds.contains(&event["kind"].as_str().unwrap()))
    );
    for one in summary["pocketed"].as_array().unwrap() {
        let ball = one["ball"].as_u64().unwrap() as usize;
        assert_eq!(last["balls"][ball]["motion"], "pocketed");
    }
    // Without --events only the last line, with the same hash.
    let file = data("billiards/break.json");
    let output = carom(&[&BILLIARDS[..], &[&file]].concat());
    let alone = crate::command::lines(&output.stdout);
    assert_eq!(alone.len(), 1);
    assert_eq!(alone[0]["balls"], last["balls"]);
    assert_eq!(crate::command::summary(&alone)["hash"], summary["hash"]);
}

#[test]
fn balls_roll_out_without_a_shot() {
    let lines = played(&json!({
        "balls": [{"position": [0.6, 0.5], "velocity": [0, 0.5]}, {"position": [0.2, 0.2], "is_pocketed": true}],
        "ball": {"rolling_friction": 0.02},
    }));
    // v² / (2 µ g)
    assert!((end(&lines, 0) - 0.5 - 0.25 / (2. * 0.02 * 9.81)).abs() < 1e-12);
    assert_eq!(lines[0]["to"], "stationary");
    assert_eq!(lines.last().unwrap()["balls"][1]["motion"], "pocketed");
    assert!(summary(&lines).get("first_ball_hit").is_none());
}

/// The cue ball flies over ball 1, which a level shot hits, onto ball 2.
#[test]
fn a_jump_shot_flies_over_a_ball() {
    let lines = recorded("jump");
    assert_eq!(summary(&lines)["first_ball_hit"], 2);
    assert_eq!(
        (&lines[1]["kind"], &lines[1]["time"]),
        (&json!("slate"), &json!(0.0))
    );
    let rise = lines[1]["after"]["velocity"][2].as_f64().unwrap();
    assert!((rise - 0.5 * lines[1]["speed"].as_f64().unwrap()).abs() < 1e-12);
    let text = std::fs::read_to_string(data("billiards/jump.json")).unwrap();
    let mut game: Value = serde_json::from_str(&text).unwrap();
    game["shot"]["elevation"] = json!(0);
    assert_eq!(summary(&played(&game))["first_ball_hit"], 1);
    // On the cloth the same cue gives a shot that rolls into it.
    game["shot"]["elevation"] = json!(45);
    game["models"] = json!({"slate": "absorbing"});
    assert_eq!(summary(&played(&game))["first_ball_hit"], 1);
}

#[test]
fn balls_in_the_air_come_down_or_leave_the_table() {
    let lines = played(&json!({
        "balls": [
            {"position": [0.6, 0.5], "height": 0.3, "velocity": [-4, 0], "rise": 1},
            {"position": [0.6, 1.5], "height": 0.5},
        ],
        "models": {"slate": {"bouncing": {"restitution": 0.7, "least_speed": 0.2}}},
    }));
    assert_eq!(summary(&lines)["off_table"], json!([0]));
    let off = lines
        .iter()
        .find(|line| line["kind"] == "off_table")
        .unwrap();
    // The noses are 0.64 diameters high.
    let height = off["after"]["position"][2].as_f64().unwrap();
    assert!((height - 2.28 * 0.028_575).abs() < 1e-12);
    let balls = &lines.last().unwrap()["balls"];
    assert_eq!(balls[0]["motion"], "off_table");
    assert_eq!(balls[1]["position"], json!([0.6, 1.5, 0.028_575]));
    let landed = |line: &&Value| line["kind"] == "slate" && line["ball"] == 1;
    let first = lines.iter().find(landed).unwrap()["time"].as_f64().unwrap();
    assert!((first - (2.0 * (0.5 - 0.028_575) / 9.81_f64).sqrt()).abs() < 1e-12);
}

#[test]
fn a_miscue_is_a_result() {
    let lines = played(&json!({
        "rack": "nine_ball",
        "shot": {"speed": 3, "direction": 90, "right": 0.4, "above": 0.4},
    }));
    assert_eq!(lines.len(), 1);
    assert_eq!(summary(&lines)["status"], "miscue");
    assert_eq!(summary(&lines)["events"], 0);
}

/// A massé shot curves around the ball in front of it, and hits the one behind.
#[test]
fn the_masse_shot_goes_around_a_ball() {
    let lines = recorded("masse");
    assert_eq!(summary(&lines)["first_ball_hit"], 2);
    let x = |line: &Value| line["after"]["position"][0].as_f64().unwrap();
    // All three are on one line, x = 0.71; the cue ball passes left of it, and comes back.
    let hit = lines.iter().find(|line| line["kind"] == "ball").unwrap();
    let struck = hit["after"]["position"][1].as_f64().unwrap();
    assert!(x(hit) < 0.71 - 0.03 && struck > 1.3 + 0.4);
    assert_eq!(
        lines.last().unwrap()["balls"][1]["position"],
        json!([0.71, 1.3, 0.03075])
    );
}

#[test]
fn directions_are_degrees_or_balls() {
    let shot = |shot: Value| {
        let lines = played(&json!({"rack": "three_cushion", "shot": shot}));
        summary(&lines)["hash"].clone()
    };
    let straight = shot(json!({"speed": 2, "direction": 180}));
    assert_eq!(straight, shot(json!({"ball": 0, "speed": 2, "at_ball": 1})));
    assert_ne!(straight, shot(json!({"speed": 2, "at_ball": 2})));
}

#[test]
fn errors_name_the_field() {
    let two = r#""balls": [{"position": [0.5, 0.5]}, {"position": [0.9, 0.5]}]"#;
    let with = |fields: &str| format!("{{{two}, {fields}}}");
    let shot = |fields: &str| with(&format!(r#""shot": {{"speed": 1, {fields}}}"#));
    let balls = |balls: &str| format!(r#"{{"balls": [{balls}]}}"#);
    for (text, message) in [
        (String::new(), "the file is empty"),
        ("[]".into(), "a game of billiards is a JSON object"),
        ("{}".into(), "balls is missing; so is rack"),
        (balls(""), "balls is empty"),
        (with(r#""rack": "nine_ball""#), "rack and balls: a game has one of them"),
        (with(r#""models": {"slate": {"bouncing": {"restitution": 2}}}"#), "models: the restitution of the slate must be 0 to 1"),
        (balls(r#"{"position": [0.5, 0.5], "height": 0.3}"#), "balls[0].height must be the radius: balls are on the cloth, unless the slate lets them bounce"),
        (balls(r#"{"position": [0.5, 0.5, 0]}"#), "balls[0].position: more values than it has room for"),
        (with(r#""ball": {"ball_friction": 0.05}"#), "ball.ball_friction: models.ball does not read it; it does with \"friction\": \"average\""),
        (balls(r#"{"position": [0.5, 0.5], "rise": 1}"#), "balls[0].rise must be 0: balls stay on the cloth"),
        (with(r#""wind": 3"#), "wind: unknown field `wind`"),
        (with(r#""table": "bumper""#), "table: unknown variant `bumper`"),
        (with(r#""gap": 0.1"#), "gap: balls without a rack have places"),
        (r#"{"rack": "nine_ball", "gap": -1}"#.into(), "gap must be 0 to 0.1 m, not -1"),
        (r#"{"rack": "nine_ball", "ball": {"radius": 0.03}}"#.into(), "ball.radius: the balls of a rack"),
        (r#"{"rack": "eight_ball", "dimensions": {"width": 0.15}}"#.into(), "dimensions: the mouths and jaws must be"),
        (r#"{"rack": "eight_ball", "dimensions": {"width": 0.2}}"#.into(), "rack: ball 4 overlaps a cushion"),
        (with(r#""dimensions": {"length": -2}"#), "dimensions.length must be positive and finite"),
        (with(r#""dimensions": {"corner_cut": 120}"#), "dimensions.corner_cut must be from parallel facings"),
        (with(r#""table": "carom", "dimensions": {"side_cut": 90}"#), "dimensions.side_cut: the table has no pockets"),
        (with(r#""dimensions": {"depth": 1}"#), "dimensions.depth: unknown field `depth`"),
        (with(r#""ball": {"sliding_friction": -0.2}"#), "ball.sliding_friction must be positive and finite"),
        (with(r#""ball": {"cushion_restitution": 1.5}"#), "ball.cushion_restitution must be above 0 and at most 1"),
        (with(r#""cue": {"mass": 0}"#), "cue: the mass of the cue must be positive"),
        (with(r#""cue": {"weight": 1}"#), "cue.weight: unknown field `weight`"),
        (with(r#""models": {"cushion": {"mathavan2010": {"steps": 0}}}"#), "models: the steps of the cushion model must be 1"),
        (with(r#""models": {"cushion": "rubber"}"#), "models.cushion: unknown variant `rubber`"),
        (balls(r#"{"position": [0.5]}"#), "balls[0].position: invalid length 1"),
        (balls(r#"{"velocity": [0, 1]}"#), "balls[0]: missing field `position`"),
        (balls(r#"{"position": [0.5, 1e999]}"#), "balls[0].position[1]: number out of range"),
        (balls(r#"{"position": [0.5, 0.5], "velocity": [2000, 0]}"#), "balls[0].velocity must be at most 1,000 m/s"),
        (balls(r#"{"position": [0.5, 0.5], "velocity": [1, 0], "is_pocketed": true}"#), "balls[0].is_pocketed: a ball in a pocket"),
        (balls(r#"{"position": [0.5, 0.5]}, {"position": [3, 1]}"#), "balls[1]: it is outside the cushions"),
        (balls(r#"{"position": [0.5, 0.5]}, {"position": [0, 0]}"#), "balls[1]: it has its center above a pocket"),
        (balls(r#"{"position": [0.5, 0.5]}, {"position": [0.01, 0.6]}"#), "balls[1]: it overlaps a cushion"),
        (balls(r#"{"position": [0.5, 0.5]}, {"position": [0.5, 0.53]}"#), "balls 0 and 1 overlap by 0.027"),
        (with(r#""shot": {}"#), "shot: missing field `speed`"),
        (with(r#""shot": {"speed": "fast", "direction": 0}"#), "shot.speed: invalid type: string"),
        (with(r#""shot": {"speed": 1}"#), "shot.direction is missing; so is shot.at_ball"),
        (shot(r#""direction": 0, "at_ball": 1"#), "shot.direction and shot.at_ball: a shot has one"),
        (shot(r#""at_ball": 2"#), "shot.at_ball: no ball 2 is on the table"),
        (shot(r#""at_ball": 0"#), "shot.at_ball: ball 0 cannot be aimed at itself"),
        (shot(r#""ball": 7, "direction": 0"#), "shot.ball: no ball 7 is on the table"),
        (shot(r#""direction": 0, "elevation": 100"#), "shot.elevation must be 0 to 90 degrees, not 100"),
        (shot(r#""direction": 0, "above": 0.1, "left": 1"#), "shot.left: unknown field `left`"),
        (with(r#""shot": {"speed": -1, "direction": 0}"#), "shot.speed must be 0 to 1,000 m/s"),
        (
            r#"{"balls": [{"position": [0.5, 0.5], "velocity": [1, 0]}], "shot": {"speed": 1, "direction": 0}}"#
                .into(),
            "shot.ball must be at rest on the table",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        std::fs::write(&path, &text).unwrap();
        let path = path.to_string_lossy();
        let error = refused(&[&BILLIARDS[..], &[&path]].concat());
        let expected = format!("error: {path}: {message}");
        assert!(error.starts_with(&expected), "{text}\n{error}\nexpected {message}");
    }
    assert!(refused(&[&BILLIARDS[..], &["none.json"]].concat()).contains("cannot be read"));
}

/// The file of one physics given to the other.
#[test]
fn a_file_of_the_other_physics_is_named() {
    let error = refused(&["pool", &data("billiards/stop.json")]);
    let hint = "; this is a game of billiards: --physics billiards plays it\n";
    assert!(error.ends_with(hint), "{error}");
    let error = refused(&[&BILLIARDS[..], &[&data("pool/pinball.json")]].concat());
    let hint = "; this is a setup of hard spheres: it is played without --physics billiards\n";
    assert!(error.ends_with(hint), "{error}");
    // A file that is neither.
    let error = refused(&[&BILLIARDS[..], &[&data("scenarios/root-motion.json")]].concat());
    assert!(!error.contains("this is"), "{error}");
}

/// Every table, with and without pockets, a miscue, and the break without a file, twice to the byte.
#[test]
fn every_shot_can_be_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let [still, moving] = ["still.png", "moving.png"].map(|name| folder.path().join(name));
    let [still_name, moving_name] = [&still, &moving].map(|path| path.to_string_lossy());
    let drawn = |arguments: &[&str], rows: &[&str]| {
        let output = carom(&[&BILLIARDS[..], arguments].concat());
        assert!(output.status.success(), "{output:?}");
        let report = String::from_utf8(output.stderr).unwrap();
        for row in rows {
            assert!(report.contains(row), "{row} is missing:\n{report}");
        }
    };
    let bytes = |path: &Path| std::fs::read(path).unwrap();
    let rows = ["status", "first hit", "hash", "picture"];
    drawn(&["--picture", &still_name], &rows);
    let first = bytes(&still);
    assert!(first.len() > 50_000, "{}", first.len());
    drawn(&["--picture", &still_name], &rows);
    assert!(first == bytes(&still), "the same picture again");
    let stop = data("billiards/stop.json");
    drawn(
        &[&stop, "--animate", &moving_name],
        &["pocketed", "animation"],
    );
    assert!(bytes(&moving).len() > 200_000, "{}", bytes(&moving).len());
    for game in [
        r#"{"rack": "snooker", "shot": {"speed": 3, "at_ball": 1}}"#,
        r#"{"rack": "three_cushion", "shot": {"speed": 2, "direction": 30, "right": 0.3}}"#,
        r#"{"rack": "ten_ball", "table": "pool_7_ft", "shot": {"speed": 2, "direction": 90, "above": 0.9}}"#,
        r#"{"table": "carom", "dimensions": {"length": 1}, "balls": [{"position": [0.5, 0.5]}]}"#,
    ] {
        let path = folder.path().join("game.json");
        std::fs::write(&path, game).unwrap();
        let path = path.to_string_lossy();
        let output = carom(&[&BILLIARDS[..], &[&path, "--picture", &still_name]].concat());
        assert!(output.status.success(), "{game} {output:?}");
        assert!(bytes(&still).len() > 8_000, "{game}");
    }
}

/// A misspelled field of a stored setup is an error that names it, where a default or `None` would take its place.
#[test]
fn unknown_fields_of_stored_tables_and_balls_are_errors() {
    let setup = PoolSetup {
        balls: vec![PoolBall::at(dvec2(0.5, 0.5))],
        ..PoolSetup::default()
    };
    let text = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<PoolSetup>(&text).unwrap(), setup);
    for (name, wrong) in [
        ("pockets", "pocket"),
        ("corner_mouth", "mouth"),
        ("is_pocketed", "pocketed"),
        ("angular_velocity", "spin"),
    ] {
        assert!(text.contains(&format!("\"{name}\"")), "{text}");
        let text = text.replacen(&format!("\"{name}\""), &format!("\"{wrong}\""), 1);
        let error = serde_json::from_str::<PoolSetup>(&text)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with(&format!("unknown field `{wrong}`")),
            "{error}"
        );
    }
}
