//! Options of `carom survey`.

use super::{CharacterArguments, LevelArguments, point};
use clap::{ArgMatches, Args, FromArgMatches, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// `carom survey LEVEL`, or `carom survey merge DIR`.
#[derive(Debug)]
pub(crate) enum SurveyCommand {
    Survey(Box<SurveyArguments>),
    Merge(Box<MergeArguments>),
}

impl FromArgMatches for SurveyCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand() {
            Some((_, merge)) => {
                MergeArguments::from_arg_matches(merge).map(|merge| Self::Merge(Box::new(merge)))
            }
            None => SurveyArguments::from_arg_matches(matches)
                .map(Box::new)
                .map(Self::Survey),
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
/// While tiles remain to be searched, their numbers go to standard output, one `I,J` per line (with --json one object),
/// and the exit status is 4. They can be searched at the same time, anywhere: `carom survey LEVEL --tiles SIZE --work DIR --tile I,J`. When none
/// remains, the report is written, byte for byte that of `carom survey LEVEL --tiles SIZE`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct MergeArguments {
    /// The folder of the tiles: their --work.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The level's file, if it is not where it was for the tiles.
    #[arg(long, value_name = "FILE")]
    pub(crate) level: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

/// Prove where a level can be walked, and find where it is broken.
///
/// Searches LEVEL from one or more spawns with the real mover: from every place the character walks in all directions, drops, and
/// jumps or crouches if it can, until nothing new is found. Writes DIR/report.json, a scenario for `carom walk` that shows
/// each finding, maps of all floors, an overview, and report.html with an interactive view. The exit status is 0 if no
/// finding is as severe as --fail-on and every --goal is reached, 3 if not, and 1 if the level cannot be surveyed or
/// the survey was stopped; --resume continues it. The formats are described in the repository's docs/formats.md.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct SurveyArguments {
    /// The level (.obj, .gltf, .glb).
    pub(crate) file: PathBuf,
    /// The character's feet at the start, in meters and with y up; may be given more than once [default: the spawns that
    /// the level names, else near the middle of the floor of which most can be walked].
    #[arg(long = "spawn", value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point)]
    pub(crate) spawns: Vec<[f64; 3]>,
    /// Search nothing, but walk every edge and link of this navigation mesh (JSON) with the real mover; those that it cannot
    /// walk are findings, in DIR/navmesh.json.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "spawns", "goals", "what_if", "baseline", "ignore", "sarif", "graph", "tiles", "tile", "work", "resume",
    ])]
    pub(crate) check: Option<PathBuf>,
    /// The upward speed of a jump, m/s [default: it cannot jump].
    #[arg(long, value_name = "SPEED")]
    pub(crate) jump: Option<f64>,
    /// The height when it crouches, m [default: it cannot crouch].
    #[arg(long, value_name = "HEIGHT")]
    pub(crate) crouch: Option<f64>,
    /// Report near misses up to this size: too narrow, too low or too high by less, m.
    #[arg(long, value_name = "LENGTH", default_value_t = 0.15)]
    pub(crate) margin: f64,
    /// Width of a search cell, m.
    #[arg(long, default_value_t = 0.25)]
    pub(crate) cell: f64,
    /// Walking speed, m/s.
    #[arg(long, default_value_t = 4.0)]
    pub(crate) speed: f64,
    /// Ticks per second.
    #[arg(long, default_value_t = 60)]
    pub(crate) hz: u32,
    /// Search in square tiles of this width, one after another: the memory of one tile at a time.
    #[arg(long, value_name = "METRES", help_heading = LONG)]
    pub(crate) tiles: Option<f64>,
    /// Search only this tile (64 m wide without --tiles) as far as possible now; `carom survey merge` lists the tiles
    /// that are due.
    #[arg(long, value_name = "I,J", value_parser = tile, help_heading = LONG)]
    pub(crate) tile: Option<[u32; 2]>,
    /// The folder of the unfinished search [default: `work` in the folder of the report].
    #[arg(long, value_name = "DIR", help_heading = LONG)]
    pub(crate) work: Option<PathBuf>,
    /// Continue a stopped search.
    #[arg(long, help_heading = LONG)]
    pub(crate) resume: bool,
    /// Checkpoint interval; saving never takes more than 5 % of the time.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, help_heading = LONG)]
    pub(crate) checkpoint: f64,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) level: LevelArguments,
    #[command(flatten)]
    pub(crate) character: CharacterArguments,
}

const LONG: &str = "Long searches";

impl SurveyArguments {
    /// The arguments of a survey of a file, with these options.
    pub(crate) fn of_file(file: &Path, options: &[String]) -> anyhow::Result<Self> {
        let command = Self::augment_args(clap::Command::new("survey").no_binary_name(true));
        let options = options.iter().map(OsString::from);
        let words = options.chain(["--".into(), file.into()]);
        let parsed = command.try_get_matches_from(words);
        parsed
            .and_then(|mut matches| Self::from_arg_matches_mut(&mut matches))
            .map_err(|error| {
                // Without the advice to try --help.
                let text = error.to_string();
                let first = text.split("\n\n").next().unwrap_or_default();
                anyhow::anyhow!("{}", first.trim_start_matches("error: ").trim())
            })
    }

    /// The width of tiles, m, if there are any.
    pub(crate) fn tile_width(&self) -> Option<f64> {
        self.tiles.or(self.tile.map(|_| 64.0))
    }
}

/// The output of a survey.
#[derive(Clone, Debug, Args)]
pub(crate) struct OutputArguments {
    /// The folder of the report.
    #[arg(long, value_name = "DIR", default_value = "out/survey")]
    pub(crate) report: PathBuf,
    /// A point that a player's feet have to reach, to within a cell; may be given more than once.
    #[arg(long = "goal", value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = point)]
    pub(crate) goals: Vec<[f64; 3]>,
    /// Reaching less of the walkable ground than this is a finding, percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0)]
    pub(crate) min_reach: f64,
    /// Also search with this setting changed, and tell which regions that would open: step_height, radius, height, jump,
    /// crouch or max_slope. May be given more than once.
    #[arg(long, value_name = "SETTING=VALUE", value_parser = Change::parse)]
    pub(crate) what_if: Vec<Change>,
    /// The least severity that makes the exit status 3.
    #[arg(long, value_enum, default_value_t = FailOn::Error)]
    pub(crate) fail_on: FailOn,
    /// Number of threads; it does not change the report [default: one per core].
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    pub(crate) show: ShowArguments,
}

/// A setting of the character with another value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Change {
    pub(crate) setting: Setting,
    pub(crate) value: f64,
}

/// A setting of the character that may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Setting {
    StepHeight,
    Radius,
    Height,
    Jump,
    Crouch,
    MaxSlope,
}

impl Change {
    fn parse(text: &str) -> Result<Self, String> {
        let (name, value) = text
            .split_once('=')
            .ok_or("a setting and its value: step_height=0.6")?;
        let names: Vec<_> = (Setting::value_variants().iter())
            .filter_map(|setting| Some(setting.to_possible_value()?.get_name().to_owned()))
            .collect();
        let name = name.trim();
        let setting = Setting::from_str(name, false)
            .map_err(|_| format!("{name:?} is none of {}", names.join(", ")))?;
        let value: f64 =
            (value.trim().parse()).map_err(|error| format!("{:?}: {error}", value.trim()))?;
        if value.is_finite() {
            Ok(Self { setting, value })
        } else {
            Err(format!("{name} must be a finite number"))
        }
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.setting.to_possible_value();
        let name = name.as_ref().map_or("", |name| name.get_name());
        write!(f, "{name}={}", self.value)
    }
}

/// Parses a tile.
fn tile(text: &str) -> Result<[u32; 2], String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let numbers = numbers.map_err(|error| error.to_string())?;
    <[u32; 2]>::try_from(numbers).map_err(|_| "a tile has two numbers: I,J".into())
}

/// Output besides the report.
#[derive(Clone, Debug, Args)]
pub(crate) struct ShowArguments {
    /// An earlier report.json: new and gone findings are reported, and --fail-on counts only new ones.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Findings that do not count [default: carom-ignore.json beside the level, if there is one].
    #[arg(long, value_name = "FILE")]
    pub(crate) ignore: Option<PathBuf>,
    /// Also write the findings as SARIF 2.1.0, for code review.
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// Also write the reachable ground as a graph for navigation: patches of ground, and the walks, drops and jumps between
    /// them, as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
    /// Greatest width of a patch of the graph; of a cell it has one node for each place.
    #[arg(long, value_name = "METRES", default_value_t = 1.0)]
    pub(crate) graph_width: f64,
    /// Also print the report on standard output, the same bytes as report.json.
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw no maps and no overview; the page is written all the same.
    #[arg(long)]
    pub(crate) no_pictures: bool,
    /// Width of the pictures, in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 1400, value_parser = clap::value_parser!(u32).range(480..=8000))]
    pub(crate) size: u32,
}

/// The least severity of a finding that makes a survey fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// All findings.
    Note,
    /// Findings that are probably not intended.
    Warning,
    /// Findings that break a game.
    Error,
    /// Those, and ground that is never reached because of a slope, or of a step, opening or ceiling that misses the
    /// character's limit by half a meter or less.
    Unreached,
    /// None.
    Never,
}
