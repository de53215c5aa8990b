//! What one body is asked.

use super::body::Body;
use super::piece::{BodyId, Piece};
use super::resident::{Resident, Seen};
use super::surface::{Parts, Stop, Touch};
use super::view::View;
use crate::pairs::pair;
use crate::shape::Shape;
use carom_math::{Scalar, Vector};

/// Which pieces of which bodies count.
pub(super) type PieceFilter<'a, V> = dyn Fn(Piece, &Body<V>) -> bool + Sync + 'a;

/// A body that counts, asked in the frame around `origin`.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a, V: Vector> {
    pub(super) id: BodyId,
    pub(super) resident: &'a Resident<V>,
    pub(super) origin: V::Double,
    /// Those of its pieces that count; all without.
    pub(super) pieces: Option<&'a PieceFilter<'a, V>>,
}

impl<V: Vector> Asked<'_, V> {
    /// Whether a piece of it counts.
    pub(super) fn has(&self, part: u32) -> bool {
        let body = self.id;
        self.pieces
            .is_none_or(|pieces| pieces(Piece { body, part }, &self.resident.body))
    }

    /// The same as a surface is asked.
    fn parts<'a>(&self, has: &'a dyn Fn(u32) -> bool) -> Parts<'a> {
        self.pieces.is_some().then_some(has)
    }
}

/// What it is asked; the asking shape is `a`.
impl<V: Vector> Asked<'_, V> {
    /// Every contact within `reach`.
    pub(super) fn contacts(&self, a: &Shape<V>, reach: V::Scalar, visit: &mut dyn FnMut(Touch<V>)) {
        self.contacts_of(&self.seen(), a, reach, visit);
    }

    fn contacts_of(
        &self,
        seen: &Seen<'_, V>,
        a: &Shape<V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Touch<V>),
    ) {
        let has = |part| self.has(part);
        let gate = self.resident.gate();
        let mut offer = |(contact, part)| {
            if gate.is_none_or(|gate| gate.blocks(&contact)) {
                visit((contact, part));
            }
        };
        if let Seen::Surface(surface, map) = seen {
            if let Some(view) = View::new(*surface, self.parts(&has), *map, a) {
                view.contacts(reach, &mut offer);
            }
        } else if let Some(own) = seen.kind().filter(|_| self.has(0))
            && let Some(contact) = pair::contact_kinds(&pair::kind(a), &own, reach)
        {
            offer((contact, 0));
        }
    }

    /// The least separation within `reach`, or more than that one contact.
    pub(super) fn closest(&self, a: &Shape<V>, reach: V::Scalar, visit: &mut dyn FnMut(Touch<V>)) {
        let has = |part| self.has(part);
        match self.seen() {
            Seen::Surface(surface, map) if self.resident.gate().is_none() => {
                let view = View::new(surface, self.parts(&has), map, a);
                if let Some(found) = view.and_then(|view| view.closest(reach)) {
                    visit(found);
                }
            }
            seen => self.contacts_of(&seen, a, reach, visit),
        }
    }

    /// Whether it touches.
    pub(super) fn overlap(&self, a: &Shape<V>) -> bool {
        let has = |part| self.has(part);
        if self.resident.gate().is_some() {
            let mut touches = false;
            self.contacts(a, V::Scalar::ZERO, &mut |_| touches = true);
            return touches;
        }
        match self.seen() {
            Seen::Surface(surface, map) => {
                View::new(surface, self.parts(&has), map, a).is_some_and(|view| view.overlap())
            }
            seen => {
                let own = seen.kind().filter(|_| self.has(0));
                own.is_some_and(|own| pair::overlap_kinds(&pair::kind(a), &own))
            }
        }
    }

    /// Everything that stops the motion.
    pub(super) fn sweep_all(&self, a: &Shape<V>, delta: V, visit: &mut dyn FnMut(Stop<V>)) {
        self.sweep_all_of(&self.seen(), a, delta, visit);
    }

    fn sweep_all_of(
        &self,
        seen: &Seen<'_, V>,
        a: &Shape<V>,
        delta: V,
        visit: &mut dyn FnMut(Stop<V>),
    ) {
        let has = |part| self.has(part);
        let gate = self.resident.gate();
        let mut offer = |(hit, start, part)| {
            if gate.is_none_or(|gate| gate.stops(&start, &hit)) {
                visit((hit, start, part));
            }
        };
        if let Seen::Surface(surface, map) = seen {
            if let Some(view) = View::new(*surface, self.parts(&has), *map, a) {
                view.sweep_all(delta, &mut offer);
            }
        } else if let Some(own) = seen.kind().filter(|_| self.has(0)) {
            let swept = pair::sweep_kinds(&pair::kind(a), delta, &own);
            if let Some(hit) = swept.hit {
                offer((hit, swept.start, 0));
            }
        }
    }

    /// What stops the motion first, or more than that one hit.
    pub(super) fn sweep(&self, a: &Shape<V>, delta: V, visit: &mut dyn FnMut(Stop<V>)) {
        let has = |part| self.has(part);
        match self.seen() {
            Seen::Surface(surface, map) if self.resident.gate().is_none() => {
                let view = View::new(surface, self.parts(&has), map, a);
                if let Some(stop) = view.and_then(|view| view.sweep(delta)) {
                    visit(stop);
                }
            }
            seen => self.sweep_all_of(&seen, a, delta, visit),
        }
    }

    /// Whether it stops the motion.
    pub(super) fn stops(&self, a: &Shape<V>, delta: V) -> bool {
        let has = |part| self.has(part);
        match self.seen() {
            Seen::Surface(surface, map) if self.resident.gate().is_none() => {
                View::new(surface, self.parts(&has), map, a).is_some_and(|view| view.stops(delta))
            }
            seen => {
                let mut stops = false;
                self.sweep_all_of(&seen, a, delta, &mut |_| stops = true);
                stops
            }
        }
    }

    fn seen(&self) -> Seen<'_, V> {
        self.resident.seen(self.origin)
    }
}
