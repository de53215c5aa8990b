//! Balls that fall, bounce and come to lie.

use super::{gas, hash, run};
use carom::glam::{DVec2, DVec3, Vec2, dvec2, dvec3};
use carom::table::{BallId, Event, Partner, Setup, Space, Status, Table, TableBall, Wall};
use carom::{Aabb, Ball, Capsule, Hull, Plane, Scalar, Segment, Shape, Vector, pair};
use fastrand::Rng;

fn floor() -> Wall<DVec2> {
    Plane::new(DVec2::Y, 0.0).into()
}

fn table(balls: Vec<TableBall<DVec2>>, walls: Vec<Wall<DVec2>>, gravity: DVec2) -> Table<DVec2> {
    let setup = Setup {
        balls,
        walls,
        ..Setup::default()
    };
    Table::new(&setup.gravity(gravity)).unwrap()
}

fn the(table: &Table<DVec2>) -> TableBall<DVec2> {
    table.ball(BallId(0)).unwrap()
}

#[test]
fn a_throw_is_a_parabola() {
    let thrown = TableBall::new(dvec2(0.0, 0.5), 0.5).moving(dvec2(3.0, 8.0));
    let mut table = table(vec![thrown], vec![floor()], dvec2(0.0, -4.0));
    let energy = table.energy();
    table.advance_to(2.0).unwrap();
    // At its highest.
    assert_eq!(
        (the(&table).center, the(&table).velocity),
        (dvec2(6.0, 8.5), dvec2(3.0, 0.0))
    );
    assert_eq!(table.energy(), energy);
    let landing = table.step_event().unwrap();
    assert_eq!(
        (landing.time, landing.speed, landing.normal),
        (4.0, 8.0, DVec2::Y)
    );
    assert_eq!(the(&table).center, dvec2(12.0, 0.5));
    assert_eq!(the(&table).velocity, dvec2(3.0, 8.0));
}

/// A bounce rises e² times as high as the one before, and takes e times as long; all together take
/// (1 + e) / (1 − e) times as long as the fall.
#[test]
fn bounces_die_when_they_must() {
    for restitution in [0.0, 0.1, 0.5, 0.9, 0.99] {
        for (space, number) in [(false, 0), (true, 2)] {
            let (height, gravity, radius) = (2.0, 9.81, 0.25);
            let ball = TableBall::new(dvec2(0.5, radius + height), radius).bouncing(restitution);
            let boxed = Setup {
                balls: vec![ball.moving(dvec2(0.0, 0.0))],
                space: Space::boxed(DVec2::ZERO, dvec2(1.0, 9.0)),
                ..Setup::default()
            };
            let mut table = if space {
                Table::new(&boxed.gravity(dvec2(0.0, -gravity))).unwrap()
            } else {
                table(vec![ball], vec![floor()], dvec2(0.0, -gravity))
            };
            let fall = (2.0 * height / gravity).sqrt();
            let (mut before, mut last) = (0.0, None);
            for bounce in 0.. {
                let Some(event) = table.step_event() else {
                    break;
                };
                assert_eq!(event.with, Partner::Wall(number));
                let speed = gravity * fall * restitution.powi(bounce);
                // The last ones, lower than a millionth of the radius, are one.
                if speed * speed / gravity > 1e-5 * radius {
                    assert!(
                        (event.speed / speed - 1.0).abs() < 1e-9,
                        "{bounce}: {event:?} {speed}"
                    );
                    let duration = fall
                        * if bounce == 0 {
                            1.0
                        } else {
                            2.0 * restitution.powi(bounce)
                        };
                    assert!((event.time - before - duration).abs() < 1e-12);
                }
                before = event.time;
                last = Some(event);
            }
            let total = fall * (1.0 + restitution) / (1.0 - restitution);
            let last = last.unwrap();
            assert!(
                (last.time - total).abs() < 1e-10 * total,
                "{restitution}: {} {total}",
                last.time
            );
            assert_eq!(table.status(), Status::AtRest);
            assert_eq!(table.advance_to(1e6), Ok(Status::AtRest));
            assert_eq!(the(&table).velocity, DVec2::ZERO);
            assert!((the(&table).center - dvec2(0.5, radius)).length() < 1e-15);
            assert!(table.max_overlap() < 1e-14);
        }
    }
}

/// What starts on the floor, or moves along it, has no event.
#[test]
fn what_lies_lies() {
    for restitution in [0.0, 0.5, 1.0] {
        let ball = TableBall::new(dvec2(0.0, 0.5), 0.5).bouncing(restitution);
        let mut still = table(vec![ball], vec![floor()], dvec2(0.0, -10.0));
        assert_eq!(still.step_event(), None);
        assert_eq!(still.status(), Status::AtRest);
        let mut slides = table(
            vec![ball.moving(dvec2(2.0, 0.0))],
            vec![floor()],
            dvec2(0.0, -10.0),
        );
        assert_eq!(slides.advance_to(1000.0), Ok(Status::Done));
        assert_eq!(slides.events(), 0);
        assert_eq!(
            (the(&slides).center, the(&slides).velocity),
            (dvec2(2000.0, 0.5), dvec2(2.0, 0.0))
        );
    }
}

/// Down a slope with g sin α; from the middle of a segment, over seams, to its end and off into the air.
#[test]
fn down_a_slope_and_off_its_end() {
    let along = dvec2(0.8, -0.6);
    let normal = dvec2(0.6, 0.8);
    let top = dvec2(-8.0, 6.0);
    let start = top + along * 1.0 + normal * 0.5;
    for walls in [
        vec![Segment::new(top, top + along * 10.0).into()],
        vec![
            Segment::new(top, top + along * 4.0).into(),
            Segment::new(top + along * 4.0, top + along * 10.0).into(),
        ],
        vec![Wall::new(Hull::new(
            [top, top + along * 10.0, dvec2(-8.0, 0.0)],
            0.0,
        ))],
    ] {
        let ball = TableBall::new(start, 0.5).bouncing(0.5);
        let mut table = table(vec![ball], walls, dvec2(0.0, -10.0));
        for t in [0.25, 0.5, 1.0, 1.7] {
            table.advance_to(t).unwrap();
            let way = 0.5 * 6.0 * t * t;
            let off = (the(&table).center - (start + along * way)).length();
            assert!(off < 1e-13, "{t}: {off}");
            assert!((the(&table).velocity - along * (6.0 * t)).length() < 1e-13);
        }
        // At the end after 9 m, at √(2 · 6 · 9) m/s: too fast to go round the corner, where g cos α R is 4.
        let end = 3f64.sqrt();
        assert_eq!(table.advance_to(end + 0.5), Ok(Status::Done));
        let (speed, t) = (6.0 * end, 0.5);
        let flown = start + along * (9.0 + speed * t) + dvec2(0.0, -5.0 * t * t);
        assert!((the(&table).center - flown).length() < 1e-12);
        assert_eq!(table.events(), 0);
    }
}

/// In a groove, a corner and a funnel it comes to rest, touching what carries it.
#[test]
fn grooves_and_corners() {
    for (left, right) in [
        (dvec2(1.0, 1.0), dvec2(-1.0, 1.0)),
        (dvec2(0.6, 0.8), dvec2(-1.0, 3.0)),
        (dvec2(3.0, 1.0), dvec2(-3.0, 1.0)),
        (dvec2(1.0, 20.0), dvec2(-1.0, 5.0)),
    ] {
        for restitution in [0.0, 0.3, 0.8] {
            let walls = [left, right].map(|n| Plane::new(n.normalize(), 0.0).into());
            let ball = TableBall::new(dvec2(0.3, 8.0), 0.5).bouncing(restitution);
            let mut table = table(vec![ball], walls.to_vec(), dvec2(0.0, -10.0));
            let status = table.advance(1e4, 100_000).unwrap();
            assert_eq!(
                status,
                Status::AtRest,
                "{left} {restitution}: {:?}",
                table.events()
            );
            assert!(table.max_overlap() < 1e-12);
            for n in [left, right] {
                let gap = the(&table).center.dot(n.normalize()) - 0.5;
                assert!(gap.abs() < 1e-6, "{left} {restitution}: {gap}");
            }
        }
    }
    // The corner of a box, with gravity into it.
    let ball = TableBall::new(dvec3(2.0, 1.0, 3.0), 0.5).bouncing(0.6);
    let setup = Setup {
        balls: vec![ball.moving(dvec3(1.0, 2.0, 3.0))],
        space: Space::boxed(DVec3::ZERO, DVec3::splat(4.0)),
        ..Setup::default()
    };
    let mut table = Table::new(&setup.gravity(dvec3(-1.0, -2.0, -3.0))).unwrap();
    assert_eq!(table.advance(1e4, 100_000), Ok(Status::AtRest));
    let end = table.ball(BallId(0)).unwrap();
    assert!((end.center - DVec3::splat(0.5)).length() < 1e-9, "{end:?}");
}

/// Between two pegs, on a capsule's top, off a peg.
#[test]
fn on_what_is_round() {
    let pegs: Vec<Wall<DVec2>> = vec![
        Ball::new(dvec2(-0.6, 0.0), 0.25).into(),
        Ball::new(dvec2(0.6, 0.0), 0.25).into(),
    ];
    let ball = TableBall::new(dvec2(0.1, 3.0), 0.5).bouncing(0.5);
    let mut between = table(vec![ball], pegs, dvec2(0.0, -10.0));
    assert_eq!(between.advance(100.0, 100_000), Ok(Status::AtRest));
    assert!(the(&between).center.x.abs() < 1e-3 && between.max_overlap() < 1e-12);

    // As far as the tangent's gravity holds it, a point slides off a circle at the height 2/3 of its radius.
    let peg: Wall<DVec2> = Ball::new(DVec2::ZERO, 1.0).into();
    let start = dvec2(1e-2, 1.5 * (1.0 - 1e-4 / 2.25f64).sqrt());
    let ball = TableBall::new(start, 0.5).bouncing(0.5);
    let mut off = table(vec![ball], vec![peg], dvec2(0.0, -10.0));
    let mut last = None;
    while let Some(event) = off.step_event() {
        last = Some(event);
        assert!(off.events() < 20_000);
    }
    let left = last.unwrap().normal.y;
    assert!((left - 2.0 / 3.0).abs() < 0.01, "{left}");
    assert!(off.max_overlap() < 1e-12);
}

#[test]
fn two_in_flight_do_not_feel_gravity() {
    let mut told: Vec<Vec<(u32, Partner)>> = Vec::new();
    for gravity in [dvec2(0.0, 0.0), dvec2(0.25, -0.5)] {
        let setup = Setup {
            space: Space::Periodic(dvec2(2.0, 2.0)),
            ..gas::<DVec2>(6, 2)
        };
        let mut table = Table::new(&setup.gravity(gravity)).unwrap();
        let next = |table: &mut Table<DVec2>| {
            let event = table.step_event().unwrap();
            (event.a.0, event.with)
        };
        told.push((0..150).map(|_| next(&mut table)).collect());
        let time = table.time();
        let momentum = setup_momentum(&table, gravity, time);
        let start = Table::new(&Setup {
            space: Space::Periodic(dvec2(2.0, 2.0)),
            ..gas::<DVec2>(6, 2)
        });
        assert!((momentum - start.unwrap().momentum()).length() < 1e-11);
    }
    assert!(told[0] == told[1]);
}

fn setup_momentum(table: &Table<DVec2>, gravity: DVec2, time: f64) -> DVec2 {
    let mass: f64 = table.balls().map(|(_, ball)| ball.mass).sum();
    table.momentum() - gravity * (mass * time)
}

/// Kinetic and potential energy of what loses none.
fn keeps_energy<V: Vector<Scalar = f64, Double = V>>(side: u32, events: u64, gravity: V) {
    let mut table = Table::new(&gas::<V>(side, 1).gravity(gravity)).unwrap();
    let energy = table.energy();
    assert_eq!(table.advance(1e9, events), Ok(Status::Events));
    let drift = table.energy() / energy - 1.0;
    assert!(drift.abs() < 1e-12, "{drift}");
    assert!(table.overlap() < 1e-12 && table.max_overlap() < 1e-12);
}

#[test]
fn energy_in_a_box() {
    keeps_energy(8, 100_000, dvec2(0.1, -1.0));
    keeps_energy(4, 50_000, dvec3(0.1, -1.0, 0.2));
}

#[test]
#[ignore = "a minute"]
fn energy_in_a_box_for_long() {
    keeps_energy(8, 1_000_000, dvec2(0.1, -1.0));
    keeps_energy(4, 1_000_000, dvec3(0.1, -1.0, 0.2));
}

#[test]
fn infinite_masses_do_not_fall() {
    let heavy = TableBall::new(dvec2(0.0, 0.0), 0.5).weighing(f64::INFINITY);
    let light = TableBall::new(dvec2(0.0, 3.0), 0.5);
    let mut table = table(
        vec![heavy.moving(dvec2(0.0, 0.5)), light],
        vec![],
        dvec2(0.0, -4.0),
    );
    // 3 − 2 t² − 0.5 t = 1.
    let event = table.step_event().unwrap();
    let t = (-0.5 + (0.25f64 + 16.0).sqrt()) / 4.0;
    assert!((event.time - t).abs() < 1e-15, "{event:?}");
    assert!((event.speed - (4.0 * t + 0.5)).abs() < 1e-14);
    assert_eq!(the(&table).velocity, dvec2(0.0, 0.5));
}

/// Towers, heaps and layers in a box: each comes to rest, and never does anything sink into anything.
fn heap<V: Vector<Scalar = f64, Double = V>>(
    count: u32,
    restitution: f64,
    seed: u64,
) -> (Table<V>, Status) {
    let mut random = Rng::with_seed(seed);
    let up = V::DIM - 1;
    let mut high = [4.0; 3];
    high[up] = 400.0;
    let balls = (0..count).map(|id| {
        let mut place = [0; 3].map(|_| 0.6 + 2.8 * random.f64());
        place[up] = 0.7 + 1.2 * f64::from(id);
        TableBall::new(V::from_f64(place), 0.3 + 0.2 * random.f64())
            .bouncing(restitution)
            .weighing(0.5 + random.f64())
    });
    let setup = Setup {
        balls: balls.collect(),
        space: Space::boxed(V::ZERO, V::from_f64(high)),
        ..Setup::default()
    };
    let mut gravity = [0.0; 3];
    gravity[up] = -10.0;
    let mut table = Table::new(&setup.gravity(V::from_f64(gravity))).unwrap();
    let status = table.advance(1e5, 3_000_000).unwrap();
    assert!(table.max_overlap() < 1e-12 && table.overlap() < 1e-12);
    (table, status)
}

#[test]
fn heaps_come_to_rest() {
    for restitution in [0.0, 0.3, 0.5, 0.8] {
        for seed in 0..3 {
            for count in [2, 5, 20, 60] {
                let (flat, status) = heap::<DVec2>(count, restitution, seed);
                println!(
                    "2D {count} {restitution} {seed}: {status:?} {} events, {} s",
                    flat.events(),
                    flat.time()
                );
                let (solid, status) = heap::<DVec3>(count, restitution, seed);
                println!(
                    "3D {count} {restitution} {seed}: {status:?} {} events, {} s",
                    solid.events(),
                    solid.time()
                );
            }
        }
    }
}
