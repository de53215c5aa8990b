//! Every triangle that a shape touches or meets, not the first alone.

use super::Mesh;
use super::extent::Extent;
use super::motion::{Motions, Straight};
use super::queries::MeshContact;
use super::shapes::{MeshSweep, alone};
use crate::query::pair;
use crate::shape::Shape;
use crate::vector::{Scalar, Vector3};
use core::ops::ControlFlow;

impl<V: Vector3> Mesh<V> {
    /// Every triangle's contact with a shape whose separation is at most `reach`, in a fixed order.
    pub fn contacts_shape(
        &self,
        a: &Shape<V>,
        reach: V::Scalar,
        mut visit: impl FnMut(MeshContact<V>),
    ) {
        let Some(extent) = Extent::of(a, self.bounds().magnitude()) else {
            return;
        };
        let piece = alone(a);
        // Pushed out to the front it may be deeper than it is by the shortest way.
        let within = if self.one_sided {
            V::Scalar::INFINITY
        } else {
            reach
        };
        let _ = self.tree.nearest_first(
            reach.max(V::Scalar::ZERO),
            |bounds| Some(extent.gap(bounds)),
            |index, _| {
                let triangle = self.triangle(index);
                if let Some(found) = pair::contact(a, &Shape::Triangle(triangle), within)
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

    /// Every triangle that stops a shape on its way, in a fixed order (not by time).
    pub fn sweep_shape_all(&self, a: &Shape<V>, delta: V, mut visit: impl FnMut(MeshSweep<V>)) {
        let motions = Straight { delta };
        let size = self.bounds().magnitude().max(motions.size());
        let Some(extent) = Extent::of(a, size) else {
            return;
        };
        let piece = alone(a);
        let _ = self
            .tree
            .nearest_first(V::Scalar::ONE, motions.arrival(&extent), |index, _| {
                let triangle = self.triangle(index);
                let swept = pair::sweep(a, delta, &Shape::Triangle(triangle));
                if let Some(sweep) = self.swept(&piece, &triangle, &motions, swept)
                    && sweep.hit.is_some()
                {
                    visit(MeshSweep {
                        sweep,
                        triangle: index,
                    });
                }
                ControlFlow::Continue(())
            });
    }
}
