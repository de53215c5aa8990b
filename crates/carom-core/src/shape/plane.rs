//! Half-spaces: unbounded floors and walls.

use carom_math::{Scalar, Vector};

/// A half-space: all points on and behind a plane (in 2D a line), those with `normal · x ≤ offset`.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/plane.svg"))]
///
/// The normal points outwards and need not be unit. If it is zero, the half-space is empty: it touches nothing and is
/// infinitely far from everything.
///
/// ```
/// use carom::{Ball, Plane, contact, glam::vec3};
/// let floor = Plane { normal: vec3(0., 1., 0.), offset: 2. };
/// let found = contact(&Ball::new(vec3(5., 4., 5.), 0.5), &floor, 9.).unwrap();
/// assert_eq!((found.separation, found.point_b), (1.5, vec3(5., 2., 5.)));
/// ```
#[doc(alias = "PlaneShape")]
#[doc(alias = "PxPlaneGeometry")]
#[doc(alias = "btStaticPlaneShape")]
#[doc(alias = "WorldBoundaryShape3D")]
#[doc(alias = "half-space")]
#[doc(alias = "halfspace")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plane<V: Vector> {
    /// The outward normal, of any length.
    pub normal: V,
    /// `normal · x` of the points on the plane.
    pub offset: V::Scalar,
}

impl<V: Vector> Plane<V> {
    /// The half-space of the points with `normal · x ≤ offset`.
    #[must_use]
    pub fn new(normal: V, offset: V::Scalar) -> Self {
        Self { normal, offset }
    }

    /// The half-space with `point` on its boundary and this outward normal.
    ///
    /// ```
    /// use carom::{Plane, closest, glam::{Vec3, vec3}};
    /// let water = Plane::through(vec3(8., 2., 8.), Vec3::Y);
    /// assert_eq!(closest(&vec3(0., 5., 0.), &water).distance, 3.);
    /// ```
    #[must_use]
    pub fn through(point: V, normal: V) -> Self {
        Self::new(normal, normal.dot(point))
    }

    /// Whether every number is finite and the normal not zero.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.normal.is_finite()
            && self.offset.is_finite()
            && self.normal.abs().max_element() > V::Scalar::ZERO
    }
}
