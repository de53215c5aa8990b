//! The outcome of a survey.

use carom::Mesh;
use carom::mover::MoverSettings;
use carom_format::LevelReading;
use carom_level::Level;
use carom_survey::{Cause, Finding, InputScript, Options, Reach, Survey, Unreached};
use glam::Vec3;

/// The outcome of a survey: the search, and what follows from it.
pub(super) struct Outcome<'a> {
    pub(super) survey: &'a Survey<'a>,
    pub(super) mesh: &'a Mesh<Vec3>,
    /// The names of its triangles.
    pub(super) level: &'a Level,
    /// How its file was read.
    pub(super) reading: &'a LevelReading,
    /// The level's file, without its folder.
    pub(super) name: String,
    pub(super) options: &'a Options,
    pub(super) settings: &'a MoverSettings<Vec3>,
    /// The feet at each start.
    pub(super) spawns: &'a [Vec3],
    /// The search ended because nothing new was found.
    pub(super) complete: bool,
    pub(super) reach: &'a Reach,
    pub(super) unreached: &'a [Unreached],
    pub(super) findings: &'a [Finding],
    /// Width of the pictures.
    pub(super) size: u32,
}

impl Outcome<'_> {
    /// The objects of these triangles, in their order, each once: paths of names, or materials of objects without one.
    pub(super) fn objects(&self, triangles: &[u32]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for triangle in triangles {
            let Some(object) = self.level.object(*triangle) else {
                continue;
            };
            let mut name = self.level.path(object).join("/");
            if name.is_empty() {
                name = object.material.as_deref().unwrap_or_default().into();
            }
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The object that is a cause, if it has a name.
    pub(super) fn obstacle(&self, cause: &Cause) -> Option<String> {
        let triangle = self.survey.obstacle(cause)?;
        self.objects(&[triangle]).pop()
    }

    /// The feet where a script starts, if there are several spawns.
    pub(super) fn spawn_of(&self, script: &InputScript) -> Option<Vec3> {
        (self.spawns.len() > 1).then_some(script.spawn)
    }

    /// Greatest difference of heights in a cell that belong to one floor: a step, or a slope along the cell.
    pub(super) fn step(&self) -> f32 {
        let settings = self.settings;
        let level = settings.max_slope.max(0.3);
        let slope = (1.0 - level * level).max(0.0).sqrt() / level;
        let rise = settings.step_height.max(slope * self.options.cell);
        rise.min(0.5 * self.options.height)
    }
}

/// The unreached regions in a line.
pub(super) fn never_reached(regions: &[Unreached]) -> String {
    let area: f64 = regions.iter().fold(0.0, |sum, region| sum + region.area);
    let ledges = regions.iter().filter(|region| region.descent.is_some());
    let (count, ledges) = (regions.len(), ledges.count());
    format!("{area:.0} m² in {count} regions, {ledges} of them ledges")
}
