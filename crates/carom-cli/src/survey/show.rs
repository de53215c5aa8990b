//! The results of a survey with all that reports show: scenarios, goals, and the changes since a baseline.

use super::baseline::{Baseline, Comparison};
use super::goals::GoalSearch;
use super::ignore::{self, Ignore, Ignored};
use super::outcome::Outcome;
use super::table::{self, Row};
use crate::output::{self, say};
use carom_format::IgnoreEntry;
use carom_format::report::Changes;
use carom_survey::Severity;

/// The results of a survey, with the scenarios of its findings and the changes since a baseline.
pub(super) struct Show<'a> {
    pub(super) outcome: &'a Outcome<'a>,
    /// The scenario of each finding, relative to the folder of the report.
    pub(super) scenarios: Vec<String>,
    pub(super) goals: &'a [GoalSearch],
    baseline: Option<(&'a Baseline, Comparison)>,
    ignore: Option<(&'a Ignore, Ignored)>,
}

impl<'a> Show<'a> {
    pub(super) fn new(
        outcome: &'a Outcome<'a>,
        scenarios: Vec<String>,
        goals: &'a [GoalSearch],
        baseline: Option<&'a Baseline>,
        ignore: Option<&'a Ignore>,
    ) -> Self {
        let places: Vec<_> = (outcome.findings.iter())
            .map(|finding| (finding.kind.name(), finding.position))
            .collect();
        Self {
            outcome,
            scenarios,
            goals,
            baseline: baseline.map(|baseline| (baseline, baseline.changes(&places))),
            ignore: ignore.map(|ignore| (ignore, ignore.of_findings(outcome))),
        }
    }

    /// The changes since the baseline, for `report.json`.
    pub(super) fn changes(&self) -> Option<Changes<'_>> {
        let area = self.outcome.reach.area;
        let (baseline, changes) = self.baseline.as_ref()?;
        Some(baseline.entry(changes, area))
    }

    /// Whether a finding is new; `None` without a baseline.
    pub(super) fn is_new(&self, finding: usize) -> Option<bool> {
        let (_, changes) = self.baseline.as_ref()?;
        Some(changes.is_new[finding])
    }

    /// The list of ignored findings, if there is one.
    pub(super) fn ignore(&self) -> Option<&Ignore> {
        self.ignore.as_ref().map(|(ignore, _)| *ignore)
    }

    /// The number in the list of the entry that ignores a finding; `None` if it counts.
    pub(super) fn entry(&self, finding: usize) -> Option<usize> {
        let (_, ignored) = self.ignore.as_ref()?;
        ignored.entries[finding]
    }

    /// The entry that ignores a finding.
    pub(super) fn ignored(&self, finding: usize) -> Option<&IgnoreEntry> {
        let (ignore, _) = self.ignore.as_ref()?;
        Some(&ignore.entries()[self.entry(finding)?])
    }

    /// The number of findings that are not ignored.
    pub(super) fn count(&self) -> usize {
        let findings = 0..self.outcome.findings.len();
        findings
            .filter(|finding| self.entry(*finding).is_none())
            .count()
    }

    /// Whether a missed goal was reached or no goal in the baseline; `None` without one.
    pub(super) fn is_newly_missed(&self, goal: &GoalSearch) -> Option<bool> {
        let (baseline, _) = self.baseline.as_ref()?;
        Some(!baseline.was_missed(goal.at))
    }

    /// Whether a finding that is not ignored is as severe as this; with a baseline, a new one.
    pub(super) fn has(&self, worst: Severity) -> bool {
        (0..).zip(self.outcome.findings).any(|(number, finding)| {
            let counts = self.entry(number).is_none() && self.is_new(number).unwrap_or(true);
            counts && finding.severity >= worst
        })
    }

    /// Prints the findings that are not ignored in columns, the number of the others, and the changes since the baseline.
    pub(super) fn print(&self) {
        self.print_findings();
        self.print_ignored();
        self.print_changes();
    }

    fn print_findings(&self) {
        let objects: Vec<Vec<String>> = (self.outcome.findings.iter())
            .map(|finding| self.outcome.objects(&finding.triangles))
            .collect();
        let is_named = objects.iter().any(|objects| !objects.is_empty());
        let rows: Vec<_> = (0..)
            .zip(self.outcome.findings.iter().zip(&self.scenarios))
            .filter(|(number, _)| self.entry(*number).is_none())
            .map(|(number, (finding, scenario))| Row {
                number: number + 1,
                severity: finding.severity.name(),
                kind: finding.kind.name(),
                position: finding.position.to_array(),
                what: &finding.what,
                object: is_named.then(|| objects[number].first().map_or("", String::as_str)),
                scenario,
                is_new: self.is_new(number),
            })
            .collect();
        for line in table::lines(&rows, output::has_colors()) {
            say(line);
        }
    }

    /// Prints how many findings are ignored, and the entries that fit none.
    fn print_ignored(&self) {
        let Some((ignore, ignored)) = &self.ignore else {
            return;
        };
        let count = self.outcome.findings.len() - self.count();
        let findings = if count == 1 { "finding" } else { "findings" };
        say(format_args!("{count} {findings} ignored by {ignore}"));
        // The rest of a stopped search may still fit them.
        if self.outcome.complete {
            for number in &ignored.unused {
                let words = ignore::words(&ignore.entries()[*number]);
                say(format_args!(
                    "{ignore}: ignore[{number}] fits no finding any more: {words}"
                ));
            }
        }
    }

    fn print_changes(&self) {
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
        let change = self.outcome.reach.area - baseline.area();
        say(format_args!(
            "since the baseline: {} new, {} gone, {} as before; {change:+.1} m² of reach",
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
