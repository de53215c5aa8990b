//! A surface in a pose, as a surface.

use super::local_query::{self, LocalQuery};
use super::margin::with_rounding;
use super::transform::Map;
use crate::pair::contact::Contact;
use crate::pair::hit::Sweep;
use crate::pair::rigid::RigidMotion;
use crate::part::{BodyId, PartId};
use crate::shape::{Convex, ShapeRef};
use crate::surface::{OnContact, OnHit, Options, Surface, parts};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A surface in a pose, for queries: see [`Pose::place_surface`](super::Pose::place_surface).
///
/// ```
/// use carom::{Ball, Compound, PlacedSurface, Pose, Query, glam::{Vec2, vec2}};
/// let dumbbell = Compound::new([Ball::new(vec2(-2., 0.), 1.), Ball::new(vec2(2., 0.), 1.)])?;
/// let placed: PlacedSurface<Compound<Vec2>> = Pose::at(vec2(0., 5.)).place_surface(&dumbbell);
/// let found = Query::new(&placed).closest(&Ball::new(vec2(2., 0.), 1.), 9.).unwrap();
/// assert_eq!((found.separation, found.part.index), (3., 1));
/// # Ok::<(), carom::CompoundError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlacedSurface<'a, S: Surface> {
    surface: &'a S,
    /// From the frame of the surface to that of the queries; `None` of a pose that is not valid.
    map: Option<Map<S::Vector>>,
}

impl<'a, S: Surface> PlacedSurface<'a, S> {
    pub(super) fn new(surface: &'a S, map: Option<Map<S::Vector>>) -> Self {
        Self { surface, map }
    }

    /// Runs `query` in the frame of the surface; `None` if there is none or the shape is out of range there.
    fn locally<R>(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        query: impl FnOnce(&LocalQuery<'_, S::Vector>) -> R,
    ) -> Option<R> {
        let body = BodyId::default();
        let local = LocalQuery::new(self.surface, *with, body, self.map?, shape)?;
        Some(query(&local))
    }
}

impl<S: Surface> Surface for PlacedSurface<'_, S> {
    type Vector = S::Vector;

    fn bounds(&self) -> Aabb<S::Vector> {
        let own = self.surface.bounds();
        let around = self.map.and_then(|map| {
            let size = map.length(own.magnitude());
            with_rounding(&map.around(&own), size)
        });
        around.unwrap_or_else(parts::everywhere)
    }

    fn each_box(&self, visit: &mut dyn FnMut(usize, &Aabb<S::Vector>)) {
        if let Some(map) = self.map {
            self.surface.each_box(&mut |around, bounds| {
                visit(around, &map.around(bounds));
            });
        }
    }

    fn parts(
        &self,
        region: &Aabb<S::Vector>,
        visit: &mut dyn FnMut(PartId, &ShapeRef<'_, S::Vector>),
    ) {
        if let Some(map) = self.map {
            let region = local_query::region(self.surface, &map, region);
            self.surface.parts(&region, &mut |part, shape| {
                visit(part, &map.placed(shape).shape_ref());
            });
        }
    }

    fn closest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        reach: <S::Vector as Vector>::Scalar,
    ) -> Option<Contact<S::Vector>> {
        self.locally(with, shape, |local| local.closest(reach))
            .flatten()
    }

    fn each_contact(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        reach: <S::Vector as Vector>::Scalar,
        visit: &mut dyn FnMut(Contact<S::Vector>),
    ) {
        self.locally(with, shape, |local| local.contacts(reach, visit));
    }

    fn each_nearest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        reach: <S::Vector as Vector>::Scalar,
        visit: &mut OnContact<'_, S::Vector>,
    ) {
        self.locally(with, shape, |local| local.nearest(reach, visit));
    }

    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, S::Vector>) -> bool {
        self.locally(with, shape, |local| local.overlap())
            .unwrap_or(false)
    }

    fn each_hit(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        delta: S::Vector,
        visit: &mut OnHit<'_, S::Vector>,
    ) {
        self.locally(with, shape, |local| local.hits(delta, visit));
    }

    fn sweep_rigid(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, S::Vector>,
        motion: &RigidMotion<S::Vector>,
        own: &RigidMotion<S::Vector>,
    ) -> Sweep<S::Vector> {
        let swept = self.locally(with, shape, |local| local.sweep_rigid(motion, own));
        swept.unwrap_or_else(|| Sweep::free(<S::Vector as Vector>::Scalar::ZERO))
    }
}
