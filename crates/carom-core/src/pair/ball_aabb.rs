//! A ball or point against an axis-aligned box: the closest point is the clamped center.

use super::frame::{Frame, greater, lesser};
use super::separation::{MovingPair, Separation};
use crate::shape::RoundedCore;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A moving ball and a box that is not empty, in a frame with the box's `min` as the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallAabb<V: Vector> {
    center: V::Double,
    /// The corner `max`; `min` is the origin.
    max: V::Double,
    frame: Frame<V>,
}

impl<V: Vector> BallAabb<V> {
    /// The pair; `None` if the box is empty.
    pub(crate) fn new(
        ([center], radius): RoundedCore<V, 1>,
        aabb: &Aabb<V>,
        delta: V,
    ) -> Option<Self> {
        if aabb.is_empty() {
            return None;
        }
        let radii = [radius, V::Scalar::ZERO];
        let frame = Frame::around(aabb.min, radii, delta, |ruler| {
            let size = ruler.extent(&[aabb.max], aabb.min);
            let largest = greater(ruler.extent(&[center], aabb.min), size);
            [largest, lesser(size, radius.to_f64() * ruler.prescale)]
        });
        Some(Self {
            center: frame.raw(center),
            max: frame.raw(aabb.max),
            frame,
        })
    }

    fn clamped(&self, p: V::Double) -> V::Double {
        p.max(V::Double::ZERO).min(self.max)
    }

    /// The separation of a center inside the box: through the nearest side.
    fn penetration(&self, center: V::Double) -> Separation<V::Double> {
        let tie = self.frame.tolerance(8.0);
        let mut best: Option<(f64, usize, f64)> = None;
        let mut ambiguous = false;
        for axis in 0..V::DIM {
            for (depth, side) in [(center[axis], -1.0), (self.max[axis] - center[axis], 1.0)] {
                match best {
                    Some((least, ..)) if depth >= least => ambiguous |= depth - least <= tie,
                    Some((least, ..)) => {
                        ambiguous = least - depth <= tie;
                        best = Some((depth, axis, side));
                    }
                    None => best = Some((depth, axis, side)),
                }
            }
        }
        let (depth, axis, side) = best.unwrap_or((0.0, 0, 1.0));
        let mut normal = [0.0; 3];
        normal[axis] = side;
        let normal = V::Double::from_f64(normal);
        Separation {
            a: center,
            b: center + normal * depth,
            normal,
            distance: -depth,
            support: -depth,
            ambiguous,
        }
    }
}

impl<V: Vector> MovingPair<V> for BallAabb<V> {
    fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    fn separation(&self, t: f64) -> Separation<V::Double> {
        let center = self.center + self.frame.delta * t;
        let foot = self.clamped(center);
        let w = center - foot;
        match w.try_normalize() {
            None => self.penetration(center),
            Some(normal) => {
                let distance = w.length();
                Separation {
                    a: center,
                    b: foot,
                    normal,
                    distance,
                    support: distance,
                    ambiguous: false,
                }
            }
        }
    }

    fn separation_at_rest(&self) -> Separation<V::Double> {
        let frame = self.frame.at_rest();
        Self { frame, ..*self }.separation(0.0)
    }

    /// Coordinates beyond a side are exact, so the difference determines the direction at every distance.
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        self.separation(t)
    }

    fn overlap(&self) -> bool {
        let w = self.center - self.clamped(self.center);
        w.length_squared() <= self.frame.radius_a * self.frame.radius_a
    }
}
