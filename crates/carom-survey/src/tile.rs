//! The search of one tile: the states handed over to it, what it found, and what it hands over.
//!
//! A run that ends in another tile is handed over: the exact state, and the run that led there. A search proceeds in rounds:
//! in each a tile enters what the round before handed over to it, and is searched until it finds nothing new. The result
//! depends on nothing else, so the tiles of a round can be searched in any order, on any machine.

use crate::entered::{Entrance, Entry, RoundStart, lengths};
use crate::expand::Expansion;
use crate::flood::{Edge, FailedRun, Flood, Obstruction, Progress, SpawnPlace};
use crate::options::SurveyError;
use crate::places::{Place, PlaceId, Places};
use crate::probe::Probe;
use crate::run::{End, Outcome, Runner};
use crate::survey::Survey;
use crate::tiles::TileAt;
use crate::visitor::{Run, Visitor};
use glam::Vec3;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Where the run to a handed over place started.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Source {
    /// At a spawn.
    Spawn(Vec3),
    /// At a place of another tile; `length` are the ticks from a spawn to there.
    Place { from: PlaceId, length: u64 },
}

/// A spawn's place, or a place in another tile than the run to it started from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Handover {
    pub(crate) source: Source,
    pub(crate) place: Place,
}

impl Handover {
    /// The position of the feet.
    #[must_use]
    pub fn feet(&self) -> Vec3 {
        self.place.body.feet
    }

    /// The number, row by row, of the tile that it comes from; `None` from a spawn.
    #[must_use]
    pub fn origin(&self) -> Option<u32> {
        match self.source {
            Source::Spawn(_) => None,
            Source::Place { from, .. } => Some(from.tile),
        }
    }
}

/// A run that ended in another tile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Exit {
    pub(crate) from: u32,
    /// Its end.
    pub(crate) place: Place,
}

/// The search of one tile, at any stage; see [`Survey::tile`].
#[derive(Clone, Debug)]
pub struct Tile {
    pub(crate) at: TileAt,
    /// The rounds in which it was searched.
    pub(crate) begun: Vec<RoundStart>,
    pub(crate) places: Places,
    /// Everything but the places, with the tile's own numbers of places.
    pub(crate) found: Flood,
    /// Places from which no run has started yet.
    pub(crate) wave: Vec<u32>,
    /// The places that were handed over, in their order.
    pub(crate) entrances: Vec<Entrance>,
    pub(crate) entries: Vec<Entry>,
    /// Runs that other tiles have not been handed yet.
    pub(crate) out: Vec<Exit>,
}

/// The part of a [`Tile`] to save to a file, in any format of serde that keeps every bit of a number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedTile<'a> {
    at: TileAt,
    begun: Cow<'a, [RoundStart]>,
    places: Cow<'a, [Place]>,
    found: Cow<'a, Flood>,
    wave: Cow<'a, [u32]>,
    entrances: Cow<'a, [Entrance]>,
    entries: Cow<'a, [Entry]>,
    out: Cow<'a, [Exit]>,
}

impl Tile {
    /// Its index along both level axes.
    #[must_use]
    pub fn at(&self) -> TileAt {
        self.at
    }

    /// The last round in which it was searched.
    #[must_use]
    pub fn round(&self) -> Option<u32> {
        self.begun.last().map(|begun| begun.round)
    }

    /// The state of its search.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            places: self.places.list().len(),
            waiting: self.wave.len(),
            ticks: self.found.ticks,
        }
    }

    /// The states to hand over to other tiles in the next round, once no place waits in this one.
    #[must_use]
    pub fn handovers(&self, survey: &Survey) -> BTreeMap<TileAt, Vec<Handover>> {
        let mut to: BTreeMap<TileAt, Vec<Handover>> = BTreeMap::new();
        let tile = survey.tiles.number(self.at);
        let lengths = lengths(self.places.list(), &self.entrances);
        for &Exit { from, place } in &self.out {
            if let Some(at) = survey.tile_at(place.body.feet) {
                let length = lengths[from as usize];
                let from = PlaceId { tile, place: from };
                let source = Source::Place { from, length };
                let handover = Handover { source, place };
                to.entry(at).or_default().push(handover);
            }
        }
        to
    }

    /// Clears the [handovers](Self::handovers), once the other tiles have them.
    pub fn handed_over(&mut self) {
        self.out = Vec::new();
    }

    /// Its state, to save to a file.
    #[must_use]
    pub fn saved(&self) -> SavedTile<'_> {
        SavedTile {
            at: self.at,
            begun: Cow::Borrowed(&self.begun),
            places: Cow::Borrowed(self.places.list()),
            found: Cow::Borrowed(&self.found),
            wave: Cow::Borrowed(&self.wave),
            entrances: Cow::Borrowed(&self.entrances),
            entries: Cow::Borrowed(&self.entries),
            out: Cow::Borrowed(&self.out),
        }
    }

    /// Enters a place, new or known; returns its number if it is new.
    fn enter(&mut self, handover: Handover) -> Option<u32> {
        let (to, new) = self.places.insert(handover.place)?;
        match handover.source {
            Source::Place { from, length } => {
                self.entries.push(Entry { from, to });
                if new {
                    let place = to;
                    self.entrances.push(Entrance {
                        place,
                        from,
                        length,
                    });
                }
            }
            Source::Spawn(spawn) => {
                // The ticks in which the character came to rest.
                self.found.ticks += handover.place.action.length();
                if new {
                    self.found.spawns.push(SpawnPlace { place: to, spawn });
                }
            }
        }
        new.then_some(to)
    }

    /// The result, when the whole level is one tile; `None` if runs connect it to other tiles.
    #[must_use]
    pub fn into_flood(self) -> Option<Flood> {
        let alone = self.entrances.is_empty() && self.entries.is_empty() && self.out.is_empty();
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
    /// The number of tiles along each level axis.
    #[must_use]
    pub fn tile_counts(&self) -> TileAt {
        self.tiles.counts()
    }

    /// The tile that contains a point; `None` outside of the level.
    #[must_use]
    pub fn tile_at(&self, point: Vec3) -> Option<TileAt> {
        self.tiles.of_column(self.columns.of(point))
    }

    /// A tile before its search; `None` if the level has no such tile.
    ///
    /// The tiles of the spawns are searched first, in round 0, and the search ends with a round without handovers:
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
    /// let searched = survey.join(tiles.keys().copied(), |at| Ok::<_, SurveyError>(tiles[&at].clone()))?;
    /// assert!(searched.is_complete() && searched.reach()?.area > 64.0);
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
            entrances: Vec::new(),
            entries: Vec::new(),
            out: Vec::new(),
        })
    }

    /// Begins a round in a tile with the states handed over to it, in the order of the tiles they come from, row by row.
    ///
    /// A tile's rounds must ascend, and no place may wait in it.
    pub fn enter(&self, tile: &mut Tile, round: u32, handovers: &[Handover]) {
        let first = tile.places.list().len() as u32;
        tile.begun.push(RoundStart { round, first });
        for handover in handovers {
            let new = tile.enter(*handover);
            tile.wave.extend(new);
        }
    }

    /// Makes all runs from the waiting places of a tile; returns whether these found places that now wait.
    pub fn wave(&self, tile: &mut Tile, visitor: &mut impl Visitor) -> bool {
        let wave = std::mem::take(&mut tile.wave);
        let places = &tile.places;
        // Each thread makes its tools once. Then single places can be distributed, as some take much longer than others.
        let workers: Vec<Mutex<Option<(Runner, Probe)>>> = (0..rayon::current_num_threads())
            .map(|_| Mutex::new(None))
            .collect();
        let expand = |&place: &u32| {
            let own = rayon::current_thread_index().and_then(|number| workers.get(number));
            let mut own = own.and_then(|worker| worker.try_lock().ok());
            let mut other = None;
            let worker = own.as_deref_mut().unwrap_or(&mut other);
            let (runner, probe) = worker.get_or_insert_with(|| (self.runner(), self.probe()));
            let before = runner.ticks;
            let from = &places.list()[place as usize];
            let expansion = self.expand(from, runner, probe);
            (expansion, runner.ticks - before)
        };
        let expansions: Vec<(Expansion, u64)> =
            wave.par_iter().with_max_len(1).map(expand).collect();
        for (from, (expansion, ticks)) in wave.into_iter().zip(expansions) {
            tile.found.ticks += ticks;
            self.merge(tile, from, expansion, visitor);
        }
        !tile.wave.is_empty()
    }

    /// Merges all runs from a place into a tile.
    fn merge(&self, tile: &mut Tile, from: u32, expansion: Expansion, visitor: &mut impl Visitor) {
        let blocked = expansion.obstacles.into_iter();
        let blocked = blocked.map(|(action, obstacle)| Obstruction {
            from,
            action,
            obstacle,
        });
        tile.found.obstructions.extend(blocked);
        let shaken = expansion.shaken.into_iter();
        let shaken = shaken.map(|(action, feet)| FailedRun { from, action, feet });
        tile.found.unsteady.extend(shaken);
        for outcome in expansion.outcomes {
            visitor.run(&Run {
                from,
                start: &tile.places.list()[from as usize],
                action: outcome.action,
                end: outcome.end,
                body: outcome.body,
                why: outcome.why,
            });
            if let Some(new) = self.add(tile, from, outcome) {
                visitor.place(new, &tile.places.list()[new as usize]);
                tile.wave.push(new);
            }
        }
    }

    /// Adds the outcome of a run to a tile; returns the place where it ended if that is new.
    fn add(&self, tile: &mut Tile, from: u32, outcome: Outcome) -> Option<u32> {
        let Outcome {
            action,
            end,
            body,
            why,
            ..
        } = outcome;
        let found = &mut tile.found;
        let failed = FailedRun {
            from,
            action,
            feet: body.feet,
        };
        if why.stuck {
            found.stuck.push(failed);
        }
        match end {
            End::Left => found.leaks.push(failed),
            End::Restless => found.restless.push(failed),
            End::Rest => {
                let crouched = body.height < self.options.height;
                let place = Place {
                    body,
                    from: Some(from),
                    action,
                    crouched,
                };
                if let Some((to, new)) = tile.places.insert(place) {
                    if to != from {
                        found.edges.push(Edge { from, to });
                    }
                    return new.then_some(to);
                }
                if self.tile_at(body.feet).is_some() {
                    let from_elsewhere = Place {
                        from: None,
                        ..place
                    };
                    tile.out.push(Exit {
                        from,
                        place: from_elsewhere,
                    });
                } else {
                    found.leaks.push(failed);
                }
            }
        }
        None
    }

    /// A tile from its saved state.
    ///
    /// # Errors
    /// A state that contradicts itself, or belongs to another survey.
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
            && saved.entrances.iter().all(|entered| known(entered.place))
            && saved.entries.iter().all(|entry| known(entry.to))
            && saved.out.iter().all(|exit| known(exit.from));
        if !all_known || !found.places.is_empty() {
            return Err(damaged("there is no such place"));
        }
        let in_order =
            |pair: &[RoundStart]| pair[0].round < pair[1].round && pair[0].first <= pair[1].first;
        let begun = &saved.begun;
        if !begun.windows(2).all(in_order)
            || begun.first().map_or(count, |begun| begun.first as usize) != 0
            || begun.iter().any(|begun| begun.first as usize > count)
            || !saved.entrances.is_sorted_by_key(|entered| entered.place)
        {
            return Err(damaged("its rounds are not in order"));
        }
        Ok(Tile {
            begun: saved.begun.into_owned(),
            found,
            wave: saved.wave.into_owned(),
            entrances: saved.entrances.into_owned(),
            entries: saved.entries.into_owned(),
            out: saved.out.into_owned(),
            ..tile
        })
    }
}
