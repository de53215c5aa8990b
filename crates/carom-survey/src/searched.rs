//! The result of a search, with its tiles in memory or loaded one at a time.
//!
//! Of all tiles at once only some bytes for each place are kept. Places, edges and failed runs are in the tiles.

use crate::columns::Column;
use crate::flood::Flood;
use crate::flood_tile::FloodTile;
use crate::heights::PlaceHeights;
use crate::places::{Place, PlaceId};
use crate::script::InputScript;
use crate::survey::Survey;
use crate::tiles::Tiles;
use glam::Vec3;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::rc::Rc;

/// A spawn, and where the character comes to rest there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// The feet at the spawn.
    pub spawn: Vec3,
    /// The place.
    pub place: PlaceId,
    /// The feet at the place.
    pub feet: Vec3,
}

/// An edge between tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Crossing {
    pub(crate) from: PlaceId,
    pub(crate) to: PlaceId,
}

/// The result of a search: of a whole level from [`Self::of`], of a level in tiles from [`Survey::join`].
///
/// The tiles of the latter are loaded when they are needed, a few at a time, so that the result of a level of many square
/// kilometers can be evaluated in little memory. `E` is the error of loading one.
///
/// ```
/// use carom::Mesh;
/// use carom_survey::{Options, Searched, Survey};
/// use glam::{Vec3, vec3};
///
/// let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
/// let level: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let survey = Survey::new(&level, Options::default())?;
/// let flood = survey.flood(vec3(4., 0., 4.), |_progress| true)?;
/// let searched = Searched::of(&survey, &flood);
/// assert_eq!(searched.places(), flood.places.len());
/// assert_eq!(searched.findings()?, survey.findings(&flood));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searched<'a, E = Infallible> {
    pub(crate) survey: Survey<'a>,
    load: RefCell<Load<'a, E>>,
    kept: RefCell<VecDeque<Rc<FloodTile<'a>>>>,
    /// The numbers of the tiles, ascending, and of how many places the tiles before each have.
    pub(crate) tiles: Vec<(u32, u64)>,
    /// The edges between tiles, in order.
    pub(crate) crossings: Vec<Crossing>,
    starts: Vec<Start>,
    places: usize,
    ticks: u64,
    complete: bool,
    heights: OnceCell<PlaceHeights>,
}

pub(crate) type Load<'a, E> = Box<dyn FnMut(u32) -> Result<Rc<FloodTile<'a>>, E> + 'a>;

/// The tiles of a search, summed up.
#[derive(Default)]
pub(crate) struct Summary {
    pub(crate) tiles: Vec<(u32, u64)>,
    pub(crate) crossings: Vec<Crossing>,
    pub(crate) starts: Vec<Start>,
    pub(crate) places: usize,
    pub(crate) ticks: u64,
    pub(crate) incomplete: bool,
}

impl Summary {
    pub(crate) fn add(&mut self, tile: &FloodTile) {
        self.tiles.push((tile.number(), self.places as u64));
        self.crossings
            .extend(tile.entries().iter().map(|entry| Crossing {
                from: entry.from,
                to: tile.id(entry.to),
            }));
        self.starts.extend(tile.spawns().iter().map(|start| Start {
            spawn: start.spawn,
            place: tile.id(start.place),
            feet: tile.places()[start.place as usize].body.feet,
        }));
        self.places += tile.places().len();
        self.ticks += tile.ticks();
        self.incomplete |= !tile.is_complete();
    }
}

impl<'a> Searched<'a> {
    /// The result of the search of a whole level, in memory.
    #[must_use]
    pub fn of(survey: &Survey<'a>, flood: &'a Flood) -> Self {
        Self::in_memory(survey, Cow::Borrowed(flood))
    }
}

impl<'a, E> Searched<'a, E> {
    /// The result of the search of a whole level, in memory: loading it never fails.
    #[must_use]
    pub fn in_memory(survey: &Survey<'a>, flood: Cow<'a, Flood>) -> Self {
        let tiles = Tiles::whole(&survey.columns);
        let survey = Survey {
            tiles,
            ..survey.clone()
        };
        let tile = Rc::new(FloodTile::whole(flood));
        let mut summary = Summary::default();
        summary.add(&tile);
        Self::new(survey, summary, Box::new(move |_| Ok(Rc::clone(&tile))))
    }

    pub(crate) fn new(survey: Survey<'a>, summary: Summary, load: Load<'a, E>) -> Self {
        let mut crossings = summary.crossings;
        crossings.sort_unstable();
        crossings.dedup();
        let mut starts = summary.starts;
        starts.sort_by_key(|start| start.place);
        Self {
            survey,
            load: RefCell::new(load),
            kept: RefCell::default(),
            tiles: summary.tiles,
            crossings,
            starts,
            places: summary.places,
            ticks: summary.ticks,
            complete: !summary.incomplete,
            heights: OnceCell::new(),
        }
    }

    /// The number of places.
    #[must_use]
    pub fn places(&self) -> usize {
        self.places
    }

    /// The number of ticks of the mover.
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Whether the search ended because nothing new was found, not because it was stopped. Whether handovers are left that no
    /// tile has entered is for the caller to know: [`Self::stopped`].
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The same of a search that was stopped before its last round.
    #[must_use]
    pub fn stopped(self) -> Self {
        Self {
            complete: false,
            ..self
        }
    }

    /// The spawns, ordered by their places. Of several at one place only the first is kept.
    #[must_use]
    pub fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// The number of a place if they are counted through all tiles, row by row.
    #[must_use]
    pub fn number(&self, place: PlaceId) -> u64 {
        let first = self.index(place.tile).map(|index| self.tiles[index].1);
        first.unwrap_or_default() + u64::from(place.place)
    }

    /// Calls a function with each tile, row by row.
    ///
    /// # Errors
    /// A tile that cannot be loaded.
    pub fn each_tile(&self, mut visit: impl FnMut(&FloodTile)) -> Result<(), E> {
        for (number, _) in &self.tiles {
            visit(&*self.tile(*number)?);
        }
        Ok(())
    }

    /// The input that leads from a spawn to a place, to the bit.
    ///
    /// # Errors
    /// A tile that cannot be loaded.
    pub fn script(&self, place: PlaceId) -> Result<InputScript, E> {
        Ok(self.scripts(&[place])?.pop().unwrap_or_default())
    }

    /// The inputs that lead from a spawn to each of some places.
    pub(crate) fn scripts(&self, places: &[PlaceId]) -> Result<Vec<InputScript>, E> {
        let mut scripts = vec![InputScript::default(); places.len()];
        // By tile the scripts that go on there, backwards, and the place.
        let mut waiting: BTreeMap<u32, Vec<(usize, u32)>> = BTreeMap::new();
        for (script, place) in places.iter().enumerate() {
            let of_tile = waiting.entry(place.tile).or_default();
            of_tile.push((script, place.place));
        }
        // Always the tile with the most: each is loaded a few times, however many scripts lead through it.
        while let Some(number) = most(&waiting) {
            let tile = self.tile(number)?;
            for (script, mut place) in waiting.remove(&number).unwrap_or_default() {
                loop {
                    let known = &tile.places()[place as usize];
                    scripts[script].actions.push(known.action);
                    match tile.from(place) {
                        Some(from) if from.tile == number => place = from.place,
                        Some(from) => {
                            let of_tile = waiting.entry(from.tile).or_default();
                            of_tile.push((script, from.place));
                            break;
                        }
                        None => {
                            let spawn = self.spawn(tile.id(place));
                            scripts[script].spawn = spawn.unwrap_or(known.body.feet);
                            break;
                        }
                    }
                }
            }
        }
        for script in &mut scripts {
            script.actions.reverse();
        }
        Ok(scripts)
    }

    /// The spawn at a place.
    fn spawn(&self, place: PlaceId) -> Option<Vec3> {
        let found = self
            .starts
            .binary_search_by_key(&place, |start| start.place);
        found.ok().map(|index| self.starts[index].spawn)
    }

    /// A tile that was searched.
    pub(crate) fn tile(&self, number: u32) -> Result<Rc<FloodTile<'a>>, E> {
        /// Tiles in memory: the four around a corner, twice.
        const KEPT: usize = 8;
        let known = |tile: &Rc<FloodTile>| tile.number() == number;
        let mut kept = self.kept.borrow_mut();
        let tile = match kept.iter().position(known).and_then(|at| kept.remove(at)) {
            Some(tile) => tile,
            None => {
                // Before the next one is loaded.
                kept.truncate(KEPT - 1);
                (self.load.borrow_mut())(number)?
            }
        };
        kept.push_front(Rc::clone(&tile));
        Ok(tile)
    }

    /// Calls a function with the places in some columns until it returns true; returns whether it did.
    pub(crate) fn any_in(
        &self,
        columns: impl Iterator<Item = Column>,
        mut holds: impl FnMut(PlaceId, &Place) -> bool,
    ) -> Result<bool, E> {
        let survey = &self.survey;
        for column in columns {
            let Some(at) = survey.tiles.of_column(column) else {
                continue;
            };
            let number = survey.tiles.number(at);
            if self.index(number).is_none() {
                continue;
            }
            let tile = self.tile(number)?;
            let mut here = tile.by_column(&survey.columns).at(column);
            if here.any(|&place| holds(tile.id(place), &tile.places()[place as usize])) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The heights of all places.
    pub(crate) fn heights(&self) -> Result<&PlaceHeights, E> {
        if let Some(heights) = self.heights.get() {
            return Ok(heights);
        }
        let Survey { columns, tiles, .. } = self.survey;
        let mut heights = PlaceHeights::new(columns, tiles);
        self.each_tile(|tile| heights.add(tile.number(), tile.places()))?;
        Ok(self.heights.get_or_init(|| heights))
    }

    /// The index of a tile among those that were searched.
    pub(crate) fn index(&self, tile: u32) -> Option<usize> {
        let found = self
            .tiles
            .binary_search_by_key(&tile, |(number, _)| *number);
        found.ok()
    }

    /// The edges that lead from a tile to others.
    pub(crate) fn crossings_from(&self, tile: u32) -> std::ops::Range<usize> {
        let first = |tile: u32| {
            self.crossings
                .partition_point(|crossing| crossing.from.tile < tile)
        };
        first(tile)..first(tile + 1)
    }
}

/// The key with the longest list, the first of several.
fn most<T>(lists: &BTreeMap<u32, Vec<T>>) -> Option<u32> {
    let longest = lists.iter().rev().max_by_key(|(_, list)| list.len());
    longest.map(|(number, _)| *number)
}
