//! The outcome of a survey.

use carom::Mesh;
use carom::mover::MoverSettings;
use carom_format::LevelReading;
use carom_level::Level;
use carom_survey::{Cause, Edge, Finding, Flood, InputScript, Options, Reach, Survey, Unreached};
use glam::Vec3;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

/// The outcome of a survey: the search, and what follows from it.
pub(super) struct Outcome<'a> {
    pub(super) survey: &'a Survey<'a>,
    pub(super) mesh: &'a Mesh<Vec3>,
    /// The names of its triangles.
    pub(super) level: &'a Level,
    /// How its file was read.
    pub(super) reading: &'a LevelReading,
    /// The level's file, without its folder.
    pub(super) name: String,
    pub(super) options: &'a Options,
    pub(super) settings: &'a MoverSettings<Vec3>,
    /// The feet at each start.
    pub(super) spawns: &'a [Vec3],
    pub(super) flood: &'a Flood,
    pub(super) reach: &'a Reach,
    pub(super) unreached: &'a [Unreached],
    pub(super) findings: &'a [Finding],
    /// Width of the pictures.
    pub(super) size: u32,
    /// Computed once; see [`Self::seconds`].
    pub(super) seconds: OnceLock<Vec<f32>>,
}

impl Outcome<'_> {
    /// The objects of these triangles, in their order, each once: paths of names, or materials of objects without one.
    pub(super) fn objects(&self, triangles: &[u32]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for triangle in triangles {
            let Some(object) = self.level.object(*triangle) else {
                continue;
            };
            let mut name = self.level.path(object).join("/");
            if name.is_empty() {
                name = object.material.as_deref().unwrap_or_default().into();
            }
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The object that is a cause, if it has a name.
    pub(super) fn obstacle(&self, cause: &Cause) -> Option<String> {
        let triangle = self.survey.obstacle(cause)?;
        self.objects(&[triangle]).pop()
    }

    /// The feet where a script starts, if there are several spawns.
    pub(super) fn spawn_of(&self, script: &InputScript) -> Option<Vec3> {
        (self.spawns.len() > 1).then_some(script.spawn)
    }

    /// The shortest walking time to each place from a spawn, along the edges that were found, s.
    pub(super) fn seconds(&self) -> &[f32] {
        self.seconds.get_or_init(|| self.walked())
    }

    fn walked(&self) -> Vec<f32> {
        let Flood {
            places,
            edges,
            spawns,
            ..
        } = self.flood;
        let spawns = spawns.iter().map(|spawn| spawn.place);
        // Whole micrometers: sums do not depend on their order.
        let lengths = shortest(places.len(), edges, spawns, |Edge { from, to }| {
            let [from, to] = [from, to].map(|place| places[*place as usize].body.feet);
            (f64::from(from.distance(to)) * 1e6).round() as u64
        });
        let speed = f64::from(self.options.speed) * 1e6;
        let seconds = lengths.into_iter().map(|length| match length {
            u64::MAX => 0.0,
            length => (length as f64 / speed) as f32,
        });
        seconds.collect()
    }

    /// Greatest difference of heights in a cell that belong to one floor: a step, or a slope along the cell.
    pub(super) fn step(&self) -> f32 {
        let settings = self.settings;
        let level = settings.max_slope.max(0.3);
        let slope = (1.0 - level * level).max(0.0).sqrt() / level;
        let rise = settings.step_height.max(slope * self.options.cell);
        rise.min(0.5 * self.options.height)
    }
}

/// The length of the shortest way (Dijkstra 1959) from one of some places to each place, along edges that are ordered by
/// their start; `u64::MAX` without a way. petgraph's takes four times the memory.
fn shortest(
    places: usize,
    edges: &[Edge],
    starts: impl Iterator<Item = u32>,
    length: impl Fn(&Edge) -> u64,
) -> Vec<u64> {
    // Where the edges of each place begin.
    let mut first = vec![0; places + 1];
    for edge in edges {
        first[edge.from as usize + 1] += 1;
    }
    for place in 0..places {
        first[place + 1] += first[place];
    }
    let mut lengths = vec![u64::MAX; places];
    let mut waiting = BinaryHeap::new();
    for start in starts {
        lengths[start as usize] = 0;
        waiting.push((Reverse(0), start));
    }
    while let Some((Reverse(known), place)) = waiting.pop() {
        if known > lengths[place as usize] {
            continue;
        }
        for edge in &edges[first[place as usize]..first[place as usize + 1]] {
            let total = known + length(edge);
            let least = &mut lengths[edge.to as usize];
            if total < *least {
                *least = total;
                waiting.push((Reverse(total), edge.to));
            }
        }
    }
    lengths
}

/// The unreached regions in a line.
pub(super) fn never_reached(regions: &[Unreached]) -> String {
    let area: f64 = regions.iter().fold(0.0, |sum, region| sum + region.area);
    let ledges = regions.iter().filter(|region| region.descent.is_some());
    let (count, ledges) = (regions.len(), ledges.count());
    format!("{area:.0} m² in {count} regions, {ledges} of them ledges")
}
