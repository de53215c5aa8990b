//! Descents: whether a character in an unreached region could drop to reached ground.

use super::cells::RegionCells;
use super::{Descent, Reached, Unreached};
use crate::columns::AROUND;
use crate::run::{Action, End, Hold, Runner};
use crate::survey::Survey;
use carom::mover::CharacterState;
use glam::Vec3;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Where runs from a region end.
#[derive(Default)]
struct Landings {
    /// The first run that ends on reached ground.
    reached: Option<Descent>,
    /// The first run to each other region, by its number.
    regions: BTreeMap<usize, Descent>,
}

impl Survey<'_> {
    /// Sets the descents of regions: to reached ground, or to a region with a descent.
    pub(super) fn add_descents(
        &self,
        regions: &mut [Unreached],
        reached: &Reached<'_>,
        cells: &RegionCells<'_>,
    ) {
        let landings: Vec<Landings> = (regions.iter().enumerate())
            .map(|(number, region)| self.landings(number, region, cells, reached))
            .collect();
        for (region, landings) in regions.iter_mut().zip(&landings) {
            region.descent = landings.reached;
        }
        // From region to region, always by the least number of drops.
        loop {
            let through = |(region, landings): (&Unreached, &Landings)| {
                let mut to = landings.regions.iter();
                let found = to.find(|(to, _)| regions[**to].descent.is_some());
                found
                    .filter(|_| region.descent.is_none())
                    .map(|(_, descent)| *descent)
            };
            let new: Vec<_> = regions.iter().zip(&landings).map(through).collect();
            if new.iter().all(Option::is_none) {
                break;
            }
            for (region, descent) in regions.iter_mut().zip(new) {
                region.descent = region.descent.or(descent);
            }
        }
    }

    /// Where runs from the border of a region end; only the first run if that ends on reached ground.
    fn landings(
        &self,
        number: usize,
        region: &Unreached,
        cells: &RegionCells<'_>,
        reached: &Reached<'_>,
    ) -> Landings {
        /// Cells between two tests for a run to reached ground.
        const BATCH: usize = 64;
        let is_border = |feet: &&Vec3| !cells.outside(number, **feet).is_empty();
        let border: Vec<Vec3> = region.cells.iter().filter(is_border).copied().collect();
        let mut landings = Landings::default();
        for batch in border.chunks(BATCH) {
            let descents: Vec<Vec<Descent>> = batch
                .par_iter()
                .map_init(
                    || self.runner(),
                    |runner, feet| self.descents(*feet, runner),
                )
                .collect();
            for descent in descents.into_iter().flatten() {
                let (column, height) =
                    (self.columns.of(descent.to), self.columns.height(descent.to));
                if reached.is_near(column, height) {
                    landings.reached = Some(descent);
                    return landings;
                }
                for other in cells.at(column, height, reached.same) {
                    if other != number {
                        landings.regions.entry(other).or_insert(descent);
                    }
                }
            }
        }
        landings
    }

    /// The runs from a position that come to rest, in the directions of the columns around.
    fn descents(&self, feet: Vec3, runner: &mut Runner) -> Vec<Descent> {
        let body = CharacterState::at(feet, self.options.height);
        let [x, z] = self.columns.of(feet);
        let mut found = Vec::new();
        let mut run = |action: Action, hold: Hold| {
            let outcome = runner.run(&body, action, hold);
            if outcome.end == End::Rest {
                found.push(Descent {
                    from: feet,
                    action: outcome.action,
                    to: outcome.body.feet,
                });
            }
            outcome
        };
        for [dx, dz] in AROUND {
            // Far enough that the round foot does not hold on to the rim.
            let way = self.columns.way(feet, [x + dx, z + dz]);
            let way = way + way.normalize_or_zero() * (2.0 * self.settings.radius);
            let walk = self.walk(way);
            let walked = run(walk, Hold::Ticks);
            let full = Action {
                velocity: way.normalize_or_zero() * self.options.speed,
                ..walk
            };
            if walked.flew {
                run(full, Hold::Landing);
            }
            if !walked.is_plain() && self.options.jump.is_some() {
                let jump = Action {
                    jump: self.options.jump,
                    ..full
                };
                run(jump, Hold::Landing);
            }
        }
        found
    }
}
