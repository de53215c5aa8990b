//! `carom walk` as a user runs it: levels, scenarios, and its errors for bad input.

use crate::command::{carom, data, lines, refused, summary};
use serde_json::Value;
use std::path::Path;

fn feet(line: &Value) -> [f64; 3] {
    [0, 1, 2].map(|i| line["feet"][i].as_f64().unwrap())
}

/// Walks a level and checks the trace, tick by tick.
fn long_walk(level: &str, floors: usize) {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("walk");
    let run = |folder: &Path| {
        let level = data(&format!("levels/{level}"));
        let output = carom(&["walk", &level, "--out", &folder.to_string_lossy()]);
        assert!(output.status.success(), "{output:?}");
        assert!(output.stdout.is_empty(), "the lines go to the file");
        std::fs::read(folder.join("walk.jsonl")).unwrap()
    };
    let trace = run(&folder);
    let lines = lines(&trace);
    let (last, ticks) = lines.split_last().unwrap();
    let summary = &last["summary"];
    assert_eq!(summary["ticks"].as_u64().unwrap(), ticks.len() as u64);

    let mut distance = 0.0;
    let mut heights: Vec<f64> = Vec::new();
    let mut grounded = 0;
    for (i, line) in ticks.iter().enumerate() {
        assert_eq!(line["tick"].as_u64().unwrap(), i as u64);
        if let Some(separation) = line["separation"].as_f64() {
            assert!(separation > -1e-3, "deeper than 1 mm: {line}");
        }
        if i > 0 {
            let (a, b) = (feet(&ticks[i - 1]), feet(line));
            distance += (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt();
        }
        if line["grounded"] == true {
            grounded += 1;
            // A floor is a height at least 2 m from the others that was stood on.
            let y = feet(line)[1];
            if heights.iter().all(|h| (h - y).abs() > 2.0) {
                heights.push(y);
            }
        }
        let why = line["why"].as_array().unwrap();
        assert!(!why.contains(&"stuck".into()), "{line}");
    }
    assert!(distance >= 300.0, "{distance} m");
    assert!(heights.len() >= floors, "floors: {heights:?}");
    assert_eq!(summary["grounded_ticks"], grounded);
    assert_eq!(summary["deepest"], 0.0);
    assert!((summary["distance"].as_f64().unwrap() - distance).abs() < 1.0);

    // Every way of being moved was met.
    let mut why: Vec<&str> = ticks
        .iter()
        .flat_map(|line| line["why"].as_array().unwrap())
        .map(|why| why.as_str().unwrap())
        .collect();
    why.sort_unstable();
    why.dedup();
    for wanted in ["slid", "snapped", "stepped"] {
        assert!(why.contains(&wanted), "{wanted} is not in {why:?}");
    }

    // The pictures are there, are pictures, and are not all one colour.
    for picture in ["map.png", "view.png"] {
        let file = std::fs::File::open(folder.join(picture)).unwrap();
        let mut reader = png::Decoder::new(std::io::BufReader::new(file))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert!(info.width >= 1000 && info.height >= 400);
        let mut colours: Vec<_> = pixels.chunks_exact(3).step_by(97).collect();
        colours.sort_unstable();
        colours.dedup();
        assert!(colours.len() > 100, "{picture}");
    }

    // The same again, to the bit (the time a step took is the one thing that may differ).
    let again = crate::command::lines(&run(&out.path().join("again")));
    assert_eq!(ticks, &again[..again.len() - 1]);
    assert_eq!(summary["hash"], again.last().unwrap()["summary"]["hash"]);
}

#[test]
fn the_dungeon_is_walked_on_several_floors() {
    long_walk("dungeon.obj", 4);
}

#[test]
fn the_course_is_walked_on_several_floors() {
    long_walk("nav_test.obj", 4);
}

/// The last line of every character's trace in a scenario.
fn ends(scenario: &str) -> Vec<Value> {
    let output = carom(&["walk", &data(&format!("scenarios/{scenario}.json"))]);
    assert!(output.status.success(), "{output:?}");
    let lines = lines(&output.stdout);
    assert_eq!(summary(&lines)["deepest"], 0.0, "{scenario}");
    let last = lines[lines.len() - 2]["tick"].clone();
    let ends = lines.into_iter().filter(|line| line["tick"] == last);
    ends.collect()
}

#[test]
fn stairs_are_climbed_up_to_the_step_height() {
    let ends = ends("stairs");
    assert!(
        feet(&ends[0])[0] < 1.0 && feet(&ends[0])[1] < 0.02,
        "down again"
    );
    assert!(feet(&ends[1])[0] > 14.0, "along the wall and off the end");
    assert!(feet(&ends[2])[0] < 1.7, "no higher than its step height");
}

#[test]
fn a_thin_wall_holds_at_any_speed() {
    for end in ends("thin-wall") {
        let x = feet(&end)[0];
        match end["name"].as_str().unwrap() {
            "backwards" => assert!(x > 5.3, "{end}"),
            _ => assert!(x < 4.7, "{end}"),
        }
        assert_eq!(end["grounded"], true);
    }
}

#[test]
fn slopes_are_climbed_up_to_the_limit() {
    for end in ends("slopes") {
        let climbed = ["20 degrees", "44 degrees"].contains(&end["name"].as_str().unwrap());
        // Over the top and down the other side, or held at the foot.
        assert_eq!(feet(&end)[0] > 14.0, climbed, "{end}");
        assert!(feet(&end)[1] < 0.02, "{end}");
    }
}

#[test]
fn surfaces_slip_carry_hold_and_are_no_steps() {
    let output = carom(&["walk", &data("scenarios/surfaces.json")]);
    assert!(output.status.success(), "{output:?}");
    let lines = lines(&output.stdout);
    let at = |name: &str, tick: u64| {
        let mut own = lines.iter().filter(|line| line["name"] == name);
        own.find(|line| line["tick"] == tick).unwrap()
    };
    let x = |name, tick| feet(at(name, tick))[0];
    let speed = |line: &Value| line["velocity"][0].as_f64().unwrap();
    // On ice, a tenth of the friction of 4/s: v = v₀ e^(−0.4 t), over 5 s.
    let slower = speed(at("ice", 479)) / speed(at("ice", 179));
    assert!((slower - (-2.0_f64).exp()).abs() < 1e-5, "{slower}");
    assert_eq!(at("ice", 479)["ground"]["tag"], 1);
    assert!(at("ice", 60)["ground"].get("tag").is_none(), "no material");
    // With the conveyor, against it, and carried by it.
    assert!((x("conveyor", 179) - x("conveyor", 119) - 3.5).abs() < 0.01);
    assert!((x("conveyor", 299) - x("conveyor", 179)).abs() < 1e-3);
    assert!((x("conveyor", 479) - x("conveyor", 299) - 4.5).abs() < 1e-3);
    // The same slope with and without a limit of its own.
    assert!(feet(at("ramp", 215))[1] > 1.8, "{}", at("ramp", 215));
    assert!(feet(at("roof", 479))[1] < 0.02, "{}", at("roof", 479));
    // A kerb is stepped on to; one that is no step is a wall until a jump.
    assert!((feet(at("kerbs", 143))[1] - 0.21).abs() < 1e-3);
    assert!(feet(at("kerbs", 299))[1] < 0.02 && x("kerbs", 299) < 2.7);
    assert_eq!(at("kerbs", 383)["ground"]["tag"], 4);
}

/// The bodies, with the part of a compound, on which a character stands one after another.
fn grounds(lines: &[Value], name: &str) -> Vec<String> {
    let own = lines.iter().filter(|line| line["name"] == name);
    let mut grounds: Vec<String> = own
        .filter(|line| line["grounded"] == true)
        .map(|line| match &line["ground"] {
            ground if ground["part"].is_null() => ground["body"].to_string(),
            ground => format!(
                "{}/{}",
                ground["body"],
                ground["part"].as_str().unwrap_or("?")
            ),
        })
        .collect();
    grounds.dedup();
    grounds
}

#[test]
fn curved_bodies_and_compounds_are_walked_on() {
    let output = carom(&["walk", &data("scenarios/curved.json")]);
    assert!(output.status.success(), "{output:?}");
    let lines = lines(&output.stdout);
    let on_the_way = [
        "0", "1", "0", "2", "0", "3/ramp", "3/plate", "0", "4", "0", "5", "0", "6", "0",
    ];
    assert_eq!(grounds(&lines, "hiker"), on_the_way);
    assert_eq!(grounds(&lines, "rider"), ["7"]);
    // A turn of 8 s takes the rider back to the start.
    let end = lines.iter().rfind(|line| line["name"] == "rider").unwrap();
    let [x, _, z] = feet(end);
    assert!((x - 6.8).abs() < 0.02 && (z - 6.0).abs() < 0.02, "{end}");
    // In the plane, over an ellipse and a compound of a rectangle and a ball.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flat.json");
    let text = r#"{"seconds": 3, "bodies": [
        {"box": {"half": [9, 1]}, "at": [4, -1]},
        {"ellipsoid": {"radii": [2, 0.4]}, "at": [3, 0]},
        {"compound": {"parts": [
            {"cylinder": {"a": [0, 0], "b": [2, 0], "radius": 0.2}, "id": "slab"},
            {"ball": {"center": [2, 0], "radius": 0.2}}
        ]}, "at": [6, 0]}],
        "characters": [{"name": "hero", "feet": [0, 0], "input": [{"until": 3, "move": [4, 0]}]}]}"#;
    std::fs::write(&path, text).unwrap();
    let [scenario, picture] =
        [path, folder.path().join("flat.png")].map(|path| path.to_str().unwrap().to_owned());
    let output = carom(&["walk", &scenario, "--picture", &picture]);
    assert!(output.status.success(), "{output:?}");
    let flat = crate::command::lines(&output.stdout);
    assert_eq!(
        grounds(&flat, "hero"),
        ["0", "1", "0", "2/slab", "2/?", "0"]
    );
}

#[test]
fn crouching_jumping_and_flying_work() {
    let output = carom(&["walk", &data("scenarios/crouch-jump-fly.json")]);
    let lines = lines(&output.stdout);
    let at = |tick: usize| &lines[tick];
    assert_eq!(at(30)["height"], 1.0, "crouched");
    assert_eq!(
        at(75)["height"],
        1.0,
        "no room to stand up under the ceiling"
    );
    assert_eq!(at(200)["height"], 1.8, "up again in the open");
    let highest = lines[150..250]
        .iter()
        .map(|line| feet(line)[1])
        .fold(0.0, f64::max);
    assert!(highest > 1.5, "jumped: {highest}");
    assert!(
        feet(at(400))[1] > 3.0 && at(400)["grounded"] == false,
        "flies"
    );
}

#[test]
fn a_scenario_prints_lines_and_nothing_else_and_draws_on_request() {
    let out = tempfile::tempdir().unwrap();
    let picture = out.path().join("new/folder/corner.png");
    let output = carom(&[
        "walk",
        &data("scenarios/corner.json"),
        "--picture",
        &picture.to_string_lossy(),
    ]);
    assert!(output.status.success());
    let lines = lines(&output.stdout);
    assert_eq!(lines.len(), 241);
    let fields: Vec<_> = lines[0].as_object().unwrap().keys().cloned().collect();
    let mut expected = [
        "tick",
        "time",
        "name",
        "feet",
        "velocity",
        "height",
        "grounded",
        "ground",
        "separation",
        "why",
    ];
    expected.sort_unstable();
    assert_eq!(fields, expected);
    assert_eq!(&std::fs::read(picture).unwrap()[1..4], b"PNG");
    assert!(String::from_utf8_lossy(&output.stderr).contains("deepest overlap"));
}

#[test]
fn volumes_of_a_scenario_are_drawn() {
    let out = tempfile::tempdir().unwrap();
    let map = |name: &str, volumes: &str| {
        let [file, map] = ["json", "png"].map(|kind| out.path().join(format!("{name}.{kind}")));
        let text = format!(
            r#"{{"seconds": 0.1, "volumes": [{volumes}], "characters": [{{"feet": [2, 0.01, 2], "abilities": {{}}}}],
                "bodies": [{{"box": {{"half": [3, 1, 3]}}, "at": [0, -1, 0]}}]}}"#
        );
        std::fs::write(&file, text).unwrap();
        let [file, to] = [&file, &map].map(|path| path.to_string_lossy());
        let output = carom(&["walk", &file, "--map", &to]);
        assert!(output.status.success(), "{output:?}");
        std::fs::read(map).unwrap()
    };
    let bounds = r#""min": [-2, 0, -2], "max": [0, 1, 0]"#;
    let water = format!(r#"{{{bounds}, "water": {{"float": 1}}}}"#);
    let ends = r#""bottom": [-1, 0, -1], "top": [-1, 1, -1], "exit": [0, 1, -1], "speed": 1"#;
    let ladder = format!(r#"{{{bounds}, "ladder": {{{ends}}}}}"#);
    let [none, water, ladder] = [("none", ""), ("water", &water), ("ladder", &ladder)]
        .map(|(name, volumes)| map(name, volumes));
    assert!(none != water && none != ladder && water != ladder);
}

#[test]
fn double_precision_prints_more_digits() {
    let output = carom(&["walk", &data("scenarios/dungeon-f64.json")]);
    let text = String::from_utf8(output.stdout).unwrap();
    let digits = text.lines().nth(50).unwrap();
    let feet = digits
        .split("\"feet\":[")
        .nth(1)
        .unwrap()
        .split(',')
        .next()
        .unwrap();
    assert!(feet.len() > 12, "{feet}");
}

#[test]
fn a_level_that_cannot_be_walked_says_why_and_leaves_nothing() {
    let out = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = out.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_string_lossy().into_owned()
    };
    let wall = b"v 0 0 0\nv 0 9 0\nv 9 9 0\nf 1 2 3\n";
    for (name, bytes, message) in [
        ("empty.obj", &b""[..], "the file is empty"),
        ("cut.glb", b"glTF\x02\0\0\0\xff\0\0\0", "truncated GLB"),
        ("latin.obj", b"v 0 0 0\nv 0 0 \xe9\n", "line 2: not UTF-8"),
        (
            "index.obj",
            b"v 0 0 0\nv 1 0 0\nf 1 2 9\n",
            "line 3: \"f 1 2 9\": vertex 9",
        ),
        (
            "nan.obj",
            b"v 0 nan 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n",
            "line 1: \"v 0 nan 0\"",
        ),
        ("points.obj", b"v 0 0 0\n", "no triangles"),
        ("wall.obj", wall, "no place to stand"),
        ("level.fbx", b"Kaydara", "assimp export LEVEL.fbx LEVEL.glb"),
        ("level.txt", b"level", "it reads .obj, .gltf and .glb files"),
    ] {
        let path = file(name, bytes);
        let folder = out.path().join("out");
        let error = refused(&["walk", &path, "--out", &folder.to_string_lossy()]);
        assert!(error.contains(name) && error.contains(message), "{error}");
        // The path stands there once, whatever is wrong.
        assert_eq!(
            error.lines().last().unwrap().matches(name).count(),
            1,
            "{error}"
        );
        assert!(!folder.exists(), "{name} left something behind");
        if name != "wall.obj" {
            let error = refused(&["info", &path]);
            assert!(error.contains(name) && error.contains(message), "{error}");
        }
    }
    let error = refused(&["walk", "no/such/level.obj"]);
    assert!(error.contains("no/such/level.obj"), "{error}");
}

#[test]
fn a_bad_scenario_names_the_field_and_draws_nothing() {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("s.json");
    let picture = out.path().join("s.png");
    let hero = r#""characters": [{"feet": [0, 0, 0], "skin": 0.5}]"#;
    for (text, message) in [
        ("{\"seconds\": 1, ".to_owned() + hero + "}", "characters[0].skin must be more than 0"),
        (
            r#"{"seconds": 1, "bodies": [{"level": "none.obj"}], "characters": [{"feet": [0, 0, 0]}]}"#.into(),
            "none.obj: cannot be read",
        ),
        (
            r#"{"seconds": 1, "bodies": [{"mesh": {"vertices": [[0,0,0]], "triangles": [[0,0,1]]}}], "characters": [{"feet": [0, 0, 0]}]}"#.into(),
            "bodies[0].mesh: triangle 0 has the vertex 1, but there are only 1",
        ),
        (
            r#"{"seconds": 1, "up": [0, 1, 0], "characters": [{"feet": [0, 0]}]}"#.into(),
            "up: three numbers make a 3D point, and characters[0].feet is 2D",
        ),
        ("[1, 2".into(), "s.json"),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = refused(&[
            "walk",
            &path.to_string_lossy(),
            "--picture",
            &picture.to_string_lossy(),
        ]);
        assert!(error.contains("s.json") && error.contains(message), "{error}");
        assert!(!picture.exists());
    }
    let error = refused(&["walk", &data("scenarios/stairs.json"), "--seconds", "3"]);
    assert!(
        error.contains("--seconds is for walking a level"),
        "{error}"
    );
}

#[test]
fn a_level_with_z_up_in_centimetres_is_walked_like_any_other() {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("floor.obj");
    let text = "v 0 0 0\nv 3000 0 0\nv 3000 3000 0\nv 0 3000 0\nf 1 2 3 4\n";
    std::fs::write(&path, text).unwrap();
    let folder = out.path().join("out");
    let output = carom(&[
        "walk",
        &path.to_string_lossy(),
        "--up",
        "z",
        "--unit",
        "0.01",
        "--seconds",
        "5",
        "--out",
        &folder.to_string_lossy(),
    ]);
    assert!(output.status.success(), "{output:?}");
    let lines = lines(&std::fs::read(folder.join("walk.jsonl")).unwrap());
    let summary = summary(&lines);
    assert!(summary["distance"].as_f64().unwrap() > 15.0, "{summary}");
    assert!(summary["grounded_ticks"].as_u64().unwrap() >= 299);
}

#[test]
fn a_closed_pipe_is_no_error() {
    use std::io::Read;
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["walk", &data("scenarios/stairs.json")])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut some = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("error"));
}

#[test]
fn nonsense_options_are_refused_by_name() {
    let level = data("levels/nav_test.obj");
    for (option, value, message) in [
        ("--hz", "-1", "--hz must be 1 to 10000, not -1"),
        ("--max-slope", "91", "--max-slope must be 0 to 90 degrees"),
        (
            "--skin",
            "0.4",
            "--skin must be more than 0 and less than the radius",
        ),
        ("--radius", "1e9", "--radius must be at most 10 km"),
        ("--unit", "-1", "scale of -1"),
        ("--unit", "1e5", "from the origin"),
    ] {
        let error = refused(&["walk", &level, option, value]);
        assert!(error.contains(message), "{option}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn other_than_regular_files_are_refused_at_once() {
    let error = refused(&["walk", "/dev/stdin.json"]);
    assert!(error.contains("cannot be read"), "{error}");
    let out = tempfile::tempdir().unwrap();
    let link = out.path().join("endless.json");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    let error = refused(&["walk", &link.to_string_lossy()]);
    assert!(error.contains("not a file"), "{error}");
}

/// `perch` became `max_overhang`: files with the old name still load, to the same bits, with a warning.
#[test]
fn a_scenario_with_the_former_name_of_max_overhang_is_walked_the_same() {
    let text = std::fs::read_to_string(data("scenarios/feet.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("feet.json");
    std::fs::write(&old, text.replace("\"max_overhang\"", "\"perch\"")).unwrap();
    assert!(text.contains("\"max_overhang\""));
    let new = carom(&["walk", &data("scenarios/feet.json")]);
    let old = carom(&["walk", old.to_str().unwrap()]);
    let hash = |output: &std::process::Output| summary(&lines(&output.stdout))["hash"].clone();
    assert_eq!(hash(&old), hash(&new));
    let warned = |output: &std::process::Output| {
        String::from_utf8_lossy(&output.stderr).contains("perch is named max_overhang now")
    };
    assert!(warned(&old) && !warned(&new));
}
