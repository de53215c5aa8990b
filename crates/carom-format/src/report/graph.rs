//! The graph of the reachable ground for navigation, `--graph`.

use super::{SurveySettings, SurveyedLevel};
use crate::Coordinates;
use crate::scenario::MotionOut;
use serde::Serialize;

/// The graph of what a survey reached.
///
/// ```
/// use carom_format::report::{Bounds, GraphFile, SurveySettings, SurveyedLevel};
/// use carom_format::{CharacterFile, Coordinates, LevelReading};
/// let origin = Coordinates::of(glam::Vec3::ZERO);
/// let graph = GraphFile {
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
///     partial: false,
///     width: 1.0,
///     regions: 1,
///     nodes: vec![],
///     links: vec![],
/// };
/// assert!(serde_json::to_string(&graph)?.ends_with(r#""width":1.0,"regions":1,"nodes":[],"links":[]}"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Serialize)]
pub struct GraphFile<'a> {
    /// The level.
    pub level: SurveyedLevel,
    /// The character and the options of the search.
    pub settings: SurveySettings<'a>,
    /// The search was stopped before its end.
    pub partial: bool,
    /// The greatest width of a node, m.
    pub width: f64,
    /// The number of regions.
    pub regions: u32,
    /// The nodes.
    pub nodes: Vec<GraphNode>,
    /// The links.
    pub links: Vec<GraphLink>,
}

/// A node of a graph.
///
/// ```
/// use carom_format::{Coordinates, report::GraphNode};
/// let node = GraphNode { position: Coordinates::of(glam::Vec2::ZERO), region: 1, area: 0.75, crouched: false };
/// assert_eq!(serde_json::to_string(&node)?, r#"{"position":[0.0,0.0],"region":1,"area":0.75}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct GraphNode {
    /// The feet near its middle.
    pub position: Coordinates,
    /// The number of its region.
    pub region: u32,
    /// Its area, m².
    pub area: f64,
    /// The character crouches; left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub crouched: bool,
}

/// A link of a graph.
///
/// ```
/// use carom_format::report::GraphLink;
/// let walk = GraphLink { from: 0, to: 1, kind: "walk", seconds: 0.25, length: 1.0, back: true, motion: None };
/// let text = r#"{"from":0,"to":1,"kind":"walk","seconds":0.25,"length":1.0,"back":true}"#;
/// assert_eq!(serde_json::to_string(&walk)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Serialize)]
pub struct GraphLink {
    /// The number of the node where it starts.
    pub from: u32,
    /// The number of the node where it ends.
    pub to: u32,
    /// How the character moves.
    pub kind: &'static str,
    /// The time, s.
    pub seconds: f64,
    /// The length, m.
    pub length: f64,
    /// There is a way back.
    pub back: bool,
    /// The motion of a drop or jump.
    #[serde(flatten)]
    pub motion: Option<GraphMotion>,
}

/// The motion of a drop or jump.
///
/// ```
/// use carom_format::scenario::MotionOut;
/// use carom_format::{Coordinates, report::GraphMotion};
/// let origin = glam::Vec3::ZERO;
/// let motion = GraphMotion {
///     start: Coordinates::of(origin),
///     end: Coordinates::of(origin),
///     script: MotionOut::new(60, origin, &[]),
/// };
/// assert!(serde_json::to_string(&motion)?.ends_with(r#""script":{"feet":[0.0,0.0,0.0],"input":[]}}"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Serialize)]
pub struct GraphMotion {
    /// The feet where it starts.
    pub start: Coordinates,
    /// The feet where it ends.
    pub end: Coordinates,
    /// The input that shows it.
    pub script: MotionOut,
}
