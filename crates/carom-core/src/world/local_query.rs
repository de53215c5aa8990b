//! The queries of a surface in another frame: they bring the shape into the frame of the surface, and the answer back.

use super::margin::with_rounding;
use super::transform::{Map, PlacedShape};
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Start, Sweep};
use crate::pair::rigid::RigidMotion;
use crate::part::{BodyId, PartId};
use crate::shape::{Convex, ShapeRef};
use crate::surface::{OnContact, OnHit, Options, Surface};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

pub(super) struct LocalQuery<'a, V: Vector> {
    surface: &'a dyn Surface<Vector = V>,
    options: Options<'a>,
    body: BodyId,
    /// From the frame of the surface to that of the query.
    map: Map<V>,
    /// From the frame of the query to that of the surface.
    back: Map<V>,
    shape: PlacedShape<'a, V>,
    /// Rounding bound of the two transforms together: each rounds every number once.
    rounding: V::Scalar,
}

/// The box in the frame of the surface that contains `bounds`, grown by more than the rounding; all of the surface if
/// `bounds` is infinite.
pub(super) fn region<V: Vector>(
    surface: &dyn Surface<Vector = V>,
    map: &Map<V>,
    bounds: &Aabb<V>,
) -> Aabb<V> {
    let own = surface.bounds();
    if !(bounds.min.is_finite() && bounds.max.is_finite()) {
        return own;
    }
    if map.is_identity() {
        return *bounds;
    }
    with_rounding(&map.inverse().around(bounds), own.magnitude()).unwrap_or(own)
}

impl<'a, V: Vector> LocalQuery<'a, V> {
    /// `None` if the shape is beyond the range of the numbers in the surface's frame.
    pub(super) fn new(
        surface: &'a dyn Surface<Vector = V>,
        options: Options<'a>,
        body: BodyId,
        map: Map<V>,
        shape: &ShapeRef<'a, V>,
    ) -> Option<Self> {
        let back = map.inverse();
        let shape = back.placed(shape);
        let placed = shape.shape_ref();
        let size = placed.bounds().map_or(V::Scalar::ZERO, |b| b.magnitude());
        let size = size.max(surface.bounds().magnitude());
        let rounding = if map.is_identity() {
            V::Scalar::ZERO
        } else {
            size * V::Scalar::EPSILON * V::Scalar::from_f64(4.0)
        };
        let is_valid = placed.is_valid();
        is_valid.then_some(Self {
            surface,
            options,
            body,
            map,
            back,
            shape,
            rounding,
        })
    }

    pub(super) fn closest(&self, reach: V::Scalar) -> Option<Contact<V>> {
        let within = self.reach(reach);
        let found = self
            .surface
            .closest(&self.options, &self.shape.shape_ref(), within)?;
        self.within(found, reach)
    }

    pub(super) fn contacts(&self, reach: V::Scalar, visit: &mut dyn FnMut(Contact<V>)) {
        let within = self.reach(reach);
        let shape = self.shape.shape_ref();
        self.surface
            .each_contact(&self.options, &shape, within, &mut |found| {
                if let Some(found) = self.within(found, reach) {
                    visit(found);
                }
            });
    }

    /// Visits contacts within a reach that `visit` may lower, roughly the nearest first.
    pub(super) fn nearest(&self, reach: V::Scalar, visit: &mut OnContact<'_, V>) {
        let mut reach = reach;
        let (within, shape) = (self.reach(reach), self.shape.shape_ref());
        self.surface
            .each_nearest(&self.options, &shape, within, &mut |found, within| {
                if let Some(found) = self.within(found, reach) {
                    visit(found, &mut reach);
                    *within = self.reach(reach);
                }
            });
    }

    pub(super) fn overlap(&self) -> bool {
        self.surface.overlap(&self.options, &self.shape.shape_ref())
    }

    pub(super) fn hits(&self, delta: V, visit: &mut OnHit<'_, V>) {
        let (shape, delta) = (self.shape.shape_ref(), self.back.vector(delta));
        self.surface
            .each_hit(&self.options, &shape, delta, &mut |found, limit| {
                visit(self.hit(found), limit)
            });
    }

    pub(super) fn sweep_rigid(&self, motion: &RigidMotion<V>, own: &RigidMotion<V>) -> Sweep<V> {
        let (motion, own) = (self.back.motion(motion), self.back.motion(own));
        let shape = self.shape.shape_ref();
        let swept = self
            .surface
            .sweep_rigid(&self.options, &shape, &motion, &own);
        Sweep {
            start: self.start(swept.start),
            hit: swept.hit.map(|hit| self.hit(hit)),
            error_bound: self.map.length(swept.error_bound + self.rounding),
        }
    }

    /// A reach in the frame of the surface, enlarged by the rounding.
    fn reach(&self, reach: V::Scalar) -> V::Scalar {
        let within = self.back.length(reach);
        if self.map.is_identity() {
            return within;
        }
        within + within.abs() * V::Scalar::EPSILON * V::Scalar::from_f64(4.0)
    }

    fn within(&self, contact: Contact<V>, reach: V::Scalar) -> Option<Contact<V>> {
        let contact = self.contact(contact);
        (contact.separation <= reach).then_some(contact)
    }

    fn part(&self, part: PartId) -> PartId {
        let body = self.body;
        PartId { body, ..part }
    }

    fn start(&self, start: Start<V>) -> Start<V> {
        match start {
            Start::Separate => start,
            Start::Touching(contact) => Start::Touching(self.contact(contact)),
            Start::Overlapping(contact) => Start::Overlapping(self.contact(contact)),
        }
    }

    fn hit(&self, hit: Hit<V>) -> Hit<V> {
        Hit {
            point: self.map.point(hit.point),
            normal: self.map.direction(hit.normal),
            start: self.start(hit.start),
            part: self.part(hit.part),
            ..hit
        }
    }

    fn contact(&self, contact: Contact<V>) -> Contact<V> {
        Contact {
            point_a: self.map.point(contact.point_a),
            point_b: self.map.point(contact.point_b),
            normal: self.map.direction(contact.normal),
            separation: self.map.length(contact.separation),
            part: self.part(contact.part),
            error_bound: self.map.length(contact.error_bound + self.rounding),
            ..contact
        }
    }
}
