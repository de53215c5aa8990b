//! Curved cores as shapes of the kinds that they are.

use super::curved::{CurvedCore, Section};
use super::{
    Shape, cone::Cone, cylinder::Cylinder, ellipsoid::Ellipsoid, round_shape::RoundShape,
    tapered_capsule::TaperedCapsule,
};
use carom_math::{Scalar, Vector};

impl<V: Vector> Shape<V> {
    /// The shape with this core and this radius around it.
    pub(crate) fn of_curved(core: &CurvedCore<V>, radius: V::Scalar) -> Self {
        let (a, b) = (core.a, core.b);
        let shape = match core.section {
            Section::Ball => {
                let radii = core.sizes.map(|size| size + radius);
                return TaperedCapsule::new(a, b, radii).into();
            }
            Section::Disk if core.sizes[0] == core.sizes[1] => {
                Cylinder::new(a, b, core.sizes[0]).into()
            }
            Section::Disk => Cone::frustum(a, b, core.sizes).into(),
            Section::Axes(axes) => Ellipsoid { center: a, axes }.into(),
        };
        if radius == V::Scalar::ZERO {
            return shape;
        }
        RoundShape::new(shape, radius).into()
    }
}
