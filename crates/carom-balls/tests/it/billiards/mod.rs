//! Pool with spin: closed forms, an independent integrator, completeness of events, and bad input.

mod airborne;
mod answers;
mod bad;
mod closed_forms;
mod collisions;
mod completeness;
mod drawn;
mod flights;
mod impact_in_time;
mod integrator;
mod peer_cases;
mod racks;
mod repeat;
mod replay;

use carom::billiards::{
    BallModel, BallParameters, BallState, CushionModel, Models, PoolBall, PoolSetup, PoolTable,
    Shot, ShotEventKind, TableSpec, roll_out,
};
use carom::glam::{DVec2, dvec2};
use fastrand::Rng;

const POOL: BallParameters = BallParameters::POOL;
const R: f64 = POOL.radius;

/// A carom table so large that nothing reaches its cushions.
const VAST: TableSpec = TableSpec {
    width: 100.0,
    length: 100.0,
    ..TableSpec::CAROM
};

/// Pool balls in these states.
fn with_states(spec: TableSpec, states: &[BallState]) -> PoolTable {
    let balls = states
        .iter()
        .map(|state| PoolBall::at(DVec2::ZERO).with_state(*state));
    let balls = balls.collect();
    PoolTable::new(&PoolSetup {
        spec,
        balls,
        ..PoolSetup::default()
    })
    .unwrap()
}

/// Two touching balls after their collision, and the speed at which their centers approached.
fn impact(
    parameters: &BallParameters,
    ball: BallModel,
    states: [BallState; 2],
) -> (f64, [BallState; 2]) {
    let table = PoolTable::new(&PoolSetup {
        spec: VAST,
        balls: states
            .map(|state| PoolBall::new(*parameters, DVec2::ZERO).with_state(state))
            .to_vec(),
        models: Models {
            ball,
            ..Models::default()
        },
        ..PoolSetup::default()
    });
    let event = roll_out(&table.unwrap()).events[0];
    let ShotEventKind::Ball {
        other_after, speed, ..
    } = event.kind
    else {
        panic!("{event:?}");
    };
    assert!(event.time * speed < 1e-13, "they touch, up to rounding");
    (speed, [event.after, other_after])
}

/// Some balls at random places of a table, and a random shot.
fn random_shot(random: &mut Rng, spec: TableSpec, models: Models) -> (PoolTable, Shot) {
    loop {
        let count = 2 + random.usize(..7);
        let mut places: Vec<DVec2> = Vec::new();
        while places.len() < count {
            let size = dvec2(spec.width, spec.length);
            let place = dvec2(random.f64(), random.f64()) * size;
            if places.iter().all(|other| other.distance(place) > 2.0 * R) {
                places.push(place);
            }
        }
        let setup = PoolSetup {
            spec,
            balls: places.into_iter().map(PoolBall::at).collect(),
            models,
            ..PoolSetup::default()
        };
        let mut number = || random.f64();
        let direction = core::f64::consts::TAU * number();
        let shot = Shot::new(0, 0.2 + 6.0 * number(), direction)
            .with_offset(0.7 * (number() - 0.5), 0.7 * (number() - 0.5))
            .with_elevation(0.5 * number());
        // Some places are in cushions or pockets.
        if let Ok(table) = PoolTable::new(&setup) {
            return (table, shot);
        }
    }
}

/// Kinetic energy of all balls.
fn energy(states: &[BallState]) -> f64 {
    states.iter().map(|state| state.energy(&POOL)).sum()
}

/// All pairs of models.
fn all_models() -> [Models; 4] {
    let friction = carom::billiards::BallFriction::ALCIATORE;
    let usual = Models::default();
    let ball = BallModel::Mathavan2014 {
        friction,
        steps: 100,
    };
    let cushion = CushionModel::Mathavan2010 { steps: 100 };
    [
        usual,
        Models { ball, ..usual },
        Models { cushion, ..usual },
        Models {
            ball,
            cushion,
            ..usual
        },
    ]
}
