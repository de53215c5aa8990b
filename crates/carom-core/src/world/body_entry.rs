//! Entry of a body in a world: the body, and everything computed from its pose.

use super::body::{Body, BodyError, ColliderKind, OneWay};
use super::body_surface::BodySurface;
use super::margin::with_rounding;
use super::pose::Pose;
use super::query_bounds::precise;
use super::transform::{Map, PlacedShape};
use crate::pair::contact::Contact;
use crate::pair::hit::{Hit, Start};
use crate::shape::{Convex, Shape};
use alloc::sync::Arc;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A body with its shape, box and one-way filter in the world.
#[derive(Clone, Debug)]
pub(super) struct BodyEntry<V: Vector> {
    pub(super) body: Body<V>,
    /// The first key of the order in which bodies are gathered; their number is the second.
    pub(super) rank: u32,
    place: BodyPlacement<V>,
}

#[derive(Clone, Debug)]
struct BodyPlacement<V: Vector> {
    /// The shape in the world; `None` if the pose changes nothing, and for a surface.
    shape: Option<Shape<V>>,
    extent: Bounds<V>,
    one_way: Option<OneWayFilter<V>>,
}

/// The bounding box of a body, grown by more than the rounding of any query of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bounds<V: Vector> {
    Single(Aabb<V>),
    /// So far from the world's origin that a single-precision box would be much larger than the body.
    Double(Aabb<V::Double>),
    /// No box: a half-space is unbounded.
    Unbounded,
}

/// A box is [`Double`](Bounds::Double) if its rounding exceeds this fraction of its size: then queries there would visit the
/// body too often.
const BLURRED: f64 = 1.0 / 16.0;

/// A [`OneWay`] in the directions of the world.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub(super) struct OneWayFilter<V: Vector> {
    direction: V,
    margin: V::Scalar,
}

impl<V: Vector> OneWayFilter<V> {
    /// Whether both are equal to the bit.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.direction.is_same(other.direction)
            && V::splat(self.margin).is_same(V::splat(other.margin))
    }

    /// Whether a contact blocks.
    pub(super) fn blocks(&self, contact: &Contact<V>) -> bool {
        contact.normal.dot(self.direction) > V::Scalar::ZERO && contact.separation >= -self.margin
    }

    /// Whether a hit stops the motion.
    #[inline]
    pub(super) fn stops(&self, hit: &Hit<V>) -> bool {
        match &hit.start {
            Start::Separate => hit.normal.dot(self.direction) > V::Scalar::ZERO,
            Start::Touching(contact) | Start::Overlapping(contact) => self.blocks(contact),
        }
    }
}

impl<V: Vector> Body<V> {
    /// The bounding box in the body's own frame; `None` if it is unbounded.
    fn own_bounds(&self) -> Option<Aabb<V>> {
        match &self.collider.0 {
            ColliderKind::Shape(shape) | ColliderKind::Box(shape) => shape.bounds(),
            ColliderKind::Surface(surface) => Some(surface.bounds()),
        }
    }

    /// Whether a world accepts the body.
    ///
    /// # Errors
    /// The first fault found; see [`BodyError`].
    pub fn check(&self) -> Result<(), BodyError> {
        BodyPlacement::of(self, self.own_bounds()).map(|_| ())
    }
}

impl<V: Vector> BodyPlacement<V> {
    /// The place of a body with the box `own` in its own frame, which its surface may not have yet.
    fn of(body: &Body<V>, own: Option<Aabb<V>>) -> Result<Self, BodyError> {
        let pose = &body.pose;
        if !(pose.scale.is_finite() && pose.scale > V::Scalar::ZERO) {
            return Err(BodyError::Scale);
        }
        if !pose.is_valid() {
            return Err(BodyError::Pose);
        }
        let spin = V::splat(body.spin);
        let velocities = [body.velocity, body.axis, spin, body.surface_velocity];
        if !velocities.iter().all(|velocity| velocity.is_finite()) {
            return Err(BodyError::Velocity);
        }
        let one_way = match &body.one_way {
            Some(one_way) => Some(in_world(one_way, pose).ok_or(BodyError::OneWay)?),
            None => None,
        };
        let map = pose.map(<V::Double as Vector>::ZERO);
        let (shape, around) = match &body.collider.0 {
            ColliderKind::Shape(shape) | ColliderKind::Box(shape) => {
                shape.check().map_err(BodyError::Shape)?;
                let placed = (!map.is_identity()).then(|| map.shape(shape));
                let in_place = placed.as_ref().unwrap_or(shape);
                if !in_place.is_valid() {
                    return Err(BodyError::OutOfRange);
                }
                let around = in_place.bounds();
                (placed, around)
            }
            ColliderKind::Surface(_) => (None, own.map(|own| map.around(&own))),
        };
        let extent = match (own, around) {
            (Some(own), Some(around)) => {
                let size = map.length(own.magnitude());
                Bounds::of(body, &own, &around, size).ok_or(BodyError::OutOfRange)?
            }
            _ => Bounds::Unbounded,
        };
        Ok(Self {
            shape,
            extent,
            one_way,
        })
    }
}

impl<V: Vector> Bounds<V> {
    /// `own` is the box in the body's frame, `around` the one in the world, `size` the largest of the body's own
    /// numbers in the world. `None` out of range.
    fn of(body: &Body<V>, own: &Aabb<V>, around: &Aabb<V>, size: V::Scalar) -> Option<Self> {
        let near = with_rounding(around, size)?;
        let rounding = around.magnitude() * V::Scalar::EPSILON * V::Scalar::from_f64(2.0);
        let most = near.size().max_element() * V::Scalar::from_f64(BLURRED);
        if V::Scalar::DOUBLE || rounding <= most {
            return Some(Self::Single(near));
        }
        // In the frame around the body itself single precision is enough.
        let place = body.pose.translation;
        let map = body.pose.map(place);
        let around = match &body.collider.0 {
            ColliderKind::Shape(shape) | ColliderKind::Box(shape) => map.shape(shape).bounds()?,
            ColliderKind::Surface(_) => map.around(own),
        };
        precise(&with_rounding(&around, size)?, place).map(Self::Double)
    }
}

impl<V: Vector> BodyEntry<V> {
    pub(super) fn new(body: Body<V>) -> Result<Self, BodyError> {
        let place = BodyPlacement::of(&body, body.own_bounds())?;
        Ok(Self {
            body,
            rank: 0,
            place,
        })
    }

    /// Changes a field of the body, and changes it back if the body is invalid then.
    pub(super) fn set<T>(
        &mut self,
        field: impl Fn(&mut Body<V>) -> &mut T,
        value: T,
    ) -> Result<(), BodyError> {
        let before = core::mem::replace(field(&mut self.body), value);
        match BodyPlacement::of(&self.body, self.body.own_bounds()) {
            Ok(place) => {
                self.place = place;
                Ok(())
            }
            Err(error) => {
                *field(&mut self.body) = before;
                Err(error)
            }
        }
    }

    /// Upper bound of the speed of any point of the body, length/s; for an unbounded body the speed of its origin.
    pub(super) fn speed(&self) -> V::Scalar {
        let body = &self.body;
        let mut speed = body.velocity.length();
        let turns = body.spin != V::Scalar::ZERO && (V::DIM == 2 || body.axis != V::ZERO);
        if let (true, Some(bounds)) = (turns, self.bounds_from(body.pose.translation)) {
            let arm = bounds.min.abs().max(bounds.max.abs());
            // The path of the origin may bend around an axis elsewhere: see [`BodyMotion`](super::BodyMotion).
            speed += arm.length() * body.spin.abs();
        }
        speed * V::Scalar::from_f64(1.001)
    }

    /// The surface, if it has the type `S`.
    pub(super) fn surface<S: 'static>(&self) -> Option<&S> {
        self.body.collider.surface()
    }

    /// Lets `refit` change the surface, which will then be within `bounds`. A shared surface is copied first. `refit`
    /// must refuse numbers that are not finite, and must leave the surface unchanged if it fails.
    pub(super) fn refit<S: 'static>(
        &mut self,
        bounds: Aabb<V>,
        refit: impl FnOnce(&mut S) -> Result<(), BodyError>,
    ) -> Result<(), BodyError> {
        let place = BodyPlacement::of(&self.body, Some(bounds));
        if bounds.min.is_finite() && bounds.max.is_finite() {
            place.as_ref().map_err(|error| *error)?;
        }
        let ColliderKind::Surface(surface) = &mut self.body.collider.0 else {
            return Err(BodyError::Kind);
        };
        if Arc::get_mut(surface).is_none() {
            *surface = surface.copy();
        }
        let own = Arc::get_mut(surface).and_then(|own| own.as_any_mut().downcast_mut());
        refit(own.ok_or(BodyError::Kind)?)?;
        self.place = place?;
        Ok(())
    }

    pub(super) fn extent(&self) -> &Bounds<V> {
        &self.place.extent
    }

    /// Whether the body is unbounded or so far from the origin that its box is in double precision.
    pub(super) fn is_distant(&self) -> bool {
        !matches!(self.place.extent, Bounds::Single(_))
    }

    /// The bounding box in the frame around `origin`, grown by more than the rounding of any query of it. `None` if the
    /// body is unbounded or out of range there.
    pub(super) fn bounds_from(&self, origin: V::Double) -> Option<Aabb<V>> {
        let collider = self.collider(origin);
        let around = collider.bounds()?;
        let own = match &collider {
            PlacedCollider::Surface(surface, map) => map.length(surface.bounds().magnitude()),
            PlacedCollider::Shape(_) => V::Scalar::ZERO,
        };
        with_rounding(&around, own.max(around.magnitude()))
    }

    pub(super) fn one_way(&self) -> Option<&OneWayFilter<V>> {
        self.place.one_way.as_ref()
    }

    /// Whether all coordinates are finite in the frame around `origin`. Around the origin of the world they are: the
    /// world refuses other bodies.
    pub(super) fn is_in_range(&self, origin: V::Double) -> bool {
        if origin == <V::Double as Vector>::ZERO {
            return true;
        }
        let way = (self.body.pose.translation - origin).abs().max_element();
        // The bound on the size of bodies: the sum of both stays finite.
        let is_near = way <= V::Scalar::MAX.to_f64() * (1.0 / 16.0);
        is_near
            && match (&self.place.extent, self.collider(origin)) {
                (Bounds::Unbounded, PlacedCollider::Shape(shape)) => shape.shape_ref().is_valid(),
                _ => true,
            }
    }

    /// The shape in the world; `None` for a surface.
    pub(super) fn shape_in_world(&self) -> Option<&Shape<V>> {
        self.place.shape.as_ref().or(self.body.collider.shape())
    }

    /// The collider in the frame around `origin`, which has the directions of the world.
    pub(super) fn collider(&self, origin: V::Double) -> PlacedCollider<'_, V> {
        match &self.body.collider.0 {
            ColliderKind::Surface(surface) => {
                PlacedCollider::Surface(surface.as_ref(), self.body.pose.map(origin))
            }
            ColliderKind::Shape(shape) | ColliderKind::Box(shape) => {
                if origin == <V::Double as Vector>::ZERO {
                    let in_place = self.place.shape.as_ref().unwrap_or(shape);
                    PlacedCollider::Shape(PlacedShape::unchanged(in_place.shape_ref()))
                } else {
                    let map = self.body.pose.map(origin);
                    PlacedCollider::Shape(map.placed(&shape.shape_ref()))
                }
            }
        }
    }

    /// Whether the collider is a box given by its corners, oriented or not.
    pub(super) fn is_box(&self) -> bool {
        match &self.body.collider.0 {
            ColliderKind::Box(_) => true,
            ColliderKind::Shape(shape) => shape.is_box(),
            ColliderKind::Surface(_) => false,
        }
    }
}

/// The collider of a body in the frame of a query.
pub(super) enum PlacedCollider<'a, V: Vector> {
    /// A shape, placed.
    Shape(PlacedShape<'a, V>),
    /// A surface, and the transform from its own frame.
    Surface(&'a dyn BodySurface<V>, Map<V>),
}

impl<V: Vector> PlacedCollider<'_, V> {
    /// The bounding box; `None` if the collider is unbounded.
    pub(super) fn bounds(&self) -> Option<Aabb<V>> {
        match self {
            Self::Shape(shape) => shape.shape_ref().bounds(),
            Self::Surface(surface, map) => Some(map.around(&surface.bounds())),
        }
    }
}

fn in_world<V: Vector>(one_way: &OneWay<V>, pose: &Pose<V>) -> Option<OneWayFilter<V>> {
    let direction = one_way.direction.try_normalize()?;
    let margin = one_way.margin;
    (margin.is_finite() && margin >= V::Scalar::ZERO).then(|| OneWayFilter {
        direction: pose.rotation.rotate(direction),
        margin,
    })
}
