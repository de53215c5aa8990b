//! Event-driven balls: exact solutions, and bad input.

mod bad;
mod bumpers;
mod changes;
mod conserved;
mod exact;
mod falling;
mod fast_walls;
mod impacts;
mod move_wall;
mod pressure;
mod regions;
mod rolling;
mod squeezed;
mod wall_motion;
mod walls;

use carom::Vector;
use carom::table::{Event, Partner, Setup, Space, Table, TableBall};
use fastrand::Rng;

/// Balls of two sizes and three masses on a grid in a box of size 1, with random velocities.
fn gas<V: Vector>(side: u32, seed: u64) -> Setup<V> {
    let mut random = Rng::with_seed(seed);
    let step = 1.0 / f64::from(side);
    let number = V::Scalar::from_f64;
    let balls = (0..side.pow(V::DIM as u32)).map(|id| {
        let cell = [id % side, id / side % side, id / side / side];
        let place = V::from_f64(cell.map(|n| (f64::from(n) + 0.5) * step));
        let velocity = V::from_f64([0; 3].map(|_| random.f64() - 0.5));
        let radius = step * if id % 5 == 0 { 0.45 } else { 0.3 };
        TableBall::new(place, number(radius))
            .with_velocity(velocity)
            .with_mass(number(1.0 + f64::from(id % 3)))
    });
    Setup {
        balls: balls.collect(),
        space: Space::boxed(V::ZERO, V::splat(number(1.0))),
        ..Setup::default()
    }
}

/// All fields of an event, mixed into a hash (FNV-1a).
fn hash<V: Vector>(all: u64, event: &Event<V>) -> u64 {
    let with = match event.with {
        Partner::Ball(id) => u64::from(id.0),
        Partner::Wall(number) => u64::from(number) | 1 << 32,
        Partner::Enter(region) => u64::from(region) | 1 << 33,
        Partner::Leave(region) => u64::from(region) | 1 << 34,
    };
    let mut numbers = vec![event.time.to_bits(), u64::from(event.a.0), with];
    numbers.extend(event.normal.to_f64().map(f64::to_bits));
    numbers.push(event.speed.to_f64().to_bits());
    let bytes = numbers.into_iter().flat_map(u64::to_le_bytes);
    bytes.fold(all, |all, byte| {
        (all ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The hash of a table's next events.
fn run<V: Vector>(table: &mut Table<V>, events: usize) -> u64 {
    let mut all = 0xcbf2_9ce4_8422_2325;
    for _ in 0..events {
        let event = table.step_event().unwrap();
        all = hash(all, &event);
    }
    all
}

use carom::Scalar;
