//! Demo *Billiards*: shots with spin, cushions and pockets, and their replay.
//!
//! The state is a game in the format of files, as `carom pool --physics billiards` plays it, and the result of its shot. A
//! shot takes less than a millisecond, so it is played at every change; any moment follows from its events in closed form.

mod aim;
mod answer;

use crate::codec::inputs;
use answer::{
    Aim, Ending, Happened, HappenedKind, Moment, PlacedBall, PocketedBall, Scene, Stroke, Traces,
};
use carom::Ball;
use carom::billiards::{
    BallState, MotionState, PoolBall, ShotEvent, ShotEventKind, ShotResult, TracePoint,
};
use carom_format::billiards::{BilliardsGame, result_hash};
use glam::{DVec2, dvec2};

/// Distance between two marks of spin, m.
const SPACING: f64 = 0.07;

inputs! {
    Start {
        /// The text of a file: a game of billiards.
        file: String,
    }
}

/// A game, and the result of its shot.
pub(crate) struct Hall {
    game: BilliardsGame,
    result: ShotResult,
}

pub(crate) fn open(start: Start) -> Result<Hall, String> {
    read(&start.file)
}

fn read(file: &str) -> Result<Hall, String> {
    let game = BilliardsGame::read(file.as_bytes(), "shot.json".as_ref());
    let game = game.map_err(|error| error.to_string())?;
    let result = game.play().map_err(|error| error.to_string())?;
    Ok(Hall { game, result })
}

/// Replaces the game; returns an error message and keeps the present game, or an empty string.
pub(crate) fn set(hall: &mut Hall, start: &Start) -> String {
    match read(&start.file) {
        Ok(read) => {
            *hall = read;
            String::new()
        }
        Err(message) => message,
    }
}

impl Hall {
    /// The ball that the cue strikes.
    fn struck(&self) -> u32 {
        self.game.shot.map_or(0, |shot| shot.ball)
    }

    fn slip(&self, ball: u32, state: &BallState) -> DVec2 {
        let parameters = &self.game.table.balls()[ball as usize].parameters;
        if state.motion(parameters) == MotionState::Airborne {
            return DVec2::ZERO;
        }
        state.slip(parameters)
    }

    /// Speed of the ball's surface at its equator, m/s; positive counterclockwise.
    fn side(&self, state: &BallState) -> f32 {
        (state.angular_velocity.z * self.game.table.radius()) as f32
    }
}

/// The parts of the table that do not move.
pub(crate) fn scene(hall: &mut Hall, (): &()) -> Scene {
    let table = &hall.game.table;
    let spec = table.spec();
    let pockets = table.pockets().iter();
    Scene {
        size: dvec2(spec.width, spec.length),
        radius: table.radius(),
        wood: spec.cushion_width,
        cushions: table.outlines(),
        pockets: pockets
            .map(|pocket| Ball::new(pocket.center, pocket.radius))
            .collect(),
        miscue_offset: table.cue().miscue_offset,
    }
}

/// The balls before the shot.
pub(crate) fn balls(hall: &mut Hall, (): &()) -> Vec<PlacedBall> {
    placed(hall.game.table.balls())
}

/// The shot, if the game has one.
pub(crate) fn shot(hall: &mut Hall, (): &()) -> Option<Stroke> {
    hall.game.shot.map(|shot| Stroke {
        ball: f64::from(shot.ball),
        speed: shot.speed,
        direction: shot.direction.to_degrees(),
        elevation: shot.elevation.to_degrees(),
        right: shot.right,
        above: shot.above,
    })
}

/// The straight line of aim, and what it meets; without a shot, `None`.
pub(crate) fn aim(hall: &mut Hall, (): &()) -> Option<Aim> {
    let shot = hall.game.shot?;
    aim::aim(&hall.game.table, shot.ball, shot.direction)
}

/// All balls at a time, s.
pub(crate) fn moment(hall: &mut Hall, time: &f64) -> Moment {
    let count = hall.game.table.balls().len();
    let mut moment = Moment {
        time: *time,
        events: hall.result.events.partition_point(|e| e.time <= *time) as f64,
        motions: Vec::with_capacity(count),
        places: Vec::with_capacity(2 * count),
        slips: Vec::with_capacity(2 * count),
        sides: Vec::with_capacity(count),
        energy: 0.0,
    };
    let potted = |event: &ShotEvent, ball: u32| event.ball == ball && event.kind.is_out();
    let past = &hall.result.events[..moment.events as usize];
    for (number, ball) in hall.game.table.balls().iter().enumerate() {
        let number = number as u32;
        let Some(state) = hall.result.state_at(&hall.game.table, number, *time) else {
            continue;
        };
        let is_pocketed = ball.is_pocketed || past.iter().any(|event| potted(event, number));
        let now = PoolBall {
            state,
            is_pocketed,
            ..*ball
        };
        moment.motions.push(now.motion() as u32);
        let place = state.position.truncate().as_vec2();
        moment.places.extend(place.to_array());
        let slip = hall.slip(number, &state).as_vec2();
        moment.slips.extend(slip.to_array());
        moment.sides.push(hall.side(&state));
        moment.energy += state.energy(&ball.parameters);
    }
    moment
}

/// The lines of travel of all balls, and the spin of the struck one on its way.
pub(crate) fn traces(hall: &mut Hall, (): &()) -> Traces {
    let table = &hall.game.table;
    let mut traces = Traces::default();
    for ball in 0..table.balls().len() as u32 {
        let trace = hall.result.trace(table, ball);
        traces.counts.push(trace.len() as u32);
        for point in &trace {
            traces.times.push(point.time as f32);
            let place = point.state.position.truncate().as_vec2();
            traces.places.extend(place.to_array());
        }
    }
    let struck = hall.struck();
    for TracePoint { time, state, .. } in hall.result.marks(table, struck, SPACING) {
        traces.mark_times.push(time as f32);
        let place = state.position.truncate().as_vec2();
        traces.mark_places.extend(place.to_array());
        let slip = hall.slip(struck, &state).as_vec2();
        traces.mark_slips.extend(slip.to_array());
        traces.mark_sides.push(hall.side(&state));
    }
    traces
}

/// All events in their order.
pub(crate) fn events(hall: &mut Hall, (): &()) -> Vec<Happened> {
    hall.result.events.iter().map(happened).collect()
}

fn happened(event: &ShotEvent) -> Happened {
    let plain = Happened {
        time: event.time,
        ball: f64::from(event.ball),
        place: event.after.position.truncate(),
        kind: HappenedKind::Strike,
        with: None,
        speed: None,
    };
    match event.kind {
        ShotEventKind::Strike => Happened {
            speed: Some(event.after.velocity.length()),
            ..plain
        },
        ShotEventKind::Transition { to, .. } => Happened {
            kind: HappenedKind::of(to),
            ..plain
        },
        ShotEventKind::Pocket { pocket } => Happened {
            kind: HappenedKind::Pocket,
            with: Some(f64::from(pocket)),
            ..plain
        },
        ShotEventKind::Ball { other, speed, .. } => Happened {
            kind: HappenedKind::Ball,
            with: Some(f64::from(other)),
            speed: Some(speed),
            ..plain
        },
        ShotEventKind::Cushion { cushion, speed } => Happened {
            kind: HappenedKind::Cushion,
            with: Some(f64::from(cushion)),
            speed: Some(speed),
            ..plain
        },
        ShotEventKind::Slate { speed } => Happened {
            kind: HappenedKind::Lands,
            speed: Some(speed),
            ..plain
        },
        ShotEventKind::OffTable => Happened {
            kind: HappenedKind::LeavesTable,
            ..plain
        },
    }
}

/// How the shot ends.
pub(crate) fn ending(hall: &mut Hall, (): &()) -> Ending {
    let result = &hall.result;
    let pocketed = result.pocketed().map(|(ball, pocket)| PocketedBall {
        ball: f64::from(ball),
        pocket: f64::from(pocket),
    });
    Ending {
        status: result.status.into(),
        time: result.duration,
        events: result.events.len() as f64,
        first_ball_hit: result.first_ball_hit(hall.struck()).map(f64::from),
        pocketed: pocketed.collect(),
        hash: result_hash(result),
    }
}

/// The balls for the next shot: where they are at the end, but a struck ball that was pocketed is on the head spot, or beside it
/// where that is free.
pub(crate) fn rest(hall: &mut Hall, (): &()) -> Vec<PlacedBall> {
    let table = &hall.game.table;
    let still = |ball: &PoolBall| {
        let place = ball.state.position.truncate();
        ball.with_state(BallState::at(place, &ball.parameters))
    };
    let mut balls: Vec<PoolBall> = hall.result.balls.iter().map(still).collect();
    let struck = hall.struck() as usize;
    if balls[struck].is_pocketed {
        let pocketed = balls[struck];
        balls[struck].is_pocketed = false;
        let spec = table.spec();
        let (middle, step) = (0.5 * spec.width, 0.25 * table.radius());
        let steps = (middle / step) as u32;
        let places = (0..=steps).flat_map(|i| [1.0, -1.0].map(|sign| sign * step * f64::from(i)));
        let is_free = places.into_iter().any(|x| {
            let place = dvec2(middle + x, 0.25 * spec.length);
            balls[struck].state = BallState::at(place, &pocketed.parameters);
            table.with_balls(&balls).is_ok()
        });
        if !is_free {
            balls[struck] = pocketed;
        }
    }
    placed(&balls)
}

fn placed(balls: &[PoolBall]) -> Vec<PlacedBall> {
    let placed = balls.iter().map(|ball| PlacedBall {
        place: ball.state.position.truncate(),
        is_pocketed: ball.is_pocketed,
    });
    placed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLLOWED: &str = r#"{"balls": [{"position": [0.5, 0.5]}, {"position": [0.2, 0.2]}],
        "shot": {"speed": 3, "at_ball": 1, "above": 0.4}}"#;

    #[test]
    fn a_bad_file_is_an_error_and_keeps_the_game() {
        assert_eq!(
            read("1,2,zebra").err().unwrap(),
            "a game of billiards is a JSON object: it begins with {"
        );
        let mut hall = read(FOLLOWED).unwrap();
        let before = ending(&mut hall, &()).hash;
        let set = |hall: &mut Hall, file: &str| set(hall, &Start { file: file.into() });
        let slow = r#"{"rack": "nine_ball", "shot": {"speed": -1, "direction": 90}}"#;
        assert_eq!(set(&mut hall, slow), "shot.speed must be 0 to 1,000 m/s");
        assert_eq!(ending(&mut hall, &()).hash, before);
        assert_eq!(set(&mut hall, r#"{"rack": "nine_ball"}"#), "");
        assert!(shot(&mut hall, &()).is_none() && aim(&mut hall, &()).is_none());
        assert_eq!(ending(&mut hall, &()).events, 0.0);
    }

    #[test]
    fn a_pocketed_cue_ball_comes_back_to_a_free_place() {
        let mut hall = read(FOLLOWED).unwrap();
        let pocketed: Vec<f64> = ending(&mut hall, &())
            .pocketed
            .iter()
            .map(|p| p.ball)
            .collect();
        assert_eq!(
            pocketed,
            [1.0, 0.0],
            "it follows the object ball into the pocket"
        );
        let balls = rest(&mut hall, &());
        assert!(balls[1].is_pocketed && !balls[0].is_pocketed);
        assert_eq!(balls[0].place, dvec2(0.635, 0.635), "the head spot");
        // With a ball in the way.
        let taken = FOLLOWED.replace("[0.2, 0.2]}", "[0.2, 0.2]}, {\"position\": [0.64, 0.635]}");
        let mut hall = read(&taken).unwrap();
        let balls = rest(&mut hall, &());
        let apart = balls[0].place.distance(balls[2].place);
        assert!((0.05715..0.08).contains(&apart), "{apart}");
    }

    #[test]
    fn every_moment_is_that_of_the_events() {
        let text = r#"{"rack": "eight_ball", "shot": {"speed": 9, "at_ball": 1, "right": 0.2}}"#;
        let mut hall = read(text).unwrap();
        let end = ending(&mut hall, &());
        let all = events(&mut hall, &());
        assert_eq!(
            (all.len() as f64, end.events),
            (end.events, all.len() as f64)
        );
        let last = moment(&mut hall, &end.time);
        assert_eq!((last.events, last.energy), (end.events, 0.0));
        let potted = last.motions.iter().filter(|motion| **motion == 4).count();
        assert_eq!(potted, end.pocketed.len());
        let traces = traces(&mut hall, &());
        assert_eq!(
            traces.counts.iter().sum::<u32>() as usize,
            traces.times.len()
        );
        assert!(traces.mark_times.len() > 10);
        // Where a trace ends is where its ball is at the end.
        let mut first = 0;
        for (ball, count) in traces.counts.iter().enumerate() {
            first += *count as usize;
            assert_eq!(
                traces.places[2 * first - 2..2 * first],
                last.places[2 * ball..2 * ball + 2]
            );
        }
    }
}
