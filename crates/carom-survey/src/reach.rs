//! The reachable area.

use crate::area::{Floor, Floors, Measure};
use crate::finding::{Finding, Severity};
use crate::flood::Flood;
use crate::ground::{Ground, Grounds};
use crate::kind::Kind;
use crate::script::InputScript;
use crate::searched::Searched;
use crate::survey::Survey;
use crate::unreached::Unreached;
use crate::walking::Walking;
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
    /// The width of the cells of the ground, m: that of the search, or a multiple in a level with more than a million.
    pub cell: f32,
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
        let Ok(reach) = Searched::of(self, flood).reach();
        reach
    }
}

impl<E> Searched<'_, E> {
    /// Measures the part of the level that was reached.
    ///
    /// # Errors
    /// A tile that cannot be loaded.
    pub fn reach(&self) -> Result<Reach, E> {
        /// The largest number of cells of ground. A picture shows no more.
        const MOST: usize = 1 << 20;
        let survey = &self.survey;
        let options = &survey.options;
        let walking = Walking::of(self)?;
        let mut measure = Measure::of(self)?;
        let mut area = 0.0;
        let mut floors = Floors::new(0.5 * options.height);
        let mut grounds = Grounds::new(survey.columns, survey.same(), MOST);
        self.each_tile(|tile| {
            let seconds = walking.seconds(tile, options.speed);
            let ground = |place: u32, corner: Vec3, shape: u64| Ground {
                corner,
                seconds: seconds[place as usize],
                shape,
            };
            let patches = measure.patches(tile, |_| true);
            for patch in &patches {
                area += patch.area;
                floors.add(patch);
            }
            let stood = patches.iter().filter(|patch| patch.shape != 0);
            let stood = stood.map(|patch| ground(patch.place, patch.corner, patch.shape));
            let crouched = measure.crouched(tile).into_iter();
            let crouched = crouched.map(|(place, corner)| ground(place, corner, u64::MAX));
            grounds.add(stood.chain(crouched).collect());
        })?;
        let (ground, wide) = grounds.into_list();
        Ok(Reach {
            area,
            places: self.places(),
            floors: floors.found(),
            ground,
            cell: options.cell * wide,
        })
    }
}
