//! A part of a chain: the segments that a filter lets in.

use super::Chain;
use super::answers::{ChainContact, ChainHit};
use super::ask::View;
use crate::shape::Shape;
use crate::shape::{ball::Ball, capsule::Capsule};
use alloc::vec::Vec;
use carom_math::Vector;
use glam::DVec2;

/// A chain as a question sees it: some of its segments.
///
/// Made by [`Chain::only`].
#[derive(Clone, Copy, Debug)]
pub struct OnlySegments<'a, V: Vector<Double = DVec2>, F> {
    chain: &'a Chain<V>,
    filter: F,
}

impl<V: Vector<Double = DVec2>> Chain<V> {
    /// The segments whose numbers `filter` lets in, to be asked like the chain.
    ///
    /// Where a neighbour does not count the chain ends: what comes over that end is stopped by it.
    /// Whatever a segment is (its material, flags) is a list of the caller's, by number.
    ///
    /// ```
    /// use carom::{Chain, glam::vec2};
    /// let stairs = Chain::open(vec![vec2(0., 2.), vec2(2., 2.), vec2(2., 0.), vec2(0., 0.)])?;
    /// let is_glass = [true, false, false];
    /// let (from, down) = (vec2(1., 5.), vec2(0., -9.));
    /// assert_eq!(stairs.ray(from, down).unwrap().segment, 0);
    /// let rest = stairs.only(|segment| !is_glass[segment as usize]);
    /// assert_eq!(rest.ray(from, down).unwrap().segment, 2);
    /// assert!(stairs.only(|_| false).ray(from, down).is_none());
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    pub fn only<F: Fn(u32) -> bool>(&self, filter: F) -> OnlySegments<'_, V, F> {
        OnlySegments {
            chain: self,
            filter,
        }
    }

    pub(super) fn every(&self) -> View<'_, V> {
        self.seen_by(None)
    }

    /// All segments, or those that a filter lets in.
    pub(crate) fn seen_by<'a>(&'a self, filter: Option<&'a dyn Fn(u32) -> bool>) -> View<'a, V> {
        View {
            chain: self,
            filter,
        }
    }
}

impl<V: Vector<Double = DVec2>, F: Fn(u32) -> bool> OnlySegments<'_, V, F> {
    fn view(&self) -> View<'_, V> {
        self.chain.seen_by(Some(&self.filter))
    }

    /// As [`Chain::closest_ball`].
    #[must_use]
    pub fn closest_ball(&self, a: &Ball<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        self.closest_shape(&Shape::Ball(*a), reach)
    }

    /// As [`Chain::closest_capsule`].
    #[must_use]
    pub fn closest_capsule(&self, a: &Capsule<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        self.closest_shape(&Shape::Capsule(*a), reach)
    }

    /// As [`Chain::closest_shape`].
    #[must_use]
    pub fn closest_shape(&self, a: &Shape<V>, reach: V::Scalar) -> Option<ChainContact<V>> {
        self.view().closest_shape(a, reach)
    }

    /// As [`Chain::contacts_ball`].
    pub fn contacts_ball(&self, a: &Ball<V>, reach: V::Scalar, visit: impl FnMut(ChainContact<V>)) {
        self.contacts_shape(&Shape::Ball(*a), reach, visit);
    }

    /// As [`Chain::contacts_capsule`].
    pub fn contacts_capsule(
        &self,
        a: &Capsule<V>,
        reach: V::Scalar,
        visit: impl FnMut(ChainContact<V>),
    ) {
        self.contacts_shape(&Shape::Capsule(*a), reach, visit);
    }

    /// As [`Chain::contacts_shape`].
    pub fn contacts_shape(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(ChainContact<V>),
    ) {
        self.view().contacts_shape(a, reach, &mut visit);
    }

    /// As [`Chain::overlap_ball`].
    #[must_use]
    pub fn overlap_ball(&self, a: &Ball<V>) -> bool {
        self.overlap_shape(&Shape::Ball(*a))
    }

    /// As [`Chain::overlap_capsule`].
    #[must_use]
    pub fn overlap_capsule(&self, a: &Capsule<V>) -> bool {
        self.overlap_shape(&Shape::Capsule(*a))
    }

    /// As [`Chain::overlap_shape`].
    #[must_use]
    pub fn overlap_shape(&self, a: &Shape<V>) -> bool {
        self.view().overlap_shape(a)
    }

    /// As [`Chain::sweep_ball`].
    #[must_use]
    pub fn sweep_ball(&self, a: &Ball<V>, delta: V) -> Option<ChainHit<V>> {
        self.sweep_shape(&Shape::Ball(*a), delta)
    }

    /// As [`Chain::sweep_capsule`].
    #[must_use]
    pub fn sweep_capsule(&self, a: &Capsule<V>, delta: V) -> Option<ChainHit<V>> {
        self.sweep_shape(&Shape::Capsule(*a), delta)
    }

    /// As [`Chain::sweep_shape`].
    #[must_use]
    pub fn sweep_shape(&self, a: &Shape<V>, delta: V) -> Option<ChainHit<V>> {
        self.view().sweep_shape(a, delta)
    }

    /// As [`Chain::sweep_shape_any`].
    #[must_use]
    pub fn sweep_shape_any(&self, a: &Shape<V>, delta: V) -> bool {
        self.view().sweep_shape_any(a, delta)
    }

    /// As [`Chain::sweep_shape_all`].
    pub fn sweep_shape_all(&self, a: &Shape<V>, delta: V, hits: &mut Vec<ChainHit<V>>) {
        self.view().sweep_shape_all(a, delta, hits);
    }

    /// As [`Chain::ray`].
    #[must_use]
    pub fn ray(&self, origin: V, delta: V) -> Option<ChainHit<V>> {
        self.sweep_shape(&Shape::Point(origin), delta)
    }

    /// As [`Chain::ray_any`].
    #[must_use]
    pub fn ray_any(&self, origin: V, delta: V) -> bool {
        self.sweep_shape_any(&Shape::Point(origin), delta)
    }

    /// As [`Chain::ray_all`].
    pub fn ray_all(&self, origin: V, delta: V, hits: &mut Vec<ChainHit<V>>) {
        self.sweep_shape_all(&Shape::Point(origin), delta, hits);
    }
}
