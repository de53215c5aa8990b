//! Random shots with spin until all balls are at rest, many on all cores.

use carom::billiards::{
    BilliardsError, PoolBall, PoolTable, Rack, Shot, ShotResult, ShotStatus, TableSpec, simulate,
};
use carom::glam::{DVec2, dvec2};
use fastrand::Rng;
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::thread;
use std::time::Instant;

/// Shots that one thread plays before it takes the next.
const BLOCK: u64 = 1000;
/// The first shots, which are also played on these numbers of threads: the hash must be that on one.
const FEW: u64 = 10_000;
const SEVERAL: [usize; 3] = [2, 3, 7];

/// What some shots had.
#[derive(Clone, Copy, Default)]
struct Counts {
    events: u64,
    /// Shots that ended with a miscue, or with too many events.
    unfinished: u64,
    /// Of all durations and final positions, in the order of the shots: no thread changes it.
    hash: u64,
}

impl Counts {
    fn add(&mut self, result: &ShotResult) {
        self.events += result.events.len() as u64;
        self.unfinished += u64::from(result.status != ShotStatus::AtRest);
        self.mix(result.duration.to_bits());
        for ball in &result.balls {
            self.mix(ball.state.position.x.to_bits());
            self.mix(ball.state.position.y.to_bits());
        }
    }

    fn mix(&mut self, bits: u64) {
        self.hash = (self.hash ^ bits)
            .wrapping_mul(0x0100_0000_01b3)
            .rotate_left(29);
    }
}

/// Plays this many shots of each kind on `threads` threads; a line each.
pub(crate) fn shots(count: u64, threads: usize) -> Result<(), Box<dyn Error>> {
    let eight = PoolTable::racked(Rack::EightBall, TableSpec::POOL_9_FT)?;
    let nine = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
    kind("breaks of eight-ball", count, threads, |random| {
        simulate(&eight, &break_shot(random))
    })?;
    kind("breaks of nine-ball", count, threads, |random| {
        simulate(&nine, &break_shot(random))
    })?;
    kind("2 to 15 balls anywhere", count, threads, |random| {
        let table = eight.with_balls(&anywhere(random))?;
        let mut between = |low: f64, high: f64| low + (high - low) * random.f64();
        let direction = between(0.0, TAU);
        let shot = Shot::new(0, between(0.3, 6.0), direction)
            .with_offset(between(-0.3, 0.3), between(-0.3, 0.3))
            .with_elevation(between(0.0, 0.2));
        simulate(&table, &shot)
    })
}

/// A hard shot at the rack.
fn break_shot(random: &mut Rng) -> Shot {
    let mut between = |low: f64, high: f64| low + (high - low) * random.f64();
    let direction = FRAC_PI_2 + between(-0.015, 0.015);
    Shot::new(0, between(6.0, 11.0), direction).with_offset(between(-0.3, 0.3), between(-0.3, 0.3))
}

/// Balls at random places, away from cushions and each other.
fn anywhere(random: &mut Rng) -> Vec<PoolBall> {
    let spec = TableSpec::POOL_9_FT;
    let size = dvec2(spec.width, spec.length);
    let count = random.usize(2..=15);
    let mut places: Vec<DVec2> = Vec::new();
    while places.len() < count {
        let place = dvec2(random.f64(), random.f64()) * (size - 0.2) + 0.1;
        if places.iter().all(|other| other.distance(place) > 0.06) {
            places.push(place);
        }
    }
    places.into_iter().map(PoolBall::at).collect()
}

/// Plays shots of one kind, and prints a line; before that some of them on several numbers of threads.
fn kind(
    name: &str,
    count: u64,
    threads: usize,
    play: impl Fn(&mut Rng) -> Result<ShotResult, BilliardsError> + Sync,
) -> Result<(), Box<dyn Error>> {
    let few = count.min(FEW);
    let alone = played(few, 1, &play)?.hash;
    for several in SEVERAL {
        let hash = played(few, several, &play)?.hash;
        if hash != alone {
            return Err(format!(
                "{name}: {several} threads have the hash {hash:016x}, one {alone:016x}"
            )
            .into());
        }
    }
    let clock = Instant::now();
    let all = played(count, threads, &play)?;
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "{name:24} {count} shots on {threads} threads: {seconds:.2} s, {:.1} events a shot, {} unfinished, hash {:016x}; \
         the first {few} on 1, 2, 3 and 7 threads: {alone:016x}",
        all.events as f64 / count as f64,
        all.unfinished,
        all.hash
    );
    Ok(())
}

/// Plays shots, each from a seed of its own, so that no thread changes it.
fn played(
    count: u64,
    threads: usize,
    play: &(impl Fn(&mut Rng) -> Result<ShotResult, BilliardsError> + Sync),
) -> Result<Counts, Box<dyn Error>> {
    let blocks = count.div_ceil(BLOCK);
    let block = |number: u64| -> Result<Counts, BilliardsError> {
        let mut counts = Counts::default();
        for shot in number * BLOCK..count.min((number + 1) * BLOCK) {
            counts.add(&play(&mut Rng::with_seed(shot))?);
        }
        Ok(counts)
    };
    let each_thread = |thread: usize| -> Result<Vec<Counts>, BilliardsError> {
        (thread as u64..blocks)
            .step_by(threads)
            .map(block)
            .collect()
    };
    let done: Vec<Result<Vec<Counts>, BilliardsError>> = thread::scope(|scope| {
        let each_thread = &each_thread;
        let running: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || each_thread(thread)))
            .collect();
        running
            .into_iter()
            .flat_map(|thread| thread.join())
            .collect()
    });
    let done = done.into_iter().collect::<Result<Vec<_>, _>>()?;
    if done.len() != threads {
        return Err("a thread panicked".into());
    }
    let mut all = Counts::default();
    for number in 0..blocks as usize {
        let counts = done[number % threads][number / threads];
        all.events += counts.events;
        all.unfinished += counts.unfinished;
        all.mix(counts.hash);
    }
    Ok(all)
}
