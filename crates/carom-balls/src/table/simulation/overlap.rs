//! Overlaps of balls with each other and with walls.

use super::{Obstacle, Simulation};
use crate::table::clock::Moment;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;

impl<D: Vector<Scalar = f64, Double = D>> Simulation<D> {
    /// The greatest overlap of any two balls now, as a fraction of their radii; negative if all are apart, minus
    /// infinity if none are near each other.
    pub(in crate::table) fn overlap_now(&self, now: Moment) -> f64 {
        let mut most = f64::NEG_INFINITY;
        let mut found = Vec::new();
        for i in self.balls.present() {
            for &j in self.neighbors.of(i, &mut found) {
                let j = j as usize;
                let radii = self.balls.radii[i] + self.balls.radii[j];
                let overlap = radii - self.balls.displacement(i, j, now).length();
                most = Scalar::max(most, overlap / radii);
            }
        }
        most
    }

    /// The deepest penetration of an active ball into another or into a wall feature.
    pub(in crate::table) fn deepest(&self, ball: u32, now: Moment) -> Option<(f64, Obstacle)> {
        let i = ball as usize;
        let (position, radius) = (self.balls.position(i, now), self.balls.radii[i]);
        let mut found = Vec::new();
        let balls = self.neighbors.of(i, &mut found).iter().map(|&other| {
            let j = other as usize;
            let way = self.balls.displacement(i, j, now);
            (
                (radius + self.balls.radii[j]) - way.length(),
                Obstacle::Ball(other),
            )
        });
        let walls = self.neighbors.walls.of(i).iter().map(|&feature| {
            let feature = &self.walls.features[feature as usize];
            (-feature.gap(position, radius), Obstacle::Wall(feature.wall))
        });
        let deeper = |a: &(f64, Obstacle), b: &(f64, Obstacle)| {
            a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal)
        };
        let moving = self.near_moving(i).map(|number| {
            let moving = &self.walls.moving[number as usize];
            let gap = moving.feature.gap(moving.in_frame(position, now), radius);
            (-gap, Obstacle::Wall(moving.feature.wall))
        });
        balls.chain(walls).chain(moving).max_by(deeper)
    }
}
