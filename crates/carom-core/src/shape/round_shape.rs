//! Any shape with a radius around it.

use super::shape_ref::{Convex, ShapeRef};
use carom_math::{Scalar, Vector};

/// All points within `radius` of a convex shape.
///
#[cfg_attr(feature = "pictures", doc = include_str!("../../pictures/round_shape.svg"))]
///
/// ```
/// use carom::{Aabb, Cylinder, RoundShape, closest, glam::{Vec3, vec3}};
/// let drum = Cylinder::new(Vec3::ZERO, vec3(0., 2., 0.), 1.);
/// let worn = RoundShape::new(drum, 0.25);
/// assert_eq!(closest(&vec3(4., 6., 0.), &worn).distance, 4.75);
/// ```
#[doc(alias = "RoundCylinder")]
#[doc(alias = "rounded box")]
#[doc(alias = "convex radius")]
#[doc(alias = "margin")]
#[doc(alias = "contact skin")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "S: serde::Serialize, <S::Vector as Vector>::Scalar: serde::Serialize",
        deserialize = "S: serde::Deserialize<'de>, <S::Vector as Vector>::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct RoundShape<S: Convex> {
    /// The shape.
    pub shape: S,
    /// The radius around it; a negative one is not valid.
    pub radius: <S::Vector as Vector>::Scalar,
}

impl<S: Convex> RoundShape<S> {
    /// The shape with this radius around it.
    #[must_use]
    pub fn new(shape: S, radius: <S::Vector as Vector>::Scalar) -> Self {
        Self { shape, radius }
    }

    /// Whether the shape is valid, and the radius finite and not negative.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let zero = <S::Vector as Vector>::Scalar::ZERO;
        self.shape.shape_ref().is_valid() && self.radius.is_finite() && self.radius >= zero
    }
}

impl<S: Convex> Convex for RoundShape<S> {
    type Vector = S::Vector;
    const ONE_KIND: bool = S::ONE_KIND;
    #[inline]
    fn shape_ref(&self) -> ShapeRef<'_, S::Vector> {
        self.shape.shape_ref().rounded(self.radius)
    }
}
