//! A game that can go to any moment: from the last snapshot before it, the table is simulated forwards.

use crate::codec::inputs;
use carom::table::{BallId, Event, Snapshot, Table};
use glam::DVec2;
use std::collections::VecDeque;

pub(super) const CUE: BallId = BallId(0);
/// The length of the timeline after a shot, s: without friction, and with disks (which are not simulated ahead).
const AHEAD: f64 = 20.0;
const AHEAD_DISKS: f64 = 3.0;
/// The largest number of events simulated ahead after a shot.
const EVENTS_AHEAD: u64 = 20_000;
/// The largest number of shots of a game: the longest list that is decoded.
const MOST_SHOTS: usize = 64;
/// The number of recent events in a moment.
const RECENT: usize = 10;
/// The largest number of event times kept for the timeline.
const MOST_TIMES: usize = 1 << 20;
/// The largest number of snapshots, and of balls in all snapshots together.
pub(super) const MOST_KEPT: usize = 256;
const BALLS_KEPT: usize = 300_000;

inputs! {
    /// A velocity given to the cue ball.
    Shot {
        /// The number of events before the shot.
        events: f64,
        time: f64,
        velocity: DVec2,
    }
}

/// A moment that can be restored.
pub(super) struct Kept {
    /// The number of shots before it.
    shots: usize,
    time: f64,
    snapshot: Snapshot<DVec2>,
    events: u64,
    recent: VecDeque<Event<DVec2>>,
    /// Whether it is right after a shot.
    is_shot: bool,
}

impl Kept {
    /// Whether it is later than this moment, in the order of the game.
    fn is_after(&self, (shots, events, time): (usize, u64, f64)) -> bool {
        (self.shots, self.events) > (shots, events)
            || (self.shots, self.events) == (shots, events) && self.time > time
    }
}

/// A game at its present moment.
pub(crate) struct Game {
    pub(super) table: Table<DVec2>,
    pub(super) is_crowd: bool,
    pub(super) shots: Vec<Shot>,
    /// The number of shots made until now.
    made: usize,
    /// The last events until now.
    pub(super) recent: VecDeque<Event<DVec2>>,
    /// In order of time; the first is the start.
    pub(super) kept: Vec<Kept>,
    /// The number of events between two kept moments.
    pub(super) every: u64,
    /// The time of each event.
    pub(super) times: Vec<f32>,
    pub(super) known: f64,
    pub(super) end: f64,
    /// Balls roll without friction.
    frictionless: bool,
}

impl Game {
    /// A game at its start.
    pub(super) fn new(table: Table<DVec2>, is_crowd: bool, frictionless: bool) -> Self {
        let mut game = Self {
            is_crowd,
            shots: Vec::new(),
            made: 0,
            recent: VecDeque::with_capacity(RECENT),
            kept: Vec::new(),
            every: (table.len() as u64 * 4).max(64),
            times: Vec::new(),
            known: 0.0,
            end: 0.0,
            frictionless,
            table,
        };
        game.keep(false);
        game
    }

    pub(super) fn now(&self) -> (usize, u64, f64) {
        (self.made, self.table.events(), self.table.time())
    }

    /// Keeps this moment.
    fn keep(&mut self, is_shot: bool) {
        let (shots, events, time) = self.now();
        self.kept.push(Kept {
            shots,
            time,
            snapshot: self.table.snapshot(),
            events,
            recent: self.recent.clone(),
            is_shot,
        });
        let most = (BALLS_KEPT / self.table.len()).clamp(8, MOST_KEPT);
        if self.kept.len() > most + self.shots.len() {
            // Drop every other one, except for the start and the shots.
            let mut odd = false;
            self.kept.retain(|kept| {
                odd = !odd;
                odd || kept.is_shot
            });
            self.every *= 2;
        }
    }

    fn restore(&mut self, place: usize) {
        let kept = &self.kept[place];
        // The snapshot is of a valid table, so this succeeds.
        if let Ok(table) = Table::restore(&kept.snapshot) {
            self.table = table;
            self.made = kept.shots;
            self.recent.clone_from(&kept.recent);
        }
    }

    /// Simulates until a time, or without one until no event is left, but at most `most` events. Returns whether it got
    /// that far.
    fn advance(&mut self, until: Option<f64>, most: u64) -> Result<bool, String> {
        let last = self.table.events().saturating_add(most);
        loop {
            let before = self.table.events();
            let due = self.kept.last().map_or(0, |kept| kept.events) + self.every;
            let stop = if due > before { last.min(due) } else { last };
            let most = stop.saturating_sub(before) as usize;
            let (recent, times) = (&mut self.recent, &mut self.times);
            let mut number = before;
            let mut note = |event: Event<DVec2>| {
                number += 1;
                if number as usize == times.len() + 1 && times.len() < MOST_TIMES {
                    times.push(event.time as f32);
                }
                if recent.len() == RECENT {
                    recent.pop_front();
                }
                recent.push_back(event);
            };
            match until {
                Some(time) => {
                    let time = time.max(self.table.time());
                    let events = self.table.events_until(time);
                    let events = events.map_err(|error| error.to_string())?;
                    events.take(most).for_each(&mut note);
                }
                None => {
                    let table = &mut self.table;
                    std::iter::from_fn(|| table.step_event())
                        .take(most)
                        .for_each(&mut note);
                }
            }
            let (_, events, time) = self.now();
            if time > self.known {
                self.known = time;
            }
            if events < stop {
                return Ok(true);
            }
            if events == due {
                self.keep(false);
            }
            if events >= last {
                return Ok(false);
            }
        }
    }

    /// Restores the last kept moment with `is_before`, if the present is too late or that moment is nearer.
    fn back(&mut self, is_late: bool, is_before: impl Fn(&Kept) -> bool) {
        let place = self.kept.partition_point(is_before).saturating_sub(1);
        if is_late || self.kept[place].is_after(self.now()) {
            self.restore(place);
        }
    }

    /// Goes to a time; false if that takes more than `most` events.
    pub(super) fn go_to(&mut self, time: f64, most: u64) -> Result<bool, String> {
        self.back(time < self.table.time(), |kept| kept.time <= time);
        self.advance(Some(time), most)
    }

    /// Goes to the moment right after the event with this number, or to the last event.
    pub(super) fn go_to_event(&mut self, number: u64) {
        if number == 0 {
            self.back(true, |kept| kept.time <= 0.0);
            return;
        }
        // Start from a moment before that event: the table may have moved on since.
        self.back(self.table.events() >= number, |kept| kept.events < number);
        let missing = number - self.table.events();
        // Only a time can be invalid; there is none.
        let _ = self.advance(None, missing);
    }

    /// Goes to the moment right before a shot; false if there is no such moment.
    pub(super) fn before_shot(&mut self, made: usize, events: u64, time: f64) -> bool {
        let is_before = |kept: &Kept| !kept.is_after((made, events, time));
        self.back(true, is_before);
        if self.table.events() > events {
            return false;
        }
        let there = self.advance(None, events - self.table.events()).is_ok()
            && self.table.events() == events;
        if there && self.table.time() < time {
            let _ = self.advance(Some(time), 1);
        }
        there && self.now() == (made, events, time)
    }

    /// Gives the cue ball a velocity now and discards the later part of the game; simulates ahead and returns to now.
    pub(super) fn shoot(&mut self, velocity: DVec2) -> Result<(), String> {
        let (made, events, time) = self.now();
        let is_before = |shot: &Shot| shot.events < events as f64 || shot.time < time;
        let kept_shots = self.shots.partition_point(is_before);
        if kept_shots == MOST_SHOTS {
            return Err(format!("a game has at most {MOST_SHOTS} shots"));
        }
        if made > kept_shots && !self.before_shot(kept_shots, events, time) {
            return Err("there is no moment before that shot".into());
        }
        let given = self.table.set_velocity(CUE, velocity);
        given.map_err(|error| error.to_string())?;
        self.shots.truncate(kept_shots);
        self.shots.push(Shot {
            events: events as f64,
            time,
            velocity,
        });
        let is_before = |kept: &Kept| !kept.is_after((kept_shots, events, time));
        self.kept
            .truncate(self.kept.partition_point(is_before).max(1));
        self.times.truncate(events as usize);
        (self.made, self.known) = (kept_shots + 1, time);
        self.keep(true);
        if self.is_crowd {
            self.end = time + AHEAD_DISKS;
            return Ok(());
        }
        self.advance(self.frictionless.then_some(time + AHEAD), EVENTS_AHEAD)?;
        // Rounded up to a millisecond: at that moment all balls are at rest.
        self.end = ((self.table.time() * 1000.0).floor() + 1.0) / 1000.0;
        let shot = self.kept.iter().rposition(|kept| kept.is_shot);
        self.restore(shot.unwrap_or(0));
        Ok(())
    }
}
