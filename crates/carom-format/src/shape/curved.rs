//! Curved shapes: cylinders, cones, tapered capsules and ellipsoids.

use super::ShapeKind;
use crate::decimal::{Decimal, Numbers};
use crate::dimension::Dimension;
use crate::place::{Place, Side};
use carom::{Cone, Cylinder, Ellipsoid, Shape, TaperedCapsule, Vector};
use serde::Deserialize;

/// A cone, a frustum or a tapered capsule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "two ends with their radii")]
pub(crate) struct TwoRadiiFile<'a> {
    #[serde(borrow)]
    pub(crate) a: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) b: Numbers<'a>,
    #[serde(borrow)]
    pub(crate) radius_a: Decimal<'a>,
    #[serde(borrow)]
    pub(crate) radius_b: Decimal<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an ellipsoid")]
pub(crate) struct EllipsoidFile<'a> {
    #[serde(borrow)]
    pub(crate) center: Option<Numbers<'a>>,
    #[serde(borrow)]
    pub(crate) radii: Numbers<'a>,
}

impl ShapeKind<'_> {
    /// The curved shape, if it is valid.
    pub(super) fn read_curved<V: Vector>(
        &self,
        side: Side,
        dimension: &Dimension,
    ) -> Result<Shape<V>, String> {
        let at = |field| Place::of(side, field);
        let point = |field, numbers: &Numbers<'_>| dimension.point::<V>(at(field), numbers);
        let (shape, axis): (Shape<V>, _) = match self {
            Self::Cylinder(s) => {
                let (a, b) = (point("cylinder.a", &s.a)?, point("cylinder.b", &s.b)?);
                let radius = s.radius.read_radius(at("cylinder.radius"))?;
                (Cylinder::new(a, b, radius).into(), Some("cylinder"))
            }
            Self::Cone(s) => {
                let (a, b) = (point("cone.a", &s.a)?, point("cone.b", &s.b)?);
                let radii = s.radii(at("cone.radius_a"), at("cone.radius_b"))?;
                (Cone::frustum(a, b, radii).into(), Some("cone"))
            }
            Self::TaperedCapsule(s) => {
                let a = point("tapered_capsule.a", &s.a)?;
                let b = point("tapered_capsule.b", &s.b)?;
                let radii = [
                    at("tapered_capsule.radius_a"),
                    at("tapered_capsule.radius_b"),
                ];
                let [radius_a, radius_b] = radii;
                let radii = s.radii(radius_a, radius_b)?;
                (TaperedCapsule::new(a, b, radii).into(), None)
            }
            Self::Ellipsoid(s) => (s.read(side, dimension)?.into(), None),
            _ => return Err(format!("{side} is not curved")),
        };
        match axis {
            Some(kind) if !shape.is_valid() => Err(format!(
                "{}: a and b are the same point, so it has no axis",
                at(kind)
            )),
            _ => Ok(shape),
        }
    }
}

impl TwoRadiiFile<'_> {
    fn radii<S: carom::Scalar>(&self, a: Place, b: Place) -> Result<[S; 2], String> {
        Ok([self.radius_a.read_radius(a)?, self.radius_b.read_radius(b)?])
    }
}

impl EllipsoidFile<'_> {
    fn read<V: Vector>(&self, side: Side, dimension: &Dimension) -> Result<Ellipsoid<V>, String> {
        let at = |field| Place::of(side, field);
        let center = match &self.center {
            Some(center) => dimension.point(at("ellipsoid.center"), center)?,
            None => V::ZERO,
        };
        let radii: V = dimension.point(at("ellipsoid.radii"), &self.radii)?;
        if (0..V::DIM).any(|i| radii[i] < V::Scalar::default()) {
            return Err(format!("{} is negative", at("ellipsoid.radii")));
        }
        Ok(Ellipsoid::new(center, radii))
    }
}
