//! The gap beside a cylinder.

use super::drum::{Drum, Flat};
use super::faced_core::FacedCore;
use crate::pair::frame::{greater, lesser};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The least distance of another core from the axis, as a part of the radius, for which its direction is clear.
const ASIDE: f64 = 1e-3;

/// The points of a core that are nearest to an axis, seen along it.
struct Beside {
    /// Across the axis, and the length of that.
    at: DVec3,
    far: f64,
    /// Where they are along the axis, from and to.
    along: [f64; 2],
}

/// The direction across the axis of a cylinder to the nearest point of a core with edges, this point, and its distance
/// from the side. `None` where the axis goes through the core, or nearly.
pub(super) fn beside(drum: &Drum, other: &FacedCore, level: f64) -> Option<(DVec3, DVec3, f64)> {
    let [radius, other_radius] = drum.sizes;
    if radius != other_radius {
        return None;
    }
    let mut nearest = Beside {
        at: DVec3::ZERO,
        far: f64::INFINITY,
        along: [0.0; 2],
    };
    other.each_edge(|edge| nearest.add(edge.map(|p| drum.flat(p)), level));
    let Beside { at, far, along } = nearest;
    if far == f64::INFINITY || far <= ASIDE * radius {
        return None;
    }
    let least = far * far - level * far;
    let mut is_beside = true;
    other.each_edge(|edge| is_beside &= edge.iter().all(|p| drum.flat(*p).0.dot(at) >= least));
    if !is_beside {
        return None;
    }
    let on_side = along.map(|along| Scalar::clamp(along, 0.0, drum.length()));
    let middle = 0.5 * (on_side[0] + on_side[1]);
    let along = Scalar::clamp(middle, along[0], along[1]);
    let point = drum.ends[0] + at + drum.axis * along;
    Some((at * (1.0 / far), point, far - radius))
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
            self.along = [lesser(low, along), greater(high, along)];
        }
    }
}
