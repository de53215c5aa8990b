//! A room with holes in its floor, and a folder to survey it in.

use crate::command::carom;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Output;
use tempfile::TempDir;

fn quad_into(text: &mut String, corners: [[u32; 3]; 4]) {
    for [x, y, z] in corners {
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    writeln!(text, "f -4 -3 -2 -1").unwrap();
}

/// A room of 12 m × 6 m: `House/Floor`, with holes in it, each a meter wide, and `House/Walls` around it.
pub(crate) fn room(holes: &[[u32; 2]]) -> String {
    let mut text = String::from("o House\ng Floor\n");
    let mut quad = |corners| quad_into(&mut text, corners);
    for x in 0..12 {
        for z in 0..6 {
            if !holes.contains(&[x, z]) {
                quad([[x, 0, z], [x, 0, z + 1], [x + 1, 0, z + 1], [x + 1, 0, z]]);
            }
        }
    }
    writeln!(text, "g Walls").unwrap();
    let mut quad = |corners| quad_into(&mut text, corners);
    quad([[0, 0, 0], [0, 0, 6], [0, 3, 6], [0, 3, 0]]);
    quad([[12, 0, 0], [12, 3, 0], [12, 3, 6], [12, 0, 6]]);
    quad([[0, 0, 0], [0, 3, 0], [12, 3, 0], [12, 0, 0]]);
    quad([[0, 0, 6], [12, 0, 6], [12, 3, 6], [0, 3, 6]]);
    text
}

/// A folder with levels and their reports.
pub(crate) struct Place {
    pub(crate) folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_string_lossy().into_owned()
    }

    /// Surveys a level with holes, as a file of this name, into a folder.
    pub(crate) fn survey(
        &self,
        level: &str,
        holes: &[[u32; 2]],
        report: &str,
        more: &[&str],
    ) -> Output {
        fs::write(self.path(level), room(holes)).unwrap();
        let (level, report) = (self.text(level), self.text(report));
        let mut arguments = vec![
            "survey",
            &level,
            "--report",
            &report,
            "--spawn",
            "1.5,0,1.5",
        ];
        arguments.extend(["--size", "480", "--cell", "0.5"]);
        arguments.extend(more);
        carom(&arguments)
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.path(name)).unwrap()).unwrap()
    }

    pub(crate) fn files(&self, folder: &str) -> BTreeSet<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }
}

/// Everything that a command printed on standard error.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
