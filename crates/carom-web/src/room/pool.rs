//! *Pool*: a table to break, and its time to go through forwards and backwards.
//!
//! A game is a rack, and shots: velocities that the cue ball is given at moments. What has happened is kept as snapshots;
//! to be at another moment is to restore the last one before it and to go on from there, which comes to the same bits.

use super::hash::Hash;
use crate::numbers::{answers, asks};
use carom::Aabb;
use carom::table::{BallId, Event, Partner, Setup, Snapshot, Space, Status, Table, TableBall};
use glam::{DVec2, dvec2};
use std::collections::VecDeque;

/// A nine-foot table between its cushions, m: two to one.
const SIZE: DVec2 = dvec2(2.54, 1.27);
/// A ball: 2¼ inches across, 170 g.
const RADIUS: f64 = 0.028_575;
const MASS: f64 = 0.17;
/// Between two balls of the rack, m: if they touched, all would meet at one moment.
const GAP: f64 = 5e-5;
/// The cue ball among disks, m: of the same stuff, larger.
const BREAKER: f64 = 0.06;
/// Where disks begin, in parts of the table's length.
const CROWD: f64 = 0.34;
const MOST_DISKS: f64 = 50_000.0;
/// The most events that are looked at where the cue ball is aimed.
const AIMED: usize = 24;
const CUE: BallId = BallId(0);

/// How far a shot is looked ahead, s, where nothing loses energy; and with disks, where nothing is looked ahead.
const AHEAD: f64 = 20.0;
const AHEAD_DISKS: f64 = 3.0;
/// The most events of a shot that are looked ahead.
const EVENTS_AHEAD: u64 = 20_000;
/// The most shots of a game, as the longest list that is read.
const MOST_SHOTS: usize = 64;
/// How many of the last events are told.
const RECENT: usize = 10;
/// The most moments of events that are kept, for the picture of the time.
const MOST_TIMES: usize = 1 << 20;
/// The most snapshots; of many balls so many as have this many balls in all.
const MOST_KEPT: usize = 256;
const BALLS_KEPT: usize = 300_000;

asks! {
    Start {
        /// How many disks are in place of the rack; 0 for the rack.
        disks: f64,
        /// Where the cue ball is.
        cue: DVec2,
        /// By how much the speed of what rolls falls, m/s².
        friction: f64,
        /// How much of the speed comes back, of balls and of cushions.
        balls: f64,
        cushions: f64,
        shots: Vec<Shot>,
    }
}

asks! {
    /// The cue ball gets a velocity.
    Shot {
        /// After so many events.
        events: f64,
        time: f64,
        velocity: DVec2,
    }
}

asks! {
    Until {
        time: f64,
        /// At most so many events are worked out; then it is asked for again.
        events: f64,
    }
}

answers! {
    /// What does not change.
    Scene {
        bounds: Aabb<DVec2>,
        radii: Vec<f32>,
    }
}

answers! {
    /// A meeting.
    Met {
        number: f64,
        time: f64,
        a: f64,
        /// The other ball, or the side of the table: left, right, lower, upper.
        ball: Option<f64>,
        side: Option<f64>,
        /// How fast they approached, m/s.
        speed: f64,
    }
}

answers! {
    /// How far it has come.
    Reached {
        time: f64,
        events: f64,
        /// Whether that is as far as was asked for.
        is_there: bool,
    }
}

answers! {
    Moment {
        time: f64,
        events: f64,
        /// The shots until now.
        shots: f64,
        status: String,
        cue: DVec2,
        velocity: DVec2,
        /// x and y of each ball; how fast each is.
        places: Vec<f32>,
        speeds: Vec<f32>,
        energy: f64,
        momentum: DVec2,
        /// The greatest overlap so far, in parts of the sum of radii.
        max_overlap: f64,
        /// The last events, the latest first.
        recent: Vec<Met>,
    }
}

answers! {
    /// All of the time.
    Line {
        /// When all rests, or how far it is looked at.
        end: f64,
        /// How far it is known.
        known: f64,
        /// The events of each of equal parts of it.
        events: Vec<u32>,
        shots: Vec<Shot>,
    }
}

answers! {
    /// Where the cue ball goes.
    Aim {
        path: Vec<DVec2>,
        /// The ball that it meets, and where that goes.
        meets: Option<f64>,
        from: DVec2,
        velocity: DVec2,
    }
}

/// A moment to come back to.
struct Kept {
    /// The shots before.
    shots: usize,
    time: f64,
    snapshot: Snapshot<DVec2>,
    events: u64,
    recent: VecDeque<Event<DVec2>>,
    /// It comes right after a shot.
    is_shot: bool,
}

impl Kept {
    /// In the order of what happens.
    fn is_after(&self, (shots, events, time): (usize, u64, f64)) -> bool {
        (self.shots, self.events) > (shots, events)
            || (self.shots, self.events) == (shots, events) && self.time > time
    }
}

pub(crate) struct Pool {
    table: Table<DVec2>,
    is_crowd: bool,
    shots: Vec<Shot>,
    /// How many of them have been made now.
    made: usize,
    /// The last events until now.
    recent: VecDeque<Event<DVec2>>,
    /// In the order of time; the first is the start.
    kept: Vec<Kept>,
    /// Events between two that are kept.
    every: u64,
    /// When each event was.
    times: Vec<f32>,
    known: f64,
    end: f64,
    /// Nothing takes energy from what rolls.
    rolls: bool,
}

pub(crate) fn open(start: Start) -> Result<Pool, String> {
    let Start { disks, .. } = start;
    if !(0.0..=MOST_DISKS).contains(&disks) || disks.fract() != 0.0 {
        return Err(format!("there can be 0 to {MOST_DISKS} disks, not {disks}"));
    }
    if !(0.0..=1.0).contains(&start.balls) {
        return Err("the restitution of balls must be in 0..=1".into());
    }
    let setup = Setup {
        balls: balls(&start),
        space: Space::Boxed {
            bounds: Aabb {
                min: DVec2::ZERO,
                max: SIZE,
            },
            restitution: start.cushions,
        },
        friction: start.friction,
        ..Setup::default()
    };
    let table = Table::new(&setup).map_err(|error| error.to_string())?;
    let mut pool = Pool {
        is_crowd: disks > 0.0,
        shots: Vec::new(),
        made: 0,
        recent: VecDeque::with_capacity(RECENT),
        kept: Vec::new(),
        every: (table.len() as u64 * 4).max(64),
        times: Vec::new(),
        known: 0.0,
        end: 0.0,
        rolls: start.friction == 0.0,
        table,
    };
    pool.keep(false);
    for (made, shot) in start.shots.iter().enumerate() {
        let events = shot.events as u64;
        if events as f64 != shot.events || !pool.before_shot(made, events, shot.time) {
            return Err(format!("there is no moment of shot {}", made + 1));
        }
        pool.shoot(shot.velocity)?;
    }
    pool.go_to_event(0);
    Ok(pool)
}

/// The cue ball, then a rack of fifteen at the foot spot, or disks.
fn balls(start: &Start) -> Vec<TableBall<DVec2>> {
    let ball = |place, radius: f64| {
        let mass = MASS * (radius / RADIUS) * (radius / RADIUS);
        TableBall::new(place, radius)
            .with_mass(mass)
            .with_restitution(start.balls)
    };
    if start.disks > 0.0 {
        let mut balls = vec![ball(start.cue, BREAKER)];
        let (radius, places) = crowd(start.disks as usize);
        balls.extend(places.into_iter().map(|place| ball(place, radius)));
        return balls;
    }
    let mut balls = vec![ball(start.cue, RADIUS)];
    let foot = SIZE * dvec2(0.75, 0.5);
    let step = 2.0 * RADIUS + GAP;
    for row in 0..5 {
        for place in 0..=row {
            let across = f64::from(2 * place - row) * 0.5;
            let at = dvec2(f64::from(row) * 0.75_f64.sqrt(), across) * step;
            balls.push(ball(foot + at, RADIUS));
        }
    }
    balls
}

/// Disks that fill their part of the table, each a little beside its place of a grid: the radius, and where they are.
fn crowd(count: usize) -> (f64, Vec<DVec2>) {
    let room = SIZE * dvec2(1.0 - CROWD, 1.0);
    // Columns of cells that are nearly square.
    let columns = (count as f64 * room.x / room.y).sqrt().ceil();
    let rows = (count as f64 / columns).ceil();
    let cell = room / dvec2(columns, rows);
    let radius = 0.42 * cell.min_element();
    let slack = cell - 2.0 * radius;
    let mut random = 1_u64;
    let mut part = || {
        // Knuth's linear congruence.
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as f64 / (1_u64 << 31) as f64
    };
    let corner = SIZE * dvec2(CROWD, 0.0);
    let places = (0..count).map(|number| {
        let (row, column) = (number % rows as usize, number / rows as usize);
        let free = slack * dvec2(0.05 + 0.9 * part(), 0.05 + 0.9 * part());
        corner + cell * dvec2(column as f64, row as f64) + radius + free
    });
    (radius, places.collect())
}

impl Pool {
    fn now(&self) -> (usize, u64, f64) {
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
            // Every other one goes, but for the start and shots.
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
        // It has been a table before.
        if let Ok(table) = Table::restore(&kept.snapshot) {
            self.table = table;
            self.made = kept.shots;
            self.recent.clone_from(&kept.recent);
        }
    }

    /// Goes on until a time, or without one as long as anything happens, but for at most so many events. Tells whether
    /// it came so far.
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

    /// Restores what was kept last before something, if that is after now, or now is too late.
    fn back(&mut self, is_late: bool, is_before: impl Fn(&Kept) -> bool) {
        let place = self.kept.partition_point(is_before).saturating_sub(1);
        if is_late || self.kept[place].is_after(self.now()) {
            self.restore(place);
        }
    }

    /// Goes to a time; false where that takes more events.
    fn go_to(&mut self, time: f64, most: u64) -> Result<bool, String> {
        self.back(time < self.table.time(), |kept| kept.time <= time);
        self.advance(Some(time), most)
    }

    /// Goes to right after so many events, or as many as there are.
    fn go_to_event(&mut self, number: u64) {
        if number == 0 {
            self.back(true, |kept| kept.time <= 0.0);
            return;
        }
        // Of what comes after that event nothing may have happened.
        self.back(self.table.events() >= number, |kept| kept.events < number);
        let left = number - self.table.events();
        // Without a time it cannot fail.
        let _ = self.advance(None, left);
    }

    /// Goes to a moment as it was before the shot that has been made there; false where there is no such moment.
    fn before_shot(&mut self, made: usize, events: u64, time: f64) -> bool {
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

    /// Gives the cue ball a velocity now, in place of all that would have happened later; looks ahead and comes back.
    fn shoot(&mut self, velocity: DVec2) -> Result<(), String> {
        let (made, events, time) = self.now();
        let is_before = |shot: &Shot| shot.events < events as f64 || shot.time < time;
        let left = self.shots.partition_point(is_before);
        if left == MOST_SHOTS {
            return Err(format!("a game has at most {MOST_SHOTS} shots"));
        }
        if made > left && !self.before_shot(left, events, time) {
            return Err("there is no moment before that shot".into());
        }
        let given = self.table.set_velocity(CUE, velocity);
        given.map_err(|error| error.to_string())?;
        self.shots.truncate(left);
        self.shots.push(Shot {
            events: events as f64,
            time,
            velocity,
        });
        let is_before = |kept: &Kept| !kept.is_after((left, events, time));
        self.kept
            .truncate(self.kept.partition_point(is_before).max(1));
        self.times.truncate(events as usize);
        (self.made, self.known) = (left + 1, time);
        self.keep(true);
        if self.is_crowd {
            self.end = time + AHEAD_DISKS;
            return Ok(());
        }
        self.advance(self.rolls.then_some(time + AHEAD), EVENTS_AHEAD)?;
        // Rounded up: at that moment all rests.
        self.end = ((self.table.time() * 1000.0).floor() + 1.0) / 1000.0;
        let shot = self.kept.iter().rposition(|kept| kept.is_shot);
        self.restore(shot.unwrap_or(0));
        Ok(())
    }

    fn reached(&self, is_there: bool) -> Reached {
        let (_, events, time) = self.now();
        Reached {
            time,
            events: events as f64,
            is_there,
        }
    }

    fn moment(&self) -> Moment {
        let (shots, events, time) = self.now();
        let cue = self.table.ball(CUE);
        let mut places = Vec::with_capacity(2 * self.table.len());
        let mut speeds = Vec::with_capacity(self.table.len());
        for (_, ball) in self.table.balls() {
            places.extend(ball.center.as_vec2().to_array());
            speeds.push(ball.velocity.length() as f32);
        }
        let numbers = (0..events as usize + 1).rev();
        Moment {
            time,
            events: events as f64,
            shots: shots as f64,
            status: match self.table.status() {
                Status::AtRest => "at rest",
                Status::Collapse { .. } => "collapsed",
                Status::Limit { .. } => "stopped",
                _ => "moving",
            }
            .into(),
            cue: cue.map_or(DVec2::ZERO, |ball| ball.center),
            velocity: cue.map_or(DVec2::ZERO, |ball| ball.velocity),
            places,
            speeds,
            energy: self.table.energy(),
            momentum: self.table.momentum(),
            max_overlap: self.table.max_overlap(),
            recent: self
                .recent
                .iter()
                .rev()
                .zip(numbers)
                .map(|(event, number)| met(event, number))
                .collect(),
        }
    }
}

fn met(event: &Event<DVec2>, number: usize) -> Met {
    let (ball, side) = match event.with {
        Partner::Ball(id) => (Some(f64::from(id.0)), None),
        Partner::Wall(side) => (None, Some(f64::from(side))),
    };
    Met {
        number: number as f64,
        time: event.time,
        a: f64::from(event.a.0),
        ball,
        side,
        speed: event.speed,
    }
}

pub(crate) fn scene(pool: &mut Pool, (): &()) -> Scene {
    Scene {
        bounds: Aabb {
            min: DVec2::ZERO,
            max: SIZE,
        },
        radii: pool
            .table
            .balls()
            .map(|(_, ball)| ball.radius as f32)
            .collect(),
    }
}

/// Goes to a time; what lies before the start is the start.
pub(crate) fn go(pool: &mut Pool, until: &Until) -> Reached {
    let is_there = pool.go_to(until.time.max(0.0), until.events.max(1.0) as u64);
    // A time that cannot be gone to is as near as it is.
    pool.reached(is_there.unwrap_or(true))
}

/// Goes to right after the event of a number, or to the end.
pub(crate) fn event(pool: &mut Pool, number: &f64) -> Reached {
    pool.go_to_event(number.max(0.0) as u64);
    pool.reached(true)
}

/// How it is now.
pub(crate) fn look(pool: &mut Pool, (): &()) -> Moment {
    pool.moment()
}

/// The cue ball gets this velocity now; told is why it does not, or nothing.
pub(crate) fn shoot(pool: &mut Pool, velocity: &DVec2) -> String {
    pool.shoot(*velocity).err().unwrap_or_default()
}

/// All of the time, its events counted in so many equal parts.
pub(crate) fn line(pool: &mut Pool, parts: &f64) -> Line {
    let parts = parts.clamp(1.0, 4096.0) as usize;
    let until = |part: usize| {
        let time = (pool.end * part as f64 / parts as f64) as f32;
        pool.times.partition_point(|t| *t <= time)
    };
    Line {
        end: pool.end,
        known: pool.known,
        events: (0..parts)
            .map(|part| (until(part + 1) - until(part)) as u32)
            .collect(),
        shots: pool.shots.clone(),
    }
}

/// Where the cue ball would go with this velocity, until it meets a ball; not among disks.
pub(crate) fn aim(pool: &mut Pool, velocity: &DVec2) -> Aim {
    let mut aim = Aim {
        path: Vec::new(),
        meets: None,
        from: DVec2::ZERO,
        velocity: DVec2::ZERO,
    };
    if pool.is_crowd {
        return aim;
    }
    let mut table = pool.table.clone();
    let place = |table: &Table<DVec2>| table.ball(CUE).map(|ball| ball.center);
    aim.path.extend(place(&table));
    if table.set_velocity(CUE, *velocity).is_err() {
        return aim;
    }
    for _ in 0..AIMED {
        let event = table.step_event();
        let other = match event {
            Some(Event { a: CUE, with, .. }) => Some(with),
            Some(Event {
                a,
                with: Partner::Ball(CUE),
                ..
            }) => Some(Partner::Ball(a)),
            Some(_) => continue,
            None => None,
        };
        aim.path.extend(place(&table));
        match other {
            Some(Partner::Wall(_)) => {}
            Some(Partner::Ball(id)) => {
                aim.meets = Some(f64::from(id.0));
                if let Some(ball) = table.ball(id) {
                    (aim.from, aim.velocity) = (ball.center, ball.velocity);
                }
                break;
            }
            None => break,
        }
    }
    aim
}

/// Of all numbers of all balls, the time and the events.
pub(crate) fn hash(pool: &mut Pool, (): &()) -> String {
    let mut hash = Hash::new();
    let mut add = |x: f64| {
        let bits = x.to_bits();
        hash.add(bits as u32);
        hash.add((bits >> 32) as u32);
    };
    add(pool.table.time());
    add(pool.table.events() as f64);
    for (_, ball) in pool.table.balls() {
        for v in [ball.center, ball.velocity] {
            add(v.x);
            add(v.y);
        }
    }
    hash.digits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(disks: f64, shots: Vec<Shot>) -> Start {
        Start {
            disks,
            cue: SIZE * dvec2(0.2, 0.5),
            friction: 0.3,
            balls: 0.95,
            cushions: 0.75,
            shots,
        }
    }

    /// Nothing loses energy.
    fn elastic(disks: f64) -> Start {
        Start {
            friction: 0.0,
            balls: 1.0,
            cushions: 1.0,
            ..start(disks, vec![])
        }
    }

    fn at(pool: &mut Pool, time: f64) -> String {
        assert!(go(pool, &Until { time, events: 1e6 }).is_there);
        hash(pool, &())
    }

    const BREAK: DVec2 = dvec2(7.0, 0.05);

    #[test]
    fn a_break_ends_at_rest_and_time_goes_both_ways() {
        let mut pool = open(start(0.0, vec![])).unwrap();
        assert_eq!(shoot(&mut pool, &BREAK), "");
        let end = line(&mut pool, &100.0).end;
        assert!(end > 3.0);
        let hashes: Vec<_> = (0..=20)
            .map(|i| at(&mut pool, end * f64::from(i) / 20.0))
            .collect();
        at(&mut pool, end);
        let last = look(&mut pool, &());
        assert_eq!((last.status.as_str(), last.energy), ("at rest", 0.0));
        let counted: u32 = line(&mut pool, &100.0).events.iter().sum();
        assert!(f64::from(counted) == last.events && counted > 40);
        for i in [3, 19, 0, 20, 7, 8, 1] {
            assert_eq!(at(&mut pool, end * f64::from(i) / 20.0), hashes[i as usize]);
        }
        // Event by event, there and back.
        let by_event: Vec<_> = (0..=counted)
            .map(|number| {
                event(&mut pool, &f64::from(number));
                let moment = look(&mut pool, &());
                assert_eq!(moment.events, f64::from(number));
                assert_eq!(
                    moment.recent.first().map_or(0.0, |met| met.number),
                    moment.events
                );
                hash(&mut pool, &())
            })
            .collect();
        for number in (0..=counted).rev() {
            event(&mut pool, &f64::from(number));
            assert_eq!(hash(&mut pool, &()), by_event[number as usize]);
        }
    }

    #[test]
    fn shots_are_made_again_to_the_bit() {
        let mut pool = open(start(0.0, vec![])).unwrap();
        shoot(&mut pool, &BREAK);
        // One that will not have been, at the end; one at an event; one right after it; one in its place.
        at(&mut pool, 2.5);
        shoot(&mut pool, &dvec2(1.0, 2.0));
        event(&mut pool, &9.0);
        shoot(&mut pool, &dvec2(-3.0, 0.5));
        at(&mut pool, 1.0);
        assert_eq!(look(&mut pool, &()).shots, 2.0);
        shoot(&mut pool, &dvec2(0.3, 0.5));
        shoot(&mut pool, &dvec2(0.3, -4.5));
        let Line { end, shots, .. } = line(&mut pool, &1.0);
        assert_eq!(shots.len(), 3);
        let mut again = open(start(0.0, shots)).unwrap();
        assert_eq!(line(&mut again, &1.0).end, end);
        for time in [0.0, 0.7, end, 1.0, 0.99, 2.0] {
            assert_eq!(at(&mut again, time), at(&mut pool, time), "{time}");
        }
    }

    #[test]
    fn disks_are_kept_within_bounds() {
        let mut pool = open(elastic(1000.0)).unwrap();
        shoot(&mut pool, &dvec2(3.0, 0.0));
        let early = at(&mut pool, 0.3);
        // A little at a time, as a page does it.
        while !go(
            &mut pool,
            &Until {
                time: 1.5,
                events: 777.0,
            },
        )
        .is_there
        {}
        let late = hash(&mut pool, &());
        assert!(pool.table.events() > 5000, "{}", pool.table.events());
        assert!(
            pool.table.max_overlap() < 1e-12,
            "{}",
            pool.table.max_overlap()
        );
        assert_eq!(at(&mut pool, 0.3), early);
        assert_eq!(at(&mut pool, 1.5), late);
    }

    #[test]
    fn of_a_long_time_fewer_moments_are_kept() {
        let long = || {
            let mut pool = open(elastic(0.0)).unwrap();
            shoot(&mut pool, &BREAK);
            pool
        };
        let mut pool = long();
        let late = at(&mut pool, 1000.0);
        assert!(pool.every > 64, "{} events", pool.table.events());
        assert!(pool.kept.len() <= MOST_KEPT + 1);
        for time in [10.0, 999.0, 250.0] {
            assert_eq!(at(&mut pool, time), at(&mut long(), time));
        }
        assert_eq!(at(&mut pool, 1000.0), late);
    }

    #[test]
    fn what_cannot_be_is_told() {
        let not = |change: fn(&mut Start)| {
            let mut start = start(0.0, vec![]);
            change(&mut start);
            open(start).err().unwrap()
        };
        assert!(not(|start| start.cue = dvec2(1.9, 0.64)).contains("overlap"));
        assert!(not(|start| start.cue = dvec2(0.0, 0.0)).contains("inside"));
        assert!(not(|start| start.disks = 1e9).contains("disks"));
        assert!(not(|start| start.friction = -1.0).contains("friction"));
        assert!(not(|start| start.balls = 1.5).contains("balls"));
        assert!(not(|start| start.cushions = 1.5).contains("box"));
        let velocity = dvec2(1.0, 0.0);
        for (events, time) in [(3.0, 0.0), (0.5, 0.0), (0.0, -1.0)] {
            let mut start = start(0.0, vec![]);
            start.shots.push(Shot {
                events,
                time,
                velocity,
            });
            assert!(
                open(start).err().unwrap().contains("shot 1"),
                "{events}, {time}"
            );
        }
    }
}
