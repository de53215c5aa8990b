//! A rigid motion in the frame of a pair.

use super::RigidMotion;
use crate::pair::convex_points::{PlacedCore, Placement};
use crate::pair::frame::{Frame, greater};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A rigid motion in the frame of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameMotion {
    pub(super) pivot: DVec3,
    /// Unit.
    pub(super) axis: DVec3,
    pub(super) angle: f64,
    pub(super) delta: DVec3,
}

impl FrameMotion {
    pub(super) fn new<V: Vector>(motion: &RigidMotion<V>, frame: &Frame<V>) -> Self {
        let vector = |v: V::Double| DVec3::from_array(v.to_f64());
        let axis = if V::DIM == 2 {
            Some(DVec3::Z)
        } else {
            Vector::try_normalize(DVec3::from_array(motion.axis.to_f64()))
        };
        let spins = motion.rotates();
        Self {
            pivot: vector(frame.raw(motion.pivot)),
            axis: axis.filter(|_| spins).unwrap_or(DVec3::Z),
            angle: if spins { motion.angle.to_f64() } else { 0.0 },
            delta: vector(frame.raw_way(motion.delta)),
        }
    }

    /// The position of the pivot.
    pub(super) fn center(&self, t: f64) -> DVec3 {
        self.pivot + self.delta * t
    }

    /// The images of the three coordinate axes, if it rotates: `x cos θ + (k × x) sin θ + k (k·x) (1 − cos θ)` for the
    /// axis k (Rodrigues).
    pub(super) fn turned(&self, t: f64) -> Option<[DVec3; 3]> {
        if self.angle == 0.0 {
            return None;
        }
        let (sin, cos) = libm::sincos(self.angle * t);
        let k = self.axis;
        Some(
            [DVec3::X, DVec3::Y, DVec3::Z]
                .map(|x| x * cos + k.cross(x) * sin + k * (k.dot(x) * (1.0 - cos))),
        )
    }

    pub(super) fn pose(&self, t: f64) -> Placement {
        Placement {
            turn: self.turned(t),
            pivot: self.pivot,
            shift: self.delta * t,
        }
    }

    /// The velocity of a point that is at `p` at the time `t`.
    pub(super) fn velocity(&self, p: DVec3, t: f64) -> DVec3 {
        self.delta + self.axis.cross(p - self.center(t)) * self.angle
    }

    /// The distance from the axis of a point that is at `p` at the time `t`.
    pub(super) fn lever(&self, p: DVec3, t: f64) -> f64 {
        Vector::length(self.axis.cross(p - self.center(t)))
    }

    /// A bound of the second derivative of the height `n·p` of that point, and of any up to `reach` from it.
    pub(super) fn bend(&self, p: DVec3, reach: f64, t: f64, n: DVec3) -> f64 {
        self.angle * self.angle * Vector::length(self.axis.cross(n)) * (self.lever(p, t) + reach)
    }

    /// The acceleration of a point that is at `p` at the time `t`.
    pub(super) fn acceleration(&self, p: DVec3, t: f64) -> DVec3 {
        let inward = self.axis.cross(self.axis.cross(p - self.center(t)));
        inward * (self.angle * self.angle)
    }

    /// The largest distance of a point of a core, placed as at the start, from the axis, and the longest path.
    pub(super) fn reach(&self, core: &PlacedCore<'_>) -> [f64; 2] {
        let way = Vector::abs(self.delta).max_element();
        if self.angle == 0.0 {
            return [0.0, way];
        }
        let longest = if let Some(curved) = core.curved() {
            let far = |end: usize| self.lever(curved.ends[end], 0.0) + curved.reach(end);
            greater(far(0), far(1))
        } else if let Some(function) = core.function() {
            let (center, radius) = function.ball();
            self.lever(center, 0.0) + radius
        } else {
            core.iter()
                .fold(0.0, |most, p| greater(most, self.lever(p, 0.0)))
        };
        [longest, greater(longest * self.angle.abs(), way)]
    }
}
