//! A core against a half-space: the support point against the normal counts.

use super::convex_points::{LocalCore, PlacedCore, Placement};
use super::frame::{Frame, greater};
use super::separation::{MovingPair, Separation};
use crate::shape::{AnyCore, plane::Plane};
use carom_math::double_double::{two_product, two_sum};
use carom_math::{Scalar, Vector};
use glam::DVec3;

/// A core of any number of points over a half-space, which is at rest.
#[derive(Clone)]
pub(crate) struct HalfSpace<'a, V: Vector> {
    core: LocalCore<'a, V>,
    pub(super) frame: Frame<V>,
    /// The unit outward normal.
    pub(super) normal: DVec3,
    /// The height over the plane of the first point, which is the origin of the frame.
    pub(super) height: f64,
}

/// Heights are limited to this, so that their sums do not overflow.
const FAR: f64 = f64::MAX / 16.0;

impl<'a, V: Vector> HalfSpace<'a, V> {
    /// The pair; `None` if there are no points, or the plane has no normal.
    pub(crate) fn new(core: AnyCore<'a, V>, plane: &Plane<V>, delta: V) -> Option<Self> {
        Self::among(core, plane, delta, &[])
    }

    /// The pair in a frame that also covers `places`.
    pub(super) fn among(
        (core, radius): AnyCore<'a, V>,
        plane: &Plane<V>,
        delta: V,
        places: &[V],
    ) -> Option<Self> {
        let first = core.first()?;
        let normal = DVec3::from_array(plane.normal.to_f64());
        let largest = Vector::abs(normal).max_element();
        if !(largest > 0.0 && largest.is_finite()) {
            return None;
        }
        // Exact unless a number becomes subnormal. Heights still have to be divided by the length.
        let scale = 1.0 / largest.power_of_two();
        let (n, offset) = (normal * scale, plane.offset.to_f64() * scale);
        let length = Vector::length(n);
        let height_by = |prescale: f64| {
            let p = first.to_f64().map(|x| x * prescale);
            // With a normal near zero the plane can be beyond the range.
            Scalar::clamp(height(n, p, offset * prescale) / length, -FAR, FAR)
        };
        let radii = [radius, V::Scalar::ZERO];
        let frame = Frame::around(first, radii, delta, |ruler| {
            let extent = ruler.extent_of(&core, first);
            let away = greater(height_by(ruler.prescale).abs(), ruler.extent(places, first));
            let smaller = greater(extent, radius.to_f64() * ruler.prescale);
            [greater(extent, away), smaller]
        });
        Some(Self {
            core: LocalCore::new(core, &frame),
            normal: n / length,
            height: frame.shortened(height_by(1.0 / frame.outer())),
            frame,
        })
    }
}

impl<V: Vector> HalfSpace<'_, V> {
    pub(super) fn cloud(&self, pose: Placement) -> PlacedCore<'_> {
        self.core.at(pose)
    }
}

/// The separation of a core with its lowest point at this height over a plane.
pub(super) fn over<V: Vector>(lowest: DVec3, normal: DVec3, height: f64) -> Separation<V::Double> {
    let vector = |v: DVec3| V::Double::from_f64(v.to_array());
    Separation {
        a: vector(lowest),
        b: vector(lowest - normal * height),
        normal: vector(normal),
        distance: height,
        support: height,
        ambiguous: false,
    }
}

impl<V: Vector> MovingPair<V> for HalfSpace<'_, V> {
    fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    fn separation(&self, t: f64) -> Separation<V::Double> {
        let shift = DVec3::from_array((self.frame.delta * t).to_f64());
        let cloud = self.cloud(Placement::shifted(shift));
        let (_, lowest) = cloud.support(-self.normal);
        over::<V>(lowest, self.normal, self.height + self.normal.dot(lowest))
    }

    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        self.separation(t)
    }
}

/// n·p − offset, as if computed in double-double and rounded once: far from the origin the two terms cancel (Ogita,
/// Rump and Oishi 2005, algorithm Dot2).
fn height(n: DVec3, p: [f64; 3], offset: f64) -> f64 {
    let (mut sum, mut lost) = (-offset, 0.0);
    for (n, p) in n.to_array().into_iter().zip(p) {
        let (product, low) = two_product(n, p);
        let (total, rest) = two_sum(sum, product);
        sum = total;
        lost += rest + low;
    }
    sum + lost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_survive_cancellation() {
        // (2²⁷ + 1)² is 2⁵⁴ + 2²⁸ + 1, one bit more than fits.
        let a = 134_217_729.0;
        let n = DVec3::new(a, 0.0, 0.0);
        assert_eq!(height(n, [a, 0.0, 0.0], a * a), 1.0);
    }
}
