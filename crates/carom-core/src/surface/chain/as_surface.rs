//! A chain as a surface: its queries traverse its own BVH.

use super::Chain;
use super::chain_query::ChainQuery;
use crate::pair::contact::Contact;
use crate::pair::hit::Sweep;
use crate::pair::rigid::RigidMotion;
use crate::part::PartId;
use crate::shape::{Convex, ShapeRef};
use crate::surface::motion::{Motions, Rigid};
use crate::surface::{OnContact, OnHit, Options, Query, Surface, parts, solid};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;
use glam::DVec2;

impl<V: Vector<Double = DVec2>> Chain<V> {
    /// Starts a query of the chain.
    ///
    /// ```
    /// use carom::{Chain, PartId, glam::vec2};
    /// let stairs = Chain::open(vec![vec2(0., 2.), vec2(2., 2.), vec2(2., 0.), vec2(0., 0.)])?;
    /// let (from, down) = (vec2(1., 5.), vec2(0., -9.));
    /// assert_eq!(stairs.query().ray(from, down).unwrap().part.index, 0);
    /// let is_solid = |part: PartId| part.index != 0;
    /// assert_eq!(stairs.query().filter(&is_solid).ray(from, down).unwrap().part.index, 2);
    /// # Ok::<(), carom::ChainError>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> Query<'_, &Self> {
        Query::new(self)
    }

    /// Visits every segment that can touch a box.
    pub(super) fn segments_near(&self, region: &Aabb<V>, mut visit: impl FnMut(u32)) {
        let _ = self.tree.touching(region, &mut |index| {
            visit(index as u32);
            ControlFlow::Continue(())
        });
    }

    fn query_with<'a>(&'a self, options: &Options<'a>) -> ChainQuery<'a, V> {
        ChainQuery {
            chain: self,
            options: *options,
        }
    }
}

impl<V: Vector<Double = DVec2>> Surface for Chain<V> {
    type Vector = V;

    fn bounds(&self) -> Aabb<V> {
        self.tree.bounds()
    }

    fn each_box(&self, visit: &mut dyn FnMut(usize, &Aabb<V>)) {
        self.tree.each_box(|level, _, bounds| visit(level, bounds));
    }

    fn parts(&self, region: &Aabb<V>, visit: &mut dyn FnMut(PartId, &ShapeRef<'_, V>)) {
        self.segments_near(region, |index| {
            visit(PartId::of(index), &self.segment(index).shape_ref());
        });
    }

    fn closest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let of_parts = |reach| self.query_with(with).closest(shape, reach);
        match self.deep(with, shape) {
            Some(deep) => solid::closest(deep, reach, of_parts),
            None => of_parts(reach),
        }
    }

    fn each_contact(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        if let Some(deep) = self
            .deep(with, shape)
            .filter(|deep| deep.separation <= reach)
        {
            visit(deep);
        }
        self.query_with(with).contacts(shape, reach, visit);
    }

    fn each_nearest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut OnContact<'_, V>,
    ) {
        let mut reach = reach;
        if let Some(deep) = self
            .deep(with, shape)
            .filter(|deep| deep.separation <= reach)
        {
            visit(deep, &mut reach);
        }
        self.query_with(with).nearest(shape, reach, visit);
    }

    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> bool {
        self.deep(with, shape).is_some() || self.query_with(with).overlap(shape)
    }

    fn each_hit(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) {
        if solid::visit_deep(self.deep(with, shape), visit).is_break() {
            return;
        }
        self.query_with(with).hits(shape, delta, visit);
    }

    fn sweep_rigid(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        motion: &RigidMotion<V>,
        own: &RigidMotion<V>,
    ) -> Sweep<V> {
        let swept = parts::sweep_rigid(self, with, shape, motion, own, |part, hit| {
            if !self.is_one_sided() {
                return true;
            }
            let segment = self.segment(part.index);
            let right = -(segment.b - segment.a).any_orthogonal_vector();
            let motions = Rigid {
                a: *motion,
                b: *own,
            };
            hit.normal.dot(motions.turned(right, hit.t)) >= V::Scalar::ZERO
        });
        let overlaps = |found: &Contact<V>| found.separation < -found.error_bound;
        let start = self
            .solid
            .then(|| self.closest(with, shape, V::Scalar::ZERO));
        solid::first(start.flatten().filter(overlaps), swept)
    }
}
