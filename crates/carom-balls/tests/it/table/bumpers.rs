//! Bumpers: walls that add speed to each bounce.

use carom::glam::{DVec2, DVec3, dvec2};
use carom::table::{BallId, Partner, Setup, Space, Status, Table, TableBall, Wall};
use carom::{Ball, Plane, Segment, Vector};
use fastrand::Rng;

/// A box full of balls and two round bumpers: after every event, the energy is that at the start, less what restitution
/// took, plus what bumpers gave by the formula.
fn energy_grows_by_the_stated_gain<V: Vector<Scalar = f64, Double = V>>() {
    let mut random = Rng::with_seed(5);
    let mut vector = |size: f64| V::from_f64([0; 3].map(|_| (random.f64() - 0.5) * size));
    let balls = (0..20).map(|id| {
        let cell = [f64::from(id % 5), f64::from(id / 5), 0.0];
        let center = V::from_f64(cell.map(|n| n - 2.0));
        TableBall::new(center, 0.2)
            .with_velocity(vector(2.0))
            .with_mass(1.0 + f64::from(id % 3))
            .with_restitution(0.9)
    });
    let bumper = |x: f64, kick: f64| {
        let center = V::from_f64([x, -3.5, 0.0]);
        Wall::new(Ball::new(center, 1.0)).with_kick(kick)
    };
    let setup = Setup {
        balls: balls.collect(),
        walls: vec![bumper(-2.5, 0.5), bumper(2.5, 2.0)],
        space: Space::boxed(V::splat(-5.0), V::splat(5.0)),
        ..Setup::default()
    };
    let mut table = Table::new(&setup).unwrap();
    let (mut energy, mut kicks) = (table.energy(), 0);
    let mut given = 0.0;
    for _ in 0..5000 {
        let event = table.step_event().unwrap();
        let mass = |id: BallId| setup.balls[id.0 as usize].mass;
        let (m, s) = (mass(event.a), event.speed);
        let (e, reduced) = match event.with {
            Partner::Ball(b) => (0.9, m * mass(b) / (m + mass(b))),
            _ => (0.9, m),
        };
        let kick = match event.with {
            Partner::Wall(wall) if wall < 2 => setup.walls[wall as usize].kick,
            _ => 0.0,
        };
        energy -= 0.5 * (1.0 - e * e) * reduced * s * s;
        let gain = 0.5 * reduced * ((e * s + kick).powi(2) - (e * s).powi(2));
        energy += gain;
        given += gain;
        kicks += usize::from(kick > 0.0);
        assert!((table.energy() - energy).abs() <= 1e-12 * energy);
        assert!((table.energy_given() - given).abs() <= 1e-12 * given);
    }
    assert!(kicks > 100, "{kicks}");
    // Stored and restored, all goes on with the same bits.
    let mut again = Table::restore(&table.snapshot()).unwrap();
    for _ in 0..200 {
        assert_eq!(again.step_event(), table.step_event());
    }
    assert_eq!(again.energy_given(), table.energy_given());
}

#[test]
fn energy_grows_by_the_kicks() {
    energy_grows_by_the_stated_gain::<DVec2>();
    energy_grows_by_the_stated_gain::<DVec3>();
}

/// Between two bumpers each bounce takes the time of the gap over the speed, 1, 1 + k, 1 + 2 k...: the harmonic series,
/// so that the number of bounces grows exponentially with time; a limit of events ends the run.
#[test]
fn a_ball_between_two_bumpers() {
    let (gap, kick) = (2.0, 0.5);
    let wall = |x: f64| Wall::new(Segment::new(dvec2(x, -1.0), dvec2(x, 1.0))).with_kick(kick);
    let setup = Setup {
        balls: vec![TableBall::new(DVec2::ZERO, 0.5).with_velocity(dvec2(1.0, 0.0))],
        walls: vec![wall(-1.5), wall(1.5)],
        ..Setup::default()
    };
    let mut table = Table::new(&setup).unwrap();
    let (mut time, mut speed) = (0.5 * gap, 1.0);
    for bounce in 0..10_000_u32 {
        let event = table.step_event().unwrap();
        assert_eq!(event.with, Partner::Wall((bounce + 1) % 2));
        assert!((event.time - time).abs() < 1e-12, "{bounce}");
        assert!((event.speed - speed).abs() < 1e-12 * speed);
        speed += kick;
        time += gap / speed;
    }
    assert_eq!(table.advance(1e9, 100_000).unwrap(), Status::Events);
    assert!(table.time() < 60.0 && table.max_overlap() < 1e-9);
}

/// Under gravity a ball that loses energy comes to rest on a floor, but not on a floor that kicks: there its bounces
/// tend to those of speed k / (1 - e).
#[test]
fn no_ball_comes_to_rest_on_a_bumper() {
    let floor = |kick: f64| Setup {
        balls: vec![TableBall::new(dvec2(0.0, 3.0), 0.5).with_restitution(0.5)],
        walls: vec![Wall::from(Plane::new(DVec2::Y, 0.0)).with_kick(kick)],
        ..Setup::default()
    };
    let run = |kick: f64| {
        let mut table = Table::new(&floor(kick).with_gravity(dvec2(0.0, -10.0))).unwrap();
        (table.advance_to(100.0).unwrap(), table)
    };
    assert_eq!(run(0.0).0, Status::AtRest);
    for kick in [1e-2, 1.0, 4.0] {
        let (status, mut table) = run(kick);
        assert_eq!(status, Status::Done);
        let event = table.step_event().unwrap();
        assert!((event.speed - 2.0 * kick).abs() < 1e-9 * kick, "{kick}");
    }
}
