//! The compound as a surface: its BVH in front of the queries of pairs.

use super::Compound;
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Sweep};
use crate::pair::matrix;
use crate::pair::rigid::RigidMotion;
use crate::part::PartId;
use crate::shape::{Convex, ShapeRef};
use crate::surface::extent::Extent;
use crate::surface::motion::{Motions, Rigid, Straight};
use crate::surface::parts::Earliest;
use crate::surface::{OnContact, OnHit, Options, Query, Surface};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

impl<V: Vector> Compound<V> {
    /// Starts a query of the compound.
    ///
    /// ```
    /// use carom::{Ball, Compound, glam::vec2};
    /// let dumbbell = Compound::new([Ball::new(vec2(-2., 0.), 1.), Ball::new(vec2(2., 0.), 1.)])?;
    /// let found = dumbbell.query().closest(&vec2(0.5, 0.), 9.).unwrap();
    /// assert_eq!((found.part.index, found.separation), (1, 0.5));
    /// # Ok::<(), carom::CompoundError>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> Query<'_, &Self> {
        Query::new(self)
    }

    /// The extent of a query's shape, among numbers as large as these.
    fn extent(&self, shape: &ShapeRef<'_, V>, size: V::Scalar) -> Option<Extent<V>> {
        Extent::of(shape, self.bounds().magnitude().max(size))
    }

    /// Visits the shapes that pass the filter, roughly by increasing lower bound, as
    /// [`Bvh::by_bound`](carom_bvh::Bvh::by_bound) does.
    fn by_bound(
        &self,
        with: &Options<'_>,
        limit: V::Scalar,
        bound: impl Fn(&Aabb<V>) -> Option<V::Scalar>,
        mut visit: impl FnMut(PartId, &ShapeRef<'_, V>, &mut V::Scalar) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.by_bound(limit, bound, |item, limit| {
            let part = PartId::of(item as u32);
            if with.accepts(part) {
                visit(part, &self.shapes[item].shape_ref(), limit)
            } else {
                ControlFlow::Continue(())
            }
        })
    }
}

impl<V: Vector> Surface for Compound<V> {
    type Vector = V;

    fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }

    fn each_box(&self, visit: &mut dyn FnMut(usize, &Aabb<V>)) {
        self.tree.each_box(|level, _, bounds| visit(level, bounds));
    }

    fn parts(&self, region: &Aabb<V>, visit: &mut dyn FnMut(PartId, &ShapeRef<'_, V>)) {
        let _ = self.tree.touching(region, &mut |item| {
            visit(PartId::of(item as u32), &self.shapes[item].shape_ref());
            ControlFlow::Continue(())
        });
    }

    fn closest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let mut best: Option<Contact<V>> = None;
        self.each_nearest(with, shape, reach, &mut |found, reach| {
            if found.precedes(best.as_ref()) {
                best = Some(found);
                *reach = found.separation;
            }
        });
        best
    }

    fn each_nearest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut OnContact<'_, V>,
    ) {
        let Some(extent) = self.extent(shape, V::Scalar::ZERO) else {
            return;
        };
        let bound = |bounds: &Aabb<V>| Some(extent.gap(bounds));
        let _ = self.by_bound(with, reach, bound, |part, other, limit| {
            if let Some(found) = matrix::contact_within(shape, other, *limit) {
                visit(Contact { part, ..found }, limit);
            }
            ControlFlow::Continue(())
        });
    }

    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> bool {
        let Some(extent) = self.extent(shape, V::Scalar::ZERO) else {
            return false;
        };
        let bound = |bounds: &Aabb<V>| Some(extent.gap(bounds));
        let flow = self.by_bound(with, V::Scalar::ZERO, bound, |_, other, _| {
            if matrix::overlaps(shape, other) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        flow.is_break()
    }

    fn each_hit(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) {
        let motions = Straight::new(delta);
        let Some(extent) = self.extent(shape, motions.size()) else {
            return;
        };
        let arrival = motions.arrival(&extent);
        let _ =
            self.by_bound(
                with,
                V::Scalar::ONE,
                arrival,
                |part, other, limit| match matrix::swept(shape, delta, other).hit {
                    Some(hit) if hit.t <= *limit => visit(Hit { part, ..hit }, limit),
                    _ => ControlFlow::Continue(()),
                },
            );
    }

    fn sweep_rigid(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        motion: &RigidMotion<V>,
        own: &RigidMotion<V>,
    ) -> Sweep<V> {
        let motions = Rigid {
            a: *motion,
            b: *own,
        };
        let mut earliest = Earliest::new();
        let Some(extent) = self.extent(shape, motions.size()) else {
            return earliest.sweep();
        };
        let arrival = motions.arrival(&extent);
        let _ = self.by_bound(with, V::Scalar::ONE, arrival, |part, other, limit| {
            earliest.offer(motions.sweep(shape, other), part);
            *limit = earliest.limit();
            ControlFlow::Continue(())
        });
        earliest.sweep()
    }
}
