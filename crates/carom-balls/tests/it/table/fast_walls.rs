//! Walls that move fast, and many of them: rates that are refused, searches that end, and lists that change no bit.

use super::hash;
use carom::glam::{DVec2, DVec3, dvec2, dvec3};
use carom::table::{
    Keyframe, Partner, Region, Setup, Space, Status, Table, TableBall, TableError, Wall, WallMotion,
};
use carom::{Aabb, Ball, Capsule, Segment, Shape, Vector};
use fastrand::Rng;

/// The fastest rotation, radians a window.
const FASTEST: f64 = (1_u32 << 20) as f64;

/// A bar along x that rotates about the origin in the plane z = 0, and a ball at `place`. Another ball, far away, has speed
/// 1: a window takes 8 s.
fn wheel(spin: f64, place: DVec3, velocity: DVec3) -> Setup<DVec3> {
    let bar = Capsule::new(DVec3::ZERO, dvec3(3.0, 0.0, 0.0), 0.05);
    let motion = WallMotion::turning(DVec3::ZERO, DVec3::Z, [(0.0, 0.0), (1e3, spin * 1e3)]);
    Setup {
        balls: vec![
            TableBall::new(place, 0.5).with_velocity(velocity),
            TableBall::new(dvec3(8.0, 8.0, 8.0), 0.5).with_velocity(DVec3::X),
        ],
        walls: vec![
            Wall::new(Ball::new(dvec3(0.0, 0.0, 9.0), 0.1)),
            Wall::new(bar).with_motion(motion),
        ],
        ..Setup::default()
    }
}

#[test]
fn rates_that_cannot_be_simulated_are_refused() {
    let at = dvec3(2.0, 0.0, 2.0);
    let window = 8.0;
    assert!(Table::new(&wheel(FASTEST / window, at, DVec3::ZERO)).is_ok());
    let refused = |setup: &Setup<DVec3>, field: &str| {
        let error = Table::new(setup).unwrap_err();
        assert!(matches!(error, TableError::Wall { wall: 1, .. }));
        let text = error.to_string();
        assert!(
            text.starts_with("wall 1 ") && text.contains(field),
            "{text}"
        );
    };
    for spin in [1.001 * FASTEST / window, 1e30, -1e30] {
        refused(&wheel(spin, at, DVec3::ZERO), "angles");
    }
    let shifting = |time: f64, far: f64| {
        let mut setup = wheel(0.0, at, DVec3::ZERO);
        let motion = WallMotion::shifting([(0.0, DVec3::ZERO), (time, DVec3::X * far)]);
        setup.walls[1].motion = Some(motion);
        setup
    };
    refused(&shifting(1e-70, 1e30), "offsets");
    // No rate at all: the reciprocal of the time overflows.
    refused(&shifting(1e-310, 0.0), "offsets");
    assert!(Table::new(&shifting(1e-9, 1e30)).is_ok());
    // The same for a motion that is given during the run; the table is then unchanged.
    let mut table = Table::new(&wheel(1.0, at, DVec3::ZERO)).unwrap();
    table.advance_to(0.5).unwrap();
    let before = table.snapshot();
    let up = |time: f64| Keyframe {
        time,
        offset: DVec3::ZERO,
        angle: 9.0,
    };
    let error = table.move_wall(1, [up(0.500001)]).unwrap_err();
    assert!(error.to_string().contains("angles"), "{error}");
    assert_eq!(table.snapshot(), before);
    table.move_wall(1, [up(0.51)]).unwrap();
}

/// At the greatest rate a search ends after a bounded time, without an event, goes on in the next call, and finds the touch.
#[test]
fn a_wall_at_the_fastest_rate_hits_when_it_does() {
    let spin = FASTEST / 8.0;
    let below = wheel(spin, dvec3(2.0, 0.0, 2.0), dvec3(0.0, 0.0, -1.0));
    let mut table = Table::new(&below).unwrap();
    let mut calls = 0;
    let event = loop {
        let before = table.time();
        match table.step_event() {
            Some(event) => break event,
            None => assert_eq!(table.status(), Status::Inconclusive),
        }
        calls += 1;
        assert!(table.time() > before && calls < 10, "{calls} {before}");
    };
    // In the disk that the bar sweeps, or a rotation later.
    let first = 2.0 - 0.55;
    let turn = core::f64::consts::TAU / spin;
    assert!(
        event.time >= first && event.time < first + turn,
        "{event:?}"
    );
    assert_eq!(event.with, Partner::Wall(1));
    assert!(calls > 0);
    // Beside the wheel for ever: each call ends.
    let beside = wheel(spin, dvec3(2.0, 0.0, 0.7), DVec3::ZERO);
    let mut table = Table::new(&beside).unwrap();
    for _ in 0..3 {
        let before = table.time();
        assert_eq!(table.advance_to(100.0).unwrap(), Status::Inconclusive);
        assert!(table.time() > before && table.time() < 100.0);
    }
    assert_eq!(table.events(), 0);
}

/// Balls among walls that shift and rotate, bumpers and regions; then other walls far away, which change no event.
fn crowd<V: Vector<Scalar = f64, Double = V>>(seed: u64, far: u32, restitution: f64) -> Setup<V> {
    let mut random = Rng::with_seed(seed);
    let v = |x: f64, y: f64| V::from_f64([x, y, 0.0]);
    let mut number = || random.f64() - 0.5;
    let (mut walls, mut regions, mut balls) = (Vec::new(), Vec::new(), Vec::new());
    for cell in 0..16 {
        let at = v(f64::from(cell % 4) * 4.0, f64::from(cell / 4) * 4.0);
        if cell % 2 == 0 {
            let bar = Capsule::new(at, at + v(0.7, 0.1), 0.05);
            let swing = [(0.1, 0.0), (0.4, 1.0), (0.9 + number() * 0.5, 0.0)];
            let motion = WallMotion::turning(at, V::from_f64([0.0, 0.0, 1.0]), swing).repeating();
            walls.push(Wall::new(bar).with_motion(motion));
        } else {
            let front = Segment::new(at, at + v(0.1, 0.8));
            let way = v(number(), number());
            let stroke = [(0.0, V::ZERO), (0.3, way), (0.5, way), (0.7, V::ZERO)];
            let motion = WallMotion::shifting(stroke).repeating();
            walls.push(Wall::new(front).with_motion(motion));
        }
        let pocket = Region::new(Ball::new(at + v(2.0, 2.0), 0.3 + 0.2 * number()));
        regions.push(if cell == 5 {
            pocket.capturing()
        } else {
            pocket
        });
        let velocity = V::from_f64([number(), number(), number()]) * 6.0;
        balls.push(
            TableBall::new(at + v(2.0, 0.0), 0.3 + 0.1 * number())
                .with_velocity(velocity)
                .with_restitution(restitution),
        );
    }
    for i in 0..far {
        let at = v(1e3 + f64::from(i), 1e3);
        let motion = WallMotion::shifting([(0.0, V::ZERO), (0.1, v(0.5, 0.0)), (0.2, V::ZERO)]);
        walls.push(Wall::new(Segment::new(at, at + v(0.0, 0.5))).with_motion(motion.repeating()));
        let room = Aabb::of_points([at, at + V::splat(0.5)]);
        regions.push(Region::new(Shape::Aabb(room)));
    }
    let [min, max] = [[-2.0, -2.0, -0.6], [16.0, 16.0, 0.6]].map(V::from_f64);
    Setup {
        balls,
        walls,
        regions,
        space: Space::boxed(min, max),
        ..Setup::default()
    }
}

/// Up to 32 walls and regions and 24 balls, each list permanently has all; with more, the near ones.
fn lists_change_no_bit<V: Vector<Scalar = f64, Double = V>>(
    law: impl Fn(Setup<V>) -> Setup<V>,
    restitution: f64,
    least: [usize; 2],
) {
    let (mut hits, mut crossings) = (0, 0);
    for seed in 0..12 {
        let mut all = Table::new(&law(crowd(seed, 0, restitution))).unwrap();
        let mut near = Table::new(&law(crowd(seed, 30, restitution))).unwrap();
        for step in 0..20 {
            let until = 0.5 * f64::from(step + 1);
            let found: Vec<_> = near.events_until(until).unwrap().collect();
            let expected: Vec<_> = all.events_until(until).unwrap().collect();
            // The sides of the box are numbered after the walls.
            let number = |event: &carom::table::Event<V>| match event.with {
                Partner::Wall(wall) if wall >= 16 => Partner::Wall(wall % 30 + 30),
                with => with,
            };
            assert_eq!(found.len(), expected.len(), "{seed} {until}");
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(number(found), number(expected));
                let same = |event: &carom::table::Event<V>| {
                    let with = Partner::Wall(0);
                    hash(0, &carom::table::Event { with, ..*event })
                };
                assert_eq!(same(found), same(expected), "{seed} {found:?} {expected:?}");
                hits += usize::from(matches!(found.with, Partner::Wall(wall) if wall < 16));
                let crosses = matches!(found.with, Partner::Enter(_) | Partner::Leave(_));
                crossings += usize::from(crosses);
            }
            if step % 7 == 3 {
                near = Table::restore(&near.snapshot()).unwrap();
            }
        }
        assert_eq!(near.energy().to_bits(), all.energy().to_bits());
        assert_eq!(near.energy_given().to_bits(), all.energy_given().to_bits());
    }
    let enough = hits >= least[0] && crossings >= least[1];
    assert!(enough, "{hits} hits, {crossings} crossings");
}

#[test]
fn lists_of_walls_that_move_and_regions_change_no_bit() {
    lists_change_no_bit::<DVec2>(|setup| setup, 1.0, [300, 200]);
    lists_change_no_bit::<DVec3>(|setup| setup, 0.9, [100, 50]);
    let down = dvec2(0.0, -3.0);
    lists_change_no_bit::<DVec2>(|setup| setup.with_gravity(down), 0.8, [50, 50]);
    let down = dvec3(0.0, -3.0, 0.0);
    lists_change_no_bit::<DVec3>(|setup| setup.with_gravity(down), 1.0, [50, 50]);
    lists_change_no_bit::<DVec2>(|setup| setup.with_friction(0.3), 1.0, [50, 50]);
}
