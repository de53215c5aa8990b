//! No event is missed or late: between events nothing overlaps, at events nothing jumps.

use super::replay::{Replay, cushion_distance};
use super::{POOL, R, all_models, energy, random_shot};
use carom::billiards::{
    BallState, MotionState, PoolTable, ShotEvent, ShotEventKind, ShotResult, ShotStatus, TableSpec,
    simulate,
};
use carom::glam::DVec2;
use fastrand::Rng;

/// The distance that rounding explains: far below all lengths of a table, far above 2⁻⁵² of them.
const TOLERANCE: f64 = 1e-12;

/// Checks all balls at this time against each other, the cushions and the pockets.
fn check(replay: &Replay<'_>, time: f64) {
    let on_table: Vec<DVec2> = replay
        .in_play(time)
        .iter()
        .map(|center| center.truncate())
        .collect();
    for (j, b) in on_table.iter().enumerate() {
        for a in &on_table[..j] {
            assert!(a.distance(*b) > 2.0 * R - TOLERANCE, "at {time}");
        }
        for cushion in replay.table.cushions() {
            let distance = cushion_distance(cushion, *b);
            assert!(
                distance > R - TOLERANCE,
                "{cushion:?} at {time}: {distance}"
            );
        }
        for pocket in replay.table.pockets() {
            assert!(
                b.distance(pocket.center) > pocket.radius - TOLERANCE,
                "at {time}"
            );
        }
    }
}

/// Checks an event against what was before it.
fn check_event(replay: &Replay<'_>, event: &ShotEvent) {
    let mut involved = vec![event.ball];
    if let ShotEventKind::Ball { other, speed, .. } = event.kind {
        involved.push(other);
        let [a, b] = [event.ball, other].map(|ball| replay.state(ball, event.time));
        let way = (b.position - a.position).truncate();
        assert!((way.length() - 2.0 * R).abs() < TOLERANCE);
        assert!(speed >= 0.0);
    }
    for ball in involved {
        let now = replay.state(ball, event.time);
        let after = *event.after_of(ball).unwrap();
        let is_pocketed = matches!(event.kind, ShotEventKind::Pocket { .. });
        if !is_pocketed {
            assert!(
                now.position.distance(after.position) < TOLERANCE,
                "{event:?}"
            );
        }
        if let ShotEventKind::Transition { from, to } = event.kind {
            // Nothing changes in it but the law of motion.
            assert!(now.velocity.distance(after.velocity) < 1e-12, "{event:?}");
            assert!(now.angular_velocity.distance(after.angular_velocity) < 1e-9);
            assert_ne!(from, to);
            assert_eq!(after.motion(&POOL), to, "{event:?}");
            assert!(after.slip(&POOL).length() < 1e-14, "{event:?}");
        }
    }
}

/// Samples all times between events, and checks each event.
fn check_shot(table: &PoolTable, result: &ShotResult, samples: u32) {
    let replay = Replay::follow(table, result, samples, check, check_event);
    for (number, ball) in result.balls.iter().enumerate() {
        assert_eq!(ball.is_pocketed, replay.is_out(number));
    }
}

#[test]
fn nothing_overlaps_between_events() {
    let mut random = Rng::with_seed(7);
    let specs = [
        TableSpec::POOL_7_FT,
        TableSpec::POOL_9_FT,
        TableSpec::CAROM,
        TableSpec::POOL_8_FT,
    ];
    let (mut events, mut pocketed) = (0, 0);
    for number in 0..2000 {
        let spec = specs[number % 4];
        let models = all_models()[usize::from(number.is_multiple_of(20))];
        let (table, shot) = random_shot(&mut random, spec, models);
        let result = simulate(&table, &shot).unwrap();
        assert_eq!(result.status, ShotStatus::AtRest, "{shot:?}");
        check_shot(&table, &result, 5);
        events += result.events.len();
        pocketed += result.pocketed().count();
    }
    assert!(events > 20_000 && pocketed > 300, "{events} {pocketed}");
}

#[test]
fn energy_never_grows_and_all_balls_come_to_rest_inside() {
    let mut random = Rng::with_seed(8);
    for number in 0..1000_usize {
        let models = all_models()[usize::from(number.is_multiple_of(20))];
        let (table, shot) = random_shot(&mut random, TableSpec::POOL_9_FT, models);
        let result = simulate(&table, &shot).unwrap();
        let mut states: Vec<BallState> = table.balls().iter().map(|ball| ball.state).collect();
        let mut before = f64::INFINITY;
        for event in &result.events {
            for ball in 0..states.len() as u32 {
                if let Some(state) = event.after_of(ball) {
                    states[ball as usize] = *state;
                }
                // Friction has slowed the others down since: not counted, so that the sum is an upper bound.
            }
            let now = energy(&states);
            // Pressed contacts separate at 0.24 mm/s at least.
            assert!(now <= before + 1e-8, "{event:?}: {before} {now}");
            before = now;
        }
        for ball in result.balls.iter().filter(|ball| !ball.is_pocketed) {
            assert_eq!(ball.motion(), MotionState::Stationary);
        }
        // The end is a valid start.
        assert!(table.with_balls(&result.balls).is_ok());
    }
}
