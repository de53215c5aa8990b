//! Cones and frustums.

use super::curved::{CurvedCore, Section};
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A solid cone, or a frustum: the hull of a disk around `a` and a disk around `b`, both across the line between them.
/// In 2D it is a triangle or a trapezoid.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/cone.svg"))]
///
/// With both radii 0 it is the segment, with equal radii a [cylinder](crate::Cylinder). With `a == b` it is not valid:
/// its axis has no direction.
///
/// ```
/// use carom::{Cone, contact, glam::{Vec3, vec3}};
/// let roof = Cone::new(Vec3::ZERO, vec3(0., 4., 0.), 3.);
/// let found = contact(&vec3(0., 1.5, 0.), &roof, 0.).unwrap();
/// assert!((found.depth() - 1.5).abs() < 1e-6); // its side is as near as its base
/// ```
#[doc(alias = "TaperedCylinderShape")]
#[doc(alias = "btConeShape")]
#[doc(alias = "frustum")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cone<V: Vector> {
    /// The center of one end: the base of a cone.
    pub a: V,
    /// The center of the other end: the apex of a cone.
    pub b: V,
    /// The radius at `a`; a negative one is not valid.
    pub radius_a: V::Scalar,
    /// The radius at `b`; 0 for a cone, a negative one is not valid.
    pub radius_b: V::Scalar,
}

impl<V: Vector> Cone<V> {
    /// The cone with this center of its base, and this apex.
    #[must_use]
    pub fn new(base: V, apex: V, radius: V::Scalar) -> Self {
        Self::frustum(base, apex, [radius, V::Scalar::ZERO])
    }

    /// The frustum between these centers of its ends, with these radii.
    ///
    /// ```
    /// use carom::{Cone, closest, glam::{Vec3, vec3}};
    /// let bucket = Cone::frustum(Vec3::ZERO, Vec3::Y, [1., 2.]);
    /// assert_eq!(closest(&vec3(2., 3., 0.), &bucket).distance, 2.);
    /// ```
    #[must_use]
    pub fn frustum(a: V, b: V, [radius_a, radius_b]: [V::Scalar; 2]) -> Self {
        Self {
            a,
            b,
            radius_a,
            radius_b,
        }
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.core().bounds()
    }

    /// The same cone, moved.
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        let (a, b) = (self.a + delta, self.b + delta);
        Self { a, b, ..*self }
    }

    /// Whether every number is finite, no radius negative and the height not zero.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.core().is_valid()
    }

    pub(crate) fn core(&self) -> CurvedCore<V> {
        CurvedCore {
            a: self.a,
            b: self.b,
            section: Section::Disk,
            sizes: [self.radius_a, self.radius_b],
        }
    }
}
