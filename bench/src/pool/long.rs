//! The long campaigns: what must hold after a thousand million events, in a hundred thousand breaks, and beside
//! published pressures. Each line ends in `ok` or `NOT OK`, and the command fails if any is not.

use super::setups::{disks, rack, spheres};
use carom::Vector;
use carom::table::{BallId, Partner, Setup, Space, Status, Table, TableBall};
use carom::{Scalar, Segment};
use fastrand::Rng;
use glam::{DVec2, dvec2, dvec3};
use std::collections::HashMap;
use std::error::Error;
use std::f64::consts::PI;
use std::time::Instant;

type Done = Result<(), Box<dyn Error>>;

/// What was found so far.
struct Campaign {
    clock: Instant,
    failed: u32,
}

impl Campaign {
    fn tell(&mut self, what: &str, is_ok: bool) {
        self.failed += u32::from(!is_ok);
        let seconds = self.clock.elapsed().as_secs_f64();
        let verdict = if is_ok { "ok" } else { "NOT OK" };
        println!("{seconds:>8.0} s  {what}  {verdict}");
    }
}

/// All of them, `events` in the longest run and as many breaks as its ten thousandth part.
pub(crate) fn long(events: u64) -> Done {
    let mut campaign = Campaign {
        clock: Instant::now(),
        failed: 0,
    };
    let campaign = &mut campaign;
    digits_of_pi(campaign)?;
    one_ball(campaign, (events / 1000).clamp(1000, 1_000_000))?;
    reversal(campaign)?;
    breaks(campaign, (events / 10_000).clamp(10, 100_000))?;
    let block = (events / 2000).clamp(5_000, 500_000);
    for packing in [0.65, 0.66, 0.67, 0.68, 0.69] {
        hard_disks(campaign, packing, block)?;
    }
    for packing in [0.10, 0.15, 0.20, 0.25, 0.30, 0.35, 0.40, 0.45] {
        hard_spheres(campaign, packing, block)?;
    }
    without_end(
        campaign,
        "10,000 disks at 0.7",
        &disks(10_000, 0.7),
        events / 2,
    )?;
    without_end(
        campaign,
        "10,976 spheres at 0.49",
        &spheres(14, 0.49),
        events / 2,
    )?;
    match campaign.failed {
        0 => Ok(()),
        failed => Err(format!("{failed} not ok").into()),
    }
}

/// Collisions that spell π (Galperin 2003), masses 1 : 100ⁿ.
fn digits_of_pi(campaign: &mut Campaign) -> Done {
    for n in 0..=7 {
        let mut table = Table::new(&Setup {
            balls: vec![
                TableBall::new(dvec2(2.5, 0.0), 0.5),
                TableBall::new(dvec2(6.0, 0.0), 0.5)
                    .with_velocity(dvec2(-1.0, 0.0))
                    .with_mass(100f64.powi(n)),
            ],
            walls: vec![Segment::new(dvec2(0., -9.), dvec2(0., 9.)).into()],
            ..Setup::default()
        })?;
        while table.step_event().is_some() {}
        // The first digits of π.
        let expected = (PI * 10f64.powi(n)).floor() as u64;
        let events = table.events();
        campaign.tell(
            &format!("pi: 1 : 100^{n}, {events} events"),
            events == expected,
        );
    }
    Ok(())
}

/// One ball in a box against unfolding.
fn one_ball(campaign: &mut Campaign, bounces: u64) -> Done {
    let (start, velocity, radius) = (dvec3(0.3, 0.4, 0.45), dvec3(0.7, -0.31, 0.57), 0.125);
    let size = dvec3(1.0, 2.0, 1.5);
    let mut table = Table::new(&Setup {
        balls: vec![TableBall::new(start, radius).with_velocity(velocity)],
        space: Space::boxed(glam::DVec3::ZERO, size),
        ..Setup::default()
    })?;
    table.advance(1e12, bounces)?;
    let Some(center) = table.center(BallId(0)) else {
        return Err("no ball".into());
    };
    let unfolded = |axis: usize| {
        let length = size[axis] - 2.0 * radius;
        let way = (start[axis] - radius + velocity[axis] * table.time()).rem_euclid(2.0 * length);
        way.min(2.0 * length - way) + radius
    };
    let off = (0..3).map(|axis| (center[axis] - unfolded(axis)).abs());
    let off = off.fold(0.0, f64::max);
    campaign.tell(
        &format!("box: {bounces} bounces, {off:.1e} off"),
        off < 1e-9,
    );
    Ok(())
}

/// All velocities turned round after eight meetings a ball.
fn reversal(campaign: &mut Campaign) -> Done {
    let setup = disks(1000, 0.4);
    let mut table = Table::new(&setup)?;
    table.advance(1e9, 4 * setup.balls.len() as u64)?;
    let time = table.time() + 1e-9;
    table.advance_to(time)?;
    let events = table.events();
    for id in (0..setup.balls.len() as u32).map(BallId) {
        let velocity = table.velocity_of(id).unwrap_or(DVec2::ZERO);
        table.set_velocity(id, -velocity)?;
    }
    table.advance_to(2.0 * time)?;
    let off = table.balls().zip(&setup.balls);
    let off = off.map(|((_, now), then)| now.center.distance(then.center));
    let off = off.fold(0.0, f64::max);
    let is_ok = off < 1e-6 && table.events() == 2 * events;
    let text = format!("reversal: {events} events and back, {off:.1e} off");
    campaign.tell(&text, is_ok);
    Ok(())
}

/// Random breaks: each ends, overlaps nothing and keeps its energy.
fn breaks(campaign: &mut Campaign, count: u64) -> Done {
    let mut random = Rng::with_seed(1);
    let (mut failures, mut events) = (0_u64, 0_u64);
    let (mut overlap, mut drift) = (0.0_f64, 0.0_f64);
    for _ in 0..count {
        let mut table = Table::new(&rack(&mut random))?;
        let energy = table.energy();
        let status = table.advance(2.0, 1_000_000)?;
        failures += u64::from(status != Status::Done);
        events += table.events();
        overlap = overlap.max(table.max_overlap()).max(table.overlap());
        drift = drift.max((table.energy() / energy - 1.0).abs());
    }
    let text = format!(
        "breaks: {count}, {failures} failures, {:.0} events each, overlap {overlap:.1e}, energy {drift:.1e}",
        events as f64 / count as f64
    );
    campaign.tell(&text, failures == 0 && overlap < 1e-12 && drift < 1e-12);
    Ok(())
}

/// Z = 1 + m σ Σ s / (d N kT t), for the closing speeds s in a time t; balls of mass and diameter 1 with zero total momentum, d (N − 1) kT / 2 = E. Mean and standard error over blocks of events.
fn compressibility<V: Vector<Scalar = f64>>(
    setup: &Setup<V>,
    warm: u64,
    block: u64,
) -> Result<[f64; 2], Box<dyn Error>> {
    const BLOCKS: usize = 40;
    let mut table = Table::new(setup)?;
    let (count, d) = (setup.balls.len() as f64, V::DIM as f64);
    let temperature = 2.0 * table.energy() / (d * (count - 1.0));
    table.advance(1e9, warm)?;
    let mut blocks = Vec::new();
    for _ in 0..BLOCKS {
        let (start, mut speeds) = (table.time(), 0.0);
        for _ in 0..block {
            speeds += table.step_event().ok_or("nothing happens")?.speed;
        }
        let time = table.time() - start;
        blocks.push(1.0 + speeds / (d * count * temperature * time));
    }
    let mean = blocks.iter().sum::<f64>() / BLOCKS as f64;
    let squares: f64 = blocks.iter().map(|z| (z - mean) * (z - mean)).sum();
    Ok([mean, (squares / (BLOCKS * (BLOCKS - 1)) as f64).sqrt()])
}

/// N = 72 in a square, beside Li et al. (2022, doi 10.1063/5.0126437): P* = (4 η / π) Z.
fn hard_disks(campaign: &mut Campaign, packing: f64, block: u64) -> Done {
    let published = match packing {
        0.65 => 6.901_074,
        0.66 => 7.383_221,
        0.67 => 7.856_37,
        0.68 => 8.236_31,
        _ => 8.418_14,
    };
    let mut random = Rng::with_seed(1);
    let side = (72.0 * PI / 4.0 / packing).sqrt();
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
    let setup = Setup {
        balls,
        space: Space::Periodic(DVec2::splat(side)),
        ..Setup::default()
    };
    let scale = 4.0 * packing / PI;
    let [mean, error] = compressibility(&setup, 2 * block, block)?.map(|z| z * scale);
    let off = (mean - published) / error;
    let text = format!(
        "72 disks at {packing}: P* = {mean:.5} +- {error:.5}, published {published:.5}, {off:+.1} sigma"
    );
    campaign.tell(&text, off.abs() < 3.0);
    Ok(())
}

/// Spheres beside the accurate fit (Kolafa, Labík and Malijevský 2004), x = η / (1 − η).
fn hard_spheres(campaign: &mut Campaign, packing: f64, block: u64) -> Done {
    const FIT: [(i32, f64); 11] = [
        (1, 4.0),
        (2, 6.0),
        (3, 2.364_768_4),
        (4, -0.869_855_1),
        (5, 1.106_280_3),
        (6, -1.101_422_1),
        (7, 0.666_058_66),
        (8, -0.036_334_31),
        (10, -0.209_651_64),
        (14, 0.105_555_69),
        (22, -0.008_723_8),
    ];
    let x = packing / (1.0 - packing);
    let fit = 1.0 + FIT.iter().map(|(n, c)| c * x.powi(*n)).sum::<f64>();
    let setup = spheres(14, packing);
    let warm = 200 * setup.balls.len() as u64;
    let [mean, error] = compressibility(&setup, warm, block)?;
    let off = (mean - fit) / error;
    let count = setup.balls.len();
    let text = format!(
        "{count} spheres at {packing}: Z = {mean:.5} +- {error:.5}, fit {fit:.5}, {off:+.1} sigma"
    );
    campaign.tell(&text, off.abs() < 3.0);
    Ok(())
}

/// A number of events, with a hundred independent checks for overlaps on the way: every near pair, found by a cell grid of
/// its own.
fn without_end<V: Vector<Scalar = f64, Double = V>>(
    campaign: &mut Campaign,
    name: &str,
    setup: &Setup<V>,
    events: u64,
) -> Done {
    let mut table = Table::new(setup)?;
    let (energy, momentum) = (table.energy(), table.momentum());
    let (mut backwards, mut missed) = (0_u64, 0_u64);
    let mut last = 0.0_f64;
    let mut worst = f64::NEG_INFINITY;
    for round in 1..=100 {
        while table.events() < events / 100 * round {
            let event = table.step_event().ok_or("nothing happens")?;
            backwards += u64::from(event.time < last);
            last = event.time;
            if let Partner::Wall(wall) = event.with {
                return Err(format!("there is no wall {wall}").into());
            }
        }
        let (overlapping, deepest) = overlaps(&table, setup);
        missed += overlapping;
        worst = worst.max(deepest);
        if round % 10 == 0 {
            let drift = table.energy() / energy - 1.0;
            let moved = (table.momentum() - momentum).length() / (2.0 * energy);
            let text = format!(
                "{name}: {} events, overlap {:.1e} at events and {worst:.1e} at checks, {missed} missed, \
                 {backwards} backwards, energy {drift:+.1e}, momentum {moved:.1e}",
                table.events(),
                table.max_overlap(),
            );
            let millions = Scalar::max(table.events() as f64 / 1e6, 1.0);
            let is_ok = missed == 0
                && backwards == 0
                && table.max_overlap() < 1e-12
                && drift.abs() < 1e-12 * millions
                && moved < 1e-12 * millions;
            campaign.tell(&text, is_ok);
        }
    }
    Ok(())
}

/// How many pairs overlap by more than a 10⁻⁹th of their radii, and the greatest overlap, in space that repeats.
fn overlaps<V: Vector<Scalar = f64, Double = V>>(table: &Table<V>, setup: &Setup<V>) -> (u64, f64) {
    let Space::Periodic(period) = setup.space else {
        return (0, f64::NEG_INFINITY);
    };
    let d = V::DIM;
    // Balls of diameter 1: cells of at least that.
    let counts: [i64; 3] = std::array::from_fn(|axis| {
        if axis < d {
            period[axis].floor() as i64
        } else {
            1
        }
    });
    let mut cells: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    let places: Vec<[f64; 3]> = (table.balls())
        .map(|(_, ball)| {
            let p = ball.center.to_f64();
            let wrap = |axis: usize| {
                if axis < d {
                    p[axis].rem_euclid(period[axis])
                } else {
                    0.0
                }
            };
            [wrap(0), wrap(1), wrap(2)]
        })
        .collect();
    let cell = |p: &[f64; 3]| -> [i64; 3] {
        std::array::from_fn(|axis| {
            if axis < d {
                ((p[axis] / period[axis] * counts[axis] as f64) as i64).min(counts[axis] - 1)
            } else {
                0
            }
        })
    };
    for (number, p) in places.iter().enumerate() {
        cells.entry(cell(p)).or_default().push(number);
    }
    let (mut overlapping, mut deepest) = (0, f64::NEG_INFINITY);
    for (number, p) in places.iter().enumerate() {
        let [x, y, z] = cell(p);
        let reach = |axis: usize| if axis < d { -1..=1 } else { 0..=0 };
        for (i, j, k) in
            reach(0).flat_map(|i| reach(1).flat_map(move |j| reach(2).map(move |k| (i, j, k))))
        {
            let key = [x + i, y + j, z + k];
            let key = std::array::from_fn(|axis| i64::rem_euclid(key[axis], counts[axis]));
            for other in cells
                .get(&key)
                .into_iter()
                .flatten()
                .filter(|other| **other > number)
            {
                let q = places[*other];
                let square: f64 = (0..d)
                    .map(|axis| {
                        let way = (p[axis] - q[axis]).abs();
                        let way = way.min(period[axis] - way);
                        way * way
                    })
                    .sum();
                let overlap = 1.0 - square.sqrt();
                deepest = f64::max(deepest, overlap);
                overlapping += u64::from(overlap > 1e-9);
            }
        }
    }
    (overlapping, deepest)
}
