//! A body in its place, and what one body is asked.

use super::body::{Body, BodyError, Kind, OneWay};
use super::margin::with_rounding;
use super::pose::{Map, Pose};
use super::surface::{Stop, Surface, Touch};
use super::view::View;
use crate::query::contact::Contact;
use crate::query::pair;
use crate::query::sweep::{Hit, Start};
use crate::shape::Shape;
use crate::shape::aabb::Aabb;
use crate::vector::{Scalar, Vector};
use alloc::borrow::Cow;

/// A body in its place: with what its pose makes of it.
#[derive(Clone, Debug)]
pub(super) struct Resident<V: Vector> {
    pub(super) body: Body<V>,
    place: Place<V>,
}

#[derive(Clone, Debug)]
struct Place<V: Vector> {
    /// The shape, placed in the world; `None` where that is its own, and for a surface.
    shape: Option<Shape<V>>,
    /// The box around it, grown by more than the rounding of whatever is asked of it; `None` for a
    /// half-space, which has no end.
    bounds: Option<Aabb<V>>,
    gate: Option<Gate<V>>,
}

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

    /// Whether it stops a motion that starts and hits so.
    pub(super) fn stops(&self, start: &Start<V>, hit: &Hit<V>) -> bool {
        match start {
            Start::Separate => hit.normal.dot(self.direction) > V::Scalar::ZERO,
            Start::Touching(contact) | Start::Overlapping(contact) => self.blocks(contact),
        }
    }
}

impl<V: Vector> Body<V> {
    /// Whether a world takes it.
    ///
    /// # Errors
    /// What is wrong with it; see [`BodyError`].
    pub fn check(&self) -> Result<(), BodyError> {
        Place::of(self).map(|_| ())
    }
}

impl<V: Vector> Place<V> {
    fn of(body: &Body<V>) -> Result<Self, BodyError> {
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
        let (shape, own, around) = match &body.collider.0 {
            Kind::Shape(shape) | Kind::Box(shape) => {
                if !shape.is_valid() {
                    return Err(BodyError::Shape);
                }
                let placed = map.shape(shape);
                if !placed.is_valid() {
                    return Err(BodyError::OutOfRange);
                }
                let around = placed.bounds();
                let placed = match placed {
                    Cow::Owned(placed) => Some(placed),
                    Cow::Borrowed(_) => None,
                };
                (placed, shape.bounds(), around)
            }
            Kind::Surface(surface) => {
                let own = surface.bounds();
                (None, Some(own), Some(map.around(&own)))
            }
        };
        let bounds = match (own, around) {
            (Some(own), Some(around)) => {
                let own = map.length(own.magnitude());
                Some(with_rounding(&around, own).ok_or(BodyError::OutOfRange)?)
            }
            _ => None,
        };
        Ok(Self {
            shape,
            bounds,
            gate,
        })
    }
}

impl<V: Vector> Resident<V> {
    pub(super) fn new(body: Body<V>) -> Result<Self, BodyError> {
        let place = Place::of(&body)?;
        Ok(Self { body, place })
    }

    /// Puts it elsewhere, if that is a place.
    pub(super) fn set_pose(&mut self, pose: Pose<V>) -> Result<(), BodyError> {
        let before = core::mem::replace(&mut self.body.pose, pose);
        match Place::of(&self.body) {
            Ok(place) => {
                self.place = place;
                Ok(())
            }
            Err(error) => {
                self.body.pose = before;
                Err(error)
            }
        }
    }

    /// At least how fast any point of it is, length/s; of what has no end, how fast its origin is.
    pub(super) fn speed(&self) -> V::Scalar {
        let body = &self.body;
        let mut speed = body.velocity.length();
        let turns = body.spin != V::Scalar::ZERO && (V::DIM == 2 || body.axis != V::ZERO);
        if let (true, Some(bounds)) = (turns, self.bounds()) {
            let center = V::from_double(body.pose.translation);
            let arm = (bounds.min - center).abs().max((bounds.max - center).abs());
            // The way of the origin may bend around an axis elsewhere: see `Motion`.
            speed += arm.length() * body.spin.abs();
        }
        speed * V::Scalar::from_f64(1.001)
    }

    pub(super) fn bounds(&self) -> Option<&Aabb<V>> {
        self.place.bounds.as_ref()
    }

    pub(super) fn gate(&self) -> Option<&Gate<V>> {
        self.place.gate.as_ref()
    }

    /// How far it may move before it is sorted anew: a quarter of itself.
    pub(super) fn spare(&self) -> V::Scalar {
        match self.bounds() {
            Some(bounds) if self.body.moving => {
                bounds.size().max_element() * V::Scalar::from_f64(0.25)
            }
            _ => V::Scalar::ZERO,
        }
    }

    /// What it is in a frame of the world's directions around `origin`.
    pub(super) fn seen(&self, origin: V::Double) -> Seen<'_, V> {
        match &self.body.collider.0 {
            Kind::Surface(surface) => Seen::Surface(surface.as_ref(), self.body.pose.map(origin)),
            Kind::Shape(shape) | Kind::Box(shape) => {
                if origin == <V::Double as Vector>::ZERO {
                    Seen::Shape(Cow::Borrowed(self.place.shape.as_ref().unwrap_or(shape)))
                } else {
                    Seen::Shape(self.body.pose.map(origin).shape(shape))
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

/// What it is asked in the frame around `origin`; the asking shape is `a`.
impl<V: Vector> Resident<V> {
    /// Every contact within `reach`.
    pub(super) fn contacts(
        &self,
        origin: V::Double,
        a: &Shape<V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Touch<V>),
    ) {
        let mut offer = |(contact, part)| {
            if self.gate().is_none_or(|gate| gate.blocks(&contact)) {
                visit((contact, part));
            }
        };
        match self.seen(origin) {
            Seen::Shape(own) => {
                if let Some(contact) = pair::contact(a, &own, reach) {
                    offer((contact, 0));
                }
            }
            Seen::Surface(surface, map) => {
                if let Some(view) = View::new(surface, map, a) {
                    view.contacts(reach, &mut offer);
                }
            }
        }
    }

    /// The least separation within `reach`, or more than that one contact.
    pub(super) fn closest(
        &self,
        origin: V::Double,
        a: &Shape<V>,
        reach: V::Scalar,
        visit: &mut dyn FnMut(Touch<V>),
    ) {
        match self.seen(origin) {
            Seen::Surface(surface, map) if self.gate().is_none() => {
                let found = View::new(surface, map, a).and_then(|view| view.closest(reach));
                if let Some(found) = found {
                    visit(found);
                }
            }
            _ => self.contacts(origin, a, reach, visit),
        }
    }

    /// Whether it touches.
    pub(super) fn overlap(&self, origin: V::Double, a: &Shape<V>) -> bool {
        if self.gate().is_some() {
            let mut touches = false;
            self.contacts(origin, a, V::Scalar::ZERO, &mut |_| touches = true);
            return touches;
        }
        match self.seen(origin) {
            Seen::Shape(own) => pair::overlap(a, &own),
            Seen::Surface(surface, map) => {
                View::new(surface, map, a).is_some_and(|view| view.overlap())
            }
        }
    }

    /// Everything that stops the motion.
    pub(super) fn sweep_all(
        &self,
        origin: V::Double,
        a: &Shape<V>,
        delta: V,
        visit: &mut dyn FnMut(Stop<V>),
    ) {
        let mut offer = |(hit, start, part)| {
            if self.gate().is_none_or(|gate| gate.stops(&start, &hit)) {
                visit((hit, start, part));
            }
        };
        match self.seen(origin) {
            Seen::Shape(own) => {
                let swept = pair::sweep(a, delta, &own);
                if let Some(hit) = swept.hit {
                    offer((hit, swept.start, 0));
                }
            }
            Seen::Surface(surface, map) => {
                if let Some(view) = View::new(surface, map, a) {
                    view.sweep_all(delta, &mut offer);
                }
            }
        }
    }

    /// What stops the motion first, or more than that one hit.
    pub(super) fn sweep(
        &self,
        origin: V::Double,
        a: &Shape<V>,
        delta: V,
        visit: &mut dyn FnMut(Stop<V>),
    ) {
        match self.seen(origin) {
            Seen::Surface(surface, map) if self.gate().is_none() => {
                let stop = View::new(surface, map, a).and_then(|view| view.sweep(delta));
                if let Some(stop) = stop {
                    visit(stop);
                }
            }
            _ => self.sweep_all(origin, a, delta, visit),
        }
    }

    /// Whether it stops the motion.
    pub(super) fn stops(&self, origin: V::Double, a: &Shape<V>, delta: V) -> bool {
        match self.seen(origin) {
            Seen::Surface(surface, map) if self.gate().is_none() => {
                View::new(surface, map, a).is_some_and(|view| view.stops(delta))
            }
            _ => {
                let mut stops = false;
                self.sweep_all(origin, a, delta, &mut |_| stops = true);
                stops
            }
        }
    }
}

/// A body in some frame.
pub(super) enum Seen<'a, V: Vector> {
    /// A shape, placed.
    Shape(Cow<'a, Shape<V>>),
    /// A surface, and the way from its own frame.
    Surface(&'a dyn Surface<V>, Map<V>),
}

fn gate<V: Vector>(one_way: &OneWay<V>, pose: &Pose<V>) -> Option<Gate<V>> {
    let direction = one_way.direction.try_normalize()?;
    let margin = one_way.margin;
    (margin.is_finite() && margin >= V::Scalar::ZERO).then(|| Gate {
        direction: pose.rotation.turn(direction),
        margin,
    })
}
