//! `carom pool` with walls that move, bumpers, regions and pockets.

use crate::command::refused;
use crate::pool::{File, played};
use serde_json::{Value, json};

fn at_rest() -> Value {
    json!({"center": [0, 0], "radius": 1})
}

/// A segment across the x axis.
fn across(x: f64) -> Value {
    json!({"segment": {"a": [x, -1], "b": [x, 1]}})
}

#[test]
fn a_piston_drives_a_ball_through_a_region_into_a_pocket() {
    let mut events = played(&json!({
        "balls": [at_rest()],
        "walls": [across(-4.)],
        "motions": [{"wall": 0, "keyframes": [{"time": 1}, {"time": 3, "offset": [4, 0]}]}],
        "regions": [{"aabb": {"min": [8, -1], "max": [10, 1]}}],
        "pockets": [{"ball": {"center": [20, 0], "radius": 2}}],
        "until": {"time": 9},
    }));
    let summary = events.pop().unwrap();
    // The piston starts after 1 s, and has 3 m to the ball at 2 m/s; the ball gets twice that speed.
    let expected = json!([
        {"event": 0, "time": 2.5, "a": 0, "wall": 0},
        {"event": 1, "time": 4.5, "a": 0, "enters": 0},
        {"event": 2, "time": 5.0, "a": 0, "leaves": 0},
        {"event": 3, "time": 7.0, "a": 0, "enters": 1},
    ]);
    assert_eq!(json!(events), expected);
    assert_eq!(summary["summary"]["status"], "at-rest");
    assert_eq!(summary["balls"], json!([]), "the pocket has taken it");
}

#[test]
fn a_bumper_adds_its_kick_and_a_press_leaves_no_room() {
    let mut events = played(&json!({
        "balls": [{"center": [0, 0], "radius": 1, "velocity": [2, 0]}],
        "walls": [across(4.)],
        "bumpers": [{"wall": 0, "kick": 1.5}],
        "until": {"time": 3},
    }));
    let summary = events.pop().unwrap();
    assert_eq!(
        json!(events),
        json!([{"event": 0, "time": 1.5, "a": 0, "wall": 0}])
    );
    assert_eq!(
        summary["balls"],
        json!([{"center": [-2.25, 0.0], "velocity": [-3.5, 0.0]}])
    );

    let events = played(&json!({
        "balls": [at_rest()],
        "walls": [across(-4.), across(1.5)],
        "motions": [{"wall": 0, "keyframes": [{"time": 0}, {"time": 4, "offset": [8, 0]}]}],
        "restitution": 0.5,
        "until": {"time": 9},
    }));
    // At 1.75 s the gap of the two walls is the diameter.
    let summary = &events.last().unwrap()["summary"];
    let (status, time) = (&summary["status"], &summary["time"]);
    assert_eq!(status, "squeezed");
    assert!((time.as_f64().unwrap() - 1.75).abs() < 1e-3, "{time}");
    assert!(summary["max_overlap"].as_f64().unwrap() < 1e-12);
}

#[test]
fn errors_name_the_wall_or_region() {
    for (list, entry, message) in [
        (
            "bumpers",
            json!({"wall": 1, "kick": 1}),
            "bumpers[0].wall: there is no wall 1",
        ),
        (
            "bumpers",
            json!({"wall": 0}),
            "bumpers[0]: missing field `kick`",
        ),
        (
            "bumpers",
            json!({"wall": 0, "kick": -1}),
            "wall 0 must have a kick that is finite",
        ),
        (
            "motions",
            json!({"wall": 3, "keyframes": [{"time": 0}]}),
            "motions[0].wall: there is no wall 3",
        ),
        (
            "motions",
            json!({"wall": 0, "keyframes": []}),
            "wall 0 must have a motion with a keyframe",
        ),
        (
            "motions",
            json!({"wall": 0, "keyframes": [{"time": 1}, {"time": 0}]}),
            "wall 0 must have keyframes with times in ascending order",
        ),
        (
            "motions",
            json!({"wall": 0, "repeats": true, "keyframes": [{"time": 0}, {"time": 1, "angle": 5}]}),
            "wall 0 must end in the pose of its first keyframe",
        ),
        (
            "regions",
            across(0.),
            "region 0 is no ball, half-space, box or hull",
        ),
        (
            "pockets",
            across(0.),
            "region 0 is no ball, half-space, box or hull",
        ),
    ] {
        let mut setup = json!({"balls": [at_rest()], "walls": [across(-4.)], "until": {"time": 3}});
        setup[list] = json!([entry]);
        let error = refused(&["pool", &File::of(&setup.to_string()).name()]);
        assert!(error.contains(message), "{list} {entry}\n{error}");
    }
}

/// The second entry for a wall would replace the first.
#[test]
fn a_wall_has_one_bumper_and_one_motion() {
    let bumper = json!({"wall": 0, "kick": 1});
    let motion = json!({"wall": 0, "keyframes": [{"time": 0}]});
    for (list, entry) in [("bumpers", bumper), ("motions", motion)] {
        let mut setup = json!({"balls": [at_rest()], "walls": [across(-4.)], "until": {"time": 3}});
        setup[list] = json!([entry, entry]);
        let error = refused(&["pool", &File::of(&setup.to_string()).name()]);
        let message = format!("{list}[1].wall: {list}[0] is for that wall, too");
        assert!(error.contains(&message), "{error}");
    }
}
