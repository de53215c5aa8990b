//! `carom survey`: a level flooded with the real mover, and what came of it.

mod baseline;
mod character;
mod outcome;
mod page;
mod pictures;
mod progress;
mod replay;
mod report;
mod sarif;
mod show;
mod storeys;
mod table;

use crate::args::{FailOn, SurveyArguments};
use crate::hash::Fnv;
use crate::number::Coordinates;
use crate::output::{self, say};
use crate::route::{Plan, Walker};
use anyhow::{Context, Result, anyhow, ensure};
use baseline::Baseline;
use carom::Mesh;
use carom::mover::Settings;
use carom_survey::{Finding, Flood, Options, Reach, Severity, Survey, Unreached};
use character::CharacterFile;
use glam::Vec3;
use outcome::Outcome;
use progress::Watch;
use replay::Stage;
use show::Show;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

const GRAVITY: f64 = 9.81;

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
    settings: Settings<Vec3>,
    options: Options,
}

impl<'a> Job<'a> {
    fn new(arguments: &'a SurveyArguments) -> Result<Self> {
        let character = match &arguments.settings {
            Some(path) => CharacterFile::load(path)?,
            None => CharacterFile::default(),
        }
        .complete();
        let place = || match &arguments.settings {
            Some(path) => path.display().to_string(),
            None => "the character".into(),
        };
        let settings = character
            .character()
            .settings(Vec3::Y, GRAVITY)
            .map_err(|error| anyhow!("{error}"))
            .with_context(place)?;
        let options = Options {
            settings,
            height: character.height.unwrap_or(1.8) as f32,
            speed: arguments.speed as f32,
            hz: arguments.hz,
            cell: arguments.cell as f32,
            jump: arguments.jump.map(|jump| jump as f32),
            crouch: arguments.crouch.map(|crouch| crouch as f32),
            margin: arguments.margin as f32,
        };
        Ok(Self {
            arguments,
            character,
            settings,
            options,
        })
    }
}

pub(crate) fn survey(arguments: &SurveyArguments) -> Result<()> {
    let job = Job::new(arguments)?;
    let file = arguments.file.display().to_string();
    ensure!(
        arguments.level.are_default(),
        "--up and --unit: a survey's scenarios name the level as it is; turn or scale the file first"
    );
    let level = carom_level::open(&arguments.file, &arguments.level.options())?;
    let mesh: Mesh<Vec3> = level.mesh().with_context(|| file.clone())?;
    let size = mesh.bounds().size();
    say(format_args!(
        "{file}: {} triangles, {:.1} x {:.1} x {:.1} m",
        mesh.len(),
        size.x,
        size.y,
        size.z
    ));
    if let Some(threads) = arguments.threads {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.get())
            .build()?;
        return pool.install(|| job.run(&mesh));
    }
    job.run(&mesh)
}

impl Job<'_> {
    fn run(&self, mesh: &Mesh<Vec3>) -> Result<()> {
        let file = self.arguments.file.display().to_string();
        let baseline = self.arguments.show.baseline.as_deref();
        let baseline = baseline.map(Baseline::load).transpose()?;
        let spawn = self.spawn(mesh)?;
        let survey = Survey::new(mesh, self.options.clone()).with_context(|| file.clone())?;
        let watch = Watch::new(mesh, &self.options);
        let flood = survey.flood(spawn, |progress| {
            watch.tell(progress);
            true
        });
        let searched = watch.finish();
        let flood = flood.with_context(|| file.clone())?;
        let start = flood.places[0].body.feet;
        if start.y < spawn.y - self.settings.snap {
            say(format_args!(
                "the spawn is in the air: the character drops {:.2} m to the floor",
                spawn.y - start.y
            ));
        }
        let reach = survey.reach(&flood);
        let unreached = survey.unreached(&flood);
        let findings = survey.findings(&flood);
        let outcome = Outcome {
            survey: &survey,
            mesh,
            name: self.name(),
            options: &self.options,
            settings: &self.settings,
            spawn,
            flood: &flood,
            reach: &reach,
            unreached: &unreached,
            findings: &findings,
            size: self.arguments.show.size,
            seconds: OnceLock::new(),
        };
        let show = self.write(&outcome, baseline.as_ref())?;
        self.tell(&flood, &reach, &unreached, &findings, searched);
        show.tell();
        let worst = match self.arguments.fail_on {
            FailOn::Note => Severity::Note,
            FailOn::Warning => Severity::Warning,
            FailOn::Error => Severity::Error,
            FailOn::Never => return Ok(()),
        };
        if show.has(worst) {
            return Err(Failed.into());
        }
        Ok(())
    }

    fn spawn(&self, mesh: &Mesh<Vec3>) -> Result<Vec3> {
        if let Some(spawn) = self.arguments.spawn {
            return Ok(Vec3::from(spawn.map(|x| x as f32)));
        }
        let walker = Walker {
            settings: &self.settings,
            height: self.options.height,
            jump: 0.0,
        };
        let plan = Plan::of_level(mesh, &walker)
            .with_context(|| self.arguments.file.display().to_string())?;
        Ok(plan.spawn())
    }

    /// The level's file, without its folder.
    fn name(&self) -> String {
        let name = self.arguments.file.file_name();
        name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    fn write<'o>(
        &self,
        outcome: &'o Outcome<'o>,
        baseline: Option<&'o Baseline>,
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
        let folder = &self.arguments.report;
        let scenarios = folder.join("findings");
        let level = from(&scenarios, &self.arguments.file)?;
        let stage = Stage {
            level: &level,
            hz: self.options.hz,
            gravity: GRAVITY,
            spawn,
            settings: &self.character,
        };
        without_findings(&scenarios)?;
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut found, mut names) = (Vec::new(), Vec::new());
        for finding in findings {
            let kind = report::kind(finding.kind);
            let number = numbers.entry(kind).or_default();
            *number += 1;
            let name = format!("{kind}-{number:03}");
            let mut text = serde_json::to_vec(&stage.scenario(&name, &finding.script))?;
            text.push(b'\n');
            output::write(&scenarios.join(format!("{name}.json")), &text)?;
            names.push(format!("findings/{name}.json"));
            found.push(report::Found::new(finding, format!("findings/{name}.json")));
        }
        let show = Show::new(outcome, names, baseline);
        let report = report::Report {
            level: report::Level {
                file: self.name(),
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
            },
            spawn: Coordinates::of(spawn),
            partial: !flood.complete,
            reach: reach.into(),
            unreached: unreached.iter().map(Into::into).collect(),
            findings: found,
            baseline: show.changes(),
            hash: hash(flood),
        };
        let Self { arguments, .. } = self;
        show.write(folder, &arguments.file, &arguments.show)?;
        let mut text = serde_json::to_vec_pretty(&report)?;
        text.push(b'\n');
        output::write(&folder.join("report.json"), &text)?;
        Ok(show)
    }

    fn tell(
        &self,
        flood: &Flood,
        reach: &Reach,
        unreached: &[Unreached],
        findings: &[Finding],
        searched: Duration,
    ) {
        let seconds = searched.as_secs_f64();
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
            (
                "ticks",
                format!(
                    "{} in {seconds:.1} s, {:.2} M a second",
                    flood.ticks,
                    flood.ticks as f64 / seconds.max(1e-9) / 1e6
                ),
            ),
        ];
        let report = self.arguments.report.join("report.json");
        rows.push(("report", report.display().to_string()));
        rows.push(("findings", findings.len().to_string()));
        output::print_table(&rows);
    }
}

/// Takes the findings of a survey before out of their folder, and nothing else.
fn without_findings(folder: &Path) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let ours = name.split_once('-').is_some_and(|(kind, number)| {
            report::KINDS.contains(&kind) && number.parse::<u32>().is_ok()
        });
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
    for way in &flood.ways {
        hash.add(u64::from(way.from) << 32 | u64::from(way.to));
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
