//! The trajectories and collisions of a run, recorded for pictures.

use anyhow::Result;
use carom::Vector;
use carom::table::{BallId, Partner, Table};
use carom_format::setup::Game;

/// Trajectories as polylines, and collisions.
pub(super) struct Recorded {
    /// Of each ball, times and positions.
    pub(super) trajectories: Vec<Vec<(f64, [f64; 3])>>,
    /// Times and points of collisions.
    pub(super) collisions: Vec<(f64, [f64; 3])>,
    /// The end of the recording.
    pub(super) end: f64,
}

/// Segments of an accelerated trajectory.
const SEGMENTS: u32 = 1000;

/// Runs a game again up to its first events: a picture of more would be a tangle.
pub(super) fn record<V: Vector<Scalar = f64, Double = V>>(
    game: &Game<V>,
    end: f64,
) -> Result<Recorded> {
    let most = (10 * game.setup.balls.len()).clamp(200, 2000);
    let mut table = Table::new(&game.setup)?;
    let mut recorded = Recorded {
        trajectories: vec![Vec::new(); game.setup.balls.len()],
        collisions: Vec::new(),
        end,
    };
    let mark = |recorded: &mut Recorded, table: &Table<V>, id: u32| {
        let ball = BallId(id);
        // A ball in a pocket is no longer there: its path ends.
        if let Some(place) = table.center(ball) {
            recorded.trajectories[id as usize].push((table.time(), place.to_f64()));
        }
    };
    let all = 0..game.setup.balls.len() as u32;
    for id in all.clone() {
        mark(&mut recorded, &table, id);
    }
    let parts = if game.is_accelerated() { SEGMENTS } else { 1 };
    for part in 1..=parts {
        let until = end * (f64::from(part) / f64::from(parts));
        while recorded.collisions.len() < most {
            let Some(event) = table.events_until(until)?.next() else {
                break;
            };
            mark(&mut recorded, &table, event.a.0);
            if let Partner::Ball(ball) = event.with {
                mark(&mut recorded, &table, ball.0);
            }
            if matches!(event.with, Partner::Enter(_) | Partner::Leave(_)) {
                continue;
            }
            let at = table.center(event.a).unwrap_or(V::ZERO);
            let radius = game.setup.balls[event.a.0 as usize].radius;
            let touch = at - event.normal * radius;
            recorded.collisions.push((event.time, touch.to_f64()));
        }
        if recorded.collisions.len() == most {
            break;
        }
        for id in all.clone().filter(|_| part < parts) {
            mark(&mut recorded, &table, id);
        }
    }
    if recorded.collisions.len() == most {
        recorded.end = table.time();
    }
    table.advance_to(recorded.end.max(table.time()))?;
    for id in all {
        mark(&mut recorded, &table, id);
    }
    Ok(recorded)
}
