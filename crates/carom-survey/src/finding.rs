//! What is wrong with a level, and the way to see it.

use crate::columns::{Column, by_place};
use crate::flood::{Flood, Loss, Obstruction, Survey};
use crate::geometry::{Fault, Remark, faults};
use crate::kind::Kind;
use crate::near::clusters;
use crate::obstacle::{Hindrance, Obstacle};
use crate::places::NONE;
use crate::regions::{Graph, groups};
use crate::run::Action;
use carom::{Segment, closest};
use glam::Vec3;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably not meant.
    Warning,
    /// A game is broken there.
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
    /// What kind.
    pub kind: Kind,
    /// How bad.
    pub severity: Severity,
    /// Where the character's feet are.
    pub position: Vec3,
    /// The triangles around it, by their numbers in the level, the nearest first.
    pub triangles: Vec<u32>,
    /// What it is, in a sentence.
    pub what: String,
    /// What is wrong with the triangles near it, the nearest first.
    pub geometry: Vec<Remark>,
    /// What a player does, from the spawn, to see it.
    pub script: Vec<Action>,
}

impl Flood {
    /// What a player does to come from the spawn to a place.
    #[must_use]
    pub fn script(&self, place: u32) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut at = Some(place);
        while let Some(place) = at {
            let place = &self.places[place as usize];
            actions.push(place.action);
            at = place.from;
        }
        actions.reverse();
        actions
    }

    /// The ticks from the spawn to each place.
    fn lengths(&self) -> Vec<u64> {
        let mut lengths: Vec<u64> = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let before = place.from.map_or(0, |from| lengths[from as usize]);
            lengths.push(before + place.action.length());
        }
        lengths
    }

    /// Of the runs from each group of places that hang together the one with the shortest way from the spawn.
    fn nearest(&self, losses: &[Loss], lengths: &[u64]) -> Vec<Loss> {
        let mut best = vec![NONE; self.places.len()];
        let length = |loss: &Loss| lengths[loss.from as usize] + loss.action.length();
        for (i, loss) in losses.iter().enumerate() {
            let known = &mut best[loss.from as usize];
            if *known == NONE || length(loss) < length(&losses[*known as usize]) {
                *known = i as u32;
            }
        }
        let belongs = |place: u32| best[place as usize] != NONE;
        groups(self.places.len(), &self.ways, belongs)
            .into_iter()
            .filter_map(|group| {
                let losses = group
                    .iter()
                    .map(|place| losses[best[*place as usize] as usize]);
                losses.min_by_key(length)
            })
            .collect()
    }

    /// The groups of places from which there is no way back to where most of the places are.
    fn traps(&self) -> Vec<Vec<u32>> {
        let count = self.places.len();
        let graph = Graph::new(count, &self.ways);
        // Of equally large ones that which was found first.
        let largest = graph
            .components()
            .into_iter()
            .max_by_key(|members| (members.len(), Reverse(members.iter().min().copied())));
        let Some(home) = largest else {
            return Vec::new();
        };
        let returns = graph.leading_to(home.into_iter());
        groups(count, &self.ways, |place| !returns[place as usize])
    }
}

impl Survey<'_> {
    /// The faults that the search came upon, by kind and then by where they are. One that was stopped knows of no traps.
    #[must_use]
    pub fn findings(&self, flood: &Flood) -> Vec<Finding> {
        let lengths = flood.lengths();
        let mut findings = Vec::new();
        for (kind, severity, losses, what) in [
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
            (
                Kind::Jitter,
                Severity::Warning,
                &flood.unsteady,
                "the character goes to and fro, or on and off the ground, here",
            ),
        ] {
            for loss in flood.nearest(losses, &lengths) {
                let position = match kind {
                    Kind::Leak => flood.places[loss.from as usize].body.feet,
                    _ => loss.feet,
                };
                let mut script = flood.script(loss.from);
                script.push(loss.action);
                findings.push(self.finding(kind, severity, position, what.into(), script));
            }
        }
        let by_column = self.by_column(flood);
        for Obstruction {
            from,
            action,
            obstacle,
        } in self.met(flood, &lengths)
        {
            let shut = self.shuts_off(&obstacle, flood, &by_column);
            let other = if shut {
                Severity::Warning
            } else {
                Severity::Note
            };
            let (kind, severity) = match obstacle.what {
                Hindrance::Nothing => (Kind::Snag, Severity::Warning),
                Hindrance::Step => (Kind::Snag, Severity::Note),
                Hindrance::Opening => (Kind::Gap, other),
                Hindrance::Ceiling => (Kind::Headroom, other),
            };
            let mut what = said(&obstacle);
            if shut {
                what += "; what is behind it is never reached";
            }
            let mut script = flood.script(from);
            script.push(action);
            findings.push(self.finding(kind, severity, obstacle.at, what, script));
        }
        // From what is not searched to its end there may be a way out yet.
        let traps = if flood.complete {
            flood.traps()
        } else {
            Vec::new()
        };
        for trap in traps {
            let entry = trap[0];
            let position = flood.places[entry as usize].body.feet;
            let size = trap.len();
            let places = if size == 1 { "place" } else { "places" };
            let what = format!("{size} {places} can be entered here and not left again");
            let script = flood.script(entry);
            findings.push(self.finding(Kind::Trap, Severity::Error, position, what, script));
        }
        self.add_geometry(flood, &by_column, &mut findings);
        findings.sort_by(|a, b| {
            let by_kind = a.kind.cmp(&b.kind);
            by_kind.then_with(|| by_place(a.position, b.position))
        });
        findings
    }

    /// What was in the way, each thing once: as it is most, and among equals by the shortest way from the spawn.
    fn met(&self, flood: &Flood, lengths: &[u64]) -> Vec<Obstruction> {
        let apart = 2.0 * self.settings.radius;
        let mut met = Vec::new();
        for what in [
            Hindrance::Nothing,
            Hindrance::Step,
            Hindrance::Opening,
            Hindrance::Ceiling,
        ] {
            let of_kind = flood.obstructions.iter();
            let of_kind: Vec<_> = of_kind.filter(|met| met.obstacle.what == what).collect();
            let points: Vec<Vec3> = of_kind.iter().map(|met| met.obstacle.at).collect();
            for group in clusters(&points, apart) {
                let by_length =
                    |met: &Obstruction| lengths[met.from as usize] + met.action.length();
                met.extend(group.into_iter().map(|i| *of_kind[i]).min_by(|a, b| {
                    let most = b.obstacle.lacking.total_cmp(&a.obstacle.lacking);
                    most.then_with(|| by_length(a).cmp(&by_length(b)))
                }));
            }
        }
        met
    }

    /// Whether behind an obstacle is ground that is come to in no other way; as long as there may be one it does not.
    fn shuts_off(
        &self,
        obstacle: &Obstacle,
        flood: &Flood,
        by_column: &BTreeMap<Column, Vec<u32>>,
    ) -> bool {
        let Some(beyond) = obstacle.beyond.filter(|_| flood.complete) else {
            return false;
        };
        let settings = &self.settings;
        let [x, z] = self.columns.of(beyond);
        let around = (0..9).map(|i| [x + i % 3 - 1, z + i / 3 - 1]);
        let comes = around
            .filter_map(|column| by_column.get(&column))
            .flatten()
            .any(|place| {
                let body = &flood.places[*place as usize].body;
                let rise = self.columns.height(beyond - body.feet);
                let standing = self.standing_of(body.height);
                // Over what is climbed on the way, or under what is low.
                rise.abs() <= self.same()
                    && [settings.step_height, settings.skin]
                        .into_iter()
                        .any(|lift| standing.sees(body.feet, beyond, lift))
            });
        !comes
    }

    fn finding(
        &self,
        kind: Kind,
        severity: Severity,
        position: Vec3,
        what: String,
        script: Vec<Action>,
    ) -> Finding {
        Finding {
            kind,
            severity,
            position,
            triangles: self.around(position),
            what,
            geometry: Vec::new(),
            script,
        }
    }

    /// What is wrong with triangles: told with the findings that it is near to, or as one of its own where somebody
    /// comes to it.
    fn add_geometry(
        &self,
        flood: &Flood,
        by_column: &BTreeMap<Column, Vec<u32>>,
        findings: &mut Vec<Finding>,
    ) {
        /// So many near a finding are enough.
        const MOST: usize = 8;
        let near = 2.0 * (self.settings.radius + self.options.cell);
        let remarks = faults(self.level);
        let mut told = vec![false; remarks.len()];
        for finding in findings.iter_mut() {
            let mut around: Vec<(f32, usize)> = remarks
                .iter()
                .enumerate()
                .map(|(i, remark)| (self.away(remark, finding.position), i))
                .filter(|(away, _)| *away <= near)
                .collect();
            around.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for &(_, i) in &around {
                told[i] = true;
            }
            let nearest = around.into_iter().take(MOST);
            finding.geometry = nearest.map(|(_, i)| remarks[i].clone()).collect();
        }
        let mut by_fault: BTreeMap<Fault, Vec<(usize, u32)>> = BTreeMap::new();
        // Modular levels are full of the others, and nobody notices.
        let alone = |remark: &Remark| matches!(remark.fault, Fault::Hole | Fault::Flipped);
        for (i, remark) in remarks.iter().enumerate() {
            if !told[i]
                && alone(remark)
                && let Some(place) = self.beside(remark, flood, by_column)
            {
                by_fault.entry(remark.fault).or_default().push((i, place));
            }
        }
        for (fault, met) in by_fault {
            let points: Vec<Vec3> = met.iter().map(|(i, _)| remarks[*i].at).collect();
            for group in clusters(&points, near) {
                let (first, place) = met[group[0]];
                let what = match group.len() {
                    1 => format!("{} where the character comes by", fault.name()),
                    count => format!(
                        "{} where the character comes by, {count} times",
                        fault.name()
                    ),
                };
                let mut triangles: Vec<u32> = group
                    .iter()
                    .flat_map(|k| remarks[met[*k].0].triangles.iter().copied())
                    .collect();
                triangles.sort_unstable();
                triangles.dedup();
                findings.push(Finding {
                    kind: Kind::Geometry,
                    severity: Severity::Note,
                    position: remarks[first].at,
                    triangles,
                    what,
                    geometry: group
                        .iter()
                        .take(MOST)
                        .map(|k| remarks[met[*k].0].clone())
                        .collect(),
                    script: flood.script(place),
                });
            }
        }
    }

    /// How far the middle of a fault is from the axis of a character that stands there.
    fn away(&self, remark: &Remark, feet: Vec3) -> f32 {
        let capsule = self.settings.capsule(feet, self.options.height);
        let axis = Segment::new(capsule.a, capsule.b);
        closest(&remark.at, &axis).distance
    }

    /// The places of each column.
    fn by_column(&self, flood: &Flood) -> BTreeMap<Column, Vec<u32>> {
        let mut by_column: BTreeMap<Column, Vec<u32>> = BTreeMap::new();
        for (number, place) in flood.places.iter().enumerate() {
            let column = self.columns.of(place.body.feet);
            by_column.entry(column).or_default().push(number as u32);
        }
        by_column
    }

    /// The first place from which the character touches what is wrong, or nearly.
    fn beside(
        &self,
        remark: &Remark,
        flood: &Flood,
        by_column: &BTreeMap<Column, Vec<u32>>,
    ) -> Option<u32> {
        let near = self.settings.radius + self.options.cell;
        let around = (near / self.options.cell).ceil() as i32;
        let [x, z] = self.columns.of(remark.at);
        let columns =
            (-around..=around).flat_map(|dx| (-around..=around).map(move |dz| [x + dx, z + dz]));
        columns
            .filter_map(|column| by_column.get(&column))
            .flatten()
            .copied()
            .filter(|place| self.away(remark, flood.places[*place as usize].body.feet) <= near)
            .min()
    }

    /// The triangles around somebody who stands there, the nearest first; not more than a few.
    fn around(&self, feet: Vec3) -> Vec<u32> {
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

/// An obstacle in a sentence.
fn said(obstacle: &Obstacle) -> String {
    let Obstacle { size, lacking, .. } = obstacle;
    match obstacle.what {
        Hindrance::Nothing => {
            "the character is held up, though nothing higher than its step is in the way".into()
        }
        Hindrance::Step => {
            format!("a step of {size:.2} m, {lacking:.2} m higher than the character climbs")
        }
        Hindrance::Opening => {
            format!("an opening {size:.2} m wide, {lacking:.2} m too narrow for the character")
        }
        Hindrance::Ceiling => {
            format!("a ceiling {size:.2} m above the feet, {lacking:.2} m too low")
        }
    }
}
