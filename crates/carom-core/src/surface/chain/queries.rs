//! The questions asked of a chain: contact (closest, all), overlap, sweep and ray (first, any, all).

use super::Chain;
use super::answers::{ChainContact, ChainHit};
use crate::shape::Shape;
use crate::shape::{ball::Ball, capsule::Capsule};
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::Vector;
use core::ops::ControlFlow;
use glam::DVec2;

/// # Contact
///
/// Separations are told up to `reach`, a length, infinite for always; see [`contact`](mod@crate::contact).
impl<V: Vector<Double = DVec2>> Chain<V> {
    /// The least separation of a ball from any segment, if it is at most `reach`.
    #[must_use]
    pub fn closest_ball(&self, a: &Ball<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        self.closest_shape(&Shape::Ball(*a), reach)
    }

    /// The least separation of a capsule from any segment, if it is at most `reach`.
    #[must_use]
    pub fn closest_capsule(&self, a: &Capsule<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        self.closest_shape(&Shape::Capsule(*a), reach)
    }

    /// The least separation of a shape from any segment, if it is at most `reach`. Equal separations: the
    /// segment of the lowest number.
    #[must_use]
    pub fn closest_shape(&self, a: &Shape<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        self.every().closest_shape(a, reach)
    }

    /// Every segment's contact with a ball whose separation is at most `reach`, in a fixed order.
    pub fn contacts_ball(&self, a: &Ball<V>, reach: V::Scalar, visit: impl FnMut(ChainContact<V>)) {
        self.contacts_shape(&Shape::Ball(*a), reach, visit);
    }

    /// Every segment's contact with a capsule whose separation is at most `reach`, in a fixed order.
    pub fn contacts_capsule(
        &self,
        a: &Capsule<V>,
        reach: V::Scalar,
        visit: impl FnMut(ChainContact<V>),
    ) {
        self.contacts_shape(&Shape::Capsule(*a), reach, visit);
    }

    /// Every segment's contact with a shape whose separation is at most `reach`, in a fixed order.
    pub fn contacts_shape(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(ChainContact<V>),
    ) {
        self.every().contacts_shape(a, reach, &mut visit);
    }

    /// Whether a ball touches any segment.
    #[must_use]
    pub fn overlap_ball(&self, a: &Ball<V>) -> bool {
        self.overlap_shape(&Shape::Ball(*a))
    }

    /// Whether a capsule touches any segment.
    #[must_use]
    pub fn overlap_capsule(&self, a: &Capsule<V>) -> bool {
        self.overlap_shape(&Shape::Capsule(*a))
    }

    /// Whether a shape touches any segment.
    #[must_use]
    pub fn overlap_shape(&self, a: &Shape<V>) -> bool {
        self.every().overlap_shape(a)
    }
}

/// # Sweep
///
/// The shape moves by `delta`, the chain rests; a ray is a swept point. See [`sweep`](mod@crate::sweep).
impl<V: Vector<Double = DVec2>> Chain<V> {
    /// The first segment that a ball meets on its way.
    #[must_use]
    pub fn sweep_ball(&self, a: &Ball<V>, delta: V) -> Option<ChainHit<V>> {
        self.sweep_shape(&Shape::Ball(*a), delta)
    }

    /// The first segment that a capsule meets on its way.
    #[must_use]
    pub fn sweep_capsule(&self, a: &Capsule<V>, delta: V) -> Option<ChainHit<V>> {
        self.sweep_shape(&Shape::Capsule(*a), delta)
    }

    /// The first segment that a shape meets on its way. Equal times: the segment it is deepest in at the
    /// start, then the lowest number.
    ///
    /// A motion that starts inside a segment is stopped at `t` = 0.
    #[must_use]
    pub fn sweep_shape(&self, a: &Shape<V>, delta: V) -> Option<ChainHit<V>> {
        self.every().sweep_shape(a, delta)
    }

    /// Whether a shape meets any segment on its way; stops at the first one found.
    #[must_use]
    pub fn sweep_shape_any(&self, a: &Shape<V>, delta: V) -> bool {
        self.every().sweep_shape_any(a, delta)
    }

    /// Every segment that a shape meets on its way, as if the others were not there, in the order of
    /// [`sweep_shape`](Self::sweep_shape). `hits` is cleared first and keeps its memory.
    pub fn sweep_shape_all(&self, a: &Shape<V>, delta: V, hits: &mut Vec<ChainHit<V>>) {
        self.every().sweep_shape_all(a, delta, hits);
    }

    /// Every segment whose box touches `region`, in the tree's order.
    pub(crate) fn segments_near(&self, region: &Aabb<V>, mut visit: impl FnMut(u32)) {
        let _ = self.tree.overlapping(region, |index| {
            visit(index);
            ControlFlow::Continue(())
        });
    }

    /// The first segment on the straight way from `origin` to `origin + delta`.
    #[must_use]
    pub fn ray(&self, origin: V, delta: V) -> Option<ChainHit<V>> {
        self.sweep_shape(&Shape::Point(origin), delta)
    }

    /// Whether any segment is on the straight way from `origin` to `origin + delta`.
    #[must_use]
    pub fn ray_any(&self, origin: V, delta: V) -> bool {
        self.sweep_shape_any(&Shape::Point(origin), delta)
    }

    /// Every segment on the straight way from `origin` to `origin + delta`, in order.
    /// `hits` is cleared first and keeps its memory.
    pub fn ray_all(&self, origin: V, delta: V, hits: &mut Vec<ChainHit<V>>) {
        self.sweep_shape_all(&Shape::Point(origin), delta, hits);
    }
}
