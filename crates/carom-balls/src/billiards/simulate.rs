//! Shots, one or many.

use super::cue::{Shot, struck};
use super::engine::Engine;
use super::error::BilliardsError;
use super::pool_table::PoolTable;
use super::result::{ShotResult, ShotStatus};
use alloc::vec::Vec;
use carom_math::parallel;

/// Plays a shot until all balls are at rest.
///
/// # Errors
/// A value of the shot is out of range, or its ball is not at rest on the table. A tip beyond the miscue limit is no
/// error ([`ShotStatus::Miscue`]); a shot that hits nothing neither.
///
/// ```
/// use carom::billiards::{PoolBall, PoolSetup, PoolTable, Shot, simulate};
/// use carom::glam::dvec2;
/// let table = PoolTable::new(&PoolSetup {
///     balls: vec![PoolBall::at(dvec2(0.4, 1.3)), PoolBall::at(dvec2(0.4, 1.5))],
///     ..PoolSetup::default()
/// })?;
/// let up = core::f64::consts::FRAC_PI_2;
/// let end = |above| simulate(&table, &Shot::new(0, 1., up).with_offset(0., above)).map(|result| {
///     result.balls[0].state.position.y
/// });
/// // At the collision the cue ball is at 1.443 m. It follows with topspin, stops, and comes back with draw.
/// assert!(end(0.3)? > 1.8 && (end(-0.16)? - 1.443).abs() < 0.005 && end(-0.45)? < 1.42);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
pub fn simulate(table: &PoolTable, shot: &Shot) -> Result<ShotResult, BilliardsError> {
    check(table, shot, 0)?;
    Ok(play(table, shot))
}

/// Lets all balls move as they do in the table, without a strike, until they are at rest.
///
/// ```
/// use carom::billiards::{BallParameters, BallState, PoolBall, PoolSetup, PoolTable, roll_out};
/// use carom::glam::dvec2;
/// let pool = BallParameters::POOL;
/// let rolling = BallState::rolling(dvec2(0.6, 0.5), dvec2(0., 0.5), &pool);
/// let table = PoolTable::new(&PoolSetup {
///     balls: vec![PoolBall::at(dvec2(0.6, 0.5)).with_state(rolling)],
///     ..PoolSetup::default()
/// })?;
/// // v² / (2 µ g)
/// let end = roll_out(&table).balls[0].state.position.y;
/// assert!((end - 0.5 - 0.25 / (2. * 0.01 * 9.81)).abs() < 1e-12);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[must_use]
pub fn roll_out(table: &PoolTable) -> ShotResult {
    Engine::new(table).run()
}

/// Plays many shots, each from the balls of the table, on all cores with the feature `rayon`; the results are the same
/// bits for every number of threads, and in the order of the shots.
///
/// A result with all its events takes some 30 KB after a break: use [`simulate_each`] where less is wanted.
///
/// # Errors
/// A shot is invalid; the error names the first.
///
/// ```
/// use carom::billiards::{PoolTable, Rack, Shot, TableSpec, simulate, simulate_many};
/// let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
/// let shots: Vec<Shot> = (0..8).map(|i| Shot::new(0, 8., 1.55 + 0.005 * f64::from(i))).collect();
/// let results = simulate_many(&table, &shots)?;
/// assert_eq!(results[3], simulate(&table, &shots[3])?);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
pub fn simulate_many(table: &PoolTable, shots: &[Shot]) -> Result<Vec<ShotResult>, BilliardsError> {
    simulate_each(table, shots, |_, result| result)
}

/// [`simulate_many`] that keeps of each result only the value of a function of the shot's number and the result.
///
/// # Errors
/// A shot is invalid; the error names the first.
///
/// ```
/// use carom::billiards::{PoolTable, Rack, Shot, TableSpec, simulate_each};
/// let table = PoolTable::racked(Rack::EightBall, TableSpec::POOL_9_FT)?;
/// let shots: Vec<Shot> = (0..8).map(|i| Shot::new(0, 8., 1.55 + 0.005 * f64::from(i))).collect();
/// let pocketed = simulate_each(&table, &shots, |_, result| result.pocketed().count())?;
/// assert_eq!(pocketed.len(), 8);
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
pub fn simulate_each<T: Send>(
    table: &PoolTable,
    shots: &[Shot],
    keep: impl Fn(usize, ShotResult) -> T + Sync,
) -> Result<Vec<T>, BilliardsError> {
    for (i, shot) in shots.iter().enumerate() {
        check(table, shot, i)?;
    }
    let mut slots: Vec<(usize, Option<T>)> = (0..shots.len()).map(|i| (i, None)).collect();
    parallel::each(&mut slots, SHOTS_OF_A_THREAD, &|(i, kept)| {
        *kept = Some(keep(*i, play(table, &shots[*i])));
    });
    Ok(slots.into_iter().filter_map(|(_, kept)| kept).collect())
}

/// Fewer shots are not worth handing over to another thread: they take some 0.1 ms each.
const SHOTS_OF_A_THREAD: usize = 2;

fn check(table: &PoolTable, shot: &Shot, number: usize) -> Result<(), BilliardsError> {
    let mut fault = shot.fault(table.balls.len());
    if fault.is_none() {
        let ball = &table.balls[shot.ball as usize];
        if ball.is_pocketed
            || !ball.state.is_at_rest()
            || ball.state.is_above_cloth(&ball.parameters)
        {
            fault = Some(("ball", "at rest on the table"));
        }
    }
    fault.map_or(Ok(()), |(what, must)| {
        let shot = number;
        Err(BilliardsError::Shot { shot, what, must })
    })
}

/// A checked shot.
fn play(table: &PoolTable, shot: &Shot) -> ShotResult {
    let ball = &table.balls[shot.ball as usize];
    let Some(mut after) = struck(&table.cue, shot, &ball.state, &ball.parameters) else {
        return ShotResult {
            status: ShotStatus::Miscue,
            duration: 0.0,
            balls: table.balls.clone(),
            events: Vec::new(),
        };
    };
    table.models.slate.settle(&mut after);
    let mut engine = Engine::new(table);
    engine.strike(shot.ball, after);
    engine.run()
}
