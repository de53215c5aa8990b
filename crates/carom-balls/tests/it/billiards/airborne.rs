//! Balls in the air, against closed forms.

use super::{POOL, R, VAST, energy};
use carom::billiards::{
    BallState, Models, MotionState, PoolBall, PoolSetup, PoolTable, Shot, ShotEventKind,
    ShotResult, SlateBounce, SlateModel, TableSpec, direction_to, roll_out, simulate,
};
use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use core::f64::consts::FRAC_PI_2;

const G: f64 = POOL.gravity;

fn models(slate: SlateModel) -> Models {
    Models {
        slate,
        ..Models::default()
    }
}

fn bouncing() -> Models {
    models(SlateModel::Bouncing(SlateBounce::default()))
}

/// A table with balls at rest at these places.
fn table(spec: TableSpec, models: Models, places: &[DVec2]) -> PoolTable {
    let balls = places.iter().copied().map(PoolBall::at).collect();
    PoolTable::new(&PoolSetup {
        spec,
        balls,
        models,
        ..PoolSetup::default()
    })
    .unwrap()
}

/// A table with balls in these states.
fn moving(spec: TableSpec, models: Models, states: &[BallState]) -> PoolTable {
    let balls = states
        .iter()
        .map(|state| PoolBall::at(DVec2::ZERO).with_state(*state));
    PoolTable::new(&PoolSetup {
        spec,
        balls: balls.collect(),
        models,
        ..PoolSetup::default()
    })
    .unwrap()
}

fn in_flight(place: DVec3, velocity: DVec3) -> BallState {
    BallState {
        position: place,
        velocity,
        angular_velocity: DVec3::ZERO,
    }
}

/// Times and speeds of the landings of a ball.
fn landings(result: &ShotResult, ball: u32) -> Vec<(f64, f64)> {
    let of_ball = result.events.iter().filter(|event| event.ball == ball);
    let landings = of_ball.filter_map(|event| match event.kind {
        ShotEventKind::Slate { speed } => Some((event.time, speed)),
        _ => None,
    });
    landings.collect()
}

/// The default keeps balls on the cloth: an elevated shot has the states that it had before there were balls in the air.
#[test]
fn without_the_setting_nothing_flies() {
    let places = [dvec2(0.6, 0.7), dvec2(0.6, 1.3)];
    let shot = Shot::new(0, 4.0, FRAC_PI_2).with_elevation(0.7);
    let flat = simulate(
        &table(TableSpec::POOL_9_FT, Models::default(), &places),
        &shot,
    )
    .unwrap();
    for event in &flat.events {
        assert_eq!((event.after.position.z, event.after.velocity.z), (R, 0.0));
    }
    // A level shot without contact is the same bits in both.
    let level = Shot::new(0, 2.0, 0.2).with_offset(0.3, 0.2);
    let both = [Models::default(), bouncing()]
        .map(|models| simulate(&table(VAST, models, &[dvec2(50., 50.)]), &level).unwrap());
    assert_eq!(both[0], both[1]);
}

/// Dropped from a height: each bounce has e times the speed, and they end below the threshold.
#[test]
fn a_dropped_ball_bounces_in_a_geometric_series() {
    let height = 0.5;
    let start = in_flight(dvec3(50., 50., R + height), DVec3::ZERO);
    let result = roll_out(&moving(VAST, bouncing(), &[start]));
    let landings = landings(&result, 0);
    let first = (2.0 * height / G).sqrt();
    let impact = (2.0 * G * height).sqrt();
    let (mut time, mut speed) = (first, impact);
    for landing in &landings {
        assert!((landing.0 - time).abs() < 1e-12 && (landing.1 - speed).abs() < 1e-12);
        speed *= 0.5;
        time += 2.0 * speed / G;
    }
    // 3.13 m/s halved five times is under 0.1 m/s.
    assert_eq!(landings.len(), 5);
    let end = &result.balls[0];
    assert_eq!(end.state, BallState::at(dvec2(50., 50.), &POOL));
    // The top of the second flight.
    let top = first + 0.5 * impact / G;
    let table = moving(VAST, bouncing(), &[start]);
    let state = result.state_at(&table, 0, top).unwrap();
    assert!((state.position.z - R - height * 0.25).abs() < 1e-12);
    assert!(state.velocity.z.abs() < 1e-12);
    assert_eq!(state.motion(&POOL), MotionState::Airborne);
}

/// A jump shot: angle, height and range after the slate, by hand.
#[test]
fn a_jump_shot_has_the_height_and_the_range_of_its_parabola() {
    let (speed, elevation) = (4.0, 0.6_f64);
    let shot = Shot::new(0, speed, 0.0).with_elevation(elevation);
    let spec = SlateBounce {
        restitution: 0.6,
        least_speed: 0.05,
    };
    let table = table(VAST, models(SlateModel::Bouncing(spec)), &[dvec2(50., 50.)]);
    let result = simulate(&table, &shot).unwrap();
    let ball = 2.0 * speed / (1.0 + POOL.mass / 0.567);
    let (down, forward) = (ball * elevation.sin(), ball * elevation.cos());
    // A center-ball hit has no spin: the cloth slips, with µ times the impulse of the slate.
    let lost = POOL.sliding_friction * 1.6 * down;
    assert!(lost < 2.0 / 7.0 * forward);
    let (vx, vz) = (forward - lost, 0.6 * down);
    let [strike, slate, landing] = [0, 1, 2].map(|i| result.events[i]);
    assert_eq!(
        (strike.kind, strike.time, slate.time),
        (ShotEventKind::Strike, 0.0, 0.0)
    );
    assert!((slate.after.velocity.distance(dvec3(vx, 0.0, vz))) < 1e-12);
    assert!((slate.after.angular_velocity.y - 2.5 * lost / R).abs() < 1e-9);
    assert!((landing.time - 2.0 * vz / G).abs() < 1e-12);
    assert!((landing.after.position.x - 50.0 - vx * 2.0 * vz / G).abs() < 1e-12);
    let top = result.state_at(&table, 0, vz / G).unwrap();
    assert!((top.position.z - R - vz * vz / (2.0 * G)).abs() < 1e-12);
    assert_eq!(
        top.angular_velocity, slate.after.angular_velocity,
        "spin is constant"
    );
}

/// With topspin so that the lowest point does not slip, friction leaves the ball alone.
#[test]
fn a_ball_that_lands_without_slip_keeps_its_speed() {
    let rolling = BallState::rolling(dvec2(50., 50.), dvec2(2.0, 1.0), &POOL);
    let mut start = rolling;
    (start.position.z, start.velocity.z) = (R + 0.2, 0.0);
    let result = roll_out(&moving(VAST, bouncing(), &[start]));
    let first = result.events[0];
    assert!(matches!(first.kind, ShotEventKind::Slate { .. }));
    assert!(first.after.velocity.truncate().distance(dvec2(2.0, 1.0)) < 1e-14);
    assert!(
        first
            .after
            .angular_velocity
            .distance(rolling.angular_velocity)
            < 1e-12
    );
    // And one without spin gets it, until it sticks: five sevenths of the speed are left.
    let thrown = in_flight(dvec3(50., 50., R + 2.0), dvec3(1.0, 0.0, 0.0));
    let after = roll_out(&moving(VAST, bouncing(), &[thrown])).events[0].after;
    assert!((after.velocity.x - 5.0 / 7.0).abs() < 1e-12 && after.slip(&POOL).length() < 1e-12);
}

/// A jump over a blocking ball that a flat shot hits; the ball behind it is hit by both, by the flat one never first.
#[test]
fn a_jump_shot_clears_a_ball_that_blocks_a_flat_one() {
    let places = [dvec2(0.6, 0.4), dvec2(0.6, 0.7), dvec2(0.6, 2.0)];
    let table = table(TableSpec::POOL_9_FT, bouncing(), &places);
    let aim = direction_to(places[0], places[2]);
    let flat = simulate(&table, &Shot::new(0, 4.0, aim)).unwrap();
    assert_eq!(flat.first_ball_hit(0), Some(1));
    let jump = Shot::new(0, 4.0, aim).with_elevation(0.8);
    let result = simulate(&table, &jump).unwrap();
    assert_eq!(result.first_ball_hit(0), Some(2));
    let over = |time: f64| result.state_at(&table, 0, time).unwrap().position;
    let above = (0..1000).map(|i| over(1e-3 * f64::from(i)));
    let above = above.min_by(|a, b| (a.y - 0.7).abs().total_cmp(&(b.y - 0.7).abs()));
    assert!(above.unwrap().z > 3.0 * R);
    // Without the setting the elevated cue does not help.
    let flat_table = self::table(TableSpec::POOL_9_FT, Models::default(), &places);
    assert_eq!(
        simulate(&flat_table, &jump).unwrap().first_ball_hit(0),
        Some(1)
    );
}

/// A ball that falls onto the middle of another one at rest.
#[test]
fn a_ball_falls_onto_another() {
    let below = BallState::at(dvec2(50., 50.), &POOL);
    let above = in_flight(dvec3(50., 50., 3.0 * R + 0.3), DVec3::ZERO);
    let result = roll_out(&moving(VAST, bouncing(), &[below, above]));
    let hit = result.events[0];
    let speed = (2.0 * G * 0.3).sqrt();
    let ShotEventKind::Ball {
        other: 1,
        other_after,
        speed: approach,
    } = hit.kind
    else {
        panic!("{hit:?}");
    };
    assert!((approach - speed).abs() < 1e-12);
    assert!((hit.time - speed / G).abs() < 1e-12);
    // e = 0.95, equal masses.
    assert!((hit.after.velocity.z + 0.975 * speed).abs() < 1e-12);
    assert!((other_after.velocity.z + 0.025 * speed).abs() < 1e-12);
    // The lower one comes off the slate at once.
    let slate = result.events[1];
    assert_eq!((slate.ball, slate.time), (0, hit.time));
    assert!((slate.after.velocity.z - 0.4875 * speed).abs() < 1e-12);
}

/// Two balls thrown at each other in flight meet where both parabolas, which differ by a straight line, are.
#[test]
fn two_balls_in_flight_meet_in_space() {
    let states = [
        in_flight(dvec3(50., 50., 0.5), dvec3(2.0, 0.1, 1.5)),
        in_flight(dvec3(51., 50.02, 0.6), dvec3(-2.0, 0.0, 1.0)),
    ];
    let result = roll_out(&moving(VAST, bouncing(), &states));
    let hit = result.events[0];
    let (way, v) = (
        states[1].position - states[0].position,
        states[1].velocity - states[0].velocity,
    );
    let (b, a) = (way.dot(v), v.length_squared());
    let c = way.length_squared() - 4.0 * R * R;
    let time = (-b - (b * b - a * c).sqrt()) / a;
    assert!((hit.time - time).abs() < 1e-14, "{hit:?}");
    let ShotEventKind::Ball { other_after, .. } = hit.kind else {
        panic!("{hit:?}");
    };
    assert!((hit.after.position.distance(other_after.position) - 2.0 * R).abs() < 1e-14);
    let momentum = hit.after.velocity + other_after.velocity;
    let down = dvec3(0.0, 0.0, -2.0 * G * time);
    assert!(momentum.distance(states[0].velocity + states[1].velocity + down) < 1e-13);
    assert!(energy(&[hit.after, other_after]) < 0.5 * POOL.mass * 20.0);
}

/// Towards the cushion at x = 0, at different heights.
#[test]
fn a_cushion_stops_low_balls_and_lets_high_ones_pass() {
    let spec = TableSpec::CAROM;
    let nose = spec.cushion_height;
    // At x = 0.2 now, at x = R in 0.05 s with this height; level there.
    let thrown = |height: f64| {
        let t = 0.05;
        let speed = (0.2 - R) / t;
        let rise = G * t;
        let start = height - 0.5 * G * t * t;
        in_flight(dvec3(0.2, 1.0, start), dvec3(-speed, 0.0, rise))
    };
    let first = |height: f64| {
        let start = thrown(height);
        roll_out(&moving(spec, bouncing(), &[start])).events[0]
    };
    let low = in_flight(dvec3(0.2, 1.0, R + 0.001), dvec3(-3.0, 0.0, 0.3));
    let event = roll_out(&moving(spec, bouncing(), &[low])).events[0];
    let ShotEventKind::Cushion { cushion: 0, speed } = event.kind else {
        panic!("{event:?}");
    };
    assert!((event.after.position.x - R).abs() < 1e-14 && speed == 3.0);
    assert!(event.after.position.z < nose && event.after.velocity.x > 0.0);
    // The nose is above the center and drives the ball down.
    assert!(event.after.velocity.z < 0.3 - G * event.time);
    // Over the nose: on the edge, exactly at R from it, thrown up.
    let edge = first(nose + 0.8 * R);
    assert!(
        matches!(edge.kind, ShotEventKind::Cushion { cushion: 0, .. }),
        "{edge:?}"
    );
    let place = edge.after.position;
    let from_nose = dvec2(place.x, place.z - nose);
    assert!((from_nose.length() - R).abs() < 1e-14 && place.z > nose);
    assert!(edge.after.velocity.z > 0.5);
    // Higher: over it, and off the table.
    let over = first(nose + 2.0 * R);
    assert_eq!(over.kind, ShotEventKind::OffTable);
    assert!((over.after.position.z - nose - R).abs() < 1e-14 && over.after.position.x < 0.0);
    assert_eq!(over.after.velocity, DVec3::ZERO);
    let end = roll_out(&moving(spec, bouncing(), &[thrown(nose + 2.0 * R)]));
    assert_eq!(
        (end.balls[0].motion(), end.events.len()),
        (MotionState::OffTable, 1)
    );
    let replayed = end
        .state_at(&moving(spec, bouncing(), &[low]), 0, 9.0)
        .unwrap();
    assert_eq!(replayed, end.balls[0].state);
}

/// It comes down so steeply that its center falls away from the nose, which is above: the cushion below the nose takes
/// its horizontal speed back.
#[test]
fn a_cushion_returns_the_horizontal_speed_of_a_ball_that_falls_along_it() {
    let spec = TableSpec::CAROM;
    let start = in_flight(
        dvec3(R + 0.001, 1.0, spec.cushion_height - 0.001),
        dvec3(-1.0, 0.0, -5.0),
    );
    let event = roll_out(&moving(spec, bouncing(), &[start])).events[0];
    assert!(
        matches!(event.kind, ShotEventKind::Cushion { cushion: 0, .. }),
        "{event:?}"
    );
    assert!((event.time - 1e-3).abs() < 1e-12);
    let up = (spec.cushion_height - event.after.position.z) / R;
    assert!(up > 0.0 && 5.0 * up > (1.0 - up * up).sqrt(), "{up}");
    let returned = event.after.velocity.x;
    assert!(
        (returned - POOL.cushion_restitution).abs() < 1e-12,
        "{returned}"
    );
}

/// A corner pocket: low across its circle, down into it, high over it.
#[test]
fn pockets_capture_balls_up_to_the_height_of_the_noses() {
    let spec = TableSpec::POOL_9_FT;
    let empty = table(spec, bouncing(), &[dvec2(0.6, 0.7)]);
    let pocket = empty.pockets()[0];
    let to = (pocket.center - dvec2(0.3, 0.3)).normalize();
    let first = |height: f64, speed: f64, rise: f64| {
        let start = in_flight(dvec3(0.3, 0.3, height), (to * speed).extend(rise));
        roll_out(&moving(spec, bouncing(), &[start])).events[0]
    };
    let captured = first(R + 0.003, 5.0, 0.42);
    assert_eq!(captured.kind, ShotEventKind::Pocket { pocket: 0 });
    let entry = (dvec2(0.3, 0.3).distance(pocket.center) - pocket.radius) / 5.0;
    assert!((captured.time - entry).abs() < 1e-14);
    // Above its center at the height of the nose.
    let from = dvec2(0.3, 0.3).distance(pocket.center);
    let t: f64 = 0.2;
    let dropped = first(spec.cushion_height + 0.5 * G * t * t, from / t, 0.0);
    assert_eq!(dropped.kind, ShotEventKind::Pocket { pocket: 0 });
    assert!((dropped.time - t).abs() < 1e-12);
    let over = first(0.3, 6.0, 1.0);
    assert_eq!(over.kind, ShotEventKind::OffTable);
}

#[test]
fn bad_values_and_balls_in_the_air_without_the_setting_are_errors() {
    let high = in_flight(dvec3(0.5, 0.5, 0.2), DVec3::ZERO);
    let of = |slate: SlateModel, state: BallState| {
        PoolTable::new(&PoolSetup {
            balls: vec![PoolBall::at(DVec2::ZERO).with_state(state)],
            models: models(slate),
            ..PoolSetup::default()
        })
    };
    let text = |slate, state| of(slate, state).unwrap_err().to_string();
    let on_cloth = "the height of ball 0 must be the radius: balls are on the cloth, unless the slate lets them bounce";
    assert_eq!(text(SlateModel::Absorbing, high), on_cloth);
    let bounce = |restitution, least_speed| {
        SlateModel::Bouncing(SlateBounce {
            restitution,
            least_speed,
        })
    };
    let still = BallState::at(dvec2(0.5, 0.5), &POOL);
    for bad in [f64::NAN, -0.1, 1.1] {
        let message = "the restitution of the slate must be 0 to 1";
        assert_eq!(text(bounce(bad, 0.1), still), message);
    }
    for bad in [f64::NAN, 0.0, 11.0] {
        let message = "the least_speed of the slate must be 0.001 to 10 m/s";
        assert_eq!(text(bounce(0.5, bad), still), message);
    }
    let low = in_flight(dvec3(0.5, 0.5, 0.5 * R), DVec3::ZERO);
    let message = "the height of ball 0 must be the radius to 1,000 m";
    assert_eq!(text(bounce(0.5, 0.1), low), message);
    // A ball in the air cannot be struck.
    let table = of(bounce(0.5, 0.1), high).unwrap();
    let error = simulate(&table, &Shot::new(0, 1.0, 0.0)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the ball of shot 0 must be at rest on the table"
    );
}
