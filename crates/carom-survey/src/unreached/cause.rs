//! Causes: what keeps the character out of a region, and how much would be reached without it.
//!
//! From the border of a region lines lead down to reached ground or to another region, over risers of any height that a jump
//! could take. The highest step, the steepest slope or the narrowest opening of the easiest line is the cause. Lines join regions like
//! the edges of a minimum spanning tree (Kruskal 1956), so a flight of stairs counts once for all regions behind it.

mod line;

use super::cells::RegionCells;
use super::{Reached, Unreached};
use crate::probe::Probe;
use crate::survey::Survey;
use glam::Vec3;
use line::Lines;
use petgraph::unionfind::UnionFind;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The kind of a [`Cause`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CauseKind {
    /// A step or ledge that is too high, m.
    Step,
    /// An opening that is too narrow, m.
    Opening,
    /// A ceiling that is too low, m.
    Ceiling,
    /// A slope that is too steep, degrees.
    Slope,
}

impl CauseKind {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Opening => "opening",
            Self::Ceiling => "ceiling",
            Self::Slope => "slope",
        }
    }
}

/// What keeps the character out of a region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cause {
    /// Its kind.
    pub kind: CauseKind,
    /// Where it is: the top of a step, the middle of an opening, the feet below a ceiling or on a slope.
    pub at: Vec3,
    /// The height of a step or ceiling, the width of an opening, m, or the angle of a slope, degrees.
    pub size: f32,
    /// The character's limit: its step height, width, height or steepest slope, in the same unit.
    pub limit: f32,
    /// The number of steps of that height one behind the other: stairs if there are several.
    pub steps: u32,
    /// The area that is reached without it, m²: that of the region, and of others behind it.
    pub opens: f64,
}

impl Cause {
    /// The most by which an obstacle is near, m: slopes always are.
    const NEAR: f32 = 0.5;

    /// Whether it misses the character's limit by half a meter or less, or is a slope. A high ledge, a roof or the top of a wall
    /// is not near.
    #[must_use]
    pub fn is_near(&self) -> bool {
        self.lacking() <= Self::NEAR
    }

    /// By how much it misses the limit. A degree counts as much as a centimeter.
    pub(super) fn lacking(&self) -> f32 {
        let off = (self.size - self.limit).abs();
        if self.kind == CauseKind::Slope {
            0.01 * off
        } else {
            off
        }
    }
}

/// The line between two regions, or between a region and reached ground, that lacks least.
struct Link {
    region: usize,
    /// `None` is reached ground.
    to: Option<usize>,
    cause: Cause,
}

impl Survey<'_> {
    /// The triangle that is a cause: the top of a step, the face of a slope, the ceiling, or the nearer side of an opening.
    #[must_use]
    pub fn obstacle(&self, cause: &Cause) -> Option<u32> {
        let (up, height) = (self.settings.up, self.options.height);
        let nearest = |point: Vec3| {
            let closest = self.level.query().closest(&point, height);
            closest.map(|contact| contact.part.index)
        };
        match cause.kind {
            CauseKind::Step | CauseKind::Slope => nearest(cause.at),
            // At the height of the hips the sides are nearer than the floor.
            CauseKind::Opening => nearest(cause.at + up * (0.5 * height)),
            CauseKind::Ceiling => {
                let foot = cause.at + up * (2.0 * self.settings.skin);
                let hit = self.level.query().ray(foot, up * height);
                hit.map(|hit| hit.part.index)
            }
        }
    }

    /// Sets the causes of regions.
    pub(super) fn add_causes(
        &self,
        regions: &mut [Unreached],
        reached: &Reached<'_>,
        cells: &RegionCells<'_>,
    ) {
        let lines = Lines {
            survey: self,
            reached,
            cells,
        };
        let mut links: Vec<Link> = (regions.par_iter().enumerate())
            .map_init(
                || lines.probe(),
                |probe, (number, region)| self.links(number, region, &lines, probe),
            )
            .flatten_iter()
            .collect();
        links.sort_by(|a, b| {
            let by_lacking = a.cause.lacking().total_cmp(&b.cause.lacking());
            by_lacking.then_with(|| (a.region, a.to).cmp(&(b.region, b.to)))
        });
        // Reached ground is the last set.
        let ground = regions.len();
        let mut joined = UnionFind::<usize>::new(ground + 1);
        for Link { region, to, cause } in links {
            let to = to.unwrap_or(ground);
            let [a, b, home] = [region, to, ground].map(|set| joined.find_mut(set));
            if a == b {
                continue;
            }
            if a == home || b == home {
                let other = if a == home { b } else { a };
                let opened = (0..ground).filter(|region| joined.find(*region) == other);
                let opened: Vec<usize> = opened.collect();
                let opens = opened.iter().map(|region| regions[*region].area).sum();
                for region in opened {
                    regions[region].cause = Some(Cause { opens, ..cause });
                }
            }
            joined.union(a, b);
        }
    }

    /// The best links of a region to reached ground and to each other region near.
    fn links(
        &self,
        number: usize,
        region: &Unreached,
        lines: &Lines,
        probe: &mut Probe,
    ) -> Vec<Link> {
        /// The largest number of cells of the border from which lines start, evenly along it.
        const MOST: usize = 48;
        let mut border = Vec::new();
        for feet in &region.cells {
            let outside = lines.cells.outside(number, *feet);
            if !outside.is_empty() {
                border.push((*feet, outside));
            }
        }
        let every = border.len().div_ceil(MOST).max(1);
        let mut best: BTreeMap<Option<usize>, Cause> = BTreeMap::new();
        for (feet, outside) in border.iter().step_by(every) {
            for column in outside {
                let way = self.columns.way(*feet, *column).normalize_or_zero();
                let Some((to, cause)) = lines.trace(probe, number, *feet, way) else {
                    continue;
                };
                let known = best.get(&to);
                if known.is_none_or(|known| cause.lacking() < known.lacking()) {
                    best.insert(to, cause);
                }
            }
        }
        let link = |(to, cause)| Link {
            region: number,
            to,
            cause,
        };
        best.into_iter().map(link).collect()
    }
}
