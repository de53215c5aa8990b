//! Findings: the faults of a level, each with the input that shows it.

mod defects;
mod one_way;
mod snags;

use crate::by_column::around;
use crate::clusters::grouped;
use crate::columns::by_place;
use crate::flood::{Edge, FailedRun, Flood};
use crate::flood_tile::FloodTile;
use crate::geometry::MeshDefect;
use crate::kind::Kind;
use crate::obstacle::{Obstacle, ObstacleKind};
use crate::places::{NONE, PlaceId};
use crate::regions::groups;
use crate::run::Action;
use crate::script::InputScript;
use crate::searched::Searched;
use crate::survey::Survey;
use glam::Vec3;
use snags::Examiner;

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

/// A finding without its script, and the places from which that comes.
pub(crate) struct Found {
    pub(crate) finding: Finding,
    /// The script leads to this place.
    pub(crate) place: PlaceId,
    /// And goes on with this run.
    pub(crate) then: Option<Action>,
}

/// A run that failed.
#[derive(Clone, Copy)]
struct Failure {
    from: PlaceId,
    run: FailedRun,
    /// Ticks from the spawn to its end.
    length: u64,
}

/// A run that an obstacle blocked.
#[derive(Clone, Copy)]
struct Blocked {
    from: PlaceId,
    action: Action,
    obstacle: Obstacle,
    /// Ticks from the spawn to its end.
    length: u64,
}

/// Runs of one kind that failed: of those from one place that with the shortest way from the spawn; and the edges that may
/// join their places.
#[derive(Default)]
struct Failures {
    /// Ordered by their places.
    runs: Vec<Failure>,
    edges: Vec<[PlaceId; 2]>,
}

impl Failures {
    fn add(&mut self, tile: &FloodTile, runs: &[FailedRun], lengths: &[u64]) {
        // All edges end in the tile: without runs none joins two of them.
        if runs.is_empty() {
            return;
        }
        let mut best = vec![NONE; tile.places().len()];
        let length = |run: &FailedRun| lengths[run.from as usize] + run.action.length();
        for (i, run) in (0..).zip(runs) {
            let known = &mut best[run.from as usize];
            if *known == NONE || length(run) < length(&runs[*known as usize]) {
                *known = i;
            }
        }
        let own = |id: PlaceId| id.tile != tile.number() || best[id.place as usize] != NONE;
        self.edges
            .extend(tile.edges().filter(|[from, to]| own(*from) && own(*to)));
        let best = (0..).zip(best).filter(|(_, run)| *run != NONE);
        self.runs.extend(best.map(|(place, run)| Failure {
            from: tile.id(place),
            run: runs[run as usize],
            length: length(&runs[run as usize]),
        }));
    }

    /// For each connected group of places the run with the shortest way from the spawn.
    fn nearest(&self) -> Vec<Failure> {
        let number = |id: PlaceId| {
            let known = self.runs.binary_search_by_key(&id, |failure| failure.from);
            known.ok().map(|number| number as u32)
        };
        let edges = self.edges.iter().filter_map(|[from, to]| {
            let (from, to) = (number(*from)?, number(*to)?);
            Some(Edge { from, to })
        });
        let edges: Vec<Edge> = edges.collect();
        groups(self.runs.len(), &edges, |_| true)
            .into_iter()
            .filter_map(|group| {
                let runs = group.iter().map(|number| self.runs[*number as usize]);
                runs.min_by_key(|failure| failure.length)
            })
            .collect()
    }
}

/// The kinds of failures: leaks, stuck characters, characters that do not come to rest, and shaking.
const FAILURES: [(Kind, Option<&str>); 4] = [
    (Kind::Leak, Some("the character leaves the level from here")),
    (Kind::Stuck, Some("the character is stuck in geometry here")),
    (
        Kind::Jitter,
        Some("the character does not come to rest here"),
    ),
    (Kind::Jitter, None),
];

impl Survey<'_> {
    /// The findings of a search, sorted by kind and then by position. A search that was stopped early has no traps
    /// and no ledge.
    #[must_use]
    pub fn findings(&self, flood: &Flood) -> Vec<Finding> {
        let Ok(findings) = Searched::of(self, flood).findings();
        findings
    }
}

impl<E> Searched<'_, E> {
    /// The findings of the search, sorted by kind and then by position. A search that was stopped early has no traps
    /// and no ledge.
    ///
    /// # Errors
    /// A tile that cannot be loaded.
    pub fn findings(&self) -> Result<Vec<Finding>, E> {
        let survey = &self.survey;
        let (failures, blocked) = self.failed_runs()?;
        let mut found = Vec::new();
        for ((kind, what), failures) in FAILURES.into_iter().zip(failures) {
            for failure in failures.nearest() {
                found.push(self.failed(kind, what, &failure)?);
            }
        }
        for blocked in survey.obstacles(&blocked) {
            found.push(self.obstructed(&blocked)?);
        }
        // The unsearched rest may still have a way out, or a way back.
        if self.is_complete() {
            found.extend(self.one_way()?);
        }
        self.add_defects(&mut found)?;
        let places: Vec<PlaceId> = found.iter().map(|found| found.place).collect();
        let scripts = self.scripts(&places)?;
        let findings = found.into_iter().zip(scripts).map(|(found, mut script)| {
            script.actions.extend(found.then);
            Finding {
                script,
                ..found.finding
            }
        });
        let mut findings: Vec<Finding> = findings.collect();
        findings.sort_by(|a, b| {
            let by_kind = a.kind.cmp(&b.kind);
            by_kind.then_with(|| by_place(a.position, b.position))
        });
        Ok(findings)
    }

    /// The runs that failed, and those that an obstacle blocked.
    fn failed_runs(&self) -> Result<([Failures; 4], Vec<Blocked>), E> {
        let mut failures: [Failures; 4] = Default::default();
        let mut blocked = Vec::new();
        let mut examiner = Examiner::new(&self.survey);
        self.each_tile(|tile| {
            let lengths = tile.lengths();
            let [leaks, restless, stuck] = tile.failed();
            let kinds = [leaks, stuck, restless, tile.unsteady()];
            for (failures, runs) in failures.iter_mut().zip(kinds) {
                failures.add(tile, runs, &lengths);
            }
            for run in tile.obstructions() {
                let from = &tile.places()[run.from as usize].body;
                let before = lengths[run.from as usize];
                blocked.extend(examiner.examined(from, run).map(|obstacle| Blocked {
                    from: tile.id(run.from),
                    action: run.action,
                    obstacle,
                    length: before + run.action.length(),
                }));
            }
        })?;
        Ok((failures, blocked))
    }

    /// The finding of a run that failed; without a sentence it is one that shakes the character.
    fn failed(&self, kind: Kind, what: Option<&str>, failure: &Failure) -> Result<Found, E> {
        let survey = &self.survey;
        let Failure { from, run, .. } = failure;
        let body = self.tile(from.tile)?.places()[from.place as usize].body;
        let finding = if let Some(what) = what {
            let position = match kind {
                Kind::Leak => body.feet,
                _ => run.feet,
            };
            survey.finding(kind, Severity::Error, position, what.into())
        } else {
            let extent = survey.runner().extent(&body, run.action);
            let (severity, what) = shaking(extent, survey.settings.radius);
            survey.finding(kind, severity, run.feet, what)
        };
        Ok(Found {
            finding,
            place: *from,
            then: Some(run.action),
        })
    }

    /// The finding of a blocked run.
    fn obstructed(&self, blocked: &Blocked) -> Result<Found, E> {
        let obstacle = &blocked.obstacle;
        let shut = self.shuts_off(obstacle)?;
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
        let is_length = obstacle.size > 0.0 && obstacle.kind != ObstacleKind::Face;
        let size = is_length.then_some(obstacle.size);
        Ok(Found {
            finding: Finding {
                size,
                ..self.survey.finding(kind, severity, obstacle.at, what)
            },
            place: blocked.from,
            then: Some(blocked.action),
        })
    }

    /// Whether the ground behind an obstacle is reached in no other way. False while the search may still find one.
    fn shuts_off(&self, obstacle: &Obstacle) -> Result<bool, E> {
        let Some(beyond) = obstacle.beyond.filter(|_| self.is_complete()) else {
            return Ok(false);
        };
        let survey = &self.survey;
        let settings = &survey.settings;
        let around = around(survey.columns.of(beyond));
        let reached = self.any_in(around, |_, place| {
            let body = &place.body;
            let rise = survey.columns.height(beyond - body.feet);
            let standing = survey.standing_of(body.height);
            // Over a step, or below a low ceiling.
            rise.abs() <= survey.same()
                && [settings.step_height, settings.skin]
                    .into_iter()
                    .any(|lift| standing.sees(body.feet, beyond, lift))
        })?;
        Ok(!reached)
    }
}

impl Survey<'_> {
    /// One obstruction for each obstacle: the run that lacks most, and among equals that with the shortest way from the spawn.
    fn obstacles(&self, blocked: &[Blocked]) -> Vec<Blocked> {
        /// How much farther apart they are along one beam or kerb, where not every walk shows it.
        const ALONG: f32 = 4.0;
        /// Sizes of one obstacle differ by no more, m.
        const ALIKE: f32 = 0.005;
        let apart = 2.0 * self.settings.radius;
        let mut obstacles = Vec::new();
        for kind in [
            ObstacleKind::Face,
            ObstacleKind::Limit,
            ObstacleKind::Step,
            ObstacleKind::Opening,
            ObstacleKind::Ceiling,
        ] {
            let of_kind = blocked.iter();
            let of_kind: Vec<_> = of_kind.filter(|run| run.obstacle.kind == kind).collect();
            let points: Vec<Vec3> = of_kind.iter().map(|run| run.obstacle.at).collect();
            let is_long = matches!(kind, ObstacleKind::Step | ObstacleKind::Ceiling);
            let together = |i: usize, j: usize| {
                let [a, b] = [i, j].map(|i| &of_kind[i].obstacle);
                let alike = is_long && (a.size - b.size).abs() <= ALIKE;
                alike || a.at.distance_squared(b.at) <= apart * apart
            };
            for group in grouped(&points, ALONG * apart, together) {
                obstacles.extend(group.into_iter().map(|i| *of_kind[i]).min_by(|a, b| {
                    let most = b.obstacle.lacking.total_cmp(&a.obstacle.lacking);
                    most.then_with(|| a.length.cmp(&b.length))
                }));
            }
        }
        obstacles
    }

    /// A finding that lacks its script.
    fn finding(&self, kind: Kind, severity: Severity, position: Vec3, what: String) -> Finding {
        Finding {
            kind,
            severity,
            position,
            triangles: self.around(position),
            what,
            size: None,
            geometry: Vec::new(),
            script: InputScript::default(),
        }
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
