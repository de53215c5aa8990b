//! A surface asked from another frame: the asking shape is brought to it, the answer back.

use super::margin::with_rounding;
use super::pose::Map;
use super::surface::{Parts, Stop, Surface, Touch};
use crate::pairs::contact::Contact;
use crate::pairs::sweep::{Hit, Start};
use crate::shape::Shape;
use alloc::borrow::Cow;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

pub(super) struct View<'a, V: Vector> {
    surface: &'a dyn Surface<V>,
    /// Those of its pieces that count.
    parts: Parts<'a>,
    /// From the surface's frame.
    map: Map<V>,
    /// To it.
    back: Map<V>,
    shape: Cow<'a, Shape<V>>,
    /// What the two ways can add to an error: each rounds every number once.
    rounding: V::Scalar,
}

/// A box in the frame of the surface, grown by more than the rounding, around what is in `bounds`.
pub(super) fn region<V: Vector>(
    surface: &dyn Surface<V>,
    map: &Map<V>,
    bounds: &Aabb<V>,
) -> Aabb<V> {
    if map.is_identity() {
        return *bounds;
    }
    let own = surface.bounds();
    with_rounding(&map.inverse().around(bounds), own.magnitude()).unwrap_or(own)
}

impl<'a, V: Vector> View<'a, V> {
    /// `None` if the shape is beyond the range of the surface's numbers.
    pub(super) fn new(
        surface: &'a dyn Surface<V>,
        parts: Parts<'a>,
        map: Map<V>,
        shape: &'a Shape<V>,
    ) -> Option<Self> {
        let back = map.inverse();
        let shape = back.shape(shape);
        let size = shape.bounds().map_or(V::Scalar::ZERO, |b| b.magnitude());
        let size = size.max(surface.bounds().magnitude());
        let rounding = if map.is_identity() {
            V::Scalar::ZERO
        } else {
            size * V::Scalar::EPSILON * V::Scalar::from_f64(4.0)
        };
        shape.is_valid().then_some(Self {
            surface,
            parts,
            map,
            back,
            shape,
            rounding,
        })
    }

    pub(super) fn closest(&self, reach: V::Scalar) -> Option<Touch<V>> {
        let found = self
            .surface
            .closest(self.parts, &self.shape, self.reach(reach))?;
        self.touch(found, reach)
    }

    pub(super) fn contacts(&self, reach: V::Scalar, visit: &mut dyn FnMut(Touch<V>)) {
        let within = self.reach(reach);
        self.surface
            .contacts(self.parts, &self.shape, within, &mut |found| {
                if let Some(found) = self.touch(found, reach) {
                    visit(found);
                }
            });
    }

    pub(super) fn overlap(&self) -> bool {
        self.surface.overlap(self.parts, &self.shape)
    }

    pub(super) fn sweep(&self, delta: V) -> Option<Stop<V>> {
        let found = self
            .surface
            .sweep(self.parts, &self.shape, self.back.vector(delta))?;
        Some(self.stop(found))
    }

    pub(super) fn stops(&self, delta: V) -> bool {
        self.surface
            .sweep_any(self.parts, &self.shape, self.back.vector(delta))
    }

    pub(super) fn sweep_all(&self, delta: V, visit: &mut dyn FnMut(Stop<V>)) {
        let delta = self.back.vector(delta);
        let mut visit = |found| visit(self.stop(found));
        self.surface
            .sweep_all(self.parts, &self.shape, delta, &mut visit);
    }

    /// The same length there, a little more where it is rounded.
    fn reach(&self, reach: V::Scalar) -> V::Scalar {
        let within = self.back.length(reach);
        if self.map.is_identity() {
            return within;
        }
        within + within.abs() * V::Scalar::EPSILON * V::Scalar::from_f64(4.0)
    }

    fn touch(&self, (contact, number): Touch<V>, reach: V::Scalar) -> Option<Touch<V>> {
        let contact = self.contact(contact);
        (contact.separation <= reach).then_some((contact, number))
    }

    fn stop(&self, (hit, start, number): Stop<V>) -> Stop<V> {
        let hit = Hit {
            t: hit.t,
            point: self.map.point(hit.point),
            normal: self.map.direction(hit.normal),
        };
        let start = match start {
            Start::Separate => start,
            Start::Touching(contact) => Start::Touching(self.contact(contact)),
            Start::Overlapping(contact) => Start::Overlapping(self.contact(contact)),
        };
        (hit, start, number)
    }

    fn contact(&self, contact: Contact<V>) -> Contact<V> {
        Contact {
            point_a: self.map.point(contact.point_a),
            point_b: self.map.point(contact.point_b),
            normal: self.map.direction(contact.normal),
            separation: self.map.length(contact.separation),
            unique: contact.unique,
            bound: self.map.length(contact.bound + self.rounding),
        }
    }
}
