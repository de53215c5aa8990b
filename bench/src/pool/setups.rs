//! What tables are timed on: lattices, mixtures, racks.

use carom::table::{Region, Setup, Space, TableBall, Wall, WallMotion};
use carom::{Ball, Capsule, Segment, Vector};
use fastrand::Rng;
use glam::{DVec2, DVec3, dvec2};

/// A number of the normal distribution (Box and Muller).
fn normal(random: &mut Rng) -> f64 {
    let (u, v) = (1.0 - random.f64(), random.f64());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Spheres of diameter 1 on a face-centred lattice of `cells`³, 4 each, in space that repeats.
pub(super) fn spheres(cells: usize, packing: f64) -> Setup<DVec3> {
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
pub(super) fn disks(count: usize, packing: f64) -> Setup<DVec2> {
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
            .map(|(place, v)| TableBall::new(place, radius).with_velocity(v * scale))
            .collect(),
        space: Space::Periodic(period),
        ..Setup::default()
    }
}

/// Disks of diameter 1 in a box, a square lattice with `side` disks per side.
pub(super) fn boxed(side: usize, packing: f64) -> Setup<DVec2> {
    let step = (std::f64::consts::PI / 4.0 / packing).sqrt();
    let at = |i: usize| (i as f64 + 0.5) * step;
    let places = (0..side * side).map(|i| dvec2(at(i % side), at(i / side)));
    let length = DVec2::splat(side as f64 * step);
    Setup {
        space: Space::boxed(DVec2::ZERO, length),
        ..moving(places.collect(), 0.5, length)
    }
}

/// The same in space that repeats with one disk of this radius in the middle, in place of those that it covers.
pub(super) fn one_large(side: usize, packing: f64, radius: f64) -> Setup<DVec2> {
    let Setup { balls, .. } = boxed(side, packing);
    let length = side as f64 * (std::f64::consts::PI / 4.0 / packing).sqrt();
    let middle = DVec2::splat(0.5 * length);
    let is_free = |ball: &TableBall<DVec2>| ball.center.distance(middle) > radius + 0.5;
    let mut balls: Vec<_> = balls.into_iter().filter(is_free).collect();
    let mass = 4.0 * radius * radius;
    balls.push(TableBall::new(middle, radius).with_mass(mass));
    Setup {
        balls,
        space: Space::Periodic(DVec2::splat(length)),
        ..Setup::default()
    }
}

/// A floor of cells of 2 × 2, each with a ball: in turn one with a flipper, a region, a piston and a region. Without gravity
/// or loss; walls that move give the balls energy.
pub(super) fn machine(columns: u32, rows: u32) -> Setup<DVec2> {
    let mut random = Rng::with_seed(1);
    let (mut walls, mut regions, mut balls) = (Vec::new(), Vec::new(), Vec::new());
    for cell in 0..columns * rows {
        let at = 2.0 * dvec2(f64::from(cell % columns), f64::from(cell / columns)) + 0.8;
        let later = random.f64();
        match cell % 4 {
            0 => {
                let swing = [(later, 0.0), (later + 0.2, 1.0), (later + 0.6, 0.0)];
                let motion = WallMotion::turning(at, DVec2::ZERO, swing).repeating();
                let bar = Capsule::new(at, at + dvec2(0.5, 0.0), 0.05);
                walls.push(Wall::new(bar).with_motion(motion));
            }
            2 => {
                let out = dvec2(0.0, 0.4);
                let stroke = [
                    (later, DVec2::ZERO),
                    (later + 0.4, out),
                    (later + 0.8, DVec2::ZERO),
                ];
                let motion = WallMotion::shifting(stroke).repeating();
                let front = Segment::new(at, at + dvec2(0.5, 0.0));
                walls.push(Wall::new(front).with_motion(motion));
            }
            _ => regions.push(Region::new(Ball::new(at + 0.25, 0.4))),
        }
        let velocity = dvec2(normal(&mut random), normal(&mut random));
        balls.push(TableBall::new(at + 0.85, 0.3).with_velocity(velocity));
    }
    let size = 2.0 * dvec2(f64::from(columns), f64::from(rows));
    Setup {
        balls,
        walls,
        regions,
        space: Space::boxed(DVec2::ZERO, size),
        ..Setup::default()
    }
}

/// A rack of fifteen on a table of two to one, and a cue ball that is driven into it: gaps of up to a tenth of a
/// millimetre, some speed, some aim. Nothing loses energy.
pub(super) fn rack(random: &mut Rng) -> Setup<DVec2> {
    const RADIUS: f64 = 0.028_575;
    let size = dvec2(2.54, 1.27);
    let ball = |place| TableBall::new(place, RADIUS).with_mass(0.17);
    let (speed, aim) = (4.0 + 8.0 * random.f64(), 0.06 * (random.f64() - 0.5));
    let cue = dvec2(0.25 * size.x, 0.5 * size.y + 0.2 * (random.f64() - 0.5));
    let to = dvec2(0.75, 0.5) * size - cue;
    let velocity = (to + to.perp() * aim).normalize() * speed;
    let mut balls = vec![ball(cue).with_velocity(velocity)];
    let step = 2.0 * RADIUS + 1e-4;
    for row in 0..5 {
        for place in 0..=row {
            let across = f64::from(2 * place - row) * 0.5;
            let at = dvec2(f64::from(row) * 0.75_f64.sqrt(), across) * step;
            // Each within its gap.
            let off = dvec2(random.f64() - 0.5, random.f64() - 0.5) * 6e-5;
            balls.push(ball(dvec2(0.75, 0.5) * size + at + off));
        }
    }
    Setup {
        balls,
        space: Space::boxed(DVec2::ZERO, size),
        ..Setup::default()
    }
}
