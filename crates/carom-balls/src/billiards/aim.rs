//! Aiming: ghost ball, line of aim, the ball that is hit first.

use super::pool_table::PoolTable;
use crate::table::arc::Arc;
use glam::DVec2;

/// Where the cue ball's center has to be at the collision to send an object ball towards a target, without throw: one
/// diameter behind the object ball, on the line from the target. `None` if the object ball is at the target.
///
/// ```
/// use carom::billiards::ghost_ball;
/// use carom::glam::dvec2;
/// assert_eq!(ghost_ball(dvec2(1., 1.), dvec2(1., 2.), 0.03), Some(dvec2(1., 0.94)));
/// ```
#[must_use]
pub fn ghost_ball(object: DVec2, target: DVec2, radius: f64) -> Option<DVec2> {
    let direction = (target - object).try_normalize()?;
    Some(object - direction * (2.0 * radius))
}

/// The direction from one point to another, rad counterclockwise from x, for [`Shot::direction`](super::Shot::direction);
/// 0 for the same point.
///
/// ```
/// use carom::billiards::direction_to;
/// use carom::glam::dvec2;
/// assert_eq!(direction_to(dvec2(1., 1.), dvec2(1., 3.)), core::f64::consts::FRAC_PI_2);
/// ```
#[must_use]
pub fn direction_to(from: DVec2, to: DVec2) -> f64 {
    let way = to - from;
    libm::atan2(way.y, way.x)
}

/// The first ball on a straight line of aim.
///
/// ```
/// use carom::billiards::{PoolBall, PoolSetup, PoolTable, aimed_at};
/// use carom::glam::{DVec2, dvec2};
/// let radius = 0.028575;
/// let balls = [dvec2(0.5, 0.5), dvec2(0.5, 1.5), dvec2(0.5, 2.)].map(PoolBall::at).to_vec();
/// let table = PoolTable::new(&PoolSetup { balls, ..PoolSetup::default() })?;
/// let aimed = aimed_at(&table, 0, DVec2::Y).unwrap();
/// assert_eq!(aimed.ball, 1);
/// assert!((aimed.distance - (1. - 2. * radius)).abs() < 1e-15);
/// assert!((aimed.fullness - 1.).abs() < 1e-15, "a full hit");
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimedBall {
    /// Number of the ball that is hit first.
    pub ball: u32,
    /// How far the aiming ball goes, m.
    pub distance: f64,
    /// Its center when it hits: the ghost ball.
    pub ghost: DVec2,
    /// Unit vector from the aiming ball to the other at the hit: the direction in which that one leaves, without throw.
    pub line: DVec2,
    /// Fraction of the ball that is covered seen along the line of aim: 1 for a full hit, 1/2 for a cut of 30 degrees.
    pub fullness: f64,
}

/// The first ball that a ball hits if it goes straight in this direction, of any length; cushions and pockets are not in
/// the way. `None` if it hits none, if it is in a pocket, or if there is no such ball or direction.
///
/// A ball that touches it and is not on the way is not hit.
///
/// ```
/// use carom::billiards::{PoolTable, Rack, TableSpec, aimed_at};
/// use carom::glam::DVec2;
/// let table = PoolTable::racked(Rack::NineBall, TableSpec::POOL_9_FT)?;
/// assert_eq!(aimed_at(&table, 0, DVec2::Y).unwrap().ball, 1);
/// assert!(aimed_at(&table, 0, -DVec2::Y).is_none());
/// # Ok::<(), carom::billiards::BilliardsError>(())
/// ```
#[must_use]
pub fn aimed_at(table: &PoolTable, ball: u32, direction: DVec2) -> Option<AimedBall> {
    let direction = direction.try_normalize()?;
    let aiming = table
        .balls
        .get(ball as usize)
        .filter(|ball| !ball.is_pocketed)?;
    let from = aiming.state.position.truncate();
    let radii = 2.0 * table.radius();
    let distance = |other: u32| {
        let arc = Arc {
            way: table.balls[other as usize].state.position.truncate() - from,
            velocity: -direction,
            acceleration: DVec2::ZERO,
            radii,
        };
        arc.first_touch(f64::INFINITY, |_| true)
    };
    let others = (0..table.balls.len() as u32)
        .filter(|&other| other != ball && !table.balls[other as usize].is_pocketed);
    let mut first = (f64::INFINITY, 0);
    for other in others {
        let distance = distance(other);
        if distance < first.0 {
            first = (distance, other);
        }
    }
    let (distance, other) = first;
    if distance == f64::INFINITY {
        return None;
    }
    let ghost = from + direction * distance;
    let way = table.balls[other as usize].state.position.truncate() - ghost;
    Some(AimedBall {
        ball: other,
        distance,
        ghost,
        line: way.normalize(),
        fullness: 1.0 - direction.perp_dot(way).abs() / radii,
    })
}
