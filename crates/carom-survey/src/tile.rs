//! The search of one tile: what it was handed, what it has found, and what it hands over.
//!
//! A run that ends in another tile is handed over to it: the exact state, and how it came about. A search goes by rounds: in
//! each a tile takes what was handed over to it in the round before, and is searched until nothing new is found in it.
//! What is found depends on nothing but that, so tiles of a round can be searched in any order and anywhere.

use crate::flood::{Flood, Loss, Obstruction, Progress, Survey, Tried};
use crate::obstacle::Look;
use crate::options::SurveyError;
use crate::places::{Place, Places};
use crate::run::Runner;
use crate::tiles::TileAt;
use crate::visitor::{Run, Visitor};
use glam::Vec3;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A place of any tile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// The tile, by its number.
    pub(crate) tile: u32,
    /// Its number there.
    pub(crate) place: u32,
}

/// Where a character came to rest in another tile, and where it came from; the first, from the spawn, came from nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Handover {
    pub(crate) origin: Option<Origin>,
    pub(crate) place: Place,
}

impl Handover {
    /// Where its feet are.
    #[must_use]
    pub fn feet(&self) -> Vec3 {
        self.place.body.feet
    }
}

/// A way that comes in from another tile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) from: Origin,
    pub(crate) to: u32,
}

/// The places that a round has found: from this one on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Begun {
    pub(crate) round: u32,
    pub(crate) first: u32,
}

/// The search of one tile, as far as it is; see [`Survey::tile`].
#[derive(Clone, Debug)]
pub struct Tile {
    pub(crate) at: TileAt,
    /// The rounds in which it was searched.
    pub(crate) begun: Vec<Begun>,
    pub(crate) places: Places,
    /// All else, with the tile's own numbers of places.
    pub(crate) found: Flood,
    /// Places from which nothing was tried yet.
    pub(crate) wave: Vec<u32>,
    /// Of the places that were handed over, in their order: where from.
    pub(crate) entered: Vec<(u32, Origin)>,
    pub(crate) entries: Vec<Entry>,
    /// What other tiles get.
    pub(crate) out: Vec<Handover>,
}

/// What of a [`Tile`] is to be kept in a file, in any format of serde that keeps every bit of a number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedTile<'a> {
    at: TileAt,
    begun: Cow<'a, [Begun]>,
    places: Cow<'a, [Place]>,
    found: Cow<'a, Flood>,
    wave: Cow<'a, [u32]>,
    entered: Cow<'a, [(u32, Origin)]>,
    entries: Cow<'a, [Entry]>,
    out: Cow<'a, [Handover]>,
}

impl Tile {
    /// Where it is.
    #[must_use]
    pub fn at(&self) -> TileAt {
        self.at
    }

    /// The last round in which it was searched.
    #[must_use]
    pub fn round(&self) -> Option<u32> {
        self.begun.last().map(|begun| begun.round)
    }

    /// How far its search is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            places: self.places.list().len(),
            waiting: self.wave.len(),
            ticks: self.found.ticks,
        }
    }

    /// What other tiles get of it in the next round, once nothing waits in this one.
    #[must_use]
    pub fn handovers(&self, survey: &Survey) -> BTreeMap<TileAt, Vec<Handover>> {
        let mut to: BTreeMap<TileAt, Vec<Handover>> = BTreeMap::new();
        for handover in &self.out {
            if let Some(at) = survey.tile_at(handover.feet()) {
                to.entry(at).or_default().push(*handover);
            }
        }
        to
    }

    /// Forgets what other tiles get: they have it.
    pub fn handed_over(&mut self) {
        self.out = Vec::new();
    }

    /// What is to be kept of it.
    #[must_use]
    pub fn saved(&self) -> SavedTile<'_> {
        SavedTile {
            at: self.at,
            begun: Cow::Borrowed(&self.begun),
            places: Cow::Borrowed(self.places.list()),
            found: Cow::Borrowed(&self.found),
            wave: Cow::Borrowed(&self.wave),
            entered: Cow::Borrowed(&self.entered),
            entries: Cow::Borrowed(&self.entries),
            out: Cow::Borrowed(&self.out),
        }
    }

    /// Takes in a place, new or known; tells its number if it is new.
    fn enter(&mut self, handover: Handover) -> Option<u32> {
        let (to, new) = self.places.insert(handover.place)?;
        match handover.origin {
            Some(from) => {
                self.entries.push(Entry { from, to });
                if new {
                    self.entered.push((to, from));
                }
            }
            // How long the first took to come to rest.
            None => self.found.ticks += handover.place.action.length(),
        }
        new.then_some(to)
    }

    /// What it has found, when the whole level is one tile; `None` if it hangs together with others.
    #[must_use]
    pub fn into_flood(self) -> Option<Flood> {
        let alone = self.entered.is_empty() && self.entries.is_empty() && self.out.is_empty();
        let complete = self.wave.is_empty();
        let places = self.places.into_list();
        let mut flood = Flood {
            places,
            complete,
            ..self.found
        };
        flood.shrink();
        alone.then_some(flood)
    }
}

impl Survey<'_> {
    /// How many tiles there are along each level axis.
    #[must_use]
    pub fn tile_counts(&self) -> TileAt {
        self.tiles.counts()
    }

    /// The tile in which a point is; `None` outside of the level.
    #[must_use]
    pub fn tile_at(&self, point: Vec3) -> Option<TileAt> {
        self.tiles.of_column(self.columns.of(point))
    }

    /// A tile in which nothing was searched yet; `None` if there is none there.
    ///
    /// The spawn's tile is the first to be searched, in round 0. Until no tile is handed anything:
    ///
    /// ```
    /// use carom::Mesh;
    /// use carom_survey::{Options, Survey, SurveyError, Tile};
    /// use glam::{Vec3, vec3};
    /// use std::collections::BTreeMap;
    ///
    /// # let corners = vec![vec3(0., 0., 0.), vec3(0., 0., 8.), vec3(8., 0., 8.), vec3(8., 0., 0.)];
    /// # let level: Mesh<Vec3> = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
    /// // In tiles of 4 m.
    /// let survey = Survey::new(&level, Options::default())?.in_tiles(4.0)?;
    /// let mut tiles: BTreeMap<[u32; 2], Tile> = BTreeMap::new();
    /// let first = survey.first(vec3(2., 0., 2.))?;
    /// let mut waiting = BTreeMap::from([(survey.tile_at(first.feet()).unwrap(), vec![first])]);
    /// for round in 0.. {
    ///     let mut next: BTreeMap<_, Vec<_>> = BTreeMap::new();
    ///     for (at, handovers) in std::mem::take(&mut waiting) {
    ///         let tile = tiles.entry(at).or_insert_with(|| survey.tile(at).unwrap());
    ///         survey.enter(tile, round, &handovers);
    ///         while survey.wave(tile, &mut ()) {}
    ///         for (to, mut handovers) in tile.handovers(&survey) {
    ///             next.entry(to).or_default().append(&mut handovers);
    ///         }
    ///         tile.handed_over();
    ///     }
    ///     if next.is_empty() {
    ///         break;
    ///     }
    ///     waiting = next;
    /// }
    /// let outlines = tiles.values().map(Tile::outline).collect();
    /// let flood = survey.join(outlines, |at| Ok::<_, SurveyError>(tiles[&at].clone()))?;
    /// assert!(flood.complete && survey.reach(&flood).area > 64.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tile(&self, at: TileAt) -> Option<Tile> {
        let window = self.tiles.window(at)?;
        Some(Tile {
            at,
            begun: Vec::new(),
            places: Places::new(self.columns, window, self.same()),
            found: Flood::default(),
            wave: Vec::new(),
            entered: Vec::new(),
            entries: Vec::new(),
            out: Vec::new(),
        })
    }

    /// What a search begins with: where the character comes to rest at the spawn or below it.
    ///
    /// # Errors
    /// A spawn from which nothing can be surveyed.
    pub fn first(&self, spawn: Vec3) -> Result<Handover, SurveyError> {
        let place = self.start(spawn, &mut self.runner())?;
        let inside = self.tile_at(place.body.feet);
        inside.ok_or(SurveyError::NoFloor(spawn))?;
        Ok(Handover {
            origin: None,
            place,
        })
    }

    /// Begins a round in a tile with what was handed over to it: in the order of the tiles it came from, row by row.
    ///
    /// A tile's rounds are to be in order, and nothing may wait in it.
    pub fn enter(&self, tile: &mut Tile, round: u32, handovers: &[Handover]) {
        let first = tile.places.list().len() as u32;
        tile.begun.push(Begun { round, first });
        for handover in handovers {
            let new = tile.enter(*handover);
            tile.wave.extend(new);
        }
    }

    /// Tries everything from the places of a tile that wait; tells whether there are now others that do.
    pub fn wave(&self, tile: &mut Tile, visitor: &mut impl Visitor) -> bool {
        let wave = std::mem::take(&mut tile.wave);
        let places = &tile.places;
        // What a thread works with is made once; so a place can be handed out at a time, as some take much longer.
        let workers: Vec<Mutex<Option<(Runner, Look)>>> = (0..rayon::current_num_threads())
            .map(|_| Mutex::new(None))
            .collect();
        let expand = |&place: &u32| {
            let own = rayon::current_thread_index().and_then(|number| workers.get(number));
            let mut own = own.and_then(|worker| worker.try_lock().ok());
            let mut other = None;
            let worker = own.as_deref_mut().unwrap_or(&mut other);
            let (runner, look) = worker.get_or_insert_with(|| (self.runner(), self.look()));
            let before = runner.ticks;
            let tried = self.expand(places, place, runner, look);
            (tried, runner.ticks - before)
        };
        let runs: Vec<(Tried, u64)> = wave.par_iter().with_max_len(1).map(expand).collect();
        for (from, (tried, ticks)) in wave.into_iter().zip(runs) {
            tile.found.ticks += ticks;
            let met = tried.obstacles.into_iter();
            let met = met.map(|(action, obstacle)| Obstruction {
                from,
                action,
                obstacle,
            });
            tile.found.obstructions.extend(met);
            let shaken = tried.shaken.into_iter();
            let shaken = shaken.map(|(action, feet)| Loss { from, action, feet });
            tile.found.unsteady.extend(shaken);
            for outcome in tried.outcomes {
                visitor.run(&Run {
                    from,
                    start: &tile.places.list()[from as usize],
                    action: outcome.action,
                    end: outcome.end,
                    body: outcome.body,
                    why: outcome.why,
                });
                if let Some(new) = self.take(tile, from, outcome) {
                    visitor.place(new, &tile.places.list()[new as usize]);
                    tile.wave.push(new);
                }
            }
        }
        !tile.wave.is_empty()
    }

    /// A tile as it was saved.
    ///
    /// # Errors
    /// It does not fit together, or not to this survey.
    pub fn restore(&self, saved: SavedTile) -> Result<Tile, SurveyError> {
        let damaged = SurveyError::Damaged;
        let mut tile = self
            .tile(saved.at)
            .ok_or(damaged("there is no such tile"))?;
        let count = saved.places.len();
        let known = |place: u32| (place as usize) < count;
        for (number, place) in saved.places.iter().enumerate() {
            if place.from.is_some_and(|from| from as usize >= number) {
                return Err(damaged("a place comes from a later one"));
            }
            let number = tile.places.restore(*place);
            number.ok_or(damaged("a place is outside of its tile"))?;
        }
        let mut found = saved.found.into_owned();
        let all_known = found.numbers_mut().all(|place| known(*place))
            && saved.wave.iter().all(|place| known(*place))
            && saved.entered.iter().all(|(place, _)| known(*place))
            && saved.entries.iter().all(|entry| known(entry.to));
        if !all_known || !found.places.is_empty() {
            return Err(damaged("there is no such place"));
        }
        let in_order =
            |pair: &[Begun]| pair[0].round < pair[1].round && pair[0].first <= pair[1].first;
        let begun = &saved.begun;
        if !begun.windows(2).all(in_order)
            || begun.first().map_or(count, |begun| begun.first as usize) != 0
            || begun.iter().any(|begun| begun.first as usize > count)
            || !saved.entered.is_sorted_by_key(|(place, _)| *place)
        {
            return Err(damaged("its rounds are not in order"));
        }
        Ok(Tile {
            begun: saved.begun.into_owned(),
            found,
            wave: saved.wave.into_owned(),
            entered: saved.entered.into_owned(),
            entries: saved.entries.into_owned(),
            out: saved.out.into_owned(),
            ..tile
        })
    }
}
