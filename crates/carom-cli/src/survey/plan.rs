//! The plan of a search, `survey.json`: level and options, written when the search begins.

use super::job::Job;
use crate::args::{CharacterArguments, LevelArguments, OutputArguments, SurveyArguments};
use crate::output;
use anyhow::{Context, Result, bail, ensure};
use carom::Mesh;
use carom_format::{CharacterFile, LevelReading, parse, read_file};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// The name of its file.
pub(super) const NAME: &str = "survey.json";
/// The longest plan, in bytes (1 MiB).
const MOST: u64 = 1 << 20;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SurveyPlan {
    /// The version of carom; another may find other bits.
    carom: String,
    /// The level's file on this machine.
    pub(super) level: PathBuf,
    /// How it is read, by the arguments.
    reading: LevelReading,
    triangles: usize,
    /// The hash of all coordinates of all triangles.
    digest: String,
    spawns: Vec<[f32; 3]>,
    speed: f64,
    hz: u32,
    cell: f64,
    jump: Option<f64>,
    crouch: Option<f64>,
    margin: f64,
    /// Width of a tile, m.
    tiles: Option<f64>,
    character: CharacterFile,
}

impl SurveyPlan {
    pub(super) fn new(job: &Job, mesh: &Mesh<Vec3>, spawns: &[Vec3]) -> Result<Self> {
        let arguments = &job.arguments;
        let file = &arguments.file;
        let level = std::path::absolute(file)
            .with_context(|| format!("{}: cannot be found", file.display()))?;
        Ok(Self {
            carom: env!("CARGO_PKG_VERSION").into(),
            level,
            reading: arguments.level.reading(),
            triangles: mesh.len(),
            digest: digest(mesh),
            spawns: spawns.iter().map(Vec3::to_array).collect(),
            speed: arguments.speed,
            hz: arguments.hz,
            cell: arguments.cell,
            jump: arguments.jump,
            crouch: arguments.crouch,
            margin: arguments.margin,
            tiles: arguments.tile_width(),
            character: job.character.clone(),
        })
    }

    /// The plan in a folder; `None` if it has none.
    pub(super) fn of_folder(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(NAME);
        if !path.exists() {
            return Ok(None);
        }
        let text = read_file(&path, "plan of a survey", MOST)?;
        let plan = parse(&text, "plan").with_context(|| path.display().to_string())?;
        Ok(Some(plan))
    }

    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        output::write(&folder.join(NAME), &output::pretty_json(self)?)
    }

    /// The hash of the plan without the path of the level's file: equal for searches with equal results.
    pub(super) fn key(&self) -> Result<u64> {
        let plan = Self {
            level: PathBuf::new(),
            ..self.clone()
        };
        let mut sum = Xxh3::new();
        sum.update(&serde_json::to_vec(&plan)?);
        Ok(sum.digest())
    }

    /// Checks that a search that this plan began can continue by another plan; the error names the difference.
    pub(super) fn must_be(&self, other: &Self, folder: &Path) -> Result<()> {
        let place = folder.join(NAME);
        let place = place.display();
        let fields = |plan: &Self| serde_json::to_value(plan);
        let (was, is) = (fields(self)?, fields(other)?);
        let (Some(was), Some(is)) = (was.as_object(), is.as_object()) else {
            bail!("{place}: not the plan of a survey");
        };
        // Another geometry may be the same file read in another way: options are compared first.
        let is_geometry = |name: &str| matches!(name, "triangles" | "digest");
        let (geometry, options): (Vec<_>, Vec<_>) =
            was.iter().partition(|(name, _)| is_geometry(name));
        for (name, was) in options.into_iter().chain(geometry) {
            let is = &is[name];
            match name.as_str() {
                "level" => continue,
                name if is_geometry(name) => ensure!(
                    was == is,
                    "{place}: the search there is of another level than {}",
                    other.level.display()
                ),
                "carom" => ensure!(was == is, "{place}: of carom {was}; this is {is}"),
                _ => ensure!(
                    was == is,
                    "{place}: the search there has other options: {name} was {was}, and is {is}"
                ),
            }
        }
        Ok(())
    }

    /// The arguments of the same search with another output.
    pub(super) fn arguments(&self, level: PathBuf, output: OutputArguments) -> SurveyArguments {
        SurveyArguments {
            file: level,
            spawns: (self.spawns.iter())
                .map(|spawn| spawn.map(f64::from))
                .collect(),
            check: None,
            jump: self.jump,
            crouch: self.crouch,
            margin: self.margin,
            cell: self.cell,
            speed: self.speed,
            hz: self.hz,
            tiles: self.tiles,
            tile: None,
            work: None,
            resume: true,
            checkpoint: 30.0,
            output,
            level: LevelArguments::new(self.reading.clone()),
            character: CharacterArguments::default(),
        }
    }

    pub(super) fn spawns(&self) -> Vec<Vec3> {
        self.spawns.iter().copied().map(Vec3::from).collect()
    }

    pub(super) fn character(&self) -> CharacterFile {
        self.character.clone()
    }
}

/// The hash of all coordinates of a level's triangles.
fn digest(mesh: &Mesh<Vec3>) -> String {
    let mut sum = Xxh3::new();
    for triangle in mesh.iter() {
        for corner in [triangle.a, triangle.b, triangle.c] {
            for x in corner.to_array() {
                sum.update(&x.to_le_bytes());
            }
        }
    }
    format!("{:016x}", sum.digest())
}
