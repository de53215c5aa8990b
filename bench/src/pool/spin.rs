//! A break with spin, cushions and pockets, until all balls are at rest.

use crate::clock::{median, time};
use carom::billiards::{PoolTable, Rack, Shot, ShotStatus, TableSpec, simulate};
use fastrand::Rng;
use std::error::Error;
use std::f64::consts::FRAC_PI_2;

/// Nanoseconds of a whole break of eight-ball, its table made and its shot played: the median; and its mean number of events.
pub(super) fn breaks() -> Result<[f64; 2], Box<dyn Error>> {
    const COUNT: usize = 2000;
    let mut random = Rng::with_seed(1);
    let (mut times, mut events) = (Vec::new(), 0);
    for _ in 0..COUNT {
        let mut between = |low: f64, high: f64| low + (high - low) * random.f64();
        let aim = FRAC_PI_2 + between(-0.015, 0.015);
        let shot = Shot::new(0, between(6.0, 11.0), aim)
            .with_offset(between(-0.2, 0.2), between(-0.3, 0.3));
        let (result, ns) = time(|| {
            let table = PoolTable::racked(Rack::EightBall, TableSpec::POOL_9_FT)?;
            simulate(&table, &shot)
        });
        let result = result?;
        if result.status != ShotStatus::AtRest || result.first_ball_hit(0) != Some(1) {
            return Err(format!("no break: {:?}", result.status).into());
        }
        events += result.events.len();
        times.push(ns);
    }
    Ok([median(times), events as f64 / COUNT as f64])
}
