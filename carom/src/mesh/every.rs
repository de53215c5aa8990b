//! Every triangle that a shape touches or meets, not the first alone.

use super::Mesh;
use super::answers::{MeshContact, MeshHit};
use super::ask::{ball, capsule, in_order_of_time, point};
use super::extent::Extent;
use super::motion::{Motions, Straight};
use super::shapes::alone;
use crate::query::pair;
use crate::shape::Shape;
use crate::shape::aabb::Aabb;
use crate::vector::{Scalar, Vector3};
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl<V: Vector3> Mesh<V> {
    /// Every triangle's contact with a shape whose separation is at most `reach`, in a fixed order.
    pub fn contacts_shape(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(MeshContact<V>),
    ) {
        let Some(extent) = Extent::of(a, self.size) else {
            return;
        };
        let piece = alone(a);
        // Pushed out to the front it may be deeper than it is by the shortest way.
        let any = if self.one_sided {
            V::Scalar::INFINITY
        } else {
            reach
        };
        let limit = reach.max(V::Scalar::ZERO);
        let _ = self.by_bound(
            limit,
            within(limit, |bounds| Some(extent.gap(bounds))),
            |index, _| {
                let triangle = self.triangle(index);
                if let Some(found) = pair::contact(a, &Shape::Triangle(triangle), any)
                    && let Some(contact) = self.seen(&piece, &triangle, found)
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

    /// Puts every triangle that stops a shape on its way into `hits`, the earliest first, ties by number.
    /// What is in the list is cleared; its memory is kept.
    pub fn sweep_shape_all(&self, a: &Shape<V>, delta: V, hits: &mut Vec<MeshHit<V>>) {
        hits.clear();
        self.each_hit(a, delta, |hit| hits.push(hit));
        in_order_of_time(hits);
    }

    /// Every triangle that stops a shape on its way, in a fixed order (not by time).
    pub(crate) fn each_hit(&self, a: &Shape<V>, delta: V, mut visit: impl FnMut(MeshHit<V>)) {
        let all = self.every();
        let mut each = |hit: MeshHit<V>, _: &mut V::Scalar| {
            visit(hit);
            ControlFlow::Continue(())
        };
        match a {
            Shape::Point(p) => all.sweep_each(&point(*p), delta, &mut each),
            Shape::Ball(a) => all.sweep_each(&ball(a), delta, &mut each),
            Shape::Capsule(a) => all.sweep_each(&capsule(a), delta, &mut each),
            _ => self.each_hit_of_shape(a, delta, visit),
        }
    }

    fn each_hit_of_shape(&self, a: &Shape<V>, delta: V, mut visit: impl FnMut(MeshHit<V>)) {
        let motions = Straight { delta };
        let size = self.size.max(motions.size());
        let Some(extent) = Extent::of(a, size) else {
            return;
        };
        let piece = alone(a);
        let _ = self.by_bound(
            V::Scalar::ONE,
            within(V::Scalar::ONE, motions.arrival(&extent)),
            |index, _| {
                let triangle = self.triangle(index);
                let swept = pair::sweep(a, delta, &Shape::Triangle(triangle));
                if let Some(swept) = self.swept(&piece, &triangle, &motions, swept)
                    && let Some(hit) = swept.hit
                {
                    visit(MeshHit {
                        hit,
                        start: swept.start,
                        triangle: index,
                    });
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
