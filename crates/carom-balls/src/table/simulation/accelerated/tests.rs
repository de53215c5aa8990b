//! The events on accelerated trajectories against a loop over all pairs.

use crate::table::arc::first_meeting;
use crate::table::clock::Moment;
use crate::table::dynamics::Law;
use crate::table::simulation::schedule::{WALL, rank};
use crate::table::simulation::tests::{ball, gas_of};
use crate::table::simulation::{Body, Domain, Simulation, Walls};
use alloc::vec::Vec;
use carom_math::Vector;
use glam::{DVec2, DVec3};

fn gas<D: Vector<Scalar = f64, Double = D>>(law: Law<D>, side: u32) -> Simulation<D> {
    let domain = Domain::Boxed {
        min: D::ZERO,
        max: D::splat(1.0),
        restitution: 1.0,
    };
    let simulation = Simulation::new(Walls::new(domain, 0, Vec::new()), Some(law), Moment::START);
    let is_heavy = |id: u32| id % 13 == 5;
    gas_of(simulation, side, |id| Body {
        mass: if is_heavy(id) {
            f64::INFINITY
        } else {
            ball(id).mass
        },
        ..ball(id)
    })
}

/// The next event by a loop over all pairs and sides: without lists, shells or queue.
fn brute_force<D: Vector<Scalar = f64, Double = D>>(
    simulation: &Simulation<D>,
) -> (Moment, u32, u32) {
    let mut best = (Moment::NEVER, (9, 0, 0), 0, 0);
    let mut offer = |at: Moment, ball: u32, with: u32| {
        let rank = rank(&simulation.balls.bodies, ball, with);
        if at < best.0 || at == best.0 && rank < best.1 {
            best = (at, rank, ball, with);
        }
    };
    for i in 0..simulation.balls.trajectories.len() {
        let (me, dynamics) = (
            simulation.balls.trajectories[i],
            simulation.balls.dynamics[i],
        );
        for j in i + 1..simulation.balls.trajectories.len() {
            let start = me.since.later(simulation.balls.trajectories[j].since);
            let motion = |k: usize| {
                simulation.balls.dynamics[k].motion_from(&simulation.balls.trajectories[k], start)
            };
            let t = first_meeting(
                motion(i),
                motion(j),
                simulation.balls.radii[i] + simulation.balls.radii[j],
            );
            offer(start.after(t), i as u32, j as u32);
        }
        for side in 0..2 * D::DIM as u32 {
            offer(
                me.since.after(simulation.time_to_wall(i, side)),
                i as u32,
                WALL | side,
            );
        }
        assert_eq!(dynamics.check, f64::INFINITY);
    }
    (best.0, best.2, best.3)
}

fn agrees_with_brute_force<D: Vector<Scalar = f64, Double = D>>(
    law: Law<D>,
    side: u32,
    events: u32,
) {
    let mut simulation = gas(law, side);
    let mut met = [0, 0];
    for event in 0..events {
        let (at, i, with) = brute_force(&simulation);
        let Some(ball) = simulation.first(Moment::NEVER) else {
            assert!(at.is_never(), "{event}");
            break;
        };
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
        met[usize::from(with & WALL != 0)] += 1;
        simulation.execute(ball);
    }
    assert!(simulation.overlap < 1e-13, "{}", simulation.overlap);
    assert!(simulation.overlap_now(simulation.now) < 1e-13);
    assert!(met.iter().all(|met| *met > events / 100), "{met:?}");
}

fn falling<D: Vector<Scalar = f64>>() -> Law<D> {
    Law {
        friction: 0.0,
        gravity: D::from_f64([0.1, -0.7, 0.2]),
    }
}

fn rolling<D: Vector<Scalar = f64>>(friction: f64) -> Law<D> {
    Law {
        friction,
        gravity: D::ZERO,
    }
}

#[test]
fn events_agree_with_brute_force() {
    agrees_with_brute_force::<DVec2>(falling(), 8, 2_000);
    agrees_with_brute_force::<DVec3>(falling(), 4, 1_000);
    agrees_with_brute_force::<DVec2>(rolling(0.01), 8, 2_000);
    agrees_with_brute_force::<DVec3>(rolling(0.01), 4, 1_000);
}

#[test]
#[ignore = "a minute"]
fn many_events_agree_with_brute_force() {
    agrees_with_brute_force::<DVec2>(falling(), 8, 10_000);
    agrees_with_brute_force::<DVec3>(falling(), 4, 10_000);
    agrees_with_brute_force::<DVec2>(rolling(0.001), 8, 10_000);
    agrees_with_brute_force::<DVec3>(rolling(0.001), 4, 10_000);
}
