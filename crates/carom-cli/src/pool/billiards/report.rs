//! The report of a shot on standard error.

use super::lines::ShotSummary;
use crate::output::{self, say};
use crate::pool::run::SHOWN;
use carom::billiards::{ShotEvent, ShotEventKind, ShotResult, ShotStatus};
use carom_format::billiards::BilliardsGame;

/// Prints the report.
pub(super) fn print(game: &BilliardsGame, result: &ShotResult, summary: &ShotSummary) {
    let spec = game.table.spec();
    say(format_args!(
        "{}: {} balls on {} by {} m, {} pockets",
        game.name,
        game.table.balls().len(),
        spec.length,
        spec.width,
        game.table.pockets().len()
    ));
    if !result.events.is_empty() {
        say("  event  time         ball");
    }
    for (number, event) in result.events.iter().take(SHOWN).enumerate() {
        say(format_args!(
            "  {number:>5}  {:<11.6}  {:>4}  {}",
            event.time,
            event.ball,
            what(event)
        ));
    }
    let more = result.events.len().saturating_sub(SHOWN);
    if more > 0 {
        say(format_args!("         and {more} more"));
    }
    output::print_table(&rows(game, result, summary));
}

/// What a miscue is, with the offset of the tip and its limit.
fn miscue(game: &BilliardsGame) -> String {
    let offset = game.shot.map_or(0.0, |shot| shot.right.hypot(shot.above));
    format!(
        "miscue: the tip, {offset:.3} radii off the center, slipped off the ball, and nothing moved; the limit is {}",
        game.table.cue().miscue_offset
    )
}

fn rows(
    game: &BilliardsGame,
    result: &ShotResult,
    summary: &ShotSummary,
) -> Vec<(&'static str, String)> {
    let count = |is: fn(&ShotEventKind) -> bool| {
        let events = result.events.iter();
        events.filter(|event| is(&event.kind)).count()
    };
    let status = match result.status {
        ShotStatus::AtRest => "at-rest".to_owned(),
        ShotStatus::Miscue => miscue(game),
        ShotStatus::TooManyEvents => format!("limit: {} events", summary.events),
    };
    let events = format!(
        "{}, {} of them between balls and {} with cushions, until {:.6} s",
        summary.events,
        count(|kind| matches!(kind, ShotEventKind::Ball { .. })),
        count(|kind| matches!(kind, ShotEventKind::Cushion { .. })),
        summary.time
    );
    let pocketed = summary.pocketed.iter();
    let pocketed: Vec<String> = pocketed
        .map(|one| format!("ball {} in pocket {}", one.ball, one.pocket))
        .collect();
    let mut rows = vec![("status", status), ("events", events)];
    if let Some(ball) = summary.first_ball_hit {
        rows.push(("first hit", format!("ball {ball}")));
    }
    if !pocketed.is_empty() {
        rows.push(("pocketed", pocketed.join(", ")));
    }
    if !summary.off_table.is_empty() {
        let balls = summary.off_table.iter().map(|ball| format!("ball {ball}"));
        rows.push(("off the table", balls.collect::<Vec<_>>().join(", ")));
    }
    rows.push(("hash", summary.hash.clone()));
    if summary.events > 0 {
        let rate = format!("{:.2} million events/s", summary.events_per_second / 1e6);
        rows.push(("speed", rate));
    }
    rows
}

/// An event in words.
fn what(event: &ShotEvent) -> String {
    match event.kind {
        ShotEventKind::Strike => {
            format!("struck, leaves at {:.4} m/s", event.after.velocity.length())
        }
        ShotEventKind::Transition { from, to } => format!("{from:?} to {to:?}").to_lowercase(),
        ShotEventKind::Pocket { pocket } => format!("falls into pocket {pocket}"),
        ShotEventKind::Ball { other, speed, .. } => {
            format!("hits ball {other} at {speed:.4} m/s")
        }
        ShotEventKind::Cushion { cushion, speed } => {
            format!("hits cushion {cushion} at {speed:.4} m/s")
        }
        ShotEventKind::Slate { speed } => format!("comes down on the slate at {speed:.4} m/s"),
        ShotEventKind::OffTable => "is off the table".to_owned(),
    }
}
