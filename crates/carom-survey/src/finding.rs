//! Findings: the faults of a level, each with the input that shows it.

mod defects;
mod one_way;
mod snags;

use crate::by_column::ByColumn;
use crate::clusters::grouped;
use crate::columns::by_place;
use crate::flood::{FailedRun, Flood, Obstruction};
use crate::geometry::MeshDefect;
use crate::kind::Kind;
use crate::obstacle::{Obstacle, ObstacleKind};
use crate::places::NONE;
use crate::regions::groups;
use crate::script::InputScript;
use crate::survey::Survey;
use glam::Vec3;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably a mistake.
    Warning,
    /// Breaks the game there.
    Error,
}

impl Severity {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A fault of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its kind.
    pub kind: Kind,
    /// Its severity.
    pub severity: Severity,
    /// The character's feet.
    pub position: Vec3,
    /// The numbers in the level of the triangles around it, the nearest first.
    pub triangles: Vec<u32>,
    /// A description in one sentence.
    pub what: String,
    /// The height of a step, the width of an opening or the height of a ceiling, m.
    pub size: Option<f32>,
    /// Mesh defects near it, the nearest first.
    pub geometry: Vec<MeshDefect>,
    /// The input that shows it, from a spawn on.
    pub script: InputScript,
}

impl Flood {
    /// For each connected group of places, of the runs that start there the one with the shortest way from the spawn.
    fn nearest(&self, runs: &[FailedRun], lengths: &[u64]) -> Vec<FailedRun> {
        let mut best = vec![NONE; self.places.len()];
        let length = |run: &FailedRun| lengths[run.from as usize] + run.action.length();
        for (i, run) in runs.iter().enumerate() {
            let known = &mut best[run.from as usize];
            if *known == NONE || length(run) < length(&runs[*known as usize]) {
                *known = i as u32;
            }
        }
        let belongs = |place: u32| best[place as usize] != NONE;
        groups(self.places.len(), &self.edges, belongs)
            .into_iter()
            .filter_map(|group| {
                let runs = group
                    .iter()
                    .map(|place| runs[best[*place as usize] as usize]);
                runs.min_by_key(length)
            })
            .collect()
    }
}

impl Survey<'_> {
    /// The findings of a search, sorted by kind and then by position. A search that was stopped early has no traps
    /// and no ledge.
    #[must_use]
    pub fn findings(&self, flood: &Flood) -> Vec<Finding> {
        let lengths = flood.lengths();
        let by_column = self.by_column(flood);
        let mut findings = self.failures(flood, &lengths);
        for obstruction in self.obstructions(flood, &lengths) {
            findings.push(self.obstructed(&obstruction, flood, &by_column));
        }
        // The unsearched rest may still have a way out, or a way back.
        if flood.complete {
            findings.extend(self.one_way(flood, &by_column));
        }
        self.add_defects(flood, &by_column, &mut findings);
        findings.sort_by(|a, b| {
            let by_kind = a.kind.cmp(&b.kind);
            by_kind.then_with(|| by_place(a.position, b.position))
        });
        findings
    }

    /// The findings of runs that failed: leaks, stuck characters and jitter.
    fn failures(&self, flood: &Flood, lengths: &[u64]) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (kind, severity, runs, what) in [
            (
                Kind::Leak,
                Severity::Error,
                &flood.leaks,
                "the character leaves the level from here",
            ),
            (
                Kind::Stuck,
                Severity::Error,
                &flood.stuck,
                "the character is stuck in geometry here",
            ),
            (
                Kind::Jitter,
                Severity::Error,
                &flood.restless,
                "the character does not come to rest here",
            ),
        ] {
            for run in flood.nearest(runs, lengths) {
                let position = match kind {
                    Kind::Leak => flood.places[run.from as usize].body.feet,
                    _ => run.feet,
                };
                let mut script = flood.script(run.from);
                script.push(run.action);
                findings.push(self.finding(kind, severity, position, what.into(), script));
            }
        }
        for run in flood.nearest(&flood.unsteady, lengths) {
            findings.push(self.shaken(flood, &run));
        }
        findings
    }

    /// The finding of a run that shakes the character.
    fn shaken(&self, flood: &Flood, run: &FailedRun) -> Finding {
        let body = &flood.places[run.from as usize].body;
        let extent = self.runner().extent(body, run.action);
        let (severity, what) = shaking(extent, self.settings.radius);
        let mut script = flood.script(run.from);
        script.push(run.action);
        self.finding(Kind::Jitter, severity, run.feet, what, script)
    }

    /// The finding of a blocked run.
    fn obstructed(
        &self,
        obstruction: &Obstruction,
        flood: &Flood,
        by_column: &ByColumn<u32>,
    ) -> Finding {
        let Obstruction {
            from,
            action,
            obstacle,
        } = obstruction;
        let shut = self.shuts_off(obstacle, flood, by_column);
        let shut_off = if shut {
            Severity::Warning
        } else {
            Severity::Note
        };
        let (kind, severity) = match obstacle.kind {
            ObstacleKind::Face => (Kind::Snag, Severity::Warning),
            ObstacleKind::Nothing | ObstacleKind::Limit => (Kind::Snag, Severity::Note),
            ObstacleKind::Step => (Kind::Snag, Severity::Note),
            ObstacleKind::Opening => (Kind::Gap, shut_off),
            ObstacleKind::Ceiling => (Kind::Headroom, shut_off),
        };
        let mut what = describe(obstacle);
        if shut {
            what += "; the ground behind it is never reached";
        }
        let mut script = flood.script(*from);
        script.push(*action);
        let is_length = obstacle.size > 0.0 && obstacle.kind != ObstacleKind::Face;
        let size = is_length.then_some(obstacle.size);
        Finding {
            size,
            ..self.finding(kind, severity, obstacle.at, what, script)
        }
    }

    /// One obstruction for each obstacle: the run that lacks most, and among equals that with the shortest way from the spawn.
    fn obstructions(&self, flood: &Flood, lengths: &[u64]) -> Vec<Obstruction> {
        /// How much farther apart they are along one beam or kerb, where not every walk shows it.
        const ALONG: f32 = 4.0;
        /// Sizes of one obstacle differ by no more, m.
        const ALIKE: f32 = 0.005;
        let apart = 2.0 * self.settings.radius;
        let examined = self.examined(flood);
        let mut obstructions = Vec::new();
        for kind in [
            ObstacleKind::Face,
            ObstacleKind::Limit,
            ObstacleKind::Step,
            ObstacleKind::Opening,
            ObstacleKind::Ceiling,
        ] {
            let of_kind = examined.iter();
            let of_kind: Vec<_> = of_kind.filter(|run| run.obstacle.kind == kind).collect();
            let points: Vec<Vec3> = of_kind.iter().map(|run| run.obstacle.at).collect();
            let is_long = matches!(kind, ObstacleKind::Step | ObstacleKind::Ceiling);
            let together = |i: usize, j: usize| {
                let [a, b] = [i, j].map(|i| &of_kind[i].obstacle);
                let alike = is_long && (a.size - b.size).abs() <= ALIKE;
                alike || a.at.distance_squared(b.at) <= apart * apart
            };
            for group in grouped(&points, ALONG * apart, together) {
                let by_length =
                    |run: &Obstruction| lengths[run.from as usize] + run.action.length();
                obstructions.extend(group.into_iter().map(|i| *of_kind[i]).min_by(|a, b| {
                    let most = b.obstacle.lacking.total_cmp(&a.obstacle.lacking);
                    most.then_with(|| by_length(a).cmp(&by_length(b)))
                }));
            }
        }
        obstructions
    }

    /// Whether the ground behind an obstacle is reached in no other way. False while the search may still find one.
    fn shuts_off(&self, obstacle: &Obstacle, flood: &Flood, by_column: &ByColumn<u32>) -> bool {
        let Some(beyond) = obstacle.beyond.filter(|_| flood.complete) else {
            return false;
        };
        let settings = &self.settings;
        let mut around = by_column.around(self.columns.of(beyond));
        let reached = around.any(|place| {
            let body = &flood.places[*place as usize].body;
            let rise = self.columns.height(beyond - body.feet);
            let standing = self.standing_of(body.height);
            // Over a step, or below a low ceiling.
            rise.abs() <= self.same()
                && [settings.step_height, settings.skin]
                    .into_iter()
                    .any(|lift| standing.sees(body.feet, beyond, lift))
        });
        !reached
    }

    fn finding(
        &self,
        kind: Kind,
        severity: Severity,
        position: Vec3,
        what: String,
        script: InputScript,
    ) -> Finding {
        Finding {
            kind,
            severity,
            position,
            triangles: self.around(position),
            what,
            size: None,
            geometry: Vec::new(),
            script,
        }
    }

    /// The places in each column.
    fn by_column(&self, flood: &Flood) -> ByColumn<u32> {
        let columns = flood
            .places
            .iter()
            .map(|place| self.columns.of(place.body.feet));
        columns.zip(0..).collect()
    }

    /// The triangles within a cell of a character that stands there, the nearest first.
    fn around(&self, feet: Vec3) -> Vec<u32> {
        /// The largest number of triangles in a finding.
        const MOST: usize = 16;
        let capsule = self.settings.capsule(feet, self.options.height);
        let mut found = Vec::new();
        self.level
            .query()
            .each_contact(&capsule, self.options.cell, |contact| {
                found.push((contact.separation, contact.part.index));
            });
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.truncate(MOST);
        found.into_iter().map(|(_, triangle)| triangle).collect()
    }
}

/// The severity of a shaking of this extent, m, and a sentence about it. Up to a fifth of the radius no level maker could
/// mend it.
fn shaking(extent: f32, radius: f32) -> (Severity, String) {
    /// Less is no motion that anyone could see, m.
    const SEEN: f32 = 5e-4;
    let far = format!("{:.1} cm", 100.0 * extent);
    if extent >= 0.2 * radius {
        let what =
            format!("the character goes to and fro by {far}, or on and off the ground, here");
        return (Severity::Warning, what);
    }
    let does = if extent < SEEN {
        "loses and regains the ground under the character".into()
    } else {
        format!("shakes the character by {far}")
    };
    let what = format!("the mover {does} while it presses on here: its own fault, not the level's");
    (Severity::Note, what)
}

/// An obstacle in a sentence.
fn describe(obstacle: &Obstacle) -> String {
    let Obstacle { size, lacking, .. } = obstacle;
    match obstacle.kind {
        ObstacleKind::Face => format!(
            "a face of {size:.0}°, {lacking:.0}° too steep, holds the character up, though it is no higher than a step"
        ),
        ObstacleKind::Nothing | ObstacleKind::Limit => {
            "the mover is held up by its own limits here: its own fault, not the level's".into()
        }
        ObstacleKind::Step => {
            format!("a step of {size:.2} m, {lacking:.2} m higher than the character climbs")
        }
        ObstacleKind::Opening => {
            format!("an opening {size:.2} m wide, {lacking:.2} m too narrow for the character")
        }
        ObstacleKind::Ceiling => {
            format!("a ceiling {size:.2} m above the floor, {lacking:.2} m too low")
        }
    }
}
