//! `report.json`, as the format says.

use super::baseline::Told;
use super::character::CharacterFile;
use super::goals::Goal;
use crate::args::UpAxis;
use crate::number::Coordinates;
use carom::Aabb;
use carom_survey::{Finding, MeshDefect, Reach, Unreached};
use glam::Vec3;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Report<'a> {
    pub(super) level: Level,
    pub(super) settings: Settings<'a>,
    pub(super) spawn: Coordinates,
    pub(super) partial: bool,
    pub(super) reach: ReachOut,
    pub(super) unreached: Vec<Region>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) goals: &'a [Goal],
    pub(super) findings: Vec<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) baseline: Option<Told<'a>>,
    pub(super) hash: String,
}

#[derive(Serialize)]
pub(super) struct Level {
    pub(super) file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) up: Option<UpAxis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unit: Option<f64>,
    pub(super) triangles: usize,
    pub(super) bounds: Bounds,
}

#[derive(Serialize)]
pub(super) struct Bounds {
    min: Coordinates,
    max: Coordinates,
}

impl From<Aabb<Vec3>> for Bounds {
    fn from(bounds: Aabb<Vec3>) -> Self {
        Self {
            min: Coordinates::of(bounds.min),
            max: Coordinates::of(bounds.max),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Settings<'a> {
    #[serde(flatten)]
    pub(super) character: &'a CharacterFile,
    pub(super) speed: f64,
    pub(super) hz: u32,
    pub(super) cell: f64,
    pub(super) gravity: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) jump: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) crouch: Option<f64>,
    pub(super) margin: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tiles: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct ReachOut {
    area: f64,
    places: usize,
    floors: Vec<FloorOut>,
}

#[derive(Serialize)]
struct FloorOut {
    height: f32,
    area: f64,
}

impl From<&Reach> for ReachOut {
    fn from(reach: &Reach) -> Self {
        let floors = reach.floors.iter().map(|floor| FloorOut {
            height: floor.height,
            area: floor.area,
        });
        Self {
            area: reach.area,
            places: reach.places,
            floors: floors.collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Region {
    position: Coordinates,
    area: f64,
    triangles: Vec<u32>,
}

impl From<&Unreached> for Region {
    fn from(region: &Unreached) -> Self {
        Self {
            position: Coordinates::of(region.position),
            area: region.area,
            triangles: region.triangles.clone(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Found {
    kind: &'static str,
    position: Coordinates,
    triangles: Vec<u32>,
    severity: &'static str,
    what: String,
    scenario: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    geometry: Vec<DefectOut>,
}

/// A mesh defect near a finding.
#[derive(Serialize)]
struct DefectOut {
    fault: &'static str,
    position: Coordinates,
    triangles: Vec<u32>,
}

impl From<&MeshDefect> for DefectOut {
    fn from(defect: &MeshDefect) -> Self {
        Self {
            fault: defect.fault.name(),
            position: Coordinates::of(defect.at),
            triangles: defect.triangles.clone(),
        }
    }
}

impl Found {
    pub(super) fn new(finding: &Finding, scenario: String) -> Self {
        Self {
            kind: finding.kind.name(),
            position: Coordinates::of(finding.position),
            triangles: finding.triangles.clone(),
            severity: finding.severity.name(),
            what: finding.what.clone(),
            scenario,
            geometry: finding.geometry.iter().map(Into::into).collect(),
        }
    }
}
