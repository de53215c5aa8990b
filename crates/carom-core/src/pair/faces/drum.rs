//! Curved cores with flat ends: cylinders, cones and frustums.

use super::solid::Solid;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The least distance of another core from the axis, as a part of the radius, for which its direction is clear.
const ASIDE: f64 = 1e-3;

/// A core with flat ends across its axis.
#[derive(Clone, Copy)]
pub(super) struct Drum {
    pub(super) ends: [DVec3; 2],
    /// The radii of the ends.
    pub(super) sizes: [f64; 2],
    /// From the first end to the second, unit.
    pub(super) axis: DVec3,
}

/// The points of a core that are nearest to an axis, seen along it.
struct Beside {
    /// Across the axis, and the length of that.
    at: DVec3,
    far: f64,
    /// Where they are along the axis, from and to.
    along: [f64; 2],
}

/// A point by its part across an axis, and its place along it.
type Flat = (DVec3, f64);

impl Drum {
    fn length(&self) -> f64 {
        self.axis.dot(self.ends[1] - self.ends[0])
    }

    fn flat(&self, p: DVec3) -> Flat {
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

    /// The direction across the axis of a cylinder to the nearest point of a core with edges, this point, and its distance
    /// from the side. `None` where the axis goes through the core, or nearly.
    pub(super) fn beside(&self, other: &Solid, level: f64) -> Option<(DVec3, DVec3, f64)> {
        let [radius, other_radius] = self.sizes;
        if radius != other_radius {
            return None;
        }
        let mut nearest = Beside {
            at: DVec3::ZERO,
            far: f64::INFINITY,
            along: [0.0; 2],
        };
        other.each_edge(|edge| nearest.add(edge.map(|p| self.flat(p)), level));
        let Beside { at, far, along } = nearest;
        if far == f64::INFINITY || far <= ASIDE * radius {
            return None;
        }
        let least = far * far - level * far;
        let mut is_beside = true;
        other.each_edge(|[p, _]| is_beside &= self.flat(p).0.dot(at) >= least);
        if !is_beside {
            return None;
        }
        let on_side = along.map(|along| Scalar::clamp(along, 0.0, self.length()));
        let middle = 0.5 * (on_side[0] + on_side[1]);
        let along = Scalar::clamp(middle, along[0], along[1]);
        let point = self.ends[0] + at + self.axis * along;
        Some((at * (1.0 / far), point, far - radius))
    }
}

impl Beside {
    fn add(&mut self, [from, to]: [Flat; 2], level: f64) {
        let way = to.0 - from.0;
        let square = way.length_squared();
        // Both ends of an edge along the axis are as near.
        let parts = if square <= level * level {
            [0.0, 1.0]
        } else {
            [Scalar::clamp(-from.0.dot(way) / square, 0.0, 1.0); 2]
        };
        let at = from.0 + way * parts[0];
        let far = Vector::length(at);
        if far > self.far + level {
            return;
        }
        if far < self.far - level {
            (self.at, self.far) = (at, far);
            self.along = [f64::INFINITY, f64::NEG_INFINITY];
        }
        for part in parts {
            let along = from.1 + (to.1 - from.1) * part;
            let [low, high] = self.along;
            self.along = [
                if along < low { along } else { low },
                if along > high { along } else { high },
            ];
        }
    }
}
