//! From event to event.
//!
//! A table has few balls (snooker: 22), all near each other. So there are no cells, neighbor lists or queue as in
//! [`table`](crate::table): each ball has its next event of its own (it moves in another way, hits a cushion, falls into
//! a pocket), each pair the time at which it collides if nothing else comes before. An event changes one ball or two;
//! their predictions and those of their pairs are made again, and the next event is the least of all. Boxes around the
//! paths up to the next own event reject most pairs; of the others a lower bound of the time is enough until it is the least of
//! all.
//!
//! The time of a collision is a function of the two phases alone (`Arc`, shared with [`table`](crate::table)).

mod flight;
mod predict;
mod resolve;

use super::phase::Phase;
use super::pool_ball::PoolBall;
use super::pool_table::PoolTable;
use super::result::{ShotEvent, ShotEventKind, ShotResult, ShotStatus};
use super::state::{BallState, MotionState};
use alloc::vec;
use alloc::vec::Vec;
use carom_math::Scalar;
use glam::DVec2;
use predict::{Area, Straight};

/// A shot ends after this many events. The mean of 100,000 random breaks of four kinds of racks was 120, the most 14,217: a
/// ball that friction presses against another leaves it in hops.
pub const MAX_EVENTS: usize = 50_000;

/// The next event of one ball, if it hits no other: the end of its phase (in flight it comes down on the cloth), or it is
/// stopped before.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Own {
    Transition,
    Slate,
    Pocket(u32),
    OffTable,
    Cushion(u32),
}

/// A ball since its last event.
#[derive(Clone, Copy, Debug)]
struct Track {
    phase: Phase,
    /// Start of the phase, s.
    since: f64,
    own: Own,
    /// Of the phase, for fast tests of pairs.
    kind: Kind,
}

/// A set: [`Kind::MOVES`], [`Kind::FLIES`], [`Kind::OUT`].
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind(u8);

impl Kind {
    const MOVES: u8 = 1;
    const FLIES: u8 = 2;
    const OUT: u8 = 4;

    fn of(phase: &Phase) -> Self {
        let bit = |is: bool, bit: u8| if is { bit } else { 0 };
        Self(
            bit(phase.motion().is_translating(), Self::MOVES)
                | bit(phase.is_airborne(), Self::FLIES)
                | bit(phase.is_out(), Self::OUT),
        )
    }

    /// What holds for one of two balls at least.
    fn either(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }
}

/// When two balls collide, if nothing else comes before.
#[derive(Clone, Copy, Debug)]
struct PairTime {
    time: f64,
    /// Otherwise `time` is a lower bound: the root is found when it is the least of all.
    is_exact: bool,
}

impl PairTime {
    const NEVER: Self = Self {
        time: f64::INFINITY,
        is_exact: true,
    };
}

/// The next event: its time, rank among kinds, balls.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Upcoming {
    time: f64,
    rank: u8,
    ball: u32,
    other: u32,
}

impl Upcoming {
    /// The first of two at one time.
    fn earlier(self, other: Self) -> Self {
        let key = |one: &Self| (one.rank, one.ball, one.other);
        if key(&other) < key(&self) {
            other
        } else {
            self
        }
    }
}

/// Collisions of balls, among events at one time.
const PAIR_RANK: u8 = 2;

impl Own {
    fn rank(self) -> u8 {
        match self {
            Self::Transition | Self::Slate => 0,
            Self::Pocket(_) | Self::OffTable => 1,
            Self::Cushion(_) => 3,
        }
    }
}

/// A running shot.
pub(super) struct Engine<'a> {
    table: &'a PoolTable,
    straight: Vec<Straight>,
    free: Area,
    tracks: Vec<Track>,
    /// Boxes of the centers from the start of each phase until the ball's own event.
    areas: Vec<Area>,
    /// Balls i < j, at [j n + i].
    pairs: Vec<PairTime>,
    /// Time of each ball's own event, s; infinite at rest.
    times: Vec<f64>,
    /// The least time of each row of `pairs`, and its ball.
    firsts: Vec<f64>,
    partners: Vec<u32>,
    now: f64,
    events: Vec<ShotEvent>,
}

impl<'a> Engine<'a> {
    /// Nothing is predicted yet.
    pub(super) fn new(table: &'a PoolTable) -> Self {
        let track = |ball: &PoolBall| {
            let (place, parameters) = (ball.state.position, &ball.parameters);
            let phase = match ball.motion() {
                MotionState::Pocketed => Phase::pocketed(place.truncate(), parameters),
                MotionState::OffTable => Phase::off_table(place, parameters),
                _ => Phase::of(&ball.state, parameters),
            };
            Track {
                kind: Kind::of(&phase),
                phase,
                since: 0.0,
                own: Own::Transition,
            }
        };
        let count = table.balls.len();
        Self {
            table,
            straight: Straight::all(table),
            free: Area::free(table),
            tracks: table.balls.iter().map(track).collect(),
            areas: vec![Area::of_point(DVec2::ZERO); count],
            pairs: vec![PairTime::NEVER; count * count],
            times: vec![f64::INFINITY; count],
            firsts: vec![f64::INFINITY; count],
            partners: vec![0; count],
            now: 0.0,
            events: Vec::new(),
        }
    }

    /// Gives a ball the state after the strike.
    pub(super) fn strike(&mut self, ball: u32, after: BallState) {
        self.set(ball as usize, &after);
        self.report(ball, after, ShotEventKind::Strike);
    }

    /// All events up to the end.
    pub(super) fn run(mut self) -> ShotResult {
        for ball in 0..self.tracks.len() {
            self.predict(ball);
        }
        let mut status = ShotStatus::AtRest;
        loop {
            let next = self.next();
            if next.time == f64::INFINITY {
                break;
            }
            if self.events.len() >= MAX_EVENTS {
                status = ShotStatus::TooManyEvents;
                break;
            }
            let [i, j] = [next.ball, next.other].map(|ball| ball as usize);
            if next.rank == PAIR_RANK && !self.pairs[j * self.tracks.len() + i].is_exact {
                self.set_pair(i, j, self.meeting(i, j), true);
                continue;
            }
            self.now = next.time;
            if next.rank == PAIR_RANK {
                self.collide(next.ball, next.other);
            } else {
                self.execute_own(next.ball);
            }
        }
        self.finish(status)
    }

    /// The least of all upcoming events: by time, then transitions and landings, pockets and balls off the table,
    /// collisions of balls, cushions, then by the number of the (lower) ball, then by that of the other.
    fn next(&self) -> Upcoming {
        let mut time = f64::INFINITY;
        for (own, first) in self.times.iter().zip(&self.firsts) {
            time = Scalar::min(time, Scalar::min(*own, *first));
        }
        let mut next = Upcoming {
            time,
            rank: u8::MAX,
            ball: 0,
            other: 0,
        };
        if time == f64::INFINITY {
            return next;
        }
        for (i, (own, first)) in self.times.iter().zip(&self.firsts).enumerate() {
            // Ties are rare, and so are these branches.
            if *own == time {
                let (rank, ball) = (self.tracks[i].own.rank(), i as u32);
                next = next.earlier(Upcoming {
                    rank,
                    ball,
                    other: 0,
                    ..next
                });
            }
            if *first == time {
                let (ball, other) = (self.partners[i], i as u32);
                next = next.earlier(Upcoming {
                    rank: PAIR_RANK,
                    ball,
                    other,
                    ..next
                });
            }
        }
        next
    }

    /// The state of a ball now.
    fn state(&self, ball: usize) -> BallState {
        let track = &self.tracks[ball];
        track.phase.at(self.now - track.since)
    }

    /// A ball's state after an event.
    fn set(&mut self, ball: usize, state: &BallState) {
        let parameters = &self.table.balls[ball].parameters;
        self.set_phase(ball, Phase::of(state, parameters));
    }

    fn set_phase(&mut self, ball: usize, phase: Phase) {
        let track = &mut self.tracks[ball];
        (track.kind, track.phase, track.since) = (Kind::of(&phase), phase, self.now);
    }

    fn report(&mut self, ball: u32, after: BallState, kind: ShotEventKind) {
        self.events.push(ShotEvent {
            time: self.now,
            ball,
            after,
            kind,
        });
    }

    fn finish(self, status: ShotStatus) -> ShotResult {
        let balls = (0..self.tracks.len()).map(|i| PoolBall {
            parameters: self.table.balls[i].parameters,
            state: self.state(i),
            is_pocketed: self.tracks[i].phase.is_out(),
        });
        ShotResult {
            status,
            duration: self.events.last().map_or(0.0, |event| event.time),
            balls: balls.collect(),
            events: self.events,
        }
    }
}
