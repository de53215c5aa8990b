//! A search that takes long: it is saved now and then, can be stopped, and goes on where it was.

use super::interrupt::{self, Searching};
use super::progress::Watch;
use super::work::{Waiting, Work};
use crate::output::say;
use anyhow::{Context, Result};
use carom_survey::{Flood, Progress, Survey, Tile, TileAt};
use std::time::{Duration, Instant};

/// Saving takes at most this part of the time.
const PART: u32 = 20;

/// How a search of a tile ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Nothing more is to be found in this round.
    Finished,
    /// It was interrupted; what it has found is saved.
    Stopped,
}

/// What a search has found.
pub(super) struct Found {
    pub(super) flood: Flood,
    /// In this process: for how long, and how many ticks.
    pub(super) searched: Duration,
    pub(super) ticks: u64,
    /// It was interrupted.
    pub(super) stopped: bool,
}

pub(super) struct Search<'a> {
    survey: &'a Survey<'a>,
    work: &'a Work<'a>,
    /// What makes the folder ready when something is to be saved for the first time.
    prepare: &'a dyn Fn() -> Result<()>,
    prepared: bool,
    every: Duration,
    due: Instant,
    clock: Instant,
    watch: Watch,
    /// What was known when it began, of the tile that is searched.
    before: Progress,
    /// Of tiles that were searched here before.
    places: usize,
    ticks: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        survey: &'a Survey<'a>,
        work: &'a Work<'a>,
        every: Duration,
        watch: Watch,
        prepare: &'a dyn Fn() -> Result<()>,
    ) -> Self {
        let clock = Instant::now();
        Self {
            survey,
            work,
            prepare,
            prepared: false,
            every,
            due: clock + every,
            clock,
            watch,
            before: Progress::default(),
            places: 0,
            ticks: 0,
        }
    }

    /// The whole level at once, in memory.
    pub(super) fn whole(mut self, mut tile: Tile) -> Result<Found> {
        let _searching = Searching::begins();
        self.before = tile.progress();
        let mut stopped = false;
        while tile.progress().waiting > 0 && !stopped {
            self.survey.wave(&mut tile, &mut ());
            self.after_wave(&tile, "")?;
            stopped = interrupt::asked() && tile.progress().waiting > 0;
        }
        // What took so long that it was saved once is not to be lost while its report is made.
        if stopped || self.prepared {
            self.save(&tile)?;
        }
        self.watch.finish();
        self.count(&tile);
        let flood = tile.into_flood().context("the level is not one tile")?;
        Ok(Found {
            flood,
            searched: self.clock.elapsed(),
            ticks: self.ticks,
            stopped,
        })
    }

    /// All rounds of all tiles.
    pub(super) fn rounds(mut self) -> Result<Found> {
        let searching = Searching::begins();
        let mut stopped = false;
        while !stopped {
            let waiting = self.work.waiting()?;
            if waiting.tiles.is_empty() {
                break;
            }
            for (i, at) in waiting.tiles.iter().enumerate() {
                let left = waiting.tiles.len() - i;
                let what = format!(
                    "round {}, tile {},{}, {left} to go, ",
                    waiting.round, at[0], at[1]
                );
                if self.tile(*at, waiting.round, &what)? == Ended::Stopped {
                    stopped = true;
                    break;
                }
            }
        }
        self.watch.finish();
        let searched = self.clock.elapsed();
        drop(searching);
        let mut flood = joined(self.survey, self.work)?;
        flood.complete &= !stopped;
        Ok(Found {
            flood,
            searched,
            ticks: self.ticks,
            stopped,
        })
    }

    /// One tile alone, if it is its turn.
    pub(super) fn one(mut self, at: TileAt) -> Result<Ended> {
        let waiting = self.work.waiting()?;
        let [i, j] = at;
        if !waiting.tiles.contains(&at) {
            say(format_args!(
                "tile {i},{j}: nothing to do now; {}",
                told(&waiting)
            ));
            return Ok(Ended::Finished);
        }
        let _searching = Searching::begins();
        let ended = self.tile(at, waiting.round, &format!("tile {i},{j}, "))?;
        self.watch.finish();
        if ended == Ended::Finished {
            say(format_args!(
                "tile {i},{j}: round {} is done; {} places were found in {:.1} s",
                waiting.round,
                self.places,
                self.clock.elapsed().as_secs_f64()
            ));
        }
        Ok(ended)
    }

    /// A tile with a round begun.
    pub(super) fn begun(&self, at: TileAt, round: u32) -> Result<Tile> {
        let mut tile = self.work.load(at)?;
        // One that was stopped in it has taken in what it was handed over.
        if tile.round() != Some(round) {
            let handovers = self.work.inbox(at, round)?;
            self.survey.enter(&mut tile, round, &handovers);
        }
        Ok(tile)
    }

    /// A round of a tile, to its end.
    fn tile(&mut self, at: TileAt, round: u32, what: &str) -> Result<Ended> {
        let mut tile = self.begun(at, round)?;
        self.before = tile.progress();
        while tile.progress().waiting > 0 {
            if interrupt::asked() {
                self.count(&tile);
                self.save(&tile)?;
                return Ok(Ended::Stopped);
            }
            self.survey.wave(&mut tile, &mut ());
            self.after_wave(&tile, what)?;
        }
        for (to, handovers) in tile.handovers(self.survey) {
            self.work.send(round + 1, to, Some(at), &handovers)?;
        }
        tile.handed_over();
        self.work.save(&tile)?;
        self.count(&tile);
        Ok(Ended::Finished)
    }

    /// What has been found in a tile here.
    fn count(&mut self, tile: &Tile) {
        let Progress { places, ticks, .. } = tile.progress();
        self.places += places - self.before.places;
        self.ticks += ticks - self.before.ticks;
    }

    fn after_wave(&mut self, tile: &Tile, what: &str) -> Result<()> {
        let Progress {
            places,
            waiting,
            ticks,
        } = tile.progress();
        let ticks = self.ticks + (ticks - self.before.ticks);
        let progress = Progress {
            places,
            waiting,
            ticks,
        };
        let both = [self.before, progress];
        self.watch.tell(what, both, self.clock.elapsed());
        if Instant::now() < self.due || waiting == 0 {
            return Ok(());
        }
        let begun = Instant::now();
        if let Err(error) = self.save(tile) {
            // What is searched so far is still here: to go on loses less than to end.
            self.watch.suspend(|| {
                say(format_args!(
                    "the search cannot be saved, and goes on: {error:#}"
                ));
            });
        }
        self.due = Instant::now() + self.every.max(begun.elapsed() * PART);
        Ok(())
    }

    fn save(&mut self, tile: &Tile) -> Result<()> {
        if !self.prepared {
            (self.prepare)()?;
            self.prepared = true;
        }
        self.work.save(tile)
    }
}

/// All tiles as one.
pub(super) fn joined(survey: &Survey, work: &Work) -> Result<Flood> {
    let outlines = work.outlines()?;
    survey
        .join(outlines, |at| work.load(at).map_err(Unjoined))
        .map_err(|error| error.0)
}

/// Why tiles are not joined.
struct Unjoined(anyhow::Error);

impl From<carom_survey::SurveyError> for Unjoined {
    fn from(error: carom_survey::SurveyError) -> Self {
        Self(error.into())
    }
}

/// What waits, for a person.
pub(super) fn told(waiting: &Waiting) -> String {
    let count = waiting.tiles.len();
    if count == 0 {
        return "every tile is done".into();
    }
    let are = if count == 1 {
        "tile waits"
    } else {
        "tiles wait"
    };
    format!("round {}: {count} {are}", waiting.round)
}
