//! The lines of a shot: its events, and the summary with the balls at the end.

use anyhow::Result;
use carom::billiards::{BallState, MotionState, ShotEvent, ShotResult, ShotStatus};
use carom_format::billiards::result_hash;
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

#[derive(Serialize)]
struct ShotLine<'a> {
    event: usize,
    #[serde(flatten)]
    what: &'a ShotEvent,
}

/// The summary of a shot.
#[derive(Serialize)]
pub(super) struct ShotSummary {
    /// Of the last event, s.
    pub(super) time: f64,
    pub(super) events: usize,
    pub(super) status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_ball_hit: Option<u32>,
    pub(super) pocketed: Vec<PocketedBall>,
    /// Balls that left the table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) off_table: Vec<u32>,
    /// Hash of the bits of every event and every ball.
    pub(super) hash: String,
    pub(super) events_per_second: f64,
}

/// A ball that fell into a pocket.
#[derive(Serialize)]
pub(super) struct PocketedBall {
    pub(super) ball: u32,
    pub(super) pocket: u32,
}

#[derive(Serialize)]
struct EndBall<'a> {
    #[serde(flatten)]
    state: &'a BallState,
    motion: MotionState,
}

#[derive(Serialize)]
struct ShotEnd<'a> {
    summary: &'a ShotSummary,
    balls: Vec<EndBall<'a>>,
}

impl ShotSummary {
    pub(super) fn new(result: &ShotResult, spent: Duration) -> Self {
        let struck = result.events.first();
        let rate = result.events.len() as f64 / spent.as_secs_f64().max(1e-9);
        Self {
            time: result.duration,
            events: result.events.len(),
            status: match result.status {
                ShotStatus::AtRest => "at-rest",
                ShotStatus::Miscue => "miscue",
                ShotStatus::TooManyEvents => "limit",
            },
            first_ball_hit: struck.and_then(|event| result.first_ball_hit(event.ball)),
            pocketed: result
                .pocketed()
                .map(|(ball, pocket)| PocketedBall { ball, pocket })
                .collect(),
            off_table: result.off_table().collect(),
            hash: result_hash(result),
            events_per_second: rate.round(),
        }
    }
}

/// Writes the summary; with `events`, a line per event before it.
pub(super) fn write(
    result: &ShotResult,
    summary: &ShotSummary,
    events: bool,
    out: &mut impl Write,
) -> Result<()> {
    if events {
        for (event, what) in result.events.iter().enumerate() {
            serde_json::to_writer(&mut *out, &ShotLine { event, what })?;
            out.write_all(b"\n")?;
        }
    }
    let balls = result.balls.iter().map(|ball| EndBall {
        state: &ball.state,
        motion: ball.motion(),
    });
    let last = ShotEnd {
        summary,
        balls: balls.collect(),
    };
    serde_json::to_writer(&mut *out, &last)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(())
}
