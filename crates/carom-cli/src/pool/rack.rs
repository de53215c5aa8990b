//! The setup without a file: a break.

use carom::table::{Setup, Space, TableBall};
use carom_format::setup::{Game, Until};
use glam::{DVec2, dvec2};

/// A nine-foot table between its cushions, m: two to one.
const SIZE: DVec2 = dvec2(2.54, 1.27);
/// A ball: 2¼ inches across, 170 g.
const RADIUS: f64 = 0.028_575;
const MASS: f64 = 0.17;
/// Gap between two balls of the rack, m. If they touched, all would collide at the same moment, and the order of ids
/// would decide the outcome; with gaps, the positions do.
const GAP: f64 = 5e-5;
/// Speed of the cue ball, m/s: a hard break, a little off the middle.
const SPEED: f64 = 9.0;
const AIM: DVec2 = dvec2(1.0, 0.006);

/// The cue ball (0) is driven from the head spot into a rack of fifteen at the foot spot. Nothing loses energy.
pub(super) fn game() -> Game<DVec2> {
    let quarter = dvec2(0.25 * SIZE.x, 0.0);
    let middle = 0.5 * SIZE;
    let ball = |place| TableBall::new(place, RADIUS).with_mass(MASS);
    let mut balls = vec![ball(middle - quarter).with_velocity(AIM.normalize() * SPEED)];
    let step = 2.0 * RADIUS + GAP;
    for row in 0..5 {
        for place in 0..=row {
            let across = f64::from(2 * place - row) * 0.5;
            let at = dvec2(f64::from(row) * 0.75_f64.sqrt(), across) * step;
            balls.push(ball(middle + quarter + at));
        }
    }
    Game {
        name: "a break".into(),
        setup: Setup {
            balls,
            space: Space::boxed(DVec2::ZERO, SIZE),
            ..Setup::default()
        },
        until: Until {
            time: Some(1.0),
            events: 100_000,
            is_cap: false,
        },
        restitution: 1.0,
    }
}
