//! Demo *Pool*: event-driven billiards, with a timeline that goes forwards and backwards.
//!
//! A game is a rack and a list of shots: velocities of the cue ball at given moments. Snapshots of the table are kept along
//! the way; to go back, the demo restores the last one before that moment and simulates from there, to the same bits.

mod game;
mod rack;

use crate::codec::{answers, inputs};
use carom::Aabb;
use carom::table::{Event, Partner, Setup, Space, Status, Table};
use carom_format::Fnv;
use game::{CUE, Game, Shot};
use glam::DVec2;
use rack::{SIZE, balls};

const MOST_DISKS: f64 = 50_000.0;
/// The largest number of events simulated for the aiming line.
const AIMED: usize = 24;

inputs! {
    Start {
        /// The number of disks in place of the rack; 0 for the rack.
        disks: f64,
        /// Position of the cue ball.
        cue: DVec2,
        /// Deceleration of a rolling ball, m/s².
        friction: f64,
        /// Restitution of balls, and of cushions.
        balls: f64,
        cushions: f64,
        shots: Vec<Shot>,
    }
}

inputs! {
    Until {
        time: f64,
        /// The budget of events; if it runs out, call again.
        events: f64,
    }
}

answers! {
    /// The parts of the table that do not change.
    Scene {
        bounds: Aabb<DVec2>,
        radii: Vec<f32>,
    }
}

answers! {
    /// A collision.
    Collision {
        number: f64,
        time: f64,
        a: f64,
        /// The other ball, or the cushion: left, right, lower, upper.
        ball: Option<f64>,
        side: Option<f64>,
        /// The closing speed, m/s.
        speed: f64,
    }
}

answers! {
    /// The moment after going to a time or an event.
    Reached {
        time: f64,
        events: f64,
        /// Whether the requested moment has been reached.
        is_there: bool,
    }
}

answers! {
    Moment {
        time: f64,
        events: f64,
        /// The number of shots until now.
        shots: f64,
        status: String,
        cue: DVec2,
        velocity: DVec2,
        /// x and y of each ball; the speed of each.
        places: Vec<f32>,
        speeds: Vec<f32>,
        energy: f64,
        momentum: DVec2,
        /// The largest overlap so far, relative to the sum of the radii.
        max_overlap: f64,
        /// The last events, the latest first.
        recent: Vec<Collision>,
    }
}

answers! {
    /// The timeline.
    Line {
        /// The end: when all balls are at rest, or the limit of the timeline.
        end: f64,
        /// The time up to which the game has been simulated.
        known: f64,
        /// The number of events in each of equal parts.
        events: Vec<u32>,
        shots: Vec<Shot>,
    }
}

answers! {
    /// A preview of a shot.
    Aim {
        path: Vec<DVec2>,
        /// The first ball it hits; position and velocity of that ball after the hit.
        target: Option<f64>,
        from: DVec2,
        velocity: DVec2,
    }
}

pub(crate) fn open(start: Start) -> Result<Game, String> {
    let Start { disks, .. } = start;
    if !(0.0..=MOST_DISKS).contains(&disks) || disks.fract() != 0.0 {
        return Err(format!(
            "the number of disks must be 0 to {MOST_DISKS}, not {disks}"
        ));
    }
    if !(0.0..=1.0).contains(&start.balls) {
        return Err("the restitution of balls must be in 0..=1".into());
    }
    let setup = Setup {
        balls: balls(start.cue, disks as usize, start.balls),
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
    let mut game = Game::new(table, disks > 0.0, start.friction == 0.0);
    for (made, shot) in start.shots.iter().enumerate() {
        let events = shot.events as u64;
        if events as f64 != shot.events || !game.before_shot(made, events, shot.time) {
            return Err(format!(
                "shot {} is at a moment that does not exist",
                made + 1
            ));
        }
        game.shoot(shot.velocity)?;
    }
    game.go_to_event(0);
    Ok(game)
}

fn reached(game: &Game, is_there: bool) -> Reached {
    let (_, events, time) = game.now();
    Reached {
        time,
        events: events as f64,
        is_there,
    }
}

fn moment(game: &Game) -> Moment {
    let (shots, events, time) = game.now();
    let cue = game.table.ball(CUE);
    let mut places = Vec::with_capacity(2 * game.table.len());
    let mut speeds = Vec::with_capacity(game.table.len());
    for (_, ball) in game.table.balls() {
        places.extend(ball.center.as_vec2().to_array());
        speeds.push(ball.velocity.length() as f32);
    }
    let numbers = (0..events as usize + 1).rev();
    Moment {
        time,
        events: events as f64,
        shots: shots as f64,
        status: match game.table.status() {
            Status::AtRest => "at rest",
            Status::Collapse { .. } => "collapsed",
            Status::Limit { .. } | Status::Squeezed { .. } => "stopped",
            _ => "moving",
        }
        .into(),
        cue: cue.map_or(DVec2::ZERO, |ball| ball.center),
        velocity: cue.map_or(DVec2::ZERO, |ball| ball.velocity),
        places,
        speeds,
        energy: game.table.energy(),
        momentum: game.table.momentum(),
        max_overlap: game.table.max_overlap(),
        recent: game
            .recent
            .iter()
            .rev()
            .zip(numbers)
            .map(|(event, number)| collision(event, number))
            .collect(),
    }
}

fn collision(event: &Event<DVec2>, number: usize) -> Collision {
    let (ball, side) = match event.with {
        Partner::Ball(id) => (Some(f64::from(id.0)), None),
        Partner::Wall(side) => (None, Some(f64::from(side))),
        Partner::Enter(_) | Partner::Leave(_) => (None, None),
    };
    Collision {
        number: number as f64,
        time: event.time,
        a: f64::from(event.a.0),
        ball,
        side,
        speed: event.speed,
    }
}

pub(crate) fn scene(game: &mut Game, (): &()) -> Scene {
    Scene {
        bounds: Aabb {
            min: DVec2::ZERO,
            max: SIZE,
        },
        radii: game
            .table
            .balls()
            .map(|(_, ball)| ball.radius as f32)
            .collect(),
    }
}

/// Goes to a time; a negative time is the start.
pub(crate) fn go(game: &mut Game, until: &Until) -> Reached {
    let is_there = game.go_to(until.time.max(0.0), until.events.max(1.0) as u64);
    // An invalid time leaves the table as it is.
    reached(game, is_there.unwrap_or(true))
}

/// Goes to the moment right after the event with this number, or to the end.
pub(crate) fn event(game: &mut Game, number: &f64) -> Reached {
    game.go_to_event(number.max(0.0) as u64);
    reached(game, true)
}

/// The present moment.
pub(crate) fn look(game: &mut Game, (): &()) -> Moment {
    moment(game)
}

/// Gives the cue ball this velocity now; returns an error message, or an empty string.
pub(crate) fn shoot(game: &mut Game, velocity: &DVec2) -> String {
    game.shoot(*velocity).err().unwrap_or_default()
}

/// The timeline, with its events counted in equal parts.
pub(crate) fn line(game: &mut Game, parts: &f64) -> Line {
    let parts = parts.clamp(1.0, 4096.0) as usize;
    let until = |part: usize| {
        let time = (game.end * part as f64 / parts as f64) as f32;
        game.times.partition_point(|t| *t <= time)
    };
    Line {
        end: game.end,
        known: game.known,
        events: (0..parts)
            .map(|part| (until(part + 1) - until(part)) as u32)
            .collect(),
        shots: game.shots.clone(),
    }
}

/// The path of the cue ball with this velocity until it hits a ball; empty among disks.
pub(crate) fn aim(game: &mut Game, velocity: &DVec2) -> Aim {
    let mut aim = Aim {
        path: Vec::new(),
        target: None,
        from: DVec2::ZERO,
        velocity: DVec2::ZERO,
    };
    if game.is_crowd {
        return aim;
    }
    let mut table = game.table.clone();
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
            Some(Partner::Wall(_) | Partner::Enter(_) | Partner::Leave(_)) => {}
            Some(Partner::Ball(id)) => {
                aim.target = Some(f64::from(id.0));
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

/// Hash of time, number of events, and position and velocity of all balls.
pub(crate) fn hash(game: &mut Game, (): &()) -> String {
    let mut hash = Fnv::new();
    let mut add = |x: f64| hash.add(x.to_bits());
    add(game.table.time());
    add(game.table.events() as f64);
    for (_, ball) in game.table.balls() {
        for v in [ball.center, ball.velocity] {
            add(v.x);
            add(v.y);
        }
    }
    hash.digits()
}

#[cfg(test)]
mod tests {
    use super::game::MOST_KEPT;
    use super::*;
    use glam::dvec2;

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

    /// Settings without loss of energy.
    fn elastic(disks: f64) -> Start {
        Start {
            friction: 0.0,
            balls: 1.0,
            cushions: 1.0,
            ..start(disks, vec![])
        }
    }

    fn at(game: &mut Game, time: f64) -> String {
        assert!(go(game, &Until { time, events: 1e6 }).is_there);
        hash(game, &())
    }

    const BREAK: DVec2 = dvec2(7.0, 0.05);

    #[test]
    fn a_break_ends_at_rest_and_time_goes_both_ways() {
        let mut game = open(start(0.0, vec![])).unwrap();
        assert_eq!(shoot(&mut game, &BREAK), "");
        let end = line(&mut game, &100.0).end;
        assert!(end > 3.0);
        let hashes: Vec<_> = (0..=20)
            .map(|i| at(&mut game, end * f64::from(i) / 20.0))
            .collect();
        at(&mut game, end);
        let last = look(&mut game, &());
        assert_eq!((last.status.as_str(), last.energy), ("at rest", 0.0));
        let counted: u32 = line(&mut game, &100.0).events.iter().sum();
        assert!(f64::from(counted) == last.events && counted > 40);
        for i in [3, 19, 0, 20, 7, 8, 1] {
            assert_eq!(at(&mut game, end * f64::from(i) / 20.0), hashes[i as usize]);
        }
        // Event by event, forwards and backwards.
        let by_event: Vec<_> = (0..=counted)
            .map(|number| {
                event(&mut game, &f64::from(number));
                let moment = look(&mut game, &());
                assert_eq!(moment.events, f64::from(number));
                assert_eq!(
                    moment.recent.first().map_or(0.0, |event| event.number),
                    moment.events
                );
                hash(&mut game, &())
            })
            .collect();
        for number in (0..=counted).rev() {
            event(&mut game, &f64::from(number));
            assert_eq!(hash(&mut game, &()), by_event[number as usize]);
        }
    }

    #[test]
    fn replayed_shots_give_the_same_bits() {
        let mut game = open(start(0.0, vec![])).unwrap();
        shoot(&mut game, &BREAK);
        // A shot at the end that is discarded later; one at an event; one after it; one that replaces it.
        at(&mut game, 2.5);
        shoot(&mut game, &dvec2(1.0, 2.0));
        event(&mut game, &9.0);
        shoot(&mut game, &dvec2(-3.0, 0.5));
        at(&mut game, 1.0);
        assert_eq!(look(&mut game, &()).shots, 2.0);
        shoot(&mut game, &dvec2(0.3, 0.5));
        shoot(&mut game, &dvec2(0.3, -4.5));
        let Line { end, shots, .. } = line(&mut game, &1.0);
        assert_eq!(shots.len(), 3);
        let mut again = open(start(0.0, shots)).unwrap();
        assert_eq!(line(&mut again, &1.0).end, end);
        for time in [0.0, 0.7, end, 1.0, 0.99, 2.0] {
            assert_eq!(at(&mut again, time), at(&mut game, time), "{time}");
        }
    }

    #[test]
    fn disks_do_not_overlap_and_time_goes_both_ways() {
        let mut game = open(elastic(1000.0)).unwrap();
        shoot(&mut game, &dvec2(3.0, 0.0));
        let early = at(&mut game, 0.3);
        // In small budgets, as a page does it.
        while !go(
            &mut game,
            &Until {
                time: 1.5,
                events: 777.0,
            },
        )
        .is_there
        {}
        let late = hash(&mut game, &());
        assert!(game.table.events() > 5000, "{}", game.table.events());
        assert!(
            game.table.max_overlap() < 1e-12,
            "{}",
            game.table.max_overlap()
        );
        assert_eq!(at(&mut game, 0.3), early);
        assert_eq!(at(&mut game, 1.5), late);
    }

    #[test]
    fn a_long_game_keeps_fewer_moments() {
        let long = || {
            let mut game = open(elastic(0.0)).unwrap();
            shoot(&mut game, &BREAK);
            game
        };
        let mut game = long();
        let late = at(&mut game, 1000.0);
        assert!(game.every > 64, "{} events", game.table.events());
        assert!(game.kept.len() <= MOST_KEPT + 1);
        for time in [10.0, 999.0, 250.0] {
            assert_eq!(at(&mut game, time), at(&mut long(), time));
        }
        assert_eq!(at(&mut game, 1000.0), late);
    }

    #[test]
    fn invalid_settings_are_an_error() {
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
