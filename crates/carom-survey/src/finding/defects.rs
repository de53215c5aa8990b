//! Mesh defects in reports: beside the findings near them, or as findings of their own.

use super::{Finding, Severity};
use crate::by_column::ByColumn;
use crate::clusters::clusters;
use crate::flood::Flood;
use crate::geometry::{Fault, MeshDefect, faults};
use crate::kind::Kind;
use crate::survey::Survey;
use carom::{Segment, closest};
use glam::Vec3;
use std::collections::BTreeMap;

/// The largest number of defects in a finding.
const MOST: usize = 8;

impl Survey<'_> {
    /// Adds each defect to the findings near it, or as a finding of its own where the character passes it.
    pub(super) fn add_defects(
        &self,
        flood: &Flood,
        by_column: &ByColumn<u32>,
        findings: &mut Vec<Finding>,
    ) {
        let near = 2.0 * (self.settings.radius + self.options.cell);
        let defects = faults(self.level);
        let mut reported = vec![false; defects.len()];
        for finding in findings.iter_mut() {
            let mut around: Vec<(f32, usize)> = defects
                .iter()
                .enumerate()
                .map(|(i, defect)| (self.away(defect, finding.position), i))
                .filter(|(away, _)| *away <= near)
                .collect();
            around.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for &(_, i) in &around {
                reported[i] = true;
            }
            let nearest = around.into_iter().take(MOST);
            finding.geometry = nearest.map(|(_, i)| defects[i].clone()).collect();
        }
        let mut by_fault: BTreeMap<Fault, Vec<(&MeshDefect, u32)>> = BTreeMap::new();
        // Modular levels are full of the other kinds, and no player notices.
        let alone = |defect: &MeshDefect| matches!(defect.fault, Fault::Hole | Fault::Flipped);
        for (defect, reported) in defects.iter().zip(reported) {
            if !reported
                && alone(defect)
                && let Some(place) = self.beside(defect, flood, by_column)
            {
                let passed = by_fault.entry(defect.fault).or_default();
                passed.push((defect, place));
            }
        }
        for (fault, passed) in by_fault {
            let points: Vec<Vec3> = passed.iter().map(|(defect, _)| defect.at).collect();
            for group in clusters(&points, near) {
                let group: Vec<_> = group.into_iter().map(|i| passed[i]).collect();
                findings.push(passing(fault, &group, flood));
            }
        }
    }

    /// The distance of the middle of a defect from the axis of a character that stands there.
    fn away(&self, defect: &MeshDefect, feet: Vec3) -> f32 {
        let capsule = self.settings.capsule(feet, self.options.height);
        let axis = Segment::new(capsule.a, capsule.b);
        closest(&defect.at, &axis).distance
    }

    /// The first place from which the character touches a defect, or nearly.
    fn beside(&self, defect: &MeshDefect, flood: &Flood, by_column: &ByColumn<u32>) -> Option<u32> {
        let near = self.settings.radius + self.options.cell;
        let around = (near / self.options.cell).ceil() as i32;
        let [x, z] = self.columns.of(defect.at);
        let columns =
            (-around..=around).flat_map(|dx| (-around..=around).map(move |dz| [x + dx, z + dz]));
        columns
            .flat_map(|column| by_column.at(column))
            .copied()
            .filter(|place| self.away(defect, flood.places[*place as usize].body.feet) <= near)
            .min()
    }
}

/// The finding of a cluster of defects of one kind, each with the first place beside it.
fn passing(fault: Fault, group: &[(&MeshDefect, u32)], flood: &Flood) -> Finding {
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
    Finding {
        kind: Kind::Geometry,
        severity: Severity::Note,
        position: first.at,
        triangles,
        what,
        size: None,
        geometry: nearest.map(|(defect, _)| (*defect).clone()).collect(),
        script: flood.script(place),
    }
}
