//! The entries of `report.json`.

use super::job::Job;
use carom::Mesh;
use carom_format::report::{
    Bounds, Finding, Floor, MeshFault, Reach, Region, RegionDrop, SurveySettings, SurveyedLevel,
};
use carom_format::{Coordinates, GRAVITY};
use carom_survey::{MeshDefect, Unreached};
use glam::Vec3;

pub(super) fn level(job: &Job, mesh: &Mesh<Vec3>) -> SurveyedLevel {
    let bounds = mesh.bounds();
    SurveyedLevel {
        file: job.name(),
        reading: job.reading.clone(),
        triangles: mesh.len(),
        bounds: Bounds {
            min: Coordinates::of(bounds.min),
            max: Coordinates::of(bounds.max),
        },
    }
}

pub(super) fn settings<'a>(job: &'a Job) -> SurveySettings<'a> {
    let arguments = job.arguments;
    SurveySettings {
        character: &job.character,
        speed: arguments.speed,
        hz: arguments.hz,
        cell: arguments.cell,
        gravity: GRAVITY,
        jump: arguments.jump,
        crouch: arguments.crouch,
        margin: arguments.margin,
        tiles: arguments.tile_width(),
    }
}

pub(super) fn reach(reach: &carom_survey::Reach) -> Reach {
    let floors = reach.floors.iter().map(|floor| Floor {
        height: floor.height,
        area: floor.area,
    });
    Reach {
        area: reach.area,
        places: reach.places,
        floors: floors.collect(),
    }
}

pub(super) fn region(region: &Unreached, objects: Vec<String>) -> Region {
    Region {
        position: Coordinates::of(region.position),
        area: region.area,
        triangles: region.triangles.clone(),
        objects,
        drop: region.descent.map(|descent| RegionDrop {
            from: Coordinates::of(descent.from),
            to: Coordinates::of(descent.to),
        }),
    }
}

pub(super) fn finding(
    finding: &carom_survey::Finding,
    objects: Vec<String>,
    scenario: String,
) -> Finding {
    Finding {
        kind: finding.kind.name(),
        position: Coordinates::of(finding.position),
        triangles: finding.triangles.clone(),
        objects,
        severity: finding.severity.name(),
        what: finding.what.clone(),
        scenario,
        geometry: finding.geometry.iter().map(fault).collect(),
    }
}

fn fault(defect: &MeshDefect) -> MeshFault {
    MeshFault {
        fault: defect.fault.name(),
        position: Coordinates::of(defect.at),
        triangles: defect.triangles.clone(),
    }
}
