//! `carom survey` as a user runs it: levels with and without faults, the report, and its errors for bad input.

use crate::command::{carom, data, json_of, lines, refused};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Output;
use tempfile::TempDir;

/// A level in a folder of its own.
struct Level {
    folder: TempDir,
    path: PathBuf,
}

impl Level {
    fn of(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.obj");
        std::fs::write(&path, text).unwrap();
        Self { folder, path }
    }

    /// A floor of a size in meters without the square at `hole`, and walls around it.
    fn room(wide: u32, deep: u32, hole: Option<(u32, u32)>) -> Self {
        let mut text = String::new();
        let mut faces = 0;
        let mut quad = |corners: [[u32; 3]; 4]| {
            for [x, y, z] in corners {
                writeln!(text, "v {x} {y} {z}").unwrap();
            }
            writeln!(text, "f -4 -3 -2 -1").unwrap();
            faces += 1;
        };
        for x in 0..wide {
            for z in 0..deep {
                if Some((x, z)) != hole {
                    quad([[x, 0, z], [x, 0, z + 1], [x + 1, 0, z + 1], [x + 1, 0, z]]);
                }
            }
        }
        quad([[0, 0, 0], [0, 0, deep], [0, 3, deep], [0, 3, 0]]);
        quad([[wide, 0, 0], [wide, 3, 0], [wide, 3, deep], [wide, 0, deep]]);
        quad([[0, 0, 0], [0, 3, 0], [wide, 3, 0], [wide, 0, 0]]);
        quad([[0, 0, deep], [wide, 0, deep], [wide, 3, deep], [0, 3, deep]]);
        Self::of(&text)
    }

    fn name(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }

    fn report(&self) -> PathBuf {
        self.folder.path().join("report")
    }

    fn survey(&self, more: &[&str]) -> Output {
        let (name, report) = (self.name(), self.report());
        let mut arguments = vec!["survey", &name, "--report", report.to_str().unwrap()];
        arguments.extend(more);
        carom(&arguments)
    }
}

#[test]
fn a_level_without_faults() {
    let level = Level::room(8, 6, None);
    let output = level.survey(&[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stdout.is_empty());
    let report = json_of(&level.report().join("report.json"));
    assert_eq!(report["findings"], json!([]));
    assert_eq!(report["partial"], json!(false));
    assert_eq!(report["level"]["file"], "level.obj");
    assert_eq!(report["level"]["triangles"], 104);
    assert_eq!(
        report["level"]["bounds"],
        json!({"min": [0.0, 0.0, 0.0], "max": [8.0, 3.0, 6.0]})
    );
    assert_eq!(report["settings"]["radius"], 0.3);
    let area = report["reach"]["area"].as_f64().unwrap();
    let exact = (8.0 - 0.62) * (6.0 - 0.62);
    assert!((area / exact - 1.0).abs() < 0.02, "{area} of {exact}");
    let floors = report["reach"]["floors"].as_array().unwrap();
    assert_eq!((floors.len(), floors[0]["area"].as_f64()), (1, Some(area)));
}

/// From below a ledge is unreached ground with a way down, and with the spawn on it a note.
#[test]
fn a_ledge_from_below_and_from_above() {
    let room = Level::room(8, 6, None);
    let text = std::fs::read_to_string(&room.path).unwrap();
    let level = Level::of(&(text + "v 3 2 2\nv 3 2 5\nv 6 2 5\nv 6 2 2\nf -4 -3 -2 -1\n"));
    let output = level.survey(&["--spawn", "1.5,0,1.5"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = json_of(&level.report().join("report.json"));
    assert_eq!(report["findings"], json!([]));
    let regions = report["unreached"].as_array().unwrap();
    assert_eq!(regions.len(), 1, "{regions:?}");
    let point = |value: &Value| [0, 1, 2].map(|i| value[i].as_f64().unwrap());
    let [x, y, z] = point(&regions[0]["position"]);
    let off = [x - 4.5, y - 2.0, z - 3.5].map(f64::abs);
    assert!(off.iter().all(|off| *off < 0.2), "{regions:?}");
    let drop = &regions[0]["drop"];
    assert!(point(&drop["from"])[1] > 1.5 && point(&drop["to"])[1] < 0.1);
    let output = level.survey(&["--spawn", "4.5,2,3.5"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = json_of(&level.report().join("report.json"));
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(
        (&findings[0]["kind"], &findings[0]["severity"]),
        (&json!("ledge"), &json!("note"))
    );
    assert_eq!(findings[0]["scenario"], "findings/ledge-001.json");
    assert_eq!(report["unreached"], json!([]));
}

#[test]
fn a_hole_with_the_way_to_it() {
    let level = Level::room(8, 6, Some((5, 3)));
    let output = level.survey(&["--spawn", "1.5,0,1.5"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = json_of(&level.report().join("report.json"));
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(
        (&findings[0]["kind"], &findings[0]["severity"]),
        (&json!("leak"), &json!("error"))
    );
    // What the scenario says is played by `carom walk`: it goes through the hole, and ends below the floor.
    let scenario = level
        .report()
        .join(findings[0]["scenario"].as_str().unwrap());
    let output = carom(&["walk", scenario.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let ticks = lines(&output.stdout);
    let feet = |tick: &Value| [0, 1, 2].map(|i| tick["feet"][i].as_f64().unwrap());
    let through = ticks.iter().find(|tick| feet(tick)[1] < -0.5).unwrap();
    let [x, _, z] = feet(through);
    assert!(
        (5.0..6.0).contains(&x) && (3.0..4.0).contains(&z),
        "{through}"
    );
    assert!(feet(&ticks[ticks.len() - 2])[1] < -2.0);
    // `--fail-on never` always succeeds.
    let output = level.survey(&["--spawn", "1.5,0,1.5", "--fail-on", "never"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// The same room in centimeters with z up, read with --up and --unit, has the same bits, and so have its scenarios.
#[test]
fn a_level_with_z_up_in_centimetres() {
    let level = Level::room(8, 6, Some((5, 3)));
    let turned = |line: &str| {
        let numbers: Vec<i32> = line[2..].split(' ').map(|x| x.parse().unwrap()).collect();
        format!(
            "v {} {} {}",
            100 * numbers[0],
            -100 * numbers[2],
            100 * numbers[1]
        )
    };
    let text = std::fs::read_to_string(&level.path).unwrap();
    let text: Vec<String> = text
        .lines()
        .map(|line| match line.starts_with("v ") {
            true => turned(line),
            false => line.into(),
        })
        .collect();
    let other = Level::of(&text.join("\n"));
    let spawn = ["--spawn", "1.5,0,1.5", "--goal", "7,0,5"];
    let read = ["--up", "z", "--unit", "0.01"];
    let surveyed = |level: &Level, more: &[&str]| {
        let output = level.survey(&[&spawn[..], more].concat());
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        json_of(&level.report().join("report.json"))
    };
    let as_it_is = surveyed(&level, &[]);
    let mut report = surveyed(&other, &read);
    assert_eq!(report["level"]["up"], json!("z"));
    assert_eq!(report["level"]["unit"], json!(0.01));
    let fields = report["level"].as_object_mut().unwrap();
    fields.remove("up");
    fields.remove("unit");
    // Positions are in the coordinates of the file, too.
    for list in ["findings", "unreached"] {
        for entry in report[list].as_array_mut().unwrap() {
            let place = entry["position"].clone();
            let entry = entry.as_object_mut().unwrap();
            let own = entry.remove("in_file").unwrap();
            let near = |i: usize, x: f64| (own[i].as_f64().unwrap() - x).abs() < 1e-3;
            let [x, y, z] = [0, 1, 2].map(|i| 100.0 * place[i].as_f64().unwrap());
            assert!(near(0, x) && near(1, -z) && near(2, y), "{own} {place}");
        }
    }
    assert_eq!(report, as_it_is);
    for scenario in ["findings/leak-001.json", "goals/goal-001.json"] {
        let walked = [&level, &other].map(|level| {
            let output = carom(&["walk", level.report().join(scenario).to_str().unwrap()]);
            assert!(output.status.success(), "{output:?}");
            let mut lines = lines(&output.stdout);
            let summary = lines.pop().unwrap();
            (lines, summary["summary"]["hash"].clone())
        });
        assert_eq!(walked[0], walked[1], "{scenario}");
    }
    // In tiles, by jobs that know how the file is to be read from the first.
    let work = other.folder.path().join("work");
    let tile = [
        "--tiles",
        "100",
        "--tile",
        "0,0",
        "--work",
        work.to_str().unwrap(),
    ];
    let more = [&spawn[..2], &read, &tile].concat();
    assert_eq!(other.survey(&more).status.code(), Some(0));
    let merged = other.folder.path().join("merged");
    let [work, merged] = [&work, &merged].map(|path| path.to_str().unwrap());
    let output = carom(&["survey", "merge", work, "--report", merged]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let merged = json_of(&Path::new(merged).join("report.json"));
    assert_eq!(merged["hash"], as_it_is["hash"]);
    assert_eq!(merged["level"]["up"], json!("z"));
    // Read otherwise it is another search.
    let more = [&spawn[..2], &tile].concat();
    let output = other.survey(&more);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

/// `up` and `unit` are for levels only; elsewhere they are an error.
#[test]
fn scenarios_say_how_a_level_is_read() {
    let level = Level::room(4, 4, None);
    let path = level.folder.path().join("scenario.json");
    let name = level.name();
    for (body, named) in [
        (
            json!({"box": {"half": [1, 1, 1]}, "up": "z"}),
            "bodies[0].up",
        ),
        (
            json!({"box": {"half": [1, 1, 1]}, "unit": 2}),
            "bodies[0].unit",
        ),
        (json!({"level": name, "up": "x"}), "unknown variant `x`"),
        (json!({"level": name, "unit": -1}), "scale of -1"),
    ] {
        let text = json!({"seconds": 1, "bodies": [body], "characters": [{"feet": [0, 0, 0]}]})
            .to_string();
        std::fs::write(&path, text).unwrap();
        let error = refused(&["walk", path.to_str().unwrap()]);
        assert!(error.contains(named), "{error}");
    }
}

/// The same bytes on every run and with any number of threads.
#[test]
fn reports_are_reproducible() {
    let level = Level::room(8, 6, Some((2, 3)));
    let mut first: Option<Vec<u8>> = None;
    for threads in ["1", "2", "5", "1"] {
        let output = level.survey(&["--spawn", "1.5,0,1.5", "--jump", "4", "--threads", threads]);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let report = std::fs::read(level.report().join("report.json")).unwrap();
        assert_eq!(first.get_or_insert_with(|| report.clone()), &report);
    }
}

/// Scenarios of an earlier survey are removed.
#[test]
fn old_findings_are_removed() {
    let level = Level::room(8, 6, Some((5, 3)));
    assert_eq!(level.survey(&[]).status.code(), Some(3));
    let scenario = level.report().join("findings/leak-001.json");
    assert!(scenario.exists());
    let mended = std::fs::read_to_string(Level::room(8, 6, None).path).unwrap();
    std::fs::write(&level.path, mended).unwrap();
    assert_eq!(level.survey(&[]).status.code(), Some(0));
    assert!(!scenario.exists());
}

#[test]
fn the_character_from_a_file() {
    let level = Level::room(8, 6, None);
    let settings = level.folder.path().join("mover.json");
    let survey = |text: &str, more: &[&str]| {
        std::fs::write(&settings, text).unwrap();
        let mut arguments = vec!["--settings", settings.to_str().unwrap()];
        arguments.extend(more);
        level.survey(&arguments)
    };
    let output = survey(r#"{"radius": 0.5, "height": 2}"#, &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = json_of(&level.report().join("report.json"));
    let area = report["reach"]["area"].as_f64().unwrap();
    let exact = (8.0 - 1.02) * (6.0 - 1.02);
    assert!((area / exact - 1.0).abs() < 0.02, "{area} of {exact}");
    for (text, named) in [
        (r#"{"radius": -1}"#, "radius"),
        (r#"{"radiu": 1}"#, "radiu"),
        (r#"{"height": 0}"#, "height"),
        (r#"{"max_slope": 120}"#, "max_slope"),
        (r#"{"skin": "thick"}"#, "skin"),
        ("[]", "character"),
        ("", "mover.json"),
    ] {
        let output = survey(text, &[]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}: {error}");
        assert!(
            error.contains(named) && !error.contains("panicked"),
            "{text}: {error}"
        );
    }
}

#[test]
fn bad_input_is_refused_without_a_report() {
    let level = Level::room(6, 6, None);
    let report = level.report();
    let survey = |name: &str, more: &[&str], says: &str| {
        let mut arguments = vec!["survey", name, "--report", report.to_str().unwrap()];
        arguments.extend(more);
        let error = refused(&arguments);
        assert!(error.contains(says), "{more:?}: {error}");
        assert!(!report.exists(), "{more:?}");
    };
    let name = level.name();
    survey(
        &name,
        &["--spawn", "50,0,0"],
        "outside of the level's bounds",
    );
    survey(
        &name,
        &["--spawn", "nan,0,0"],
        "outside of the level's bounds",
    );
    survey(&name, &["--spawn", "0.1,0,3"], "inside of geometry");
    survey(&name, &["--cell", "0"], "cell must be");
    survey(&name, &["--cell", "0.001", "--speed", "0"], "speed must be");
    survey(&name, &["--hz", "0"], "hz must be");
    survey(&name, &["--jump", "-3"], "jump must be");
    survey(&name, &["--crouch", "2"], "crouch must be");
    survey(&name, &["--settings", "nowhere.json"], "nowhere.json");
    survey("nowhere.obj", &[], "nowhere.obj");
    for (text, says) in [
        ("", "level.obj"),
        ("v 0 0 0\nv 1 0 0\nv 0 nan 1\nf 1 2 3\n", "line 3"),
        ("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 9\n", "line 4"),
        // A wall and no floor.
        (
            "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 2 3 4\n",
            "no place to stand",
        ),
    ] {
        let bad = Level::of(text);
        survey(&bad.name(), &[], says);
    }
    let wall = Level::of("v 0 0 0\nv 9 0 0\nv 9 9 4\nv 0 9 0\nf 1 2 3 4\n");
    survey(&wall.name(), &["--spawn", "8,4,3"], "no floor");
}

/// The bundled level's report, with one error: a niche behind a ramp that the character can drop into.
#[test]
fn the_dungeon() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().to_str().unwrap();
    let output = carom(&[
        "survey",
        &data("levels/dungeon.obj"),
        "--report",
        report,
        "--cell",
        "0.5",
    ]);
    let report = json_of(&folder.path().join("report.json"));
    let findings = report["findings"].as_array().unwrap();
    let errors: Vec<_> = findings
        .iter()
        .filter(|f| f["severity"] == "error")
        .collect();
    assert!(
        errors.len() == 1 && errors[0]["kind"] == "trap",
        "{errors:?}: {output:?}"
    );
    // Rocks that hold the feet up or shake a character that presses into them, and steps a little too high.
    for finding in findings {
        let kind = finding["kind"].as_str().unwrap();
        assert!(
            ["trap", "snag", "jitter", "geometry"].contains(&kind),
            "{finding}"
        );
    }
    let floors: Vec<_> = report["reach"]["floors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["height"].as_f64().unwrap().round())
        .collect();
    assert_eq!(floors, [0.0, 5.0, 10.0, 15.0]);
}
