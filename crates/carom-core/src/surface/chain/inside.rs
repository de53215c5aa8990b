//! Closed chains: winding number, containment, signed distance.
//!
//! The winding number of a chain around a point is counted along x: each segment that crosses the path to infinity
//! upwards adds 1, downwards −1. The signs that decide are exact, and where the path passes through a vertex or along a
//! segment the point counts as displaced by (ε, ε²), as in `mesh/inside.rs`. So the number is right at every point of
//! every closed chain, also of one that crosses or touches itself.

use super::Chain;
use crate::pair::contact::Contact;
use crate::pair::{contact, matrix};
use crate::part::PartId;
use crate::shape::segment::Segment;
use crate::shape::{Convex, ShapeRef};
use crate::surface::Options;
use crate::surface::extent::Extent;
use crate::surface::solid::deep_contact;
use carom_bvh::Aabb;
use carom_math::exact::{area_sign, turn};
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;
use core::ops::{ControlFlow, Range};
use glam::DVec2;

/// # Inside
///
/// Every other query treats a chain as a line, unless it is made [solid](Self::solid). These treat a
/// [closed](Self::is_closed) one as the solid that it encloses in any case.
impl<V: Vector<Double = DVec2>> Chain<V> {
    /// Whether the chain encloses a point, or the point is on it.
    ///
    /// Enclosed means a winding number other than zero. The answer is exact, except for coordinates less than 2⁻³⁰⁰ of
    /// the largest in `f64`. Cost: that of a ray through the whole chain.
    ///
    /// Check [`is_closed`](Self::is_closed) first: for an open chain the answer depends on what a path along x happens
    /// to pass.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let square = Chain::closed(vec![vec2(0., 0.), vec2(4., 0.), vec2(4., 4.), vec2(0., 4.)])?;
    /// assert!(square.contains(vec2(1., 2.)) && square.contains(vec2(4., 4.)));
    /// assert!(!square.contains(vec2(4.5, 2.)));
    /// assert_eq!(square.signed_distance(vec2(1., 2.)), -1.);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "OverlapPoint")]
    #[doc(alias = "b2PointInPolygon")]
    #[doc(alias = "contains_point")]
    #[must_use]
    pub fn contains(&self, p: V) -> bool {
        self.winding(p, |_| true) != Some(0)
    }

    /// The distance of a point from the nearest segment, negative if the chain encloses the point.
    ///
    #[cfg_attr(feature = "pictures", doc = include_str!("../../../pictures/signed_distance.svg"))]
    ///
    ///
    /// See [`contains`](Self::contains) for the meaning of enclosed. The gradient is the normal of `query().closest(&p, reach)`
    /// of the [solid](Self::solid) chain.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let square = [(0., 0.), (10., 0.), (10., 10.), (0., 10.)].map(|(x, y)| vec2(x, y));
    /// let island = Chain::closed(square.to_vec())?;
    /// assert_eq!(island.signed_distance(vec2(5., 12.)), 2.);
    /// assert_eq!(island.signed_distance(vec2(5., 7.)), -3.);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[doc(alias = "SDF")]
    #[must_use]
    pub fn signed_distance(&self, p: V) -> V::Scalar {
        match self.winding(p, |_| true) {
            None => V::Scalar::ZERO,
            Some(0) => self.distance(p),
            Some(_) => -self.distance(p),
        }
    }

    /// The signed area that a closed chain encloses, positive if it is counter-clockwise.
    pub(super) fn area(&self) -> f64 {
        self.area_of(0..self.segment_count())
    }

    /// The part of the area that a ring encloses.
    pub(super) fn area_of(&self, ring: Range<usize>) -> f64 {
        let center = self.bounds().center().to_double();
        let areas = ring.map(|index| {
            let segment = self.segment(index as u32);
            let [a, b] = segment.core().map(|p| p.to_double() - center);
            0.5 * a.perp_dot(b)
        });
        areas.sum()
    }

    /// The contact of a shape that is deep in a solid; `None` if it is not, or if the chain is no solid.
    pub(super) fn deep(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> Option<Contact<V>> {
        let core = shape.core();
        if !self.solid || !self.contains(core.0.first()?) {
            return None;
        }
        let bare = shape.bare();
        let extent = Extent::of(&bare, self.bounds().magnitude())?;
        let mut nearest = None::<Contact<V>>;
        let gap = |bounds: &Aabb<V>| Some(extent.gap(bounds));
        let _ = self
            .tree
            .by_bound(V::Scalar::INFINITY, gap, |index, limit| {
                let part = PartId::of(index as u32);
                let segment = self.segment(part.index);
                if with.accepts(part)
                    && let Some(found) = matrix::contact_within(&bare, &segment.shape_ref(), *limit)
                    && let found = (Contact { part, ..found })
                    && found.precedes(nearest.as_ref())
                {
                    *limit = found.separation;
                    nearest = Some(found);
                }
                ControlFlow::Continue(())
            });
        deep_contact(core, nearest?)
    }

    fn distance(&self, p: V) -> V::Scalar {
        let mut least = V::Scalar::INFINITY;
        // More than the rounding of the distance to any segment.
        let size = self.bounds().magnitude().max(p.abs().max_element());
        let margin = size * V::Scalar::EPSILON * V::Scalar::from_f64(64.0);
        let around = Aabb { min: p, max: p }.inflated(margin);
        let _ = self.tree.by_distance(&around, least, &mut |index, limit| {
            let found = contact(&ShapeRef::point(p), &self.segment(index as u32), least);
            if let Some(found) = found {
                // Less than 0 only by rounding.
                least = found.separation.max(V::Scalar::ZERO);
                *limit = least;
            }
            ControlFlow::Continue(())
        });
        least
    }

    /// The winding number around a point of the segments that count; `None` on one of them.
    pub(super) fn winding(&self, p: V, counts: impl Fn(u32) -> bool) -> Option<i32> {
        let bounds = self.bounds();
        if !bounds.contains(p) {
            return Some(0);
        }
        // An exact scale, so that no product overflows.
        let unit = 1.0 / Scalar::power_of_two(bounds.magnitude().to_f64());
        let scaled = |p: V| {
            let [x, y, _] = p.to_f64();
            [x * unit, y * unit]
        };
        let end = V::from_f64([bounds.max[0].to_f64(), p.to_f64()[1], 0.0]);
        let way = Aabb { min: p, max: end };
        let mut winding = Some(0);
        self.segments_near(&way, |index| {
            if !counts(index) {
                return;
            }
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
