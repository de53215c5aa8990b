//! `carom survey`: a level flooded with the real mover, and what came of it.

mod baseline;
mod character;
mod goals;
mod interrupt;
mod merge;
mod outcome;
mod page;
mod pictures;
mod plan;
mod progress;
mod replay;
mod report;
mod sarif;
mod sealed;
mod search;
mod show;
mod storeys;
mod table;
mod work;

use crate::args::{FailOn, GRAVITY, SurveyArguments, SurveyCommand};
use crate::hash::Fnv;
use crate::number::Coordinates;
use crate::output::{self, say};
use crate::route::{self, Walker};
use anyhow::{Context, Result, anyhow, bail, ensure};
use baseline::Baseline;
use carom::Mesh;
use carom_survey::{Finding, Flood, Kind, Options, Reach, Severity, Survey, Unreached};
use character::CharacterFile;
use glam::Vec3;
use goals::Goal;
pub(crate) use merge::Waits;
use outcome::Outcome;
use plan::Plan;
use progress::Watch;
use replay::Stage;
use search::{Ended, Found, Search};
use show::Show;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;
use work::Work;

/// Where the scenarios of findings are, in the report's folder.
const SCENARIOS: &str = "findings";

/// Something was found that is as bad as was not to be.
#[derive(Debug)]
pub(crate) struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the level has faults")
    }
}

impl std::error::Error for Failed {}

/// What was asked for, read and checked.
struct Job<'a> {
    arguments: &'a SurveyArguments,
    character: CharacterFile,
    options: Options,
    baseline: Option<Baseline>,
}

impl<'a> Job<'a> {
    fn new(arguments: &'a SurveyArguments) -> Result<Self> {
        let character = match &arguments.settings {
            Some(path) => CharacterFile::load(path)?,
            None => CharacterFile::default(),
        };
        Self::with(arguments, character, || match &arguments.settings {
            Some(path) => path.display().to_string(),
            None => "the character".into(),
        })
    }

    /// With a character from somewhere.
    fn with(
        arguments: &'a SurveyArguments,
        character: CharacterFile,
        place: impl Fn() -> String,
    ) -> Result<Self> {
        let character = character.complete();
        let settings = character
            .character()
            .settings(Vec3::Y, GRAVITY)
            .map_err(|error| anyhow!("{error}"))
            .with_context(place)?;
        let options = Options {
            settings,
            height: character.height() as f32,
            speed: arguments.speed as f32,
            hz: arguments.hz,
            cell: arguments.cell as f32,
            jump: arguments.jump.map(|jump| jump as f32),
            crouch: arguments.crouch.map(|crouch| crouch as f32),
            margin: arguments.margin as f32,
        };
        for goal in &arguments.output.goals {
            let fits = goal.iter().all(|x| (*x as f32).is_finite());
            ensure!(fits, "--goal: a point has finite numbers, not {goal:?}");
        }
        ensure!(
            (0.0..=1e6).contains(&arguments.checkpoint),
            "--checkpoint must be 0 to 1000000 s, not {}",
            arguments.checkpoint
        );
        let baseline = arguments.output.show.baseline.as_deref();
        let baseline = baseline.map(Baseline::load).transpose()?;
        Ok(Self {
            arguments,
            character,
            options,
            baseline,
        })
    }

    fn file(&self) -> String {
        self.arguments.file.display().to_string()
    }

    /// The level.
    fn mesh(&self) -> Result<Mesh<Vec3>> {
        let Self { arguments, .. } = self;
        let level = carom_level::open(&arguments.file, &arguments.level.options())?;
        let mesh: Mesh<Vec3> = level.mesh().with_context(|| self.file())?;
        let size = mesh.bounds().size();
        say(format_args!(
            "{}: {} triangles, {:.1} x {:.1} x {:.1} m",
            self.file(),
            mesh.len(),
            size.x,
            size.y,
            size.z
        ));
        Ok(mesh)
    }

    fn survey<'m>(&self, mesh: &'m Mesh<Vec3>) -> Result<Survey<'m>> {
        let survey = Survey::new(mesh, self.options.clone());
        let survey = match self.arguments.tile_width() {
            Some(width) => survey.and_then(|survey| survey.in_tiles(width as f32)),
            None => survey,
        };
        survey.with_context(|| self.file())
    }

    /// Where the search is kept.
    fn folder(&self) -> PathBuf {
        let Self { arguments, .. } = self;
        let own = || arguments.output.report.join("work");
        arguments.work.clone().unwrap_or_else(own)
    }
}

pub(crate) fn survey(command: &SurveyCommand) -> Result<()> {
    match command {
        SurveyCommand::Survey(arguments) => search(arguments),
        SurveyCommand::Merge(arguments) => merge::merge(arguments),
    }
}

fn search(arguments: &SurveyArguments) -> Result<()> {
    let job = Job::new(arguments)?;
    let mesh = job.mesh()?;
    interrupt::listen()?;
    on_threads(arguments.output.threads, || job.run(&mesh))
}

/// With as many threads as are wanted.
fn on_threads<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    let Some(threads) = threads else {
        return work();
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .build()?;
    pool.install(work)
}

impl Job<'_> {
    fn run(&self, mesh: &Mesh<Vec3>) -> Result<()> {
        let Self { arguments, .. } = self;
        let folder = self.folder();
        let known = Plan::of_folder(&folder)?;
        let spawn = match (&known, arguments.spawn) {
            (Some(known), None) => Vec3::from(known.spawn),
            _ => self.spawn(mesh)?,
        };
        let survey = self.survey(mesh)?;
        let plan = Plan::new(self, mesh, spawn)?;
        // A tile's job is one of many: it goes on with what the others have done.
        if let Some(known) = &known {
            let goes_on = arguments.resume || arguments.tile.is_some();
            ensure!(
                goes_on,
                "{}: a search is kept there; --resume goes on with it, or remove the folder",
                folder.display()
            );
            known.must_be(&plan, &folder)?;
        } else if arguments.resume {
            say(format_args!(
                "{}: no search is kept there; it begins",
                folder.display()
            ));
        }
        let work = Work::new(&folder, &plan, &survey)?;
        if known.is_some() && arguments.tile.is_none() {
            // Whether all that is kept is whole is better known before more is searched.
            work.outlines()?;
        }
        let every = Duration::from_secs_f64(arguments.checkpoint);
        let watch = || Watch::new(mesh, &self.options);
        let begin = || {
            let first = survey.first(spawn).with_context(|| self.file())?;
            work.begin(first)?;
            plan.write(&folder)
        };
        // Its plan is the last thing that is written of a beginning: without it there is none.
        let nothing = || Ok(());
        let search = Search::new(&survey, &work, every, watch().of_tiles(), &nothing);
        if let Some([i, j]) = arguments.tile {
            let [across, along] = survey.tile_counts();
            ensure!(
                i < across && j < along,
                "--tile {i},{j}: there are {across} by {along} tiles, from 0,0 on"
            );
            if known.is_none() {
                begin()?;
            }
            return match search.one([i, j])? {
                Ended::Finished => Ok(()),
                Ended::Stopped => bail!(
                    "stopped; {} keeps what was found, and the same command goes on with it",
                    folder.display()
                ),
            };
        }
        let found = if survey.tile_counts() == [1, 1] {
            let tile = match &known {
                Some(_) => search.begun([0, 0], 0)?,
                None => {
                    let first = survey.first(spawn).with_context(|| self.file())?;
                    let mut tile = survey.tile([0, 0]).context("there is no tile")?;
                    survey.enter(&mut tile, 0, &[first]);
                    tile
                }
            };
            Search::new(&survey, &work, every, watch(), &begin).whole(tile)?
        } else {
            if known.is_none() {
                begin()?;
            }
            search.rounds()?
        };
        let ended = self.conclude(mesh, &survey, spawn, &found);
        let told = ended
            .as_ref()
            .map_or_else(|error| error.is::<Failed>(), |()| true);
        if found.stopped && told {
            let places = found.flood.places.len();
            bail!(
                "stopped with {places} places found; the report is partial; --resume goes on with what {} keeps",
                folder.display()
            );
        }
        // What has a report is not searched again; a folder of the user's own stays.
        if told && arguments.work.is_none() {
            work.remove()?;
        }
        ended
    }

    /// What came of a search, written and told.
    fn conclude(
        &self,
        mesh: &Mesh<Vec3>,
        survey: &Survey,
        spawn: Vec3,
        found: &Found,
    ) -> Result<()> {
        let flood = &found.flood;
        let start = flood.places.first().context("no place was found")?;
        let start = start.body.feet;
        if start.y < spawn.y - self.options.settings.snap {
            say(format_args!(
                "the spawn is in the air: the character drops {:.2} m to the floor",
                spawn.y - start.y
            ));
        }
        let reach = survey.reach(flood);
        // What nobody has come to so far is no news before the search is at its end.
        let unreached = if flood.complete {
            survey.unreached(flood)
        } else {
            Vec::new()
        };
        let findings = survey.findings(flood);
        let Self { arguments, .. } = self;
        let outcome = Outcome {
            survey,
            mesh,
            name: self.name(),
            options: &self.options,
            settings: &self.options.settings,
            spawn,
            flood,
            reach: &reach,
            unreached: &unreached,
            findings: &findings,
            size: arguments.output.show.size,
            seconds: OnceLock::new(),
        };
        let folder = &arguments.output.report;
        let stage = Stage {
            level: &from(&folder.join(SCENARIOS), &arguments.file)?,
            read: arguments.level,
            hz: self.options.hz,
            gravity: GRAVITY,
            spawn,
            settings: &self.character,
        };
        let goals = goals::of(survey, flood, &arguments.output.goals, &stage, folder)?;
        let show = self.write(&outcome, &goals, &stage)?;
        self.tell(found, &reach, &unreached, &findings);
        show.tell();
        for (goal, position) in goals.iter().zip(&arguments.output.goals) {
            let [x, y, z] = position;
            say(format_args!(
                "  goal              {x:>9.2} {y:>9.2} {z:>9.2}  {}",
                goal.told(self.options.hz)
            ));
        }
        let worst = match arguments.output.fail_on {
            FailOn::Note => Severity::Note,
            FailOn::Warning => Severity::Warning,
            FailOn::Error => Severity::Error,
            FailOn::Never => return Ok(()),
        };
        if show.has(worst) || goals.iter().any(Goal::is_missed) {
            return Err(Failed.into());
        }
        Ok(())
    }

    fn spawn(&self, mesh: &Mesh<Vec3>) -> Result<Vec3> {
        if let Some(spawn) = self.arguments.spawn {
            return Ok(Vec3::from(spawn.map(|x| x as f32)));
        }
        let walker = Walker {
            settings: &self.options.settings,
            height: self.options.height,
            jump: 0.0,
        };
        let plan = route::Plan::of_level(mesh, &walker)
            .with_context(|| self.arguments.file.display().to_string())?;
        Ok(plan.spawn())
    }

    /// The level's file, without its folder.
    fn name(&self) -> String {
        let name = self.arguments.file.file_name();
        name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    fn write<'o>(
        &'o self,
        outcome: &'o Outcome<'o>,
        goals: &'o [Goal],
        stage: &Stage,
    ) -> Result<Show<'o>> {
        let Outcome {
            mesh,
            spawn,
            flood,
            reach,
            unreached,
            findings,
            ..
        } = *outcome;
        let folder = &self.arguments.output.report;
        let scenarios = folder.join(SCENARIOS);
        let kinds: Vec<_> = Kind::ALL
            .map(Kind::name)
            .into_iter()
            .chain(Kind::FORMER_NAMES)
            .collect();
        without_scenarios(&scenarios, &kinds)?;
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut found, mut names) = (Vec::new(), Vec::new());
        for finding in findings {
            let kind = finding.kind.name();
            let number = numbers.entry(kind).or_default();
            *number += 1;
            let name = format!("{kind}-{number:03}");
            let mut text = serde_json::to_vec(&stage.scenario(&name, &finding.script))?;
            text.push(b'\n');
            output::write(&scenarios.join(format!("{name}.json")), &text)?;
            names.push(format!("{SCENARIOS}/{name}.json"));
            found.push(report::Found::new(
                finding,
                format!("{SCENARIOS}/{name}.json"),
            ));
        }
        let show = Show::new(outcome, names, goals, self.baseline.as_ref());
        let report = report::Report {
            level: report::Level {
                file: self.name(),
                up: self.arguments.level.other_up(),
                unit: self.arguments.level.other_unit(),
                triangles: mesh.len(),
                bounds: mesh.bounds().into(),
            },
            settings: report::Settings {
                character: &self.character,
                speed: self.arguments.speed,
                hz: self.arguments.hz,
                cell: self.arguments.cell,
                gravity: GRAVITY,
                jump: self.arguments.jump,
                crouch: self.arguments.crouch,
                margin: self.arguments.margin,
                tiles: self.arguments.tile_width(),
            },
            spawn: Coordinates::of(spawn),
            partial: !flood.complete,
            reach: reach.into(),
            unreached: unreached.iter().map(Into::into).collect(),
            goals,
            findings: found,
            baseline: show.changes(),
            hash: hash(flood),
        };
        let Self { arguments, .. } = self;
        show.write(folder, &arguments.file, &arguments.output.show)?;
        let mut text = serde_json::to_vec_pretty(&report)?;
        text.push(b'\n');
        output::write(&folder.join("report.json"), &text)?;
        Ok(show)
    }

    fn tell(&self, found: &Found, reach: &Reach, unreached: &[Unreached], findings: &[Finding]) {
        let flood = &found.flood;
        let seconds = found.searched.as_secs_f64();
        let (all, made) = (flood.ticks, found.ticks);
        let pace = format!(
            "in {seconds:.1} s, {:.2} M a second",
            made as f64 / seconds.max(1e-9) / 1e6
        );
        let ticks = match made {
            // Of tiles that were searched elsewhere.
            0 => all.to_string(),
            made if made == all => format!("{all} {pace}"),
            made => format!("{all}, of them {made} now {pace}"),
        };
        let floors: Vec<_> = reach
            .floors
            .iter()
            .map(|floor| format!("{:.1} m² at {:.1} m", floor.area, floor.height))
            .collect();
        let apart: f64 = unreached.iter().fold(0.0, |sum, region| sum + region.area);
        let mut rows = vec![
            ("places", flood.places.len().to_string()),
            ("reach", format!("{:.1} m²", reach.area)),
            ("floors", floors.join(", ")),
            (
                "never reached",
                format!("{apart:.0} m² in {} regions", unreached.len()),
            ),
            ("ticks", ticks),
        ];
        let report = self.arguments.output.report.join("report.json");
        rows.push(("report", report.display().to_string()));
        rows.push(("findings", findings.len().to_string()));
        output::print_table(&rows);
    }
}

/// Takes the scenarios of a survey before out of their folder, and nothing else.
fn without_scenarios(folder: &Path, kinds: &[&str]) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let ours = name
            .split_once('-')
            .is_some_and(|(kind, number)| kinds.contains(&kind) && number.parse::<u32>().is_ok());
        if ours && path.extension().is_some_and(|end| end == "json") {
            std::fs::remove_file(&path)
                .with_context(|| format!("{}: cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

/// A file's path as seen from a folder, which need not be there yet.
fn from(folder: &Path, file: &Path) -> Result<String> {
    let place = |path: &Path| {
        std::path::absolute(path).with_context(|| format!("{}: cannot be found", path.display()))
    };
    let (folder, file) = (place(folder)?, place(file)?);
    let shared = folder
        .components()
        .zip(file.components())
        .take_while(|(a, b)| a == b)
        .count();
    let up = folder.components().skip(shared).map(|_| "..".into());
    let down = file
        .components()
        .skip(shared)
        .map(|part| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    Ok(parts.join("/"))
}

/// Every bit of the search: the places and how they hang together.
fn hash(flood: &Flood) -> String {
    let mut hash = Fnv::new();
    for place in &flood.places {
        hash.vector(place.body.feet);
        hash.add(u64::from(place.crouched));
        hash.add(place.from.map_or(u64::MAX, u64::from));
    }
    for edge in &flood.edges {
        hash.add(u64::from(edge.from) << 32 | u64::from(edge.to));
    }
    for lost in flood
        .leaks
        .iter()
        .chain(&flood.restless)
        .chain(&flood.stuck)
    {
        hash.add(u64::from(lost.from));
        hash.vector(lost.feet);
    }
    hash.digits()
}
