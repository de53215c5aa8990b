//! Sequences of calls of a table.

use crate::Log;
use crate::check;
use crate::numbers::{Numbers, finite};
use carom::table::{BallId, Event, Setup, Snapshot, Space, Table, TableBall, Wall, bounce, impact};
use carom::{Aabb, Ball, Scalar, Vector};

/// The most balls of a table.
const BALLS: usize = 40;
/// The most events of one call.
const EVENTS: u64 = 40;

/// Runs a sequence.
pub(crate) fn run<V: Vector>(mut numbers: Numbers, log: Log) {
    let setup = setup::<V>(&mut numbers);
    log.call(|| format!("Table::new({setup:?})"));
    pair::<V>(&mut numbers, log);
    let Ok(mut table) = Table::new(&setup) else {
        return;
    };
    let mut stored: Option<Snapshot<V>> = None;
    for _ in 0..numbers.random.usize(3..24) {
        let (time, events) = (table.time(), table.events());
        let restored = change(&mut table, &mut stored, &mut numbers, log);
        check(&table);
        assert!(restored || table.time() >= time, "time runs backwards");
        assert!(restored || table.events() >= events, "events are lost");
    }
}

fn ball<V: Vector>(numbers: &mut Numbers) -> TableBall<V> {
    let radius = match numbers.random.u32(..4) {
        0 => numbers.size(),
        _ => finite(0.25 * numbers.scale),
    };
    let mut ball = TableBall::new(numbers.vector(), radius);
    if numbers.chance(0.7) {
        ball.velocity = numbers.vector();
    }
    match numbers.random.u32(..12) {
        0 => ball.mass = V::Scalar::INFINITY,
        1 => ball.mass = numbers.size(),
        2 => ball.mass = V::Scalar::from_f64(1e3),
        _ => {}
    }
    if numbers.chance(0.4) {
        ball.restitution = numbers.part();
    }
    ball
}

fn setup<V: Vector>(numbers: &mut Numbers) -> Setup<V> {
    let count = match numbers.random.u32(..16) {
        0 => 0,
        1 => numbers.random.usize(12..30),
        _ => numbers.random.usize(1..8),
    };
    let mut balls: Vec<TableBall<V>> = (0..count).map(|_| ball(numbers)).collect();
    // Overlaps are refused: mostly leave out those that would be.
    if numbers.chance(0.9) {
        let mut apart: Vec<TableBall<V>> = Vec::new();
        for ball in balls {
            let is_free = |other: &TableBall<V>| {
                let way = (ball.center.to_double() - other.center.to_double()).length();
                way >= ball.radius.to_f64() + other.radius.to_f64()
            };
            if apart.iter().all(is_free) {
                apart.push(ball);
            }
        }
        balls = apart;
    }
    let walls = if numbers.chance(0.4) {
        let wall = |numbers: &mut Numbers| {
            let mut wall = Wall::new(numbers.small::<V>());
            if numbers.chance(0.2) {
                wall.parts.push(numbers.shape());
            }
            if numbers.chance(0.5) {
                wall.restitution = numbers.part();
            }
            wall
        };
        let count = numbers.random.usize(1..4);
        (0..count).map(|_| wall(numbers)).collect()
    } else {
        Vec::new()
    };
    let space = match numbers.random.u32(..4) {
        0 => Space::Open,
        1 => {
            let mut period = numbers.vector::<V>().abs();
            if numbers.chance(0.7) {
                period = V::splat(finite(8.0 * numbers.scale));
            }
            Space::Periodic(period)
        }
        kind => {
            let far = V::splat(finite(8.0 * numbers.scale));
            let bounds = if kind == 2 && numbers.chance(0.1) {
                Aabb::of_points(numbers.points(2))
            } else {
                Aabb {
                    min: -far,
                    max: far,
                }
            };
            Space::Boxed {
                bounds,
                restitution: numbers.part(),
            }
        }
    };
    let mut setup = Setup {
        balls,
        walls,
        space,
        ..Setup::default()
    };
    match numbers.random.u32(..4) {
        0 => setup.friction = numbers.size(),
        1 => setup.gravity = V::from_f64([0.0, -9.81 * numbers.scale, 0.0]),
        2 if numbers.chance(0.3) => setup.gravity = numbers.vector(),
        _ => {}
    }
    if numbers.chance(0.1) {
        setup.time = numbers.length();
    }
    setup
}

/// One call; returns whether the table is now an older one.
fn change<V: Vector>(
    table: &mut Table<V>,
    stored: &mut Option<Snapshot<V>>,
    numbers: &mut Numbers,
    log: Log,
) -> bool {
    let ids: Vec<BallId> = table.balls().map(|(id, _)| id).collect();
    let some = |numbers: &mut Numbers| {
        let id = ids.get(numbers.below(ids.len() + 1)).copied();
        id.unwrap_or(BallId(numbers.random.u32(..50)))
    };
    match numbers.random.u32(..16) {
        0..=4 => {
            let step = match numbers.random.u32(..8) {
                0 => numbers.size::<f64>() / numbers.scale,
                1 => numbers.size::<f64>(),
                _ => numbers.random.f64(),
            };
            let time = table.time() + step;
            let events = numbers.random.u64(..EVENTS);
            log.call(|| format!("advance({time:?}, {events})"));
            let before = table.events();
            let _ = table.advance(time, events);
            assert!(table.events() - before <= events, "more events than asked");
        }
        5..=7 => {
            log.call(|| "step_event()".into());
            if let Some(event) = table.step_event() {
                happened(&event);
            }
        }
        8 => {
            log.call(|| "next_event()".into());
            let next = table.next_event();
            let event = table.step_event();
            // A search that was given up goes on where it was.
            if next.is_some() {
                let event = event.map(|event| (event.time, event.a, event.with));
                assert_eq!(next, event, "the next event");
            }
        }
        9 => {
            let time = table.time() + numbers.random.f64();
            log.call(|| format!("events_until({time:?})"));
            if let Ok(events) = table.events_until(time) {
                for event in events.take(20) {
                    happened(&event);
                }
            }
        }
        10 if table.len() < BALLS => {
            let ball = ball(numbers);
            log.call(|| format!("add({ball:?})"));
            let _ = table.add(ball);
        }
        11 if table.len() < BALLS => {
            let (id, ball) = (some(numbers), ball(numbers));
            log.call(|| format!("insert({id:?}, {ball:?})"));
            let _ = table.insert(id, ball);
        }
        12 => {
            let id = some(numbers);
            log.call(|| format!("remove({id:?})"));
            let _ = table.remove(id);
        }
        13 | 14 => {
            let (id, velocity) = (some(numbers), numbers.vector());
            log.call(|| format!("set_velocity({id:?}, {velocity:?})"));
            let _ = table.set_velocity(id, velocity);
        }
        _ => {
            if let Some(snapshot) = stored.take() {
                log.call(|| "restore()".into());
                // Balls whose places have lost all digits overlap, which is refused.
                if let Ok(restored) = Table::restore(&snapshot) {
                    *table = restored;
                    return true;
                }
            } else {
                log.call(|| "snapshot()".into());
                *stored = Some(table.snapshot());
            }
        }
    }
    false
}

fn happened<V: Vector>(event: &Event<V>) {
    assert!(!event.time.is_nan(), "the time of an event is NaN");
    check::unit("the normal of an event", event.normal);
    check::number("the speed of an event", event.speed);
}

fn check<V: Vector>(table: &Table<V>) {
    let mut count = 0;
    for (id, ball) in table.balls() {
        count += 1;
        check::no_nan("a center", ball.center);
        check::no_nan("a velocity", ball.velocity);
        assert!(table.center(id).is_some() && table.velocity_of(id).is_some());
    }
    assert_eq!(table.len(), count, "the number of balls");
    // Sums of numbers that overflow are NaN.
    let is_ordinary = |ball: &TableBall<V>| {
        let numbers = [ball.center.to_double(), ball.velocity.to_double()];
        let largest = numbers[0].abs().max(numbers[1].abs()).max_element();
        largest < 1e100
    };
    if table.balls().all(|(_, ball)| is_ordinary(&ball)) {
        check::number("the energy", table.energy());
        check::no_nan("the momentum", table.momentum());
    }
    check::number("the time", table.time());
    check::number("the overlap", table.overlap());
    check::number("the greatest overlap", table.max_overlap());
}

/// The functions for two balls.
fn pair<V: Vector>(numbers: &mut Numbers, log: Log) {
    let [a, b]: [Ball<V>; 2] =
        core::array::from_fn(|_| Ball::new(numbers.vector(), numbers.size()));
    let ways: [V; 2] = core::array::from_fn(|_| numbers.vector());
    log.call(|| format!("impact({a:?}, {b:?}, {ways:?})"));
    let normal = match impact(&a, ways[0], &b, ways[1]) {
        Some(found) => {
            check::number("t", found.t);
            check::unit("the normal of an impact", found.normal);
            check::no_nan("the displacement of the first", found.delta_a);
            check::no_nan("the displacement of the second", found.delta_b);
            check::number("the depth", found.depth);
            found.normal
        }
        None => numbers.direction(),
    };
    let masses = [V::Scalar::ONE, numbers.size()];
    if masses[1] > V::Scalar::ZERO {
        for velocity in bounce(ways, masses, normal, V::Scalar::HALF) {
            check::no_nan("a velocity after a bounce", velocity);
        }
    }
}
