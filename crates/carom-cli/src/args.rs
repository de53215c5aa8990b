//! The command line.

mod character;
mod level;
mod survey;
mod walk;

use crate::version;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(crate) use character::CharacterArguments;
pub(crate) use level::LevelArguments;
pub(crate) use survey::{
    Change, FailOn, MergeArguments, OutputArguments, Setting, SurveyArguments, SurveyCommand,
};
pub(crate) use walk::{RouteArguments, ScenarioArguments, WalkArguments};

const EXAMPLES: &str = "\
Without a command it writes the bundled level, out/dungeon.obj, walks it, and plays a break of pool.

Try:
  carom my-level.glb                   walk a level of your own, see out/view.png
  carom walk lift.json --picture lift.png
                                       play a scenario
  carom walk lift.json --animate lift.png
                                       the same, animated
  carom info my-level.glb              the size and the faults of a level
  carom query queries.jsonl            a query about two shapes per line, an answer per line
  carom pool --animate out/break.png   a break of sixteen balls, animated
  carom pool --physics billiards       a break with spin, cushions and pockets
  carom survey my-level.glb            where a player can go, gets stuck or falls out
  carom play --open                    the playground: every query in the browser
  carom completions zsh                completions for a shell; carom man: manual pages
  carom help walk                      every option";

/// Walks a character through a level, exactly and with no physics engine.
#[derive(Debug, Parser)]
#[command(name = "carom", version = version::SHORT, long_version = version::LONG.as_str(), after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The arguments, with the command `walk` before a level or scenario that stands where a command should.
pub(crate) fn with_command(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let ending = (arguments.get(1)).and_then(|first| Path::new(first).extension());
    let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
    if let Some("obj" | "gltf" | "glb" | "json") = ending.as_deref() {
        arguments.insert(1, "walk".into());
    }
    arguments
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Walk(Box<WalkArguments>),
    Replay(ReplayArguments),
    Shrink(ShrinkArguments),
    Info(InfoArguments),
    Query(QueryArguments),
    Pool(PoolArguments),
    Survey(Box<SurveyCommand>),
    Play(PlayArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// Replay a recorded tick, and check that every bit is the same.
///
/// FILE was written by `carom walk SCENARIO --record FILE`. The result is a table on a terminal, and one line of JSON if
/// standard output is none, or with --json; the exit status is 1 if any bit differs from the recording.
#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// The recording.
    pub(crate) file: PathBuf,
    /// Print the result as JSON, on a terminal, too.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reduce a recorded tick to the parts that its fault needs.
///
/// None of the remaining parts can be left out. The result is a table on a terminal, and one line of JSON if standard
/// output is none, or with --json.
#[derive(Debug, Args)]
pub(crate) struct ShrinkArguments {
    /// The recording.
    pub(crate) file: PathBuf,
    /// The file of the reduced recording [default: FILE with the ending .least.json].
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The fault to keep [default: the first of deeper, stuck, limit and same that the tick shows].
    #[arg(long, value_enum)]
    pub(crate) fault: Option<TickFault>,
    /// Print the result as JSON, on a terminal, too.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A fault of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TickFault {
    /// The penetration grows.
    Deeper,
    /// There is no free place for the character.
    Stuck,
    /// A limit on the work of a tick is reached.
    Limit,
    /// The character cannot move at all in the wanted direction.
    Blocked,
    /// No fault: the result is the recorded one, with the same flags, within half a skin, at the same height and on the
    /// same ground.
    Same,
}

/// Report the size, bounds, faults, walkable area and BVH of a level.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct InfoArguments {
    /// The level (.obj, .gltf, .glb).
    pub(crate) file: PathBuf,
    /// The steepest slope that counts as walkable, degrees.
    #[arg(long, value_name = "DEGREES", default_value_t = 45.0)]
    pub(crate) max_slope: f64,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) level: LevelArguments,
}

/// Answer queries about pairs of shapes, compounds, chains, meshes and levels, one per line.
///
/// Reads JSON Lines: {"id": 1, "ask": "contact", "a": {"ball": {"center": [0, 2], "radius": 1}},
/// "b": {"segment": {"a": [-4, 1.5], "b": [4, 1.5]}}}. The verb is closest, overlap, contact, sweep or ray; points of
/// two numbers are 2D, of three 3D. "precision" is f32, f64 or, for exact overlaps of balls and capsules on a grid, i32.
/// Every line gets one line of answer, in order. A line that cannot be read
/// gets an error, the others are answered, and the exit status is 1. The formats are described in the
/// repository's docs/formats.md.
#[derive(Debug, Args)]
pub(crate) struct QueryArguments {
    /// The queries; - or nothing reads standard input.
    pub(crate) file: Option<PathBuf>,
    /// Number of threads; it does not change the output [default: one per core].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// The format of the answers.
    #[arg(long, value_enum, default_value_t = AnswerFormat::Json)]
    pub(crate) format: AnswerFormat,
}

/// Simulate balls event by event, with exact collision times.
///
/// FILE has balls, walls, a box or a period, restitution, and the end (.json). Without it the setup is a break: a cue
/// ball into a rack of fifteen, drawn into out/pool.png. With --physics billiards balls slide, roll and spin on cloth
/// between cushions and pockets, and FILE has a table, a rack or balls, and a shot. A table goes to standard error; if
/// standard output is no terminal, or with --json, one line of JSON with the summary and the final positions goes
/// there. The formats are described in the repository's docs/formats.md; data/pool and data/billiards have examples.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct PoolArguments {
    /// The setup (.json) [default: a break].
    pub(crate) file: Option<PathBuf>,
    /// How balls move, and what FILE is: a setup, or a game of billiards.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) physics: Physics,
    /// Print JSON on standard output, on a terminal, too.
    #[arg(long)]
    pub(crate) json: bool,
    /// A line of JSON per event before the summary.
    #[arg(long)]
    pub(crate) events: bool,
    /// Draw the trajectories of the balls into this PNG [default without FILE: out/pool.png].
    #[arg(long, value_name = "PNG")]
    pub(crate) picture: Option<PathBuf>,
    /// Draw the moving balls into this animated PNG.
    #[arg(long, value_name = "PNG")]
    pub(crate) animate: Option<PathBuf>,
}

/// How balls move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Physics {
    /// Hard disks and spheres.
    #[default]
    HardSpheres,
    /// Pool, snooker and carom billiards: spin, cloth, cushions, pockets, a cue.
    Billiards,
}

/// Serve the playground: every query, interactive in the browser.
///
/// Builds the library for the browser from the checkout (a released carom contains it; without either, --wasm takes it
/// from an exported site), serves the pages on this machine only, and prints their address on standard output. The exit status is 2 if this Rust cannot build for
/// the browser.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    /// Open the browser too.
    #[arg(long, conflicts_with = "export")]
    pub(crate) open: bool,
    /// The port on 127.0.0.1; 0 takes any free port.
    #[arg(long, value_name = "N", default_value_t = 4178)]
    pub(crate) port: u16,
    /// Write the site into this folder instead, for any web host.
    #[arg(long, value_name = "DIR")]
    pub(crate) export: Option<PathBuf>,
    /// Use the modules in this folder (carom.wasm, contacts.wasm, demos.wasm, billiards.wasm) instead of building them.
    #[arg(long, value_name = "DIR")]
    pub(crate) wasm: Option<PathBuf>,
}

/// Print a script that completes the commands and options in a shell.
///
/// For example: carom completions bash > ~/.local/share/bash-completion/completions/carom
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page of carom or of a command, or write all of them.
///
/// For example: carom man survey | man -l -
#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The command, and its subcommand: `survey`, `survey merge` [default: carom itself].
    #[arg(conflicts_with = "out")]
    pub(crate) command: Vec<String>,
    /// Write the pages of all commands into this folder instead: carom.1, carom-walk.1 and so on.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// The format of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// One JSON object per line.
    Json,
    /// A header, then one row per line; a field that an answer does not have is empty.
    Csv,
}

/// Parses a point.
fn point(text: &str) -> Result<[f64; 3], String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let numbers = numbers.map_err(|error: std::num::ParseFloatError| error.to_string())?;
    <[f64; 3]>::try_from(numbers).map_err(|_| "a point has three numbers: X,Y,Z".into())
}
