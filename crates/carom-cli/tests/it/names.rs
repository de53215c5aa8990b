//! Names of objects: `--only`, `--exclude`, `--bounds`, colliders, skies, and the names in reports.

use crate::command::{carom, json_of, refused};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;
use tempfile::TempDir;

/// A room of 8 m × 6 m in a house, with a hole in its floor, a table in it, and a sky around it.
struct House {
    folder: TempDir,
    path: PathBuf,
}

impl House {
    fn new() -> Self {
        let mut text = String::from("o Sky\n");
        let mut quad = |corners: [[i32; 3]; 4]| {
            for [x, y, z] in corners {
                writeln!(text, "v {x} {y} {z}").unwrap();
            }
            writeln!(text, "f -4 -3 -2 -1").unwrap();
        };
        quad([
            [-900, -9, -900],
            [-900, -9, 900],
            [900, 700, 900],
            [900, 700, -900],
        ]);
        let objects: [(&str, &[[[i32; 3]; 4]]); 3] = [
            (
                "o House\ng Floor\nusemtl wood",
                &[
                    [[0, 0, 0], [0, 0, 6], [5, 0, 6], [5, 0, 0]],
                    [[5, 0, 0], [5, 0, 4], [8, 0, 4], [8, 0, 0]],
                    [[6, 0, 4], [6, 0, 6], [8, 0, 6], [8, 0, 4]],
                ],
            ),
            (
                "g Walls",
                &[
                    [[0, 0, 0], [0, 0, 6], [0, 3, 6], [0, 3, 0]],
                    [[8, 0, 0], [8, 3, 0], [8, 3, 6], [8, 0, 6]],
                    [[0, 0, 0], [0, 3, 0], [8, 3, 0], [8, 0, 0]],
                    [[0, 0, 6], [8, 0, 6], [8, 3, 6], [0, 3, 6]],
                ],
            ),
            ("o Table", &[[[2, 1, 2], [2, 1, 3], [3, 1, 3], [3, 1, 2]]]),
        ];
        let mut whole = std::mem::take(&mut text);
        for (names, quads) in objects {
            writeln!(whole, "{names}").unwrap();
            for corners in quads {
                for [x, y, z] in corners {
                    writeln!(whole, "v {x} {y} {z}").unwrap();
                }
                writeln!(whole, "f -4 -3 -2 -1").unwrap();
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("house.obj");
        std::fs::write(&path, whole).unwrap();
        Self { folder, path }
    }

    fn survey(&self, more: &[&str]) -> (String, Value) {
        let report = self.folder.path().join("report");
        let mut arguments = vec![
            "survey",
            self.path.to_str().unwrap(),
            "--report",
            report.to_str().unwrap(),
            "--fail-on",
            "never",
        ];
        arguments.extend(more);
        let output = carom(&arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let printed = String::from_utf8(output.stderr).unwrap();
        (printed, json_of(&report.join("report.json")))
    }
}

#[test]
fn a_sky_is_left_out_and_findings_name_their_objects() {
    let house = House::new();
    let (printed, report) = house.survey(&[
        "--sarif",
        house.folder.path().join("a.sarif").to_str().unwrap(),
    ]);
    assert!(
        printed.contains("left out as the sky: Sky (--only '*' keeps everything)"),
        "{printed}"
    );
    assert_eq!(report["level"]["exclude"], json!(["Sky"]));
    assert_eq!(report["level"]["bounds"]["max"], json!([8.0, 3.0, 6.0]));
    let finding = &report["findings"][0];
    assert_eq!(finding["kind"], "leak");
    assert_eq!(finding["objects"][0], "House/Floor", "{finding}");
    assert!(
        printed.contains("House/Floor  findings/leak-001.json"),
        "{printed}"
    );
    assert_eq!(report["unreached"][0]["objects"], json!(["Table"]));
    let sarif = json_of(&house.folder.path().join("a.sarif"));
    let places = &sarif["runs"][0]["results"][0]["locations"][0]["logicalLocations"];
    assert_eq!(places[1]["name"], "Floor");
    assert_eq!(places[1]["fullyQualifiedName"], "House/Floor");
    let page = std::fs::read_to_string(house.folder.path().join("report/report.html")).unwrap();
    assert!(page.contains("href=\"#object=House/Floor\">House/Floor<"));
    // The scenario reads the same triangles.
    let scenario = house.folder.path().join("report/findings/leak-001.json");
    let body = &json_of(&scenario)["bodies"][0];
    assert_eq!(body["exclude"], json!(["Sky"]));
    let walked = carom(&["walk", scenario.to_str().unwrap()]);
    assert_eq!(walked.status.code(), Some(0), "{walked:?}");
}

#[test]
fn objects_are_selected_by_name_and_place() {
    let house = House::new();
    let (_, report) = house.survey(&["--exclude", "Table", "--exclude", "S*"]);
    assert_eq!(report["unreached"], json!([]));
    assert_eq!(report["level"]["exclude"], json!(["Table", "S*"]));
    let (_, report) = house.survey(&["--only", "House"]);
    assert_eq!(report["level"]["triangles"], 14);
    let (_, report) = house.survey(&["--bounds", "0.5,-1,0.5,4,0.5,4"]);
    assert_eq!(
        report["level"]["within"],
        json!([[0.5, -1.0, 0.5], [4.0, 0.5, 4.0]])
    );
    assert_eq!(report["level"]["triangles"], 2, "the floor's first square");
}

/// A floor with a low table, of which the collider reaches to the floor.
const TABLE: &str = "v 0 0 0\nv 0 0 6\nv 6 0 6\nv 6 0 0\nv 2 1 2\nv 2 1 4\nv 4 1 4\nv 4 1 2\nv 2 0 2\nv 2 0 4\nv 4 0 4\nv 4 0 2\n\
    o Floor\nf 1 2 3 4\no Table\nf 5 6 7 8\no UCX_Table_01\nf 5 6 7 8\nf 9 10 6 5\nf 10 11 7 6\nf 11 12 8 7\nf 12 9 5 8\n";

#[test]
fn colliders_stand_for_their_objects_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.obj");
    std::fs::write(&path, TABLE).unwrap();
    let path = path.to_str().unwrap();
    let info = |use_of: &[&str]| {
        let output = carom(&[&["info", path, "--json"], use_of].concat());
        assert!(output.status.success(), "{output:?}");
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        (json, String::from_utf8(output.stderr).unwrap())
    };
    let (used, printed) = info(&[]);
    assert!(
        printed.contains("table.obj: 1 collider (UCX_) stands for 1 object; 1 object without a collider counts as it is drawn (--colliders"),
        "{printed}"
    );
    assert_eq!(used["triangles"], 12);
    let expected = json!({ "found": { "UCX_": 1 }, "replaced": 1, "left_out": {}, "without": 1 });
    assert_eq!(used["colliders"], expected);
    let (only, _) = info(&["--colliders", "only"]);
    assert_eq!(only["triangles"], 10);
    let (ignored, printed) = info(&["--colliders", "ignore"]);
    assert_eq!((&ignored["triangles"], &*printed), (&json!(14), ""));
    assert_eq!(ignored.get("colliders"), None);
    let table = carom(&["info", path]);
    let table = String::from_utf8(table.stdout).unwrap();
    assert!(
        table.contains("colliders               1 collider (UCX_) stands for"),
        "{table}"
    );
    // The report and the scenarios of a survey read the same triangles.
    let report = folder.path().join("report");
    let survey = [
        "survey",
        path,
        "--no-pictures",
        "--fail-on",
        "never",
        "--report",
        report.to_str().unwrap(),
    ];
    for (use_of, triangles) in [(&[][..], 12), (&["--colliders", "ignore"], 14)] {
        let output = carom(&[&survey, use_of].concat());
        assert!(output.status.success(), "{output:?}");
        let level = json_of(&report.join("report.json"))["level"].take();
        assert_eq!(level["triangles"], triangles);
        assert_eq!(
            level.get("colliders"),
            use_of.get(1).map(|name| json!(name)).as_ref()
        );
    }
    let finding = json_of(&report.join("report.json"))["findings"][0]["scenario"].take();
    let scenario = report.join(finding.as_str().unwrap());
    assert_eq!(json_of(&scenario)["bodies"][0]["colliders"], "ignore");
    let walked = carom(&["walk", scenario.to_str().unwrap()]);
    assert_eq!(walked.status.code(), Some(0), "{walked:?}");
    let wrong = carom(&["info", path, "--colliders", "some"]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn pictures_and_the_page_have_the_colors_of_the_level() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("room.obj");
    let text = "mtllib room.mtl\nv 0 0 0\nv 0 0 6\nv 6 0 6\nv 6 0 0\nv 0 3 0\nv 6 3 0\n\
        usemtl tiles\nf 1 2 3 4\nusemtl brick\nf 1 4 6 5\n";
    std::fs::write(&path, text).unwrap();
    let drawn = |arguments: &[&str]| {
        let out = folder.path().join("out");
        let all = [
            arguments,
            &[
                if arguments[0] == "walk" {
                    "--out"
                } else {
                    "--report"
                },
                out.to_str().unwrap(),
            ],
        ];
        let output = carom(&all.concat());
        assert!(output.status.success(), "{output:?}");
        let read = |name: &str| std::fs::read(out.join(name)).unwrap();
        match arguments[0] {
            "walk" => [read("view.png"), read("map.png")],
            _ => [read("overview.png"), read("report.html")],
        }
    };
    let path = path.to_str().unwrap();
    let commands: [&[&str]; 2] = [
        &["walk", path, "--seconds", "1", "--jump", "0"],
        &["survey", path, "--fail-on", "never", "--size", "480"],
    ];
    let plain = commands.map(drawn);
    std::fs::write(
        folder.path().join("room.mtl"),
        "newmtl tiles\nKd 0 0.4 0\nnewmtl brick\nKd 0.7 0.1 0.1\n",
    )
    .unwrap();
    let colored = commands.map(drawn);
    for (plain, colored) in plain.iter().flatten().zip(colored.iter().flatten()) {
        assert_ne!(plain, colored);
    }
    let pages =
        [&plain[1][1], &colored[1][1]].map(|page| String::from_utf8_lossy(page).into_owned());
    let tints = r##""tints":[{"colour":"#006600","corners":6},{"colour":"#b31a1a","corners":6}]"##;
    assert!(!pages[0].contains("\"tints\":["));
    assert!(pages[1].contains(tints));
}

#[test]
fn bad_selections_name_what_there_is() {
    let house = House::new();
    let path = house.path.to_str().unwrap();
    let error = refused(&["info", path, "--exclude", "table"]);
    assert!(
        error.contains("house.obj: no object, group or material is named \"table\"; there is Floor, House, Sky, Table, Walls, wood"),
        "{error}"
    );
    let error = refused(&["info", path, "--exclude", "*"]);
    assert!(error.contains("nothing is left of the level"), "{error}");
    let error = refused(&["survey", path, "--only", "*", "--cell", "0.0000001"]);
    assert!(
        error.contains("cells wide") || error.contains("cell"),
        "{error}"
    );
    let error = refused(&["info", path, "--unit", "0"]);
    assert!(error.contains("scale of 0 meters"), "{error}");
    for (option, value, message) in [
        (
            "--unit",
            "furlong",
            "a unit is m, cm, mm, in, ft, or a length in meters",
        ),
        ("--bounds", "1,2,3", "six finite numbers"),
        ("--bounds", "1,2,3,4,5,nan", "six finite numbers"),
    ] {
        let output = carom(&["info", path, option, value]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(2) && error.contains(message),
            "{error}"
        );
    }
}

#[test]
fn remarks_about_unit_and_axis() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plate.obj");
    let quad = |size: f64, wall: f64| {
        format!(
            "v 0 0 0\nv {size} 0 0\nv {size} {size} 0\nv 0 {size} 0\nf 1 2 3 4\nv 0 0 {wall}\nv {wall} 0 {wall}\nv {wall} 0 0\nf 1 5 6 7\n"
        )
    };
    let info = |text: String, more: &[&str]| {
        std::fs::write(&path, text).unwrap();
        let mut arguments = vec!["info", path.to_str().unwrap()];
        arguments.extend(more);
        String::from_utf8(carom(&arguments).stderr).unwrap()
    };
    let printed = info(quad(3040.0, 100.0), &[]);
    assert!(
        printed.contains("3040 m wide; if that is too much, try --unit cm: 30.4 m"),
        "{printed}"
    );
    assert!(printed.contains("with --up z it would be"), "{printed}");
    let printed = info(quad(304_000.0, 100.0), &["--up", "z"]);
    assert!(
        printed.contains("try --unit mm: 304.0 m") && !printed.contains("--up z it"),
        "{printed}"
    );
    assert_eq!(
        info(quad(3040.0, 100.0), &["--up", "z", "--unit", "cm"]),
        ""
    );
    // A room has more walls than floor; with z up it is 60 high and not 80.
    let room = |[x, y, z]: [u32; 3]| {
        format!(
            "v 0 0 0\nv {x} 0 0\nv {x} {y} 0\nv 0 {y} 0\nv 0 0 {z}\nv {x} 0 {z}\nv {x} {y} {z}\nv 0 {y} {z}\n\
             f 1 2 3 4\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n"
        )
    };
    let printed = info(room([90, 80, 40]), &[]);
    assert!(printed.contains("with --up z it would be"), "{printed}");
    assert_eq!(info(room([90, 40, 80]), &[]), "");
    let printed = info(quad(0.5, 0.1), &["--up", "z"]);
    assert!(
        printed.contains("0.50 m wide; if that is too little"),
        "{printed}"
    );
}
