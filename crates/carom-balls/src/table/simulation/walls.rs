//! Walls and the sides of the box, in units of the table.
//!
//! Features of walls are numbered by their index; after them come the sides of the box: x−, x+, y−, y+, z−, z+.

use super::schedule::{MOVING, REGION};
use crate::table::moving_wall::MovingFeature;
use crate::table::region::RegionPart;
use crate::table::wall_feature::WallFeature;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_bvh::BoxBvh;
use carom_math::Vector;
use core::ops::ControlFlow;

/// The space, in units of the table.
#[derive(Clone, Copy, Debug)]
pub(in crate::table) enum Domain<D> {
    Open,
    Boxed {
        min: D,
        max: D,
        restitution: f64,
    },
    /// Periodic, from the origin to this corner.
    Periodic(D),
}

impl<D: Copy> Domain<D> {
    /// The period, if space is periodic.
    pub(super) fn period(&self) -> Option<D> {
        match self {
            Self::Periodic(period) => Some(*period),
            _ => None,
        }
    }
}

/// All that balls can hit but balls.
#[derive(Clone, Debug)]
pub(in crate::table) struct Walls<D: Vector> {
    pub(in crate::table) domain: Domain<D>,
    pub(super) features: Vec<WallFeature<D>>,
    /// The features of walls that move.
    pub(in crate::table) moving: Vec<MovingFeature<D>>,
    /// The parts of all regions.
    pub(in crate::table) regions: Vec<RegionPart<D>>,
    /// The number of walls; the sides of the box are numbered after them.
    count: u32,
    near_features: Places<D>,
    /// Features of walls that move, as `MOVING` and their index, and parts of regions, as `REGION` and theirs.
    near_others: Places<D>,
}

/// Numbered things by their boxes: those of finite size in a BVH, and the others.
#[derive(Clone, Debug)]
struct Places<D: Vector> {
    bounded: Option<(BoxBvh<D>, Vec<u32>)>,
    endless: Vec<u32>,
}

impl<D: Vector<Scalar = f64>> Places<D> {
    fn new(all: impl Iterator<Item = (u32, Option<Aabb<D>>)>) -> Self {
        let (mut boxes, mut numbers, mut endless) = (Vec::new(), Vec::new(), Vec::new());
        for (number, bounds) in all {
            match bounds {
                Some(bounds) => {
                    boxes.push(bounds);
                    numbers.push(number);
                }
                None => endless.push(number),
            }
        }
        Self {
            bounded: (!boxes.is_empty()).then(|| (BoxBvh::build(&boxes), numbers)),
            endless,
        }
    }

    /// Visits all with a box within `reach` of a center, along each axis.
    fn each_near(&self, center: D, reach: f64, mut visit: impl FnMut(u32)) {
        for &number in &self.endless {
            visit(number);
        }
        if let Some((tree, numbers)) = &self.bounded {
            let reach = D::splat(reach);
            let region = Aabb {
                min: center - reach,
                max: center + reach,
            };
            let _all = tree.overlapping(&region, |item| {
                visit(numbers[item as usize]);
                ControlFlow::Continue(())
            });
        }
    }
}

impl<D: Vector<Scalar = f64>> Walls<D> {
    pub(in crate::table) fn new(
        domain: Domain<D>,
        count: u32,
        features: Vec<WallFeature<D>>,
    ) -> Self {
        let bounds = (0..).zip(features.iter().map(WallFeature::bounds));
        Self {
            domain,
            count,
            near_features: Places::new(bounds),
            near_others: Places::new(core::iter::empty()),
            features,
            moving: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// Finds the walls that move and the regions by where they are now.
    pub(in crate::table) fn place_others(&mut self) {
        let moving = (0..).zip(self.moving.iter().map(MovingFeature::bounds));
        let regions = (0..).zip(self.regions.iter().map(|part| part.bounds));
        let moving = moving.map(|(number, bounds)| (MOVING | number, bounds));
        let regions = regions.map(|(number, bounds)| (REGION | number, bounds));
        self.near_others = Places::new(moving.chain(regions));
    }

    /// Whether there is nothing to hit.
    pub(super) fn is_empty(&self) -> bool {
        let is_boxed = matches!(self.domain, Domain::Boxed { .. });
        self.features.is_empty() && !is_boxed && !self.has_others()
    }

    /// Whether there are walls that move, or regions.
    #[inline(always)]
    pub(in crate::table) fn has_others(&self) -> bool {
        !(self.moving.is_empty() && self.regions.is_empty())
    }

    /// The inner normal of a side of the box, its wall number and restitution.
    pub(super) fn side(&self, number: u32) -> (D, u32, f64) {
        let side = number as usize - self.features.len();
        let mut normal = [0.0; 3];
        normal[side / 2] = if side.is_multiple_of(2) { 1.0 } else { -1.0 };
        let restitution = match self.domain {
            Domain::Boxed { restitution, .. } => restitution,
            _ => 1.0,
        };
        (D::from_f64(normal), self.count + side as u32, restitution)
    }

    /// The number of the wall of a feature or side.
    pub(super) fn wall_of(&self, number: u32) -> u32 {
        match self.features.get(number as usize) {
            Some(feature) => feature.wall,
            None => self.side(number).1,
        }
    }

    /// The vector from a feature or side to a position, of any length; the wall's number and restitution.
    pub(super) fn contact(&self, number: u32, position: D) -> (D, u32, f64) {
        match self.features.get(number as usize) {
            Some(feature) => (feature.arm(position), feature.wall, feature.restitution),
            None => self.side(number),
        }
    }

    /// The speed that a bounce off a feature adds.
    pub(super) fn kick(&self, number: u32) -> f64 {
        (self.features.get(number as usize)).map_or(0.0, |feature| feature.kick)
    }

    /// Converts speeds to windows shorter by this factor, which is 2^−`halvings`.
    pub(super) fn rescale_time(&mut self, halvings: u32, factor: f64) {
        for feature in &mut self.features {
            feature.kick *= factor;
        }
        for moving in &mut self.moving {
            moving.rescale_time(halvings, factor);
        }
    }

    /// The gap between a ball and a feature or side.
    pub(super) fn gap(&self, number: u32, position: D, radius: f64) -> f64 {
        match self.features.get(number as usize) {
            Some(feature) => feature.gap(position, radius),
            None => self.gap_to_side(number, position, radius),
        }
    }

    pub(super) fn gap_to_side(&self, number: u32, position: D, radius: f64) -> f64 {
        let side = number as usize - self.features.len();
        let position = position[side / 2];
        match self.domain {
            Domain::Boxed { min, .. } if side.is_multiple_of(2) => {
                position - (min[side / 2] + radius)
            }
            Domain::Boxed { max, .. } => (max[side / 2] - radius) - position,
            _ => f64::INFINITY,
        }
    }

    /// The unit normal of the flat part of a feature or side, and the ball's gap to it.
    pub(super) fn flat(
        &self,
        number: u32,
        position: D,
        radius: f64,
        heading: D,
    ) -> Option<(D, f64)> {
        match self.features.get(number as usize) {
            Some(feature) => {
                let (normal, distance) = feature.flat(position, heading)?;
                Some((normal, distance - (feature.radius + radius)))
            }
            None => {
                let gap = self.gap_to_side(number, position, radius);
                Some((self.side(number).0, gap))
            }
        }
    }

    /// The sides of the box within `reach` of a center, two bits an axis.
    pub(super) fn sides_near(&self, center: D, reach: f64) -> u8 {
        let mut sides = 0;
        if let Domain::Boxed { min, max, .. } = self.domain {
            for axis in 0..D::DIM {
                let low = center[axis] - min[axis] <= reach;
                let high = max[axis] - center[axis] <= reach;
                sides |= u8::from(low) << (2 * axis) | u8::from(high) << (2 * axis + 1);
            }
        }
        sides
    }

    /// Visits the features with a gap of at most `reach` to a ball.
    pub(super) fn each_near(&self, center: D, radius: f64, reach: f64, mut visit: impl FnMut(u32)) {
        self.near_features
            .each_near(center, radius + reach, |number| {
                if self.features[number as usize].gap(center, radius) <= reach {
                    visit(number);
                }
            });
    }

    /// Visits the walls that move and the regions that a ball within `reach` of a center can touch; `reach` includes its
    /// radius.
    pub(super) fn each_other_near(&self, center: D, reach: f64, visit: impl FnMut(u32)) {
        self.near_others.each_near(center, reach, visit);
    }

    /// The number of features, at rest or not, and of parts of regions.
    pub(super) fn size(&self) -> usize {
        self.features.len() + self.moving.len() + self.regions.len()
    }

    /// All walls that move and regions, by their numbers.
    pub(super) fn others(&self) -> impl Iterator<Item = u32> {
        let moving = (0..self.moving.len() as u32).map(|number| MOVING | number);
        moving.chain((0..self.regions.len() as u32).map(|number| REGION | number))
    }
}
