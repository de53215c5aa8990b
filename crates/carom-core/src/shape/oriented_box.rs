//! Boxes in any orientation.

use super::{half_axes, hull::Hull};
use carom_bvh::{Aabb, Corners};
use carom_math::{Scalar, Vector};

/// A solid box in any orientation; in 2D a rectangle.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/oriented_box.svg"))]
///
/// The half `axes` are the vectors from the center to the middles of three sides. If they are not orthogonal it is a
/// parallelepiped. Axes can be zero: a flat box is a rectangle, a segment or a point. [`RoundShape`]
/// gives it a radius.
///
/// [`RoundShape`]: crate::RoundShape
///
/// ```
/// use carom::{OrientedBox, Rotation, closest, glam::{Vec2, vec2}};
/// let eighth = Rotation::new(Vec2::ZERO, core::f32::consts::FRAC_PI_4);
/// let mut tile = OrientedBox::new(Vec2::ZERO, vec2(1., 1.));
/// tile.axes = tile.axes.map(|axis| eighth.rotate(axis));
/// assert!((closest(&vec2(3., 0.), &tile).distance - (3. - 2_f32.sqrt())).abs() < 1e-6);
/// ```
#[doc(alias = "PxBoxGeometry")]
#[doc(alias = "btBoxShape")]
#[doc(alias = "BoxCollider")]
#[doc(alias = "BoxShape")]
#[doc(alias = "obb")]
#[doc(alias = "cuboid")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OrientedBox<V: Vector> {
    /// The center.
    pub center: V,
    /// The half axes; the third is not used in 2D.
    pub axes: [V; 3],
}

impl<V: Vector> OrientedBox<V> {
    /// The box with these half extents along the coordinate axes.
    #[must_use]
    pub fn new(center: V, half: V) -> Self {
        Self {
            center,
            axes: half_axes(half),
        }
    }

    /// The smallest box around it with sides along the coordinate axes.
    #[must_use]
    pub fn bounds(&self) -> Aabb<V> {
        Aabb::of_points(self.corners().as_points().0.iter().copied())
    }

    /// The same box, moved.
    #[must_use]
    pub fn translated(&self, delta: V) -> Self {
        let center = self.center + delta;
        Self { center, ..*self }
    }

    /// Whether every number is finite.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let axes = &self.axes[..V::DIM];
        self.center.is_finite() && axes.iter().all(|axis| axis.is_finite())
    }

    /// Its corners: bits 0, 1 and 2 of the index give the side along the first, second and third axis.
    pub(crate) fn corners(&self) -> Corners<V> {
        let [x, y, z] = self.axes;
        Corners::new(core::array::from_fn(|i| {
            let side = |bit: usize, axis: V| if i >> bit & 1 == 1 { axis } else { -axis };
            let across = self.center + side(0, x) + side(1, y);
            if V::DIM == 2 {
                across
            } else {
                across + side(2, z)
            }
        }))
    }

    /// Whether its axes are at right angles, within their rounding.
    pub(crate) fn is_rectangular(&self) -> bool {
        let slack = V::Scalar::EPSILON * V::Scalar::from_f64(8.0);
        let right = |i: usize, j: usize| {
            let (x, y) = (self.axes[i], self.axes[j]);
            x.dot(y).abs() <= slack * x.length() * y.length()
        };
        right(0, 1) && (V::DIM == 2 || right(0, 2) && right(1, 2))
    }

    /// The same shape as a hull of its corners.
    ///
    /// ```
    /// use carom::{OrientedBox, glam::{Vec3, vec3}};
    /// let hull = OrientedBox::new(Vec3::ZERO, vec3(1., 2., 3.)).hull();
    /// assert_eq!((hull.points.len(), hull.bounds().max), (8, vec3(1., 2., 3.)));
    /// ```
    #[must_use]
    pub fn hull(&self) -> Hull<V> {
        Hull::new(self.corners().as_points().0, V::Scalar::ZERO)
    }
}
