//! Every triangle that a shape touches or meets, not the first alone.

use super::answers::{MeshContact, MeshHit};
use super::ask::{OnHit, View, ball, capsule, in_order_of_time, point};
use super::extent::Extent;
use super::motion::{Motions, Straight};
use super::shapes::alone;
use crate::pairs::pair;
use crate::shape::Shape;
use crate::surface::mesh::Vector3;
use alloc::vec::Vec;
use carom_bvh::Aabb;
use carom_math::Scalar;
use core::ops::ControlFlow;

impl<V: Vector3> View<'_, V> {
    /// Every contact within `reach`, in the tree's order.
    pub(crate) fn contacts_shape(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(MeshContact<V>),
    ) {
        match a {
            Shape::Point(p) => self.contacts(&point(*p), reach, visit),
            Shape::Ball(a) => self.contacts(&ball(a), reach, visit),
            Shape::Capsule(a) => self.contacts(&capsule(a), reach, visit),
            _ => self.contacts_piece(a, reach, visit),
        }
    }

    fn contacts_piece(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(MeshContact<V>),
    ) {
        let Some(extent) = Extent::of(a, self.mesh.size) else {
            return;
        };
        let piece = alone(a);
        // Pushed out to the front it may be deeper than it is by the shortest way.
        let any = if self.mesh.one_sided {
            V::Scalar::INFINITY
        } else {
            reach
        };
        let limit = reach.max(V::Scalar::ZERO);
        let _ = self.by_bound(
            limit,
            within(limit, |bounds| Some(extent.gap(bounds))),
            |index, triangle, _| {
                if let Some(found) = pair::contact(a, &Shape::Triangle(*triangle), any)
                    && let Some(contact) = self.seen(&piece, triangle, found)
                    && contact.separation <= reach
                {
                    visit(MeshContact {
                        contact,
                        triangle: index,
                    });
                }
                ControlFlow::Continue(())
            },
        );
    }

    /// Whether any triangle stops it on its way.
    pub(crate) fn sweep_shape_any(&self, a: &Shape<V>, delta: V) -> bool {
        let mut any = false;
        self.each_hit(a, delta, &mut |_, _| {
            any = true;
            ControlFlow::Break(())
        });
        any
    }

    /// All hits in the order of time.
    pub(super) fn sweep_shape_all(&self, a: &Shape<V>, delta: V, hits: &mut Vec<MeshHit<V>>) {
        hits.clear();
        self.each_hit(a, delta, &mut |hit, _| {
            hits.push(hit);
            ControlFlow::Continue(())
        });
        in_order_of_time(hits);
    }

    /// Every triangle that stops a shape on its way, in a fixed order (not by time), until told to stop.
    pub(crate) fn each_hit(&self, a: &Shape<V>, delta: V, visit: &mut OnHit<'_, V>) {
        match a {
            Shape::Point(p) => self.sweep_each(&point(*p), delta, visit),
            Shape::Ball(a) => self.sweep_each(&ball(a), delta, visit),
            Shape::Capsule(a) => self.sweep_each(&capsule(a), delta, visit),
            _ => self.each_hit_of_piece(a, delta, visit),
        }
    }

    fn each_hit_of_piece(&self, a: &Shape<V>, delta: V, visit: &mut OnHit<'_, V>) {
        let motions = Straight { delta };
        let size = self.mesh.size.max(motions.size());
        let Some(extent) = Extent::of(a, size) else {
            return;
        };
        let piece = alone(a);
        let _ = self.by_bound(
            V::Scalar::ONE,
            within(V::Scalar::ONE, motions.arrival(&extent)),
            |index, triangle, limit| {
                let swept = pair::sweep(a, delta, &Shape::Triangle(*triangle));
                if let Some(swept) = self.swept(&piece, triangle, &motions, swept)
                    && let Some(hit) = swept.hit
                {
                    let hit = MeshHit {
                        hit,
                        start: swept.start,
                        triangle: index,
                    };
                    return visit(hit, limit);
                }
                ControlFlow::Continue(())
            },
        );
    }
}

/// What lets in the same boxes and tells no more of them, so that the order is that of the tree, however large
/// its boxes are.
fn within<V: Vector3>(
    limit: V::Scalar,
    bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
) -> impl Fn(&Aabb<V>) -> Option<V::Scalar> {
    move |bounds| {
        let least = bound(bounds)?;
        (least <= limit).then_some(V::Scalar::ZERO)
    }
}
