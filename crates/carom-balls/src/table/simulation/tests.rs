//! The events of a simulation against a loop over all pairs.

use super::schedule::{WALL, rank};
use super::{Body, Domain, Simulation, Walls};
use crate::table::clock::Moment;
use crate::table::trajectory::{RelativeMotion, Trajectory, nearest_image_shift};
use alloc::vec;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use glam::{DVec2, DVec3};

pub(super) fn ball(id: u32) -> Body {
    Body {
        id,
        mass: 1.0 + f64::from(id % 3),
        restitution: 1.0,
        image: [0.0; 3],
        remainder: [0.0; 3],
        simultaneous: 0,
        present: true,
    }
}

fn gas<D: Vector<Scalar = f64, Double = D>>(domain: Domain<D>, side: u32) -> Simulation<D> {
    gas_of(
        Simulation::new(Walls::new(domain, 0, Vec::new()), None, Moment::START),
        side,
        ball,
    )
}

/// Adds balls of two sizes on a grid, with random velocities, to an empty simulation.
pub(super) fn gas_of<D: Vector<Scalar = f64, Double = D>>(
    mut simulation: Simulation<D>,
    side: u32,
    body: impl Fn(u32) -> Body,
) -> Simulation<D> {
    let mut random = fastrand::Rng::with_seed(7);
    let step = 1.0 / f64::from(side);
    let mut balls = Vec::new();
    for id in 0..side.pow(D::DIM as u32) {
        let cell = [id % side, id / side % side, id / side / side];
        let position = cell.map(|n| (f64::from(n) + 0.5) * step);
        let trajectory = Trajectory {
            position: D::from_f64(position),
            velocity: D::from_f64([0; 3].map(|_| random.f64() - 0.5)),
            since: Moment::START,
        };
        let radius = step * if id % 5 == 0 { 0.45 } else { 0.3 };
        balls.push(simulation.insert(trajectory, radius, body(id)));
    }
    simulation.activate(&balls);
    simulation
}

/// The next event by a loop over all pairs, images and sides: without lists, cells or queue.
fn brute_force<D: Vector<Scalar = f64, Double = D>>(
    simulation: &Simulation<D>,
) -> (Moment, u32, u32) {
    let count = simulation.balls.trajectories.len() as u32;
    let mut best = (Moment::NEVER, (9, 0, 0), 0, 0);
    let mut offer = |at: Moment, ball: u32, with: u32| {
        let rank = rank(&simulation.balls.bodies, ball, with);
        if at < best.0 || at == best.0 && rank < best.1 {
            best = (at, rank, ball, with);
        }
    };
    for i in 0..count {
        let a = &simulation.balls.trajectories[i as usize];
        for j in i + 1..count {
            let b = &simulation.balls.trajectories[j as usize];
            let (start, way) = if a.since > b.since {
                (a.since, b.at(a.since) - a.position)
            } else {
                (b.since, b.position - a.at(b.since))
            };
            let radii = simulation.balls.radii[i as usize] + simulation.balls.radii[j as usize];
            let mut shifts = vec![D::ZERO];
            if let Domain::Periodic(period) = simulation.walls.domain {
                let then = way + (b.velocity - a.velocity) * simulation.now.since(start);
                let near = nearest_image_shift(then, period).to_f64();
                shifts.clear();
                for image in 0..3_i32.pow(D::DIM as u32) {
                    let beside = [image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1];
                    shifts.push(D::from_f64(core::array::from_fn(|axis| {
                        if axis < D::DIM {
                            let count = libm::round(near[axis] / period[axis]);
                            (count + f64::from(beside[axis])) * period[axis]
                        } else {
                            0.0
                        }
                    })));
                }
            }
            for shift in shifts {
                let relative = RelativeMotion::of(way - shift, a.velocity, b.velocity, radii);
                offer(start.after(relative.first_touch()), i, j);
            }
        }
        if let Domain::Boxed { min, max, .. } = simulation.walls.domain {
            let radius = simulation.balls.radii[i as usize];
            for axis in 0..D::DIM {
                let (position, speed) = (a.position[axis], a.velocity[axis]);
                let (gap, side) = if speed < 0.0 {
                    (position - (min[axis] + radius), 2 * axis)
                } else {
                    ((max[axis] - radius) - position, 2 * axis + 1)
                };
                if speed != 0.0 {
                    let t = Scalar::max(gap, 0.0) / Scalar::abs(speed);
                    offer(a.since.after(t), i, WALL | side as u32);
                }
            }
        }
    }
    (best.0, best.2, best.3)
}

fn agrees_with_brute_force<D: Vector<Scalar = f64, Double = D>>(
    domain: Domain<D>,
    side: u32,
    events: u32,
) {
    let mut simulation = gas(domain, side);
    let mut walls = 0;
    for event in 0..events {
        let ball = simulation.first(Moment::NEVER).unwrap();
        let (at, i, with) = brute_force(&simulation);
        let own = (
            simulation.at(ball),
            rank(
                &simulation.balls.bodies,
                ball,
                simulation.schedule.with(ball),
            ),
        );
        assert_eq!(
            own,
            (at, rank(&simulation.balls.bodies, i, with)),
            "event {event}"
        );
        walls += u32::from(with & WALL != 0);
        simulation.execute(ball);
    }
    assert!(simulation.overlap < 1e-13, "{}", simulation.overlap);
    assert!(simulation.overlap_now(simulation.now) < 1e-13);
    let boxed = matches!(simulation.walls.domain, Domain::Boxed { .. });
    assert_eq!(boxed, walls > events / 100, "{walls}");
}

fn boxed<D: Vector<Scalar = f64>>() -> Domain<D> {
    Domain::Boxed {
        min: D::ZERO,
        max: D::splat(1.0),
        restitution: 1.0,
    }
}

#[test]
fn events_agree_with_brute_force() {
    agrees_with_brute_force(boxed::<DVec2>(), 8, 6_000);
    agrees_with_brute_force(boxed::<DVec3>(), 4, 3_000);
    agrees_with_brute_force(Domain::Periodic(DVec2::ONE), 8, 1_000);
    agrees_with_brute_force(Domain::Periodic(DVec3::ONE), 4, 300);
}

#[test]
#[ignore = "a minute"]
fn many_events_agree_with_brute_force() {
    agrees_with_brute_force(boxed::<DVec2>(), 8, 100_000);
    agrees_with_brute_force(boxed::<DVec3>(), 4, 100_000);
    agrees_with_brute_force(Domain::Periodic(DVec2::ONE), 8, 20_000);
    agrees_with_brute_force(Domain::Periodic(DVec3::ONE), 4, 5_000);
}

/// The grid and the lists give the same events, also after a change from one to the other.
#[test]
fn the_grid_and_lists_give_the_same_events() {
    let mut grid = gas(boxed::<DVec2>(), 10);
    let mut lists = grid.clone();
    assert!(grid.neighbors.grid.is_some());
    lists.use_lists(Moment::START);
    for event in 0..20_000 {
        let [a, b] = [&mut grid, &mut lists].map(|simulation| {
            let ball = simulation.first(Moment::NEVER).unwrap();
            let collision = simulation.execute(ball).unwrap();
            (collision.at, simulation.balls.trajectories.clone())
        });
        assert_eq!(a, b);
        if event == 10_000 {
            grid.use_lists(grid.now);
        }
    }
}

/// All balls in one corner are too many for the grid; lists replace it.
#[test]
fn lists_replace_the_grid_in_a_crowd() {
    let domain = Domain::Boxed {
        min: DVec2::ZERO,
        max: DVec2::splat(20.0),
        restitution: 1.0,
    };
    let mut crowd = gas(domain, 12);
    assert!(crowd.neighbors.grid.is_some());
    for _ in 0..5_000 {
        let ball = crowd.first(Moment::NEVER).unwrap();
        let _any = crowd.execute(ball);
    }
    assert!(crowd.neighbors.grid.is_none());
    assert!(crowd.overlap_now(crowd.now) < 1e-13);
}

/// With few balls all are in each list permanently; lists that change give the same events.
#[test]
fn permanent_and_changing_lists_give_the_same_events() {
    let mut small = gas(boxed::<DVec2>(), 4);
    let mut large = gas(boxed::<DVec2>(), 4);
    assert!(small.neighbors.small);
    large.neighbors.small = false;
    for i in 0..16 {
        large.neighbors.restart(i, 0.01);
    }
    for i in 0..16 {
        large.update_neighbors(i, Moment::START);
    }
    for i in 0..16 {
        large.predict(i, Moment::START);
    }
    for _ in 0..20_000 {
        let [a, b] = [&mut small, &mut large].map(|simulation| {
            let ball = simulation.first(Moment::NEVER).unwrap();
            let collision = simulation.execute(ball).unwrap();
            (collision.at, simulation.balls.trajectories.clone())
        });
        assert_eq!(a, b);
    }
}
