//! The plan of a route: places to stand on a grid, and the links between neighbors.

use anyhow::{Result, bail};
use carom::Mesh;
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use glam::Vec3;
use std::collections::BinaryHeap;

/// Width of a cell, m; wider in levels of more than [`MAX_COLUMNS`].
const CELL: f32 = 0.5;
const MAX_COLUMNS: f32 = 250_000.0;
/// Greatest drop along a link, m.
const MAX_DROP: f32 = 3.5;

/// A position where the character can stand.
#[derive(Clone, Copy)]
pub(super) struct Stand {
    pub(super) feet: Vec3,
    column: [i32; 2],
}

/// A link to a neighboring place.
#[derive(Clone, Copy)]
pub(super) struct Link {
    pub(super) to: usize,
    kind: LinkKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkKind {
    Walk,
    /// Down only.
    Drop,
    /// Up a ledge that is too high for a step.
    Jump,
}

/// The places of a level and the links between them.
pub(crate) struct RoutePlan {
    pub(super) places: Vec<Stand>,
    pub(super) links: Vec<Vec<Link>>,
    pub(super) spawn: usize,
    /// The feet at the start.
    feet: Vec3,
    /// The places of the largest floor, the nearest to its middle first.
    floor: Vec<usize>,
    /// Whether each place can be reached from the spawn, and the spawn from it.
    pub(super) home: Vec<bool>,
    reachable: usize,
    pub(super) cell: f32,
}

/// Where a route starts.
pub(crate) enum Start {
    /// Here; an error if no place is near.
    At(Vec3),
    /// At the first of these with a place near, else in the middle of the largest floor.
    OneOf(Vec<Vec3>),
}

/// The character that walks.
pub(crate) struct Walker<'a> {
    pub(crate) settings: &'a MoverSettings<Vec3>,
    pub(crate) height: f32,
    /// Height of a jump, m.
    pub(crate) jump: f32,
}

/// Finds places and links.
struct Surveyor<'a> {
    mesh: &'a Mesh<Vec3>,
    walker: &'a Walker<'a>,
    settings: &'a MoverSettings<Vec3>,
    cell: f32,
    origin: Vec3,
    columns: [i32; 2],
}

impl RoutePlan {
    /// Finds the places of a level with y up.
    pub(crate) fn of_level(mesh: &Mesh<Vec3>, walker: &Walker, start: &Start) -> Result<Self> {
        let bounds = mesh.bounds();
        let size = bounds.size();
        let cell = CELL.max((size.x * size.z / MAX_COLUMNS).sqrt());
        let surveyor = Surveyor {
            mesh,
            walker,
            settings: walker.settings,
            cell,
            origin: bounds.min,
            columns: [size.x, size.z].map(|s| (s / cell).ceil().max(1.0) as i32),
        };
        // The fronts of a level face inward; if none can be stood on, backs count.
        let mut places = surveyor.places(true);
        if places.is_empty() {
            places = surveyor.places(false);
        }
        let links = surveyor.links(&places);
        let beside = |feet: &Vec3| Some((surveyor.nearest(&places, *feet)?, *feet));
        let chosen = match start {
            Start::At(feet) => beside(feet),
            Start::OneOf(all) => all.iter().find_map(beside),
        };
        let floor = match (chosen, start) {
            (Some((place, _)), _) => vec![place],
            (None, Start::At(Vec3 { x, y, z })) if !places.is_empty() => {
                bail!("no place to stand near the spawn {x},{y},{z}")
            }
            (None, _) => surveyor.largest_floor(&places, &links),
        };
        let Some(&spawn) = floor.first() else {
            bail!(
                "no place to stand: no floor is flat and free enough for a capsule of radius {} m \
                 and height {} m",
                walker.settings.radius,
                walker.height
            );
        };
        let feet = chosen.map_or(places[spawn].feet, |(_, feet)| feet);
        let forth = spread(spawn, &links);
        let back = spread(spawn, &reversed(&links));
        let home = forth.iter().zip(&back).map(|(a, b)| *a && *b).collect();
        Ok(Self {
            reachable: forth.iter().filter(|reached| **reached).count(),
            places,
            links,
            spawn,
            feet,
            floor,
            home,
            cell,
        })
    }

    /// The spawn's feet.
    pub(crate) fn spawn(&self) -> Vec3 {
        self.feet
    }

    /// The feet at all places of the spawn's floor, the spawn first, then by their distance from it.
    pub(crate) fn spawns(&self) -> impl Iterator<Item = Vec3> {
        self.floor.iter().map(|place| self.places[*place].feet)
    }

    /// The number of places.
    pub(crate) fn places(&self) -> usize {
        self.places.len()
    }

    /// The number of places with a path from the spawn.
    pub(crate) fn reachable(&self) -> usize {
        self.reachable
    }

    /// The length of the shortest path to every place from the nearest of some places, and the place before it on that
    /// path (Dijkstra).
    pub(super) fn distances(
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

impl Surveyor<'_> {
    /// All places: the floors under the middle of every cell with room for the character.
    fn places(&self, fronts_only: bool) -> Vec<Stand> {
        let mut places = Vec::new();
        let bounds = self.mesh.bounds();
        let (top, bottom) = (bounds.max.y + 1.0, bounds.min.y - 1.0);
        let (mut hits, mut floors) = (Vec::new(), Vec::new());
        for z in 0..self.columns[1] {
            for x in 0..self.columns[0] {
                let middle = Vec3::new(x as f32 + 0.5, 0.0, z as f32 + 0.5) * self.cell;
                let above = (self.origin + middle).with_y(top);
                floors.clear();
                let down = Vec3::new(0.0, bottom - top, 0.0);
                self.mesh.query().ray_all(above, down, &mut hits);
                for hit in &hits {
                    let normal = self.mesh.triangle(hit.part.index).normal();
                    let upright = normal.map_or(0.0, |n| n.y);
                    let upright = if fronts_only { upright } else { upright.abs() };
                    if upright >= self.settings.max_slope {
                        floors.push((top + (bottom - top) * hit.t, upright));
                    }
                }
                floors.sort_by(|a, b| b.0.total_cmp(&a.0));
                floors.dedup_by(|a, b| (a.0 - b.0).abs() < 0.02);
                for &(height, upright) in &floors {
                    // On a slope the round foot is higher than the point below its middle.
                    let radius = self.settings.radius;
                    let lift = (radius + 1.2 * self.settings.skin) / upright - radius;
                    let feet = above.with_y(height + lift);
                    if let Some(feet) = self.room(feet) {
                        places.push(Stand {
                            feet,
                            column: [x, z],
                        });
                    }
                }
            }
        }
        places
    }

    /// The feet, or the lowest position above them with room: on a narrow stair the round foot rests on the edge of the
    /// next one.
    fn room(&self, feet: Vec3) -> Option<Vec3> {
        (0..=4).find_map(|quarter| {
            let lift = self.settings.step_height * quarter as f32 / 4.0;
            let raised = feet + Vec3::Y * lift;
            let capsule = self.settings.capsule(raised, self.walker.height);
            (!self.mesh.query().overlap(&capsule)).then_some(raised)
        })
    }

    fn links(&self, places: &[Stand]) -> Vec<Vec<Link>> {
        let index = |[x, z]: [i32; 2]| (z * self.columns[0] + x) as usize;
        let mut first = vec![0; index([0, self.columns[1]]) + 1];
        for place in places {
            first[index(place.column) + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut links = vec![Vec::new(); places.len()];
        for (from, place) in places.iter().enumerate() {
            for offset in 0..25 {
                let (dx, dz): (i32, i32) = (offset % 5 - 2, offset / 5 - 2);
                if (dx, dz) == (0, 0) {
                    continue;
                }
                // Next to the wall of a ledge no capsule has room: links may skip a cell.
                let ledge_only = dx.abs() == 2 || dz.abs() == 2;
                let [x, z] = [place.column[0] + dx, place.column[1] + dz];
                let [wide, deep] = self.columns;
                if !(0..wide).contains(&x) || !(0..deep).contains(&z) {
                    continue;
                }
                let neighbors = first[index([x, z])]..first[index([x, z]) + 1];
                for (to, neighbor) in neighbors.clone().zip(&places[neighbors]) {
                    let rise = neighbor.feet.y - place.feet.y;
                    if ledge_only && rise.abs() <= self.settings.step_height {
                        continue;
                    }
                    if let Some(kind) = self.link(place.feet, neighbor.feet) {
                        links[from].push(Link { to, kind });
                    }
                }
            }
        }
        links
    }

    /// The kind of the link from one position to another, if there is one.
    fn link(&self, from: Vec3, to: Vec3) -> Option<LinkKind> {
        let step = self.settings.step_height;
        let level = (to - from).with_y(0.0);
        let slope = self.settings.max_slope;
        let ramp = level.length() * (1.0 - slope * slope).sqrt() / slope.max(0.05);
        let walked = step.max(ramp);
        let rise = to.y - from.y;
        let kind = match rise {
            _ if rise < -MAX_DROP || rise > walked.max(self.walker.jump) => return None,
            _ if rise < -walked => LinkKind::Drop,
            _ if rise > walked => LinkKind::Jump,
            _ => LinkKind::Walk,
        };
        // Across at the height of a step if there is room, else hardly raised.
        let start = from.y.max(to.y);
        let free = [step, 0.05].into_iter().any(|lift| {
            let capsule = |feet| self.settings.capsule(feet, self.walker.height);
            let raised = from.with_y(start + lift);
            let across = raised + level;
            !self.mesh.query().sweep_any(&capsule(from), raised - from)
                && !self.mesh.query().sweep_any(&capsule(raised), level)
                && !self.mesh.query().sweep_any(&capsule(across), to - across)
        });
        free.then_some(kind)
    }

    /// The place nearest to a position, within two cells of it.
    fn nearest(&self, places: &[Stand], wanted: Vec3) -> Option<usize> {
        let distance = |i: usize| places[i].feet.distance(wanted);
        let near = (0..places.len()).filter(|i| distance(*i) <= 2.0 * self.cell);
        near.min_by(|a, b| distance(*a).total_cmp(&distance(*b)).then(a.cmp(b)))
    }

    /// The places of the largest floor, the nearest to its middle first: the group that is connected both ways by links
    /// that the character really walks.
    fn largest_floor(&self, places: &[Stand], links: &[Vec<Link>]) -> Vec<usize> {
        let Ok(mut mover) = Mover::new(*self.settings) else {
            return Vec::new();
        };
        let walked = |link: &Link| link.kind == LinkKind::Walk;
        let both = |from: usize, link: &Link| {
            walked(link) && (links[link.to].iter()).any(|back| back.to == from && walked(back))
        };
        let mut group = vec![usize::MAX; places.len()];
        let mut largest: Vec<usize> = Vec::new();
        for start in 0..places.len() {
            if group[start] != usize::MAX {
                continue;
            }
            group[start] = start;
            let mut members = vec![start];
            let mut next = 0;
            while next < members.len() {
                let from = members[next];
                next += 1;
                for link in &links[from] {
                    if group[link.to] == usize::MAX
                        && both(from, link)
                        && self.climbs(&mut mover, places[from].feet, places[link.to].feet)
                    {
                        group[link.to] = start;
                        members.push(link.to);
                    }
                }
            }
            if members.len() > largest.len() {
                largest = members;
            }
        }
        let sum =
            (largest.iter()).fold(glam::DVec3::ZERO, |sum, i| sum + places[*i].feet.as_dvec3());
        let middle = (sum / largest.len().max(1) as f64).as_vec3();
        let distance = |i: usize| places[i].feet.distance_squared(middle);
        largest.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)).then(a.cmp(b)));
        largest
    }

    /// Whether the character walks up from the lower of two neighboring places to the other. A rise of a step's height is
    /// taken for granted; a higher one is a slope, or a ledge.
    fn climbs(&self, mover: &mut Mover<Vec3>, from: Vec3, to: Vec3) -> bool {
        /// Walking speed, m/s, and ticks a second.
        const SPEED: f32 = 4.0;
        const HZ: f32 = 60.0;
        if (to.y - from.y).abs() <= self.settings.step_height {
            return true;
        }
        let (low, high) = if from.y < to.y {
            (from, to)
        } else {
            (to, from)
        };
        let level = (high - low).with_y(0.0);
        let mut body = CharacterState::at(low, self.walker.height);
        // Twice the time that a slope of 60 degrees takes.
        let ticks = (4.0 * level.length() / SPEED * HZ).ceil() as u32;
        let intent = Intent::walk(level.normalize_or_zero() * SPEED);
        (0..ticks).any(|_| {
            mover.step(self.mesh, &mut body, &intent, 1.0 / HZ);
            let gone = (body.feet - low).dot(level.normalize_or_zero());
            gone >= level.length() && body.feet.y > 0.5 * (low.y + high.y)
        })
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
