//! Two balls in single precision, in closed form.
//!
//! In double precision the difference of their centers is exact or correctly rounded, and exchanging the balls only
//! changes its sign. So the two need no canonical order, the direction is well determined at every distance, and the
//! time of impact is the root of a quadratic.

use super::frame::{Frame, greater, lesser};
use super::separation::{MovingPair, Separation};
use crate::shape::RoundedCore;
use carom_math::{Scalar, Vector};

/// Two balls, in the caller's coordinates.
pub(super) struct Balls<V: Vector> {
    a: V::Double,
    b: V::Double,
    frame: Frame<V>,
}

impl<V: Vector> Balls<V> {
    /// The balls of two cores of one point; `None` for other cores, and in double precision, where differences are
    /// rounded and their squares can overflow.
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

    /// The separation at the time `t`, with the direction `otherwise` if the centers coincide.
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

    /// The first root of |w + t v|² = stop², in the form that does not cancel, with the discriminant computed from the
    /// point nearest to the other center (Haines et al., *Ray Tracing Gems* 7).
    #[inline(always)]
    fn time_free(&self, start: f64, stop: f64) -> f64 {
        let (w, v) = (self.a - self.b, self.frame.delta);
        let (ww, vv, closing) = (w.length_squared(), v.length_squared(), -w.dot(v));
        if ww <= start * start {
            return 0.0;
        }
        let passing = (w + v * (closing / vv)).length_squared();
        let root = (vv * (stop * stop - passing)).sqrt();
        // Branch-free: a miss gives NaN, a motion that leaves gives infinity, no motion gives either.
        (ww - stop * stop) / greater(closing + root, 0.0)
    }

    #[inline(always)]
    fn overlap(&self) -> bool {
        let radius = self.frame.radius();
        (self.a - self.b).length_squared() <= radius * radius
    }
}
