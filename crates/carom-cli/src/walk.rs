//! `carom walk`: plays a scenario, or takes a long walk through a level.

mod level;
mod play;

use crate::args::{LevelArguments, RouteArguments, ScenarioArguments, WalkArguments};
use crate::output::{self, say};
use crate::stage::Stage;
use crate::trace::TraceSummary;
use anyhow::{Result, bail};
use carom_format::Scenario;
use carom_format::scenario::Dimensions;
use carom_web::site::LEVELS;
use glam::{DVec2, DVec3, Vec2, Vec3};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt;
use std::path::Path;

/// The bundled level where [`bundled`] writes it.
pub(crate) const BUNDLED: &str = "out/dungeon.obj";

/// Writes the bundled level and its license, and walks it.
pub(crate) fn bundled() -> Result<()> {
    for file in LEVELS {
        let name = Path::new(file.name).file_name().unwrap_or_default();
        output::write(&Path::new("out").join(name), file.bytes)?;
    }
    walk(&WalkArguments {
        file: BUNDLED.into(),
        picture: None,
        json: false,
        scenario: ScenarioArguments::default(),
        level: LevelArguments::default(),
        route: RouteArguments::default(),
    })
}

pub(crate) fn walk(arguments: &WalkArguments) -> Result<()> {
    let file = &arguments.file;
    let is_scenario = file
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("json"));
    if !is_scenario {
        if let Some(option) = arguments.scenario.given().next() {
            bail!("{option} is for playing a scenario");
        }
        return level::walk(arguments);
    }
    let level_options = ["--up, --unit, --only, --exclude or --bounds"].into_iter();
    let mut given = arguments
        .route
        .given()
        .chain(level_options.filter(|_| !arguments.level.are_default()));
    if let Some(option) = given.next() {
        bail!("{option} is for walking a level; a scenario has its own settings");
    }
    let scenario = Scenario::load(file)?;
    for warning in &scenario.warnings {
        say(format_args!("warning: {warning}"));
    }
    match (scenario.dimensions, scenario.double) {
        (Dimensions::Three, false) => {
            play::play::<Vec3>(&scenario, Stage::new(&scenario)?, arguments)
        }
        (Dimensions::Three, true) => {
            play::play::<DVec3>(&scenario, Stage::new(&scenario)?, arguments)
        }
        (Dimensions::Two, false) => {
            play::play::<Vec2>(&scenario, Stage::new(&scenario)?, arguments)
        }
        (Dimensions::Two, true) => {
            play::play::<DVec2>(&scenario, Stage::new(&scenario)?, arguments)
        }
    }
}

fn bar(ticks: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("  {msg} [{bar:30}] {percent:>3} %  {pace}  {eta} left");
    let pace = |state: &ProgressState, text: &mut dyn fmt::Write| {
        let _ = write!(text, "{:.0} ticks/s", state.per_sec());
    };
    let bar = ProgressBar::new(ticks).with_message("walking");
    match style {
        Ok(style) => bar.with_style(style.progress_chars("=> ").with_key("pace", pace)),
        Err(_) => bar,
    }
}

fn table(summary: &TraceSummary, characters: u64) -> Vec<(&'static str, String)> {
    let steps = (summary.ticks * characters).max(1);
    let share = 100.0 * summary.grounded_ticks as f64 / steps as f64;
    let mut rows = vec![
        ("ticks", summary.ticks.to_string()),
        ("distance", format!("{:.1} m", summary.distance)),
        ("grounded", format!("{share:.1} % of the ticks")),
        (
            "deepest overlap",
            format!("{:.4} mm", summary.deepest * 1e3),
        ),
        (
            "a step takes",
            format!("{:.1} microseconds", summary.microseconds_per_step),
        ),
        ("hash", summary.hash.clone()),
    ];
    if summary.stuck_ticks > 0 {
        rows.push(("stuck", format!("{} ticks", summary.stuck_ticks)));
    }
    rows
}
