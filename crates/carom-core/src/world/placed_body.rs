//! One body of a world as a surface: its shape, or the parts of its mesh or chain, behind its one-way filter.

use super::body_entry::{BodyEntry, PlacedCollider};
use super::local_query::{self, LocalQuery};
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Sweep};
use crate::pair::matrix;
use crate::pair::rigid::{self, RigidMotion};
use crate::part::{BodyId, PartId};
use crate::shape::{Convex, ShapeRef};
use crate::surface::{OnContact, OnHit, Options, Surface, parts};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// A body in the frame around `origin`.
#[derive(Clone, Copy)]
pub(super) struct PlacedBody<'a, V: Vector> {
    pub(super) id: BodyId,
    pub(super) entry: &'a BodyEntry<V>,
    pub(super) origin: V::Double,
}

impl<V: Vector> PlacedBody<'_, V> {
    pub(super) fn part(&self, index: u32) -> PartId {
        let body = self.id;
        PartId { body, index }
    }

    pub(super) fn collider(&self) -> PlacedCollider<'_, V> {
        self.entry.collider(self.origin)
    }

    /// Whether the body blocks a contact; only a one-way body may not.
    fn blocks(&self, contact: &Contact<V>) -> bool {
        let one_way = self.entry.one_way();
        one_way.is_none_or(|one_way| one_way.blocks(contact))
    }

    /// Whether the body stops a motion with this hit; only a one-way body may not.
    fn stops(&self, hit: &Hit<V>) -> bool {
        let one_way = self.entry.one_way();
        one_way.is_none_or(|one_way| one_way.stops(hit))
    }

    /// Whether two bodies touch, behind the one-way filter of one of them: of the second, if both have one.
    pub(super) fn collides(&self, other: &Self) -> bool {
        // The second may be one-way, and a surface.
        let is_turned = match [self, other].map(|body| body.entry.one_way().is_some()) {
            [false, false] => self.entry.body.collider.shape().is_none(),
            [own, other] => own && !other,
        };
        if is_turned {
            other.touches(self)
        } else {
            self.touches(other)
        }
    }

    /// Whether any of its parts touches the other body, behind the one-way filter of that.
    pub(super) fn touches(&self, other: &Self) -> bool {
        if let PlacedCollider::Shape(shape) = self.collider() {
            return other.overlap(&Options::default(), &shape.shape_ref());
        }
        let region = other.entry.bounds_from(self.origin);
        let region = region.unwrap_or_else(parts::everywhere);
        let mut touches = false;
        self.parts(&region, &mut |_, part| {
            touches = touches || other.overlap(&Options::default(), part);
        });
        touches || self.is_around(other)
    }

    /// Whether it is a solid that contains the first part of the other body; none of its own parts then touches that.
    fn is_around(&self, other: &Self) -> bool {
        let is_solid = match self.collider() {
            PlacedCollider::Shape(_) => false,
            PlacedCollider::Surface(surface, _) => surface.is_solid(),
        };
        let (mut first, mut contains) = (true, false);
        if is_solid {
            other.parts(&other.bounds(), &mut |_, part| {
                contains = contains || first && self.overlap(&Options::default(), part);
                first = false;
            });
        }
        contains
    }

    /// Runs `query` on the body's surface, with the shape in the frame of the surface. `None` if the body is a shape, or
    /// the query's shape is out of range in that frame.
    fn of_surface<'b, R>(
        &self,
        collider: &PlacedCollider<'b, V>,
        with: &Options<'b>,
        shape: &ShapeRef<'b, V>,
        query: impl FnOnce(&LocalQuery<'_, V>) -> R,
    ) -> Option<R> {
        let PlacedCollider::Surface(surface, map) = collider else {
            return None;
        };
        let own = |part: PartId| with.accepts(self.part(part.index));
        let filter: Option<&(dyn Fn(PartId) -> bool + Sync)> = match with.filter {
            Some(_) => Some(&own),
            None => None,
        };
        let options = Options { filter, ..*with };
        let placed = LocalQuery::new(*surface, options, self.id, *map, shape)?;
        Some(query(&placed))
    }
}

impl<V: Vector> Surface for PlacedBody<'_, V> {
    type Vector = V;

    fn bounds(&self) -> Aabb<V> {
        self.collider().bounds().unwrap_or_else(parts::everywhere)
    }

    fn parts(&self, region: &Aabb<V>, visit: &mut dyn FnMut(PartId, &ShapeRef<'_, V>)) {
        match self.collider() {
            PlacedCollider::Shape(shape) => visit(self.part(0), &shape.shape_ref()),
            PlacedCollider::Surface(surface, map) => {
                let region = local_query::region(surface, &map, region);
                surface.parts(&region, &mut |part, shape| {
                    visit(self.part(part.index), &map.placed(shape).shape_ref());
                });
            }
        }
    }

    fn closest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
    ) -> Option<Contact<V>> {
        let collider = self.collider();
        if matches!(collider, PlacedCollider::Surface(..)) && self.entry.one_way().is_none() {
            let found = self.of_surface(&collider, with, shape, |placed| placed.closest(reach));
            return found.flatten();
        }
        let mut best: Option<Contact<V>> = None;
        self.each_contact(with, shape, reach, &mut |found| {
            if found.precedes(best.as_ref()) {
                best = Some(found);
            }
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
        let mut offer = |contact: Contact<V>| {
            if self.blocks(&contact) {
                visit(contact);
            }
        };
        let collider = self.collider();
        if let PlacedCollider::Shape(own) = &collider {
            let part = self.part(0);
            if with.accepts(part)
                && let Some(contact) = matrix::contact_within(shape, &own.shape_ref(), reach)
            {
                offer(Contact { part, ..contact });
            }
        } else {
            self.of_surface(&collider, with, shape, |placed| {
                placed.contacts(reach, &mut offer);
            });
        }
    }

    fn each_nearest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut OnContact<'_, V>,
    ) {
        let collider = self.collider();
        if matches!(collider, PlacedCollider::Shape(_)) {
            let mut reach = reach;
            self.each_contact(with, shape, reach, &mut |contact| {
                visit(contact, &mut reach)
            });
            return;
        }
        self.of_surface(&collider, with, shape, |placed| {
            placed.nearest(reach, &mut |contact, reach| {
                if self.blocks(&contact) {
                    visit(contact, reach);
                }
            });
        });
    }

    fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> bool {
        if self.entry.one_way().is_some() {
            let mut touches = false;
            self.each_contact(with, shape, V::Scalar::ZERO, &mut |_| touches = true);
            return touches;
        }
        match self.collider() {
            PlacedCollider::Shape(own) => {
                with.accepts(self.part(0)) && matrix::overlaps(shape, &own.shape_ref())
            }
            collider => self
                .of_surface(&collider, with, shape, |placed| placed.overlap())
                .unwrap_or(false),
        }
    }

    fn each_hit(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        delta: V,
        visit: &mut OnHit<'_, V>,
    ) {
        let collider = self.collider();
        if let PlacedCollider::Shape(own) = &collider {
            let part = self.part(0);
            if with.accepts(part)
                && let Some(hit) = matrix::swept(shape, delta, &own.shape_ref()).hit
                && self.stops(&hit)
            {
                let mut limit = V::Scalar::ONE;
                let _ = visit(Hit { part, ..hit }, &mut limit);
            }
            return;
        }
        self.of_surface(&collider, with, shape, |placed| {
            placed.hits(delta, &mut |hit, limit| {
                if self.stops(&hit) {
                    visit(hit, limit)
                } else {
                    ControlFlow::Continue(())
                }
            });
        });
    }

    fn sweep_rigid(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        motion: &RigidMotion<V>,
        own: &RigidMotion<V>,
    ) -> Sweep<V> {
        let free = Sweep::free(V::Scalar::ZERO);
        match self.collider() {
            PlacedCollider::Shape(other) => {
                let part = self.part(0);
                if !with.accepts(part) {
                    return free;
                }
                let mut swept = rigid::swept(shape, motion, &other.shape_ref(), own);
                let hit = swept.hit.map(|hit| Hit { part, ..hit });
                swept.hit = hit.filter(|hit| self.stops(hit));
                swept
            }
            // Each part blocks or lets the shape pass on its own.
            PlacedCollider::Surface(..) if self.entry.one_way().is_some() => {
                parts::sweep_rigid(self, with, shape, motion, own, |_, hit| self.stops(hit))
            }
            collider => self
                .of_surface(&collider, with, shape, |placed| {
                    placed.sweep_rigid(motion, own)
                })
                .unwrap_or(free),
        }
    }
}
