//! Regions: events where a ball's center enters and leaves, and pockets.

use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::table::{BallId, Partner, Region, Setup, Space, Status, Table, TableBall, Wall};
use carom::{Aabb, Ball, Capsule, Hull, Plane, Segment, Shape, Triangle, Vector};
use fastrand::Rng;

fn table<V: Vector<Scalar = f64, Double = V>>(setup: &Setup<V>) -> Table<V> {
    Table::new(setup).unwrap()
}

fn one(velocity: DVec2, region: impl Into<Shape<DVec2>>) -> Setup<DVec2> {
    Setup {
        balls: vec![TableBall::new(DVec2::ZERO, 0.5).with_velocity(velocity)],
        regions: vec![Region::new(region)],
        ..Setup::default()
    }
}

/// The times and partners of all events up to a time.
fn crossings<V: Vector<Scalar = f64, Double = V>>(
    setup: &Setup<V>,
    end: f64,
) -> Vec<(f64, Partner)> {
    let mut table = table(setup);
    let events = table.events_until(end).unwrap();
    events.map(|event| (event.time, event.with)).collect()
}

#[test]
fn straight_rolling_and_falling_balls_cross_at_the_closed_forms() {
    let (enter, leave) = (Partner::Enter(0), Partner::Leave(0));
    let there = crossings(&one(dvec2(2., 0.), Ball::new(dvec2(4., 0.6), 1.)), 9.);
    assert_eq!(there.len(), 2);
    assert_eq!([there[0].1, there[1].1], [enter, leave]);
    assert!((there[0].0 - 1.6).abs() < 1e-15 && (there[1].0 - 2.4).abs() < 1e-15);
    // Boxes, triangles, capsules, a half-space that it never leaves.
    let block = Aabb {
        min: dvec2(1., -1.),
        max: dvec2(3., 1.),
    };
    assert_eq!(
        crossings(&one(dvec2(2., 0.), block), 9.),
        [(0.5, enter), (1.5, leave)]
    );
    let corner = Triangle::new(dvec2(1., -1.), dvec2(3., -1.), dvec2(1., 1.));
    assert_eq!(
        crossings(&one(dvec2(2., 0.), corner), 9.),
        [(0.5, enter), (1.0, leave)]
    );
    let gate = Capsule::new(dvec2(3., -1.), dvec2(3., 1.), 0.5);
    assert_eq!(
        crossings(&one(dvec2(2., 0.), gate), 9.),
        [(1.25, enter), (1.75, leave)]
    );
    let far = Plane::new(dvec2(-1., 0.), -5.);
    assert_eq!(crossings(&one(dvec2(2., 0.), far), 9.), [(2.5, enter)]);
    // 2 t - t² / 4 = 3: t = 2; it rests after 4 s, at 4, within the box.
    let wide = Aabb {
        max: dvec2(9., 1.),
        min: dvec2(3., -1.),
    };
    let rolling = one(dvec2(2., 0.), wide).with_friction(0.5);
    assert_eq!(crossings(&rolling, 9.), [(2.0, enter)]);
    // Up at 4 against 2: 4 t - t² = 3 at 1 and 3.
    let above = Plane::new(dvec2(0., -1.), -3.);
    let thrown = one(dvec2(1., 4.), above).with_gravity(dvec2(0., -2.));
    assert_eq!(crossings(&thrown, 9.), [(1.0, enter), (3.0, leave)]);
}

#[test]
fn a_ball_that_starts_inside_enters_then() {
    let setup = one(dvec2(2., 0.), Ball::new(DVec2::ZERO, 1.));
    let (enter, leave) = (Partner::Enter(0), Partner::Leave(0));
    assert_eq!(crossings(&setup, 9.), [(0., enter), (0.5, leave)]);
    // At rest, too: without a direction. A touch from outside is no crossing.
    let mut still = table(&one(DVec2::ZERO, Ball::new(DVec2::ZERO, 1.)));
    let event = still.step_event().unwrap();
    assert_eq!(
        (event.with, event.normal, event.speed),
        (enter, DVec2::ZERO, 0.)
    );
    assert_eq!(still.step_event(), None);
    assert!(still.is_inside(BallId(0), 0) && !still.is_inside(BallId(0), 1));
    assert_eq!(
        crossings(&one(dvec2(-2., 0.), Ball::new(dvec2(1., 0.), 1.)), 9.),
        []
    );
    // Nor is rest on the edge, or flight along it.
    for velocity in [DVec2::ZERO, dvec2(0., 2.)] {
        let setup = one(velocity, Ball::new(dvec2(1., 0.), 1.));
        assert_eq!(crossings(&setup, 9.), [], "{velocity}");
        assert!(!table(&setup).is_inside(BallId(0), 0));
    }
    // Inserted later.
    let mut open = table(&one(DVec2::ZERO, Ball::new(dvec2(9., 0.), 1.)));
    open.advance_to(3.).unwrap();
    let late = open.add(TableBall::new(dvec2(9., 0.), 0.5)).unwrap();
    let event = open.step_event().unwrap();
    assert_eq!((event.time, event.a, event.with), (3., late, enter));
}

/// A gas among walls, with regions of all kinds: the events of balls are those without regions, to the bit, and in tiny
/// steps between the events every center is inside exactly if the last event was that it entered.
fn regions_agree_with_samples<V: Vector<Scalar = f64, Double = V>>(
    regions: Vec<Region<V>>,
    contains: impl Fn(usize, V) -> bool,
    law: impl Fn(Setup<V>) -> Setup<V>,
) {
    let mut random = Rng::with_seed(3);
    let mut number = || random.f64() - 0.5;
    let balls = (0..9).map(|id| {
        let center = V::from_f64([f64::from(id % 3) - 1.0, f64::from(id / 3) - 1.0, 0.0]);
        let velocity = V::from_f64([0; 3].map(|_| 4.0 * number()));
        TableBall::new(center * 2.0, 0.4).with_velocity(velocity)
    });
    let plain = law(Setup {
        balls: balls.collect(),
        walls: vec![Wall::new(Ball::new(V::splat(3.2), 0.3))],
        space: Space::boxed(V::splat(-4.0), V::splat(4.0)),
        ..Setup::default()
    });
    let with = Setup {
        regions: regions.clone(),
        ..plain.clone()
    };
    let (mut plain, mut with) = (table(&plain), table(&with));
    let mut inside = vec![[false; 9]; regions.len()];
    let (mut crossed, mut collisions) = (0, 0);
    let end = 30.0;
    for step in 1..=3_000 {
        let until = end * f64::from(step) / 3_000.0;
        loop {
            let event = with.events_until(until).unwrap().next();
            let Some(event) = event else { break };
            let (region, enters) = match event.with {
                Partner::Enter(region) => (region, true),
                Partner::Leave(region) => (region, false),
                _ => {
                    assert_eq!(plain.step_event(), Some(event));
                    collisions += 1;
                    continue;
                }
            };
            let state = &mut inside[region as usize][event.a.0 as usize];
            assert_ne!(*state, enters, "entered or left twice");
            *state = enters;
            crossed += 1;
            // At the moment of the event the center is on the surface, but for those that start inside.
            if event.time > 0.0 {
                let at = with.center(event.a).unwrap();
                let near = |side: f64| contains(region as usize, at + event.normal * side);
                assert_ne!(near(1e-9), near(-1e-9), "{event:?}");
            }
        }
        for (region, state) in inside.iter().enumerate() {
            for (id, state) in state.iter().enumerate() {
                let id = BallId(id as u32);
                let at = with.center(id).unwrap();
                assert_eq!(*state, contains(region, at), "{region} {id:?} {until}");
                assert_eq!(with.is_inside(id, region as u32), *state);
            }
        }
    }
    assert!(crossed > 100 && collisions > 20, "{crossed} {collisions}");
    let mut again = Table::restore(&with.snapshot()).unwrap();
    for _ in 0..100 {
        assert_eq!(again.step_event(), with.step_event());
    }
}

#[test]
fn crossings_in_2d_agree_with_samples() {
    let regions = || {
        let hull = [
            dvec2(-3., -1.),
            dvec2(-1., -3.),
            dvec2(0., -1.),
            dvec2(-1.5, 0.),
        ];
        let mut two = Region::new(Ball::new(dvec2(2., -1.), 1.));
        two.parts.push(Shape::Ball(Ball::new(dvec2(2.5, -2.), 1.)));
        vec![
            Region::new(Ball::new(dvec2(0.5, 0.3), 1.3)),
            Region::new(Hull::new(hull, 0.)),
            Region::new(Capsule::new(dvec2(-3., 2.), dvec2(-1., 3.), 0.4)),
            two,
            Region::new(Plane::new(dvec2(0.6, 0.8), -2.0)),
        ]
    };
    let contains = |region: usize, p: DVec2| match region {
        0 => p.distance(dvec2(0.5, 0.3)) <= 1.3,
        1 => {
            let corners = [
                dvec2(-3., -1.),
                dvec2(-1., -3.),
                dvec2(0., -1.),
                dvec2(-1.5, 0.),
            ];
            (0..4).all(|i| (corners[(i + 1) % 4] - corners[i]).perp_dot(p - corners[i]) >= 0.)
        }
        2 => {
            let (a, u) = (dvec2(-3., 2.), dvec2(2., 1.));
            let t = ((p - a).dot(u) / u.dot(u)).clamp(0., 1.);
            p.distance(a + u * t) <= 0.4
        }
        3 => p.distance(dvec2(2., -1.)) <= 1. || p.distance(dvec2(2.5, -2.)) <= 1.,
        _ => p.dot(dvec2(0.6, 0.8)) <= -2.0,
    };
    regions_agree_with_samples(regions(), contains, |setup| setup);
    regions_agree_with_samples(regions(), contains, |setup| {
        setup.with_gravity(dvec2(0., -3.))
    });
    regions_agree_with_samples(regions(), contains, |setup| setup.with_friction(0.02));
}

#[test]
fn crossings_in_3d_agree_with_samples() {
    let corners = [
        dvec3(-3., -3., -3.),
        dvec3(3., -3., -2.),
        dvec3(-1., 3., -3.),
        dvec3(0., 0., 3.),
    ];
    let regions = || {
        vec![
            Region::new(Ball::new(dvec3(0.5, 0.3, 0.1), 1.5)),
            Region::new(Aabb {
                min: dvec3(-3., -1., -2.),
                max: dvec3(0., 2., 1.),
            }),
            Region::new(Hull::new(corners, 0.)),
        ]
    };
    let contains = |region: usize, p: DVec3| match region {
        0 => p.distance(dvec3(0.5, 0.3, 0.1)) <= 1.5,
        1 => p.cmpge(dvec3(-3., -1., -2.)).all() && p.cmple(dvec3(0., 2., 1.)).all(),
        _ => (0..4).all(|i| {
            let face: Vec<DVec3> = (0..4).filter(|j| *j != i).map(|j| corners[j]).collect();
            let normal = (face[1] - face[0]).cross(face[2] - face[0]);
            normal.dot(p - face[0]) * normal.dot(corners[i] - face[0]) >= 0.
        }),
    };
    regions_agree_with_samples(regions(), contains, |setup| setup);
    regions_agree_with_samples(regions(), contains, |setup| {
        setup.with_gravity(dvec3(0., 0., -3.))
    });
}

/// Balls in a box with a pocket: each that enters is gone, with its energy, and the last one ends the run.
#[test]
fn pockets_capture() {
    let ball = |x: f64, y: f64, v: DVec2| TableBall::new(dvec2(x, y), 0.3).with_velocity(v);
    let setup = Setup {
        balls: vec![
            ball(1., 1., dvec2(1., 0.3)),
            ball(5., 2., dvec2(-0.7, 1.)),
            ball(3., 3., dvec2(0.2, -1.)),
        ],
        regions: vec![
            Region::new(Ball::new(DVec2::ZERO, 0.6)).capturing(),
            Region::new(Plane::new(DVec2::X, 3.)),
        ],
        space: Space::boxed(DVec2::ZERO, dvec2(6., 4.)),
        ..Setup::default()
    };
    let mut all = table(&setup);
    let (mut energy, mut captured) = (all.energy(), 0);
    while let Some(event) = all.step_event() {
        if event.with == Partner::Enter(0) {
            captured += 1;
            energy -= 0.5 * event.speed * event.speed;
            assert!(all.ball(event.a).is_none());
        }
        assert!((all.energy() - energy).abs() < 1e-12);
        let mut again = Table::restore(&all.snapshot()).unwrap();
        assert_eq!(again.next_event(), all.next_event());
    }
    assert_eq!((captured, all.len(), all.status()), (3, 0, Status::AtRest));
}

#[test]
fn faults_name_the_region() {
    let error = |region: Region<DVec2>| {
        let setup = Setup {
            regions: vec![Region::new(Plane::new(DVec2::X, 0.)), region],
            ..one(DVec2::X, Plane::new(DVec2::X, 0.))
        };
        Table::new(&setup).unwrap_err().to_string()
    };
    let no_inside = "region 1 is no ball, half-space, box or hull without a radius, and in 2D no triangle or capsule";
    let segment = Segment::new(DVec2::ZERO, DVec2::X);
    assert_eq!(error(Region::new(segment)), no_inside);
    let round = Hull::new([DVec2::ZERO, DVec2::X, DVec2::Y], 0.5);
    assert_eq!(error(Region::new(round)), no_inside);
    assert_eq!(
        error(Region::new(Ball::new(DVec2::NAN, 1.))),
        "region 1 has a shape that is not valid"
    );
    let none = Region {
        parts: vec![],
        captures: false,
    };
    assert_eq!(error(none), "region 1 has no parts");
}

/// `next_event` names the region that is entered or left next, among several and beside walls.
#[test]
fn the_next_crossing_is_predicted() {
    let room = Setup {
        balls: vec![
            TableBall::new(dvec2(1., 1.), 0.25).with_velocity(dvec2(1.1, 0.7)),
            TableBall::new(dvec2(3., 2.), 0.25).with_velocity(dvec2(-0.6, 0.9)),
        ],
        regions: [1., 2., 3.]
            .map(|x| Region::new(Ball::new(dvec2(x, 1.5), 0.4)))
            .to_vec(),
        space: Space::boxed(DVec2::ZERO, dvec2(4., 3.)),
        ..Setup::default()
    };
    for setup in [
        room.clone(),
        room.clone().with_friction(0.02),
        room.with_gravity(dvec2(0.3, -0.2)),
    ] {
        let mut table = table(&setup);
        let mut crossed = [[0; 2]; 3];
        for _ in 0..100 {
            let next = table.next_event();
            let event = table.step_event();
            assert_eq!(next, event.map(|event| (event.time, event.a, event.with)));
            match event.map(|event| event.with) {
                Some(Partner::Enter(region)) => crossed[region as usize][0] += 1,
                Some(Partner::Leave(region)) => crossed[region as usize][1] += 1,
                _ => {}
            }
        }
        assert!(
            crossed.as_flattened().iter().all(|count| *count > 1),
            "{crossed:?}"
        );
    }
}
