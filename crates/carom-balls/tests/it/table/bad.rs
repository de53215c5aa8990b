//! Bad input: errors name the ball or wall.

use carom::glam::{DVec2, DVec3, Vec2, dvec2, vec2};
use carom::table::{BallId, Setup, Space, Status, Table, TableBall, TableError, Wall};
use carom::{Aabb, Hull, Plane, Segment, Shape};

fn with(ball: TableBall<DVec2>) -> Setup<DVec2> {
    Setup {
        balls: vec![TableBall::new(dvec2(5.0, 5.0), 1.0), ball],
        space: Space::boxed(DVec2::ZERO, dvec2(10.0, 10.0)),
        ..Setup::default()
    }
}

fn error(setup: &Setup<DVec2>) -> String {
    Table::new(setup).unwrap_err().to_string()
}

#[test]
fn numbers_of_balls() {
    let fine = TableBall::new(dvec2(2.0, 2.0), 1.0);
    assert!(Table::new(&with(fine)).is_ok());
    for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
        let at = TableBall {
            center: dvec2(bad, 2.0),
            ..fine
        };
        assert_eq!(error(&with(at)), "the center of ball 1 must be finite");
        let moving = fine.with_velocity(dvec2(0.0, bad));
        assert_eq!(
            error(&with(moving)),
            "the velocity of ball 1 must be finite"
        );
    }
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let sized = TableBall {
            radius: bad,
            ..fine
        };
        assert_eq!(
            error(&with(sized)),
            "the radius of ball 1 must be finite and more than 0"
        );
    }
    for bad in [0.0, -1.0, f64::NAN] {
        assert_eq!(
            error(&with(fine.with_mass(bad))),
            "the mass of ball 1 must be more than 0, or infinite"
        );
    }
    for bad in [-0.1, 1.1, f64::NAN] {
        assert_eq!(
            error(&with(fine.with_restitution(bad))),
            "the restitution of ball 1 must be in 0..=1"
        );
    }
    assert!(Table::new(&with(fine.with_mass(f64::INFINITY).with_restitution(0.0))).is_ok());
    assert_eq!(error(&Setup::default()), "there is no ball");
}

#[test]
fn positions_of_balls() {
    assert_eq!(
        error(&with(TableBall::new(dvec2(5.0, 6.5), 1.0))),
        "balls 0 and 1 overlap by 0.5"
    );
    assert_eq!(
        error(&with(TableBall::new(dvec2(5.0, 5.0), 1.0))),
        "balls 0 and 1 overlap by 2"
    );
    for outside in [dvec2(0.5, 5.0), dvec2(5.0, 9.5), dvec2(50.0, 5.0)] {
        assert_eq!(
            error(&with(TableBall::new(outside, 1.0))),
            "ball 1 is not inside the box"
        );
    }
    // Balls may touch, in single precision up to its rounding.
    assert!(Table::new(&with(TableBall::new(dvec2(5.0, 7.0), 1.0))).is_ok());
    assert!(Table::new(&with(TableBall::new(dvec2(1.0, 1.0), 1.0))).is_ok());
    let rack = [vec2(0.1, 0.0), vec2(0.1 + 0.3f32 / 3f32.sqrt() * 1.5, 0.15)];
    let setup = Setup {
        balls: rack.map(|at| TableBall::new(at, 0.15)).to_vec(),
        ..Setup::default()
    };
    assert!(Table::new(&setup).is_ok());
    let many = Setup {
        balls: vec![TableBall::new(DVec3::ONE, 0.5); 3_000],
        ..Setup::default()
    };
    assert!(matches!(
        Table::new(&many),
        Err(TableError::Overlap { ball: 0, .. })
    ));
}

#[test]
fn walls_and_space() {
    let fine = TableBall::new(dvec2(2.0, 2.0), 1.0);
    let walled = |wall: Wall<DVec2>| Setup {
        walls: vec![Plane::new(DVec2::Y, -5.0).into(), wall],
        ..with(fine)
    };
    let segment = |x: f64| Wall::new(Segment::new(dvec2(x, 0.0), dvec2(x, 4.0)));
    assert!(Table::new(&walled(segment(1.0))).is_ok());
    assert_eq!(
        error(&walled(segment(1.5))),
        "ball 0 is inside wall 1, 0.5 deep".replace("ball 0", "ball 1")
    );
    let solid = Wall::new(Aabb {
        min: DVec2::ZERO,
        max: dvec2(4.0, 4.0),
    });
    assert!(error(&walled(solid)).starts_with("ball 1 is inside wall 1, 3 deep"));
    let broken = Wall::new(Segment::new(dvec2(f64::NAN, 0.0), DVec2::ZERO));
    assert_eq!(
        error(&walled(broken)),
        "wall 1 has a shape that is not valid"
    );
    let none = Wall {
        parts: vec![],
        ..segment(9.0)
    };
    assert_eq!(error(&walled(none)), "wall 1 has no parts");
    assert_eq!(
        error(&walled(segment(9.0).with_restitution(2.0))),
        "wall 1 must have a restitution in 0..=1"
    );
    for kick in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            error(&walled(segment(9.0).with_kick(kick))),
            "wall 1 must have a kick that is finite and not negative"
        );
    }
    let empty = Wall::new(Shape::Hull(Hull::new([], 0.0)));
    assert_eq!(
        error(&walled(empty)),
        "wall 1 has a shape that is not valid"
    );

    let spaced = |space| Setup {
        space,
        ..with(fine)
    };
    let flat = Space::boxed(DVec2::ZERO, dvec2(10.0, 0.0));
    assert_eq!(
        error(&spaced(flat)),
        "the box must be finite and wider than 0 along each axis"
    );
    let dead = Space::Boxed {
        bounds: Aabb {
            min: DVec2::ZERO,
            max: dvec2(9., 9.),
        },
        restitution: -1.0,
    };
    assert_eq!(
        error(&spaced(dead)),
        "the restitution of the box must be in 0..=1"
    );
    let none = Space::Periodic(dvec2(10.0, 0.0));
    assert_eq!(
        error(&spaced(none)),
        "periods must be finite and more than 0"
    );
    let short = Space::Periodic(dvec2(10.0, 4.0));
    assert_eq!(
        error(&spaced(short)),
        "the radius of ball 0 must be at most 0.24 periods"
    );
    let walled = Setup {
        space: Space::Periodic(dvec2(9., 9.)),
        ..walled(segment(9.0))
    };
    assert_eq!(error(&walled), "periodic space has no walls and no regions");
    for friction in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            error(&with(fine).with_friction(friction)),
            "the friction must be finite and not negative"
        );
    }
    for gravity in [dvec2(f64::NAN, 0.0), dvec2(0.0, f64::INFINITY)] {
        assert_eq!(
            error(&with(fine).with_gravity(gravity)),
            "the gravity must be finite"
        );
    }
    assert_eq!(
        error(&with(fine).with_gravity(DVec2::X).with_friction(0.5)),
        "friction and gravity exclude each other: a falling ball does not roll"
    );
    assert!(Table::new(&with(fine).with_gravity(DVec2::ZERO).with_friction(0.5)).is_ok());
    let timeless = Setup {
        time: f64::NAN,
        ..with(fine)
    };
    assert_eq!(error(&timeless), "the time at the start must be finite");
}

#[test]
fn times_and_ids() {
    let mut table = Table::new(&with(
        TableBall::new(dvec2(2.0, 2.0), 1.0).with_velocity(dvec2(1.0, 0.5)),
    ))
    .unwrap();
    table.advance_to(3.0).unwrap();
    for time in [2.0, f64::NAN, f64::INFINITY, -1.0] {
        assert!(
            matches!(table.advance_to(time), Err(TableError::Past { .. })),
            "{time}"
        );
        assert!(table.events_until(time).is_err());
    }
    assert_eq!(
        table.advance_to(2.0).unwrap_err().to_string(),
        "the time is already 3, after 2"
    );
    // The time of an event is rounded, and still never in the past.
    for _ in 0..1000 {
        let time = table.step_event().unwrap().time;
        assert!(table.advance_to(time).is_ok());
    }
    let ball = TableBall::new(dvec2(9.0, 9.0), 0.5);
    assert_eq!(
        table.insert(BallId(1), ball),
        Err(TableError::Taken { ball: 1 })
    );
    assert!(table.set_velocity(BallId(0), dvec2(f64::NAN, 0.0)).is_err());
    let duplicate = [(3, ball), (3, TableBall::new(dvec2(3.0, 3.0), 0.5))];
    let taken = Table::with_ids(duplicate, &with(ball)).unwrap_err();
    assert_eq!(taken, TableError::Taken { ball: 3 });
}

/// The lowest and highest numbers in the range.
#[test]
fn results_do_not_depend_on_scale() {
    for exponent in [-900, -300, 0, 300, 900] {
        let scale = 2f64.powi(exponent);
        let mut table = Table::new(&Setup {
            balls: vec![
                TableBall::new(dvec2(-3.0, 0.25) * scale, scale).with_velocity(DVec2::X * scale),
                TableBall::new(DVec2::ZERO, scale),
            ],
            ..Setup::default()
        })
        .unwrap();
        let event = table.step_event().unwrap();
        assert_eq!(event.time, 3.0 - (4.0f64 - 0.0625).sqrt(), "{exponent}");
        assert!((event.normal.length() - 1.0).abs() < 1e-15);
    }
    // As far apart as double precision allows.
    let unlike = [(1e10, 1.0), (1.0, 1e-10)];
    for (place, radius) in unlike {
        let setup = Setup {
            balls: vec![
                TableBall::new(Vec2::ZERO, 0.5 * radius),
                TableBall::new(vec2(place, 0.0), radius).with_velocity(vec2(-place, 0.0)),
            ],
            ..Setup::default()
        };
        let mut table = Table::new(&setup).unwrap();
        let event = table.step_event().unwrap();
        assert!((event.time - 1.0).abs() < 1e-6, "{event:?}");
    }
}

/// Depths are in the units of the setup, and a ball deep inside a solid is found at every scale.
#[test]
fn overlaps_are_found_and_measured_at_every_scale() {
    for exponent in [-60, -20, 0, 20, 60] {
        let scale = 2f64.powi(exponent);
        let ball = |x: f64, y: f64| TableBall::new(dvec2(x, y) * scale, scale);
        let setup = Setup {
            balls: vec![ball(-8.0, 0.0)],
            walls: vec![Wall::new(Aabb {
                min: DVec2::ZERO,
                max: dvec2(16.0, 12.0) * scale,
            })],
            ..Setup::default()
        };
        let mut table = Table::new(&setup).unwrap();
        for (x, y, depth) in [(8.0, 6.0, 7.0), (-0.5, 6.0, 0.5), (15.0, 1.0, 2.0)] {
            let expected = TableError::InWall {
                ball: 1,
                wall: 0,
                depth: depth * scale,
            };
            assert_eq!(table.add(ball(x, y)), Err(expected), "{exponent}");
            let mut inside = setup.clone();
            inside.balls.push(ball(x, y));
            assert_eq!(Table::new(&inside).unwrap_err(), expected, "{exponent}");
        }
        let expected = TableError::Overlap {
            ball: 0,
            other: 1,
            depth: 0.75 * scale,
        };
        assert_eq!(table.add(ball(-6.75, 0.0)), Err(expected), "{exponent}");
        // It may touch both.
        assert!(table.add(ball(-6.0, 0.0)).is_ok() && table.add(ball(-1.0, 6.0)).is_ok());
    }
}

/// At every speed and for every time: a search without an event ends, either with certainty or by its budget.
#[test]
fn every_search_ends() {
    let row = |count: u32, velocity: DVec2, space| Setup {
        balls: (0..count)
            .map(|i| {
                TableBall::new(dvec2(0.5 + 0.21 * f64::from(i), 0.5), 0.1).with_velocity(velocity)
            })
            .collect(),
        space,
        ..Setup::default()
    };
    let periodic = Space::Periodic(DVec2::splat(100.0));
    for speed in [1.0, 1e10, 1e200] {
        for (count, space) in [
            (1, periodic),
            (2, periodic),
            (30, periodic),
            (30, Space::Open),
        ] {
            // Equal velocities: one step, at once.
            let setup = row(count, dvec2(speed, 0.25 * speed), space);
            let mut table = Table::new(&setup).unwrap();
            assert_eq!(table.step_event(), None);
            assert_eq!((table.status(), table.time()), (Status::Done, 0.0));
            let time = 1e12 / speed;
            assert_eq!(table.advance_to(time), Ok(Status::Done));
            assert_eq!(table.time(), time);
            let way = table.ball(BallId(0)).unwrap().center - dvec2(0.5, 0.5);
            let off = (way - dvec2(1e12, 0.25e12)).length();
            assert!(off < 1e12 * 1e-15, "{off:e}");
            // A ball inserted afterwards meets them at their present positions.
            let next = table.ball(BallId(0)).unwrap().center + dvec2(0.0, 5.0);
            let still = TableBall::new(next, 0.1).with_mass(f64::INFINITY);
            let id = table.add(still.with_velocity(dvec2(speed, 0.0))).unwrap();
            let met = table.step_event().unwrap();
            assert_eq!(met.with, carom::table::Partner::Ball(id));
            assert!((met.time / (time + 4.8 / (0.25 * speed)) - 1.0).abs() < 1e-9);
        }
    }
    // One of them is at another place only after very long; until then each search spends its budget.
    let mut setup = row(2, DVec2::X, Space::Periodic(DVec2::ONE));
    setup.balls[1].center.y += 0.3;
    setup.balls[1].velocity.x = 1.0 + 1e-9;
    let mut table = Table::new(&setup).unwrap();
    assert_eq!(table.advance_to(1e14), Ok(Status::Inconclusive));
    assert_eq!((table.status(), table.events()), (Status::Inconclusive, 0));
    let time = table.time();
    assert!(time > 1e4 && time < 1e14, "{time}");
    assert_eq!(table.step_event(), None);
    assert!(table.time() > 1.5 * time);
    assert_eq!(table.advance_to(table.time() + 1.0), Ok(Status::Done));
}

#[test]
fn times_beyond_the_clock() {
    let moving = with(TableBall::new(dvec2(2.0, 2.0), 1.0).with_velocity(dvec2(1.0, 0.5)));
    for setup in [
        Setup {
            space: Space::Open,
            ..moving.clone()
        },
        moving.clone().with_friction(0.1),
        moving.clone().with_gravity(DVec2::X),
        with(TableBall::new(dvec2(2.0, 2.0), 1.0)),
    ] {
        let mut table = Table::new(&setup).unwrap();
        for time in [1e18, 1e100, f64::MAX] {
            let late = table.advance_to(time).unwrap_err();
            let TableError::Late { last, until } = late else {
                panic!("{late:?}")
            };
            assert!(until == time && last > 1e14 && last < 1e18, "{late}");
            assert!(table.events_until(time).is_err());
            assert_eq!(table.time(), 0.0);
        }
    }
    // From the least time to the greatest is no exception.
    let mut table = Table::new(&Setup {
        time: -f64::MAX,
        ..moving
    })
    .unwrap();
    assert!(matches!(
        table.advance_to(f64::MAX),
        Err(TableError::Late { .. })
    ));
    // One ball becomes so fast that the clock cannot represent both its times and the time of the run.
    let mut slow = Table::new(&with(
        TableBall::new(dvec2(2.0, 2.0), 1.0).with_velocity(dvec2(1e-9, 0.0)),
    ))
    .unwrap();
    slow.advance_to(1e12).unwrap();
    slow.set_velocity(BallId(1), dvec2(1.0, 0.3)).unwrap();
    for _ in 0..1000 {
        assert!(slow.step_event().unwrap().speed.is_finite());
    }
    slow.set_velocity(BallId(1), dvec2(1e60, 0.3)).unwrap();
    let status = slow.advance(2e12, 1000);
    assert!(status.is_ok(), "{status:?}");
    assert!(slow.balls().all(|(_, ball)| ball.center.is_finite()));
    assert!(slow.time() >= 1e12);
}

#[test]
fn the_highest_id_is_taken() {
    let fine = TableBall::new(dvec2(2.0, 2.0), 1.0);
    let last = [(u32::MAX, fine), (0, TableBall::new(dvec2(8.0, 8.0), 1.0))];
    let mut table = Table::with_ids(last, &with(fine)).unwrap();
    let free = table.add(TableBall::new(dvec2(2.0, 8.0), 1.0));
    assert_eq!(free, Ok(BallId(1)));
}

/// Racks with little or no restitution end with a status after few events, on all trajectories.
#[test]
fn packed_racks_without_restitution_end() {
    for e in [0.0, 1e-300, 1e-9, 0.01, 0.1] {
        for gap in [0.0, 1e-12] {
            let mut balls =
                vec![TableBall::new(dvec2(-6.0, 0.01), 0.5).with_velocity(dvec2(9.0, 0.0))];
            for row in 0..5 {
                for place in 0..=row {
                    let y = f64::from(2 * place - row) * 0.5;
                    let at = dvec2(f64::from(row) * 0.75f64.sqrt(), y) * (1.0 + gap);
                    balls.push(TableBall::new(at, 0.5));
                }
            }
            for ball in &mut balls {
                ball.restitution = e;
            }
            let setup = Setup {
                balls,
                space: Space::boxed(dvec2(-9., -9.), dvec2(12., 9.)),
                ..Setup::default()
            };
            // A cue ball that two balls stop at once stays between them.
            let mut plain = Table::new(&setup).unwrap();
            let status = plain.advance(100.0, 1000).unwrap();
            assert!(
                matches!(status, Status::Collapse { .. }),
                "{e} {gap} {status:?}"
            );
            for setup in [
                setup.clone().with_friction(0.3),
                setup.clone().with_gravity(dvec2(0.0, -9.8)),
            ] {
                let mut table = Table::new(&setup).unwrap();
                assert_eq!(
                    table.advance(100.0, 50_000),
                    Ok(Status::AtRest),
                    "{e} {gap}"
                );
                assert!(table.max_overlap() < 1e-12);
            }
        }
    }
}

/// The lowest, highest and most unlike numbers.
#[test]
fn extreme_numbers_end_with_a_status() {
    let ball = |x: f64, v: f64| TableBall::new(dvec2(x, 0.0), 0.5).with_velocity(dvec2(v, 0.0));
    let infinite = f64::INFINITY;
    let between = |space, balls: &[TableBall<DVec2>]| Setup {
        balls: balls.to_vec(),
        space,
        ..Setup::default()
    };
    let room = Space::boxed(dvec2(-5., -5.), dvec2(5., 5.));
    let tiny = |x: f64, v: f64| TableBall::new(dvec2(x, 0.0), 5e-324).with_velocity(dvec2(v, 0.0));
    for (setup, most) in [
        (between(Space::Open, &[ball(0., 5e-324), ball(3., 0.)]), 1),
        (
            between(Space::Open, &[tiny(0., 1e-322), tiny(1e-320, 0.)]),
            1,
        ),
        (
            between(
                room,
                &[
                    ball(0., 1.).with_mass(5e-324),
                    ball(3., 0.).with_mass(1e308),
                ],
            ),
            1000,
        ),
        (
            between(
                room,
                &[
                    ball(0., 1.).with_mass(1e308),
                    ball(3., 0.).with_mass(1.5e308),
                ],
            ),
            1000,
        ),
        // No ball can give way: ever shorter intervals, and the limit ends them.
        (
            between(
                Space::Open,
                &[
                    ball(-2., 1.).with_mass(infinite),
                    ball(0., 0.),
                    ball(3., -1.).with_mass(infinite),
                ],
            ),
            10_000,
        ),
        (
            between(room, &[ball(-2., 1.).with_mass(infinite), ball(0., 0.)]),
            10_000,
        ),
        // No room at all.
        (
            between(
                Space::boxed(dvec2(-0.5, -0.5), dvec2(0.5, 9.5)),
                &[ball(0., 1.)],
            ),
            1000,
        ),
    ] {
        let mut table = Table::new(&setup).unwrap();
        let status = table.advance(1e3, most).unwrap();
        let is_expected = match status {
            Status::Events => table.events() == most,
            Status::Limit { .. } | Status::Collapse { .. } => table.events() < most,
            Status::Done | Status::AtRest => table.time() == 1e3,
            Status::Inconclusive | Status::Squeezed { .. } => false,
        };
        assert!(
            is_expected,
            "{status:?} {} {}",
            table.events(),
            table.time()
        );
        for (_, ball) in table.balls() {
            assert!(ball.center.is_finite() && ball.velocity.is_finite());
        }
        assert!(table.max_overlap() < 1e-12);
        // A failed table can be stored as well.
        let again = Table::restore(&table.snapshot()).unwrap();
        assert_eq!(again.snapshot(), table.snapshot());
    }
}

/// Balls so small that all are practically at one position, at most `spacing` apart, with random velocities.
fn dust(count: u32, radius: f64, spacing: f64, space: Space<DVec2>) -> Setup<DVec2> {
    let mut random = fastrand::Rng::with_seed(1);
    let side = count.isqrt() + 1;
    let corner = match space {
        Space::Open => DVec2::splat(0.5),
        _ => DVec2::splat(2.0 * radius),
    };
    let balls = (0..count).map(|i| {
        let cell = dvec2(f64::from(i % side), f64::from(i / side));
        let velocity = dvec2(random.f64() - 0.5, random.f64() - 0.5);
        TableBall::new(corner + cell * spacing, radius).with_velocity(velocity)
    });
    Setup {
        balls: balls.collect(),
        space,
        ..Setup::default()
    }
}

/// Searches that advance time by almost nothing end, with or without events: in a second or two each.
#[test]
fn dust_at_one_position_ends() {
    let room = Space::boxed(DVec2::ZERO, DVec2::ONE);
    let tiny = 1e-20;
    let open = dust(2000, tiny, tiny, Space::Open);
    let corner = dust(2000, tiny, 2.5 * tiny, room);
    let few = dust(50, 1e-30, 0.01, Space::Open);
    let falling = |setup: &Setup<DVec2>| setup.clone().with_gravity(dvec2(0.0, -1.0));
    let rolling = |setup: &Setup<DVec2>| setup.clone().with_friction(0.1);
    for (setup, time, events, expected) in [
        // They never collide again: all fly apart from one position.
        (open.clone(), 2.0, 2_000, Status::Done),
        (falling(&open), 2.0, 2_000, Status::Inconclusive),
        (corner.clone(), 2.0, 2_000, Status::Events),
        (falling(&corner), 2.0, 2_000, Status::Events),
        // 39 s once.
        (rolling(&corner), 2.0, 10_000, Status::Events),
        (few.clone(), 1e6, 2_000, Status::Done),
        (falling(&few), 1e9, 2_000, Status::Inconclusive),
    ] {
        let mut table = Table::new(&setup).unwrap();
        let status = table.advance(time, events).unwrap();
        assert_eq!(status, expected, "{:?} {}", setup.gravity, setup.friction);
        assert!(table.max_overlap() < 1e-12);
        if status == Status::Inconclusive {
            let before = table.time();
            assert!(before < time);
            table.advance(time, 10).unwrap();
            assert!(table.time() > before);
        }
    }
}

/// Hexagonal racks of 37 balls that fall on a floor have very many small bounces; they come to rest or reach the limit.
#[test]
fn falling_racks_end() {
    for e in [0.0, 0.3, 0.5] {
        for gap in [0.0, 1e-12] {
            let mut balls = Vec::new();
            for row in -3_i32..=3 {
                let count = 7 - row.abs();
                for place in 0..count {
                    let x = f64::from(2 * place - (count - 1)) * 0.5;
                    let at = dvec2(x, f64::from(row) * 0.75f64.sqrt()) * (1.0 + gap);
                    balls.push(TableBall::new(at, 0.5).with_restitution(e));
                }
            }
            assert_eq!(balls.len(), 37);
            let setup = Setup {
                balls,
                space: Space::boxed(dvec2(-9., -9.), dvec2(12., 9.)),
                ..Setup::default()
            };
            let mut table = Table::new(&setup.with_gravity(dvec2(0.0, -9.8))).unwrap();
            let energy = table.energy();
            let status = table.advance(100.0, 100_000).unwrap();
            let capped = status == Status::Events && table.events() == 100_000;
            assert!(capped || status == Status::AtRest, "{e} {gap} {status:?}");
            // All of them have landed by then.
            assert!(table.time() > 1.0 && table.energy() < energy - 9.8 * 100.0);
            assert!(table.max_overlap() < 1e-12);
        }
    }
}

/// The unit of speed overflows, but the speeds of slower balls do not.
#[test]
fn the_fastest_ball_spoils_no_velocity() {
    let rest = TableBall::new(dvec2(5.0, 2.0), 0.25);
    let fast = TableBall::new(dvec2(2.0, 5.0), 0.25).with_velocity(dvec2(f64::MAX, 0.0));
    let setup = Setup {
        balls: vec![rest, fast],
        space: Space::boxed(DVec2::ZERO, dvec2(10.0, 10.0)),
        ..Setup::default()
    };
    let mut table = Table::new(&setup).unwrap();
    for _ in 0..10 {
        let balls: Vec<_> = table.balls().map(|(_, ball)| ball.velocity).collect();
        assert_eq!(balls[0], DVec2::ZERO);
        assert!(!balls[1].is_nan() && balls[1].y == 0.0, "{balls:?}");
        let _ = table.step_event();
    }
}

/// Coordinates with products below the range of numbers, and points beyond the range.
#[test]
fn walls_with_extreme_coordinates() {
    use carom::glam::dvec3;
    let ball = TableBall::new(dvec3(3.0, 3.0, 3.0), 0.25);
    let setup = |wall: Wall<DVec3>| Setup {
        balls: vec![ball],
        walls: vec![wall],
        space: Space::boxed(DVec3::splat(-8.0), DVec3::splat(8.0)),
        ..Setup::default()
    };
    for least in [5e-324, 1e-300, 1e-200, 1e-150, 1e-100, 1e-50] {
        let flat = Aabb {
            min: dvec3(-0.30000000000000004, 0.0, -least),
            max: dvec3(
                -0.14326163576257436,
                0.00905373084971571,
                0.14706150343954932,
            ),
        };
        let mut table = Table::new(&setup(Wall::new(flat))).unwrap();
        assert_eq!(table.step_event(), None);
    }
    let far = Segment::new(DVec3::ZERO, DVec3::X * 1e300);
    let error = Table::new(&setup(Wall::new(far))).unwrap_err().to_string();
    assert!(error.contains("closer to the balls"), "{error}");
}
