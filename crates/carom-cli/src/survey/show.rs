//! What a report shows beside `report.json`: pictures, the page, SARIF, and what is said on the terminal.

use super::baseline::{Baseline, Changes, Told};
use super::goals::Goal;
use super::outcome::Outcome;
use super::table::{self, Row};
use super::{from, page, pictures, sarif};
use crate::args::ShowArguments;
use crate::output::{self, say};
use anyhow::Result;
use carom_survey::Severity;
use std::path::Path;

/// What came of a survey, with the scenarios of its findings and what has changed.
pub(super) struct Show<'a> {
    pub(super) outcome: &'a Outcome<'a>,
    /// Of each finding, from the folder of the report.
    pub(super) scenarios: Vec<String>,
    pub(super) goals: &'a [Goal],
    baseline: Option<(&'a Baseline, Changes)>,
}

impl<'a> Show<'a> {
    pub(super) fn new(
        outcome: &'a Outcome<'a>,
        scenarios: Vec<String>,
        goals: &'a [Goal],
        baseline: Option<&'a Baseline>,
    ) -> Self {
        let places: Vec<_> = (outcome.findings.iter())
            .map(|finding| (finding.kind.name(), finding.position))
            .collect();
        Self {
            outcome,
            scenarios,
            goals,
            baseline: baseline.map(|baseline| (baseline, baseline.changes(&places))),
        }
    }

    /// What has changed, for `report.json`.
    pub(super) fn changes(&self) -> Option<Told<'_>> {
        let area = self.outcome.reach.area;
        let (baseline, changes) = self.baseline.as_ref()?;
        Some(baseline.told(changes, area))
    }

    /// Whether a finding is new; `None` without a baseline.
    pub(super) fn is_new(&self, finding: usize) -> Option<bool> {
        let (_, changes) = self.baseline.as_ref()?;
        Some(changes.is_new[finding])
    }

    /// Whether a goal that is not reached was before, or was not asked for; `None` without a baseline.
    pub(super) fn is_newly_missed(&self, goal: &Goal) -> Option<bool> {
        let (baseline, _) = self.baseline.as_ref()?;
        Some(!baseline.was_missed(goal.at))
    }

    /// Whether anything is as bad as this; with a baseline, anything new.
    pub(super) fn has(&self, worst: Severity) -> bool {
        (0..).zip(self.outcome.findings).any(|(number, finding)| {
            finding.severity >= worst && self.is_new(number).unwrap_or(true)
        })
    }

    /// Pictures and page into the folder of the report, SARIF where it is wanted. `file` is the level's.
    pub(super) fn write(&self, folder: &Path, file: &Path, wanted: &ShowArguments) -> Result<()> {
        pictures::write(self.outcome, folder)?;
        output::write(&folder.join("report.html"), page::page(self)?.as_bytes())?;
        let Some(path) = &wanted.sarif else {
            return Ok(());
        };
        let level = sarif::reference(&from(Path::new("."), file)?);
        let log = sarif::log(self, &level);
        let mut text = serde_json::to_vec_pretty(&log)?;
        text.push(b'\n');
        output::write(path, &text)
    }

    /// The findings in columns, and what has changed.
    pub(super) fn tell(&self) {
        let rows: Vec<_> = (0..)
            .zip(self.outcome.findings.iter().zip(&self.scenarios))
            .map(|(number, (finding, scenario))| Row {
                severity: finding.severity.name(),
                kind: finding.kind.name(),
                position: finding.position.to_array(),
                what: &finding.what,
                scenario,
                is_new: self.is_new(number),
            })
            .collect();
        for line in table::lines(&rows) {
            say(line);
        }
        let Some((baseline, changes)) = &self.baseline else {
            return;
        };
        if baseline.level() != self.outcome.name {
            say(format_args!(
                "note: the baseline is of {}, this is {}",
                baseline.level(),
                self.outcome.name
            ));
        }
        let told = self.outcome.reach.area - baseline.area();
        say(format_args!(
            "since the baseline: {} new, {} gone, {} as before; {told:+.1} m² of reach",
            changes.is_new.len() - changes.same(),
            changes.gone.len(),
            changes.same(),
        ));
        for old in &changes.gone {
            let old = &baseline.findings()[*old];
            let [x, y, z] = old.position;
            say(format_args!(
                "  gone: {} {} at {x:.2} {y:.2} {z:.2}: {}",
                old.severity, old.kind, old.what
            ));
        }
    }
}
