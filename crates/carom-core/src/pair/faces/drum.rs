//! Curved cores with flat ends: cylinders, cones and frustums.

use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A core with flat ends across its axis.
#[derive(Clone, Copy)]
pub(super) struct Drum {
    pub(super) ends: [DVec3; 2],
    /// The radii of the ends.
    pub(super) sizes: [f64; 2],
    /// From the first end to the second, unit.
    pub(super) axis: DVec3,
}

/// A point by its part across an axis, and its place along it.
pub(super) type Flat = (DVec3, f64);

impl Drum {
    pub(super) fn length(&self) -> f64 {
        self.axis.dot(self.ends[1] - self.ends[0])
    }

    /// A point by its part across the axis, and its place along it.
    pub(super) fn flat(&self, p: DVec3) -> Flat {
        let arm = p - self.ends[0];
        let along = self.axis.dot(arm);
        (arm - self.axis * along, along)
    }

    /// The radius of the end that faces a direction, if it is flat across it.
    pub(super) fn flat_end(&self, direction: DVec3) -> Option<f64> {
        let along = self.axis.dot(direction);
        let lean = (direction - self.axis * along).length_squared();
        let noise = 4.0 * f64::EPSILON;
        (lean <= noise * noise).then(|| self.sizes[usize::from(along > 0.0)])
    }

    /// The point of the side of a cylinder that is nearest to a point not on its axis.
    pub(super) fn on_side(&self, p: DVec3) -> DVec3 {
        let (arm, along) = self.flat(p);
        let out = arm * (self.sizes[0] / Vector::length(arm));
        self.ends[0] + self.axis * Scalar::clamp(along, 0.0, self.length()) + out
    }

    /// Whether both ends are at least this far from a point between them.
    pub(super) fn is_clear_of_ends(&self, p: DVec3, distance: f64) -> bool {
        let along = self.axis.dot(p - self.ends[0]);
        along >= distance && self.length() - along >= distance
    }

    /// Whether a ball is inside, but for the end with this normal.
    pub(super) fn contains_ball(&self, center: DVec3, radius: f64, but: DVec3) -> bool {
        let (arm, along) = self.flat(center);
        let from_other = if but.dot(self.axis) > 0.0 {
            along
        } else {
            self.length() - along
        };
        let [size, other] = self.sizes;
        // Of a frustum the side is a slope.
        let slope = (other - size) / self.length();
        let from_side = size + slope * along - Vector::length(arm);
        from_other >= radius && from_side >= radius * Scalar::sqrt(1.0 + slope * slope)
    }
}
