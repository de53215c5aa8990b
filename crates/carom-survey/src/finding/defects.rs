//! Mesh defects in reports: beside the findings near them, or as findings of their own.

use super::{Finding, Found, Severity};
use crate::clusters::clusters;
use crate::geometry::{Fault, MeshDefect, faults};
use crate::kind::Kind;
use crate::places::PlaceId;
use crate::script::InputScript;
use crate::searched::Searched;
use crate::survey::Survey;
use carom::{Segment, closest};
use glam::Vec3;
use std::collections::BTreeMap;

/// The largest number of defects in a finding.
const MOST: usize = 8;

impl<E> Searched<'_, E> {
    /// Adds each defect to the findings near it, or as a finding of its own where the character passes it.
    pub(super) fn add_defects(&self, found: &mut Vec<Found>) -> Result<(), E> {
        let survey = &self.survey;
        let near = 2.0 * (survey.settings.radius + survey.options.cell);
        let defects = faults(survey.level);
        let mut reported = vec![false; defects.len()];
        for Found { finding, .. } in found.iter_mut() {
            let mut around: Vec<(f32, usize)> = defects
                .iter()
                .enumerate()
                .map(|(i, defect)| (survey.away(defect, finding.position), i))
                .filter(|(away, _)| *away <= near)
                .collect();
            around.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for &(_, i) in &around {
                reported[i] = true;
            }
            let nearest = around.into_iter().take(MOST);
            finding.geometry = nearest.map(|(_, i)| defects[i].clone()).collect();
        }
        // Modular levels are full of the other kinds, and no player notices.
        let alone = |defect: &MeshDefect| matches!(defect.fault, Fault::Hole | Fault::Flipped);
        let mut by_tile: Vec<(Option<u32>, usize)> = (0..defects.len())
            .filter(|&i| !reported[i] && alone(&defects[i]))
            .map(|i| {
                (
                    survey
                        .tile_at(defects[i].at)
                        .map(|at| survey.tiles.number(at)),
                    i,
                )
            })
            .collect();
        by_tile.sort_unstable();
        let mut passed = BTreeMap::new();
        for (_, i) in by_tile {
            if let Some(place) = self.beside(&defects[i])? {
                passed.insert(i, place);
            }
        }
        let mut by_fault: BTreeMap<Fault, Vec<(&MeshDefect, PlaceId)>> = BTreeMap::new();
        for (i, place) in passed {
            let of_fault = by_fault.entry(defects[i].fault).or_default();
            of_fault.push((&defects[i], place));
        }
        for (fault, passed) in by_fault {
            let points: Vec<Vec3> = passed.iter().map(|(defect, _)| defect.at).collect();
            for group in clusters(&points, near) {
                let group: Vec<_> = group.into_iter().map(|i| passed[i]).collect();
                found.push(passing(fault, &group));
            }
        }
        Ok(())
    }

    /// The first place from which the character touches a defect, or nearly.
    fn beside(&self, defect: &MeshDefect) -> Result<Option<PlaceId>, E> {
        let survey = &self.survey;
        let near = survey.settings.radius + survey.options.cell;
        let around = (near / survey.options.cell).ceil() as i32;
        let [x, z] = survey.columns.of(defect.at);
        let columns =
            (-around..=around).flat_map(|dx| (-around..=around).map(move |dz| [x + dx, z + dz]));
        let mut first: Option<PlaceId> = None;
        self.any_in(columns, |id, place| {
            let earlier = first.is_none_or(|known| id < known);
            if earlier && survey.away(defect, place.body.feet) <= near {
                first = Some(id);
            }
            false
        })?;
        Ok(first)
    }
}

impl Survey<'_> {
    /// The distance of the middle of a defect from the axis of a character that stands there.
    fn away(&self, defect: &MeshDefect, feet: Vec3) -> f32 {
        let capsule = self.settings.capsule(feet, self.options.height);
        let axis = Segment::new(capsule.a, capsule.b);
        closest(&defect.at, &axis).distance
    }
}

/// The finding of a cluster of defects of one kind, each with the first place beside it.
fn passing(fault: Fault, group: &[(&MeshDefect, PlaceId)]) -> Found {
    let (first, place) = group[0];
    let what = match group.len() {
        1 => format!("{} where the character comes by", fault.name()),
        count => format!(
            "{} where the character comes by, {count} times",
            fault.name()
        ),
    };
    let mut triangles: Vec<u32> = group
        .iter()
        .flat_map(|(defect, _)| defect.triangles.iter().copied())
        .collect();
    triangles.sort_unstable();
    triangles.dedup();
    let nearest = group.iter().take(MOST);
    let finding = Finding {
        kind: Kind::Geometry,
        severity: Severity::Note,
        position: first.at,
        triangles,
        what,
        size: None,
        geometry: nearest.map(|(defect, _)| (*defect).clone()).collect(),
        script: InputScript::default(),
    };
    Found {
        finding,
        place,
        then: None,
    }
}
