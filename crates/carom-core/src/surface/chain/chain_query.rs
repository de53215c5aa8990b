//! Queries of a chain: traversal of the BVH, pairs, and joints.

use super::Chain;
use super::joint::JoinedSegment;
use crate::pair::contact::Contact;
use crate::pair::hit::Hit;
use crate::pair::matrix;
use crate::part::{Feature, PartId};
use crate::shape::segment::Segment;
use crate::shape::{Convex, ShapeRef};
use crate::surface::{OnContact, OnHit, Options};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;
use glam::DVec2;

/// A query of a chain.
#[derive(Clone, Copy)]
pub(super) struct ChainQuery<'a, V: Vector<Double = DVec2>> {
    pub(super) chain: &'a Chain<V>,
    pub(super) options: Options<'a>,
}

/// The shape and motion of a query.
struct ChainQueryShape<'a, V: Vector> {
    shape: ShapeRef<'a, V>,
    /// The bounding box of the shape; infinite for an unbounded shape, or if numbers are so large that differences
    /// overflow.
    bounds: Aabb<V>,
    delta: V,
    /// More than the rounding of any box or pair in this query.
    margin: V::Scalar,
}

impl<V: Vector<Double = DVec2>> ChainQuery<'_, V> {
    pub(super) fn closest(&self, a: &ShapeRef<'_, V>, reach: V::Scalar) -> Option<Contact<V>> {
        let mut best: Option<Contact<V>> = None;
        self.nearest(a, reach, &mut |found, reach| {
            if found.precedes(best.as_ref()) {
                best = Some(found);
                *reach = found.separation;
            }
        });
        best
    }

    /// Visits contacts within a reach that `visit` may lower, roughly the nearest first.
    pub(super) fn nearest(
        &self,
        a: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut OnContact<'_, V>,
    ) {
        let of_shape = self.of_shape(a, V::ZERO);
        let mut reach = reach;
        // Up to a separation of 0 every box that overlaps is traversed.
        let distance = |reach: V::Scalar| reach.max(V::Scalar::ZERO) + of_shape.margin;
        let tree = &self.chain.tree;
        let _ = tree.by_distance(&of_shape.bounds, distance(reach), &mut |index, limit| {
            if let Some(found) = self.contact_one(&of_shape, index as u32, reach) {
                visit(found, &mut reach);
                *limit = distance(reach);
            }
            ControlFlow::Continue(())
        });
    }

    /// Visits every contact within `reach`, in the order of the BVH.
    pub(super) fn contacts(
        &self,
        a: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        let of_shape = self.of_shape(a, V::ZERO);
        let _ = self.near(&of_shape, reach, |index| {
            if let Some(found) = self.contact_one(&of_shape, index, reach) {
                visit(found);
            }
            ControlFlow::Continue(())
        });
    }

    pub(super) fn overlap(&self, a: &ShapeRef<'_, V>) -> bool {
        let of_shape = self.of_shape(a, V::ZERO);
        let flow = self.near(&of_shape, V::Scalar::ZERO, |index| {
            match self.contact_one(&of_shape, index, V::Scalar::ZERO) {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        flow.is_break()
    }

    /// Visits every hit up to a limit, which `visit` may lower, roughly by increasing time.
    pub(super) fn hits(&self, a: &ShapeRef<'_, V>, delta: V, visit: &mut OnHit<'_, V>) {
        let a = self.of_shape(a, delta);
        let start = a.bounds.inflated(a.margin);
        let tree = &self.chain.tree;
        let _ = tree.by_arrival(
            &start,
            delta,
            V::Scalar::ONE,
            &mut |index, limit| match self.hit_one(&a, index as u32) {
                Some(found) if found.t <= *limit => visit(found, limit),
                _ => ControlFlow::Continue(()),
            },
        );
    }
}

impl<V: Vector<Double = DVec2>> ChainQuery<'_, V> {
    fn of_shape<'a>(&self, shape: &ShapeRef<'a, V>, delta: V) -> ChainQueryShape<'a, V> {
        let bounds = shape.bounds();
        let own = bounds.map_or(V::Scalar::ZERO, |bounds| bounds.magnitude());
        let size = self.chain.bounds().magnitude().max(own);
        let size = size.max(delta.abs().max_element());
        let tame = size < V::Scalar::MAX * V::Scalar::from_f64(1.0 / 16.0);
        let infinity = V::splat(V::Scalar::INFINITY);
        let everywhere = Aabb {
            min: -infinity,
            max: infinity,
        };
        ChainQueryShape {
            shape: *shape,
            bounds: bounds.filter(|_| tame).unwrap_or(everywhere),
            delta,
            margin: size * V::Scalar::EPSILON * V::Scalar::from_f64(128.0),
        }
    }

    /// Visits every segment that can be within `reach`, in the order of the BVH.
    fn near(
        &self,
        a: &ChainQueryShape<'_, V>,
        reach: V::Scalar,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let reach = reach.max(V::Scalar::ZERO) + a.margin;
        let region = a.bounds.inflated(reach);
        let tree = &self.chain.tree;
        tree.touching(&region, &mut |index| visit(index as u32))
    }

    fn contact_one(
        &self,
        a: &ChainQueryShape<'_, V>,
        index: u32,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        if !self.counts(index) {
            return None;
        }
        let segment = self.chain.segment(index);
        // A touch can be deeper along a normal of the chain.
        let within = reach.max(a.margin);
        let found = matrix::contact_within(&a.shape, &segment.shape_ref(), within)?;
        let (contact, feature) = match self.joined(index, segment) {
            Some(joined) => joined.contact(a.shape.core(), found)?,
            None => (found, self.bare_vertex(index)?),
        };
        let part = PartId::of(index);
        (contact.separation <= reach).then_some(Contact {
            part,
            feature,
            ..contact
        })
    }

    fn hit_one(&self, a: &ChainQueryShape<'_, V>, index: u32) -> Option<Hit<V>> {
        if !self.counts(index) {
            return None;
        }
        let segment = self.chain.segment(index);
        let swept = matrix::swept(&a.shape, a.delta, &segment.shape_ref());
        let (hit, start, feature) = match self.joined(index, segment) {
            Some(joined) => joined.sweep(a.shape.core(), a.delta, swept)?,
            None => (swept.hit?, swept.start, self.bare_vertex(index)?),
        };
        Some(Hit {
            start,
            feature,
            part: PartId::of(index),
            ..hit
        })
    }

    /// The feature of a segment without length, if no neighbor is at its position.
    fn bare_vertex(&self, index: u32) -> Option<Feature> {
        let mut neighbors = self.chain.neighbors[index as usize].iter().flatten();
        let alone = !neighbors.any(|neighbor| self.counts(*neighbor));
        (alone || self.is_raw()).then_some(Feature::Vertex(0))
    }

    fn joined(&self, index: u32, segment: Segment<V>) -> Option<JoinedSegment<'_, V>> {
        let is_joined = |neighbor| !self.is_raw() && self.counts(neighbor);
        JoinedSegment::new(self.chain, index, segment, is_joined)
    }

    /// Whether each segment answers as if it were alone.
    fn is_raw(&self) -> bool {
        self.chain.raw || self.options.internal_edges
    }

    fn counts(&self, index: u32) -> bool {
        self.options.accepts(PartId::of(index))
    }
}
