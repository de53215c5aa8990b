//! What a closed chain encloses.
//!
//! The winding number of a chain around a point is counted along x: each segment that passes the way out
//! upwards adds 1, downwards −1. The signs that decide are exact, and where the way leads through a vertex
//! or along a segment the point is taken to be off by (ε, ε²), as in `mesh/inside.rs`; so the count is right
//! at every point of every closed chain, also one that crosses or touches itself.

use super::Chain;
use crate::pair::contact;
use crate::shape::ShapeRef;
use crate::shape::segment::Segment;
use carom_bvh::Aabb;
use carom_math::exact::{area_sign, turn};
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use core::ops::ControlFlow;
use glam::DVec2;

/// # Inside
///
/// All other questions take a chain for a line. These take a [closed](Self::is_closed) one for what it
/// encloses, whether it is [one-sided](Self::one_sided) or not.
impl<V: Vector<Double = DVec2>> Chain<V> {
    /// Whether a point is enclosed by the chain, or on it.
    ///
    /// Enclosed is what the chain winds around, whichever way and however often. The answer is exact, but
    /// for coordinates less than 2⁻³⁰⁰ of the largest in `f64`. Cost: that of a ray through the whole chain.
    ///
    /// Ask [`is_closed`](Self::is_closed) first: whether an open chain contains a point depends on where a
    /// way along x happens to pass.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let square = Chain::closed(vec![vec2(0., 0.), vec2(4., 0.), vec2(4., 4.), vec2(0., 4.)])?;
    /// assert!(square.contains(vec2(1., 2.)) && square.contains(vec2(4., 4.)));
    /// assert!(!square.contains(vec2(4.5, 2.)));
    /// assert_eq!(square.signed_distance(vec2(1., 2.)), -1.);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, p: V) -> bool {
        self.winding(p) != Some(0)
    }

    /// The distance of a point from the nearest segment, negative if the chain encloses it.
    ///
    /// See [`contains`](Self::contains) for what that means.
    #[must_use]
    pub fn signed_distance(&self, p: V) -> V::Scalar {
        match self.winding(p) {
            None => V::Scalar::ZERO,
            Some(0) => self.distance(p),
            Some(_) => -self.distance(p),
        }
    }

    fn distance(&self, p: V) -> V::Scalar {
        let mut least = V::Scalar::INFINITY;
        // By more than the rounding of its distance to any segment.
        let size = self.bounds().magnitude().max(p.abs().max_element());
        let margin = size * V::Scalar::EPSILON * V::Scalar::from_f64(64.0);
        let around = Aabb { min: p, max: p }.inflated(margin);
        let _ = self.tree.nearest_first(
            None,
            least,
            |bounds| Some(bounds.distance_squared(&around)),
            |index, limit| {
                let found = contact(&ShapeRef::point(p), &self.segment(index), least);
                if let Some(found) = found {
                    // Less than 0 by rounding only.
                    least = found.separation.max(V::Scalar::ZERO);
                    *limit = least * least;
                }
                ControlFlow::Continue(())
            },
        );
        least
    }

    /// How often the chain winds around a point, `None` on the chain.
    fn winding(&self, p: V) -> Option<i32> {
        let bounds = self.bounds();
        if !bounds.contains(p) {
            return Some(0);
        }
        // An exact scale, so that no product can overflow.
        let unit = 1.0 / Scalar::power_of_two(bounds.magnitude().to_f64());
        let scaled = |p: V| {
            let [x, y, _] = p.to_f64();
            [x * unit, y * unit]
        };
        let end = V::from_f64([bounds.max[0].to_f64(), p.to_f64()[1], 0.0]);
        let way = Aabb { min: p, max: end };
        let mut winding = Some(0);
        self.segments_near(&way, |index| {
            let Segment { a, b } = self.segment(index);
            let ends = Aabb::of_points([a, b]);
            let [a, b, place] = [a, b, p].map(scaled);
            let is_on = ends.contains(p) && area_sign([a, b, place]) == Ordering::Equal;
            let before = winding.filter(|_| !is_on);
            winding = before.map(|sum| sum + turn(a, b, place));
        });
        winding
    }
}
