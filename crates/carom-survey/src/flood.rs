//! The result of a search: all places that a character can reach, the runs between them, and the runs that failed.

use crate::obstacle::Obstacle;
use crate::places::Place;
use crate::run::Action;
use crate::script::InputScript;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// A run from one place that ended at another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// The number of the place where it started.
    pub from: u32,
    /// The number of the place where it ended.
    pub to: u32,
}

/// A run that did not end at a place, or that was stuck or shaken on the way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FailedRun {
    /// The number of the place where it started.
    pub from: u32,
    /// The input.
    pub action: Action,
    /// The feet at its end.
    pub feet: Vec3,
}

/// A run that an obstacle kept from its target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obstruction {
    /// The number of the place where it started.
    pub from: u32,
    /// The input.
    pub action: Action,
    /// What blocked it.
    pub obstacle: Obstacle,
}

/// A spawn, and the place where the character comes to rest there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpawnPlace {
    /// The number of the place.
    pub place: u32,
    /// The feet at the start.
    pub spawn: Vec3,
}

/// The state of a search, reported after every wave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Places found.
    pub places: usize,
    /// Places from which no run has started yet.
    pub waiting: usize,
    /// Ticks of the mover.
    pub ticks: u64,
}

/// All places that a character can reach from some spawns, and the graph of runs between them: the result of the search of a
/// level in one tile. That of a level in tiles is a [`Searched`](crate::Searched).
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Flood {
    /// The places in the order in which they were found, those of the spawns before all others.
    pub places: Vec<Place>,
    /// The spawns, ordered by their places. Of several at one place only the first is kept.
    pub spawns: Vec<SpawnPlace>,
    /// The runs between places, ordered by their start.
    pub edges: Vec<Edge>,
    /// Runs that left the level.
    pub leaks: Vec<FailedRun>,
    /// Runs that did not come to rest.
    pub restless: Vec<FailedRun>,
    /// Runs that overlapped geometry without a free place near.
    pub stuck: Vec<FailedRun>,
    /// Runs that oscillated, or lost and regained the ground, under constant input.
    pub unsteady: Vec<FailedRun>,
    /// Runs that something blocked though it should not, or missed a limit by less than
    /// [`Options::margin`](crate::Options::margin): at most one of a kind for each place.
    pub obstructions: Vec<Obstruction>,
    /// Ticks of the mover.
    pub ticks: u64,
    /// The search ended because nothing new was found, not because it was stopped.
    pub complete: bool,
}

impl Flood {
    /// The input that leads from a spawn to a place, to the bit.
    #[must_use]
    pub fn script(&self, place: u32) -> InputScript {
        let mut actions = Vec::new();
        let mut first = place;
        loop {
            let place = &self.places[first as usize];
            actions.push(place.action);
            match place.from {
                Some(from) => first = from,
                None => break,
            }
        }
        actions.reverse();
        let feet = self.places[first as usize].body.feet;
        let spawn = self.spawn(first).unwrap_or(feet);
        InputScript { spawn, actions }
    }

    /// The spawn at a place.
    pub(crate) fn spawn(&self, place: u32) -> Option<Vec3> {
        let found = self.spawns.binary_search_by_key(&place, |at| at.place);
        found.ok().map(|index| self.spawns[index].spawn)
    }

    /// Every reference to a place, except [`Place::from`].
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        let failed = [
            &mut self.leaks,
            &mut self.restless,
            &mut self.stuck,
            &mut self.unsteady,
        ];
        let failed = failed.into_iter().flatten().map(|run| &mut run.from);
        let edges = self.edges.iter_mut();
        let edges = edges.flat_map(|Edge { from, to }| [from, to]);
        let blocked = self.obstructions.iter_mut().map(|run| &mut run.from);
        let spawns = self.spawns.iter_mut().map(|spawn| &mut spawn.place);
        edges.chain(failed).chain(blocked).chain(spawns)
    }

    /// Releases spare memory.
    pub(crate) fn shrink(&mut self) {
        self.places.shrink_to_fit();
        self.edges.shrink_to_fit();
    }
}
