//! The balls at the start of a game.

use carom::table::TableBall;
use glam::{DVec2, dvec2};

/// A nine-foot table between its cushions, m.
pub(super) const SIZE: DVec2 = dvec2(2.54, 1.27);
/// A ball: diameter 2¼ inches, 170 g.
const RADIUS: f64 = 0.028_575;
const MASS: f64 = 0.17;
/// The gap between the balls of the rack, m: touching balls would all collide at the same moment.
const GAP: f64 = 5e-5;
/// Radius of the cue ball among disks, m; its density is the same.
const BREAKER: f64 = 0.06;
/// Where the disks begin, as a fraction of the table's length.
const CROWD: f64 = 0.34;

/// The cue ball, then fifteen racked balls at the foot spot, or disks.
pub(super) fn balls(cue: DVec2, disks: usize, restitution: f64) -> Vec<TableBall<DVec2>> {
    let ball = |place, radius: f64| {
        let mass = MASS * (radius / RADIUS) * (radius / RADIUS);
        TableBall::new(place, radius)
            .with_mass(mass)
            .with_restitution(restitution)
    };
    if disks > 0 {
        let mut balls = vec![ball(cue, BREAKER)];
        let (radius, places) = crowd(disks);
        balls.extend(places.into_iter().map(|place| ball(place, radius)));
        return balls;
    }
    let mut balls = vec![ball(cue, RADIUS)];
    let foot = SIZE * dvec2(0.75, 0.5);
    let step = 2.0 * RADIUS + GAP;
    for row in 0..5 {
        for place in 0..=row {
            let across = f64::from(2 * place - row) * 0.5;
            let at = dvec2(f64::from(row) * 0.75_f64.sqrt(), across) * step;
            balls.push(ball(foot + at, RADIUS));
        }
    }
    balls
}

/// Disks that fill their part of the table, on a jittered grid: the radius, and the centers.
fn crowd(count: usize) -> (f64, Vec<DVec2>) {
    let area = SIZE * dvec2(1.0 - CROWD, 1.0);
    // Cells that are nearly square.
    let columns = (count as f64 * area.x / area.y).sqrt().ceil();
    let rows = (count as f64 / columns).ceil();
    let cell = area / dvec2(columns, rows);
    let radius = 0.42 * cell.min_element();
    let slack = cell - 2.0 * radius;
    let mut random = 1_u64;
    let mut part = || {
        // Knuth's linear congruential generator (MMIX).
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as f64 / (1_u64 << 31) as f64
    };
    let corner = SIZE * dvec2(CROWD, 0.0);
    let places = (0..count).map(|number| {
        let (row, column) = (number % rows as usize, number / rows as usize);
        let free = slack * dvec2(0.05 + 0.9 * part(), 0.05 + 0.9 * part());
        corner + cell * dvec2(column as f64, row as f64) + radius + free
    });
    (radius, places.collect())
}
