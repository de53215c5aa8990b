//! Cushions, and the numerical models.

use super::{POOL, R, energy, impact, impact_in_time, with_states};
use carom::billiards::{
    BallFriction, BallModel, BallParameters, BallState, CushionModel, Models, PoolBall, PoolSetup,
    PoolTable, ShotEventKind, TableSpec, roll_out,
};
use carom::glam::{DVec2, DVec3, dvec2, dvec3};

/// The state just after a ball has hit the cushion on the right, at x = 1.42.
fn rebound(cushion: CushionModel, parameters: BallParameters, state: BallState) -> BallState {
    let ball = PoolBall::new(parameters, DVec2::ZERO).with_state(state);
    let table = PoolTable::new(&PoolSetup {
        spec: TableSpec::CAROM,
        balls: vec![ball],
        models: Models {
            cushion,
            ..Models::default()
        },
        ..PoolSetup::default()
    });
    let result = roll_out(&table.unwrap());
    let event = result.events[0];
    assert_eq!(event.time, 0.0);
    assert!(
        matches!(event.kind, ShotEventKind::Cushion { cushion: 2, .. }),
        "{event:?}"
    );
    event.after
}

fn at_cushion(velocity: DVec2, spin: DVec3) -> BallState {
    BallState {
        position: dvec3(1.42 - R, 1.0, R),
        velocity: velocity.extend(0.0),
        angular_velocity: spin,
    }
}

const MATHAVAN: CushionModel = CushionModel::Mathavan2010 { steps: 400 };

#[test]
fn without_friction_a_cushion_reflects() {
    let smooth = BallParameters {
        cushion_friction: 0.0,
        ..POOL
    };
    let state = at_cushion(dvec2(1.5, 0.7), dvec3(3., 9., -20.));
    let after = rebound(CushionModel::Han2005, smooth, state);
    // Han: e acts along the contact normal, which is θ above the horizontal.
    let sin = 0.037 / R - 1.0;
    let expected = 1.5 * (1.0 - 1.85 * (1.0 - sin * sin));
    assert!((after.velocity.x - expected).abs() < 1e-14);
    assert_eq!(
        (after.velocity.y, after.angular_velocity),
        (0.7, state.angular_velocity)
    );
    let smooth = BallParameters {
        sliding_friction: 1e-12,
        ..smooth
    };
    let after = rebound(MATHAVAN, smooth, state);
    assert!((after.velocity.x + 0.85 * 1.5).abs() < 1e-9, "{after:?}");
    assert!((after.velocity.y - 0.7).abs() < 1e-9);
}

#[test]
fn english_changes_the_angle_of_the_rebound() {
    for model in [CushionModel::Han2005, MATHAVAN] {
        let along = |spin: f64| {
            let state = at_cushion(dvec2(1.5, 0.0), dvec3(0., 0., spin));
            rebound(model, POOL, state).velocity.y
        };
        // Head-on without english it comes straight back; english goes to its side, in proportion at first.
        assert!(along(0.0).abs() < 1e-15);
        assert!(along(20.0) < -0.05 && (along(20.0) + along(-20.0)).abs() < 1e-12);
        assert!(along(10.0).abs() < along(40.0).abs());
    }
}

#[test]
fn impacts_lose_energy_in_all_models() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..300 {
        let mut number = |size: f64| (random.f64() - 0.5) * size;
        let velocity = dvec2(0.05 + number(4.0).abs(), number(4.0));
        let spin = dvec3(number(200.0), number(200.0), number(200.0));
        let state = at_cushion(velocity, spin);
        for model in [CushionModel::Han2005, MATHAVAN] {
            let after = rebound(model, POOL, state);
            assert!(after.velocity.x < 0.0);
            assert!(
                after.energy(&POOL) < state.energy(&POOL),
                "{model:?} {state:?}"
            );
        }
        let other = BallState {
            position: dvec3(0.7 + 2.0 * R, 1.0, R),
            velocity: dvec3(-number(2.0).abs(), number(4.0), 0.0),
            angular_velocity: dvec3(number(200.0), number(200.0), number(200.0)),
        };
        let first = BallState {
            position: dvec3(0.7, 1.0, R),
            ..state
        };
        for friction in [BallFriction::ALCIATORE, BallFriction::Average] {
            for steps in [0, 200] {
                let (_, after) = collide([first, other], friction, steps);
                assert!(
                    energy(&after) < energy(&[first, other]),
                    "{steps} {first:?} {other:?}"
                );
            }
        }
    }
}

/// Two touching balls after their collision; 0 steps for the closed form.
fn collide(states: [BallState; 2], friction: BallFriction, steps: u32) -> (f64, [BallState; 2]) {
    let model = if steps == 0 {
        BallModel::FrictionalInelastic { friction }
    } else {
        BallModel::Mathavan2014 { friction, steps }
    };
    impact(&POOL, model, states)
}

#[test]
fn mathavans_integrals_converge() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut sums = [[0.0; 3]; 2];
    let states = 40;
    for _ in 0..states {
        let mut number = |size: f64| (random.f64() - 0.5) * size;
        let velocity = dvec2(0.5 + number(4.0).abs(), number(4.0));
        let spin = dvec3(number(150.0), number(150.0), number(150.0));
        let state = at_cushion(velocity, spin);
        let first = BallState {
            position: dvec3(0.7, 1.0, R),
            ..state
        };
        let other = BallState::at(dvec2(0.7 + 2.0 * R, 1.0), &POOL);
        let impacts = |steps: u32| {
            let after = rebound(CushionModel::Mathavan2010 { steps }, POOL, state);
            let (_, [a, b]) = collide([first, other], BallFriction::Average, steps);
            let scaled = |ball: &BallState| [ball.velocity, ball.angular_velocity * R];
            [scaled(&after).to_vec(), [scaled(&a), scaled(&b)].concat()]
        };
        let exact = impacts(10_000);
        for (k, steps) in [50, 200, 800].into_iter().enumerate() {
            for (model, found) in impacts(steps).iter().enumerate() {
                let pairs = found.iter().zip(&exact[model]);
                let error = pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
                sums[model][k] += error / f64::from(states);
            }
        }
    }
    // Four times the steps: a factor of 4 for cushions, where slip at one contact is driven by the other, of 16 for balls.
    for ([coarse, middle, fine], least) in sums.into_iter().zip([3.0, 8.0]) {
        assert!(middle < coarse / least && fine < middle / least, "{sums:?}");
    }
    assert!(sums[0][2] < 1e-3 && sums[1][0] < 1e-6, "{sums:?}");
}

/// The steps are parts of the impulse that stops two balls of these masses: 50 of them are as good for unlike ones. The limit
/// is that of the test above; a step that is 9 times as long has some 90 times the error.
#[test]
fn the_steps_of_mathavans_integral_suit_unlike_masses() {
    let states = [
        BallState {
            velocity: dvec3(1.5, 0.4, 0.0),
            angular_velocity: dvec3(30.0, -40.0, 25.0),
            ..BallState::at(dvec2(0.7, 1.0), &POOL)
        },
        BallState {
            velocity: dvec3(-0.5, 0.2, 0.0),
            angular_velocity: dvec3(-10.0, 20.0, 15.0),
            ..BallState::at(dvec2(0.7 + 2.0 * R, 1.0), &POOL)
        },
    ];
    let after = |masses: [f64; 2], steps: u32| {
        let balls = [0, 1].map(|k| {
            let parameters = BallParameters {
                mass: masses[k],
                ..POOL
            };
            PoolBall::new(parameters, DVec2::ZERO).with_state(states[k])
        });
        let friction = BallFriction::Average;
        let table = PoolTable::new(&PoolSetup {
            spec: TableSpec::CAROM,
            balls: balls.to_vec(),
            models: Models {
                ball: BallModel::Mathavan2014 { friction, steps },
                ..Models::default()
            },
            ..PoolSetup::default()
        });
        let event = roll_out(&table.unwrap()).events[0];
        [event.after, *event.after_of(1).unwrap()]
    };
    let error = |masses: [f64; 2]| {
        let [coarse, fine] = [50, 5000].map(|steps| after(masses, steps));
        let pairs = coarse.iter().zip(&fine);
        pairs.map(|(a, b)| difference(a, b)).fold(0.0, f64::max)
    };
    for masses in [
        [POOL.mass; 2],
        [0.17, 0.02],
        [0.02, 0.17],
        [3.0, 0.17],
        [0.17, 3.0],
    ] {
        let unlike = error(masses);
        assert!(unlike < 1e-6, "{masses:?}: {unlike:e}");
    }
}

/// Spin and speed in all directions, so that balls are lifted and pressed down, slip ends and turns.
#[test]
fn mathavans_integrals_agree_with_forces_in_time() {
    let mut random = fastrand::Rng::with_seed(21);
    let mut largest = [0.0; 2];
    for _ in 0..60 {
        let mut number = |size: f64| (random.f64() - 0.5) * size;
        let velocity = dvec2(0.2 + number(4.0).abs(), number(4.0));
        let state = at_cushion(velocity, dvec3(number(200.0), number(200.0), number(200.0)));
        let after = rebound(CushionModel::Mathavan2010 { steps: 40_000 }, POOL, state);
        let sin = TableSpec::CAROM.cushion_height / R - 1.0;
        let nose = dvec3((1.0 - sin * sin).sqrt(), 0.0, sin);
        let expected = impact_in_time::cushion(state, &POOL, nose);
        largest[0] = f64::max(largest[0], difference(&after, &expected));
        let first = BallState {
            position: dvec3(0.7, 1.0, R),
            ..state
        };
        let other = BallState {
            velocity: dvec3(-number(2.0).abs(), number(4.0), 0.0),
            angular_velocity: dvec3(number(200.0), number(200.0), number(200.0)),
            ..BallState::at(dvec2(0.7 + 2.0 * R, 1.0), &POOL)
        };
        for friction in [BallFriction::Average, BallFriction::ALCIATORE] {
            let (_, after) = collide([first, other], friction, 2000);
            let mu = |slip: f64| match friction {
                BallFriction::Average => POOL.ball_friction,
                BallFriction::Alciatore { a, b, c } => a + b * (-c * slip).exp(),
            };
            let expected = impact_in_time::two_balls([first, other], &POOL, mu);
            for (after, expected) in after.iter().zip(&expected) {
                largest[1] = f64::max(largest[1], difference(after, expected));
            }
        }
    }
    assert!(largest[0] < 1e-4 && largest[1] < 1e-4, "{largest:?}");
}

/// The larger difference of velocities and of speeds of the surface, m/s.
fn difference(a: &BallState, b: &BallState) -> f64 {
    let spin = a.angular_velocity.distance(b.angular_velocity) * R;
    f64::max(a.velocity.distance(b.velocity), spin)
}

#[test]
fn mathavans_balls_agree_with_the_closed_form_where_the_cloth_does_nothing() {
    // Friction acts along the cloth only: no ball is pressed onto it.
    let first = BallState {
        position: dvec3(0.7, 1.0, R),
        velocity: dvec3(1.8, 0.6, 0.0),
        angular_velocity: dvec3(0.0, 0.0, -45.0),
    };
    let other = BallState::at(dvec2(0.7 + 2.0 * R, 1.0), &POOL);
    let [exact, integrated] =
        [0, 1000].map(|steps| collide([first, other], BallFriction::ALCIATORE, steps));
    assert!((exact.0 - integrated.0).abs() < 1e-15);
    for (exact, integrated) in exact.1.iter().zip(&integrated.1) {
        assert!(exact.velocity.distance(integrated.velocity) < 1e-9);
        assert!(exact.angular_velocity.distance(integrated.angular_velocity) < 1e-7);
    }
}

#[test]
fn a_ball_pressed_into_a_cushion_comes_to_rest_in_few_events() {
    // Topspin drives it against the cushion again and again.
    let mut state = at_cushion(dvec2(0.01, 0.0), dvec3(0., 150., 40.));
    state.position.x -= 1e-3;
    let result = roll_out(&with_states(TableSpec::CAROM, &[state]));
    assert!(
        (20..5000).contains(&result.events.len()),
        "{}",
        result.events.len()
    );
    let mut before = state.energy(&POOL);
    for event in &result.events {
        let after = event.after.energy(&POOL);
        assert!(after <= before + 1e-8, "{event:?}");
        before = after;
    }
}
