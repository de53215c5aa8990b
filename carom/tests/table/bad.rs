//! What no table can be made of is told, by the ball's or wall's number.

use carom::glam::{DVec2, DVec3, Vec2, dvec2, vec2};
use carom::table::{BallId, Setup, Space, Table, TableBall, TableError, Wall};
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
        let moving = fine.moving(dvec2(0.0, bad));
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
            error(&with(fine.weighing(bad))),
            "the mass of ball 1 must be more than 0, or infinite"
        );
    }
    for bad in [-0.1, 1.1, f64::NAN] {
        assert_eq!(
            error(&with(fine.bouncing(bad))),
            "the restitution of ball 1 must be in 0..=1"
        );
    }
    assert!(Table::new(&with(fine.weighing(f64::INFINITY).bouncing(0.0))).is_ok());
    assert_eq!(error(&Setup::default()), "there is no ball");
}

#[test]
fn places_of_balls() {
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
            "ball 1 is not inside of the box"
        );
    }
    // Touching is not overlapping, in single precision within its rounding.
    assert!(Table::new(&with(TableBall::new(dvec2(5.0, 7.0), 1.0))).is_ok());
    assert!(Table::new(&with(TableBall::new(dvec2(1.0, 1.0), 1.0))).is_ok());
    let rack = [vec2(0.1, 0.0), vec2(0.1 + 0.3f32 / 3f32.sqrt() * 1.5, 0.15)];
    let setup = Setup {
        balls: rack.map(|at| TableBall::new(at, 0.15)).to_vec(),
        ..Setup::default()
    };
    assert!(Table::new(&setup).is_ok());
    let many = Setup {
        balls: vec![TableBall::new(DVec3::ONE, 0.5); 10_000],
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
        "ball 0 is inside of wall 1, 0.5 deep".replace("ball 0", "ball 1")
    );
    let solid = Wall::new(Aabb {
        min: DVec2::ZERO,
        max: dvec2(4.0, 4.0),
    });
    assert!(error(&walled(solid)).starts_with("ball 1 is inside of wall 1, 3 deep"));
    let broken = Wall::new(Segment::new(dvec2(f64::NAN, 0.0), DVec2::ZERO));
    assert_eq!(
        error(&walled(broken)),
        "wall 1 has a shape that is not valid"
    );
    let none = Wall {
        parts: vec![],
        restitution: 1.0,
    };
    assert_eq!(error(&walled(none)), "wall 1 has no parts");
    assert_eq!(
        error(&walled(segment(9.0).bouncing(2.0))),
        "wall 1 must have a restitution in 0..=1"
    );
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
    assert_eq!(error(&walled), "space that repeats has no walls");
    for friction in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            error(&with(fine).friction(friction)),
            "the friction must be finite and not negative"
        );
    }
    for gravity in [dvec2(f64::NAN, 0.0), dvec2(0.0, f64::INFINITY)] {
        assert_eq!(
            error(&with(fine).gravity(gravity)),
            "the gravity must be finite"
        );
    }
    assert_eq!(
        error(&with(fine).gravity(DVec2::X).friction(0.5)),
        "friction and gravity exclude each other: what flies does not roll"
    );
    assert!(Table::new(&with(fine).gravity(DVec2::ZERO).friction(0.5)).is_ok());
    let timeless = Setup {
        time: f64::NAN,
        ..with(fine)
    };
    assert_eq!(error(&timeless), "the time at the start must be finite");
}

#[test]
fn times_and_names() {
    let mut table = Table::new(&with(
        TableBall::new(dvec2(2.0, 2.0), 1.0).moving(dvec2(1.0, 0.5)),
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
        "it is 3 already, not 2"
    );
    // The time of an event is told rounded, and never over.
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
    let twice = [(3, ball), (3, TableBall::new(dvec2(3.0, 3.0), 0.5))];
    let taken = Table::with_ids(twice, &with(ball)).unwrap_err();
    assert_eq!(taken, TableError::Taken { ball: 3 });
}

/// The smallest and the largest numbers that there are.
#[test]
fn any_scale_is_the_same_table() {
    for exponent in [-900, -300, 0, 300, 900] {
        let scale = 2f64.powi(exponent);
        let mut table = Table::new(&Setup {
            balls: vec![
                TableBall::new(dvec2(-3.0, 0.25) * scale, scale).moving(DVec2::X * scale),
                TableBall::new(DVec2::ZERO, scale),
            ],
            ..Setup::default()
        })
        .unwrap();
        let event = table.step_event().unwrap();
        assert_eq!(event.time, 3.0 - (4.0f64 - 0.0625).sqrt(), "{exponent}");
        assert!((event.normal.length() - 1.0).abs() < 1e-15);
    }
    // As far from each other as double precision can tell.
    let unlike = [(1e10, 1.0), (1.0, 1e-10)];
    for (place, radius) in unlike {
        let setup = Setup {
            balls: vec![
                TableBall::new(Vec2::ZERO, 0.5 * radius),
                TableBall::new(vec2(place, 0.0), radius).moving(vec2(-place, 0.0)),
            ],
            ..Setup::default()
        };
        let mut table = Table::new(&setup).unwrap();
        let event = table.step_event().unwrap();
        assert!((event.time - 1.0).abs() < 1e-6, "{event:?}");
    }
}
