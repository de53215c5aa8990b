//! The job of a survey: its arguments, character, level and options.

use super::baseline::Baseline;
use super::ignore::Ignore;
use crate::args::SurveyArguments;
use crate::levels;
use crate::output::say;
use anyhow::{Context, Result, anyhow, ensure};
use carom::Mesh;
use carom_format::scenario::Script;
use carom_format::{CharacterFile, GRAVITY, LevelReading};
use carom_level::Level;
use carom_route::{Start, Walker};
use carom_survey::{Options, Survey, SurveyError};
use glam::Vec3;
use std::path::PathBuf;

/// The arguments of a survey, checked, and the files that they name.
pub(super) struct Job {
    pub(super) arguments: SurveyArguments,
    pub(super) character: CharacterFile,
    pub(super) options: Options,
    pub(super) baseline: Option<Baseline>,
    /// The findings that do not count.
    pub(super) ignore: Option<Ignore>,
    /// How the level is read, without its sky.
    pub(super) reading: LevelReading,
    /// The level with its names.
    pub(super) level: Level,
}

impl Job {
    pub(super) fn new(arguments: SurveyArguments) -> Result<Self> {
        let character = arguments.character.character()?;
        let file = arguments.character.settings.clone();
        Self::with(arguments, character, || {
            file.as_ref()
                .map_or_else(|| "the character".into(), |path| path.display().to_string())
        })
    }

    /// A job with a character; `place` is its origin, for errors.
    pub(super) fn with(
        arguments: SurveyArguments,
        character: CharacterFile,
        place: impl Fn() -> String,
    ) -> Result<Self> {
        Self::of_level(arguments, character, place, None)
    }

    /// A job with a level that has no file, if one is given.
    pub(super) fn of_level(
        arguments: SurveyArguments,
        character: CharacterFile,
        place: impl Fn() -> String,
        level: Option<Level>,
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
        check(&arguments)?;
        // With narrower cells the feet on both sides of a barrier never fit in one cell.
        let safe = std::f32::consts::SQRT_2 * options.settings.radius;
        if options.cell > safe {
            say(format_args!(
                "warning: --cell {} is wide for a radius of {} m: thin barriers may be missed, and so may openings; {safe:.2} m or less is safe",
                arguments.cell, options.settings.radius
            ));
        }
        let baseline = arguments.output.show.baseline.as_deref();
        let baseline = baseline.map(Baseline::load).transpose()?;
        let ignore = Ignore::of(&arguments, level.is_none())?;
        let (level, reading) = match level {
            Some(level) => (level, arguments.level.reading()),
            None => levels::open_without_sky(&arguments.file, &arguments.level)?,
        };
        Ok(Self {
            arguments,
            character,
            options,
            baseline,
            ignore,
            reading,
            level,
        })
    }

    /// The level's file.
    pub(super) fn file(&self) -> String {
        self.arguments.file.display().to_string()
    }

    /// The level's mesh.
    pub(super) fn mesh(&self) -> Result<Mesh<Vec3>> {
        let mesh: Mesh<Vec3> = self.level.mesh().with_context(|| self.file())?;
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

    pub(super) fn survey<'m>(&self, mesh: &'m Mesh<Vec3>) -> Result<Survey<'m>> {
        let survey = Survey::new(mesh, self.options.clone());
        let survey = match self.arguments.tile_width() {
            Some(width) => survey.and_then(|survey| survey.in_tiles(width as f32)),
            None => survey,
        };
        let survey = survey.map_err(|error| match (&error, levels::widest(&self.level)) {
            (SurveyError::TooWide(..), Some((object, width))) => anyhow!(
                "{error}; the widest object is {object}, {width:.0} m: --exclude and --bounds leave objects out"
            ),
            _ => error.into(),
        });
        survey.with_context(|| self.file())
    }

    /// The folder of the unfinished search.
    pub(super) fn folder(&self) -> PathBuf {
        let Self { arguments, .. } = self;
        let own = || arguments.output.report.join("work");
        arguments.work.clone().unwrap_or_else(own)
    }

    /// The spawns of the arguments, else those of the level's file, else the place nearest to the middle of the largest floor
    /// where the search can begin.
    pub(super) fn spawns(&self, mesh: &Mesh<Vec3>, survey: &Survey<'_>) -> Result<Vec<Vec3>> {
        let given = &self.arguments.spawns;
        if !given.is_empty() {
            let single = |spawn: &[f64; 3]| Vec3::from(spawn.map(|x| x as f32));
            return Ok(given.iter().map(single).collect());
        }
        let named = self.named_spawns(survey);
        if !named.is_empty() {
            return Ok(named);
        }
        let walker = Walker {
            settings: &self.options.settings,
            height: self.options.height,
            jump: 0.0,
        };
        let spawns = carom_route::spawns(mesh, &walker, &Start::OneOf(Vec::new()))
            .with_context(|| self.file())?;
        let first = spawns.iter().find(|spawn| survey.first(**spawn).is_ok());
        Ok(vec![*first.unwrap_or(&spawns[0])])
    }

    /// The spawns of the level's file where the search can begin; a line says which ones are left out.
    fn named_spawns(&self, survey: &Survey<'_>) -> Vec<Vec3> {
        let mut spawns = Vec::new();
        for spawn in &self.level.spawns {
            let mut refused = None;
            let begins = |feet: &Vec3| match survey.first(*feet) {
                Ok(_) => true,
                Err(error) => {
                    refused.get_or_insert(error);
                    false
                }
            };
            match (spawn.starts().into_iter().find(begins), refused) {
                (Some(feet), _) => spawns.push(feet),
                (None, Some(error)) => {
                    let file = self.file();
                    say(format_args!(
                        "{file}: {:?} is left out: {error}",
                        spawn.name
                    ));
                }
                (None, None) => {}
            }
        }
        spawns
    }

    /// The name of the level's file, without its folder.
    pub(super) fn name(&self) -> String {
        levels::file_name(&self.arguments.file)
    }

    /// What the scenarios of this character have in common; `level` is the path of the level in them.
    pub(super) fn script<'s>(&'s self, level: &'s str) -> Script<'s> {
        Script {
            level,
            reading: &self.reading,
            hz: self.options.hz,
            gravity: GRAVITY,
            settings: &self.character,
        }
    }
}

/// Checks the ranges of arguments that the search does not check.
fn check(arguments: &SurveyArguments) -> Result<()> {
    for goal in &arguments.output.goals {
        let fits = goal.iter().all(|x| (*x as f32).is_finite());
        ensure!(fits, "--goal: a point has finite numbers, not {goal:?}");
    }
    ensure!(
        (0.0..=100.0).contains(&arguments.output.min_reach),
        "--min-reach must be 0 to 100 percent, not {}",
        arguments.output.min_reach
    );
    ensure!(
        (1e-3..=1e6).contains(&arguments.output.show.graph_width),
        "--graph-width must be 0.001 to 1000000 m, not {}",
        arguments.output.show.graph_width
    );
    ensure!(
        (0.0..=1e6).contains(&arguments.checkpoint),
        "--checkpoint must be 0 to 1000000 s, not {}",
        arguments.checkpoint
    );
    Ok(())
}
