//! A large procedural terrain, for long surveys: hills, a lake bed to walk through, cliffs too steep to climb.
//!
//! `cargo run --release -p carom-survey --example terrain -- METERS > terrain.obj` writes a square of this width, in squares
//! of a meter, with a wall around it. The bytes are the same on every machine.

use std::io::{self, BufWriter, Write};

/// The random number from 0 to 1 of a lattice corner.
fn random(x: i64, z: i64, octave: i64) -> f64 {
    let mut bits = (x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (z as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ (octave as u64).wrapping_mul(0x1656_67b1_9e37_79f9);
    for _ in 0..2 {
        bits = (bits ^ bits >> 31).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// Smooth noise from 0 to 1, with one lattice corner every `wide` meters.
fn noise(x: f64, z: f64, wide: f64, octave: i64) -> f64 {
    let (x, z) = (x / wide, z / wide);
    let (column, row) = (x.floor(), z.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (tx, tz) = (ease(x - column), ease(z - row));
    let corner = |dx: i64, dz: i64| random(column as i64 + dx, row as i64 + dz, octave);
    let along = |dz: i64| corner(0, dz) + (corner(1, dz) - corner(0, dz)) * tx;
    along(0) + (along(1) - along(0)) * tz
}

/// The height of the ground.
fn height(x: f64, z: f64) -> f64 {
    let hills = 24.0 * noise(x, z, 160.0, 0) + 7.0 * noise(x, z, 45.0, 1);
    let rough = 1.2 * noise(x, z, 11.0, 2) + 0.25 * noise(x, z, 3.0, 3);
    // Terraces here and there: their sides are too steep to climb.
    let terraces = noise(x, z, 90.0, 4) > 0.62;
    let ground = hills + rough;
    if terraces {
        let step = (ground / 4.0).floor();
        let part = ground / 4.0 - step;
        4.0 * (step + (part * 4.0 - 1.5).clamp(0.0, 1.0))
    } else {
        ground
    }
}

fn main() -> io::Result<()> {
    let size = std::env::args().nth(1).and_then(|size| size.parse().ok());
    let Some(size @ 8..=4000) = size else {
        eprintln!("terrain METERS: 8 to 4000");
        std::process::exit(2);
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let side = size + 1;
    for z in 0..side {
        for x in 0..side {
            writeln!(out, "v {x} {:.4} {z}", height(f64::from(x), f64::from(z)))?;
        }
    }
    // Corners are numbered from 1, row by row.
    let corner = |x: u32, z: u32| z * side + x + 1;
    for z in 0..size {
        for x in 0..size {
            let [a, b] = [corner(x, z), corner(x, z + 1)];
            let [c, d] = [corner(x + 1, z + 1), corner(x + 1, z)];
            writeln!(out, "f {a} {b} {c}\nf {a} {c} {d}")?;
        }
    }
    let first = side * side;
    let end = f64::from(size);
    for (x, z) in [(0.0, 0.0), (0.0, end), (end, end), (end, 0.0)] {
        writeln!(out, "v {x} -5 {z}\nv {x} 45 {z}")?;
    }
    for i in 0..4_u32 {
        let [low, next] = [i * 2 + 1, (i + 1) % 4 * 2 + 1].map(|at| first + at);
        let [high, above] = [low + 1, next + 1];
        writeln!(out, "f {low} {high} {above}\nf {low} {above} {next}")?;
    }
    out.flush()
}
