//! Options of `carom walk`.

use super::{CharacterArguments, LevelArguments};
use clap::Args;
use std::path::PathBuf;

/// Walk through a level, or play a scenario.
///
/// FILE is a level (.obj, .gltf, .glb) or a scenario (.json).
///
/// A level: picks a spawn on the largest walkable floor, plans a long route from what the character
/// can reach, walks it with the real mover, and writes DIR/walk.jsonl (a line a tick, then a
/// summary), DIR/map.png and DIR/view.png.
///
/// A scenario: bodies, characters and their inputs. A table goes to standard error; if standard output is no
/// terminal, or with --json, one line of JSON per tick goes there, and the summary as the last line. The formats are
/// described in the repository's docs/formats.md.
///
/// The exit status is 0, or 3 if the character fell out of a level, 1 if the file cannot be walked or played, and 2 if
/// the arguments are wrong.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct WalkArguments {
    /// The level or scenario.
    pub(crate) file: PathBuf,
    /// Also draw the level and the paths into this PNG.
    #[arg(long, value_name = "PNG")]
    pub(crate) picture: Option<PathBuf>,
    /// Print JSON on standard output: of a level one object with the summary, of a scenario a line per tick.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) scenario: ScenarioArguments,
    #[command(flatten)]
    pub(crate) level: LevelArguments,
    #[command(flatten)]
    pub(crate) route: RouteArguments,
}

/// Options for playing a scenario.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Playing a scenario (not a level)")]
pub(crate) struct ScenarioArguments {
    /// Also draw a map of it into this PNG.
    #[arg(long, value_name = "PNG")]
    pub(crate) map: Option<PathBuf>,
    /// Also draw it into this animated PNG.
    #[arg(long, value_name = "PNG")]
    pub(crate) animate: Option<PathBuf>,
    /// Record one tick of one character into this file, for `carom replay` and `carom shrink`.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// The tick to record [default: the first that is stuck or reaches a limit, else the last].
    #[arg(long, requires = "record")]
    pub(crate) tick: Option<u64>,
    /// The character, by name [default: the first for which that holds].
    #[arg(long, value_name = "NAME", requires = "record")]
    pub(crate) character: Option<String>,
}

impl ScenarioArguments {
    /// The names of the options that were given.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            self.map.as_ref().map(|_| "--map"),
            self.animate.as_ref().map(|_| "--animate"),
            self.record.as_ref().map(|_| "--record"),
        ]
        .into_iter()
        .flatten()
    }
}

/// Options for walking through a level; a scenario has all of these itself.
#[derive(Clone, Debug, Default, Args)]
#[command(
    next_help_heading = "Walking a level (not a scenario)",
    allow_negative_numbers = true
)]
pub(crate) struct RouteArguments {
    /// The folder of the trace and the pictures [default: out].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The longest walk, in simulated seconds [default: 300].
    #[arg(long)]
    pub(crate) seconds: Option<f64>,
    /// Ticks per second [default: 60].
    #[arg(long)]
    pub(crate) hz: Option<f64>,
    /// Walking speed, m/s [default: 4].
    #[arg(long)]
    pub(crate) speed: Option<f64>,
    /// The upward speed of a jump, for ledges too high for a step, m/s; 0 never jumps, like `carom survey` without
    /// --jump [default: 6].
    #[arg(long)]
    pub(crate) jump: Option<f64>,
    /// The character's feet at the start, in meters and with y up [default: a spawn that the level names, else near the middle
    /// of the floor of which most can be walked].
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = super::point)]
    pub(crate) spawn: Option<[f64; 3]>,
    /// Write the trace only: no map and no view.
    #[arg(long)]
    pub(crate) no_pictures: bool,
    #[command(flatten)]
    pub(crate) character: CharacterArguments,
}

impl RouteArguments {
    /// The names of the options that were given.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        let number = |name, option: Option<f64>| option.map(|_| name);
        [
            self.out.as_ref().map(|_| "--out"),
            number("--seconds", self.seconds),
            number("--hz", self.hz),
            number("--speed", self.speed),
            number("--jump", self.jump),
            self.spawn.map(|_| "--spawn"),
            self.no_pictures.then_some("--no-pictures"),
        ]
        .into_iter()
        .flatten()
        .chain(self.character.given())
    }
}
