//! The report of a survey, `report.json`: written, and read again as the baseline of another.

mod graph;
mod navmesh;
mod region;

pub use graph::{GraphFile, GraphLink, GraphMotion, GraphNode};
pub use navmesh::{CheckedNavMesh, NavMeshFinding, NavMeshReport};
pub use region::{Region, RegionCause, RegionDrop, WhatIf};

use crate::error::ensure;
use crate::json::{parse, read_file};
use crate::{CharacterFile, Coordinates, FormatError, LevelReading};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The longest report that is read (1 GiB).
const MAX_BYTES: u64 = 1 << 30;

/// A report.
///
/// ```
/// use carom_format::report::{Bounds, Reach, Report, SurveyedLevel, SurveySettings};
/// use carom_format::{CharacterFile, Coordinates, LevelReading};
/// use glam::Vec3;
/// let origin = Coordinates::of(Vec3::ZERO);
/// let report = Report {
///     level: SurveyedLevel {
///         file: "a.obj".into(),
///         reading: LevelReading::default(),
///         triangles: 2,
///         bounds: Bounds { min: origin, max: origin },
///     },
///     settings: SurveySettings {
///         character: &CharacterFile::default(),
///         speed: 4.0,
///         hz: 60,
///         cell: 0.25,
///         gravity: 9.81,
///         jump: None,
///         crouch: None,
///         margin: 0.15,
///         tiles: None,
///     },
///     spawn: origin,
///     spawns: vec![],
///     partial: false,
///     reach: Reach { area: 1.0, places: 1, floors: vec![] },
///     unreached: vec![],
///     what_if: &[],
///     goals: &[],
///     findings: vec![],
///     baseline: None,
///     hash: "0".into(),
/// };
/// assert!(serde_json::to_string(&report)?.starts_with(r#"{"level":{"file":"a.obj","triangles":2,"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    /// The level.
    pub level: SurveyedLevel,
    /// The character and the options of the search.
    pub settings: SurveySettings<'a>,
    /// The feet of the character at the start, the first if there are several.
    pub spawn: Coordinates,
    /// All starts; left out if there is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spawns: Vec<Coordinates>,
    /// The search was stopped before its end.
    pub partial: bool,
    /// The reachable area.
    pub reach: Reach,
    /// Walkable regions that the search never reached.
    pub unreached: Vec<Region>,
    /// Searches with other characters; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub what_if: &'a [WhatIf],
    /// The goals; left out if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub goals: &'a [Goal],
    /// The findings.
    pub findings: Vec<Finding>,
    /// The changes since the baseline, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Changes<'a>>,
    /// The hash of all places.
    pub hash: String,
}

/// The level of a report.
///
/// ```
/// use carom_format::report::{Bounds, SurveyedLevel};
/// let corner = carom_format::Coordinates::of(glam::Vec3::ZERO);
/// let bounds = Bounds { min: corner, max: corner };
/// let reading = carom_format::LevelReading { unit: 0.01, ..Default::default() };
/// let level = SurveyedLevel { file: "a.obj".into(), reading, triangles: 2, bounds };
/// assert!(serde_json::to_string(&level)?.contains("\"unit\":0.01"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct SurveyedLevel {
    /// The name of its file.
    pub file: String,
    /// How it was read.
    #[serde(flatten)]
    pub reading: LevelReading,
    /// The number of triangles.
    pub triangles: usize,
    /// The bounds.
    pub bounds: Bounds,
}

/// The bounds of a level.
///
/// ```
/// use carom_format::{Coordinates, report::Bounds};
/// let bounds = Bounds { min: Coordinates::of(glam::Vec2::ZERO), max: Coordinates::of(glam::Vec2::ONE) };
/// assert_eq!(serde_json::to_string(&bounds)?, r#"{"min":[0.0,0.0],"max":[1.0,1.0]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Bounds {
    /// Least coordinates.
    pub min: Coordinates,
    /// Greatest coordinates.
    pub max: Coordinates,
}

/// The character of a survey, and the options of the search.
///
/// ```
/// use carom_format::{CharacterFile, report::SurveySettings};
/// let character = CharacterFile::default().complete();
/// let settings = SurveySettings {
///     character: &character, speed: 4.0, hz: 60, cell: 0.25, gravity: 9.81, jump: None, crouch: None, margin: 0.15,
///     tiles: None,
/// };
/// assert!(serde_json::to_string(&settings)?.starts_with(r#"{"radius":0.3,"height":1.8,"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct SurveySettings<'a> {
    /// The character.
    #[serde(flatten)]
    pub character: &'a CharacterFile,
    /// Walking speed, m/s.
    pub speed: f64,
    /// Ticks per second.
    pub hz: u32,
    /// Width of a search cell, m.
    pub cell: f64,
    /// Gravity, m/s².
    pub gravity: f64,
    /// Upward speed of a jump, m/s, if it jumps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jump: Option<f64>,
    /// Height when it crouches, m, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crouch: Option<f64>,
    /// Near misses up to this size are reported, m.
    pub margin: f64,
    /// Width of the tiles, m, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<f64>,
}

/// The reachable area.
///
/// ```
/// use carom_format::report::{Floor, Reach};
/// let reach = Reach { area: 2.5, places: 9, floors: vec![Floor { height: 0.5, area: 2.5 }] };
/// assert_eq!(serde_json::to_string(&reach)?, r#"{"area":2.5,"places":9,"floors":[{"height":0.5,"area":2.5}]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Reach {
    /// Its area, m².
    pub area: f64,
    /// The number of places of the search.
    pub places: usize,
    /// Its floors, from below.
    pub floors: Vec<Floor>,
}

/// A floor of the reachable area.
///
/// ```
/// assert_eq!(carom_format::report::Floor { height: 0.5, area: 2.0 }.height, 0.5);
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Floor {
    /// Its mean height, m.
    pub height: f32,
    /// Its area, m².
    pub area: f64,
}

/// A point that a player has to reach.
///
/// ```
/// use carom_format::{Coordinates, report::Goal};
/// let goal = Goal { position: Coordinates::of(glam::Vec2::ZERO), reached: Some(false), ticks: None, scenario: None, spawn: None, what: None };
/// assert!(goal.is_missed());
/// assert_eq!(serde_json::to_string(&goal)?, r#"{"position":[0.0,0.0],"reached":false}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Goal {
    /// The point.
    pub position: Coordinates,
    /// Whether the search reached it; `None` if it did not before it was stopped.
    pub reached: Option<bool>,
    /// Duration of the scenario, in ticks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticks: Option<u64>,
    /// The file of a scenario that leads there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The feet where the scenario starts, if there are several spawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spawn: Option<Coordinates>,
    /// Why it is not reached, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
}

impl Goal {
    /// Whether a complete search did not reach it.
    #[must_use]
    pub fn is_missed(&self) -> bool {
        self.reached == Some(false)
    }
}

/// A finding.
///
/// ```
/// use carom_format::{Coordinates, report::Finding};
/// let leak = Finding {
///     kind: "leak",
///     position: Coordinates::of(glam::Vec2::ZERO),
///     in_file: None,
///     triangles: vec![],
///     objects: vec!["House/Roof".into()],
///     severity: "error",
///     what: "w".into(),
///     ignored: None,
///     scenario: "findings/leak-001.json".into(),
///     spawn: None,
///     size: None,
///     geometry: vec![],
/// };
/// assert!(serde_json::to_string(&leak)?.starts_with(r#"{"kind":"leak","position":[0.0,0.0],"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Its kind.
    pub kind: &'static str,
    /// Its position.
    pub position: Coordinates,
    /// The same in the coordinates of the level's file, if they are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_file: Option<Coordinates>,
    /// The triangles around it, nearest first.
    pub triangles: Vec<u32>,
    /// The objects of these triangles, nearest first; left out if the file names none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<String>,
    /// Its severity.
    pub severity: &'static str,
    /// A sentence about it.
    pub what: String,
    /// The height of a step, the width of an opening or the height of a ceiling, m, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<f32>,
    /// Why it is ignored, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignored: Option<String>,
    /// The file of the scenario that shows it.
    pub scenario: String,
    /// The feet where the scenario starts, if there are several spawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spawn: Option<Coordinates>,
    /// Faults of triangles near it; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub geometry: Vec<MeshFault>,
}

/// A fault of triangles.
///
/// ```
/// use carom_format::{Coordinates, report::MeshFault};
/// let hole = MeshFault { fault: "hole", position: Coordinates::of(glam::Vec2::ZERO), triangles: vec![1, 2] };
/// assert_eq!(serde_json::to_string(&hole)?, r#"{"fault":"hole","position":[0.0,0.0],"triangles":[1,2]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct MeshFault {
    /// The name of the fault.
    pub fault: &'static str,
    /// Its position.
    pub position: Coordinates,
    /// The triangles.
    pub triangles: Vec<u32>,
}

/// The changes since a baseline.
///
/// ```
/// use carom_format::report::{AreaChange, Changes};
/// let area = AreaChange { was: 1.0, is: 2.0 };
/// let changes = Changes { new: vec![3], gone: vec![], same: 2, area };
/// assert_eq!(serde_json::to_string(&changes)?, r#"{"new":[3],"gone":[],"same":2,"area":{"was":1.0,"is":2.0}}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Changes<'a> {
    /// Indices of the new findings, from 0.
    pub new: Vec<usize>,
    /// The findings of the baseline that are gone.
    pub gone: Vec<GoneFinding<'a>>,
    /// The number of findings that are in both.
    pub same: usize,
    /// The reachable area before and now.
    pub area: AreaChange,
}

/// A finding of the baseline that is gone.
///
/// ```
/// use carom_format::{Coordinates, report::GoneFinding};
/// let position = Coordinates::of(glam::DVec2::ZERO);
/// let gone = GoneFinding { kind: "gap", position, severity: "note", what: "w" };
/// assert_eq!(gone.kind, "gap");
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GoneFinding<'a> {
    /// Its kind.
    pub kind: &'a str,
    /// Its position.
    pub position: Coordinates,
    /// Its severity.
    pub severity: &'a str,
    /// The sentence about it.
    pub what: &'a str,
}

/// The reachable area in two reports, m².
///
/// ```
/// assert_eq!(carom_format::report::AreaChange { was: 1.0, is: 2.0 }.is, 2.0);
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AreaChange {
    /// In the baseline.
    pub was: f64,
    /// Now.
    pub is: f64,
}

/// The parts of a report that the comparison with it needs; it may have others.
///
/// ```
/// use carom_format::report::OldReport;
/// let text = br#"{"level": {"file": "a.obj"}, "reach": {"area": 3}, "hash": "0", "findings": [
///     {"kind": "leak", "position": [1, 2, 3], "severity": "error", "what": "w"}]}"#;
/// let report: OldReport = carom_format::parse(text, "report")?;
/// assert_eq!((report.reach.area, report.findings[0].position), (3.0, [1.0, 2.0, 3.0]));
/// # Ok::<(), carom_format::FormatError>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(expecting = "a report")]
pub struct OldReport {
    /// The level.
    pub level: OldLevel,
    /// The reachable area.
    pub reach: OldReach,
    /// The findings.
    pub findings: Vec<OldFinding>,
    /// The goals.
    #[serde(default)]
    pub goals: Vec<OldGoal>,
}

impl OldReport {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read or is no report; the message names the file and the field.
    pub fn load(path: &Path) -> Result<Self, FormatError> {
        let file = path.display();
        let text = read_file(path, "report", MAX_BYTES)?;
        ensure!(
            text.trim_ascii_start().first() == Some(&b'{'),
            "{file}: a report is a JSON object"
        );
        parse(&text, "report").map_err(|error| error.within(file))
    }
}

/// The level of an old report.
///
/// ```
/// let level: carom_format::report::OldLevel = serde_json::from_str(r#"{"file": "a.obj"}"#)?;
/// assert_eq!(level.file, "a.obj");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(expecting = "an object")]
pub struct OldLevel {
    /// The name of its file.
    pub file: String,
}

/// The reachable area of an old report.
///
/// ```
/// let reach: carom_format::report::OldReach = serde_json::from_str(r#"{"area": 3, "places": 9}"#)?;
/// assert_eq!(reach.area, 3.0);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(expecting = "an object")]
pub struct OldReach {
    /// Its area, m².
    pub area: f64,
}

/// A goal of an old report.
///
/// ```
/// let goal: carom_format::report::OldGoal = serde_json::from_str(r#"{"position": [1, 2, 3], "reached": null}"#)?;
/// assert_eq!(goal.reached, None);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(expecting = "a goal")]
pub struct OldGoal {
    /// The point.
    pub position: [f64; 3],
    /// Whether the search reached it.
    pub reached: Option<bool>,
}

/// A finding of an old report.
///
/// ```
/// use carom_format::report::OldFinding;
/// let text = r#"{"kind": "gap", "position": [1, 2, 3], "severity": "note", "what": "w"}"#;
/// let finding: OldFinding = serde_json::from_str(text)?;
/// assert_eq!(finding.kind, "gap");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(expecting = "a finding")]
pub struct OldFinding {
    /// Its kind.
    pub kind: String,
    /// Its position.
    pub position: [f64; 3],
    /// Its severity.
    pub severity: String,
    /// The sentence about it.
    pub what: String,
}
