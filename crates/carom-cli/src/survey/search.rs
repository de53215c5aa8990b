//! A long search: saved at intervals, interruptible, resumable.

use super::interrupt::{self, Searching};
use super::progress::Watch;
use super::work::{Waiting, Work};
use crate::output::say;
use anyhow::{Context, Result};
use carom_survey::{Progress, Searched, Survey, Tile, TileAt};
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// Saving takes at most one part in this many of the time.
const PART: u32 = 20;

/// How a search of a tile ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The round of the tile is complete.
    Finished,
    /// The search was interrupted and saved.
    Stopped,
}

/// The result of a search.
pub(super) struct SearchResult<'a> {
    pub(super) searched: Searched<'a, anyhow::Error>,
    /// Duration and ticks in this process.
    pub(super) duration: Duration,
    pub(super) ticks: u64,
    /// The search was interrupted.
    pub(super) stopped: bool,
}

pub(super) struct Search<'a, 'p> {
    survey: &'a Survey<'a>,
    work: &'a Work<'a>,
    /// Prepares the folder before the first saving.
    prepare: &'p dyn Fn() -> Result<()>,
    prepared: bool,
    every: Duration,
    due: Instant,
    clock: Instant,
    watch: Watch,
    /// The progress of the current tile when its search began.
    before: Progress,
    /// Totals of the tiles that were searched before.
    places: usize,
    ticks: u64,
}

impl<'a, 'p> Search<'a, 'p> {
    pub(super) fn new(
        survey: &'a Survey<'a>,
        work: &'a Work<'a>,
        every: Duration,
        watch: Watch,
        prepare: &'p dyn Fn() -> Result<()>,
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

    /// Searches the whole level in memory.
    pub(super) fn whole(mut self, mut tile: Tile) -> Result<SearchResult<'a>> {
        let _searching = Searching::begins();
        self.before = tile.progress();
        let mut stopped = false;
        while tile.progress().waiting > 0 && !stopped {
            self.survey.wave(&mut tile, &mut ());
            self.after_wave(&tile, "")?;
            stopped = interrupt::requested() && tile.progress().waiting > 0;
        }
        // A search that was long enough to be saved must not be lost while its report is made.
        if stopped || self.prepared {
            self.save(&tile)?;
        }
        self.watch.finish();
        self.count(&tile);
        let flood = tile.into_flood().context("the level is not one tile")?;
        Ok(SearchResult {
            searched: Searched::in_memory(self.survey, Cow::Owned(flood)),
            duration: self.clock.elapsed(),
            ticks: self.ticks,
            stopped,
        })
    }

    /// Searches all tiles in all rounds.
    pub(super) fn rounds(mut self) -> Result<SearchResult<'a>> {
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
        let duration = self.clock.elapsed();
        drop(searching);
        let searched = joined(self.survey, self.work)?;
        Ok(SearchResult {
            searched: if stopped {
                searched.stopped()
            } else {
                searched
            },
            duration,
            ticks: self.ticks,
            stopped,
        })
    }

    /// Searches one tile, if it is due.
    pub(super) fn one(mut self, at: TileAt) -> Result<Ended> {
        let waiting = self.work.waiting()?;
        let [i, j] = at;
        if !waiting.tiles.contains(&at) {
            say(format_args!(
                "tile {i},{j}: nothing to do now; {}",
                words(&waiting)
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

    /// A tile at the beginning of a round.
    pub(super) fn begun(&self, at: TileAt, round: u32) -> Result<Tile> {
        let mut tile = self.work.load(at)?;
        // A tile that was stopped in this round already has its handovers.
        if tile.round() != Some(round) {
            let handovers = self.work.inbox(at, round)?;
            self.survey.enter(&mut tile, round, &handovers);
        }
        Ok(tile)
    }

    /// Searches a tile to the end of a round.
    fn tile(&mut self, at: TileAt, round: u32, what: &str) -> Result<Ended> {
        let mut tile = self.begun(at, round)?;
        self.before = tile.progress();
        while tile.progress().waiting > 0 {
            if interrupt::requested() {
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

    /// Adds the finds of a tile to the totals.
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
        self.watch.show(what, both, self.clock.elapsed());
        if Instant::now() < self.due || waiting == 0 {
            return Ok(());
        }
        let begun = Instant::now();
        if let Err(error) = self.save(tile) {
            // Going on loses less than ending: the search is still in memory.
            self.watch.suspend(|| {
                say(format_args!(
                    "the search cannot be saved; it continues: {error:#}"
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

/// Joins all tiles.
pub(super) fn joined<'a>(
    survey: &Survey<'a>,
    work: &'a Work<'_>,
) -> Result<Searched<'a, anyhow::Error>> {
    survey.join(work.tiles()?, |at| work.load(at))
}

/// The waiting tiles in words.
pub(super) fn words(waiting: &Waiting) -> String {
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
