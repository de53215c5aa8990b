//! The view along the normal of a contact: points as two coordinates across it and a height.

use crate::pair::frame::Frame;
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// The frame of a pair, with axes across the normal and along it.
pub(super) struct Projection<V: Vector> {
    pub(super) frame: Frame<V>,
    /// The unit normal from the second shape to the first.
    pub(super) normal: DVec3,
    across: [DVec3; 2],
}

/// Lengths in the unit of the frame, and a slope.
#[derive(Clone, Copy)]
pub(super) struct ManifoldTolerances {
    /// Points this much below a face belong to it.
    pub(super) flat: f64,
    /// Closer than this across the normal, two points are one.
    pub(super) close: f64,
    /// A vertex this far from the line through its neighbors is none.
    pub(super) collinear: f64,
    /// A face or edge with a larger slope is no feature: see [`steepest`](super::outline::steepest).
    pub(super) steepest: f64,
}

/// The tolerances `flat` and `close` as a fraction of the size of the smaller core.
const FRACTION: f64 = 1.0 / 16_384.0;

impl<V: Vector> Projection<V> {
    /// The view along the normal from the second shape to the first.
    pub(super) fn new(frame: Frame<V>, normal: V) -> Self {
        let normal = DVec3::from_array(normal.to_f64());
        let normal = normal / Vector::length(normal);
        let u = if V::DIM == 2 {
            DVec3::new(-normal.y, normal.x, 0.0)
        } else {
            let u = Vector::any_orthogonal_vector(normal);
            u / Vector::length(u)
        };
        Self {
            frame,
            normal,
            across: [u, normal.cross(u)],
        }
    }

    /// A point in the frame: in 2D with z = 0.
    pub(super) fn raw(&self, p: V) -> DVec3 {
        DVec3::from_array(self.frame.raw(p).to_f64())
    }

    /// The projection of a point, with its height over the origin, in the direction of the normal, as the third coordinate.
    pub(super) fn of(&self, p: V) -> DVec3 {
        self.across(self.raw(p))
    }

    /// The projection of a point of the frame.
    #[inline(always)]
    pub(super) fn across(&self, p: DVec3) -> DVec3 {
        let [u, w] = self.across;
        DVec3::new(u.dot(p), w.dot(p), self.normal.dot(p))
    }

    /// A point of the frame in the caller's coordinates.
    pub(super) fn point(&self, p: DVec3) -> V {
        self.frame.point(V::Double::from_f64(p.to_array()))
    }

    /// The largest coordinate difference to the first of these points.
    pub(super) fn size(&self, points: &[V]) -> f64 {
        let first = self.frame.raw(points[0]);
        let sizes = points.iter().map(|p| (self.frame.raw(*p) - first).abs());
        sizes.fold(V::Double::ZERO, Vector::max).max_element()
    }

    /// The tolerances for cores the smaller of which has this size.
    pub(super) fn tolerances(&self, smaller: f64) -> ManifoldTolerances {
        let size = V::Scalar::EPSILON.to_f64() * self.frame.size;
        let rounding = self.frame.rounding(V::Double::ZERO) + size;
        ManifoldTolerances {
            flat: FRACTION * smaller + 8.0 * rounding,
            close: FRACTION * smaller + 4.0 * rounding,
            collinear: 4.0 * rounding,
            steepest: 0.0,
        }
    }
}
