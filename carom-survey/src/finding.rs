//! What is wrong with a level, and the way to see it.

use crate::columns::by_place;
use crate::flood::{Flood, Loss, Survey};
use crate::places::NONE;
use crate::regions::{Graph, groups};
use crate::run::Action;
use glam::Vec3;
use std::cmp::Reverse;

/// What kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The character leaves the level.
    Leak,
    /// A region that can be entered and not left again.
    Trap,
    /// The character overlaps something and there is no free place.
    Stuck,
    /// The character does not come to rest.
    Flicker,
}

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
    /// The faults that the search came upon, by kind and then by where they are.
    #[must_use]
    pub fn findings(&self, flood: &Flood) -> Vec<Finding> {
        let lengths = flood.lengths();
        let mut findings = Vec::new();
        for (kind, losses, what) in [
            (
                Kind::Leak,
                &flood.leaks,
                "the character leaves the level from here",
            ),
            (
                Kind::Stuck,
                &flood.stuck,
                "the character is stuck in geometry here",
            ),
            (
                Kind::Flicker,
                &flood.restless,
                "the character does not come to rest here",
            ),
        ] {
            for loss in flood.nearest(losses, &lengths) {
                let position = match kind {
                    Kind::Leak => flood.places[loss.from as usize].body.feet,
                    _ => loss.feet,
                };
                let mut script = flood.script(loss.from);
                script.push(loss.action);
                findings.push(self.finding(kind, position, what.into(), script));
            }
        }
        for trap in flood.traps() {
            let entry = trap[0];
            let position = flood.places[entry as usize].body.feet;
            let size = trap.len();
            let what = format!("{size} places can be entered here and not left again");
            findings.push(self.finding(Kind::Trap, position, what, flood.script(entry)));
        }
        findings.sort_by(|a, b| {
            let by_kind = a.kind.cmp(&b.kind);
            by_kind.then_with(|| by_place(a.position, b.position))
        });
        findings
    }

    fn finding(&self, kind: Kind, position: Vec3, what: String, script: Vec<Action>) -> Finding {
        Finding {
            kind,
            severity: Severity::Error,
            position,
            triangles: self.around(position),
            what,
            script,
        }
    }

    /// The triangles around somebody who stands there, the nearest first; not more than a few.
    fn around(&self, feet: Vec3) -> Vec<u32> {
        const MOST: usize = 16;
        let capsule = self.settings.capsule(feet, self.options.height);
        let mut found = Vec::new();
        self.level
            .contacts_capsule(&capsule, self.options.cell, |contact| {
                found.push((contact.contact.separation, contact.triangle));
            });
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.truncate(MOST);
        found.into_iter().map(|(_, triangle)| triangle).collect()
    }
}
