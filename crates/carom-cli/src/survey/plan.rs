//! What a folder of work is of: `survey.json`, written when its search begins.

use super::Job;
use super::character::CharacterFile;
use crate::args::{LevelArguments, OutputArguments, SurveyArguments, UpAxis};
use crate::input;
use crate::output;
use anyhow::{Context, Result, bail, ensure};
use carom::Mesh;
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// Its name in the folder.
pub(super) const NAME: &str = "survey.json";
/// The longest file that is read.
const MOST: u64 = 1 << 20;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// Which carom; another may find other bits.
    carom: String,
    /// The level's file, as this machine knows it.
    pub(super) level: PathBuf,
    up: UpAxis,
    /// Metres of a unit of it.
    unit: f64,
    triangles: usize,
    /// Of all coordinates of all triangles.
    digest: String,
    pub(super) spawn: [f32; 3],
    speed: f64,
    hz: u32,
    cell: f64,
    jump: Option<f64>,
    crouch: Option<f64>,
    margin: f64,
    /// The width of a tile, m.
    tiles: Option<f64>,
    character: CharacterFile,
}

impl Plan {
    pub(super) fn new(job: &Job, mesh: &Mesh<Vec3>, spawn: Vec3) -> Result<Self> {
        let arguments = job.arguments;
        let file = &arguments.file;
        let level = std::path::absolute(file)
            .with_context(|| format!("{}: cannot be found", file.display()))?;
        Ok(Self {
            carom: env!("CARGO_PKG_VERSION").into(),
            level,
            up: arguments.level.up,
            unit: arguments.level.unit,
            triangles: mesh.len(),
            digest: digest(mesh),
            spawn: spawn.to_array(),
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

    /// That of a folder; `None` if there is none in it.
    pub(super) fn of_folder(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(NAME);
        if !path.exists() {
            return Ok(None);
        }
        let text = input::read(&path, "plan of a survey", MOST)?;
        let plan = input::json(&text, "plan").with_context(|| path.display().to_string())?;
        Ok(Some(plan))
    }

    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        output::write(&folder.join(NAME), &text)
    }

    /// The same for all that finds the same: not where the level's file is.
    pub(super) fn key(&self) -> Result<u64> {
        let plan = Self {
            level: PathBuf::new(),
            ..self.clone()
        };
        let mut sum = Xxh3::new();
        sum.update(&serde_json::to_vec(&plan)?);
        Ok(sum.digest())
    }

    /// Whether a search that was begun by this goes on by another; else an error that tells what is other.
    pub(super) fn must_be(&self, other: &Self, folder: &Path) -> Result<()> {
        let place = folder.join(NAME);
        let place = place.display();
        let fields = |plan: &Self| serde_json::to_value(plan);
        let (was, is) = (fields(self)?, fields(other)?);
        let (Some(was), Some(is)) = (was.as_object(), is.as_object()) else {
            bail!("{place}: not the plan of a survey");
        };
        // Another level may be the same file read in another way, which is told first.
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

    /// The arguments that make the same search, with an output of their own.
    pub(super) fn arguments(&self, level: PathBuf, output: OutputArguments) -> SurveyArguments {
        SurveyArguments {
            file: level,
            spawn: Some(self.spawn.map(f64::from)),
            settings: None,
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
            level: LevelArguments {
                up: self.up,
                unit: self.unit,
            },
        }
    }

    pub(super) fn character(&self) -> CharacterFile {
        self.character.clone()
    }
}

/// Of all coordinates of a level's triangles, to the bit.
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
