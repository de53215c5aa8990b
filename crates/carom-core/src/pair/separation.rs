//! The separation of a pair: signed distance, direction and witness points; and what a sweep calls of any pair.

use super::frame::{Frame, copied};
use carom_math::{Scalar, Vector};

/// Two shapes touch, neither overlapping nor apart, if their separation is within ± this many eps L.
pub(super) const TOUCH: f64 = 16.0;

/// The largest sine between a motion and a surface for which the motion may be one that slides along. The normal of a
/// touch with a gap of up to 16 eps L is tilted by up to the square root of twice that gap over the radius.
pub(super) const GRAZE: f64 = 0.02;

/// The signed distance of two cores (negative if they cross) along a unit normal from `b` to `a`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation<D: Vector> {
    pub(crate) a: D,
    pub(crate) b: D,
    pub(crate) normal: D,
    pub(crate) distance: f64,
    /// The support gap `min n·a − max n·b` over all points of both cores: a lower bound of the distance, even if points
    /// and normal are rounded.
    pub(crate) support: f64,
    /// Whether another normal is as good.
    pub(crate) ambiguous: bool,
}

impl<D: Vector> Separation<D> {
    /// See [`copied`].
    #[inline(always)]
    pub(super) fn copied(&self) -> Self {
        Self {
            a: copied(self.a),
            b: copied(self.b),
            normal: copied(self.normal),
            ..*self
        }
    }
}

/// What a closed form says about a pair.
pub(super) enum Answer<D: Vector> {
    /// Farther apart than the reach.
    Beyond,
    Known(Separation<D>),
    /// To be found in another way.
    Unknown,
}

/// A pair of shapes, of which the first moves: its separation at any time of the motion. Contact and sweep are written
/// on this trait.
pub(crate) trait MovingPair<V: Vector> {
    /// Whether `time_free` is the exact time of impact, with a certain normal.
    const CLOSED: bool = false;

    fn frame(&self) -> &Frame<V>;

    /// The largest error of a separation, in eps L.
    #[inline(always)]
    fn largest_error(&self) -> f64 {
        8.0
    }

    /// The separation of the cores after the fraction `t` of the motion.
    fn separation(&self, t: f64) -> Separation<V::Double>;

    /// The separation before the motion, in double precision as exact as that of a query without it: see
    /// [`Frame::at_rest`].
    fn separation_at_rest(&self) -> Separation<V::Double> {
        self.separation(0.0)
    }

    /// The same as far as a step of a sweep needs it: where the distance of cores without a radius is certainly at most
    /// `touch`, only an upper bound of it, because [`separation_at_touch`](Self::separation_at_touch)
    /// follows.
    #[inline(always)]
    fn step(&self, t: f64, _touch: f64) -> Separation<V::Double> {
        self.separation(t)
    }

    /// The separation of cores almost without a radius that the motion has brought together: the difference of their
    /// points is only rounding, so the normal is that of a feature, against the motion.
    fn separation_at_touch(&self, t: f64) -> Separation<V::Double>;

    /// A quick lower bound of the time of impact: until this fraction of the motion the cores are farther apart than
    /// `stop`. 0 if they are not certainly farther apart than `start` at the beginning; NaN or infinity for all time.
    #[inline(always)]
    fn time_free(&self, _start: f64, _stop: f64) -> f64 {
        0.0
    }

    /// The first touch without steps: its time, possibly after the motion, and the separation there; the time is
    /// infinite if there is none. `None` if the steps must find it.
    #[inline(always)]
    fn first_touch(&self) -> Option<(f64, Separation<V::Double>)> {
        None
    }

    /// The separation of the cores at rest; `None` if they are certainly farther apart than `reach`.
    #[inline(always)]
    fn separation_within(&self, _reach: f64) -> Option<Separation<V::Double>> {
        Some(self.separation(0.0))
    }

    /// Whether the shapes touch or overlap at rest.
    #[inline(always)]
    fn overlap(&self) -> bool {
        overlap(self)
    }
}

/// Whether the shapes of a pair touch or overlap at rest, by their separation.
#[inline(always)]
pub(super) fn overlap<V: Vector>(pair: &(impl MovingPair<V> + ?Sized)) -> bool {
    let frame = pair.frame();
    // Near a touch, whether they are within reach is rounded.
    let reach = frame.radius() + 2.0 * V::Scalar::EPSILON.to_f64() * frame.size;
    let at = pair.separation_within(reach);
    at.is_some_and(|at| at.distance <= frame.radius())
}

/// `reach` enlarged by more than the rounding of a distance: whatever is farther than this exceeds the reach.
#[inline(always)]
pub(crate) fn padded_reach<V: Vector>(reach: f64) -> f64 {
    if reach > 0.0 {
        reach * (1.0 + 16.0 * V::Scalar::EPSILON.to_f64())
    } else {
        0.0
    }
}

impl<D: Vector> Separation<D> {
    /// The separation of shapes that are infinitely far apart.
    pub(crate) fn infinite() -> Self {
        Self {
            a: D::ZERO,
            b: D::ZERO,
            normal: D::from_f64([1.0, 0.0, 0.0]),
            distance: f64::INFINITY,
            support: f64::INFINITY,
            ambiguous: true,
        }
    }
}
