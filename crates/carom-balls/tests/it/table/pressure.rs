//! Statistics against published values.

use carom::glam::{DVec2, dvec2};
use carom::table::{Partner, Setup, Space, Table, TableBall};
use fastrand::Rng;

/// Disks of diameter 1 in a periodic square, nine in each of eight rows.
fn disks(packing: f64) -> Setup<DVec2> {
    let mut random = Rng::with_seed(1);
    let side = (72.0 * std::f64::consts::PI / 4.0 / packing).sqrt();
    let mut balls: Vec<TableBall<DVec2>> = (0..72)
        .map(|i| {
            let (row, column) = (i / 9, f64::from(i % 9));
            let x = (column + 0.5 * f64::from(row % 2)) * side / 9.0;
            let velocity = dvec2(random.f64() - 0.5, random.f64() - 0.5);
            TableBall::new(dvec2(x, f64::from(row) * side / 8.0), 0.5).with_velocity(velocity)
        })
        .collect();
    let mean = balls
        .iter()
        .fold(DVec2::ZERO, |sum, ball| sum + ball.velocity)
        / 72.0;
    for ball in &mut balls {
        ball.velocity -= mean;
    }
    Setup {
        balls,
        space: Space::Periodic(DVec2::splat(side)),
        ..Setup::default()
    }
}

/// The pressure of 72 hard disks in a square, from their impulses (the virial), against Li et al. (2022, doi
/// 10.1063/5.0126437, square box): P* = βP σ² = (4 η / π) Z and Z = 1 + m σ Σ s / (2 N kT t), for the closing speeds s
/// in a time t and the temperature 2 (N − 1) kT / 2 = E of disks with a total momentum of zero.
#[test]
fn hard_disks_have_the_published_pressure() {
    const BLOCKS: usize = 40;
    const EVENTS: usize = 15_000;
    for (packing, published) in [(0.65, 6.901_074), (0.66, 7.383_221)] {
        let mut table = Table::new(&disks(packing)).unwrap();
        let temperature = table.energy() / 71.0;
        table.advance(1e9, 100_000).unwrap();
        let blocks: Vec<f64> = (0..BLOCKS)
            .map(|_| {
                let (start, mut speeds) = (table.time(), 0.0);
                for _ in 0..EVENTS {
                    let event = table.step_event().unwrap();
                    assert!(matches!(event.with, Partner::Ball(_)));
                    speeds += event.speed;
                }
                let time = table.time() - start;
                let compressibility = 1.0 + speeds / (2.0 * 72.0 * temperature * time);
                compressibility * 4.0 * packing / std::f64::consts::PI
            })
            .collect();
        let mean = blocks.iter().sum::<f64>() / BLOCKS as f64;
        let squares: f64 = blocks.iter().map(|block| (block - mean).powi(2)).sum();
        let error = (squares / (BLOCKS * (BLOCKS - 1)) as f64).sqrt();
        assert!(error < 0.004 * mean, "{mean} +- {error}");
        let off = (mean - published) / error;
        assert!(off.abs() < 3.0, "{packing}: {mean} +- {error}, {off} off");
        assert!(table.max_overlap() < 1e-13);
    }
}
