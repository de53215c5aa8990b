//! Balls that meet: events a second.

use crate::clock::time;
use crate::table::Table as Rows;
use carom::Vector;
use carom::table::{Setup, Space, Table, TableBall};
use fastrand::Rng;
use glam::{DVec2, DVec3};
use std::error::Error;

/// A number of the normal distribution (Box and Muller).
fn normal(random: &mut Rng) -> f64 {
    let (u, v) = (1.0 - random.f64(), random.f64());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Spheres of diameter 1 on a face-centred lattice of `cells`³, 4 each, in space that repeats.
pub(crate) fn spheres(cells: usize, packing: f64) -> Setup<DVec3> {
    let count = 4 * cells * cells * cells;
    let length = (count as f64 * std::f64::consts::PI / 6.0 / packing).cbrt();
    let edge = length / cells as f64;
    let mut places = Vec::new();
    for i in 0..cells {
        for j in 0..cells {
            for k in 0..cells {
                for corner in [[0., 0., 0.], [0., 0.5, 0.5], [0.5, 0., 0.5], [0.5, 0.5, 0.]] {
                    let at = DVec3::new(i as f64, j as f64, k as f64) + DVec3::from(corner);
                    places.push(at * edge);
                }
            }
        }
    }
    moving(places, 0.5, DVec3::splat(length))
}

/// Disks of diameter 1 on a square of about `count`, rows shifted, in space that repeats.
pub(crate) fn disks(count: usize, packing: f64) -> Setup<DVec2> {
    // Rows of a hexagonal lattice, two a cell of 1 × √3.
    let rows = ((count as f64 / 3f64.sqrt() * 2.0).sqrt() / 2.0).round() as usize * 2;
    let columns = count.div_ceil(rows);
    let count = rows * columns;
    let area = count as f64 * std::f64::consts::PI / 4.0 / packing;
    let width = (area * columns as f64 / (rows as f64 * 0.75f64.sqrt())).sqrt();
    let height = area / width;
    let mut places = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let x = (column as f64 + 0.5 * (row % 2) as f64) * width / columns as f64;
            places.push(DVec2::new(x, row as f64 * height / rows as f64));
        }
    }
    moving(places, 0.5, DVec2::new(width, height))
}

/// With random velocities of mean square 1 along each axis, and no momentum.
fn moving<V: Vector<Scalar = f64>>(places: Vec<V>, radius: f64, period: V) -> Setup<V> {
    let mut random = Rng::with_seed(1);
    let mut velocities: Vec<V> = places
        .iter()
        .map(|_| V::from_f64(std::array::from_fn(|_| normal(&mut random))))
        .collect();
    let count = places.len() as f64;
    let mean = velocities.iter().fold(V::ZERO, |all, v| all + *v) / count;
    for velocity in &mut velocities {
        *velocity -= mean;
    }
    let square: f64 = velocities.iter().map(|v| v.length_squared()).sum();
    let scale = (V::DIM as f64 * count / square).sqrt();
    Setup {
        balls: (places.into_iter().zip(velocities))
            .map(|(place, v)| TableBall::new(place, radius).moving(v * scale))
            .collect(),
        space: Space::Periodic(period),
        ..Setup::default()
    }
}

/// Events a second after so many events, over so many.
fn rate<V: Vector>(setup: &Setup<V>, warm: u64, events: u64) -> Result<f64, Box<dyn Error>> {
    let mut table = Table::new(setup)?;
    table.advance(1e9, warm)?;
    let (done, nanoseconds) = time(|| table.advance(1e9, events));
    done?;
    Ok(events as f64 / nanoseconds * 1e9)
}

pub(crate) fn run() -> Result<Rows, Box<dyn Error>> {
    let mut rows = Rows::new("pool", ["balls", "packing", "events/s"]);
    for cells in [14, 30] {
        for packing in [0.1, 0.3, 0.49] {
            let setup = spheres(cells, packing);
            let count = setup.balls.len();
            let rate = rate(&setup, 10 * count as u64, 2_000_000)?;
            rows.row([
                format!("{count} spheres"),
                packing.to_string(),
                format!("{rate:.0}"),
            ]);
        }
    }
    for count in [10_000, 100_000] {
        for packing in [0.3, 0.7] {
            let setup = disks(count, packing);
            let count = setup.balls.len();
            let rate = rate(&setup, 10 * count as u64, 2_000_000)?;
            rows.row([
                format!("{count} disks"),
                packing.to_string(),
                format!("{rate:.0}"),
            ]);
        }
    }
    Ok(rows)
}
