//! Circles and spheres.

use super::RoundedCore;
use super::capsule::Capsule;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// All points within `radius` of `center`: a filled circle in 2D, a solid sphere in 3D.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/ball.svg"))]
///
/// ```
/// use carom::{Ball, glam::vec2};
/// let ball = Ball { center: vec2(0., 0.), radius: 1. }; // a Ball<Vec2>
/// assert_eq!(ball.bounds().max, vec2(1., 1.));
/// ```
#[doc(alias = "SphereShape")]
#[doc(alias = "CircleShape2D")]
#[doc(alias = "PxSphereGeometry")]
#[doc(alias = "b2Circle")]
#[doc(alias = "btSphereShape")]
#[doc(alias = "SphereCollider")]
#[doc(alias = "circle")]
#[doc(alias = "sphere")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ball<V: Vector> {
    /// The center.
    pub center: V,
    /// The radius; with 0 the ball is a point, a negative one is not valid.
    pub radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// The ball around a point.
    #[must_use]
    pub fn new(center: V, radius: V::Scalar) -> Self {
        Self { center, radius }
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        Aabb::of_points(self.core()).inflated(self.radius)
    }

    /// The same ball, moved.
    ///
    /// ```
    /// use carom::{Ball, glam::vec2};
    /// let ball = Ball::new(vec2(1., 2.), 0.5);
    /// assert_eq!(ball.translated(vec2(3., 0.)), Ball::new(vec2(4., 2.), 0.5));
    /// ```
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        Self::new(self.center + delta, self.radius)
    }

    /// Whether every number is finite and the radius not negative.
    ///
    /// ```
    /// use carom::{Ball, glam::Vec2};
    /// assert!(Ball::new(Vec2::ZERO, 0.).is_valid(), "a point");
    /// assert!(!Ball::new(Vec2::ZERO, -1.).is_valid());
    /// assert!(!Ball::new(Vec2::NAN, 1.).is_valid());
    /// ```
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.center.is_finite() && self.radius.is_finite() && self.radius >= V::Scalar::ZERO
    }

    pub(crate) fn core(&self) -> [V; 1] {
        [self.center]
    }

    pub(crate) fn rounded(&self) -> RoundedCore<V, 1> {
        (self.core(), self.radius)
    }
}

impl<V: Vector> From<Ball<V>> for Capsule<V> {
    fn from(ball: Ball<V>) -> Self {
        Self::new(ball.center, ball.center, ball.radius)
    }
}
