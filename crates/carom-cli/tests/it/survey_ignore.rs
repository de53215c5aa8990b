//! The list of findings that a survey ignores, `carom-ignore.json`.

use crate::command::refused;
use crate::survey_room::{Place, room, said};
use serde_json::{Value, json};
use std::fs;
use std::process::Output;

impl Place {
    /// Surveys the room, as `room.obj`.
    fn ignoring(&self, holes: &[[u32; 2]], more: &[&str]) -> Output {
        let sarif = self.text("findings.sarif");
        let arguments = [&["--sarif", &sarif], more].concat();
        self.survey("room.obj", holes, "report", &arguments)
    }

    fn write(&self, name: &str, list: &Value) {
        fs::write(self.path(name), list.to_string()).unwrap();
    }

    fn findings(&self) -> Vec<Value> {
        let report = self.json("report/report.json");
        report["findings"].as_array().unwrap().clone()
    }

    /// Of each finding of the report, why it is ignored.
    fn reasons(&self) -> Vec<Value> {
        let findings = self.findings().into_iter();
        findings.map(|finding| finding["ignored"].clone()).collect()
    }
}

/// The list beside the level is read; what it names counts no more, and is still in all reports, as ignored.
#[test]
fn ignored_findings_do_not_count() {
    let place = Place::new();
    let holes = [[5, 3], [9, 1]];
    assert_eq!(place.ignoring(&holes, &[]).status.code(), Some(3));
    assert_eq!(place.reasons(), [Value::Null, Value::Null]);
    let log = place.json("findings.sarif");
    assert!(log["runs"][0]["results"][0].get("suppressions").is_none());
    let position = place.findings()[0]["position"].clone();
    let first =
        json!({"kind": "leak", "objects": ["Floor"], "position": position, "reason": "a <well>"});

    place.write("carom-ignore.json", &json!({"ignore": [first]}));
    let output = place.ignoring(&holes, &[]);
    assert_eq!(output.status.code(), Some(3), "the second counts");
    let message = said(&output);
    let line = format!(
        "\n1 finding ignored by {}\n",
        place.text("carom-ignore.json")
    );
    assert!(message.contains(&line), "{message}");
    assert!(message.contains("  findings       1\n"), "{message}");
    // The numbers of the others stay.
    assert!(
        !message.contains("findings/leak-001.json") && message.contains("findings/leak-002.json")
    );
    assert!(
        message
            .lines()
            .any(|line| line.starts_with("  2  error  leak")),
        "{message}"
    );
    assert_eq!(place.reasons(), [json!("a <well>"), Value::Null]);
    assert!(place.path("report/findings/leak-001.json").exists());
    let log = place.json("findings.sarif");
    let suppressions = |number: usize| &log["runs"][0]["results"][number]["suppressions"];
    assert_eq!(
        *suppressions(0),
        json!([{"kind": "external", "status": "accepted", "justification": "a <well>"}])
    );
    assert_eq!(*suppressions(1), json!([]));
    let page = fs::read_to_string(place.path("report/report.html")).unwrap();
    assert!(
        page.contains("room.obj: 1 finding</title>"),
        "the title counts the others"
    );
    assert!(page.contains("a &lt;well&gt;") && !page.contains("a <well>"));

    let both = json!({"ignore": [first, {"kind": "leak", "objects": ["House/*"], "reason": "r"}]});
    place.write("carom-ignore.json", &both);
    let output = place.ignoring(&holes, &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(said(&output).contains("2 findings ignored by "));
    // The first entry that fits a finding gives the reason.
    assert_eq!(place.reasons(), [json!("a <well>"), json!("r")]);
    // Another list in its place.
    place.write("none.json", &json!({"ignore": []}));
    let none = place.text("none.json");
    let output = place.ignoring(&holes, &["--ignore", &none]);
    assert_eq!(output.status.code(), Some(3));
    assert!(said(&output).contains("0 findings ignored by "));
}

/// Everything that an entry has must fit; entries that fit nothing are reported, but not those of other levels.
#[test]
fn entries_fit_by_kind_object_and_place() {
    let place = Place::new();
    let holes = [[5, 3]];
    place.ignoring(&holes, &[]);
    let [x, y, z] = [0, 1, 2].map(|axis| {
        let position = place.findings()[0]["position"][axis].as_f64();
        position.unwrap()
    });
    for (entry, fits) in [
        (json!({"kind": "leak", "position": [x + 0.9, y, z]}), true),
        (json!({"kind": "leak", "position": [x + 1.1, y, z]}), false),
        (
            json!({"kind": "leak", "position": [x + 1.1, y, z], "radius": 2}),
            true,
        ),
        (
            json!({"kind": "leak", "position": [x + 0.4, y, z], "radius": 0.3}),
            false,
        ),
        (json!({"kind": "trap", "position": [x, y, z]}), false),
        (
            json!({"kind": "leak", "position": [x, y, z], "objects": ["Wall", "Floor"]}),
            true,
        ),
        (
            json!({"kind": "leak", "position": [x, y, z], "objects": ["Roof"]}),
            false,
        ),
        (json!({"kind": "leak", "objects": ["House/Floor"]}), true),
        (json!({"kind": "leak", "objects": ["floor"]}), false),
        (
            json!({"kind": "leak", "level": "room.obj", "objects": ["*"]}),
            true,
        ),
    ] {
        let mut entry = entry;
        entry["reason"] = "meant".into();
        place.write("carom-ignore.json", &json!({"ignore": [entry]}));
        let output = place.ignoring(&holes, &[]);
        assert_eq!(
            output.status.code(),
            Some(if fits { 0 } else { 3 }),
            "{entry}"
        );
        let message = said(&output);
        assert_eq!(
            message.contains(": ignore[0] fits no finding any more: "),
            !fits,
            "{entry}: {message}"
        );
    }
    let other = json!({"kind": "leak", "level": "other.obj", "objects": ["*"], "reason": "r"});
    place.write("carom-ignore.json", &json!({"ignore": [other]}));
    let output = place.ignoring(&holes, &[]);
    assert_eq!(output.status.code(), Some(3));
    assert!(!said(&output).contains("any more"), "{}", said(&output));
}

/// The level changes elsewhere, and with it the numbers of all triangles: the entry still fits.
#[test]
fn entries_survive_edits_elsewhere() {
    let place = Place::new();
    place.ignoring(&[[9, 1]], &[]);
    let finding = place.findings()[0].clone();
    let entry = json!({"kind": "leak", "objects": [finding["objects"][0]], "position": finding["position"], "reason": "a well"});
    place.write("carom-ignore.json", &json!({"ignore": [entry]}));
    let output = place.ignoring(&[[2, 4], [3, 4], [9, 1]], &[]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let mut reasons = place.reasons();
    reasons.sort_by_key(Value::to_string);
    assert_eq!(reasons, [json!("a well"), Value::Null]);
    let ignored = place.findings().into_iter();
    for ignored in ignored.filter(|finding| finding["ignored"].is_string()) {
        assert_ne!(ignored["triangles"], finding["triangles"]);
    }
}

#[test]
fn an_invalid_list_is_an_error() {
    let place = Place::new();
    fs::write(place.path("room.obj"), room(&[])).unwrap();
    let (level, report) = (place.text("room.obj"), place.text("report"));
    for (text, says) in [
        (
            r#"{"ignore": [{"kind": "snagg", "objects": ["x"], "reason": "r"}]}"#,
            "ignore[0].kind: there is no kind \"snagg\"; there are reach, leak",
        ),
        (
            r#"{"ignore": [{"kind": "snag", "objects": ["x"], "because": "r"}]}"#,
            "ignore[0].because: unknown field",
        ),
        ("", "the file is empty"),
    ] {
        for (file, more) in [("carom-ignore.json", None), ("list.json", Some("--ignore"))] {
            let path = place.text(file);
            fs::write(&path, text).unwrap();
            let mut arguments = vec!["survey", &level, "--report", &report];
            arguments.extend(more.into_iter().flat_map(|option| [option, &path]));
            let error = refused(&arguments);
            assert!(error.contains(file) && error.contains(says), "{error}");
            assert!(!place.path("report").exists());
            fs::remove_file(&path).unwrap();
        }
    }
    let none = place.text("none.json");
    let error = refused(&["survey", &level, "--report", &report, "--ignore", &none]);
    assert!(
        error.contains("--ignore") && error.contains("none.json: cannot be read"),
        "{error}"
    );
    // A folder in its place is no list.
    fs::create_dir(place.path("carom-ignore.json")).unwrap();
    let error = refused(&["survey", &level, "--report", &report]);
    assert!(error.contains("carom-ignore.json: not a file"), "{error}");
}
