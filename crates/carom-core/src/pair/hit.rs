//! What a sweep returns: the relation at the start, and the first touch.

use super::contact::Contact;
use super::frame::{Frame, fraction};
use super::separation::Separation;
use crate::part::{Feature, PartId};
use carom_math::{Scalar, Vector};
use core::cmp::Ordering;

/// The first touch of a motion.
///
/// ```
/// use carom::{Ball, Segment, Start, sweep, glam::vec2};
/// let floor = Segment::new(vec2(-9., 0.), vec2(9., 0.));
/// let hit = sweep(&Ball::new(vec2(2., 3.), 1.), vec2(0., -4.), &floor).hit.unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-6 && (hit.point - vec2(2., 0.)).length() < 1e-6);
/// assert_eq!((hit.normal, hit.start), (vec2(0., 1.), Start::Separate));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// The time of impact: the fraction of `delta` before the touch, 0..=1.
    pub t: V::Scalar,
    /// The point of touch, at time `t`.
    pub point: V,
    /// The unit normal from `b` to `a`, at time `t`.
    pub normal: V,
    /// The relation to this part at the start of the motion.
    pub start: Start<V>,
    /// The feature of `b` that is touched, if the surface determines it.
    pub feature: Feature,
    /// The part of the surface that is hit; the default one between two shapes.
    pub part: PartId,
}

/// The relation of two shapes at the start of a motion.
///
/// ```
/// use carom::{Ball, Start, sweep, glam::vec2};
/// let rest = Ball::new(vec2(0., 0.), 1.);
/// let start = |x| sweep(&Ball::new(vec2(x, 0.), 1.), vec2(0., 1.), &rest).start;
/// assert!(matches!(start(3.), Start::Separate));
/// assert!(matches!(start(2.), Start::Touching(_)));
/// assert!(matches!(start(1.), Start::Overlapping(contact) if contact.depth() == 1.));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start<V: Vector> {
    /// Apart.
    Separate,
    /// Touching within rounding: the motion has no hit if it slides along or leaves. A ray that starts within the
    /// rounding of its coordinates (eps times the largest) of a face has none with it in any direction.
    Touching(Contact<V>),
    /// Overlapping: the motion is stopped at once (`t` = 0), in every direction. Separate the shapes first.
    Overlapping(Contact<V>),
}

/// The result of a sweep: the relation at the start, and the hit that stops the motion.
///
/// ```
/// use carom::{Ball, Capsule, Start, sweep, glam::vec2};
/// let ball = Ball { center: vec2(0., 5.), radius: 1. };
/// let capsule = Capsule { a: vec2(-4., 0.), b: vec2(4., 0.), radius: 1. };
/// let sweep = sweep(&ball, vec2(0., -6.), &capsule);
/// assert_eq!(sweep.start, Start::Separate);
/// let hit = sweep.hit.unwrap();
/// assert!((hit.t - 0.5).abs() < 1e-5);
/// assert_eq!(hit.normal, vec2(0., 1.));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep<V: Vector> {
    /// Separate, touching or overlapping.
    pub start: Start<V>,
    /// The hit that stops the motion, `None` if the motion is free.
    pub hit: Option<Hit<V>>,
    /// The largest true gap at `t` (a length): 32 eps L, where L is the largest coordinate difference, radius or
    /// displacement. It also bounds the penetration of a reported miss and the distance of a reported hit.
    pub error_bound: V::Scalar,
}

impl<V: Vector> Sweep<V> {
    /// The result of a motion that starts separate and has no hit.
    pub(crate) fn free(error_bound: V::Scalar) -> Self {
        Self {
            start: Start::Separate,
            hit: None,
            error_bound,
        }
    }

    /// Turns the sweep of `b` by `−delta` against `a` into that of `a` by `delta` against `b`.
    pub(crate) fn reversed(self, delta: V) -> Self {
        let mut swept = self.swapped();
        if let Some(hit) = &mut swept.hit {
            hit.point += delta * hit.t;
        }
        swept
    }

    /// The same motions with `a` and `b` exchanged.
    ///
    /// ```
    /// use carom::{Ball, glam::vec2, sweep};
    /// let (a, b) = (Ball::new(vec2(0., 0.), 1.), Ball::new(vec2(4., 0.), 1.));
    /// let swept = sweep(&a, vec2(4., 0.), &b);
    /// assert_eq!(swept.hit.unwrap().normal, vec2(-1., 0.));
    /// assert_eq!(swept.swapped().hit.unwrap().normal, vec2(1., 0.));
    /// ```
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            start: self.start.swapped(),
            hit: self.hit.map(|hit| Hit {
                normal: -hit.normal,
                start: hit.start.swapped(),
                ..hit
            }),
            ..self
        }
    }
}

impl<V: Vector> Start<V> {
    /// The same start with `a` and `b` exchanged.
    fn swapped(self) -> Self {
        match self {
            Self::Separate => self,
            Self::Touching(contact) => Self::Touching(contact.swapped()),
            Self::Overlapping(contact) => Self::Overlapping(contact.swapped()),
        }
    }

    /// The contact at the start, `None` if the motion starts separate.
    #[must_use]
    pub fn contact(&self) -> Option<&Contact<V>> {
        match self {
            Self::Separate => None,
            Self::Touching(contact) | Self::Overlapping(contact) => Some(contact),
        }
    }

    /// The separation of an overlap at the start, otherwise 0; it decides ties.
    #[inline(always)]
    pub(crate) fn overlap(&self) -> V::Scalar {
        match self {
            Self::Overlapping(contact) => contact.separation,
            Self::Touching(_) | Self::Separate => V::Scalar::ZERO,
        }
    }
}

impl<V: Vector> Hit<V> {
    /// The hit of two cores with this separation at the time `t`.
    pub(super) fn at(
        frame: &Frame<V>,
        t: f64,
        at: &Separation<V::Double>,
        start: Start<V>,
    ) -> Self {
        let on_a = at.a - at.normal * frame.radius_a;
        let on_b = at.b + at.normal * frame.radius_b;
        let point = frame.point(on_a * 0.5 + on_b * 0.5);
        Self::new(fraction(t), point, V::from_double(at.normal), start)
    }

    /// A hit between two shapes.
    pub(crate) fn new(t: V::Scalar, point: V, normal: V, start: Start<V>) -> Self {
        Self {
            t,
            point,
            normal,
            start,
            feature: Feature::Unknown,
            part: PartId::default(),
        }
    }

    /// Whether the motion leaves the overlap in which it starts.
    #[inline(always)]
    pub(crate) fn is_way_out(&self, delta: V) -> bool {
        matches!(self.start, Start::Overlapping(_)) && self.normal.dot(delta) >= V::Scalar::ZERO
    }

    /// The order of hits: by time, then by depth at the start (the deeper first), then by part.
    ///
    /// ```
    /// use carom::{Ball, World, glam::vec2};
    /// use core::cmp::Ordering;
    /// let mut world = World::new();
    /// let [far, near] = [6., 3.].map(|x| world.insert(Ball::new(vec2(x, 0.), 1.)).unwrap());
    /// let mut hits = Vec::new();
    /// world.query().each_hit(&vec2(0., 0.), vec2(8., 0.), |hit, _| {
    ///     hits.push(hit);
    ///     core::ops::ControlFlow::Continue(())
    /// });
    /// hits.sort_by(|a, b| a.order(b));
    /// assert_eq!(hits.iter().map(|hit| hit.part.body).collect::<Vec<_>>(), [near, far]);
    /// assert_eq!(hits[0].order(&hits[0]), Ordering::Equal);
    /// ```
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        let key = |hit: &Self| (hit.t, hit.start.overlap(), hit.part);
        key(self)
            .partial_cmp(&key(other))
            .unwrap_or(Ordering::Equal)
    }
}
