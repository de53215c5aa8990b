//! Findings that are ignored: the list in `carom-ignore.json`, and which findings fit it.

use super::known::{KnownFinding, rename};
use super::outcome::Outcome;
use crate::args::SurveyArguments;
use anyhow::{Result, anyhow};
use carom_format::{IgnoreEntry, IgnoreList};
use carom_survey::{Finding, Kind};
use std::fmt;
use std::io::ErrorKind;
use std::path::PathBuf;

/// The file beside a level that is read without `--ignore`.
pub(super) const FILE: &str = "carom-ignore.json";

/// The list of a survey.
pub(super) struct Ignore {
    path: PathBuf,
    list: IgnoreList,
}

/// Which findings a list ignores.
pub(super) struct Ignored {
    /// Of each finding the first entry that fits it.
    pub(super) entries: Vec<Option<usize>>,
    /// The entries for this level that fit no finding.
    pub(super) unused: Vec<usize>,
}

impl Ignore {
    /// The list that `--ignore` names, else the one beside the level's file if there is one.
    pub(super) fn of(arguments: &SurveyArguments, has_file: bool) -> Result<Option<Self>> {
        let (path, option) = if let Some(path) = &arguments.output.show.ignore {
            (path.clone(), "--ignore ")
        } else if !has_file {
            return Ok(None);
        } else {
            let path = arguments.file.with_file_name(FILE);
            let missing = std::fs::metadata(&path).map_err(|error| error.kind());
            if missing.err() == Some(ErrorKind::NotFound) {
                return Ok(None);
            }
            (path, "")
        };
        let mut list = IgnoreList::load(&path).map_err(|error| anyhow!("{option}{error}"))?;
        for (number, entry) in list.ignore.iter_mut().enumerate() {
            let place = format!("{option}{}: ignore[{number}].kind", path.display());
            rename(&mut entry.kind, &place);
            if Kind::named(&entry.kind).is_none() {
                let kinds = Kind::ALL.map(Kind::name).join(", ");
                return Err(anyhow!(
                    "{place}: there is no kind {:?}; there are {kinds}",
                    entry.kind
                ));
            }
        }
        Ok(Some(Self { path, list }))
    }

    pub(super) fn entries(&self) -> &[IgnoreEntry] {
        &self.list.ignore
    }

    /// Which findings it ignores.
    pub(super) fn of_findings(&self, outcome: &Outcome<'_>) -> Ignored {
        let here = |entry: &&IgnoreEntry| {
            let level = entry.level.as_ref();
            level.is_none_or(|level| *level == outcome.name)
        };
        let mut unused: Vec<bool> = self.entries().iter().map(|entry| here(&entry)).collect();
        let entry_of = |finding: &Finding| {
            let mut first = None;
            for (number, entry) in self.entries().iter().enumerate() {
                if here(&entry) && fits(entry, finding, outcome) {
                    unused[number] = false;
                    first = first.or(Some(number));
                }
            }
            first
        };
        Ignored {
            entries: outcome.findings.iter().map(entry_of).collect(),
            unused: (0..unused.len()).filter(|number| unused[*number]).collect(),
        }
    }
}

/// The path of the file.
impl fmt::Display for Ignore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path.display().fmt(f)
    }
}

/// Whether an entry ignores a finding.
fn fits(entry: &IgnoreEntry, finding: &Finding, outcome: &Outcome<'_>) -> bool {
    let kind = finding.kind.name();
    let is_there = match entry.position {
        Some(position) => {
            let known = KnownFinding {
                kind: &entry.kind,
                position: position.into(),
                radius: entry.radius(),
            };
            known.distance(kind, finding.position).is_some()
        }
        None => entry.kind == kind,
    };
    is_there && (entry.objects.is_empty() || is_of(&entry.objects, finding, outcome))
}

/// Whether one of these patterns fits an object of a finding.
fn is_of(patterns: &[String], finding: &Finding, outcome: &Outcome<'_>) -> bool {
    let level = outcome.level;
    let triangles = finding.triangles.iter();
    let mut objects = triangles.filter_map(|triangle| level.object(*triangle));
    objects.any(|object| {
        let mut patterns = patterns.iter();
        patterns.any(|pattern| level.is_named(object, pattern))
    })
}

/// An entry in words.
pub(super) fn words(entry: &IgnoreEntry) -> String {
    let mut words = entry.kind.clone();
    if !entry.objects.is_empty() {
        words += &format!(" of {:?}", entry.objects);
    }
    if let Some([x, y, z]) = entry.position {
        words += &format!(" at {x:.2}, {y:.2}, {z:.2}");
    }
    format!("{words} ({:?})", entry.reason)
}
