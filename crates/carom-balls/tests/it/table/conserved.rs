//! Conservation laws.

use super::gas;
use carom::glam::{DVec2, DVec3};
use carom::table::{BallId, Partner, Setup, Space, Table, TableBall};
use carom::{Scalar, Vector};

/// Energy in a box; in periodic space momentum too.
fn is_conserved<V: Vector<Scalar = f64, Double = V>>(side: u32, events: u64) {
    let mut boxed = Table::new(&gas::<V>(side, 1)).unwrap();
    let energy = boxed.energy();
    boxed.advance(1e9, events).unwrap();
    assert!(
        (boxed.energy() / energy - 1.0).abs() < 1e-13,
        "{}",
        boxed.energy() / energy - 1.0
    );
    assert!(boxed.overlap() < 1e-13 && boxed.max_overlap() < 1e-13);

    let periodic = Setup {
        space: Space::Periodic(V::splat(2.0)),
        ..gas::<V>(side, 2)
    };
    let mut table = Table::new(&periodic).unwrap();
    let (energy, momentum) = (table.energy(), table.momentum());
    let center = |table: &Table<V>| {
        let weighed = table.balls().map(|(_, ball)| ball.center * ball.mass);
        weighed.fold(V::ZERO, |all, one| all + one)
    };
    let start = center(&table);
    table.advance(1e9, events).unwrap();
    assert!((table.energy() / energy - 1.0).abs() < 1e-13);
    assert!((table.momentum() - momentum).length() < 1e-12 * energy);
    // The center of mass moves in a straight line, across all edges.
    let way = center(&table) - start - momentum * table.time();
    assert!(way.length() < 1e-9, "{way:?}");
}

#[test]
fn energy_momentum_and_center_of_mass() {
    is_conserved::<DVec2>(8, 100_000);
    is_conserved::<DVec3>(4, 100_000);
}

/// In open space also angular momentum, of a cloud that flies apart.
#[test]
fn angular_momentum_in_open_space() {
    let setup = Setup {
        space: Space::Open,
        ..gas::<DVec3>(8, 3)
    };
    let mut table = Table::new(&setup).unwrap();
    let (energy, spin) = (table.energy(), table.angular_momentum());
    let of = |ball: &TableBall<DVec3>| ball.center.cross(ball.velocity) * ball.mass;
    let all: DVec3 = setup.balls.iter().map(of).sum();
    assert!((DVec3::from_array(spin) - all).length() < 1e-12 && all.length() > 1.0);
    while table.step_event().is_some() {}
    assert!(table.events() > 300, "{}", table.events());
    assert!((table.energy() / energy - 1.0).abs() < 1e-13);
    for (before, after) in spin.into_iter().zip(table.angular_momentum()) {
        assert!((before - after).abs() < 1e-12 * energy, "{before} {after}");
    }
}

/// With all velocities reversed, everything returns to its start, with the same number of events.
fn is_reversible<V: Vector<Scalar = f64, Double = V>>(side: u32) {
    let mut table = Table::new(&gas::<V>(side, 4)).unwrap();
    let start: Vec<(BallId, TableBall<V>)> = table.balls().collect();
    // Eight events a ball; a collision of two balls is an event of both.
    let mut met = 0;
    while met < 8 * start.len() {
        let event = table.step_event().unwrap();
        met += match event.with {
            Partner::Ball(_) => 2,
            _ => 1,
        };
    }
    let time = table.time() + 1e-3;
    table.advance_to(time).unwrap();
    let events = table.events();
    for (id, _) in &start {
        let velocity = table.velocity_of(*id).unwrap();
        table.set_velocity(*id, -velocity).unwrap();
    }
    table.advance_to(2.0 * time).unwrap();
    assert_eq!(table.events(), 2 * events);
    for (id, ball) in start {
        let back = table.ball(id).unwrap();
        assert!((back.center - ball.center).length() < 1e-6);
        assert!((back.velocity + ball.velocity).length() < 1e-6);
    }
}

#[test]
fn motion_is_reversible() {
    is_reversible::<DVec2>(8);
    is_reversible::<DVec3>(4);
}

/// Much heavier and much lighter balls together.
#[test]
fn masses_from_1e_minus_6_to_1e6_and_infinite_ones() {
    let mut setup = gas::<DVec2>(8, 6);
    for (i, ball) in setup.balls.iter_mut().enumerate() {
        ball.mass = Scalar::max(10f64.powi(i as i32 % 13 - 6), 0.0);
        if i % 16 == 7 {
            ball.mass = f64::INFINITY;
            ball.velocity = DVec2::ZERO;
        }
    }
    let mut table = Table::new(&setup).unwrap();
    let energy = table.energy();
    table.advance(1e9, 50_000).unwrap();
    assert!((table.energy() / energy - 1.0).abs() < 1e-12);
    assert!(table.max_overlap() < 1e-12);
    for (i, ball) in setup
        .balls
        .iter()
        .enumerate()
        .filter(|(_, ball)| ball.mass.is_infinite())
    {
        let now = table.ball(BallId(i as u32)).unwrap();
        assert_eq!((now.center, now.velocity), (ball.center, DVec2::ZERO));
    }
}

/// Balls far from the origin that overlap by the rounding of their places, and fly against each other.
#[test]
fn the_greatest_overlap_is_that_of_the_first_collision() {
    let far = 1e6;
    for (a, b) in [(0.5, 0.5), (0.25, 0.75), (1.0, 3.0)] {
        let place = far + a + b - 1e-9;
        let balls = [(far, a, 1.0), (place, b, -1.0)];
        let setup = Setup {
            balls: (balls.iter())
                .map(|&(x, radius, speed)| {
                    TableBall::new(DVec2::X * x, radius).with_velocity(DVec2::X * speed)
                })
                .collect(),
            ..Setup::default()
        };
        for setup in [
            setup.clone(),
            setup.clone().with_friction(0.1),
            setup.clone().with_gravity(DVec2::NEG_Y),
        ] {
            let mut table = Table::new(&setup).unwrap();
            let overlap = 1.0 - (place - far) / (a + b);
            assert!(overlap > 1e-10);
            assert!((table.overlap() - overlap).abs() < 1e-15);
            assert_eq!(table.max_overlap(), 0.0);
            assert_eq!(table.step_event().map(|event| event.time), Some(0.0));
            let found = table.max_overlap();
            assert!((found - overlap).abs() < 1e-15, "{a} {b}: {found}");
        }
    }
}
