//! The result of a check of a navigation mesh, `navmesh.json`.

use super::{SurveySettings, SurveyedLevel};
use crate::Coordinates;
use serde::Serialize;

/// The parts of a navigation mesh that the mover cannot walk.
///
/// ```
/// use carom_format::report::CheckedNavMesh;
/// let checked = CheckedNavMesh { file: "navmesh.json".into(), polygons: 2, edges: 1, links: 0 };
/// let text = r#"{"file":"navmesh.json","polygons":2,"edges":1,"links":0}"#;
/// assert_eq!(serde_json::to_string(&checked)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct CheckedNavMesh {
    /// The name of its file.
    pub file: String,
    /// The number of polygons.
    pub polygons: usize,
    /// The number of edges that two polygons share.
    pub edges: usize,
    /// The number of links.
    pub links: usize,
}

/// The report of a check of a navigation mesh.
///
/// ```
/// use carom_format::report::{Bounds, CheckedNavMesh, NavMeshReport, SurveySettings, SurveyedLevel};
/// use carom_format::{CharacterFile, Coordinates, LevelReading};
/// let origin = Coordinates::of(glam::Vec3::ZERO);
/// let report = NavMeshReport {
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
///     navmesh: CheckedNavMesh { file: "n.json".into(), polygons: 2, edges: 1, links: 0 },
///     walked: 2,
///     skipped: 0,
///     findings: vec![],
/// };
/// assert!(serde_json::to_string(&report)?.ends_with(r#""walked":2,"skipped":0,"findings":[]}"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct NavMeshReport<'a> {
    /// The level.
    pub level: SurveyedLevel,
    /// The character.
    pub settings: SurveySettings<'a>,
    /// The navigation mesh.
    pub navmesh: CheckedNavMesh,
    /// The number of ways that were walked.
    pub walked: usize,
    /// The number of ways that were not, because their start is no place to stand.
    pub skipped: usize,
    /// The findings.
    pub findings: Vec<NavMeshFinding>,
}

/// A part of a navigation mesh that the mover cannot walk.
///
/// ```
/// use carom_format::{Coordinates, report::NavMeshFinding};
/// let finding = NavMeshFinding {
///     kind: "polygon",
///     polygon: Some(3),
///     from: None,
///     to: None,
///     link: None,
///     position: Coordinates::of(glam::Vec2::ZERO),
///     left: None,
///     reason: "no-ground",
///     size: None,
///     severity: "error",
///     what: "w".into(),
///     scenario: None,
/// };
/// let text = r#"{"kind":"polygon","polygon":3,"position":[0.0,0.0],"reason":"no-ground","severity":"error","what":"w"}"#;
/// assert_eq!(serde_json::to_string(&finding)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct NavMeshFinding {
    /// `polygon`, `edge` or `link`.
    pub kind: &'static str,
    /// The number of the polygon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polygon: Option<u32>,
    /// The polygon where the way over an edge starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u32>,
    /// The polygon where it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// The number of the link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<u32>,
    /// The middle of the polygon, or the feet where the way ended.
    pub position: Coordinates,
    /// The distance that was left, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<f32>,
    /// The kind of the barrier.
    pub reason: &'static str,
    /// Its height, width or angle, if it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<f32>,
    /// Its severity.
    pub severity: &'static str,
    /// A sentence about it.
    pub what: String,
    /// The file of the scenario that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
}
