//! Patches of ground: places in one square of columns between which the character walks both ways.

use super::NavNode;
use super::motions::Motions;
use crate::survey::Survey;
use glam::Vec3;
use petgraph::unionfind::UnionFind;
use std::collections::BTreeSet;

/// The patch of each place.
pub(super) struct Patches {
    pub(super) of: Vec<u32>,
    /// The places of each patch, ascending; the patches are ordered by their first places.
    members: Vec<Vec<u32>>,
}

impl Patches {
    pub(super) fn of(survey: &Survey<'_>, motions: &Motions, width: f32) -> Self {
        // The conversion of what is negative or no number is 0.
        let cells = ((width / survey.options.cell).round() as i32).max(1);
        let square = |place: u32| {
            let column = survey.columns.of(motions.places[place as usize].feet);
            column.map(|at| at.div_euclid(cells))
        };
        let walked: BTreeSet<[u32; 2]> = (motions.list.iter())
            .filter(|motion| motion.kind.is_walked() && square(motion.from) == square(motion.to))
            .map(|motion| [motion.from, motion.to])
            .collect();
        let mut joined = UnionFind::<u32>::new(motions.places.len());
        for [from, to] in &walked {
            if walked.contains(&[*to, *from]) {
                joined.union(*from, *to);
            }
        }
        let mut patches = Self {
            of: Vec::with_capacity(motions.places.len()),
            members: Vec::new(),
        };
        let mut numbers = vec![u32::MAX; motions.places.len()];
        for place in 0..motions.places.len() as u32 {
            let number = &mut numbers[joined.find_mut(place) as usize];
            if *number == u32::MAX {
                *number = patches.members.len() as u32;
                patches.members.push(Vec::new());
            }
            patches.of.push(*number);
            patches.members[*number as usize].push(place);
        }
        patches
    }

    /// The nodes, without their regions and areas.
    pub(super) fn nodes(&self, motions: &Motions) -> Vec<NavNode> {
        let feet = |place: u32| motions.places[place as usize].feet;
        let node = |members: &Vec<u32>| {
            let first = feet(members[0]);
            let sum = members
                .iter()
                .fold(Vec3::ZERO, |sum, place| sum + (feet(*place) - first));
            let middle = first + sum / members.len() as f32;
            let off = |place: u32| feet(place).distance_squared(middle);
            let nearer = |a: u32, b: u32| if off(b) < off(a) { b } else { a };
            let nearest = members.iter().copied().fold(members[0], nearer);
            NavNode {
                position: feet(nearest),
                region: 0,
                area: 0.0,
                places: members.len() as u32,
                crouched: motions.places[nearest as usize].crouched,
            }
        };
        self.members.iter().map(node).collect()
    }
}
