//! The queries of one body.

use super::pose::Map;
use super::resident::{Resident, Seen};
use super::surface::BodySurface;
use super::view::View;
use crate::pair::contact::Contact;
use crate::pair::matrix;
use crate::pair::rigid::{self, RigidMotion};
use crate::pair::sweep::{Hit, Sweep};
use crate::part::{BodyId, PartId};
use crate::shape::ShapeRef;
use crate::surface::parts::Earliest;
use crate::surface::{OnHit, Options};
use carom_math::{Scalar, Vector};
use core::ops::ControlFlow;

/// A body that counts, seen in the frame around `origin`.
#[derive(Clone, Copy)]
pub(super) struct BodyQuery<'a, V: Vector> {
    pub(super) id: BodyId,
    pub(super) resident: &'a Resident<V>,
    pub(super) origin: V::Double,
}

impl<V: Vector> BodyQuery<'_, V> {
    pub(super) fn part(&self, index: u32) -> PartId {
        let body = self.id;
        PartId { body, index }
    }

    /// Whether a part of it counts.
    pub(super) fn has(&self, with: &Options<'_>, index: u32) -> bool {
        with.accepts(self.part(index))
    }

    pub(super) fn seen(&self) -> Seen<'_, V> {
        self.resident.seen(self.origin)
    }

    /// Runs `query` on the surface that the body is, with the shape in its frame; `None` if the shape is out of range
    /// there.
    fn of_surface<'b, R>(
        &self,
        seen: &Seen<'b, V>,
        with: &Options<'b>,
        shape: &ShapeRef<'b, V>,
        query: impl FnOnce(&View<'_, V>) -> R,
    ) -> Option<R> {
        let Seen::Surface(surface, map) = seen else {
            return None;
        };
        let own = |part: PartId| self.has(with, part.index);
        let filter: Option<&(dyn Fn(PartId) -> bool + Sync)> = match with.filter {
            Some(_) => Some(&own),
            None => None,
        };
        let options = Options { filter, ..*with };
        let view = View::new(*surface, options, self.id, *map, shape)?;
        Some(query(&view))
    }

    /// Every contact within `reach`.
    pub(super) fn contacts(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        let gate = self.resident.gate();
        let mut offer = |contact: Contact<V>| {
            if gate.is_none_or(|gate| gate.blocks(&contact)) {
                visit(contact);
            }
        };
        let seen = self.seen();
        if let Seen::Shape(own) = &seen {
            let part = self.part(0);
            if with.accepts(part)
                && let Some(contact) = matrix::contact_within(shape, &own.shape_ref(), reach)
            {
                offer(Contact { part, ..contact });
            }
        } else {
            self.of_surface(&seen, with, shape, |view| view.contacts(reach, &mut offer));
        }
    }

    /// The least separation within `reach`, or more than that one contact.
    pub(super) fn closest(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Contact<V>),
    ) {
        let seen = self.seen();
        if matches!(seen, Seen::Shape(_)) || self.resident.gate().is_some() {
            return self.contacts(with, shape, reach, visit);
        }
        let found = self.of_surface(&seen, with, shape, |view| view.closest(reach));
        if let Some(found) = found.flatten() {
            visit(found);
        }
    }

    /// Whether it touches.
    pub(super) fn overlap(&self, with: &Options<'_>, shape: &ShapeRef<'_, V>) -> bool {
        if self.resident.gate().is_some() {
            let mut touches = false;
            self.contacts(with, shape, V::Scalar::ZERO, &mut |_| touches = true);
            return touches;
        }
        match self.seen() {
            Seen::Shape(own) => self.has(with, 0) && matrix::overlaps(shape, &own.shape_ref()),
            seen => self
                .of_surface(&seen, with, shape, |view| view.overlap())
                .unwrap_or(false),
        }
    }

    /// Visits every hit up to a limit that `visit` may lower, until it breaks.
    pub(super) fn hits(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        delta: V,
        visit: &mut OnHit<'_, V>,
        limit: &mut V::Scalar,
    ) -> ControlFlow<()> {
        let gate = self.resident.gate();
        let mut flow = ControlFlow::Continue(());
        let seen = self.seen();
        if let Seen::Shape(own) = &seen {
            let part = self.part(0);
            if with.accepts(part)
                && let Some(hit) = matrix::swept(shape, delta, &own.shape_ref()).hit
                && gate.is_none_or(|gate| gate.stops(&hit))
            {
                flow = visit(Hit { part, ..hit }, limit);
            }
            return flow;
        }
        self.of_surface(&seen, with, shape, |view| {
            view.hits(delta, &mut |hit, own_limit| {
                if gate.is_none_or(|gate| gate.stops(&hit)) {
                    flow = visit(hit, limit);
                    *own_limit = own_limit.min(*limit);
                }
                flow
            });
        });
        flow
    }

    /// When it is first met by a rigid motion.
    pub(super) fn sweep_rigid(
        &self,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        motion: &RigidMotion<V>,
        own: &RigidMotion<V>,
    ) -> Option<Sweep<V>> {
        let mut swept = match self.seen() {
            Seen::Shape(other) => {
                let part = self.part(0);
                let mut swept = with
                    .accepts(part)
                    .then(|| rigid::swept(shape, motion, &other.shape_ref(), own))?;
                if let Some(hit) = &mut swept.hit {
                    hit.part = part;
                }
                swept
            }
            Seen::Surface(surface, map) if self.resident.gate().is_some() => {
                return Some(self.rigid_by_parts(surface, &map, with, shape, motion, own));
            }
            seen => self.of_surface(&seen, with, shape, |view| view.sweep_rigid(motion, own))?,
        };
        if let Some(gate) = self.resident.gate() {
            swept.hit = swept.hit.filter(|hit| gate.stops(hit));
        }
        Some(swept)
    }

    /// The same of a one-way surface, each of whose parts blocks or lets pass by itself.
    fn rigid_by_parts(
        &self,
        surface: &dyn BodySurface<V>,
        map: &Map<V>,
        with: &Options<'_>,
        shape: &ShapeRef<'_, V>,
        motion: &RigidMotion<V>,
        own: &RigidMotion<V>,
    ) -> Sweep<V> {
        let gate = self.resident.gate();
        let mut earliest = Earliest::new();
        surface.parts(&surface.bounds(), &mut |part, other| {
            let part = self.part(part.index);
            if with.accepts(part) {
                let placed = map.placed(other);
                let mut swept = rigid::swept(shape, motion, &placed.shape_ref(), own);
                let blocks = |hit: &Hit<V>| gate.is_none_or(|gate| gate.stops(hit));
                swept.hit = swept.hit.filter(blocks);
                earliest.offer(swept, part);
            }
        });
        earliest.sweep()
    }
}
