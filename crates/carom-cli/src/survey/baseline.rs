//! Comparison with the report of an earlier survey.

use super::known::{KnownFinding, rename};
use anyhow::{Result, anyhow};
use carom_format::report::{AreaChange, Changes, GoneFinding, OldFinding, OldReport};
use carom_format::{Coordinates, IgnoreEntry};
use glam::{DVec3, Vec3};
use std::path::Path;

/// Greatest distance of two findings of one kind that count as the same, m.
const NEAR: f64 = IgnoreEntry::RADIUS;

/// An earlier report.
#[derive(Debug)]
pub(super) struct Baseline(OldReport);

/// The findings of now compared with those of a baseline.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Comparison {
    /// Of each finding of now, whether it is new.
    pub(super) is_new: Vec<bool>,
    /// Indices of the findings of the baseline that are gone.
    pub(super) gone: Vec<usize>,
}

impl Baseline {
    pub(super) fn load(path: &Path) -> Result<Self> {
        let mut report = OldReport::load(path).map_err(|error| anyhow!("--baseline {error}"))?;
        for finding in &mut report.findings {
            rename(
                &mut finding.kind,
                format_args!("--baseline {}", path.display()),
            );
        }
        Ok(Self(report))
    }

    /// The name of the level's file.
    pub(super) fn level(&self) -> &str {
        &self.0.level.file
    }

    /// The reachable area, m².
    pub(super) fn area(&self) -> f64 {
        self.0.reach.area
    }

    pub(super) fn findings(&self) -> &[OldFinding] {
        &self.0.findings
    }

    /// Whether the baseline has this goal as not reached.
    pub(super) fn was_missed(&self, goal: Vec3) -> bool {
        self.0.goals.iter().any(|old| {
            let is_there = DVec3::from(old.position).distance(goal.as_dvec3()) < NEAR;
            is_there && old.reached == Some(false)
        })
    }

    /// Compares findings by their kinds and positions.
    ///
    /// Findings of one kind that are near each other are paired: a maximum matching, that tries nearer ones first.
    pub(super) fn changes(&self, now: &[(&str, Vec3)]) -> Comparison {
        let near: Vec<Vec<usize>> = now
            .iter()
            .map(|(kind, position)| self.near(kind, *position))
            .collect();
        let mut taken: Vec<Option<usize>> = vec![None; self.0.findings.len()];
        for new in 0..now.len() {
            let mut visited = vec![false; self.0.findings.len()];
            pair(new, &near, &mut taken, &mut visited);
        }
        let mut is_new = vec![true; now.len()];
        for new in taken.iter().flatten() {
            is_new[*new] = false;
        }
        let gone = (0..taken.len()).filter(|old| taken[*old].is_none());
        Comparison {
            is_new,
            gone: gone.collect(),
        }
    }

    /// Indices of the findings of a kind near a position, the nearest first.
    fn near(&self, kind: &str, position: Vec3) -> Vec<usize> {
        let distance = |old: &OldFinding| {
            let known = KnownFinding {
                kind: &old.kind,
                position: old.position.into(),
                radius: NEAR,
            };
            known.distance(kind, position)
        };
        let mut near: Vec<(f64, usize)> = (0..)
            .zip(&self.0.findings)
            .filter_map(|(number, old)| Some((distance(old)?, number)))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().map(|(_, number)| number).collect()
    }

    /// The entry of `report.json`.
    pub(super) fn entry(&self, changes: &Comparison, area: f64) -> Changes<'_> {
        let numbers = (0..).zip(&changes.is_new);
        let gone = |old: &usize| {
            let old = &self.0.findings[*old];
            GoneFinding {
                kind: &old.kind,
                position: Coordinates::of(DVec3::from(old.position)),
                severity: &old.severity,
                what: &old.what,
            }
        };
        Changes {
            new: numbers.filter(|(_, new)| **new).map(|(i, _)| i).collect(),
            gone: changes.gone.iter().map(gone).collect(),
            same: changes.same(),
            area: AreaChange {
                was: self.0.reach.area,
                is: area,
            },
        }
    }
}

impl Comparison {
    /// The number of findings in both.
    pub(super) fn same(&self) -> usize {
        self.is_new.iter().filter(|new| !**new).count()
    }
}

/// Finds a partner for a finding, for which others may have to take another: an augmenting path (Kuhn's algorithm).
///
/// Each finding of the baseline is visited at most once. The path has its own stack, as it may be long.
fn pair(
    new: usize,
    near: &[Vec<usize>],
    taken: &mut [Option<usize>],
    visited: &mut [bool],
) -> bool {
    // Findings on the path, each with the index of its candidate.
    let mut path = vec![(new, 0)];
    while let Some((finding, candidate)) = path.last_mut() {
        let Some(&old) = near[*finding].get(*candidate) else {
            path.pop();
            if let Some((_, candidate)) = path.last_mut() {
                *candidate += 1;
            }
            continue;
        };
        if visited[old] {
            *candidate += 1;
            continue;
        }
        visited[old] = true;
        match taken[old] {
            Some(other) => path.push((other, 0)),
            None => {
                // Every finding on the path takes its candidate.
                for (finding, candidate) in path {
                    taken[near[finding][candidate]] = Some(finding);
                }
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_format::report::{OldLevel, OldReach};

    fn of(places: &[(&str, f64)]) -> Baseline {
        let old = |(kind, x): &(&str, f64)| OldFinding {
            kind: (*kind).into(),
            position: [*x, 0.0, 0.0],
            severity: "error".into(),
            what: String::new(),
        };
        Baseline(OldReport {
            level: OldLevel {
                file: "level.obj".into(),
            },
            reach: OldReach { area: 1.0 },
            findings: places.iter().map(old).collect(),
            goals: Vec::new(),
        })
    }

    fn changes(before: &[(&str, f64)], now: &[(&'static str, f64)]) -> (Vec<bool>, Vec<usize>) {
        let now: Vec<_> = now
            .iter()
            .map(|(kind, x)| (*kind, Vec3::new(*x as f32, 0.0, 0.0)))
            .collect();
        let Comparison { is_new, gone } = of(before).changes(&now);
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
    fn pairs_are_a_maximum_matching() {
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

    /// Compared with trying everything, on random positions.
    #[test]
    fn brute_force_finds_no_more_pairs() {
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
            let before: Vec<_> = (0..6).map(|_| ("headroom", random())).collect();
            let now: Vec<_> = (0..6).map(|_| ("headroom", random())).collect();
            let (is_new, gone) = changes(&before, &now);
            let baseline = of(&before);
            let near: Vec<_> = now
                .iter()
                .map(|(kind, x)| baseline.near(kind, Vec3::new(*x as f32, 0.0, 0.0)))
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
