//! A report of before, and what has changed since.

use crate::input;
use crate::number::Coordinates;
use crate::output::say;
use anyhow::{Context, Result, ensure};
use carom_survey::Kind;
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The longest report that is read.
const MOST: u64 = 1 << 30;

/// Findings of one kind that are no farther apart are the same, m.
const NEAR: f64 = 1.0;

/// What is needed of a report; it may have more.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a report")]
pub(super) struct Baseline {
    level: Level,
    reach: Reach,
    findings: Vec<Old>,
    #[serde(default)]
    goals: Vec<OldGoal>,
}

#[derive(Debug, Deserialize)]
#[serde(expecting = "an object")]
struct Level {
    file: String,
}

#[derive(Debug, Deserialize)]
#[serde(expecting = "an object")]
struct Reach {
    area: f64,
}

/// A goal of before.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a goal")]
struct OldGoal {
    position: [f64; 3],
    reached: Option<bool>,
}

/// A finding of before.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a finding")]
pub(super) struct Old {
    pub(super) kind: String,
    pub(super) position: [f64; 3],
    pub(super) severity: String,
    pub(super) what: String,
}

/// What has changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Changes {
    /// Of each finding of now whether it is new.
    pub(super) is_new: Vec<bool>,
    /// Those of before that are no more, by their numbers there, from 0.
    pub(super) gone: Vec<usize>,
}

impl Baseline {
    pub(super) fn load(path: &Path) -> Result<Self> {
        let file = || format!("--baseline {}", path.display());
        let text = input::read(path, "report", MOST).context("--baseline")?;
        ensure!(
            text.trim_ascii_start().first() == Some(&b'{'),
            "{}: a report is a JSON object",
            file()
        );
        let mut report: Self = input::json(&text, "report").with_context(file)?;
        for finding in &mut report.findings {
            if let Some(kind) = Kind::formerly_named(&finding.kind) {
                say(format_args!(
                    "{}: the kind {:?} is named {:?} now",
                    file(),
                    finding.kind,
                    kind.name()
                ));
                finding.kind = kind.name().into();
            }
        }
        Ok(report)
    }

    /// The name of the level's file.
    pub(super) fn level(&self) -> &str {
        &self.level.file
    }

    /// What could be reached, m².
    pub(super) fn area(&self) -> f64 {
        self.reach.area
    }

    pub(super) fn findings(&self) -> &[Old] {
        &self.findings
    }

    /// Whether a goal was asked for and not reached before.
    pub(super) fn was_missed(&self, goal: Vec3) -> bool {
        self.goals.iter().any(|old| {
            let is_there = DVec3::from(old.position).distance(goal.as_dvec3()) < NEAR;
            is_there && old.reached == Some(false)
        })
    }

    /// What is new in findings by their kinds and positions.
    ///
    /// As many pairs of one kind that are near are made as can be, each finding in one pair; nearer ones are tried first.
    pub(super) fn changes(&self, now: &[(&str, Vec3)]) -> Changes {
        let near: Vec<Vec<usize>> = now
            .iter()
            .map(|(kind, position)| self.near(kind, position.as_dvec3()))
            .collect();
        let mut taken: Vec<Option<usize>> = vec![None; self.findings.len()];
        for new in 0..now.len() {
            let mut seen = vec![false; self.findings.len()];
            pair(new, &near, &mut taken, &mut seen);
        }
        let mut is_new = vec![true; now.len()];
        for new in taken.iter().flatten() {
            is_new[*new] = false;
        }
        let gone = (0..taken.len()).filter(|old| taken[*old].is_none());
        Changes {
            is_new,
            gone: gone.collect(),
        }
    }

    /// Findings of a kind near a place, the nearest first.
    fn near(&self, kind: &str, position: DVec3) -> Vec<usize> {
        let mut near: Vec<(f64, usize)> = (0..)
            .zip(&self.findings)
            .filter(|(_, old)| old.kind == kind)
            .map(|(number, old)| (DVec3::from(old.position).distance(position), number))
            .filter(|(distance, _)| *distance <= NEAR)
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().map(|(_, number)| number).collect()
    }

    /// For `report.json`.
    pub(super) fn told(&self, changes: &Changes, area: f64) -> Told<'_> {
        let numbers = (0..).zip(&changes.is_new);
        Told {
            new: numbers.filter(|(_, new)| **new).map(|(i, _)| i).collect(),
            gone: changes
                .gone
                .iter()
                .map(|old| {
                    let Old {
                        kind,
                        position,
                        severity,
                        what,
                    } = &self.findings[*old];
                    Gone {
                        kind,
                        position: Coordinates::of(DVec3::from(*position)),
                        severity,
                        what,
                    }
                })
                .collect(),
            same: changes.same(),
            area: Area {
                was: self.reach.area,
                is: area,
            },
        }
    }
}

impl Changes {
    /// How many findings are as they were.
    pub(super) fn same(&self) -> usize {
        self.is_new.iter().filter(|new| !**new).count()
    }
}

/// Finds a partner for a finding, for which others may have to take their next; Kuhn's way.
///
/// It asks at most as many as there are of before, and goes no deeper than that: with a list of its own, as there may be
/// many.
fn pair(new: usize, near: &[Vec<usize>], taken: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    // Who asks, and how many of those near it have been asked.
    let mut asking = vec![(new, 0)];
    while let Some((who, asked)) = asking.last_mut() {
        let Some(&old) = near[*who].get(*asked) else {
            asking.pop();
            if let Some((_, asked)) = asking.last_mut() {
                *asked += 1;
            }
            continue;
        };
        if seen[old] {
            *asked += 1;
            continue;
        }
        seen[old] = true;
        match taken[old] {
            Some(other) => asking.push((other, 0)),
            None => {
                // Everybody on the way takes the one that was asked last.
                for (who, asked) in asking {
                    taken[near[who][asked]] = Some(who);
                }
                return true;
            }
        }
    }
    false
}

/// What has changed, for `report.json`.
#[derive(Serialize)]
pub(super) struct Told<'a> {
    /// Numbers of the findings, from 0.
    new: Vec<usize>,
    gone: Vec<Gone<'a>>,
    same: usize,
    area: Area,
}

impl Told<'_> {
    /// How many are new, and how many gone.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.new.len(), self.gone.len())
    }
}

#[derive(Serialize)]
struct Gone<'a> {
    kind: &'a str,
    position: Coordinates,
    severity: &'a str,
    what: &'a str,
}

#[derive(Serialize)]
struct Area {
    was: f64,
    is: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(places: &[(&str, f64)]) -> Baseline {
        let old = |(kind, x): &(&str, f64)| Old {
            kind: (*kind).into(),
            position: [*x, 0.0, 0.0],
            severity: "error".into(),
            what: String::new(),
        };
        Baseline {
            level: Level {
                file: "level.obj".into(),
            },
            reach: Reach { area: 1.0 },
            findings: places.iter().map(old).collect(),
            goals: Vec::new(),
        }
    }

    fn changes(before: &[(&str, f64)], now: &[(&'static str, f64)]) -> (Vec<bool>, Vec<usize>) {
        let now: Vec<_> = now
            .iter()
            .map(|(kind, x)| (*kind, Vec3::new(*x as f32, 0.0, 0.0)))
            .collect();
        let Changes { is_new, gone } = of(before).changes(&now);
        (is_new, gone)
    }

    #[test]
    fn the_same_is_of_one_kind_and_near() {
        let before = [("leak", 0.0), ("trap", 5.0)];
        assert_eq!(
            changes(&before, &[("leak", 0.9), ("stuck", 5.0)]),
            (vec![false, true], vec![1])
        );
        assert_eq!(changes(&before, &[("leak", 1.1)]), (vec![true], vec![0, 1]));
        assert_eq!(changes(&before, &[]), (vec![], vec![0, 1]));
        assert_eq!(changes(&[], &[("leak", 0.0)]), (vec![true], vec![]));
    }

    #[test]
    fn each_is_in_one_pair_and_as_many_as_can_be() {
        // The nearest of the first is the only one of the second.
        let before = [("gap", 0.0), ("gap", 1.5)];
        let now = [("gap", 0.9), ("gap", 2.4)];
        assert_eq!(changes(&before, &now), (vec![false, false], vec![]));
        let before = [("gap", 0.0)];
        let now = [("gap", 0.1), ("gap", 0.0), ("gap", -0.1)];
        assert_eq!(
            changes(&before, &now).0.iter().filter(|new| **new).count(),
            2
        );
    }

    /// As many pairs as trying everything finds, on random places.
    #[test]
    fn pairs_are_as_many_as_trying_everything_finds() {
        fn most(near: &[Vec<usize>], new: usize, free: &mut Vec<bool>) -> usize {
            let Some(candidates) = near.get(new) else {
                return 0;
            };
            let mut best = most(near, new + 1, free);
            for &old in candidates {
                if free[old] {
                    free[old] = false;
                    best = best.max(1 + most(near, new + 1, free));
                    free[old] = true;
                }
            }
            best
        }
        let mut state = 7_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8) / f64::from(1 << 24) * 5.0
        };
        for _ in 0..300 {
            let before: Vec<_> = (0..6).map(|_| ("head", random())).collect();
            let now: Vec<_> = (0..6).map(|_| ("head", random())).collect();
            let (is_new, gone) = changes(&before, &now);
            let baseline = of(&before);
            let near: Vec<_> = now
                .iter()
                .map(|(kind, x)| baseline.near(kind, DVec3::new(f64::from(*x as f32), 0.0, 0.0)))
                .collect();
            let pairs = most(&near, 0, &mut vec![true; before.len()]);
            assert_eq!(is_new.iter().filter(|new| !**new).count(), pairs);
            assert_eq!(gone.len(), before.len() - pairs);
        }
    }

    #[test]
    fn kinds_with_their_former_names_are_the_same_kinds() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("report.json");
        let report = r#"{"level": {"file": "a.obj"}, "reach": {"area": 1}, "goals": [], "findings": [
            {"kind": "flicker", "position": [1, 2, 3], "severity": "warning", "what": "w"},
            {"kind": "head", "position": [4, 5, 6], "severity": "note", "what": "w"},
            {"kind": "leak", "position": [7, 8, 9], "severity": "error", "what": "w"}]}"#;
        std::fs::write(&path, report).expect("a file");
        let baseline = Baseline::load(&path).expect("a report");
        let kinds: Vec<_> = baseline.findings().iter().map(|old| &*old.kind).collect();
        assert_eq!(kinds, ["jitter", "headroom", "leak"]);
    }
}
