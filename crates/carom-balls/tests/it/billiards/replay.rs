//! All balls of a shot, followed from event to event.

use super::POOL;
use carom::billiards::{BallState, Cushion, Phase, PoolTable, ShotEvent, ShotResult};
use carom::glam::{DVec2, DVec3};

pub(super) struct Replay<'a> {
    pub(super) table: &'a PoolTable,
    /// The last event of each ball: time, state, whether it is out.
    last: Vec<(f64, BallState, bool)>,
}

impl<'a> Replay<'a> {
    /// Samples all times between events with `check`, and calls `on_event` before each event counts.
    pub(super) fn follow(
        table: &'a PoolTable,
        result: &ShotResult,
        samples: u32,
        check: impl Fn(&Self, f64),
        on_event: impl Fn(&Self, &ShotEvent),
    ) -> Self {
        let start = table.balls().iter().map(|ball| (0.0, ball.state, false));
        let mut replay = Self {
            table,
            last: start.collect(),
        };
        let mut before = 0.0;
        for event in &result.events {
            assert!(event.time >= before);
            for sample in 1..=samples {
                let part = f64::from(sample) / f64::from(samples);
                check(&replay, before + (event.time - before) * part);
            }
            before = event.time;
            on_event(&replay, event);
            for (ball, last) in (0..).zip(&mut replay.last) {
                if let Some(after) = event.after_of(ball) {
                    *last = (event.time, *after, event.kind.is_out());
                }
            }
        }
        replay
    }

    pub(super) fn state(&self, ball: u32, time: f64) -> BallState {
        let (since, state, _) = self.last[ball as usize];
        Phase::of(&state, &POOL).at(time - since)
    }

    pub(super) fn is_out(&self, ball: usize) -> bool {
        self.last[ball].2
    }

    /// The centers of all balls that are not out.
    pub(super) fn in_play(&self, time: f64) -> Vec<DVec3> {
        let balls = 0..self.last.len() as u32;
        let in_play = balls.filter(|ball| !self.is_out(*ball as usize));
        in_play
            .map(|ball| self.state(ball, time).position)
            .collect()
    }
}

/// Distance of a place from a cushion, in the plane.
pub(super) fn cushion_distance(cushion: &Cushion, place: DVec2) -> f64 {
    match *cushion {
        Cushion::Jaw { center, radius } => place.distance(center) - radius,
        Cushion::Straight { a, b, .. } => {
            let s = (place - a).dot(b - a) / (b - a).length_squared();
            place.distance(a + (b - a) * s.clamp(0.0, 1.0))
        }
    }
}
