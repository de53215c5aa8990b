//! Ellipsoids and ellipses.

use super::curved::{CurvedCore, Section};
use super::half_axes;
use carom_bvh::Aabb;
use carom_math::{Scalar, Vector};

/// A solid ellipsoid; in 2D an ellipse.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/ellipsoid.svg"))]
///
/// It is the image of a ball under any linear map: the map's columns are the `axes`. They need not be orthogonal, and
/// can be zero: two axes give a flat disk, one a segment, none a point.
///
/// ```
/// use carom::{Ellipsoid, closest, glam::{Vec3, vec3}};
/// let egg = Ellipsoid::new(Vec3::ZERO, vec3(1., 3., 2.));
/// assert!((closest(&vec3(0., 5., 0.), &egg).distance - 2.).abs() < 1e-6);
/// ```
#[doc(alias = "ellipse")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ellipsoid<V: Vector> {
    /// The center.
    pub center: V,
    /// The half axes; the third is not used in 2D.
    pub axes: [V; 3],
}

impl<V: Vector> Ellipsoid<V> {
    /// The ellipsoid with these half axes along the coordinate axes.
    #[must_use]
    pub fn new(center: V, radii: V) -> Self {
        let axes = half_axes(radii);
        Self { center, axes }
    }

    /// The smallest box around it.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        self.core().bounds()
    }

    /// The same ellipsoid, moved.
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        let center = self.center + delta;
        Self { center, ..*self }
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.core().is_valid()
    }

    pub(crate) fn core(&self) -> CurvedCore<V> {
        CurvedCore {
            a: self.center,
            b: self.center,
            section: Section::Axes(self.axes),
            sizes: [V::Scalar::ONE; 2],
        }
    }
}
