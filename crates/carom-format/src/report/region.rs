//! Regions of a report that the search never reached: their causes, and what would open them.

use crate::Coordinates;
use serde::Serialize;

/// A walkable region that the search never reached.
///
/// ```
/// use carom_format::{Coordinates, report::Region};
/// let roof = Region { position: Coordinates::of(glam::Vec3::Y), in_file: None, area: 4.0, triangles: vec![7], objects: vec![], drop: None, cause: None };
/// assert_eq!(serde_json::to_string(&roof)?, r#"{"position":[0.0,1.0,0.0],"area":4.0,"triangles":[7]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Region {
    /// Its most interior point.
    pub position: Coordinates,
    /// The same in the coordinates of the level's file, if they are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_file: Option<Coordinates>,
    /// Its area, m².
    pub area: f64,
    /// Its triangles.
    pub triangles: Vec<u32>,
    /// The objects of its triangles; left out if the file names none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<String>,
    /// The way down to reached ground, if it is a ledge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<RegionDrop>,
    /// What keeps the character out; left out if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<RegionCause>,
}

/// What keeps the character out of a region.
///
/// ```
/// use carom_format::{Coordinates, report::RegionCause};
/// let cause = RegionCause {
///     kind: "step", size: 1.5, limit: 0.5, steps: 1, position: Coordinates::of(glam::Vec3::Y), object: None,
///     opens: 9.0, what: "a step".into(),
/// };
/// let json = serde_json::to_string(&cause)?;
/// assert!(json.starts_with(r#"{"kind":"step","size":1.5,"limit":0.5,"steps":1,"position":[0.0,1.0,0.0],"opens":9.0"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct RegionCause {
    /// `step`, `opening`, `ceiling` or `slope`.
    pub kind: &'static str,
    /// The height of a step or ceiling, the width of an opening, m, or the angle of a slope, degrees.
    pub size: f32,
    /// The character's limit, in the same unit.
    pub limit: f32,
    /// The number of such steps one behind the other.
    pub steps: u32,
    /// Where it is.
    pub position: Coordinates,
    /// The object that is in the way; left out if the file names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// The area that is reached without it, m²: of this region and others behind it.
    pub opens: f64,
    /// A description in one sentence.
    pub what: String,
}

/// A search with another character.
///
/// ```
/// use carom_format::report::WhatIf;
/// let higher = WhatIf { change: "step_height=0.6".into(), area: 90.0, opened: vec![0, 2] };
/// assert_eq!(serde_json::to_string(&higher)?, r#"{"change":"step_height=0.6","area":90.0,"opened":[0,2]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct WhatIf {
    /// The setting that is changed, and its value.
    pub change: String,
    /// The area that it reaches, m².
    pub area: f64,
    /// The regions of `unreached` that it reaches, counted from 0.
    pub opened: Vec<usize>,
}

/// A run from an unreached region down to reached ground, or to another region with a drop.
///
/// ```
/// use carom_format::{Coordinates, report::RegionDrop};
/// let feet = |y| Coordinates::of(glam::Vec3::Y * y);
/// let drop = RegionDrop { from: feet(1.5), to: feet(0.0) };
/// assert_eq!(serde_json::to_string(&drop)?, r#"{"from":[0.0,1.5,0.0],"to":[0.0,0.0,0.0]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct RegionDrop {
    /// The feet at the start, in the region.
    pub from: Coordinates,
    /// The feet at the end.
    pub to: Coordinates,
}
