//! The output of `carom survey` besides its report: pictures, the page, changes since a baseline, SARIF.

use crate::command::refused;
use crate::survey_room::{Place, room, said};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The size of a PNG.
fn size(path: &Path) -> (u32, u32) {
    let file = std::io::BufReader::new(fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    assert!(
        data.iter().any(|byte| *byte != data[0]),
        "{}",
        path.display()
    );
    (info.width, info.height)
}

#[test]
fn pictures_and_a_page_the_same_on_every_run() {
    let place = Place::new();
    let threads = |report, count| {
        let output = place.survey(
            "level.obj",
            &[[5, 3], [9, 1]],
            report,
            &["--threads", count],
        );
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(output.stdout.is_empty());
        said(&output)
    };
    let table = threads("one", "1");
    threads("three", "3");
    let files = place.files("one");
    let expected = [
        "findings",
        "floor-01.png",
        "overview.png",
        "report.html",
        "report.json",
    ];
    assert!(files.iter().eq(expected), "{files:?}");
    for name in &expected[1..] {
        let bytes = |folder: &str| fs::read(place.path(folder).join(name)).unwrap();
        assert!(bytes("one") == bytes("three"), "{name}");
    }
    assert_eq!(size(&place.path("one/floor-01.png")).0, 480);
    assert_eq!(size(&place.path("one/overview.png")).0, 480);
    // A line for each finding, in columns.
    let lines: Vec<_> = table
        .lines()
        .filter(|line| line.contains("findings/leak-"))
        .collect();
    assert_eq!(lines.len(), 2, "{table}");
    assert!(lines[0].starts_with("  1  error  leak  "), "{}", lines[0]);
    let column = |line: &str| line.find("the character").unwrap();
    assert_eq!(column(lines[0]), column(lines[1]));
}

/// The page needs no other file, and its findings are readable without scripts.
#[test]
fn the_page_is_self_contained() {
    let place = Place::new();
    place.survey("a & <b>.obj", &[[5, 3]], "report", &[]);
    let page = fs::read_to_string(place.path("report/report.html")).unwrap();
    assert!(page.starts_with("<!doctype html>"));
    assert!(page.contains("<h1>a &amp; &lt;b&gt;.obj</h1>"));
    for address in [
        "src=\"http",
        "href=\"http",
        "url(http",
        "@import",
        "from \"./",
    ] {
        assert!(!page.contains(address), "{address}");
    }
    let report = place.json("report/report.json");
    for finding in report["findings"].as_array().unwrap() {
        for field in ["what", "kind", "scenario"] {
            assert!(page.contains(finding[field].as_str().unwrap()), "{field}");
        }
    }
    // As many scripts end as begin: nothing in the data ends one.
    assert_eq!(
        page.matches("<script").count(),
        page.matches("</script>").count()
    );
    let begin = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let length = page[begin..].find("</script>").unwrap();
    let data: Value = serde_json::from_str(&page[begin..begin + length]).unwrap();
    assert_eq!(data["findings"].as_array().unwrap().len(), 1);
    assert_eq!(data["notes"], json!([]));
}

#[test]
fn new_and_gone_findings() {
    let place = Place::new();
    place.survey("old.obj", &[[5, 3], [9, 1]], "old", &[]);
    let old = place.text("old/report.json");
    let against = |holes: &[[u32; 2]], more: &[&str]| {
        let mut arguments = vec!["--baseline", &old];
        arguments.extend(more);
        place.survey("old.obj", holes, "now", &arguments)
    };
    // As it was: nothing is new, and that is no failure.
    let output = against(&[[5, 3], [9, 1]], &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = place.json("now/report.json");
    assert_eq!(report["baseline"]["same"], 2);
    assert_eq!(report["baseline"]["new"], json!([]));
    assert_eq!(report["baseline"]["gone"], json!([]));
    let area = &report["baseline"]["area"];
    assert_eq!(
        (&area["was"], &area["is"]),
        (&report["reach"]["area"], &report["reach"]["area"])
    );
    assert!(
        said(&output).contains("0 new, 0 gone, 2 as before; +0.0 m²"),
        "{}",
        said(&output)
    );

    // One hole mended, one made.
    let output = against(&[[5, 3], [2, 4]], &[]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = place.json("now/report.json");
    let new: Vec<_> = report["baseline"]["new"]
        .as_array()
        .unwrap()
        .iter()
        .collect();
    assert_eq!(new.len(), 1);
    let finding = &report["findings"][new[0].as_u64().unwrap() as usize];
    assert!(finding["position"][0].as_f64().unwrap() < 4.0, "{finding}");
    let gone = report["baseline"]["gone"].as_array().unwrap();
    assert_eq!((gone.len(), &gone[0]["kind"]), (1, &json!("leak")));
    assert!(
        gone[0]["position"][0].as_f64().unwrap() > 7.0,
        "{}",
        gone[0]
    );
    let message = said(&output);
    assert!(
        message.contains("1 new, 1 gone, 1 as before")
            && message.contains("  gone: error leak at "),
        "{message}"
    );
    assert!(!message.contains("note:"), "{message}");
    let page = fs::read_to_string(place.path("now/report.html")).unwrap();
    assert!(page.contains("1 new, 1 gone") && page.matches("class=\"new\"").count() == 1);
    let output = against(&[[2, 4]], &["--fail-on", "never"]);
    assert_eq!(output.status.code(), Some(0));

    // The report may be written over its own baseline, and the file may have another name.
    let output = place.survey("new.obj", &[[5, 3]], "old", &["--baseline", &old]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(said(&output).contains("note: the baseline is of old.obj, this is new.obj"));
    assert_eq!(place.json("old/report.json")["baseline"]["same"], 1);
    // And what has a baseline itself is one.
    let output = place.survey("new.obj", &[[5, 3]], "old", &["--baseline", &old]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn an_invalid_baseline_is_an_error() {
    let place = Place::new();
    fs::write(place.path("level.obj"), room(&[])).unwrap();
    let (level, report, old) = (
        place.text("level.obj"),
        place.text("report"),
        place.text("old.json"),
    );
    let finding = json!({"kind": "leak", "position": [0, 0, 0], "severity": "error", "what": "w"});
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value = json!({
            "level": {"file": "level.obj"}, "reach": {"area": 1.0}, "findings": [finding, finding],
        });
        change(&mut value);
        value.to_string()
    };
    let without = |field: &str| {
        with(&|value: &mut Value| {
            value["findings"][1].as_object_mut().unwrap().remove(field);
        })
    };
    for (text, says) in [
        (String::new(), "report"),
        ("[1, 2]".into(), "a report is a JSON object"),
        ("{".into(), "old.json"),
        ("{}".into(), "level"),
        (without("position"), "findings[1]"),
        (without("kind"), "kind"),
        (
            with(&|value| value["findings"][1]["position"] = json!([1, 2])),
            "findings[1].position",
        ),
        (
            with(&|value| value["findings"][1]["position"] = json!([1, null, 2])),
            "findings[1].position",
        ),
        (
            with(&|value| value["reach"]["area"] = json!("much")),
            "reach.area",
        ),
        (with(&|value| value["findings"] = json!({})), "findings"),
    ] {
        fs::write(place.path("old.json"), &text).unwrap();
        let error = refused(&["survey", &level, "--report", &report, "--baseline", &old]);
        assert!(
            error.contains("old.json") && error.contains(says),
            "{text}: {error}"
        );
        assert!(!place.path("report").exists());
    }
    let error = refused(&[
        "survey",
        &level,
        "--report",
        &report,
        "--baseline",
        &place.text("none.json"),
    ]);
    assert!(error.contains("none.json"), "{error}");
}

/// The structure that the SARIF standard requires.
#[test]
fn findings_as_sarif() {
    let place = Place::new();
    let log = place.text("findings.sarif");
    place.survey("a b.obj", &[[5, 3], [9, 1]], "report", &["--sarif", &log]);
    let sarif = place.json("findings.sarif");
    assert_eq!(sarif["version"], "2.1.0");
    assert!(
        sarif["$schema"]
            .as_str()
            .unwrap()
            .ends_with("sarif-schema-2.1.0.json")
    );
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let ids: BTreeSet<_> = rules
        .iter()
        .map(|rule| rule["id"].as_str().unwrap())
        .collect();
    assert_eq!((rules.len(), ids.len()), (11, 11));
    let report = place.json("report/report.json");
    let findings = report["findings"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!((results.len(), findings.len()), (2, 2));
    let mut marks = BTreeSet::new();
    for (result, finding) in results.iter().zip(findings) {
        let kind = finding["kind"].as_str().unwrap();
        assert_eq!(result["ruleId"], format!("carom/{kind}"));
        assert_eq!(
            rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"],
            result["ruleId"]
        );
        assert_eq!(result["level"], finding["severity"]);
        assert!(
            result["message"]["text"]
                .as_str()
                .unwrap()
                .starts_with(finding["what"].as_str().unwrap())
        );
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(
            uri.ends_with("/a%20b.obj") && !uri.contains("://") && !uri.starts_with('/'),
            "{uri}"
        );
        assert_eq!(uri, run["artifacts"][0]["location"]["uri"]);
        assert_eq!(place["region"]["startLine"], 1);
        for field in ["position", "triangles", "scenario"] {
            assert_eq!(result["properties"][field], finding[field]);
        }
        let mark = result["partialFingerprints"]["primaryLocationLineHash"]
            .as_str()
            .unwrap();
        assert!(mark.len() == 16 && marks.insert(mark.to_owned()), "{mark}");
        assert!(result.get("baselineState").is_none());
    }
    // Findings that stay have the same marks when others come; and with a baseline a state.
    let old = place.text("report/report.json");
    let more = ["--sarif", &log, "--baseline", &old];
    place.survey("a b.obj", &[[2, 4], [5, 3], [9, 1]], "now", &more);
    let sarif = place.json("findings.sarif");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let states: Vec<_> = results
        .iter()
        .map(|result| result["baselineState"].as_str().unwrap())
        .collect();
    assert_eq!(states.iter().filter(|state| **state == "new").count(), 1);
    assert_eq!(
        states.iter().filter(|state| **state == "unchanged").count(),
        2
    );
    let now: BTreeSet<_> = (results.iter())
        .map(|result| {
            result["partialFingerprints"]["primaryLocationLineHash"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert!(now.is_superset(&marks), "{now:?} {marks:?}");
}

/// Goals are in the page, reached ones with a replay; missed ones are errors in SARIF.
#[test]
fn goals_are_shown() {
    let place = Place::new();
    let log = place.text("findings.sarif");
    let goals = ["--goal", "10,0,3", "--goal", "10,2,3", "--sarif", &log];
    let output = place.survey("level.obj", &[], "report", &goals);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let page = fs::read_to_string(place.path("report/report.html")).unwrap();
    assert!(page.contains("1 of 2 goals reached"));
    assert!(page.contains("goals/goal-001.json") && page.contains("not reached"));
    let begin = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let length = page[begin..].find("</script>").unwrap();
    let data: Value = serde_json::from_str(&page[begin..begin + length]).unwrap();
    let ticks = place.json("report/report.json")["goals"][0]["ticks"].clone();
    let replay = |goal: usize| data["goals"][goal]["replay"][1].as_u64().unwrap();
    assert_eq!(replay(0), ticks.as_u64().unwrap() + 1);
    assert_eq!(replay(1), 0);
    assert_eq!(data["goals"][1]["number"], "G2");
    assert_eq!(data["goals"][1]["position"], json!([10.0, 2.0, 3.0]));
    let results_of = |log: Value| log["runs"][0]["results"].as_array().unwrap().clone();
    let results = results_of(place.json("findings.sarif"));
    assert_eq!(results.len(), 1, "{results:?}");
    assert_eq!(results[0]["ruleId"], "carom/goal");
    assert_eq!(
        (&results[0]["level"], &results[0]["ruleIndex"]),
        (&json!("error"), &json!(10))
    );
    assert_eq!(
        results[0]["properties"]["position"],
        json!([10.0, 2.0, 3.0])
    );
    // With a baseline all results have a state: that goal was missed before, too; the next is new.
    let old = place.text("report/report.json");
    let more = [&goals[..], &["--goal", "1,2,3", "--baseline", &old]].concat();
    place.survey("level.obj", &[[5, 3]], "now", &more);
    let results = results_of(place.json("findings.sarif"));
    let states: Vec<_> = results
        .iter()
        .map(|result| {
            (
                result["ruleId"].as_str().unwrap(),
                result["baselineState"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("carom/leak", "new"),
        ("carom/goal", "unchanged"),
        ("carom/goal", "new"),
    ];
    assert_eq!(states, expected);
}

/// The script of a step of the workflow in the docs.
#[cfg(unix)]
fn step_of_the_docs(name: &str) -> String {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/survey.md");
    let docs = fs::read_to_string(docs).unwrap();
    let (_, step) = docs.split_once(&format!("- name: {name}\n")).unwrap();
    let (_, run) = step.split_once("run: ").unwrap();
    let (run, _) = run.split_once("      - uses").unwrap();
    let script = run.strip_prefix("|\n").unwrap_or(run);
    // The room is a file of another kind.
    script.replace("town.glb", "town.obj")
}

/// The workflow in the docs does what it says: its steps, in their order, as GitHub runs them.
#[cfg(unix)]
#[test]
fn the_workflow_of_the_docs() {
    let place = Place::new();
    fs::create_dir(place.path("levels")).unwrap();
    let command = Path::new(env!("CARGO_BIN_EXE_carom")).parent().unwrap();
    let path = format!("{}:{}", command.display(), std::env::var("PATH").unwrap());
    let (survey, keep) = (
        step_of_the_docs("Survey"),
        step_of_the_docs("Keep it as the baseline"),
    );
    let run = |script: &str| {
        let mut bash = std::process::Command::new("bash");
        let bash = bash
            .args(["-e", "-c", script])
            .current_dir(place.folder.path());
        bash.env("PATH", &path).output().unwrap()
    };
    // A hole; the same one, which is known; another one; none.
    for (holes, status) in [
        (&[[5, 3]][..], 3),
        (&[[5, 3]], 0),
        (&[[5, 3], [9, 1]], 3),
        (&[], 0),
    ] {
        fs::write(place.path("levels/town.obj"), room(holes)).unwrap();
        let output = run(&survey);
        assert_eq!(output.status.code(), Some(status), "{holes:?}: {output:?}");
        let results = place.json("out/survey.sarif")["runs"][0]["results"].clone();
        assert_eq!(results.as_array().unwrap().len(), holes.len());
        let kept = run(&keep);
        assert!(kept.status.success(), "{kept:?}");
        let [old, new] = ["baseline/report.json", "out/survey/report.json"];
        assert_eq!(place.json(old), place.json(new));
    }
}

/// Output that cannot be written is an error, and leaves no report.
#[test]
fn unwritable_output_is_an_error() {
    let place = Place::new();
    fs::write(place.path("file"), "").unwrap();
    let sarif = place.text("file/x.sarif");
    let output = place.survey("level.obj", &[], "report", &["--sarif", &sarif]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(said(&output).contains("file"), "{}", said(&output));
    assert!(!place.path("report/report.json").exists());
}

/// A search of hours is not lost: that its report cannot be written is an error before it.
#[test]
fn a_report_that_cannot_be_written_is_an_error_before_the_search() {
    let place = Place::new();
    fs::write(place.path("file"), "").unwrap();
    let work = place.text("work");
    let kept = ["--checkpoint", "0", "--work", &work];
    for (report, more) in [
        ("file/report", vec![]),
        (
            "report",
            vec!["--sarif".to_owned(), place.text("file/x.sarif")],
        ),
    ] {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        let output = place.survey("level.obj", &[], report, &[&kept[..], &more].concat());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(said(&output).contains("file"), "{}", said(&output));
        assert!(!place.path("work").exists(), "nothing was searched");
    }
}

#[test]
fn a_cell_that_is_too_wide_for_the_character_is_a_warning() {
    let place = Place::new();
    // The cell is 0.5 m.
    let warns = |radius: &str| {
        let more = ["--radius", radius, "--no-pictures"];
        let output = place.survey("level.obj", &[], "report", &more);
        said(&output).contains(&format!(
            "warning: --cell 0.5 is wide for a radius of {radius} m"
        ))
    };
    assert!(warns("0.3") && !warns("0.36"));
}
