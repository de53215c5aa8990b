//! A body in its place, and what one body is asked.

use super::body::{Body, BodyError, Kind, OneWay};
use super::margin::with_rounding;
use super::pose::{Map, Placed, Pose};
use super::region::precise;
use super::surface::BodySurface;
use crate::pair::contact::Contact;
use crate::pair::sweep::{Hit, Start};
use crate::shape::{Convex, Shape};
use alloc::sync::Arc;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A body in its place: with what its pose makes of it.
#[derive(Clone, Debug)]
pub(super) struct Resident<V: Vector> {
    pub(super) body: Body<V>,
    /// Bodies are gathered by this, then by their numbers.
    pub(super) rank: u32,
    place: Place<V>,
}

#[derive(Clone, Debug)]
struct Place<V: Vector> {
    /// The shape, placed in the world; `None` where that is its own, and for a surface.
    shape: Option<Shape<V>>,
    extent: Extent<V>,
    gate: Option<Gate<V>>,
}

/// The box around a body, grown by more than the rounding of whatever is asked of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent<V: Vector> {
    Near(Aabb<V>),
    /// So far from the world's origin that a box in single precision would be wide for what is in it.
    Far(Aabb<V::Double>),
    /// None: a half-space has no end.
    Endless,
}

/// A box is far if its rounding is more than this part of it.
const BLURRED: f64 = 1.0 / 16.0;

/// A [`OneWay`] in its place.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub(super) struct Gate<V: Vector> {
    direction: V,
    margin: V::Scalar,
}

impl<V: Vector> Gate<V> {
    /// Whether it blocks what touches it so.
    pub(super) fn blocks(&self, contact: &Contact<V>) -> bool {
        contact.normal.dot(self.direction) > V::Scalar::ZERO && contact.separation >= -self.margin
    }

    /// Whether it stops a motion that hits so.
    pub(super) fn stops(&self, hit: &Hit<V>) -> bool {
        match &hit.start {
            Start::Separate => hit.normal.dot(self.direction) > V::Scalar::ZERO,
            Start::Touching(contact) | Start::Overlapping(contact) => self.blocks(contact),
        }
    }
}

impl<V: Vector> Body<V> {
    /// The box around it in its own frame, if it has an end.
    fn own_bounds(&self) -> Option<Aabb<V>> {
        match &self.collider.0 {
            Kind::Shape(shape) | Kind::Box(shape) => shape.bounds(),
            Kind::Surface(surface) => Some(surface.bounds()),
        }
    }

    /// Whether a world takes it.
    ///
    /// # Errors
    /// What is wrong with it; see [`BodyError`].
    pub fn check(&self) -> Result<(), BodyError> {
        Place::of(self, self.own_bounds()).map(|_| ())
    }
}

impl<V: Vector> Place<V> {
    /// Of a body that is, or whose surface is going to be, within `own` in its own frame.
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
        let gate = match &body.one_way {
            Some(one_way) => Some(gate(one_way, pose).ok_or(BodyError::OneWay)?),
            None => None,
        };
        let map = pose.map(<V::Double as Vector>::ZERO);
        let (shape, around) = match &body.collider.0 {
            Kind::Shape(shape) | Kind::Box(shape) => {
                if !shape.is_valid() {
                    return Err(BodyError::Shape);
                }
                let placed = (!map.is_identity()).then(|| map.shape(shape));
                let in_place = placed.as_ref().unwrap_or(shape);
                if !in_place.is_valid() {
                    return Err(BodyError::OutOfRange);
                }
                let around = in_place.bounds();
                (placed, around)
            }
            Kind::Surface(_) => (None, own.map(|own| map.around(&own))),
        };
        let extent = match (own, around) {
            (Some(own), Some(around)) => {
                let size = map.length(own.magnitude());
                Extent::of(body, &own, &around, size).ok_or(BodyError::OutOfRange)?
            }
            _ => Extent::Endless,
        };
        Ok(Self {
            shape,
            extent,
            gate,
        })
    }
}

impl<V: Vector> Extent<V> {
    /// Of a body within `own` in its frame and `around` in the world, the largest of its own numbers there
    /// being `size`; `None` if it is out of range.
    fn of(body: &Body<V>, own: &Aabb<V>, around: &Aabb<V>, size: V::Scalar) -> Option<Self> {
        let near = with_rounding(around, size)?;
        let rounding = around.magnitude() * V::Scalar::EPSILON * V::Scalar::from_f64(2.0);
        let most = near.size().max_element() * V::Scalar::from_f64(BLURRED);
        if V::Scalar::DOUBLE || rounding <= most {
            return Some(Self::Near(near));
        }
        // Seen from itself it is as sharp as anywhere.
        let place = body.pose.translation;
        let map = body.pose.map(place);
        let around = match &body.collider.0 {
            Kind::Shape(shape) | Kind::Box(shape) => map.shape(shape).bounds()?,
            Kind::Surface(_) => map.around(own),
        };
        precise(&with_rounding(&around, size)?, place).map(Self::Far)
    }
}

impl<V: Vector> Resident<V> {
    pub(super) fn new(body: Body<V>) -> Result<Self, BodyError> {
        let place = Place::of(&body, body.own_bounds())?;
        Ok(Self {
            body,
            rank: 0,
            place,
        })
    }

    /// Puts something else into a field of the body, if that makes sense.
    pub(super) fn set<T>(
        &mut self,
        field: impl Fn(&mut Body<V>) -> &mut T,
        value: T,
    ) -> Result<(), BodyError> {
        let before = core::mem::replace(field(&mut self.body), value);
        match Place::of(&self.body, self.body.own_bounds()) {
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

    /// At least how fast any point of it is, length/s; of what has no end, how fast its origin is.
    pub(super) fn speed(&self) -> V::Scalar {
        let body = &self.body;
        let mut speed = body.velocity.length();
        let turns = body.spin != V::Scalar::ZERO && (V::DIM == 2 || body.axis != V::ZERO);
        if let (true, Some(bounds)) = (turns, self.bounds_from(body.pose.translation)) {
            let arm = bounds.min.abs().max(bounds.max.abs());
            // The way of the origin may bend around an axis elsewhere: see `Motion`.
            speed += arm.length() * body.spin.abs();
        }
        speed * V::Scalar::from_f64(1.001)
    }

    /// Its surface, if it is of this kind.
    pub(super) fn surface<S: 'static>(&self) -> Option<&S> {
        match &self.body.collider.0 {
            Kind::Surface(surface) => surface.as_any().downcast_ref(),
            Kind::Shape(_) | Kind::Box(_) => None,
        }
    }

    /// Lets `refit` change its surface, which is going to be within `bounds`; first it gets one of its own if
    /// it shares it. What is not finite `refit` has to refuse, and what it refuses it has to leave as it was.
    pub(super) fn refit<S: 'static>(
        &mut self,
        bounds: Aabb<V>,
        refit: impl FnOnce(&mut S) -> Result<(), BodyError>,
    ) -> Result<(), BodyError> {
        let place = Place::of(&self.body, Some(bounds));
        if bounds.min.is_finite() && bounds.max.is_finite() {
            place.as_ref().map_err(|error| *error)?;
        }
        let Kind::Surface(surface) = &mut self.body.collider.0 else {
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

    pub(super) fn extent(&self) -> &Extent<V> {
        &self.place.extent
    }

    /// The box around it in the frame around `origin`, grown by more than the rounding of whatever is asked
    /// of it; `None` if it has no end, or is out of range there.
    pub(super) fn bounds_from(&self, origin: V::Double) -> Option<Aabb<V>> {
        let seen = self.seen(origin);
        let around = seen.bounds()?;
        let own = match &seen {
            Seen::Surface(surface, map) => map.length(surface.bounds().magnitude()),
            Seen::Shape(_) => V::Scalar::ZERO,
        };
        with_rounding(&around, own.max(around.magnitude()))
    }

    pub(super) fn gate(&self) -> Option<&Gate<V>> {
        self.place.gate.as_ref()
    }

    /// Whether all its coordinates are finite in the frame around `origin`. Around the origin of the world they are:
    /// the world refuses other bodies.
    pub(super) fn is_in_range(&self, origin: V::Double) -> bool {
        if origin == <V::Double as Vector>::ZERO {
            return true;
        }
        let way = (self.body.pose.translation - origin).abs().max_element();
        // The bound on the size of bodies; the sum of both is finite.
        let is_near = way <= V::Scalar::MAX.to_f64() * (1.0 / 16.0);
        is_near
            && match (&self.place.extent, self.seen(origin)) {
                (Extent::Endless, Seen::Shape(shape)) => shape.shape_ref().is_valid(),
                _ => true,
            }
    }

    /// What it is in a frame of the world's directions around `origin`.
    pub(super) fn seen(&self, origin: V::Double) -> Seen<'_, V> {
        match &self.body.collider.0 {
            Kind::Surface(surface) => Seen::Surface(surface.as_ref(), self.body.pose.map(origin)),
            Kind::Shape(shape) | Kind::Box(shape) => {
                if origin == <V::Double as Vector>::ZERO {
                    let in_place = self.place.shape.as_ref().unwrap_or(shape);
                    Seen::Shape(Placed::Shape(in_place.shape_ref()))
                } else {
                    let map = self.body.pose.map(origin);
                    Seen::Shape(map.placed(&shape.shape_ref()))
                }
            }
        }
    }

    /// Whether it is a box by its corners, of whichever direction.
    pub(super) fn is_box(&self) -> bool {
        matches!(
            self.body.collider.0,
            Kind::Box(_) | Kind::Shape(Shape::Aabb(_))
        )
    }
}

/// A body in some frame.
pub(super) enum Seen<'a, V: Vector> {
    /// A shape, placed.
    Shape(Placed<'a, V>),
    /// A surface, and the way from its own frame.
    Surface(&'a dyn BodySurface<V>, Map<V>),
}

impl<V: Vector> Seen<'_, V> {
    /// The box around it; `None` if it has no end.
    pub(super) fn bounds(&self) -> Option<Aabb<V>> {
        match self {
            Self::Shape(shape) => shape.shape_ref().bounds(),
            Self::Surface(surface, map) => Some(map.around(&surface.bounds())),
        }
    }
}

fn gate<V: Vector>(one_way: &OneWay<V>, pose: &Pose<V>) -> Option<Gate<V>> {
    let direction = one_way.direction.try_normalize()?;
    let margin = one_way.margin;
    (margin.is_finite() && margin >= V::Scalar::ZERO).then(|| Gate {
        direction: pose.rotation.turn(direction),
        margin,
    })
}
