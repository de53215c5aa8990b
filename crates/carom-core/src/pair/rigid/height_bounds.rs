//! Bounds of second order on the heights of points along a fixed normal, and the steps that they allow.
//!
//! The points of a section of a curved core are `c + M e` with `|e| ≤ 1`. Along the normal, their heights and rates are
//! linear in `e`, so the least of `height + rate s` over the section is that of `c` less `|q + s q̇|`, where `q = Mᵀn`:
//! exact, and concave in `s` like the bound of a point.

use crate::pair::convex_points::PlacedCore;
use alloc::vec::Vec;
use carom_math::{Scalar, Vector};
use glam::DVec3;

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

/// A lower bound of the heights of a section: that of its center, and by how much its other points can be lower.
#[derive(Clone, Copy)]
pub(super) struct SectionBound {
    pub(super) center: HeightBound,
    /// `q`, and its rate.
    pub(super) spread: [DVec3; 2],
}

impl SectionBound {
    fn least(&self, s: f64) -> f64 {
        let [spread, rate] = self.spread;
        self.center.least(s) - Vector::length(spread + rate * s)
    }
}

/// The bounds of a core: of all points of a hull, or of the two sections of a curved core.
#[derive(Default)]
pub(super) struct CoreBounds {
    pub(super) points: Vec<HeightBound>,
    pub(super) sections: Option<[SectionBound; 2]>,
}

impl CoreBounds {
    pub(super) fn clear(&mut self) {
        self.points.clear();
        self.sections = None;
    }

    /// Computes the bounds of a core. `bound` is that of a point from which a section reaches this far; the heights of the
    /// vectors from the point into the section are their products with the normal, which changes at the given rate.
    ///
    /// Compiled once, not for each kind of bound.
    #[inline(never)]
    pub(super) fn follow(
        &mut self,
        core: &PlacedCore<'_>,
        bound: &dyn Fn(DVec3, f64) -> HeightBound,
        normal: [DVec3; 2],
    ) {
        self.clear();
        if let Some(curved) = core.curved() {
            let spread = normal.map(|n| curved.spread(core.pose.unrotated(n)));
            self.sections = Some([0, 1].map(|end| SectionBound {
                center: bound(core.pose.place(curved.ends[end]), curved.reach(end)),
                spread: spread.map(|spread| spread * curved.sizes[end]),
            }));
        } else if let Some(function) = core.function() {
            // No point is lower than the support point, and none of the ball around the core comes down faster.
            let [n, turning] = normal;
            let (center, radius) = function.ball();
            let center = core.pose.place(center);
            let mut lowest = bound(center, radius);
            // The bound has the height of the center over its plane.
            lowest.height += n.dot(core.support(-n).1 - center);
            lowest.rate -= radius * Vector::length(turning);
            self.points.push(lowest);
        } else {
            self.points.extend(core.iter().map(|p| bound(p, 0.0)));
        }
    }

    fn least(&self, s: f64) -> f64 {
        let lower = |least, bound: &HeightBound| Scalar::min(least, bound.least(s));
        let least = self.points.iter().fold(f64::INFINITY, lower);
        match &self.sections {
            Some([a, b]) => Scalar::min(a.least(s), b.least(s)),
            None => least,
        }
    }
}

/// The bounds of two cores; for `b` along the opposite normal.
#[derive(Default)]
pub(super) struct HeightBounds {
    pub(super) a: CoreBounds,
    pub(super) b: CoreBounds,
}

impl HeightBounds {
    /// A lower bound of the distance along the normal after a further time `s`; at 0 it is the support gap.
    fn least(&self, s: f64) -> f64 {
        self.a.least(s) + self.b.least(s)
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
