//! `carom pool --physics billiards`: a shot with spin, cushions and pockets.

mod drawing;
mod lines;
mod report;

use crate::args::PoolArguments;
use anyhow::{Context, Result};
use carom_format::billiards::BilliardsGame;
use std::io::Write;
use std::time::Instant;

/// The game without a file: a hard break with a little draw.
const BREAK: &[u8] =
    br#"{"rack": "eight_ball", "shot": {"speed": 9, "at_ball": 1, "above": -0.1}}"#;

pub(super) fn pool(arguments: &PoolArguments, out: impl Write) -> Result<()> {
    let Some(file) = &arguments.file else {
        let game = BilliardsGame::read(BREAK, "a break".as_ref())?;
        return play(&game, &super::with_picture(arguments), out);
    };
    let game = BilliardsGame::load(file).map_err(|error| {
        let hint = "this is a setup of hard spheres: it is played without --physics billiards";
        super::hinted(error, super::setup(file).is_ok(), hint)
    })?;
    play(&game, arguments, out).with_context(|| file.display().to_string())
}

fn play(game: &BilliardsGame, arguments: &PoolArguments, mut out: impl Write) -> Result<()> {
    let clock = Instant::now();
    let result = game.play()?;
    let summary = lines::ShotSummary::new(&result, clock.elapsed());
    lines::write(&result, &summary, arguments.events, &mut out)?;
    report::print(game, &result, &summary);
    super::draw(arguments, || Ok(drawing::drawing(game, &result)), |_, _| ())
}
