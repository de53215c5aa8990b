//! Textbook shots.

use super::{POOL, R, VAST, with_states};
use carom::billiards::{
    BallFriction, BallModel, BallParameters, BallState, Cue, Models, MotionState, Phase, PoolBall,
    PoolSetup, PoolTable, Shot, ShotEventKind, TableSpec, direction_to, ghost_ball, roll_out,
    simulate, strike,
};
use carom::glam::{DVec2, DVec3, dvec2, dvec3};

const G: f64 = POOL.gravity;

fn sliding(place: DVec2, velocity: DVec2) -> BallState {
    BallState {
        velocity: velocity.extend(0.0),
        ..BallState::at(place, &POOL)
    }
}

#[test]
fn a_stunned_ball_slides_then_rolls_then_rests() {
    let v = 3.0;
    let table = with_states(VAST, &[sliding(dvec2(10., 50.), dvec2(v, 0.))]);
    let result = roll_out(&table);
    let motions: Vec<_> = result.events.iter().map(|event| event.kind).collect();
    let transition = |from, to| ShotEventKind::Transition { from, to };
    let expected = [
        transition(MotionState::Sliding, MotionState::Rolling),
        transition(MotionState::Rolling, MotionState::Stationary),
    ];
    assert_eq!(motions, expected);
    // Coriolis: it slides 12 v² / (49 µ g), and rolls on at 5/7 v.
    let (mu, roll) = (POOL.sliding_friction * G, POOL.rolling_friction * G);
    let slide = result.events[0].after;
    assert!((result.events[0].time - 2.0 * v / (7.0 * mu)).abs() < 1e-15);
    assert!((slide.position.x - 10.0 - 12.0 * v * v / (49.0 * mu)).abs() < 1e-12);
    assert!((slide.velocity.x - 5.0 / 7.0 * v).abs() < 1e-14);
    assert_eq!(slide.motion(&POOL), MotionState::Rolling);
    let end = result.balls[0].state;
    let distance = (5.0 / 7.0 * v).powi(2) / (2.0 * roll);
    assert!((end.position.x - slide.position.x - distance).abs() < 1e-11);
    assert_eq!(
        (end.velocity, end.angular_velocity),
        (DVec3::ZERO, DVec3::ZERO)
    );
}

#[test]
fn spin_about_the_vertical_outlasts_the_roll_and_ends_on_time() {
    let spin = 60.0;
    let mut state = BallState::rolling(dvec2(50., 50.), dvec2(0.3, 0.1), &POOL);
    state.angular_velocity.z = -spin;
    let result = roll_out(&with_states(VAST, &[state]));
    let ShotEventKind::Transition { to, .. } = result.events[0].kind else {
        panic!("{:?}", result.events[0]);
    };
    assert_eq!(to, MotionState::Spinning);
    let decay = 2.5 * POOL.spinning_friction * G / R;
    assert!((result.duration - spin / decay).abs() < 1e-14);
    assert_eq!(result.balls[0].motion(), MotionState::Stationary);
}

/// The states of both balls just after the first collision, and some time later when both roll.
fn after_collision(cue: BallState, object: DVec2) -> ([BallState; 2], [DVec2; 2]) {
    let table = frictionless([cue, BallState::at(object, &POOL)]);
    let result = roll_out(&table);
    let is_collision = |kind| matches!(kind, ShotEventKind::Ball { .. });
    let event = result.events.iter().find(|e| is_collision(e.kind)).unwrap();
    let after = [0, 1].map(|ball| *event.after_of(ball).unwrap());
    let rolling = [0, 1].map(|ball| {
        let roll = result.events.iter().find(|e| {
            let rolls = ShotEventKind::Transition {
                from: MotionState::Sliding,
                to: MotionState::Rolling,
            };
            e.ball == ball && e.time > event.time && e.kind == rolls
        });
        roll.map_or(DVec2::ZERO, |e| e.after.velocity.truncate())
    });
    (after, rolling)
}

/// Balls that collide elastically and without friction.
fn frictionless(states: [BallState; 2]) -> PoolTable {
    let parameters = BallParameters {
        ball_restitution: 1.0,
        ball_friction: 0.0,
        ..POOL
    };
    let friction = BallFriction::Average;
    PoolTable::new(&PoolSetup {
        spec: VAST,
        balls: states
            .map(|state| PoolBall::new(parameters, DVec2::ZERO).with_state(state))
            .to_vec(),
        models: Models {
            ball: BallModel::FrictionalInelastic { friction },
            ..Models::default()
        },
        ..PoolSetup::default()
    })
    .unwrap()
}

#[test]
fn stop_follow_and_draw() {
    let object = dvec2(50.0 + 2.0 * R, 50.0);
    let start = dvec2(50., 50.);
    // Stun: the cue ball stops dead, the object ball takes all.
    let (after, rolling) = after_collision(sliding(start, dvec2(2., 0.)), object);
    assert!(after[0].velocity.length() < 1e-14);
    assert!((after[1].velocity.x - 2.0).abs() < 1e-14);
    assert!(rolling[0].length() < 1e-13);
    // Follow: a rolling ball stops, then its spin carries it on at 2/7 of its speed.
    let (_, rolling) = after_collision(BallState::rolling(start, dvec2(2., 0.), &POOL), object);
    assert!(
        (rolling[0].x - 2.0 * 2.0 / 7.0).abs() < 1e-13,
        "{rolling:?}"
    );
    assert!((rolling[1].x - 2.0 * 5.0 / 7.0).abs() < 1e-13);
    // Draw: with backspin of natural roll, back at the same speed.
    let mut draw = BallState::rolling(start, dvec2(2., 0.), &POOL);
    draw.angular_velocity = -draw.angular_velocity;
    let (_, rolling) = after_collision(draw, object);
    assert!((rolling[0].x + 2.0 * 2.0 / 7.0).abs() < 1e-13);
}

#[test]
fn the_ninety_and_thirty_degree_rules() {
    // A half-ball hit: the line of centers is at 30 degrees.
    let cut = 30.0_f64.to_radians();
    let start = dvec2(50., 50.);
    let ghost = dvec2(50.5, 50.);
    let object = ghost + DVec2::from_angle(cut) * (2.0 * R);
    // With a sliding cue ball the two leave at a right angle.
    let mut stunned = sliding(start, dvec2(2., 0.));
    // Backspin that friction has just used up at the collision: here none is lost on a short way.
    stunned.position.x = ghost.x;
    let (after, _) = after_collision(stunned, object);
    let [a, b] = after.map(|state| state.velocity.truncate());
    assert!(a.dot(b).abs() < 1e-13 && a.length() > 0.9);
    assert!((b.to_angle() - cut).abs() < 1e-12);
    // A rolling cue ball goes off at the natural angle, Alciatore TP A-4: tan θ = sin φ cos φ / (sin² φ + 2/5).
    for fullness in [0.25, 0.5, 0.75] {
        let cut = f64::asin(1.0 - fullness);
        let object = ghost + DVec2::from_angle(cut) * (2.0 * R);
        let rolling = BallState::rolling(start, dvec2(2., 0.), &POOL);
        let (_, rolling) = after_collision(rolling, object);
        let (sin, cos) = cut.sin_cos();
        let expected = f64::atan(sin * cos / (sin * sin + 0.4));
        let angle = -rolling[0].to_angle();
        assert!((angle - expected).abs() < 1e-9, "{angle} {expected}");
        // Near half-ball hits that is 30 degrees, roughly.
        assert!(
            (angle.to_degrees() - 30.0).abs() < 4.5,
            "{}",
            angle.to_degrees()
        );
    }
}

#[test]
fn a_masse_shot_curves_by_coriolis_parabola() {
    let cue = Cue {
        end_mass: 0.0,
        ..Cue::default()
    };
    let shot = Shot::new(0, 3.0, 0.0)
        .with_offset(0.3, -0.1)
        .with_elevation(60.0_f64.to_radians());
    let ball = BallState::at(dvec2(50., 50.), &POOL);
    let start = strike(&cue, &shot, &ball, &POOL).unwrap();
    let slide = Phase::of(&start, &POOL);
    assert!(slide.acceleration().y.abs() > 0.1);
    // Coriolis (1835): the ball ends up rolling along (5 v + 2 R ω × ẑ) / 7: from the point of contact with the cloth to
    // the point at which the line of the cue meets it.
    let v = start.velocity.truncate();
    let w = start.angular_velocity;
    let expected = (v * 5.0 + dvec2(w.y, -w.x) * (2.0 * R)) / 7.0;
    let roll = slide.next().at(0.0);
    assert!((roll.velocity.truncate() - expected).length() < 1e-13);
    let (sin, cos) = shot.elevation.sin_cos();
    // The cue goes through Q on the ball, down along (cos, 0, −sin): where it meets the cloth, seen from the contact.
    let (a, b) = (shot.right, shot.above);
    let c = (1.0 - a * a - b * b).sqrt();
    let q = dvec3(-c * cos + b * sin, -a, c * sin + b * cos) * R + dvec3(0., 0., R);
    let target = q + dvec3(cos, 0., -sin) * (q.z / sin);
    assert!((target.truncate().to_angle() - expected.to_angle()).abs() < 1e-12);
}

#[test]
fn throw_follows_alciatore() {
    let spec = TableSpec::POOL_9_FT;
    let object = dvec2(0.6, 1.6);
    for cut in [-40.0_f64, -10.0, 0.0, 25.0, 60.0] {
        let line = DVec2::from_angle(80.0_f64.to_radians());
        let aim = DVec2::from_angle((80.0 + cut).to_radians());
        for spin in [-40.0, 0.0, 30.0] {
            let ghost = object - line * (2.0 * R);
            let mut cue = sliding(ghost, aim * 2.0);
            cue.angular_velocity.z = spin;
            let result = roll_out(&with_states(spec, &[cue, BallState::at(object, &POOL)]));
            let hit = result.events[0].after_of(1).unwrap().velocity.truncate();
            // TP A-14, with the surfaces slipping across the line of centers only.
            let (normal, tangent) = (2.0 * cut.to_radians().cos(), 2.0 * cut.to_radians().sin());
            let slip: f64 = tangent + R * spin;
            let mu = 9.951e-3 + 0.108 * (-1.088 * slip.abs()).exp();
            let impulse = 0.5 * (1.0 + POOL.ball_restitution) * normal;
            let friction = f64::min(mu * impulse, slip.abs() / 7.0) * slip.signum();
            let throw = f64::atan2(friction, impulse);
            let measured = hit.to_angle() - 80.0_f64.to_radians();
            assert!(
                (measured - throw).abs() < 1e-9,
                "{cut} {spin}: {measured} {throw}"
            );
        }
    }
}

#[test]
fn gearing_outside_english_gives_no_throw() {
    let cut = 35.0_f64.to_radians();
    let object = dvec2(0.6, 1.6);
    let ghost = object - DVec2::Y * (2.0 * R);
    let mut cue = sliding(
        ghost,
        DVec2::from_angle(core::f64::consts::FRAC_PI_2 + cut) * 2.0,
    );
    cue.angular_velocity.z = -2.0 * cut.sin() / R;
    let result = roll_out(&with_states(
        TableSpec::POOL_9_FT,
        &[cue, BallState::at(object, &POOL)],
    ));
    let hit = result.events[0].after_of(1).unwrap().velocity;
    // Vertical slip is left: none here, as the ball slides without topspin.
    assert!(hit.x.abs() < 1e-13 * hit.y);
}

#[test]
fn the_ghost_ball_sends_the_object_ball_to_its_target() {
    let object = dvec2(0.5, 1.2);
    let target = dvec2(0.9, 1.9);
    let cue = dvec2(0.3, 0.6);
    let ghost = ghost_ball(object, target, R).unwrap();
    let table = frictionless([cue, object].map(|place| BallState::at(place, &POOL)));
    for elevation in [0.0, 0.2] {
        let shot = Shot::new(0, 1.5, direction_to(cue, ghost)).with_elevation(elevation);
        let result = simulate(&table, &shot).unwrap();
        let hit = result
            .events
            .iter()
            .find(|e| matches!(e.kind, ShotEventKind::Ball { .. }));
        let velocity = hit.unwrap().after_of(1).unwrap().velocity.truncate();
        let expected = (target - object).to_angle();
        assert!((velocity.to_angle() - expected).abs() < 1e-12);
    }
}

#[test]
fn english_squirts_and_turns() {
    let ball = BallState::at(dvec2(1., 1.), &POOL);
    let cue = Cue::default();
    let shot = Shot::new(0, 2.0, 0.0).with_offset(0.4, 0.0);
    let right = strike(&cue, &shot, &ball, &POOL).unwrap();
    // Right english: counterclockwise from above, and squirt to the left, TP A-31.
    assert!(right.angular_velocity.z > 0.0);
    let (a, ratio) = (0.4_f64, POOL.mass / cue.end_mass);
    let c = 1.0 - a * a;
    let squirt = f64::atan(2.5 * a * c.sqrt() / (1.0 + ratio + 2.5 * c));
    assert!((right.velocity.truncate().to_angle() - squirt).abs() < 1e-15);
    // The speed of the surface at the tip is that of the tip: v + ω × q along the cue (TP A-30), without squirt.
    let straight = Cue {
        end_mass: 0.0,
        ..cue
    };
    let hit = strike(&straight, &shot.with_offset(0.3, 0.2), &ball, &POOL).unwrap();
    let q = dvec3(-(1.0_f64 - 0.13).sqrt(), -0.3, 0.2) * R;
    let surface = hit.velocity + hit.angular_velocity.cross(q);
    let momentum = POOL.mass * hit.velocity.x;
    let tip = 2.0 - momentum / cue.mass;
    // An elastic hit: the surface leaves the tip as fast as the tip came.
    assert!((surface.x - tip - 2.0).abs() < 1e-13, "{surface} {tip}");
    let energy = hit.energy(&POOL) + 0.5 * cue.mass * tip * tip;
    assert!((energy - 0.5 * cue.mass * 4.0).abs() < 1e-14);
}
