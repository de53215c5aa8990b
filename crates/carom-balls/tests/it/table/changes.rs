//! Insertion, removal and changes of balls; ids; snapshots.

use super::{gas, hash, run};
use carom::glam::{DVec2, DVec3, Vec2, Vec3, dvec2, vec2};
use carom::table::{BallId, Partner, Setup, Space, Status, Table, TableBall, TableError};
use carom::{Scalar, Vector};
use fastrand::Rng;

fn order_of_insertion_has_no_effect<V: Vector>(side: u32) {
    let setup = gas::<V>(side, 1);
    let expected = run(&mut Table::new(&setup).unwrap(), 5000);
    let mut random = Rng::with_seed(2);
    for _ in 0..4 {
        let mut balls: Vec<(u32, TableBall<V>)> = (0..).zip(setup.balls.iter().copied()).collect();
        random.shuffle(&mut balls);
        let mut table = Table::with_ids(balls.clone(), &setup).unwrap();
        assert_eq!(run(&mut table, 5000), expected);
        // One by one, after others that were removed again, beside a ball as fast as the fastest: it sets the table's
        // windows, and is removed before the first event.
        let speed = balls
            .iter()
            .map(|(_, ball)| ball.velocity.abs().max_element());
        let fastest = speed.fold(V::Scalar::ZERO, Scalar::max);
        let tiny = V::Scalar::from_f64(1e-3);
        let pacer = TableBall::new(V::splat(tiny), tiny).with_velocity(V::splat(fastest));
        let mut table = Table::with_ids([(5000, pacer)], &setup).unwrap();
        for (id, ball) in &balls {
            let other = BallId(id + 1000);
            table.insert(other, *ball).unwrap();
            table.remove(other).unwrap();
            table.insert(BallId(*id), *ball).unwrap();
        }
        table.remove(BallId(5000)).unwrap();
        assert_eq!(table.len(), balls.len());
        assert_eq!(table.snapshot(), Table::new(&setup).unwrap().snapshot());
        assert_eq!(run(&mut table, 5000), expected);
        // Without it the first balls set the windows, and times may be rounded in another way; the events are the same
        // until that difference has grown.
        let mut table = Table::with_ids(balls[..1].to_vec(), &setup).unwrap();
        for (id, ball) in &balls[1..] {
            table.insert(BallId(*id), *ball).unwrap();
        }
        let mut other = Table::new(&setup).unwrap();
        for _ in 0..2 * balls.len() {
            let [a, b] = [&mut table, &mut other].map(|table| table.step_event().unwrap());
            assert_eq!((a.a, a.with), (b.a, b.with));
            assert!((a.time - b.time).abs() < 1e-9, "{a:?} {b:?}");
        }
    }
}

#[test]
fn the_order_of_insertion_changes_no_bit() {
    order_of_insertion_has_no_effect::<DVec2>(6);
    order_of_insertion_has_no_effect::<DVec3>(4);
    order_of_insertion_has_no_effect::<Vec2>(7);
    order_of_insertion_has_no_effect::<Vec3>(3);
}

#[test]
fn intermediate_stops_change_no_bit() {
    let mut straight = Table::new(&gas::<DVec2>(6, 3)).unwrap();
    let mut halting = straight.clone();
    let mut random = Rng::with_seed(1);
    let mut all = [0; 2];
    for event in straight.events_until(20.0).unwrap() {
        all[0] = hash(all[0], &event);
    }
    while halting.time() < 20.0 {
        let time = (halting.time() + random.f64() * 0.05).min(20.0);
        let next = halting.next_event();
        let mut reported = Vec::new();
        for event in halting.events_until(time).unwrap() {
            all[1] = hash(all[1], &event);
            reported.push((event.time, event.a, event.with));
        }
        if let Some(first) = reported.first() {
            assert_eq!(Some(*first), next);
        } else {
            assert!(next.unwrap().0 >= time);
        }
    }
    assert_eq!(all[0], all[1]);
    assert!(straight.events() > 1000 && straight.events() == halting.events());
}

fn restores_to_the_bit<V: Vector>(mut setup: Setup<V>, side: u32) {
    for space in [
        setup.space,
        Space::Periodic(V::splat(V::Scalar::from_f64(2.0))),
    ] {
        setup.space = space;
        let mut table = Table::new(&setup).unwrap();
        run(&mut table, 3000 + side as usize);
        let mut again = Table::restore(&table.snapshot()).unwrap();
        assert_eq!(run(&mut again, 3000), run(&mut table, 3000));
        let time = table.time() + 0.125;
        for table in [&mut table, &mut again] {
            table.advance_to(time).unwrap();
        }
        let mut third = Table::restore(&again.snapshot()).unwrap();
        assert_eq!(third.snapshot(), table.snapshot());
        assert_eq!(run(&mut third, 1000), run(&mut table, 1000));
    }
}

#[test]
fn a_restored_table_has_the_same_bits() {
    restores_to_the_bit(gas::<DVec2>(7, 4), 7);
    restores_to_the_bit(gas::<DVec3>(4, 4), 4);
    restores_to_the_bit(gas::<Vec2>(4, 4), 4);
}

#[test]
fn changes_take_effect_at_once() {
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(dvec2(0., 0.), 0.5).with_velocity(dvec2(1., 0.))],
        ..Setup::default()
    })
    .unwrap();
    table.advance_to(2.0).unwrap();
    let target = table.add(TableBall::new(dvec2(5.0, 0.0), 0.5)).unwrap();
    assert_eq!(target, BallId(1));
    assert_eq!(
        table.next_event(),
        Some((4.0, BallId(0), Partner::Ball(target)))
    );
    // A predicted event must not survive a change.
    table.set_velocity(BallId(0), dvec2(0.0, 1.0)).unwrap();
    assert_eq!(table.next_event(), None);
    table.advance_to(3.0).unwrap();
    table.set_velocity(BallId(0), dvec2(3.0, -1.0)).unwrap();
    let event = table.step_event().unwrap();
    assert!(event.time > 3.5 && event.time < 4.0);
    let gone = table.remove(target).unwrap();
    assert_eq!(gone.radius, 0.5);
    assert_eq!(
        (table.ball(target), table.remove(target), table.len()),
        (None, None, 1)
    );
    let error = table.set_velocity(target, DVec2::ZERO);
    assert_eq!(error, Err(TableError::NoSuchBall { ball: 1 }));
    // An id is not used again while a higher one is in use; a speed beyond all others does no harm.
    table.add(TableBall::new(dvec2(50.0, 0.0), 0.5)).unwrap();
    table.set_velocity(BallId(1), dvec2(-1e7, 0.0)).unwrap();
    assert!(table.advance_to(10.0).is_ok());
}

/// Balls are inserted, removed and redirected at random; the table stays equal to a new one of the same balls, up to
/// rounding.
#[test]
fn a_table_in_use_never_overlaps() {
    let mut random = Rng::with_seed(5);
    let mut table = Table::new(&gas::<DVec2>(6, 7)).unwrap();
    let (mut refused, mut events) = (0, 0);
    for round in 0..3000 {
        table
            .advance(table.time() + random.f64() * 0.1, 100)
            .unwrap();
        if round % 3 == 0 {
            table.next_event();
        }
        let ids: Vec<BallId> = table.balls().map(|(id, _)| id).collect();
        let id = ids[random.usize(..ids.len())];
        match random.u8(..3) {
            0 if ids.len() > 30 => {
                table.remove(id).unwrap();
            }
            1 => {
                let velocity = dvec2(random.f64() - 0.5, random.f64() - 0.5);
                table.set_velocity(id, velocity).unwrap();
            }
            _ => {
                let place = dvec2(random.f64(), random.f64());
                let ball = TableBall::new(place, 0.02 + 0.05 * random.f64())
                    .with_velocity(dvec2(random.f64() - 0.5, random.f64() - 0.5));
                let before = table.snapshot();
                let put = table.add(ball);
                if put.is_err() {
                    refused += 1;
                    assert_eq!(before, table.snapshot());
                }
            }
        }
        assert!(table.overlap() < 1e-12, "{round}: {}", table.overlap());
        events = table.events();
    }
    assert!(refused > 100 && events > 3000, "{refused} {events}");
    for (id, ball) in table.balls() {
        let inside = ball.center.min_element() - ball.radius > -1e-12
            && ball.center.max_element() + ball.radius < 1.0 + 1e-12;
        assert!(inside, "{id:?} {ball:?}");
    }
}

/// A table in single precision has the numbers of the same table in double precision, rounded.
#[test]
fn single_precision_is_double_precision_rounded() {
    let single = gas::<Vec2>(6, 8);
    let double = Setup {
        balls: (single.balls.iter())
            .map(|ball| TableBall {
                center: ball.center.as_dvec2(),
                radius: f64::from(ball.radius),
                velocity: ball.velocity.as_dvec2(),
                mass: f64::from(ball.mass),
                restitution: 1.0,
            })
            .collect(),
        space: Space::boxed(DVec2::ZERO, DVec2::ONE),
        ..Setup::default()
    };
    let mut a = Table::new(&single).unwrap();
    let mut b = Table::new(&double).unwrap();
    for _ in 0..5000 {
        let (a, b) = (a.step_event().unwrap(), b.step_event().unwrap());
        assert_eq!((a.time, a.a, a.with), (b.time, b.a, b.with));
        assert_eq!(a.normal, b.normal.as_vec2());
    }
    for ((_, a), (id, ball)) in a.balls().zip(b.balls()) {
        assert_eq!(a.center, ball.center.as_vec2());
        assert_eq!(b.center(id), Some(ball.center));
    }
    assert_eq!(vec2(1.0, 0.0).to_double(), dvec2(1.0, 0.0));
}

/// To text and back, with infinite masses.
#[cfg(feature = "serde")]
#[test]
fn a_table_from_text_has_the_same_bits() {
    let mut setup = gas::<DVec2>(5, 9);
    setup.balls[3].mass = f64::INFINITY;
    let mut table = Table::new(&setup).unwrap();
    run(&mut table, 1000);
    let text = serde_json::to_string(&table.snapshot()).unwrap();
    let stored: carom::table::Snapshot<DVec2> = serde_json::from_str(&text).unwrap();
    let mut again = Table::restore(&stored).unwrap();
    assert_eq!(run(&mut again, 1000), run(&mut table, 1000));
    let broken = text.replacen("\"radius\":0.06", "\"radius\":-0.06", 1);
    assert_ne!(broken, text);
    let stored: carom::table::Snapshot<DVec2> = serde_json::from_str(&broken).unwrap();
    assert!(Table::restore(&stored).is_err());
}

/// `next_event` is the event that comes, on all trajectories, and changes nothing.
#[test]
fn next_event_predicts_the_next_step() {
    let lossy = |mut setup: Setup<DVec2>| {
        for ball in &mut setup.balls {
            ball.restitution = 0.7;
        }
        setup
    };
    let start = || gas::<DVec2>(8, 3);
    for (setup, least) in [
        (start(), 500),
        (start().with_friction(0.05), 300),
        (lossy(start().with_friction(0.02)), 300),
        (start().with_gravity(DVec2::NEG_Y), 500),
        (lossy(start().with_gravity(DVec2::NEG_Y)), 500),
    ] {
        let mut table = Table::new(&setup).unwrap();
        let mut untouched = table.clone();
        let mut events = 0;
        for _ in 0..500 {
            let next = table.next_event();
            assert_eq!(table.next_event(), next);
            assert_eq!(table.events(), untouched.events());
            let event = table.step_event();
            assert_eq!(next, event.map(|event| (event.time, event.a, event.with)));
            assert_eq!(event, untouched.step_event());
            events += u32::from(event.is_some());
        }
        assert!(events >= least, "{events}");
        assert_eq!(table.snapshot(), untouched.snapshot());
        // A change after `next_event` has the same result as without it.
        let _seen = table.next_event();
        for table in [&mut table, &mut untouched] {
            let (first, _) = table.balls().next().unwrap();
            table.set_velocity(first, DVec2::new(0.3, 0.2)).unwrap();
        }
        assert_eq!(table.step_event(), untouched.step_event());
    }
}

/// The same down to the smallest bounces and slides of a heap, and until nothing moves.
#[test]
fn next_event_predicts_every_step_until_rest() {
    for (seed, restitution) in [(1, 0.0), (2, 0.3), (3, 0.5)] {
        let mut start = gas::<DVec2>(4, seed);
        for ball in &mut start.balls {
            ball.restitution = restitution;
        }
        for setup in [
            start.clone().with_gravity(dvec2(0.1, -1.0)),
            start.clone().with_friction(0.02),
        ] {
            let mut table = Table::new(&setup).unwrap();
            let mut events = 0;
            loop {
                let next = table.next_event();
                let event = table.step_event();
                assert_eq!(next, event.map(|event| (event.time, event.a, event.with)));
                if event.is_none() {
                    break;
                }
                events += 1;
            }
            assert!(events > 20 && events < 100_000, "{events}");
            assert_eq!(table.status(), Status::AtRest);
        }
    }
}

/// A ball that touches two others and flies between them hits the one with the lower id first, in whatever order they came.
#[test]
fn of_two_balls_in_contact_the_lower_id_is_hit_first() {
    // A triangle of sides 3, 4 and 5: they touch exactly.
    let ball = |x: f64, y: f64| TableBall::new(dvec2(x, y), 2.5);
    let mut all = [
        (2, ball(0., 0.).with_velocity(DVec2::X)),
        (5, ball(4., 3.)),
        (7, ball(4., -3.)),
        (9, ball(-90., 0.)),
    ];
    let mut random = Rng::with_seed(4);
    for y in [3., -3.] {
        (all.iter_mut())
            .filter(|(id, _)| [5, 7].contains(id))
            .for_each(|(id, ball)| ball.center.y = if *id == 5 { y } else { -y });
        for _ in 0..24 {
            random.shuffle(&mut all);
            let mut table = Table::with_ids(all, &Setup::default()).unwrap();
            let events: Vec<_> = table.events_until(0.).unwrap().collect();
            let pairs: Vec<_> = events.iter().map(|event| (event.a, event.with)).collect();
            let hit = |id| (BallId(2), Partner::Ball(BallId(id)));
            assert_eq!(pairs[..2], [hit(5), hit(7)], "{all:?}");
        }
    }
}
