//! Rolling friction: balls that roll until they rest.

use super::{gas, hash, run};
use carom::glam::{DVec2, DVec3, Vec2, dvec2};
use carom::table::{BallId, Event, Partner, Setup, Space, Status, Table, TableBall, Wall};
use carom::{Scalar, Segment, Vector};
use fastrand::Rng;

fn ball(x: f64, v: f64) -> TableBall<DVec2> {
    TableBall::new(dvec2(x, 0.0), 0.5).with_velocity(dvec2(v, 0.0))
}

fn rolling(balls: Vec<TableBall<DVec2>>, friction: f64) -> Table<DVec2> {
    let setup = Setup {
        balls,
        ..Setup::default()
    };
    Table::new(&setup.with_friction(friction)).unwrap()
}

#[test]
fn a_ball_rolls_v_squared_over_two_friction() {
    let mut random = Rng::with_seed(1);
    for _ in 0..1000 {
        let velocity = dvec2(random.f64() - 0.5, random.f64() - 0.5) * 8.0;
        let friction = 0.1 + random.f64();
        let mut table = rolling(vec![ball(0.0, 0.0).with_velocity(velocity)], friction);
        let speed = velocity.length();
        let time = speed / friction;
        table.advance_to(time * 0.5).unwrap();
        let half = table.ball(BallId(0)).unwrap();
        assert!((half.velocity - velocity * 0.5).length() < 1e-14);
        assert_eq!(table.status(), Status::Done);
        assert_eq!(table.step_event(), None);
        assert_eq!(table.status(), Status::AtRest);
        assert!((table.time() / time - 1.0).abs() < 1e-15);
        let way = velocity * (0.5 * speed / friction);
        let end = table.ball(BallId(0)).unwrap();
        assert!((end.center / way.length() - way / way.length()).length() < 4e-16);
        assert_eq!(end.velocity, DVec2::ZERO);
        table.advance_to(1e9).unwrap();
        assert_eq!(table.ball(BallId(0)), Some(end));
    }
}

/// 8 t − t² = 7 at t = 1, with speed 6; both roll on.
#[test]
fn a_head_on_hit_is_exact() {
    let mut table = rolling(vec![ball(0.0, 8.0), ball(8.0, 0.0)], 2.0);
    let event = table.step_event().unwrap();
    assert_eq!(
        (event.time, event.speed, event.with),
        (1.0, 6.0, Partner::Ball(BallId(1)))
    );
    assert_eq!(table.step_event(), None);
    assert_eq!((table.time(), table.status()), (4.0, Status::AtRest));
    let places = [0, 1].map(|id| table.ball(BallId(id)).unwrap().center.x);
    assert_eq!(places, [7.0, 17.0]);
}

/// Both roll; then one of them has come to rest, and then both.
#[test]
fn hits_before_and_after_each_ball_rests() {
    // Towards each other: 20 − 16 t + 2 t² = 1 + … : by hand, d(t) = 7 + 1 − (8 t − t²) − (4 t − t²) = 1.
    let mut both = rolling(vec![ball(0.0, 8.0), ball(8.0, -4.0)], 2.0);
    let event = both.step_event().unwrap();
    let t = (12.0 - 88f64.sqrt()) / 4.0;
    assert!((event.time - t).abs() < 1e-15, "{event:?}");
    assert!((event.speed - (12.0 - 4.0 * t)).abs() < 1e-14);
    // The second one rests at 12 after 2 s; the first comes there with 8 t − t² = 15 at t = 3 from −4.
    let mut one = rolling(vec![ball(-4.0, 8.0), ball(8.0, 4.0)], 2.0);
    let event = one.step_event().unwrap();
    assert!((event.time - 3.0).abs() < 1e-15 && (event.speed - 2.0).abs() < 1e-14);
    // It stops just short of the other, or touches it exactly: neither is an event.
    for gap in [1e-9, 0.0] {
        let mut short = rolling(vec![ball(0.0, 8.0), ball(17.0 + gap, 0.0)], 2.0);
        assert_eq!(short.step_event(), None);
        assert_eq!((short.time(), short.status()), (4.0, Status::AtRest));
        assert_eq!(short.ball(BallId(0)).unwrap().center.x, 16.0);
    }
    let mut just = rolling(vec![ball(0.0, 8.0), ball(17.0 - 1e-6, 0.0)], 2.0);
    let event = just.step_event().unwrap();
    // A millionth is what is left of v² / 4.
    assert!((event.speed - 2e-3).abs() < 1e-9, "{event:?}");
}

/// A slower ball behind is never met; but a ball that turns aside can be met again by the one from which it separated.
#[test]
fn balls_that_separate_may_meet_again() {
    let touching = |a: DVec2, b: DVec2| {
        rolling(
            vec![
                TableBall::new(DVec2::ZERO, 0.5).with_velocity(a),
                TableBall::new(dvec2(1.0, 0.0), 0.5).with_velocity(b),
            ],
            1.0,
        )
    };
    // Both the same way: the first never catches up.
    assert_eq!(touching(dvec2(1., 0.), dvec2(2., 0.)).step_event(), None);
    assert_eq!(touching(dvec2(2., 0.), dvec2(2., 0.)).step_event(), None);
    // The second moves aside slowly and soon rests; the first, slower along the line but fast across it, first
    // separates, as the other is faster along the line.
    let (a, b) = (dvec2(0.25, 0.05), dvec2(0.3, 0.0));
    let mut again = touching(a, b);
    let event = again.step_event();
    // By a linear search for the time at which the distance is again the sum of radii.
    let at = |v: DVec2, t: f64| {
        let stop = v.length();
        v * (t.min(stop) * (1.0 - 0.5 * t.min(stop) / stop))
    };
    let distance = |t: f64| (dvec2(1.0, 0.0) + at(b, t) - at(a, t)).length();
    let first = (1..100_000)
        .map(|step| f64::from(step) * 1e-5)
        .find(|t| distance(*t) < 1.0);
    assert_eq!(event.is_some(), first.is_some());
    assert_eq!(event, None, "it does not go so far");
    let (a, b) = (dvec2(0.29, 0.4), dvec2(0.3, 0.39));
    let distance = |t: f64| (dvec2(1.0, 0.0) + at(b, t) - at(a, t)).length();
    let least = (1..100_000)
        .map(|step| distance(f64::from(step) * 1e-5))
        .fold(f64::INFINITY, f64::min);
    assert_eq!(touching(a, b).step_event().is_some(), least < 1.0);
}

#[test]
fn to_a_wall_and_back() {
    let wall = Wall::new(Segment::new(dvec2(7.5, -1.0), dvec2(7.5, 1.0))).with_restitution(0.5);
    let setup = Setup {
        balls: vec![ball(0.0, 8.0)],
        walls: vec![wall],
        ..Setup::default()
    };
    let mut table = Table::new(&setup.clone().with_friction(2.0)).unwrap();
    let event = table.step_event().unwrap();
    assert_eq!((event.time, event.speed), (1.0, 6.0));
    assert_eq!(table.step_event(), None);
    // Back with 3: 9 / 4 far, after 3 / 2 s.
    let end = table.ball(BallId(0)).unwrap();
    assert_eq!((table.time(), end.center.x), (2.5, 7.0 - 2.25));
    // As a side of the box.
    let boxed = Setup {
        walls: vec![],
        space: Space::Boxed {
            bounds: carom::Aabb {
                min: dvec2(-1.0, -1.0),
                max: dvec2(7.5, 1.0),
            },
            restitution: 0.5,
        },
        ..setup.clone()
    };
    let mut table = Table::new(&boxed.with_friction(2.0)).unwrap();
    assert_eq!(table.step_event().map(|event| event.time), Some(1.0));
    assert_eq!((table.step_event(), table.time()), (None, 2.5));
    // At exactly this distance it only touches the wall.
    let mut table = Table::new(&setup.with_friction(32.0 / 7.0)).unwrap();
    let event = table.step_event();
    assert!(event.is_none_or(|event| event.speed < 1e-7));
}

#[test]
fn infinite_masses_do_not_roll() {
    let heavy = ball(0.0, 1.0).with_mass(f64::INFINITY);
    let mut table = rolling(vec![heavy, ball(5.0, 0.0)], 2.0);
    let mut last = table.step_event().unwrap();
    assert_eq!(last.time, 4.0);
    // Pushed at double the speed, it rolls 1 s and 1 far, as far as the other comes in that time: again and again.
    for _ in 0..50 {
        let event = table.step_event().unwrap();
        assert!((event.time - last.time - 1.0).abs() < 1e-9, "{event:?}");
        assert!((event.speed - 1.0).abs() < 1e-7, "{event:?}");
        last = event;
    }
}

/// The next event by a test of all pairs and sides in small time steps, then bisection: it shares nothing with the
/// table except the law of motion.
fn by_time_stepping(
    balls: &[TableBall<DVec2>],
    friction: f64,
    step: f64,
) -> Option<(f64, u32, Partner)> {
    let at = |ball: &TableBall<DVec2>, t: f64| {
        let stop = ball.velocity.length() / friction;
        let t = t.min(stop);
        if stop == 0.0 {
            return ball.center;
        }
        ball.center + ball.velocity * (t * (1.0 - 0.5 * t / stop))
    };
    let longest = balls.iter().map(|ball| ball.velocity.length() / friction);
    let end = longest.fold(0.0, f64::max);
    let mut best: Option<(f64, u32, Partner)> = None;
    let mut offer = |gap: &dyn Fn(f64) -> f64, a: u32, with: Partner| {
        let mut before = 0.0;
        let mut parted = gap(0.0) > 1e-13;
        while before < end {
            let after = before + step;
            let now = gap(after);
            if parted && now < 0.0 {
                let (mut low, mut high) = (before, after);
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    *(if gap(middle) < 0.0 {
                        &mut high
                    } else {
                        &mut low
                    }) = middle;
                }
                if best.is_none_or(|best| high < best.0) {
                    best = Some((high, a, with));
                }
                return;
            }
            parted |= now > 1e-13;
            if best.is_some_and(|best| after > best.0) {
                return;
            }
            before = after;
        }
    };
    for (i, a) in balls.iter().enumerate() {
        for (j, b) in balls.iter().enumerate().skip(i + 1) {
            let gap = |t: f64| (at(a, t) - at(b, t)).length() - (a.radius + b.radius);
            offer(&gap, i as u32, Partner::Ball(BallId(j as u32)));
        }
        for side in 0..4 {
            let gap = |t: f64| {
                let x = at(a, t)[side / 2];
                (if side % 2 == 0 { x } else { 1.0 - x }) - a.radius
            };
            offer(&gap, i as u32, Partner::Wall(side as u32));
        }
    }
    best
}

#[test]
fn events_agree_with_time_stepping() {
    let setup = gas::<DVec2>(4, 11).with_friction(0.05);
    let mut table = Table::new(&setup).unwrap();
    let mut compared = 0;
    while compared < 60 {
        let balls: Vec<TableBall<DVec2>> = table.balls().map(|(_, ball)| ball).collect();
        let (before, found) = (table.time(), table.step_event());
        let expected = by_time_stepping(&balls, 0.05, 2e-4);
        match (found, expected) {
            (Some(found), Some((t, a, with))) => {
                assert!(
                    (found.time - before - t).abs() < 1e-9,
                    "{compared}: {found:?} {t} {with:?}"
                );
                assert_eq!((found.a.0, found.with), (a, with));
            }
            (found, expected) => {
                assert_eq!((found, expected), (None, None));
                break;
            }
        }
        compared += 1;
    }
    assert!(compared > 40, "{compared}");
}

/// A break: all balls come to rest, none overlaps, and more friction ends it sooner.
#[test]
fn a_break_comes_to_rest() {
    let rack = |restitution: f64, friction: f64| {
        let mut balls =
            vec![TableBall::new(dvec2(-8.0, 0.03), 0.5).with_velocity(dvec2(20.0, 0.0))];
        for row in 0..5 {
            for place in 0..=row {
                let y = f64::from(2 * place - row) * 0.5;
                let x = f64::from(row) * 0.75f64.sqrt() * (1.0 + 1e-12);
                balls.push(TableBall::new(dvec2(x, y), 0.5));
            }
        }
        for ball in &mut balls {
            ball.restitution = restitution;
        }
        let setup = Setup {
            balls,
            space: Space::boxed(dvec2(-10., -5.), dvec2(10., 5.)),
            ..Setup::default()
        };
        Table::new(&setup.with_friction(friction)).unwrap()
    };
    for restitution in [1.0, 0.95, 0.5, 0.2] {
        let mut events = u64::MAX;
        for friction in [0.1, 1.0, 10.0] {
            let mut table = rack(restitution, friction);
            let mut energy = table.energy();
            while table.step_event().is_some() {
                // Pressed balls hop, by at most 2⁻¹⁸ of the radius.
                let hop = if restitution < 1.0 {
                    friction * 4e-6
                } else {
                    0.0
                };
                assert!(table.energy() <= energy * (1.0 + 1e-12) + hop);
                energy = table.energy();
            }
            assert_eq!(table.status(), Status::AtRest, "{restitution} {friction}");
            assert!(table.max_overlap() < 1e-12 && table.overlap() < 1e-12);
            // No longer than the cue ball's speed lasts.
            assert!(table.time() < 20.0 / friction * (1.0 + 1e-12));
            if restitution == 1.0 {
                assert!(table.events() < events && table.events() > 10);
                events = table.events();
            }
        }
    }
}

fn restores_to_the_bit<V: Vector>(side: u32) {
    let setup = gas::<V>(side, 4).with_friction(V::Scalar::from_f64(0.02));
    let mut table = Table::new(&setup).unwrap();
    run(&mut table, 200);
    let time = table.time() + 0.125;
    table.advance_to(time).unwrap();
    let mut again = Table::restore(&table.snapshot()).unwrap();
    assert_eq!(again.snapshot(), table.snapshot());
    let next = table.next_event();
    assert_eq!(again.next_event(), next);
    assert_eq!(run(&mut again, 100), run(&mut table, 100));
    assert_eq!(again.snapshot(), table.snapshot());
    let mut random = Rng::with_seed(2);
    let mut balls: Vec<(u32, TableBall<V>)> = (0..).zip(setup.balls.iter().copied()).collect();
    let expected = run(&mut Table::new(&setup).unwrap(), 300);
    random.shuffle(&mut balls);
    let mut shuffled = Table::with_ids(balls, &setup).unwrap();
    assert_eq!(run(&mut shuffled, 300), expected);
}

#[test]
fn stored_and_shuffled_tables_have_the_same_bits() {
    restores_to_the_bit::<DVec2>(6);
    restores_to_the_bit::<DVec3>(4);
    restores_to_the_bit::<Vec2>(6);
}

#[test]
fn intermediate_stops_change_no_bit() {
    let mut straight = Table::new(&gas::<DVec2>(6, 3).with_friction(0.03)).unwrap();
    let mut halting = straight.clone();
    let tell = |all: u64, event: Event<DVec2>| hash(all, &event);
    let all = straight.events_until(20.0).unwrap().fold(0, tell);
    let (mut halted, mut random) = (0, Rng::with_seed(1));
    while halting.time() < 20.0 {
        let time = (halting.time() + random.f64() * 0.05).min(20.0);
        halted = halting.events_until(time).unwrap().fold(halted, tell);
    }
    assert_eq!(all, halted);
    assert!(straight.events() > 300, "{}", straight.events());
    assert_eq!(straight.status(), Status::AtRest);
}

/// After a central collision without restitution both decelerate alike: nothing presses them together, and they roll on
/// with one velocity.
#[test]
fn balls_without_restitution_roll_on_together() {
    let (friction, speed) = (0.05, 1.0_f64);
    let ball = |x: f64| TableBall::new(dvec2(x, 0.), 0.5).with_restitution(0.);
    let setup = Setup {
        balls: vec![ball(0.).with_velocity(dvec2(speed, 0.)), ball(3.)],
        ..Setup::default()
    };
    let mut table = Table::new(&setup.with_friction(friction)).unwrap();
    let event = table.step_event().unwrap();
    // v² is 1 - 2 · 0.05 · 2 there.
    let arriving = (speed * speed - 4. * friction).sqrt();
    assert!((event.speed - arriving).abs() < 1e-12);
    for (_, ball) in table.balls() {
        assert!((ball.velocity - dvec2(0.5 * arriving, 0.)).length() < 1e-12);
    }
}
