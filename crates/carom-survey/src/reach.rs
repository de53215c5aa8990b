//! The reachable area.

use crate::area::{Floor, Patch, floors};
use crate::finding::{Finding, Severity};
use crate::flood::Flood;
use crate::ground::Ground;
use crate::kind::Kind;
use crate::places::NONE;
use crate::script::InputScript;
use crate::survey::Survey;
use crate::unreached::Unreached;
use glam::Vec3;

/// The reachable part of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The area where the feet can be, seen along `up`, summed over floors, m².
    pub area: f64,
    /// The number of places.
    pub places: usize,
    /// The area of each floor, the lowest first.
    pub floors: Vec<Floor>,
    /// The ground, cell by cell; where the character only crouches, whole cells.
    pub ground: Vec<Ground>,
}

impl Reach {
    /// The share of the walkable ground that is reached, 0 to 1. Roofs and the tops of walls count as ground, too.
    #[must_use]
    pub fn share(&self, unreached: &[Unreached]) -> f64 {
        let all = unreached
            .iter()
            .fold(self.area, |sum, region| sum + region.area);
        if all > 0.0 { self.area / all } else { 1.0 }
    }

    /// A finding if less than `least` of the walkable ground is reached: a warning, at the first spawn.
    #[must_use]
    pub fn finding(&self, unreached: &[Unreached], least: f64, spawns: &[Vec3]) -> Option<Finding> {
        let spawn = *spawns.first()?;
        let from = if spawns.len() == 1 {
            "this spawn"
        } else {
            "the spawns"
        };
        let share = self.share(unreached);
        (share < least).then(|| Finding {
            kind: Kind::Reach,
            severity: Severity::Warning,
            position: spawn,
            triangles: Vec::new(),
            what: format!(
                "{:.1} % of the walkable ground is reached from {from}",
                100.0 * share
            ),
            size: None,
            geometry: Vec::new(),
            script: InputScript {
                spawn,
                actions: Vec::new(),
            },
        })
    }
}

impl Survey<'_> {
    /// Measures the part of the level that a flood reached.
    #[must_use]
    pub fn reach(&self, flood: &Flood) -> Reach {
        let patches = self.patches(flood, |_| true);
        Reach {
            area: patches.iter().map(|patch| patch.area).sum(),
            places: flood.places.len(),
            floors: floors(&patches, 0.5 * self.options.height),
            ground: self.grounds(flood, &patches),
        }
    }

    /// The areas of parts of the reachable ground, each given by the numbers of its places and without places of another, m².
    pub(crate) fn areas(&self, flood: &Flood, parts: &[Vec<u32>]) -> Vec<f64> {
        let mut part_of = vec![NONE; flood.places.len()];
        for (part, places) in (0..).zip(parts) {
            for place in places {
                part_of[*place as usize] = part;
            }
        }
        let mut areas = vec![0.0; parts.len()];
        for patch in self.patches(flood, |place| part_of[place as usize] != NONE) {
            areas[part_of[patch.ground.place as usize] as usize] += patch.area;
        }
        let cell = f64::from(self.options.cell);
        for crouched in self.grounds(flood, &[]) {
            let part = part_of[crouched.place as usize];
            if part != NONE {
                areas[part as usize] += cell * cell;
            }
        }
        areas
    }

    /// The measured ground, and the cells where the character only crouches.
    fn grounds(&self, flood: &Flood, patches: &[Patch]) -> Vec<Ground> {
        let mut grounds: Vec<_> = patches.iter().map(|patch| patch.ground).collect();
        grounds.retain(|ground| ground.shape != 0);
        let same = self.same();
        let feet = |crouched: bool| {
            let places = (0..).zip(&flood.places);
            places.filter(move |(_, place)| place.crouched == crouched)
        };
        if feet(true).next().is_none() {
            return grounds;
        }
        let known = self
            .columns
            .heights(feet(false).map(|(_, place)| place.body.feet));
        for (place, crouched) in feet(true) {
            let feet = crouched.body.feet;
            let column = self.columns.of(feet);
            let height = self.columns.height(feet);
            let mut heights = known.at(column);
            if heights.all(|known| (known - height).abs() > same) {
                grounds.push(Ground {
                    corner: feet + self.columns.part(feet, column, [0.0; 2]),
                    place,
                    shape: u64::MAX,
                });
            }
        }
        grounds
    }
}
