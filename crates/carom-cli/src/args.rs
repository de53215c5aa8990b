//! The command line.

use crate::output::say;
use carom::mover::{MoverError, MoverSettings};
use carom::{Scalar, Vector};
use carom_level::{Options, Up};
use clap::{ArgMatches, Args, FromArgMatches, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Without a command it walks the bundled level: the same as
  carom walk data/levels/dungeon.obj

Try:
  carom walk my-level.glb              walk a level of your own, see out/view.png
  carom walk data/scenarios/stairs.json --picture stairs.png
                                       play a scenario, one line a tick
  carom walk lift.json --animate lift.png
                                       the same as it moves
  carom info my-level.glb              what is in a level, and what is wrong with it
  carom query questions.jsonl          a question about two shapes a line, an answer a line
  carom pool --animate out/break.png   a break of sixteen balls, drawn as it goes
  carom survey my-level.glb            where a player can go, gets stuck or falls out
  carom play --open                    every query under your finger, in the browser
  carom help walk                      every option";

/// Walks a character through a level, exactly and with no physics engine.
#[derive(Debug, Parser)]
#[command(name = "carom", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
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
}

/// Walk through a level, or play a scenario.
///
/// FILE is a level (.obj, .gltf, .glb) or a scenario (.json).
///
/// A level: picks a spawn on the largest walkable floor, plans a long route from what the character
/// can reach, walks it with the real mover, and writes DIR/walk.jsonl (a line a tick, then a
/// summary), DIR/map.png and DIR/view.png.
///
/// A scenario: bodies, characters and their inputs; one line a tick goes to standard output, the last
/// line is the summary. The formats are described in the repository's docs/formats.md.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct WalkArguments {
    /// The level or scenario.
    pub(crate) file: PathBuf,
    /// Also draw the level and the paths into this PNG.
    #[arg(long, value_name = "PNG")]
    pub(crate) picture: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) scenario: ScenarioArguments,
    #[command(flatten)]
    pub(crate) level: LevelArguments,
    #[command(flatten)]
    pub(crate) route: RouteArguments,
}

/// What playing a scenario can be told.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Playing a scenario (not a level)")]
pub(crate) struct ScenarioArguments {
    /// Also draw it from straight above into this PNG.
    #[arg(long, value_name = "PNG")]
    pub(crate) map: Option<PathBuf>,
    /// Also draw it as it moves into this animated PNG.
    #[arg(long, value_name = "PNG")]
    pub(crate) animate: Option<PathBuf>,
    /// Record one tick of one character into this file, for `carom replay` and `carom shrink`.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Which tick [default: the first that is stuck, reaches a cap or ends deeper in something than it
    /// began; else the last].
    #[arg(long, requires = "record")]
    pub(crate) tick: Option<u64>,
    /// Whose tick, by name [default: the first for whom it holds].
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

/// Play a recorded tick again, and check that it comes out the same, to the bit.
///
/// FILE was written by `carom walk SCENARIO --record FILE`. What comes of it goes to standard output as one
/// line of JSON; the exit status is 1 if any bit is other than it was.
#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// The recording.
    pub(crate) file: PathBuf,
}

/// Reduce a recorded tick to the fewest pieces that still show its fault.
///
/// None of the pieces that remain can be left out. What comes of them goes to standard output as one line of
/// JSON.
#[derive(Debug, Args)]
pub(crate) struct ShrinkArguments {
    /// The recording.
    pub(crate) file: PathBuf,
    /// Where the smaller one goes [default: FILE with the ending .least.json].
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The fault to keep [default: the first of deeper, stuck, limit and same that it shows].
    #[arg(long, value_enum)]
    pub(crate) fault: Option<Fault>,
}

/// What can be wrong with a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fault {
    /// It ends deeper in something than it began.
    Deeper,
    /// There is no free place.
    Stuck,
    /// A cap on work is reached.
    Limit,
    /// It cannot move at all where it wants.
    Blocked,
    /// Nothing by itself: it does what it did, for the same reasons, within half a skin, at the same height and on the
    /// same ground.
    Same,
}

/// What a walk through a level can be told. A scenario says all of this itself.
#[derive(Clone, Debug, Default, Args)]
#[command(
    next_help_heading = "Walking a level (not a scenario)",
    allow_negative_numbers = true
)]
pub(crate) struct RouteArguments {
    /// Where the trace and the pictures go [default: out].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The longest walk, in seconds of the character's time [default: 300].
    #[arg(long)]
    pub(crate) seconds: Option<f64>,
    /// Ticks a second [default: 60].
    #[arg(long)]
    pub(crate) hz: Option<f64>,
    /// Walking speed, m/s [default: 4].
    #[arg(long)]
    pub(crate) speed: Option<f64>,
    /// The upward speed of a jump, for ledges too high for a step, m/s; 0 never jumps
    /// [default: 6].
    #[arg(long)]
    pub(crate) jump: Option<f64>,
    /// The capsule's radius, m [default: 0.3].
    #[arg(long)]
    pub(crate) radius: Option<f64>,
    /// The capsule's height, m [default: 1.8].
    #[arg(long)]
    pub(crate) height: Option<f64>,
    /// The steepest slope that can be walked, degrees [default: 45].
    #[arg(long, value_name = "DEGREES")]
    pub(crate) max_slope: Option<f64>,
    /// The highest step that can be climbed, m [default: 0.4].
    #[arg(long)]
    pub(crate) step_height: Option<f64>,
    /// How far down the ground is followed, m [default: 0.4].
    #[arg(long)]
    pub(crate) snap: Option<f64>,
    /// The gap kept to everything, m; less than the radius [default: 0.01].
    #[arg(long)]
    pub(crate) skin: Option<f64>,
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
            number("--radius", self.radius),
            number("--height", self.height),
            number("--max-slope", self.max_slope),
            number("--step-height", self.step_height),
            number("--snap", self.snap),
            number("--skin", self.skin),
        ]
        .into_iter()
        .flatten()
    }
}

/// Tell what is in a level: size, bounds, faults, walkable share, tree.
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

/// Answer questions about pairs of shapes, meshes and levels, a line each.
///
/// Reads JSON Lines: {"id": 1, "ask": "contact", "a": {"ball": {"center": [0, 2], "radius": 1}},
/// "b": {"segment": {"a": [-4, 1.5], "b": [4, 1.5]}}}. `ask` is closest, overlap, contact or sweep; two
/// numbers a point is 2D, three is 3D. Every line is answered by one line, in order; a line that cannot
/// be read is answered by an error, the rest goes on, and the exit status is 1. The formats are
/// described in the repository's docs/formats.md.
#[derive(Debug, Args)]
pub(crate) struct QueryArguments {
    /// The questions; - or nothing reads standard input.
    pub(crate) file: Option<PathBuf>,
    /// How many threads answer; the output is the same for every number [default: one a core].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    /// How the answers are written.
    #[arg(long, value_enum, default_value_t = AnswerFormat::Json)]
    pub(crate) format: AnswerFormat,
}

/// Balls that meet each other and walls at the exact moment, in order.
///
/// FILE has balls, walls, box or period, restitution and how long (.json); without one it is a break: a
/// cue ball into a rack of fifteen, drawn into out/pool.png. Standard output gets one line of JSON with the
/// summary and where the balls are then; a table goes to standard error. The formats are described in the
/// repository's docs/formats.md.
#[derive(Debug, Default, Args)]
pub(crate) struct PoolArguments {
    /// The setup (.json) [default: a break].
    pub(crate) file: Option<PathBuf>,
    /// Also write one line an event before that.
    #[arg(long)]
    pub(crate) events: bool,
    /// Draw the ways of the balls into this PNG [default without FILE: out/pool.png].
    #[arg(long, value_name = "PNG")]
    pub(crate) picture: Option<PathBuf>,
    /// Draw the balls as they move into this animated PNG.
    #[arg(long, value_name = "PNG")]
    pub(crate) animate: Option<PathBuf>,
}

/// Serve the playground: every query under your finger, in the browser.
///
/// Builds the library for the browser from the checkout (a released carom carries it), serves the pages on this
/// machine alone, and prints their address on standard output. The exit status is 2 if Rust cannot build for the
/// browser here.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    /// Open the browser too.
    #[arg(long, conflicts_with = "export")]
    pub(crate) open: bool,
    /// The port on 127.0.0.1; 0 is any that is free.
    #[arg(long, value_name = "N", default_value_t = 4178)]
    pub(crate) port: u16,
    /// Write the site into this folder instead, for any web host.
    #[arg(long, value_name = "DIR")]
    pub(crate) export: Option<PathBuf>,
    /// Take the modules in this folder (carom.wasm, demos.wasm) instead of building them.
    #[arg(long, value_name = "DIR")]
    pub(crate) wasm: Option<PathBuf>,
}

/// `carom survey LEVEL`, or `carom survey merge DIR`.
#[derive(Debug)]
pub(crate) enum SurveyCommand {
    Survey(SurveyArguments),
    Merge(MergeArguments),
}

impl FromArgMatches for SurveyCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some((_, merge)) => MergeArguments::from_arg_matches(merge).map(Self::Merge),
            None => SurveyArguments::from_arg_matches(matches).map(Self::Survey),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for SurveyCommand {
    fn augment_args(command: clap::Command) -> clap::Command {
        let merge = MergeArguments::augment_args(clap::Command::new("merge"));
        SurveyArguments::augment_args(command)
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
            .disable_help_subcommand(true)
            .subcommand(merge)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

/// Join the tiles of a survey into one report.
///
/// While tiles have to be searched: writes which, as `I,J` a line, to standard output, and ends with exit status 4. They can
/// be searched at the same time, anywhere: `carom survey LEVEL --tiles SIZE --work DIR --tile I,J`. When none has, writes the
/// report, the same to the byte as that of `carom survey LEVEL --tiles SIZE`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct MergeArguments {
    /// The folder of the tiles: their --work.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The level's file, if it is not where the tiles found it.
    #[arg(long, value_name = "FILE")]
    pub(crate) level: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// Prove where a level can be walked, and find where it is broken.
///
/// Floods LEVEL from a spawn with the real mover: from every place that is found it walks on in all directions, drops,
/// and jumps or crouches if it can, until nothing new is found. Writes DIR/report.json, for each finding a scenario that
/// shows it with `carom walk`, maps of all floors, an overview, and report.html to look around in. The exit status is 0 if
/// nothing is found that is as bad as --fail-on and every --goal is reached, 3 if not, and 1 if the level cannot be surveyed
/// or the survey was stopped; --resume goes on with one that was. The formats are described in the repository's
/// docs/formats.md.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct SurveyArguments {
    /// The level (.obj, .gltf, .glb).
    pub(crate) file: PathBuf,
    /// Where the character's feet are at first, in metres and with y up [default: in the middle of the largest floor].
    #[arg(long, value_name = "X,Y,Z", value_parser = point)]
    pub(crate) spawn: Option<[f64; 3]>,
    /// The character: a JSON object with fields of a character of a scenario.
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
    /// The upward speed of a jump, m/s [default: it cannot jump].
    #[arg(long, value_name = "SPEED")]
    pub(crate) jump: Option<f64>,
    /// How high it is when it crouches, m [default: it cannot crouch].
    #[arg(long, value_name = "HEIGHT")]
    pub(crate) crouch: Option<f64>,
    /// What is too narrow, too low or too high by less than this is told, m.
    #[arg(long, value_name = "LENGTH", default_value_t = 0.15)]
    pub(crate) margin: f64,
    /// The width of a search cell, m.
    #[arg(long, default_value_t = 0.25)]
    pub(crate) cell: f64,
    /// Walking speed, m/s.
    #[arg(long, default_value_t = 4.0)]
    pub(crate) speed: f64,
    /// Ticks a second.
    #[arg(long, default_value_t = 60)]
    pub(crate) hz: u32,
    /// Search in square tiles of this width, one after another: the memory of one tile at a time.
    #[arg(long, value_name = "METRES", help_heading = LONG)]
    pub(crate) tiles: Option<f64>,
    /// Search only this tile (64 m wide unless --tiles says otherwise), as far as it can be searched now;
    /// `carom survey merge` tells which can.
    #[arg(long, value_name = "I,J", value_parser = tile, help_heading = LONG)]
    pub(crate) tile: Option<[u32; 2]>,
    /// Where the search is kept until it is done [default: `work` in the folder of the report].
    #[arg(long, value_name = "DIR", help_heading = LONG)]
    pub(crate) work: Option<PathBuf>,
    /// Go on with a search that was stopped.
    #[arg(long, help_heading = LONG)]
    pub(crate) resume: bool,
    /// How often the search is saved; at the earliest after as long as 20 savings take.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, help_heading = LONG)]
    pub(crate) checkpoint: f64,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) level: LevelArguments,
}

const LONG: &str = "Long searches";

impl SurveyArguments {
    /// The width of tiles, m, if there are any.
    pub(crate) fn tile_width(&self) -> Option<f64> {
        self.tiles.or(self.tile.map(|_| 64.0))
    }
}

/// What becomes of a survey.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutputArguments {
    /// Where the report goes.
    #[arg(long, value_name = "DIR", default_value = "out/survey")]
    pub(crate) report: PathBuf,
    /// A point that a player has to come to with the feet, to within a cell; may be given more than once.
    #[arg(long = "goal", value_name = "X,Y,Z", value_parser = point)]
    pub(crate) goals: Vec<[f64; 3]>,
    /// The least severity that makes the exit status 3.
    #[arg(long, value_enum, default_value_t = FailOn::Error)]
    pub(crate) fail_on: FailOn,
    /// How many threads search; the report is the same for every number [default: one a core].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    pub(crate) show: ShowArguments,
}

/// A tile as it is written on the command line.
fn tile(text: &str) -> Result<[u32; 2], String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let numbers = numbers.map_err(|error| error.to_string())?;
    <[u32; 2]>::try_from(numbers).map_err(|_| "a tile has two numbers: I,J".into())
}

/// What a survey shows, beside its report.
#[derive(Clone, Debug, Args)]
pub(crate) struct ShowArguments {
    /// A report.json of before: tells what is new and what is gone; --fail-on counts only what is new.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Also write the findings as SARIF 2.1.0, for code review.
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// How wide the pictures are, in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 1400, value_parser = clap::value_parser!(u32).range(480..=8000))]
    pub(crate) size: u32,
}

/// A point as it is written on the command line.
fn point(text: &str) -> Result<[f64; 3], String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let numbers = numbers.map_err(|error: std::num::ParseFloatError| error.to_string())?;
    <[f64; 3]>::try_from(numbers).map_err(|_| "a point has three numbers: X,Y,Z".into())
}

/// The least severity of a finding that makes a survey fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Everything.
    Note,
    /// What is probably not meant.
    Warning,
    /// What breaks a game.
    Error,
    /// Nothing.
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// One JSON object a line.
    Json,
    /// A header, then one row a line; what an answer does not have is left empty.
    Csv,
}

/// How a level file is to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Args)]
#[command(next_help_heading = "Reading a level", allow_negative_numbers = true)]
pub(crate) struct LevelArguments {
    /// Which axis of the file points up; z is turned so that y does.
    #[arg(long, value_enum, default_value_t = UpAxis::Y)]
    pub(crate) up: UpAxis,
    /// Metres per unit of the file: 0.01 for centimetres, 0.0254 for inches.
    #[arg(long, value_name = "METRES", default_value_t = 1.0)]
    pub(crate) unit: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UpAxis {
    Y,
    Z,
}

impl Default for LevelArguments {
    fn default() -> Self {
        Self {
            up: UpAxis::Y,
            unit: 1.0,
        }
    }
}

impl LevelArguments {
    pub(crate) fn options(&self) -> Options {
        Options {
            up: match self.up {
                UpAxis::Y => Up::Y,
                UpAxis::Z => Up::Z,
            },
            scale: self.unit,
        }
    }

    pub(crate) fn are_default(&self) -> bool {
        *self == Self::default()
    }

    /// The axis that points up, if it is not y.
    pub(crate) fn other_up(&self) -> Option<UpAxis> {
        Some(self.up).filter(|up| *up != UpAxis::Y)
    }

    /// The metres of a unit, if it is not a metre.
    pub(crate) fn other_unit(&self) -> Option<f64> {
        Some(self.unit).filter(|unit| *unit != 1.0)
    }
}

/// What is meant where nothing is said: m/s², and the height of a character, m.
pub(crate) const GRAVITY: f64 = 9.81;
pub(crate) const HEIGHT: f64 = 1.8;

/// A mover's settings from what a person writes: slopes in degrees.
pub(crate) struct Character {
    pub(crate) radius: f64,
    pub(crate) max_slope: f64,
    pub(crate) step_height: f64,
    pub(crate) snap: f64,
    pub(crate) skin: f64,
    pub(crate) max_overhang: Option<f64>,
    pub(crate) flat_foot: bool,
    pub(crate) hover: f64,
}

impl Default for Character {
    fn default() -> Self {
        Self {
            radius: 0.3,
            max_slope: 45.0,
            step_height: 0.4,
            snap: 0.4,
            skin: 0.01,
            max_overhang: None,
            flat_foot: false,
            hover: 0.0,
        }
    }
}

/// A field of a character that had the name `perch` up to 0.1, which is accepted with a warning.
pub(crate) fn max_overhang(max_overhang: Option<f64>, perch: Option<f64>) -> Option<f64> {
    if perch.is_some() {
        say("warning: the field perch is named max_overhang now");
    }
    max_overhang.or(perch)
}

impl Character {
    pub(crate) fn settings<V: Vector>(
        &self,
        up: V,
        gravity: f64,
    ) -> Result<MoverSettings<V>, MoverError> {
        let error = |setting, must| Err(MoverError { setting, must });
        if !(0.0..=90.0).contains(&self.max_slope) {
            return error("max_slope", "0 to 90 degrees");
        }
        let most = 1e4;
        for (setting, value) in [
            ("radius", self.radius),
            ("step_height", self.step_height),
            ("snap", self.snap),
            ("max_overhang", self.max_overhang.unwrap_or(0.0)),
            ("hover", self.hover),
        ] {
            // NaN and negative numbers are the mover's to refuse.
            if value > most {
                return error(setting, "at most 10 km");
            }
        }
        let number = V::Scalar::from_f64;
        Ok(MoverSettings {
            up,
            gravity: number(gravity),
            radius: number(self.radius),
            max_slope: number(cosine(self.max_slope)),
            step_height: number(self.step_height),
            snap: number(self.snap),
            skin: number(self.skin),
            max_overhang: self.max_overhang.map(number),
            flat_foot: self.flat_foot,
            hover: number(self.hover),
        })
    }
}

/// The cosine of an angle in degrees, the same on every machine.
pub(crate) fn cosine(degrees: f64) -> f64 {
    libm::cos(degrees.to_radians()).max(0.0)
}
