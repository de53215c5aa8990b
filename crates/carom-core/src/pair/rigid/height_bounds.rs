//! Bounds of second order on the heights of points along a fixed normal, and the steps that they allow.

use alloc::vec::Vec;
use carom_math::Scalar;

/// A lower bound of the height of a point along a fixed normal after a further time `s`:
/// `height + rate s − ½ bend s²`.
#[derive(Clone, Copy)]
pub(super) struct HeightBound {
    pub(super) height: f64,
    pub(super) rate: f64,
    /// Half of the bend, and half of its growth per unit of time.
    pub(super) bend: [f64; 2],
}

impl HeightBound {
    fn least(&self, s: f64) -> f64 {
        let [bend, growth] = self.bend;
        self.height + s * (self.rate - s * (bend + s * growth))
    }
}

/// The bounds of all points of two cores; for `b` along the opposite normal.
#[derive(Default)]
pub(super) struct HeightBounds {
    pub(super) a: Vec<HeightBound>,
    pub(super) b: Vec<HeightBound>,
}

impl HeightBounds {
    /// A lower bound of the distance along the normal after a further time `s`; at 0 it is the support gap.
    fn least(&self, s: f64) -> f64 {
        let least = |bounds: &[HeightBound]| {
            let lower = |least, bound: &HeightBound| Scalar::min(least, bound.least(s));
            bounds.iter().fold(f64::INFINITY, lower)
        };
        least(&self.a) + least(&self.b)
    }
}

/// A time, up to `rest`, for which the distance certainly stays at least `least`: nearly the longest that the bounds
/// allow.
///
/// The minimum of the bounds is concave in time, so a chord to a time at which it is too low is below it: the time at
/// which the chord crosses `least` is still free.
pub(super) fn safe_step(bounds: &HeightBounds, rest: f64, least: f64) -> f64 {
    let spare = |s: f64| bounds.least(s) - least;
    let (mut free, mut free_by) = (0.0, spare(0.0));
    if free_by <= 0.0 {
        return 0.0;
    }
    let (mut far, mut far_by) = (rest, spare(rest));
    if far_by >= 0.0 {
        return far;
    }
    for _ in 0..64 {
        // A little shorter, so that rounding does not reject the crossing of a linear bound.
        let chord = free + (far - free) * (free_by / (free_by - far_by)) * (1.0 - 1e-12);
        let chord_by = spare(chord);
        if chord_by >= 0.0 {
            (free, free_by) = (chord, chord_by);
        }
        let middle = free + 0.5 * (far - free);
        let middle_by = spare(middle);
        if middle_by >= 0.0 {
            (free, free_by) = (middle, middle_by);
        } else {
            (far, far_by) = (middle, middle_by);
        }
        if far - free <= 0.01 * far {
            break;
        }
    }
    free
}
