//! What is wrong with a level, and the way to see it.

use crate::flood::{Flood, Loss, Survey};
use crate::places::NONE;
use crate::regions::{Graph, groups};
use crate::run::Action;
use glam::Vec3;

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
        let component = Graph::new(count, &self.ways).components();
        let mut sizes = vec![0_u32; count];
        for &number in &component {
            sizes[number as usize] += 1;
        }
        // Of equal ones that which was found first.
        let Some(home) = component.iter().copied().reduce(|best, number| {
            if sizes[number as usize] > sizes[best as usize] {
                number
            } else {
                best
            }
        }) else {
            return Vec::new();
        };
        let at_home = (0..count as u32).filter(|place| component[*place as usize] == home);
        let returns = Graph::reversed(count, &self.ways).reach(at_home);
        groups(count, &self.ways, |place| !returns[place as usize])
    }
}

impl Survey<'_> {
    /// The faults that the search came upon, by kind and then by where they are.
    #[must_use]
    pub fn findings(&self, flood: &Flood) -> Vec<Finding> {
        let lengths = flood.lengths();
        let mut findings = Vec::new();
        for loss in flood.nearest(&flood.leaks, &lengths) {
            let feet = flood.places[loss.from as usize].body.feet;
            findings.push(self.lost(
                flood,
                Kind::Leak,
                loss,
                feet,
                "the character leaves the level from here",
            ));
        }
        for loss in flood.nearest(&flood.stuck, &lengths) {
            findings.push(self.lost(
                flood,
                Kind::Stuck,
                loss,
                loss.feet,
                "the character is stuck in geometry here",
            ));
        }
        for loss in flood.nearest(&flood.restless, &lengths) {
            findings.push(self.lost(
                flood,
                Kind::Flicker,
                loss,
                loss.feet,
                "the character does not come to rest here",
            ));
        }
        for trap in flood.traps() {
            let entry = trap[0];
            let size = trap.len();
            findings.push(Finding {
                kind: Kind::Trap,
                severity: Severity::Error,
                position: flood.places[entry as usize].body.feet,
                triangles: self.around(flood.places[entry as usize].body.feet),
                what: format!("{size} places can be entered here and not left again"),
                script: flood.script(entry),
            });
        }
        findings.sort_by(|a, b| {
            let [p, q] = [a, b].map(|finding| finding.position.to_array());
            let by_place = (0..3).map(|i| p[i].total_cmp(&q[i]));
            by_place.fold(a.kind.cmp(&b.kind), |order, next| order.then(next))
        });
        findings
    }

    fn lost(&self, flood: &Flood, kind: Kind, loss: Loss, position: Vec3, what: &str) -> Finding {
        let mut script = flood.script(loss.from);
        script.push(loss.action);
        Finding {
            kind,
            severity: Severity::Error,
            position,
            triangles: self.around(position),
            what: what.into(),
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
