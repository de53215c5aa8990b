//! The graph of the reachable ground for navigation: patches of ground, and the motions of the mover between them.

mod motions;
mod patches;
mod scripts;

use crate::area::Measure;
use crate::flood::{Edge, Flood};
use crate::regions::Graph;
use crate::run::Action;
use crate::script::InputScript;
use crate::searched::Searched;
use crate::survey::Survey;
use glam::Vec3;
use motions::{Motion, Motions};
use patches::Patches;
use scripts::Shown;
use std::collections::BTreeMap;

/// How the character gets from a node of a [`NavGraph`] to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkKind {
    /// It walks.
    Walk,
    /// It walks, and climbs a step.
    Step,
    /// It changes from one stance to the other: it crouches, or stands up.
    Stance,
    /// It walks or runs off an edge, and is in the air until it lands.
    Drop,
    /// It jumps.
    Jump,
}

impl LinkKind {
    /// Its name in files.
    ///
    /// ```
    /// assert_eq!(carom_survey::LinkKind::Drop.name(), "drop");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Step => "step",
            Self::Stance => "stance",
            Self::Drop => "drop",
            Self::Jump => "jump",
        }
    }

    /// Whether the character keeps to the ground and its stance.
    #[must_use]
    pub fn is_walked(self) -> bool {
        matches!(self, Self::Walk | Self::Step)
    }
}

/// A node of a [`NavGraph`]: a patch of ground on which the character can walk from everywhere to everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavNode {
    /// The feet of the character at rest, near the middle of the patch.
    pub position: Vec3,
    /// The number of its region: nodes of one region have ways to each other, both there and back.
    pub region: u32,
    /// The area where the middle of the feet can be, m²: upright, or of ground where the character can only crouch.
    pub area: f64,
    /// The number of places of the search in it.
    pub places: u32,
    /// The character crouches.
    pub crouched: bool,
}

/// A link of a [`NavGraph`]: a motion that the mover made from a place of one node to a place of another.
#[derive(Clone, Debug, PartialEq)]
pub struct NavLink {
    /// The number of the node where it starts.
    pub from: u32,
    /// The number of the node where it ends.
    pub to: u32,
    /// How the character moves.
    pub kind: LinkKind,
    /// The length from the position of one node over the start and the end of the motion to that of the other, m.
    pub length: f32,
    /// The time at the walking speed; for a stance, drop or jump that of the motion with its rest, and of the ways to it and
    /// from it, s.
    pub seconds: f32,
    /// There is a way back, over any links.
    pub back: bool,
    /// The feet where the motion starts.
    pub start: Vec3,
    /// The feet where it ends, at rest.
    pub end: Vec3,
    /// The input of the motion.
    pub action: Action,
    /// For a drop or a jump, the input that shows it: [`Survey::replay`] of it ends at `end`, to the bit. It begins at `start` if the
    /// motion succeeds from there, else at a spawn.
    pub script: Option<InputScript>,
}

/// The reachable ground as a graph for navigation: see [`Survey::graph`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NavGraph {
    /// The nodes.
    pub nodes: Vec<NavNode>,
    /// The links, ordered by their nodes, at most one from a node to another.
    pub links: Vec<NavLink>,
    /// The number of regions.
    pub regions: u32,
}

impl Survey<'_> {
    /// The graph of everything that a search reached, in patches of at most this width in meters (rounded to whole cells, at
    /// least one).
    ///
    /// Places of one stance in a square of that width belong to one node if the character walks between them both ways inside
    /// of the square. All runs of the search are made once more, and from a node to another the simplest motion is kept (a walk
    /// before a drop, a drop before a jump), and of those the quickest. The result is the same for every number of threads.
    ///
    /// ```
    /// use carom::Mesh;
    /// use carom_survey::{LinkKind, Options, Survey};
    /// use glam::{Vec3, vec3};
    ///
    /// // A floor of 8 m × 8 m, and 1.5 m above it one of 2 m × 2 m.
    /// let quad = |y: f32, a: f32, b: f32| [vec3(a, y, a), vec3(a, y, b), vec3(b, y, b), vec3(b, y, a)];
    /// let corners = [quad(0., 0., 8.), quad(1.5, 3., 5.)].concat();
    /// let level: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])?;
    /// let survey = Survey::new(&level, Options::default())?;
    /// let flood = survey.flood(vec3(4., 1.5, 4.), |_| true)?;
    /// let graph = survey.graph(&flood, 1.0);
    /// // From the upper floor the character drops, and there is no way back.
    /// assert_eq!(graph.regions, 2);
    /// let drop = graph.links.iter().find(|link| link.kind == LinkKind::Drop).expect("a drop");
    /// assert!(!drop.back && drop.start.y > 1.2 && drop.end.y < 0.1);
    /// let bodies = survey.replay(drop.script.as_ref().expect("a script"));
    /// assert_eq!(bodies.last().expect("a tick").feet, drop.end);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn graph(&self, flood: &Flood, width: f32) -> NavGraph {
        let Ok(graph) = Searched::of(self, flood).graph(width);
        graph
    }
}

impl<E> Searched<'_, E> {
    /// The graph of everything that the search reached: see [`Survey::graph`]. All of it is in memory at once, 100 bytes for each run
    /// between places.
    ///
    /// # Errors
    /// A tile that cannot be loaded.
    pub fn graph(&self, width: f32) -> Result<NavGraph, E> {
        let motions = Motions::of(self)?;
        let patches = Patches::of(&self.survey, &motions, width);
        let mut nodes = patches.nodes(&motions);
        self.add_areas(&patches, &mut nodes)?;
        let chosen = self.choose(&patches, &motions, &nodes);
        let regions = number_regions(&mut nodes, &chosen);
        let shown = self.shown(&motions, &patches, &chosen)?;
        let links = chosen.into_iter().zip(shown);
        let links = links.map(|(chosen, shown)| link(&chosen, shown, &motions, &nodes));
        let links = links.collect();
        Ok(NavGraph {
            nodes,
            links,
            regions,
        })
    }

    /// Adds the measured area of the ground to the nodes.
    fn add_areas(&self, patches: &Patches, nodes: &mut [NavNode]) -> Result<(), E> {
        let cell = f64::from(self.survey.options.cell);
        let mut measure = Measure::of(self)?;
        self.each_tile(|tile| {
            let first = self.number(tile.id(0)) as usize;
            let node = |place: u32| patches.of[first + place as usize] as usize;
            for patch in measure.patches(tile, |_| true) {
                nodes[node(patch.place)].area += patch.area;
            }
            for (place, _) in measure.crouched(tile) {
                nodes[node(place)].area += cell * cell;
            }
        })
    }

    /// The motion from each node to each other one, ordered by their nodes.
    fn choose<'m>(
        &self,
        patches: &Patches,
        motions: &'m Motions,
        nodes: &[NavNode],
    ) -> Vec<Chosen<'m>> {
        let mut best: BTreeMap<[u32; 2], Chosen<'m>> = BTreeMap::new();
        for motion in &motions.list {
            let [from, to] = [motion.from, motion.to].map(|place| patches.of[place as usize]);
            if from == to {
                continue;
            }
            let start = motions.places[motion.from as usize].feet;
            let before = nodes[from as usize].position.distance(start);
            let after = motion.end.distance(nodes[to as usize].position);
            let length = before + start.distance(motion.end) + after;
            let seconds = if motion.kind.is_walked() {
                length / self.survey.options.speed
            } else {
                let ticks = motion.action.length() as f32;
                (before + after) / self.survey.options.speed + ticks * self.survey.options.dt()
            };
            let chosen = Chosen {
                from,
                to,
                motion,
                length,
                seconds,
            };
            let known = best.entry([from, to]).or_insert(chosen);
            // Of equal ones the first stays.
            let kinds = chosen.motion.kind.cmp(&known.motion.kind);
            if kinds.then(seconds.total_cmp(&known.seconds)).is_lt() {
                *known = chosen;
            }
        }
        best.into_values().collect()
    }
}

/// A motion between two nodes.
#[derive(Clone, Copy)]
struct Chosen<'m> {
    from: u32,
    to: u32,
    motion: &'m Motion,
    length: f32,
    seconds: f32,
}

/// The link of a chosen motion, as its script shows it.
fn link(chosen: &Chosen, shown: Option<Shown>, motions: &Motions, nodes: &[NavNode]) -> NavLink {
    let Chosen {
        from,
        to,
        motion,
        length,
        seconds,
    } = *chosen;
    let region = |node: u32| nodes[node as usize].region;
    let (script, end) = match shown {
        Some(Shown { script, end }) => (Some(script), end),
        None => (None, motion.end),
    };
    let action = script
        .as_ref()
        .and_then(|script| script.actions.last().copied());
    NavLink {
        from,
        to,
        kind: motion.kind,
        length,
        seconds,
        back: region(from) == region(to),
        start: motions.places[motion.from as usize].feet,
        end,
        action: action.unwrap_or(motion.action),
        script,
    }
}

/// Numbers the regions in the order of their first nodes; returns how many there are.
fn number_regions(nodes: &mut [NavNode], chosen: &[Chosen]) -> u32 {
    let edges = chosen.iter().map(|link| Edge {
        from: link.from,
        to: link.to,
    });
    let edges: Vec<Edge> = edges.collect();
    let components = Graph::new(nodes.len(), &edges).components();
    let mut firsts: Vec<_> = (components.iter())
        .map(|members| members.iter().min().copied().unwrap_or_default())
        .zip(&components)
        .collect();
    firsts.sort_unstable_by_key(|(first, _)| *first);
    for (number, (_, members)) in (0..).zip(&firsts) {
        for node in *members {
            nodes[*node as usize].region = number;
        }
    }
    firsts.len() as u32
}
