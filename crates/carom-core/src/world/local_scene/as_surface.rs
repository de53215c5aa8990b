//! A local scene as a surface: queries with any shape, part by part, with the answers that the gathered world gives.

use super::{LocalScene, Solid};
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Sweep};
use crate::pair::matrix;
use crate::pair::rigid::RigidMotion;
use crate::part::PartId;
use crate::shape::{Convex, ShapeRef};
use crate::surface::motion::{Motions, Rigid, Straight};
use crate::surface::one_sided::OneSidedPair;
use crate::surface::parts::{self, Earliest};
use crate::surface::{OnHit, Options, Query, Surface};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

impl<V: Vector> LocalScene<V> {
    /// Starts a query of the gathered parts, with any shape.
    ///
    /// The answers are those of the scene that was gathered, with internal edges, as far as its parts were gathered:
    /// gather a box around the whole query before.
    ///
    /// ```
    /// use carom::{Aabb, Ball, LocalScene, Scene, World, glam::{Vec2, vec2}};
    /// let mut world = World::new();
    /// let near = world.insert(Ball::new(vec2(3., 0.), 1.))?;
    /// world.insert(Ball::new(vec2(90., 0.), 1.))?;
    /// let mut scene = LocalScene::new();
    /// world.gather(&Aabb { min: vec2(-9., -9.), max: vec2(9., 9.) }, &mut scene);
    /// assert_eq!(scene.len(), 1);
    /// let hit = scene.query().ray(Vec2::ZERO, vec2(5., 0.)).unwrap();
    /// assert!(hit.part.body == near && (hit.t - 0.4).abs() < 1e-6);
    /// # Ok::<(), carom::BodyError>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> Query<'_, &Self> {
        Query::new(self)
    }

    pub(super) fn shape_ref(&self, index: usize) -> ShapeRef<'_, V> {
        match &self.items[index].solid {
            Solid::Triangle(triangle, _) => triangle.shape_ref(),
            Solid::Capsule(capsule) if capsule.a == capsule.b => {
                ShapeRef::One(([capsule.a], capsule.radius))
            }
            Solid::Capsule(capsule) => capsule.shape_ref(),
            Solid::Box(first) => ShapeRef::Points((self.corners(*first), V::Scalar::ZERO)),
            Solid::Hull(first, count, radius) => {
                ShapeRef::Points(self.hull(*first, *count, *radius))
            }
            Solid::HalfSpace(plane) => ShapeRef::HalfSpace(*plane),
            Solid::Curved(number) => {
                let (core, radius) = self.curved(*number);
                ShapeRef::Curved(*core, *radius)
            }
            Solid::Support(number) => self.supports[*number as usize].shape_ref(),
        }
    }

    /// A shape and a part, if that is a one-sided triangle.
    fn one_sided<'a>(
        &'a self,
        index: usize,
        shape: &ShapeRef<'a, V>,
    ) -> Option<OneSidedPair<'a, V>> {
        match &self.items[index].solid {
            Solid::Triangle(triangle, true) => Some(OneSidedPair {
                shape: *shape,
                shape_front: None,
                shape_is_solid: false,
                triangle,
                is_one_sided: true,
                is_solid: false,
            }),
            _ => None,
        }
    }

    /// Visits the parts that pass the filter and can be within `reach` of a shape moving by `delta`.
    fn each_near(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        (reach, delta): (V::Scalar, V),
        mut visit: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(region) = parts::region(self, shape, reach, delta) else {
            return ControlFlow::Continue(());
        };
        self.each_touching(&region, |index| {
            if with.accepts(self.part(index)) {
                visit(index)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// The contact of a shape with one part, if its separation is at most `reach`. For movers.
    #[doc(hidden)]
    pub fn shape_contact(
        &self,
        index: usize,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let other = self.shape_ref(index);
        let found = match self.one_sided(index, shape) {
            // The depth towards the front may be greater than the smallest one.
            Some(pair) => {
                let found = matrix::contact_within(shape, &other, V::Scalar::INFINITY)?;
                pair.contact(found)
                    .filter(|found| found.separation <= reach)?
            }
            None => matrix::contact_within(shape, &other, reach)?,
        };
        let one_way = self.group(index).one_way;
        let blocks = one_way.is_none_or(|one_way| one_way.blocks(&found));
        let part = self.part(index);
        blocks.then_some(Contact { part, ..found })
    }

    /// A sweep against one part; `None` if neither a hit nor a touch is left of it.
    pub(super) fn shape_sweep(
        &self,
        index: usize,
        shape: &ShapeRef<'_, V>,
        motions: &impl Motions<V>,
    ) -> Option<Sweep<V>> {
        let swept = motions.sweep(shape, &self.shape_ref(index));
        let mut swept = match self.one_sided(index, shape) {
            Some(pair) => pair.sweep(motions, swept)?,
            None => swept,
        };
        if let Some(one_way) = self.group(index).one_way {
            swept.hit = swept.hit.filter(|hit| one_way.stops(hit));
        }
        Some(swept)
    }
}

impl<V: Vector> Surface for LocalScene<V> {
    type Vector = V;

    fn bounds(&self) -> Aabb<V> {
        let boxes = (0..self.len()).map(|index| self.batch.bounds(index));
        let finite = boxes.filter(|own| own.min.is_finite() && own.max.is_finite());
        finite.fold(Aabb::empty(), |bounds, own| bounds.union(&own))
    }

    fn parts(&self, region: &Aabb<V>, visit: &mut dyn FnMut(PartId, &ShapeRef<'_, V>)) {
        let _ = self.each_touching(region, |index| {
            visit(self.part(index), &self.shape_ref(index));
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
        let _ = self.each_near(with, shape, (reach, V::ZERO), |index| {
            let within = best.map_or(reach, |best| best.separation);
            if let Some(found) = self.shape_contact(index, shape, within)
                && found.precedes(best.as_ref())
            {
                best = Some(found);
            }
            ControlFlow::Continue(())
        });
        best
    }

    fn each_contact(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        let _ = self.each_near(with, shape, (reach, V::ZERO), |index| {
            if let Some(found) = self.shape_contact(index, shape, reach) {
                visit(found);
            }
            ControlFlow::Continue(())
        });
    }

    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> bool {
        let zero = V::Scalar::ZERO;
        let flow = self.each_near(with, shape, (zero, V::ZERO), |index| {
            let is_plain = self.group(index).one_way.is_none();
            let touches = if is_plain && self.one_sided(index, shape).is_none() {
                matrix::overlaps(shape, &self.shape_ref(index))
            } else {
                self.shape_contact(index, shape, zero).is_some()
            };
            if touches {
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
        let mut limit = V::Scalar::ONE;
        let _ = self.each_near(with, shape, (V::Scalar::ZERO, delta), |index| {
            let swept = self.shape_sweep(index, shape, &Straight::new(delta));
            match swept.and_then(|swept| swept.hit) {
                Some(hit) if hit.t <= limit => {
                    let part = self.part(index);
                    visit(Hit { part, ..hit }, &mut limit)
                }
                _ => ControlFlow::Continue(()),
            }
        });
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
        let Some(region) = parts::rigid_region(self, shape, &motions) else {
            return earliest.sweep();
        };
        let _ = self.each_touching(&region, |index| {
            let part = self.part(index);
            if with.accepts(part)
                && let Some(swept) = self.shape_sweep(index, shape, &motions)
            {
                earliest.offer(swept, part);
            }
            ControlFlow::Continue(())
        });
        earliest.sweep()
    }
}
