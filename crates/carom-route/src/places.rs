//! Places to stand on a grid, the links between neighbors, and the place to start.

use carom::Mesh;
use carom::mover::{CharacterState, Intent, Mover, MoverSettings};
use glam::Vec3;
use thiserror::Error;

/// Width of a cell, m; wider in levels of more than [`MAX_COLUMNS`].
const CELL: f32 = 0.5;
const MAX_COLUMNS: f32 = 250_000.0;
/// Greatest drop along a link, m.
const MAX_DROP: f32 = 3.5;

/// A position where the character can stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub(crate) feet: Vec3,
    column: [i32; 2],
}

/// A link to a neighboring place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) to: usize,
    pub(crate) kind: LinkKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkKind {
    Walk,
    /// Down only.
    Drop,
    /// Up a ledge that is too high for a step.
    Jump,
}

/// Where a route starts.
///
/// ```
/// // At the first position that is near a floor, else in the middle of the largest one.
/// let start = carom_route::Start::OneOf(vec![glam::Vec3::ZERO]);
/// assert!(matches!(start, carom_route::Start::OneOf(all) if all.len() == 1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// Here; an error if no place is near.
    At(Vec3),
    /// At the first of these with a place near, else in the middle of the largest floor.
    OneOf(Vec<Vec3>),
}

/// The character that walks.
///
/// ```
/// let settings = carom::mover::MoverSettings::default();
/// let walker = carom_route::Walker { settings: &settings, height: 1.8, jump: 0.0 };
/// assert_eq!(walker.settings.radius, 0.3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Walker<'a> {
    /// The settings of its mover.
    pub settings: &'a MoverSettings<Vec3>,
    /// Its height, m.
    pub height: f32,
    /// Height of a jump, m.
    pub jump: f32,
}

/// A level without a place to start.
///
/// ```
/// let error = carom_route::RouteError::NoPlaceNear(glam::Vec3::ZERO);
/// assert_eq!(error.to_string(), "no place to stand near the spawn 0,0,0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum RouteError {
    /// There is no place near the spawn.
    #[error("no place to stand near the spawn {},{},{}", .0.x, .0.y, .0.z)]
    NoPlaceNear(Vec3),
    /// There is no place at all.
    #[error(
        "no place to stand: no floor is flat and free enough for a capsule of radius {radius} m and height {height} m"
    )]
    NoPlace {
        /// Of the capsule.
        radius: f32,
        /// Of the capsule.
        height: f32,
    },
}

/// The feet at the start of a level with y up, then those at the other places of its floor by their distance.
///
/// The floor is the largest group of places that are connected both ways by links that the real mover walks. A start that
/// was chosen is alone.
///
/// ```
/// use carom::Mesh;
/// use carom_route::{Start, Walker, spawns};
/// use glam::vec3;
///
/// let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
/// let level = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let settings = carom::mover::MoverSettings::default();
/// let walker = Walker { settings: &settings, height: 1.8, jump: 0.0 };
/// let middle = spawns(&level, &walker, &Start::OneOf(vec![]))?;
/// assert!(middle[0].distance(vec3(4., 0., 4.)) < 0.6 && middle.len() > 100);
/// let corner = spawns(&level, &walker, &Start::At(vec3(1., 0., 1.)))?;
/// assert_eq!(corner, [vec3(1., 0., 1.)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A level without a place to stand, or none near the start.
pub fn spawns(
    mesh: &Mesh<Vec3>,
    walker: &Walker<'_>,
    start: &Start,
) -> Result<Vec<Vec3>, RouteError> {
    let surveyor = Surveyor::new(mesh, walker);
    let places = surveyor.places();
    let links = match surveyor.chosen(&places, start) {
        Some(_) => Vec::new(),
        None => surveyor.links(&places, |kind| kind == LinkKind::Walk),
    };
    let Beginning { floor, feet } = surveyor.beginning(&places, &links, start)?;
    let others = floor.iter().skip(1).map(|place| places[*place].feet);
    Ok([feet].into_iter().chain(others).collect())
}

/// Where a route starts.
pub(crate) struct Beginning {
    /// The places of the floor, the start first, then by their distance from the floor's middle.
    pub(crate) floor: Vec<usize>,
    /// The feet at the start.
    pub(crate) feet: Vec3,
}

/// Finds places and links.
pub(crate) struct Surveyor<'a> {
    mesh: &'a Mesh<Vec3>,
    walker: &'a Walker<'a>,
    settings: &'a MoverSettings<Vec3>,
    pub(crate) cell: f32,
    origin: Vec3,
    columns: [i32; 2],
}

impl<'a> Surveyor<'a> {
    /// The surveyor of a level with y up.
    pub(crate) fn new(mesh: &'a Mesh<Vec3>, walker: &'a Walker<'a>) -> Self {
        let bounds = mesh.bounds();
        let size = bounds.size();
        let cell = CELL.max((size.x * size.z / MAX_COLUMNS).sqrt());
        Self {
            mesh,
            walker,
            settings: walker.settings,
            cell,
            origin: bounds.min,
            columns: [size.x, size.z].map(|s| (s / cell).ceil().max(1.0) as i32),
        }
    }

    /// The places. The fronts of a level face inward; if none can be stood on, backs count.
    pub(crate) fn places(&self) -> Vec<Stand> {
        let places = self.places_on(true);
        if places.is_empty() {
            self.places_on(false)
        } else {
            places
        }
    }

    /// Where to start; `links` has at least the walks.
    pub(crate) fn beginning(
        &self,
        places: &[Stand],
        links: &[Vec<Link>],
        start: &Start,
    ) -> Result<Beginning, RouteError> {
        if let Some((place, feet)) = self.chosen(places, start) {
            let floor = vec![place];
            return Ok(Beginning { floor, feet });
        }
        let none = RouteError::NoPlace {
            radius: self.settings.radius,
            height: self.walker.height,
        };
        if let (Start::At(spawn), false) = (start, places.is_empty()) {
            return Err(RouteError::NoPlaceNear(*spawn));
        }
        let floor = self.largest_floor(places, links);
        match floor.first() {
            Some(first) => Ok(Beginning {
                feet: places[*first].feet,
                floor,
            }),
            None => Err(none),
        }
    }

    /// The place near a position where a route is to start, and that position.
    fn chosen(&self, places: &[Stand], start: &Start) -> Option<(usize, Vec3)> {
        let beside = |feet: &Vec3| Some((self.nearest(places, *feet)?, *feet));
        match start {
            Start::At(feet) => beside(feet),
            Start::OneOf(all) => all.iter().find_map(beside),
        }
    }
    /// The floors under the middle of every cell with room for the character.
    fn places_on(&self, fronts_only: bool) -> Vec<Stand> {
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

    /// The links between places that are `wanted`.
    pub(crate) fn links(
        &self,
        places: &[Stand],
        wanted: impl Fn(LinkKind) -> bool,
    ) -> Vec<Vec<Link>> {
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
                    let kind = self.kind(place.feet, neighbor.feet);
                    if let Some(kind) = kind.filter(|kind| wanted(*kind))
                        && self.is_free(place.feet, neighbor.feet)
                    {
                        links[from].push(Link { to, kind });
                    }
                }
            }
        }
        links
    }

    /// The kind of a link from one position to another, by its rise.
    fn kind(&self, from: Vec3, to: Vec3) -> Option<LinkKind> {
        let level = (to - from).with_y(0.0);
        let slope = self.settings.max_slope;
        let ramp = level.length() * (1.0 - slope * slope).sqrt() / slope.max(0.05);
        let walked = self.settings.step_height.max(ramp);
        match to.y - from.y {
            rise if rise < -MAX_DROP || rise > walked.max(self.walker.jump) => None,
            rise if rise < -walked => Some(LinkKind::Drop),
            rise if rise > walked => Some(LinkKind::Jump),
            _ => Some(LinkKind::Walk),
        }
    }

    /// Whether there is room along a link: across at the height of a step, else hardly raised.
    fn is_free(&self, from: Vec3, to: Vec3) -> bool {
        let level = (to - from).with_y(0.0);
        let start = from.y.max(to.y);
        [self.settings.step_height, 0.05].into_iter().any(|lift| {
            let capsule = |feet| self.settings.capsule(feet, self.walker.height);
            let raised = from.with_y(start + lift);
            let across = raised + level;
            !self.mesh.query().sweep_any(&capsule(from), raised - from)
                && !self.mesh.query().sweep_any(&capsule(raised), level)
                && !self.mesh.query().sweep_any(&capsule(across), to - across)
        })
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
