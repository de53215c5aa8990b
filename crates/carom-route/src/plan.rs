//! The plan of a route: places to stand, and the links between them.

use crate::places::{Beginning, Link, RouteError, Stand, Start, Surveyor, Walker};
use carom::Mesh;
use glam::Vec3;
use std::collections::BinaryHeap;

/// The places of a level and the links between them; the [crate] shows one.
///
/// ```
/// use carom::Mesh;
/// use carom_route::{RoutePlan, Start, Walker};
/// use glam::vec3;
///
/// let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
/// let level = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let settings = carom::mover::MoverSettings::default();
/// let walker = Walker { settings: &settings, height: 1.8, jump: 0.0 };
/// let plan = RoutePlan::of_level(&level, &walker, &Start::At(vec3(1., 0., 1.)))?;
/// assert_eq!(plan.spawn(), vec3(1., 0., 1.));
/// assert_eq!(plan.places(), plan.reachable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RoutePlan {
    pub(crate) places: Vec<Stand>,
    pub(crate) links: Vec<Vec<Link>>,
    pub(crate) spawn: usize,
    /// The feet at the start.
    feet: Vec3,
    /// Whether each place can be reached from the spawn, and the spawn from it.
    pub(crate) home: Vec<bool>,
    reachable: usize,
    pub(crate) cell: f32,
}

impl RoutePlan {
    /// Finds the places of a level with y up.
    ///
    /// # Errors
    /// A level without a place to stand, or none near the start.
    pub fn of_level(
        mesh: &Mesh<Vec3>,
        walker: &Walker<'_>,
        start: &Start,
    ) -> Result<Self, RouteError> {
        let surveyor = Surveyor::new(mesh, walker);
        let places = surveyor.places();
        let links = surveyor.links(&places, |_| true);
        let Beginning { floor, feet } = surveyor.beginning(&places, &links, start)?;
        let spawn = floor[0];
        let forth = spread(spawn, &links);
        let back = spread(spawn, &reversed(&links));
        let home = forth.iter().zip(&back).map(|(a, b)| *a && *b).collect();
        Ok(Self {
            reachable: forth.iter().filter(|reached| **reached).count(),
            places,
            links,
            spawn,
            feet,
            home,
            cell: surveyor.cell,
        })
    }

    /// The spawn's feet.
    #[must_use]
    pub fn spawn(&self) -> Vec3 {
        self.feet
    }

    /// The number of places.
    #[must_use]
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// The number of places with a path from the spawn.
    #[must_use]
    pub fn reachable(&self) -> usize {
        self.reachable
    }

    /// The length of the shortest path to every place from the nearest of some places, and the place before it on that
    /// path (Dijkstra).
    pub(crate) fn distances(
        &self,
        from: impl Iterator<Item = usize>,
        open: impl Fn(usize, usize) -> bool,
    ) -> Vec<(f32, usize)> {
        let mut best = vec![(f32::INFINITY, usize::MAX); self.places.len()];
        // Lengths are positive, and the bits of positive numbers have their order.
        let mut queue = BinaryHeap::new();
        for start in from {
            best[start] = (0.0, start);
            queue.push((std::cmp::Reverse(0_u32), start));
        }
        while let Some((std::cmp::Reverse(bits), at)) = queue.pop() {
            let length = f32::from_bits(bits);
            if length > best[at].0 {
                continue;
            }
            for link in &self.links[at] {
                let step = self.places[at].feet.distance(self.places[link.to].feet);
                let through = length + step;
                if through < best[link.to].0 && open(at, link.to) {
                    best[link.to] = (through, at);
                    queue.push((std::cmp::Reverse(through.to_bits()), link.to));
                }
            }
        }
        best
    }
}

fn reversed(links: &[Vec<Link>]) -> Vec<Vec<Link>> {
    let mut back = vec![Vec::new(); links.len()];
    for (from, links) in links.iter().enumerate() {
        for link in links {
            back[link.to].push(Link {
                to: from,
                kind: link.kind,
            });
        }
    }
    back
}

/// Whether each place can be reached from one.
fn spread(from: usize, links: &[Vec<Link>]) -> Vec<bool> {
    let mut reached = vec![false; links.len()];
    reached[from] = true;
    let mut waiting = vec![from];
    while let Some(at) = waiting.pop() {
        for link in &links[at] {
            if !reached[link.to] {
                reached[link.to] = true;
                waiting.push(link.to);
            }
        }
    }
    reached
}
