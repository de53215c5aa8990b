//! Two balls of single precision, in closed form.
//!
//! The difference of their centres is exact in double precision, or right to its last bit, and seen from
//! the other ball it is the same with the other sign. So no order of the two is needed, there is no blur
//! around the centre, and a motion's first touch is the root of a quadratic.

use super::frame::{Frame, greater, lesser};
use super::separation::{MovingPair, Separation};
use crate::shape::RoundedCore;
use carom_math::{Scalar, Vector};

/// Two points with their radii; the coordinates are the caller's.
pub(super) struct Balls<V: Vector> {
    a: V::Double,
    b: V::Double,
    frame: Frame<V>,
}

impl<V: Vector> Balls<V> {
    /// The first points of two cores that have but one. None in double precision, where differences are
    /// rounded and their squares may overflow.
    #[inline(always)]
    pub(super) fn new<const N: usize>(
        (a, radius_a): &RoundedCore<V, N>,
        delta: V,
        (b, radius_b): &RoundedCore<V, N>,
    ) -> Option<Self> {
        if V::Scalar::DOUBLE || N != 1 {
            return None;
        }
        let (a, b, delta) = (a[0].to_double(), b[0].to_double(), delta.to_double());
        let radii = [radius_a.to_f64(), radius_b.to_f64()];
        let (origin, largest) = (V::Double::ZERO, (a - b).abs().max_element());
        let frame = Frame::new(
            origin,
            largest,
            lesser(radii[0], radii[1]),
            radii,
            delta,
            1.0,
        );
        Some(Self { a, b, frame })
    }

    /// Whether they touch or overlap.
    #[inline(always)]
    pub(super) fn overlap(&self) -> bool {
        let radius = self.frame.radius();
        (self.a - self.b).length_squared() <= radius * radius
    }

    /// At this place along a direction that is used only where they are at one.
    #[inline(always)]
    fn along(&self, t: f64, otherwise: V::Double) -> Separation<V::Double> {
        let moved = self.frame.delta * t;
        let w = (self.a - self.b) + moved;
        let distance = w.length();
        let ambiguous = distance == 0.0;
        Separation {
            a: self.a + moved,
            b: self.b,
            normal: if ambiguous { otherwise } else { w / distance },
            distance,
            support: distance,
            ambiguous,
        }
    }
}

impl<V: Vector> MovingPair<V> for Balls<V> {
    const CLOSED: bool = true;

    #[inline(always)]
    fn frame(&self) -> &Frame<V> {
        &self.frame
    }

    #[inline(always)]
    fn separation(&self, t: f64) -> Separation<V::Double> {
        self.along(t, V::Double::from_f64([1.0, 0.0, 0.0]))
    }

    #[inline(always)]
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double> {
        let back = -self.frame.delta;
        self.along(t, back / back.length())
    }

    /// The root of |w + t v|² = stop², of its two forms the one that does not cancel, with the
    /// discriminant from the point nearest to the other centre (Haines et al., *Ray Tracing Gems* 7).
    #[inline(always)]
    fn time_free(&self, start: f64, stop: f64) -> f64 {
        let (w, v) = (self.a - self.b, self.frame.delta);
        let (ww, vv, closing) = (w.length_squared(), v.length_squared(), -w.dot(v));
        if ww <= start * start {
            return 0.0;
        }
        let passing = (w + v * (closing / vv)).length_squared();
        let root = (vv * (stop * stop - passing)).sqrt();
        // Without a branch: a miss has no root, the way back an infinite time, a point at rest neither.
        (ww - stop * stop) / greater(closing + root, 0.0)
    }
}
