//! Bad input: errors that name the place.

use super::POOL;
use carom::billiards::{
    BallFriction, BallModel, BallParameters, BallState, BilliardsError, Cue, CushionModel, Models,
    PocketSpec, PoolBall, PoolSetup, PoolTable, Rack, Shot, ShotEventKind, ShotStatus, TableSpec,
    aimed_at, simulate, simulate_many,
};
use carom::glam::{DVec2, DVec3, dvec2, dvec3};

fn error(change: impl FnOnce(&mut PoolSetup)) -> String {
    let mut setup = PoolSetup {
        balls: vec![PoolBall::at(dvec2(0.5, 0.5)), PoolBall::at(dvec2(0.5, 1.0))],
        ..PoolSetup::default()
    };
    assert!(PoolTable::new(&setup).is_ok());
    change(&mut setup);
    PoolTable::new(&setup).unwrap_err().to_string()
}

/// A change for the worse, and its error.
type Case<T> = (fn(&mut T), &'static str);

#[test]
fn errors_name_the_ball() {
    let parameters =
        |change: fn(&mut BallParameters)| error(|setup| change(&mut setup.balls[1].parameters));
    let cases: [Case<BallParameters>; 6] = [
        (
            |p| p.mass = 0.0,
            "the mass of ball 1 must be positive and finite",
        ),
        (
            |p| p.sliding_friction = -0.2,
            "the sliding_friction of ball 1 must be positive and finite",
        ),
        (
            |p| p.gravity = f64::NAN,
            "the gravity of ball 1 must be positive and finite",
        ),
        (
            |p| p.ball_restitution = 1.5,
            "the ball_restitution of ball 1 must be above 0 and at most 1",
        ),
        (
            |p| p.cushion_friction = -1.0,
            "the cushion_friction of ball 1 must be finite and not negative",
        ),
        (
            |p| p.radius = 0.03,
            "the radius of ball 1 must be that of ball 0: all balls have one size",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(parameters(change), expected);
    }
    let state = |change: fn(&mut BallState)| error(|setup| change(&mut setup.balls[1].state));
    let cases: [Case<BallState>; 6] = [
        (
            |s| s.position.x = f64::NAN,
            "the position of ball 1 must be finite",
        ),
        (
            |s| s.velocity.y = f64::INFINITY,
            "the velocity of ball 1 must be at most 1,000 m/s",
        ),
        (
            |s| s.position.z = 0.0,
            "the height of ball 1 must be the radius: balls are on the cloth, unless the slate lets them bounce",
        ),
        (
            |s| s.velocity.z = 1.0,
            "the vertical velocity of ball 1 must be 0: balls stay on the cloth",
        ),
        (|s| s.position.x = 0.02, "ball 1 overlaps a cushion"),
        (|s| s.position.y = -3.0, "ball 1 is outside the cushions"),
    ];
    for (change, expected) in cases {
        assert_eq!(state(change), expected);
    }
    let in_pocket = error(|setup| setup.balls[0].state.position = dvec3(0., 0., POOL.radius));
    assert_eq!(in_pocket, "ball 0 has its center above a pocket");
    let overlap = error(|setup| setup.balls[1].state.position.y = 0.55);
    assert!(
        overlap.starts_with("balls 0 and 1 overlap by 0.0071"),
        "{overlap}"
    );
    assert_eq!(error(|setup| setup.balls.clear()), "there is no ball");
    let many = error(|setup| setup.balls = vec![setup.balls[0]; 65]);
    assert_eq!(many, "65 balls are more than 64");
}

/// The limit is the speed of the surface, ω R.
#[test]
fn spin_is_limited_by_the_speed_of_the_surface() {
    let with_spin = |spin: f64| {
        let mut ball = PoolBall::at(dvec2(0.5, 0.5));
        ball.state.angular_velocity = dvec3(0.0, 0.0, spin);
        PoolTable::new(&PoolSetup {
            balls: vec![ball],
            ..PoolSetup::default()
        })
    };
    let most = 1000.0 / POOL.radius;
    for spin in [0.0, 0.999 * most, -0.999 * most] {
        assert!(with_spin(spin).is_ok(), "{spin}");
    }
    for spin in [1.001 * most, -1.001 * most, f64::NAN] {
        assert_eq!(
            with_spin(spin).unwrap_err().to_string(),
            "the angular_velocity of ball 0 must be at most 1,000 m/s at the surface"
        );
    }
}

#[test]
fn errors_name_the_dimension_and_the_model() {
    let spec = |change: fn(&mut TableSpec)| error(|setup| change(&mut setup.spec));
    assert_eq!(
        spec(|s| s.width = -1.0),
        "the width of the table must be positive and finite"
    );
    assert_eq!(
        spec(|s| s.cushion_height = 0.01),
        "the cushion_height of the table must be at least the radius of the balls and less than two"
    );
    let pockets =
        |change: fn(&mut PocketSpec)| error(|setup| change(setup.spec.pockets.as_mut().unwrap()));
    assert_eq!(
        pockets(|p| p.side_mouth = 0.0),
        "the side_mouth of the table must be positive and finite"
    );
    let depths: [Case<PocketSpec>; 4] = [
        (|p| p.corner_depth = -0.01, "corner_depth"),
        (|p| p.corner_depth = f64::INFINITY, "corner_depth"),
        (|p| p.side_depth = f64::NAN, "side_depth"),
        (|p| p.side_depth = f64::INFINITY, "side_depth"),
    ];
    for (change, what) in depths {
        let expected = format!("the {what} of the table must be finite and not negative");
        assert_eq!(pockets(change), expected);
    }
    assert!(pockets(|p| p.corner_cut = 1.0).starts_with("the corner_cut of the table must be"));
    assert!(pockets(|p| p.corner_mouth = 2.0).starts_with("the mouths and jaws of the table"));
    assert_eq!(
        pockets(|p| p.corner_radius = 0.01),
        "the capture circle of a pocket of the table must be so wide that a ball at the end of a facing is inside"
    );
    let models = |change: fn(&mut PoolSetup)| error(change);
    assert_eq!(
        models(|s| s.cue.mass = 0.0),
        "the mass of the cue must be positive and finite"
    );
    assert_eq!(
        models(|s| s.cue = Cue {
            miscue_offset: 2.0,
            ..s.cue
        }),
        "the miscue_offset of the cue must be 0 to 1"
    );
    assert_eq!(
        models(|s| s.models.cushion = CushionModel::Mathavan2010 { steps: 0 }),
        "the steps of the cushion model must be 1 to 1,000,000"
    );
    let friction = BallFriction::Alciatore {
        a: -1.0,
        b: 0.0,
        c: 0.0,
    };
    let error = PoolTable::new(&PoolSetup {
        balls: vec![PoolBall::at(dvec2(0.5, 0.5))],
        models: Models {
            ball: BallModel::FrictionalInelastic { friction },
            ..Models::default()
        },
        ..PoolSetup::default()
    });
    let (what, must) = ("friction between balls", "finite and not negative");
    assert_eq!(error.unwrap_err(), BilliardsError::Model { what, must });
    // A rack on a table that is too small.
    let tiny = TableSpec {
        width: 0.3,
        length: 0.6,
        pockets: None,
        ..TableSpec::POOL_7_FT
    };
    let error = PoolTable::racked(Rack::EightBall, tiny).unwrap_err();
    assert!(matches!(error, BilliardsError::Outside { .. }), "{error}");
}

#[test]
fn errors_name_the_shot() {
    let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT).unwrap();
    let good = Shot::new(0, 1.0, 0.0);
    let cases = [
        (
            Shot { ball: 10, ..good },
            "ball",
            "the number of a ball of the table",
        ),
        (
            Shot {
                speed: -1.0,
                ..good
            },
            "speed",
            "0 to 1,000 m/s",
        ),
        (
            Shot {
                direction: f64::NAN,
                ..good
            },
            "direction",
            "finite",
        ),
        (
            Shot {
                elevation: 2.0,
                ..good
            },
            "elevation",
            "0 to π/2",
        ),
        (
            Shot {
                right: f64::NAN,
                ..good
            },
            "right",
            "finite",
        ),
        (
            Shot {
                above: f64::INFINITY,
                ..good
            },
            "above",
            "finite",
        ),
    ];
    for (bad, what, must) in cases {
        let expected = BilliardsError::Shot {
            shot: 1,
            what,
            must,
        };
        assert_eq!(simulate_many(&table, &[good, bad]).unwrap_err(), expected);
    }
    let mut balls = table.balls().to_vec();
    balls[0].is_pocketed = true;
    balls[1].state.velocity = DVec3::X;
    let setup = PoolSetup {
        balls,
        ..PoolSetup::default()
    };
    let table = PoolTable::new(&setup).unwrap();
    let towards = table.balls()[2].state.position - table.balls()[0].state.position;
    assert_eq!(
        aimed_at(&table, 0, towards.truncate()),
        None,
        "from a pocket"
    );
    for ball in [0, 1] {
        let error = simulate(&table, &Shot { ball, ..good }).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the ball of shot 0 must be at rest on the table"
        );
    }
    assert_eq!(aimed_at(&table, 99, DVec2::X), None);
    assert_eq!(aimed_at(&table, 2, DVec2::ZERO), None);
}

#[test]
fn shots_without_effect_are_results() {
    let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT).unwrap();
    let miscue = simulate(&table, &Shot::new(0, 5.0, 1.0).with_offset(0.5, 0.1)).unwrap();
    assert_eq!(
        (miscue.status, miscue.events.len()),
        (ShotStatus::Miscue, 0)
    );
    assert_eq!(miscue.balls, table.balls());
    // At speed 0 the cue ball stays where it is.
    let still = simulate(&table, &Shot::new(0, 0.0, 1.0)).unwrap();
    assert_eq!(still.balls, table.balls());
    assert_eq!(still.events.len(), 1);
    // Nothing is hit.
    let alone = simulate(&table, &Shot::new(0, 0.3, 0.1)).unwrap();
    assert_eq!(alone.first_ball_hit(0), None);
    let hits = alone
        .events
        .iter()
        .filter(|e| matches!(e.kind, ShotEventKind::Ball { .. }));
    assert_eq!(hits.count(), 0);
}
