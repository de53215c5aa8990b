//! Cylinders.

use super::curved::{CurvedCore, Section};
use carom_bvh::Aabb;
use carom_math::Vector;

/// A solid cylinder with flat ends: all points within `radius` of the segment from `a` to `b`, between the planes
/// across it at its ends. In 2D it is a rectangle.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/cylinder.svg"))]
///
/// With radius 0 it is the segment. With `a == b` it is not valid: its axis has no direction.
///
/// ```
/// use carom::{Cylinder, closest, glam::{Vec3, vec3}};
/// let drum = Cylinder::new(Vec3::ZERO, vec3(0., 2., 0.), 1.);
/// let found = closest(&vec3(4., 6., 0.), &drum);
/// assert_eq!((found.distance, found.point_b), (5., vec3(1., 2., 0.))); // its rim
/// ```
#[doc(alias = "btCylinderShape")]
#[doc(alias = "CylinderShape")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cylinder<V: Vector> {
    /// The center of one end.
    pub a: V,
    /// The center of the other end.
    pub b: V,
    /// The radius; a negative one is not valid.
    pub radius: V::Scalar,
}

impl<V: Vector> Cylinder<V> {
    /// The cylinder between these centers of its ends.
    #[must_use]
    pub fn new(a: V, b: V, radius: V::Scalar) -> Self {
        Self { a, b, radius }
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.core().bounds()
    }

    /// The same cylinder, moved.
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        Self::new(self.a + delta, self.b + delta, self.radius)
    }

    /// Whether every number is finite, the radius not negative and the height not zero.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.core().is_valid()
    }

    pub(crate) fn core(&self) -> CurvedCore<V> {
        CurvedCore {
            a: self.a,
            b: self.b,
            section: Section::Disk,
            sizes: [self.radius; 2],
        }
    }
}
