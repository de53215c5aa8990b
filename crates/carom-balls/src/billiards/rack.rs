//! Balls at the start of a game.

use super::parameters::BallParameters;
use super::pool_ball::PoolBall;
use super::spec::TableSpec;
use alloc::vec::Vec;
use glam::{DVec2, dvec2};

/// The balls of a game at its start. Number 0 is the cue ball.
///
/// ```
/// use carom::billiards::{Rack, TableSpec};
/// let spec = TableSpec::POOL_9_FT;
/// let balls = Rack::NineBall.balls(&spec, 0.);
/// assert_eq!(balls.len(), 10);
/// // The 1 is on the foot spot, the 9 in the middle behind it.
/// assert_eq!(balls[1].state.position.truncate(), carom::glam::dvec2(0.635, 1.905));
/// assert_eq!(balls[9].state.position.x, 0.635);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Rack {
    /// Fifteen balls in a triangle, the 8 in its middle, a solid and a stripe in the corners behind; ball n has number n.
    EightBall,
    /// Nine balls in a diamond, the 1 at its head, the 9 in its middle.
    NineBall,
    /// Ten balls in a triangle, the 1 at its head, the 10 in its middle.
    TenBall,
    /// Fifteen reds (1 to 15), then yellow, green, brown, blue, pink and black (16 to 21) on their spots.
    Snooker,
    /// The opponent's cue ball (1) on the head spot, the red (2) on the foot spot, the cue ball beside the head spot.
    ThreeCushion,
}

/// Numbers of the balls by rows, from the foot spot on.
const EIGHT: [&[usize]; 5] = [
    &[1],
    &[9, 2],
    &[10, 8, 3],
    &[4, 11, 5, 12],
    &[6, 13, 14, 7, 15],
];
const NINE: [&[usize]; 5] = [&[1], &[2, 3], &[4, 9, 5], &[6, 7], &[8]];
const TEN: [&[usize]; 4] = [&[1], &[2, 3], &[4, 10, 5], &[6, 7, 8, 9]];
const REDS: [&[usize]; 5] = [
    &[1],
    &[2, 3],
    &[4, 5, 6],
    &[7, 8, 9, 10],
    &[11, 12, 13, 14, 15],
];

/// The distance of two rows of touching balls, in diameters: √3 / 2.
const ROW: f64 = 0.866_025_403_784_438_6;

impl Rack {
    /// The balls on this table, with a gap between neighbors of a rack, m: 0 if they touch, as they should. What a rack
    /// of touching balls does depends on their numbers, see [the order of events](super#order-of-events).
    #[must_use]
    pub fn balls(self, spec: &TableSpec, gap: f64) -> Vec<PoolBall> {
        let (w, l) = (spec.width, spec.length);
        let (middle, foot) = (0.5 * w, dvec2(0.5 * w, 0.75 * l));
        let pool = BallParameters::POOL;
        let triangle = |rows: &[&[usize]]| racked(pool, dvec2(middle, 0.25 * l), foot, rows, gap);
        match self {
            Self::EightBall => triangle(&EIGHT),
            Self::NineBall => triangle(&NINE),
            Self::TenBall => triangle(&TEN),
            Self::Snooker => snooker(w, l, gap),
            Self::ThreeCushion => {
                let head = dvec2(middle, 0.25 * l);
                let beside = head + dvec2(0.1825 / 1.42 * w, 0.0);
                [beside, head, foot]
                    .map(|place| PoolBall::new(BallParameters::CAROM, place))
                    .to_vec()
            }
        }
    }
}

/// A cue ball, and rows of balls from the head of the rack on.
fn racked(
    parameters: BallParameters,
    cue: DVec2,
    head: DVec2,
    rows: &[&[usize]],
    gap: f64,
) -> Vec<PoolBall> {
    let count: usize = rows.iter().map(|row| row.len()).sum();
    let mut places = alloc::vec![cue; count + 1];
    let pitch = 2.0 * parameters.radius + gap;
    for (row, balls) in rows.iter().enumerate() {
        for (i, &ball) in balls.iter().enumerate() {
            let across = i as f64 - 0.5 * (balls.len() - 1) as f64;
            places[ball] = head + dvec2(across * pitch, row as f64 * (ROW * pitch));
        }
    }
    let ball = |place| PoolBall::new(parameters, place);
    places.into_iter().map(ball).collect()
}

/// Spots by the rules of the World Professional Billiards and Snooker Association: baulk line at 737 mm of 3569, radius
/// of the D 292 mm of 1778, black at 324 mm from the top cushion.
fn snooker(w: f64, l: f64, gap: f64) -> Vec<PoolBall> {
    let parameters = BallParameters::SNOOKER;
    let (middle, baulk) = (0.5 * w, 737.0 / 3569.0 * l);
    let d = 292.0 / 1778.0 * w;
    let pink = dvec2(middle, 0.75 * l);
    // The cue ball in the D, between brown and yellow; the reds directly behind the pink.
    let cue = dvec2(middle + 0.5 * d, baulk);
    let head = pink + dvec2(0.0, 2.0 * parameters.radius + gap);
    let mut balls = racked(parameters, cue, head, &REDS, gap);
    let black = dvec2(middle, l - 324.0 / 3569.0 * l);
    let colors = [
        dvec2(middle + d, baulk),
        dvec2(middle - d, baulk),
        dvec2(middle, baulk),
        dvec2(middle, 0.5 * l),
        pink,
        black,
    ];
    balls.extend(colors.map(|place| PoolBall::new(parameters, place)));
    balls
}
