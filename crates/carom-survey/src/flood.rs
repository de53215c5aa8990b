//! The result of a search: all places that a character can reach, the runs between them, and the runs that failed.

use crate::obstacle::Obstacle;
use crate::places::Place;
use crate::run::Action;
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

/// All places that a character can reach from a spawn, and the graph of runs between them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Flood {
    /// The places in the order in which they were found; the first is the spawn's. In a level in tiles they are ordered by
    /// round, then by tile.
    pub places: Vec<Place>,
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
    /// The input that leads from the spawn to a place, to the bit.
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
    pub(crate) fn lengths(&self) -> Vec<u64> {
        let mut lengths: Vec<u64> = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let before = place.from.map_or(0, |from| lengths[from as usize]);
            lengths.push(before + place.action.length());
        }
        lengths
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
        edges.chain(failed).chain(blocked)
    }

    /// Moves all but the places out of another flood; its numbers must be numbers of this one.
    pub(crate) fn append(&mut self, other: &mut Self) {
        self.edges.append(&mut other.edges);
        self.leaks.append(&mut other.leaks);
        self.restless.append(&mut other.restless);
        self.stuck.append(&mut other.stuck);
        self.unsteady.append(&mut other.unsteady);
        self.obstructions.append(&mut other.obstructions);
        self.ticks += other.ticks;
    }

    /// Releases spare memory.
    pub(crate) fn shrink(&mut self) {
        self.places.shrink_to_fit();
        self.edges.shrink_to_fit();
    }

    /// Sorts everything by the place where it starts.
    pub(crate) fn sort(&mut self) {
        self.edges.sort_by_key(|edge| edge.from);
        self.leaks.sort_by_key(|run| run.from);
        self.restless.sort_by_key(|run| run.from);
        self.stuck.sort_by_key(|run| run.from);
        self.unsteady.sort_by_key(|run| run.from);
        self.obstructions.sort_by_key(|run| run.from);
    }
}
