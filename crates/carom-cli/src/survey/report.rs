//! The entries of `report.json`.

use super::job::Job;
use carom::Mesh;
use carom_format::report::{
    Bounds, Finding, Floor, MeshFault, Reach, Region, SurveySettings, SurveyedLevel,
};
use carom_format::{Coordinates, GRAVITY};
use carom_survey::{MeshDefect, Unreached};
use glam::Vec3;

pub(super) fn level(job: &Job, mesh: &Mesh<Vec3>) -> SurveyedLevel {
    let units = job.arguments.level.units();
    let bounds = mesh.bounds();
    SurveyedLevel {
        file: job.name(),
        up: units.other_up(),
        unit: units.other_unit(),
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

pub(super) fn region(region: &Unreached) -> Region {
    Region {
        position: Coordinates::of(region.position),
        area: region.area,
        triangles: region.triangles.clone(),
    }
}

pub(super) fn finding(finding: &carom_survey::Finding, scenario: String) -> Finding {
    Finding {
        kind: finding.kind.name(),
        position: Coordinates::of(finding.position),
        triangles: finding.triangles.clone(),
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
