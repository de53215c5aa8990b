//! Gravity: balls that fall, bounce and come to rest.

use super::{gas, hash, run};
use carom::glam::{DVec2, DVec3, Vec2, dvec2, dvec3};
use carom::table::{BallId, Event, Partner, Setup, Space, Status, Table, TableBall, Wall};
use carom::{Aabb, Ball, Capsule, Hull, Plane, Scalar, Segment, Shape, Vector, contact};
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
    Table::new(&setup.with_gravity(gravity)).unwrap()
}

fn the(table: &Table<DVec2>) -> TableBall<DVec2> {
    table.ball(BallId(0)).unwrap()
}

#[test]
fn a_throw_is_a_parabola() {
    let thrown = TableBall::new(dvec2(0.0, 0.5), 0.5).with_velocity(dvec2(3.0, 8.0));
    let mut table = table(vec![thrown], vec![floor()], dvec2(0.0, -4.0));
    let energy = table.energy();
    table.advance_to(2.0).unwrap();
    // At the top.
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

/// A bounce rises e² times as high as the one before, and takes e times as long; all together take (1 + e) / (1 − e)
/// times as long as the fall.
#[test]
fn bounces_end_at_the_sum_of_the_series() {
    for restitution in [0.0, 0.1, 0.5, 0.9, 0.99] {
        for (space, number) in [(false, 0), (true, 2)] {
            let (height, gravity, radius) = (2.0, 9.81, 0.25);
            let ball =
                TableBall::new(dvec2(0.5, radius + height), radius).with_restitution(restitution);
            let boxed = Setup {
                balls: vec![ball.with_velocity(dvec2(0.0, 0.0))],
                space: Space::boxed(DVec2::ZERO, dvec2(1.0, 9.0)),
                ..Setup::default()
            };
            let mut table = if space {
                Table::new(&boxed.with_gravity(dvec2(0.0, -gravity))).unwrap()
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

/// A ball that starts on the floor, or moves along it, has no event.
#[test]
fn resting_contacts_have_no_events() {
    for restitution in [0.0, 0.5, 1.0] {
        let ball = TableBall::new(dvec2(0.0, 0.5), 0.5).with_restitution(restitution);
        let mut still = table(vec![ball], vec![floor()], dvec2(0.0, -10.0));
        assert_eq!(still.step_event(), None);
        assert_eq!(still.status(), Status::AtRest);
        let mut slides = table(
            vec![ball.with_velocity(dvec2(2.0, 0.0))],
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

/// Down a slope with g sin α: from the middle of a segment across seams to its end, and off into the air.
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
        let ball = TableBall::new(start, 0.5).with_restitution(0.5);
        let mut table = table(vec![ball], walls, dvec2(0.0, -10.0));
        for t in [0.25, 0.5, 1.0, 1.7] {
            table.advance_to(t).unwrap();
            let way = 0.5 * 6.0 * t * t;
            let off = (the(&table).center - (start + along * way)).length();
            assert!(off < 1e-13, "{t}: {off}");
            assert!((the(&table).velocity - along * (6.0 * t)).length() < 1e-13);
        }
        // At the end after 9 m, at √(2 · 6 · 9) m/s: too fast to roll around the corner, where g cos α R is 4.
        let end = 3f64.sqrt();
        assert_eq!(table.advance_to(end + 0.5), Ok(Status::Done));
        let (speed, t) = (6.0 * end, 0.5);
        let flown = start + along * (9.0 + speed * t) + dvec2(0.0, -5.0 * t * t);
        assert!((the(&table).center - flown).length() < 1e-12);
        assert_eq!(table.events(), 0);
    }
}

/// In a groove, a corner and a funnel a ball comes to rest in contact with its supports.
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
            let ball = TableBall::new(dvec2(0.3, 8.0), 0.5).with_restitution(restitution);
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
    let ball = TableBall::new(dvec3(2.0, 1.0, 3.0), 0.5).with_restitution(0.6);
    let setup = Setup {
        balls: vec![ball.with_velocity(dvec3(1.0, 2.0, 3.0))],
        space: Space::boxed(DVec3::ZERO, DVec3::splat(4.0)),
        ..Setup::default()
    };
    let mut table = Table::new(&setup.with_gravity(dvec3(-1.0, -2.0, -3.0))).unwrap();
    assert_eq!(table.advance(1e4, 100_000), Ok(Status::AtRest));
    let end = table.ball(BallId(0)).unwrap();
    assert!((end.center - DVec3::splat(0.5)).length() < 1e-9, "{end:?}");
}

/// Between two pegs, on top of a capsule, off a peg.
#[test]
fn on_round_features() {
    let pegs: Vec<Wall<DVec2>> = vec![
        Ball::new(dvec2(-0.6, 0.0), 0.25).into(),
        Ball::new(dvec2(0.6, 0.0), 0.25).into(),
    ];
    let ball = TableBall::new(dvec2(0.1, 3.0), 0.5).with_restitution(0.5);
    let mut between = table(vec![ball], pegs, dvec2(0.0, -10.0));
    assert_eq!(between.advance(100.0, 100_000), Ok(Status::AtRest));
    assert!(the(&between).center.x.abs() < 1e-3 && between.max_overlap() < 1e-12);

    // A point slides off a circle at 2/3 of its radius, where the normal part of gravity no longer holds it.
    let peg: Wall<DVec2> = Ball::new(DVec2::ZERO, 1.0).into();
    let start = dvec2(1e-2, 1.5 * (1.0 - 1e-4 / 2.25f64).sqrt());
    let ball = TableBall::new(start, 0.5).with_restitution(0.5);
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
fn gravity_does_not_change_relative_motion() {
    let mut events: Vec<Vec<(u32, Partner)>> = Vec::new();
    for gravity in [dvec2(0.0, 0.0), dvec2(0.25, -0.5)] {
        let setup = Setup {
            space: Space::Periodic(dvec2(2.0, 2.0)),
            ..gas::<DVec2>(6, 2)
        };
        let mut table = Table::new(&setup.with_gravity(gravity)).unwrap();
        let next = |table: &mut Table<DVec2>| {
            let event = table.step_event().unwrap();
            (event.a.0, event.with)
        };
        events.push((0..150).map(|_| next(&mut table)).collect());
        let time = table.time();
        let momentum = setup_momentum(&table, gravity, time);
        let start = Table::new(&Setup {
            space: Space::Periodic(dvec2(2.0, 2.0)),
            ..gas::<DVec2>(6, 2)
        });
        assert!((momentum - start.unwrap().momentum()).length() < 1e-11);
    }
    assert!(events[0] == events[1]);
}

fn setup_momentum(table: &Table<DVec2>, gravity: DVec2, time: f64) -> DVec2 {
    let mass: f64 = table.balls().map(|(_, ball)| ball.mass).sum();
    table.momentum() - gravity * (mass * time)
}

/// Kinetic plus potential energy without loss.
fn keeps_energy<V: Vector<Scalar = f64, Double = V>>(side: u32, events: u64, gravity: V) {
    let mut table = Table::new(&gas::<V>(side, 1).with_gravity(gravity)).unwrap();
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
    let heavy = TableBall::new(dvec2(0.0, 0.0), 0.5).with_mass(f64::INFINITY);
    let light = TableBall::new(dvec2(0.0, 3.0), 0.5);
    let mut table = table(
        vec![heavy.with_velocity(dvec2(0.0, 0.5)), light],
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

/// Towers, heaps and layers in a box: each comes to rest, without penetration.
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
            .with_restitution(restitution)
            .with_mass(0.5 + random.f64())
    });
    let setup = Setup {
        balls: balls.collect(),
        space: Space::boxed(V::ZERO, V::from_f64(high)),
        ..Setup::default()
    };
    let mut gravity = [0.0; 3];
    gravity[up] = -10.0;
    let mut table = Table::new(&setup.with_gravity(V::from_f64(gravity))).unwrap();
    let status = table.advance(1e5, 3_000_000).unwrap();
    assert!(table.max_overlap() < 1e-12 && table.overlap() < 1e-12);
    (table, status)
}

/// At the end either nothing moves, or balls slide along the frictionless floor forever.
fn heaps_end<V: Vector<Scalar = f64, Double = V>>(counts: &[u32], restitutions: &[f64]) {
    let mut at_rest = 0;
    for (seed, (count, restitution)) in (0..).zip(counts.iter().flat_map(|count| {
        restitutions
            .iter()
            .map(move |restitution| (*count, *restitution))
    })) {
        let (table, status) = heap::<V>(count, restitution, seed);
        let up = V::DIM - 1;
        let rises = |ball: &TableBall<V>| ball.velocity[up].abs() > 1e-9;
        assert!(
            status == Status::AtRest
                || status == Status::Done && !table.balls().any(|(_, ball)| rises(&ball)),
            "{count} {restitution}: {status:?} {} events, {} s",
            table.events(),
            table.time()
        );
        at_rest += u32::from(status == Status::AtRest);
    }
    assert!(at_rest > 0);
}

#[test]
fn heaps_come_to_rest() {
    heaps_end::<DVec2>(&[2, 5, 20], &[0.0, 0.3, 0.8]);
    heaps_end::<DVec3>(&[2, 5, 20], &[0.0, 0.5]);
}

#[test]
#[ignore = "a minute"]
fn large_heaps_come_to_rest() {
    heaps_end::<DVec2>(&[60], &[0.0, 0.2, 0.5, 0.8]);
    heaps_end::<DVec3>(&[60], &[0.0, 0.5, 0.8]);
}

/// Balls exactly above one another stay as they are.
#[test]
fn a_tower_stands() {
    for restitution in [0.0, 0.5, 0.9] {
        let balls = (0..5).map(|i| {
            TableBall::new(dvec2(0.0, 0.5 + f64::from(i)), 0.5).with_restitution(restitution)
        });
        let mut tower = table(balls.collect(), vec![floor()], dvec2(0.0, -10.0));
        assert_eq!(tower.advance(1e3, 1_000_000), Ok(Status::AtRest));
        for (id, ball) in tower.balls() {
            let place = dvec2(0.0, 0.5 + f64::from(id.0));
            assert!(
                (ball.center - place).length() < 1e-3,
                "{restitution} {id:?} {ball:?}"
            );
        }
        // Without the lowest, all fall, and stand again.
        tower.remove(BallId(0)).unwrap();
        assert_eq!(tower.status(), Status::Done);
        assert_eq!(tower.advance(1e4, 1_000_000), Ok(Status::AtRest));
        assert!(tower.max_overlap() < 1e-12);
        let highest = tower
            .balls()
            .map(|(_, ball)| ball.center.y)
            .fold(0.0, f64::max);
        assert!(highest < 3.6, "{highest}");
    }
}

/// Walls of every kind under falling balls: no ball gets inside, and those that miss fall on.
fn nothing_gets_in<V: Vector<Scalar = f64, Double = V>>(walls: &[Wall<V>], restitution: f64) {
    let mut random = Rng::with_seed(5);
    let mut down = [0.0; 3];
    down[V::DIM - 1] = -5.0;
    let mut balls: Vec<TableBall<V>> = Vec::new();
    let mut table = None;
    while balls.len() < 25 {
        let vector = [0; 3].map(|_| (random.f64() - 0.5) * 5.6);
        let ball = TableBall::new(V::from_f64(vector), 0.1 + 0.1 * random.f64());
        balls.push(ball.with_restitution(restitution));
        let setup = Setup {
            balls: balls.clone(),
            walls: walls.to_vec(),
            space: Space::boxed(V::splat(-3.0), V::splat(3.0)),
            ..Setup::default()
        };
        match Table::new(&setup.with_gravity(V::from_f64(down))) {
            Ok(fits) => table = Some(fits),
            Err(_) => {
                balls.pop();
            }
        }
    }
    let mut table = table.unwrap();
    let energy = table.energy();
    let mut met = vec![0; walls.len()];
    for event in 0..4000 {
        let Some(event_now) = table.step_event() else {
            break;
        };
        if let Partner::Wall(wall) = event_now.with
            && let Some(met) = met.get_mut(wall as usize)
        {
            *met += 1;
        }
        if event % 50 == 0 {
            for (id, ball) in table.balls() {
                let shape = Shape::Ball(ball.ball());
                for part in walls.iter().flat_map(|wall| &wall.parts) {
                    let depth = contact(&shape, part, 0.0).map_or(0.0, |found| found.depth());
                    assert!(depth < 1e-12, "{event}: {id:?} {depth} in {part:?}");
                }
            }
        }
    }
    assert!(table.overlap() < 1e-12 && table.max_overlap() < 1e-12);
    if restitution == 1.0 {
        assert!((table.energy() / energy - 1.0).abs() < 1e-12);
    }
    if restitution == 1.0 {
        assert!(met.iter().all(|met| *met > 0), "{met:?}");
    }
}

#[test]
fn walls_of_every_kind() {
    let flat: Vec<Wall<DVec2>> = vec![
        Segment::new(dvec2(-1.0, -1.0), dvec2(1.0, 0.5)).into(),
        Capsule::new(dvec2(-2.0, 1.0), dvec2(-1.0, 2.0), 0.2).into(),
        Ball::new(dvec2(2.0, 2.0), 0.5).into(),
        Aabb {
            min: dvec2(1.0, -2.0),
            max: dvec2(2.0, -1.5),
        }
        .into(),
        Plane::new(dvec2(1.0, 1.0), -3.2).into(),
    ];
    let solid: Vec<Wall<DVec3>> = vec![
        Segment::new(dvec3(-1.0, -1.0, 0.0), dvec3(1.0, 0.5, 0.5)).into(),
        Capsule::new(dvec3(-1.5, 1.0, 0.0), dvec3(-1.0, 1.5, 1.0), 0.3).into(),
        Aabb {
            min: dvec3(0.5, -1.5, -2.0),
            max: dvec3(1.5, -0.5, -1.0),
        }
        .into(),
        Plane::new(dvec3(1.0, 1.0, 1.0), -4.0).into(),
    ];
    for restitution in [1.0, 0.7] {
        nothing_gets_in(&flat, restitution);
        nothing_gets_in(&solid, restitution);
    }
}

fn restores_to_the_bit<V: Vector>(side: u32, restitution: f64) {
    let mut down = [0.0; 3];
    down[1] = -1.0;
    let mut setup = gas::<V>(side, 4).with_gravity(V::from_f64(down));
    for ball in &mut setup.balls {
        ball.restitution = V::Scalar::from_f64(restitution);
    }
    let mut table = Table::new(&setup).unwrap();
    run(&mut table, 2000);
    let time = table.time() + 0.0125;
    table.advance_to(time).unwrap();
    let mut again = Table::restore(&table.snapshot()).unwrap();
    assert_eq!(again.snapshot(), table.snapshot());
    let next = table.next_event();
    assert_eq!(again.next_event(), next);
    assert_eq!(run(&mut again, 1000), run(&mut table, 1000));
    assert_eq!(again.snapshot(), table.snapshot());
    let mut balls: Vec<(u32, TableBall<V>)> = (0..).zip(setup.balls.iter().copied()).collect();
    let expected = run(&mut Table::new(&setup).unwrap(), 3000);
    Rng::with_seed(2).shuffle(&mut balls);
    let mut shuffled = Table::with_ids(balls, &setup).unwrap();
    assert_eq!(run(&mut shuffled, 3000), expected);
}

#[test]
fn stored_and_shuffled_tables_have_the_same_bits() {
    for restitution in [1.0, 0.9] {
        restores_to_the_bit::<DVec2>(6, restitution);
        restores_to_the_bit::<DVec3>(4, restitution);
        restores_to_the_bit::<Vec2>(6, restitution);
    }
}

#[test]
fn intermediate_stops_change_no_bit() {
    let mut straight = Table::new(&gas::<DVec2>(6, 3).with_gravity(dvec2(0.0, -1.0))).unwrap();
    let mut halting = straight.clone();
    let tell = |all: u64, event: Event<DVec2>| hash(all, &event);
    let all = straight.events_until(5.0).unwrap().fold(0, tell);
    let (mut halted, mut random) = (0, Rng::with_seed(1));
    while halting.time() < 5.0 {
        let time = Scalar::min(halting.time() + random.f64() * 0.05, 5.0);
        halted = halting.events_until(time).unwrap().fold(halted, tell);
    }
    assert_eq!(all, halted);
    assert!(straight.events() > 300, "{}", straight.events());
}
