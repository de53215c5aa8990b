//! Random shots with balls in the air: an independent integrator with tiny steps, completeness of events, energy.

use super::replay::{Replay, cushion_distance};
use super::{POOL, R, all_models, random_shot};
use carom::billiards::{
    BallState, Cushion, Models, MotionState, PoolTable, Shot, ShotEvent, ShotEventKind, ShotStatus,
    SlateBounce, SlateModel, TableSpec, simulate,
};
use carom::glam::{DVec2, DVec3, dvec2};
use fastrand::Rng;

const G: f64 = POOL.gravity;
/// Far above rounding, far below all lengths.
const TOLERANCE: f64 = 1e-11;

fn bouncing(models: Models) -> Models {
    Models {
        slate: SlateModel::Bouncing(SlateBounce::default()),
        ..models
    }
}

/// A random shot with the cue at up to 63 degrees.
fn random_jump(random: &mut Rng, spec: TableSpec, models: Models) -> (PoolTable, Shot) {
    let (table, shot) = random_shot(random, spec, bouncing(models));
    let elevation = 0.2 + 0.9 * random.f64();
    (table, shot.with_elevation(elevation))
}

/// Distance of a point from a cushion as a solid: the ground plan up to the height of the noses. In the plan for
/// centers up to that height, which is how the cloth has it.
fn solid_distance(cushion: &Cushion, center: DVec3, nose: f64) -> f64 {
    let plan = cushion_distance(cushion, center.truncate());
    let above = f64::max(center.z - nose, 0.0);
    f64::hypot(f64::max(plan, 0.0), above)
}

/// Nothing overlaps at this time.
fn check(replay: &Replay<'_>, time: f64) {
    let nose = replay.table.spec().cushion_height;
    let in_play = replay.in_play(time);
    for (j, b) in in_play.iter().enumerate() {
        assert!(b.z > R - TOLERANCE, "at {time}: {b}");
        for a in &in_play[..j] {
            assert!(a.distance(*b) > 2.0 * R - TOLERANCE, "at {time}: {a} {b}");
        }
        // Beyond the pockets no ball of a real table flies so low.
        let is_inside = b.truncate().cmpge(DVec2::ZERO).all()
            && b.x <= replay.table.spec().width
            && b.y <= replay.table.spec().length;
        for cushion in replay.table.cushions() {
            let distance = solid_distance(cushion, *b, nose);
            let is_free = distance > R - TOLERANCE || !is_inside;
            assert!(is_free, "{cushion:?} at {time}: {distance} from {b}");
        }
        for pocket in replay.table.pockets() {
            let is_low = b.z < nose - TOLERANCE;
            let is_in = b.truncate().distance(pocket.center) < pocket.radius - TOLERANCE;
            assert!(!(is_low && is_in), "{pocket:?} at {time}: {b}");
        }
    }
}

/// Checks an event against what was before it.
fn check_event(replay: &Replay<'_>, event: &ShotEvent) {
    let mut involved = vec![event.ball];
    if let ShotEventKind::Ball { other, .. } = event.kind {
        involved.push(other);
    }
    for ball in involved {
        let now = replay.state(ball, event.time);
        let after = *event.after_of(ball).unwrap();
        if !event.kind.is_out() {
            // A center less than 28 nm over the cloth is on it.
            let jump = now.position.distance(after.position);
            assert!(jump < 3e-8, "{event:?} {now:?}");
        }
    }
    check_landing(replay.table, event.kind, &event.after);
}

fn check_landing(table: &PoolTable, kind: ShotEventKind, after: &BallState) {
    match kind {
        ShotEventKind::Slate { speed } => {
            assert_eq!(after.position.z, R);
            let up = after.velocity.z;
            assert!(up == 0.0 || (up - 0.5 * speed).abs() < 1e-12 && up > 0.1);
        }
        ShotEventKind::OffTable => {
            let spec = table.spec();
            assert_eq!(after.position.z, spec.cushion_height + R);
            let place = after.position.truncate();
            let size = dvec2(spec.width, spec.length);
            assert!(place.cmplt(DVec2::ZERO).any() || place.cmpgt(size).any());
        }
        _ => {}
    }
}

#[test]
fn nothing_overlaps_between_events_in_space() {
    let mut random = Rng::with_seed(11);
    let specs = [
        TableSpec::POOL_7_FT,
        TableSpec::POOL_9_FT,
        TableSpec::CAROM,
        TableSpec::POOL_8_FT,
    ];
    let (mut off, mut in_air, mut most) = (0, 0, 0);
    for number in 0..2000 {
        let models = all_models()[usize::from(number % 20 == 0)];
        let (table, shot) = random_jump(&mut random, specs[number % 4], models);
        let result = simulate(&table, &shot).unwrap();
        assert_eq!(
            result.status,
            ShotStatus::AtRest,
            "{shot:?} {:?}",
            table.balls()
        );
        let replay = Replay::follow(&table, &result, 4, check, check_event);
        for (number, ball) in result.balls.iter().enumerate() {
            assert_eq!(ball.is_pocketed, replay.is_out(number));
        }
        off += result.off_table().count();
        let hits = result.events.iter().filter(|event| {
            let is_hit = matches!(
                event.kind,
                ShotEventKind::Ball { .. } | ShotEventKind::Cushion { .. }
            );
            is_hit && event.after.position.z > R
        });
        in_air += hits.count();
        most = most.max(result.events.len());
    }
    assert!(
        off > 50 && in_air > 500,
        "{off} {in_air}, at most {most} events"
    );
}

#[test]
fn energy_never_grows_in_the_air() {
    let mut random = Rng::with_seed(12);
    for number in 0..1000 {
        let models = all_models()[usize::from(number % 20 == 0)];
        let (table, shot) = random_jump(&mut random, TableSpec::POOL_9_FT, models);
        let result = simulate(&table, &shot).unwrap();
        let mut states: Vec<BallState> = table.balls().iter().map(|ball| ball.state).collect();
        let mut before = f64::INFINITY;
        for event in &result.events {
            let is_out = event.kind == ShotEventKind::OffTable;
            for ball in 0..states.len() as u32 {
                if let Some(state) = event.after_of(ball) {
                    states[ball as usize] = *state;
                    if is_out {
                        states[ball as usize].position.z = R;
                    }
                }
            }
            let of =
                |state: &BallState| state.energy(&POOL) + POOL.mass * G * (state.position.z - R);
            let now: f64 = states.iter().map(of).sum();
            // Pressed contacts separate at 0.24 mm/s at least; a ball 28 nm over the cloth may be put onto it.
            assert!(now <= before + 2e-8, "{event:?}: {before} {now}");
            before = now;
        }
        for ball in result.balls.iter().filter(|ball| !ball.is_pocketed) {
            assert_eq!(ball.motion(), MotionState::Stationary);
        }
        assert!(
            table.with_balls(&result.balls).is_ok(),
            "the end is a valid start"
        );
    }
}
