//! Long surveys as a user runs them: in tiles, by many processes, stopped, killed, continued, on a full disk.

use crate::command::{carom, lines, refused};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A level in a folder of its own.
struct Level {
    folder: TempDir,
    path: PathBuf,
}

impl Level {
    /// A floor of a length in meters, 8 m deep, without the square at 5, 3, with a pit at 8, 4 and walls around it.
    fn hall(wide: i32) -> Self {
        let mut text = String::new();
        let mut quad = |corners: [[i32; 3]; 4]| {
            for [x, y, z] in corners {
                writeln!(text, "v {x} {y} {z}").unwrap();
            }
            writeln!(text, "f -4 -3 -2 -1").unwrap();
        };
        for x in 0..wide {
            for z in 0..8 {
                let y = if (x, z) == (8, 4) { -1 } else { 0 };
                if (x, z) != (5, 3) {
                    quad([[x, y, z], [x, y, z + 1], [x + 1, y, z + 1], [x + 1, y, z]]);
                }
            }
        }
        for (x, z, wide, deep, y, high) in [(0, 0, wide, 8, 0, 3), (8, 4, 1, 1, -1, 1)] {
            let (far, back, top) = (x + wide, z + deep, y + high);
            quad([[x, y, z], [x, y, back], [x, top, back], [x, top, z]]);
            quad([[far, y, z], [far, top, z], [far, top, back], [far, y, back]]);
            quad([[x, y, z], [x, top, z], [far, top, z], [far, y, z]]);
            quad([
                [x, y, back],
                [far, y, back],
                [far, top, back],
                [x, top, back],
            ]);
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.obj");
        std::fs::write(&path, text).unwrap();
        Self { folder, path }
    }

    fn at(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        path.to_str().unwrap().into()
    }

    fn arguments<'a>(&'a self, report: &'a str, more: &[&'a str]) -> Vec<&'a str> {
        let level = self.path.to_str().unwrap();
        let mut arguments = vec!["survey", level, "--spawn", "1.5,0,1.5", "--report", report];
        arguments.extend(more);
        arguments
    }

    /// Surveys it into this folder; returns the exit status and the messages.
    fn survey(&self, report: &str, more: &[&str]) -> (Option<i32>, String) {
        let output = carom(&self.arguments(&self.at(report), more));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!said.contains("panicked"), "{said}");
        (output.status.code(), said)
    }

    #[cfg(unix)]
    fn start(&self, report: &str, more: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_carom"))
            .args(self.arguments(&self.at(report), more))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

/// All files of a folder, by name.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                all.insert(path.clone(), std::fs::read(path).unwrap());
            }
        }
    }
    all
}

fn report(folder: &str) -> Value {
    let path = Path::new(folder).join("report.json");
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn assert_same_reports(a: &str, b: &str) {
    let relative = |folder: &str| -> BTreeMap<PathBuf, Vec<u8>> {
        let files = files(Path::new(folder)).into_iter();
        files
            .map(|(path, bytes)| (path.strip_prefix(folder).unwrap().into(), bytes))
            .collect()
    };
    let (a, b) = (relative(a), relative(b));
    assert!(a.contains_key(Path::new("report.json")));
    assert!(a.keys().eq(b.keys()), "{:?} {:?}", a.keys(), b.keys());
    for (name, bytes) in &a {
        assert!(bytes == &b[name], "{} differs", name.display());
    }
}

/// Many processes, the tiles of a round in several orders: the same bytes as one process writes.
#[test]
fn merged_tiles_equal_a_single_process() {
    let level = Level::hall(11);
    level.survey("whole", &[]);
    let whole = report(&level.at("whole"));
    for (number, size) in ["3", "4.6", "64"].into_iter().enumerate() {
        let (one, many, work) = (
            format!("one-{number}"),
            format!("many-{number}"),
            format!("work-{number}"),
        );
        let (status, said) = level.survey(&one, &["--tiles", size]);
        assert_eq!(status, Some(3), "{said}");
        assert!(!Path::new(&level.at(&one)).join("work").exists());
        let work = level.at(&work);
        let tile = |tile: &str| {
            let more = ["--tiles", size, "--work", &work, "--tile", tile];
            let (status, said) = level.survey("unused", &more);
            assert_eq!(status, Some(0), "{said}");
            said
        };
        // Any tile's job begins it.
        tile("0,0");
        let mut rounds = 0;
        loop {
            let output = carom(&["survey", "merge", &work, "--report", &level.at(&many)]);
            if output.status.code() == Some(3) {
                break;
            }
            assert_eq!(output.status.code(), Some(4), "{output:?}");
            let waiting = String::from_utf8(output.stdout).unwrap();
            let mut waiting: Vec<_> = waiting.lines().collect();
            assert!(!waiting.is_empty() && rounds < 50);
            if rounds % 2 == 0 {
                waiting.reverse();
            }
            for at in &waiting {
                let said = tile(at);
                assert!(said.contains("is done"), "{said}");
            }
            rounds += 1;
        }
        let said = tile("0,0");
        assert!(said.contains("nothing to do now"), "{said}");
        assert_same_reports(&level.at(&one), &level.at(&many));
        assert_eq!(size == "64", rounds == 0, "{size}: {rounds}");
        // Tiles find what the whole finds, though other runs may come first to a place.
        let tiled = report(&level.at(&one));
        let kinds = |report: &Value| -> Vec<Value> {
            let findings = report["findings"].as_array().unwrap();
            let kinds = findings.iter().map(|f| f["kind"].clone());
            kinds.filter(|kind| kind != "geometry").collect()
        };
        assert_eq!(kinds(&tiled), kinds(&whole));
        assert_eq!(kinds(&tiled), [json!("leak"), json!("trap")]);
        let area = |report: &Value| report["reach"]["area"].as_f64().unwrap();
        assert!((area(&tiled) / area(&whole) - 1.0).abs() < 0.005);
    }
}

#[test]
fn goals() {
    let level = Level::hall(14);
    let (status, said) = level.survey("first", &["--goal", "12,0,6", "--fail-on", "never"]);
    assert_eq!(status, Some(0), "{said}");
    let goals = &report(&level.at("first"))["goals"];
    assert_eq!(goals[0]["reached"], json!(true), "{goals}");
    assert_eq!(goals[0]["position"], json!([12.0, 0.0, 6.0]));
    // The scenario ends there.
    let scenario = Path::new(&level.at("first")).join(goals[0]["scenario"].as_str().unwrap());
    let output = carom(&["walk", scenario.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let ticks = lines(&output.stdout);
    let last = &ticks[ticks.len() - 2];
    let feet = [0, 1, 2].map(|i| last["feet"][i].as_f64().unwrap());
    let off = (feet[0] - 12.0).hypot(feet[2] - 6.0);
    assert!(off < 0.36 && feet[1].abs() < 0.1, "{last}");
    let ticks = goals[0]["ticks"].as_u64().unwrap();
    assert_eq!(
        last["tick"].as_u64().map(|tick| tick.abs_diff(ticks) <= 1),
        Some(true)
    );
    // One in the air, and one outside of the level, are not reached; with a level without other faults that alone fails.
    let more = ["--goal", "12,2,6", "--goal", "99,0,0", "--goal", "2,0,2"];
    let (status, said) = level.survey("second", &more);
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("not reached"), "{said}");
    let goals = &report(&level.at("second"))["goals"];
    let reached: Vec<_> = (0..3).map(|i| goals[i]["reached"].as_bool()).collect();
    assert_eq!(reached, [Some(false), Some(false), Some(true)]);
    assert!(goals[0].get("scenario").is_none());
    // Those of before are gone, those of now are there.
    level.survey("second", &["--goal", "12,0,6"]);
    let scenarios = std::fs::read_dir(level.at("second/goals")).unwrap();
    let names: Vec<_> = scenarios.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["goal-001.json"]);
    for goal in ["nan,0,0", "1,inf,0"] {
        let error = refused(&level.arguments(&level.at("third"), &["--goal", goal]));
        assert!(error.contains("--goal"), "{error}");
    }
    assert!(!Path::new(&level.at("third")).exists());
}

/// Waits for a condition, up to a limit.
#[cfg(unix)]
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let clock = Instant::now();
    while !holds() {
        assert!(clock.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let number = child.id().to_string();
    let status = Command::new("kill").args([name, &number]).status();
    assert!(status.unwrap().success());
}

#[cfg(unix)]
fn end(child: Child) -> (ExitStatus, String) {
    let output = child.wait_with_output().unwrap();
    (output.status, String::from_utf8(output.stderr).unwrap())
}

/// Ctrl-C leaves a partial report and a search that continues, to the same bytes as an uninterrupted one.
#[cfg(unix)]
#[test]
fn an_interrupted_search_continues() {
    let level = Level::hall(30);
    for tiles in [&[][..], &["--tiles", "5"]] {
        let (whole, parts) = (
            format!("whole-{}", tiles.len()),
            format!("parts-{}", tiles.len()),
        );
        let (status, said) = level.survey(&whole, tiles);
        assert_eq!(status, Some(3), "{said}");
        let often = [tiles, &["--checkpoint", "0", "--goal", "29,0,7"]].concat();
        for (number, name) in ["-INT", "-TERM"].into_iter().enumerate() {
            let resume: &[&str] = if number == 0 { &[] } else { &["--resume"] };
            let child = level.start(&parts, &[&often, resume].concat());
            let work = PathBuf::from(level.at(&parts)).join("work");
            // The second time it is to have gone on.
            let before = if number == 0 { None } else { newest(&work) };
            wait_until("it is saved", || newest(&work) > before);
            signal(&child, name);
            let (status, said) = end(child);
            assert_eq!(status.code(), Some(1), "{said}");
            assert!(said.contains("--resume continues"), "{said}");
            let partial = report(&level.at(&parts));
            assert_eq!(partial["partial"], json!(true));
            assert_eq!(partial["unreached"], json!([]));
            assert_eq!(partial["goals"][0]["reached"], Value::Null);
            for finding in partial["findings"].as_array().unwrap() {
                assert_ne!(finding["kind"], "trap");
            }
            // A kept search is not overwritten.
            let before = files(&work);
            let (status, said) = level.survey(&parts, tiles);
            assert_eq!(status, Some(1));
            assert!(said.contains("--resume continues"), "{said}");
            assert_eq!(files(&work), before);
        }
        let (status, said) = level.survey(&parts, &[tiles, &["--resume"]].concat());
        assert_eq!(status, Some(3), "{said}");
        let goals = Path::new(&level.at(&parts)).join("goals");
        assert!(!goals.join("goal-001.json").exists());
        let _ = std::fs::remove_dir(goals);
        assert_same_reports(&level.at(&whole), &level.at(&parts));
    }
}

/// When a tile was saved last.
#[cfg(unix)]
fn newest(work: &Path) -> Option<std::time::SystemTime> {
    let entries = std::fs::read_dir(work).ok()?;
    let states = entries.filter_map(Result::ok).filter(|entry| {
        let name = entry.file_name();
        name.to_string_lossy().ends_with(".state")
    });
    let times = states.filter_map(|entry| entry.metadata().ok()?.modified().ok());
    times.max()
}

/// A search that is killed again and again loses nothing.
#[cfg(unix)]
#[test]
fn a_killed_search_continues() {
    let level = Level::hall(24);
    for tiles in [&[][..], &["--tiles", "6"]] {
        let (whole, parts) = (
            format!("whole-{}", tiles.len()),
            format!("parts-{}", tiles.len()),
        );
        level.survey(&whole, tiles);
        let more = [tiles, &["--checkpoint", "0", "--resume"]].concat();
        let mut killed = 0;
        for milliseconds in [40, 90, 150, 220, 310] {
            let child = level.start(&parts, &more);
            std::thread::sleep(Duration::from_millis(milliseconds));
            // It may have ended before.
            let _ = Command::new("kill")
                .args(["-KILL", &child.id().to_string()])
                .stderr(Stdio::null())
                .status();
            let (status, said) = end(child);
            assert!(!said.contains("damaged"), "{said}");
            killed += usize::from(status.code().is_none());
        }
        assert!(killed >= 3, "{killed}");
        let (status, said) = level.survey(&parts, &more);
        assert_eq!(status, Some(3), "{said}");
        // What a killed process was writing has a name of its own, and no report has it.
        let parts = level.at(&parts);
        for path in files(Path::new(&parts)).into_keys() {
            let name = path.file_name().unwrap().to_string_lossy();
            if name.starts_with(".tmp") {
                std::fs::remove_file(&path).unwrap();
            }
        }
        let work = Path::new(&parts).join("work");
        for folder in [work.join("round-0"), work.join("round-1"), work] {
            let _ = std::fs::remove_dir(folder);
        }
        assert_same_reports(&level.at(&whole), &parts);
    }
}

/// Files of a search that are damaged, cut off or of another search: an error that says so, and nothing is overwritten.
#[test]
fn damaged_and_foreign_files_are_refused() {
    let level = Level::hall(12);
    let work = level.at("work");
    let tiles = ["--tiles", "4", "--work", &work];
    let run = |more: &[&str]| level.survey("report", &[&tiles, more].concat());
    assert_eq!(run(&["--tile", "0,0"]).0, Some(0));
    let state = Path::new(&work).join("tile-0-0.state");
    let whole = std::fs::read(&state).unwrap();
    let refuses = |more: &[&str], says: &str| {
        let before = files(Path::new(&work));
        let (status, said) = run(more);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains(says), "{said}");
        assert!(
            said.lines().last().unwrap().starts_with("error: "),
            "{said}"
        );
        assert_eq!(files(Path::new(&work)), before);
        assert!(!Path::new(&level.at("report")).exists());
    };
    for (at, says) in [
        (0, "not a file of a carom survey"),
        (8, "of version"),
        (12, "of kind"),
        (whole.len() / 2, "its checksum is wrong"),
        (whole.len() - 1, "its checksum is wrong"),
    ] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        std::fs::write(&state, bytes).unwrap();
        refuses(&["--resume"], says);
    }
    for length in [0, 20, 47, whole.len() - 1] {
        std::fs::write(&state, &whole[..length]).unwrap();
        refuses(&["--resume"], "tile-0-0.state: damaged");
    }
    std::fs::write(&state, &whole).unwrap();
    refuses(&[], "--resume continues");
    refuses(&["--resume", "--cell", "0.5"], "cell was 0.25, and is 0.5");
    refuses(&["--resume", "--jump", "3"], "jump was null, and is 3.0");
    refuses(&["--tile", "9,9"], "there are");
    let plan = Path::new(&work).join("survey.json");
    let text = std::fs::read_to_string(&plan).unwrap();
    for (bad, says) in [
        ("{", "survey.json"),
        ("[]", "survey.json"),
        (&text.replace("\"hz\"", "\"herz\""), "herz"),
        (&text.replace("\"carom\": \"", "\"carom\": \"7"), "of carom"),
    ] {
        std::fs::write(&plan, bad).unwrap();
        refuses(&["--resume"], says);
    }
    std::fs::write(&plan, &text).unwrap();
    // Of another survey: its tile in this one's folder.
    let other = Level::hall(11);
    let theirs = other.at("work");
    let (status, said) = other.survey(
        "report",
        &["--tiles", "4", "--work", &theirs, "--tile", "0,0"],
    );
    assert_eq!(status, Some(0), "{said}");
    std::fs::copy(Path::new(&theirs).join("tile-0-0.state"), &state).unwrap();
    refuses(&["--resume"], "of another survey");
    std::fs::write(&state, &whole).unwrap();
    let path = std::fs::read(&level.path).unwrap();
    std::fs::copy(&other.path, &level.path).unwrap();
    refuses(&["--resume"], "of another level");
    let error = refused(&["survey", "merge", &work]);
    assert!(error.contains("of another level"), "{error}");
    std::fs::write(&level.path, path).unwrap();
    // All is as it was: it goes on.
    assert_eq!(run(&["--resume"]).0, Some(3));
    for nowhere in [level.at("nowhere"), level.at("level.obj")] {
        let error = refused(&["survey", "merge", &nowhere]);
        assert!(error.contains("no search was begun there"), "{error}");
    }
}

/// A folder on a full disk.
#[cfg(unix)]
struct FullDisk(TempDir);

#[cfg(unix)]
impl FullDisk {
    /// `None` where nothing can be mounted.
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status();
        mounted
            .is_ok_and(|status| status.success())
            .then_some(Self(folder))
    }

    fn fill(&self) {
        let fill = std::fs::write(self.0.path().join("fill"), vec![0; 1 << 20]);
        assert!(fill.is_err());
    }
}

#[cfg(unix)]
impl Drop for FullDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk() {
    let Some(disk) = FullDisk::new() else {
        eprintln!("nothing can be mounted here: not tested");
        return;
    };
    let level = Level::hall(12);
    let folder = disk.0.path().join("report");
    std::fs::create_dir(&folder).unwrap();
    let old = b"an older report";
    std::fs::write(folder.join("report.json"), old).unwrap();
    disk.fill();
    for more in [&[][..], &["--tiles", "4"], &["--checkpoint", "0"]] {
        let error = refused(&level.arguments(folder.to_str().unwrap(), more));
        assert!(error.contains("cannot be written"), "{error}");
        assert!(error.contains("No space left"), "{error}");
        assert!(error.contains(folder.to_str().unwrap()), "{error}");
        // No half report, and what was there is whole.
        assert_eq!(std::fs::read(folder.join("report.json")).unwrap(), old);
        for path in files(&folder).into_keys() {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            assert!(!name.starts_with(".tmp"), "{name}");
        }
    }
}
