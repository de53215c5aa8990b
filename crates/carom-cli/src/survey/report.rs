//! The entries of `report.json`.

use super::causes;
use super::job::Job;
use super::outcome::Outcome;
use super::show::Show;
use carom_format::report::{
    Finding, Floor, MeshFault, Reach, Region, RegionCause, RegionDrop, SurveySettings,
};
use carom_format::{Coordinates, GRAVITY, LevelReading};
use carom_survey::{MeshDefect, Unreached};
use glam::Vec3;

pub(super) fn settings(job: &Job) -> SurveySettings<'_> {
    let arguments = &job.arguments;
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

/// A position in the coordinates of the level's file, if they are others.
pub(super) fn in_file(reading: &LevelReading, position: Vec3) -> Option<Vec3> {
    let position = reading.in_file(position.to_array().map(f64::from))?;
    Some(Vec3::from(position.map(|x| x as f32)))
}

pub(super) fn region(region: &Unreached, outcome: &Outcome<'_>) -> Region {
    Region {
        position: Coordinates::of(region.position),
        in_file: in_file(outcome.reading, region.position).map(Coordinates::of),
        area: region.area,
        triangles: region.triangles.clone(),
        objects: outcome.objects(&region.triangles),
        drop: region.descent.map(|descent| RegionDrop {
            from: Coordinates::of(descent.from),
            to: Coordinates::of(descent.to),
        }),
        cause: region.cause.map(|cause| RegionCause {
            kind: cause.kind.name(),
            size: cause.size,
            limit: cause.limit,
            steps: cause.steps,
            position: Coordinates::of(cause.at),
            object: outcome.obstacle(&cause),
            opens: cause.opens,
            what: causes::words(&cause),
        }),
    }
}

pub(super) fn findings(show: &Show<'_>) -> Vec<Finding> {
    let reading = show.outcome.reading;
    let of = |(number, finding): (usize, &carom_survey::Finding)| Finding {
        kind: finding.kind.name(),
        position: Coordinates::of(finding.position),
        in_file: in_file(reading, finding.position).map(Coordinates::of),
        triangles: finding.triangles.clone(),
        objects: show.outcome.objects(&finding.triangles),
        severity: finding.severity.name(),
        what: finding.what.clone(),
        size: finding.size,
        ignored: show.ignored(number).map(|entry| entry.reason.clone()),
        scenario: show.scenarios[number].clone(),
        spawn: (show.outcome.spawn_of(&finding.script)).map(Coordinates::of),
        geometry: finding.geometry.iter().map(fault).collect(),
    };
    (0..).zip(show.outcome.findings).map(of).collect()
}

fn fault(defect: &MeshDefect) -> MeshFault {
    MeshFault {
        fault: defect.fault.name(),
        position: Coordinates::of(defect.at),
        triangles: defect.triangles.clone(),
    }
}
