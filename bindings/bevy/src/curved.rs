//! Curved shapes of colliders in 3D.

use crate::convert::vector;
use crate::shape::{Collider, check_length, sphere};
use bevy_math::{Mat3, Vec3};
use carom::{Cone, Cylinder, Ellipsoid, Shape, TaperedCapsule, Vector};

impl Collider {
    /// A cylinder along y, by its full height, as Bevy's `Cylinder::new`.
    #[must_use]
    pub fn cylinder(radius: f32, height: f32) -> Self {
        Self::Cylinder {
            radius,
            half_height: height / 2.0,
        }
    }

    /// A cone along y with the apex on top, half its height above the origin, as Bevy's `Cone::new`.
    #[must_use]
    pub fn cone(radius: f32, height: f32) -> Self {
        Self::frustum(radius, 0.0, height)
    }

    /// A frustum along y with these radii of its lower and its upper end.
    #[must_use]
    pub fn frustum(radius_a: f32, radius_b: f32, height: f32) -> Self {
        Self::Cone {
            radius_a,
            radius_b,
            half_height: height / 2.0,
        }
    }

    /// A tapered capsule along y with these radii of its lower and its upper end; the length is that between their
    /// centers.
    #[must_use]
    pub fn tapered_capsule(radius_a: f32, radius_b: f32, length: f32) -> Self {
        Self::TaperedCapsule {
            radius_a,
            radius_b,
            half_length: length / 2.0,
        }
    }

    /// An ellipsoid around the origin with these radii along its axes.
    #[must_use]
    pub fn ellipsoid(x: f32, y: f32, z: f32) -> Self {
        let radii = Vec3::new(x, y, z);
        Self::Ellipsoid { radii }
    }

    pub(crate) fn check_curved(&self) -> Result<(), String> {
        let check_height = |half: f32| match half {
            0.0 => Err("its half height is 0".to_owned()),
            _ => check_length("its half height", half),
        };
        match *self {
            Self::Cylinder {
                radius,
                half_height,
            } => check_length("its radius", radius).and_then(|()| check_height(half_height)),
            Self::Cone {
                radius_a,
                radius_b,
                half_height,
            } => check_radii(radius_a, radius_b).and_then(|()| check_height(half_height)),
            Self::TaperedCapsule {
                radius_a,
                radius_b,
                half_length,
            } => check_radii(radius_a, radius_b)
                .and_then(|()| check_length("its half length", half_length)),
            Self::Ellipsoid { radii } => (radii.to_array().into_iter())
                .try_for_each(|radius| check_length("one of its radii", radius)),
            _ => Ok(()),
        }
    }

    /// The curved shape under a linear map that keeps its kind.
    pub(crate) fn curved<V: Vector<Scalar = f32>>(&self, stretch: Mat3) -> Option<Shape<V>> {
        const SLACK: f32 = 1e-5;
        let [x, y, z] = [stretch.x_axis, stretch.y_axis, stretch.z_axis];
        let right = |a: Vec3, b: Vec3| a.dot(b).abs() <= SLACK * a.length() * b.length();
        let same = |a: Vec3, b: Vec3| (a.length() - b.length()).abs() <= SLACK * a.length();
        let is_round = right(x, y) && right(y, z) && right(z, x) && same(x, z);
        let (scale, ends) = (x.length(), |half: f32| {
            [vector::<V>(-y * half), vector::<V>(y * half)]
        });
        match *self {
            Self::Cylinder {
                radius,
                half_height,
            } if is_round => {
                let [a, b] = ends(half_height);
                Some(Cylinder::new(a, b, radius * scale).into())
            }
            Self::Cone {
                radius_a,
                radius_b,
                half_height,
            } if is_round => {
                let [a, b] = ends(half_height);
                Some(Cone::frustum(a, b, [radius_a * scale, radius_b * scale]).into())
            }
            Self::TaperedCapsule {
                radius_a,
                radius_b,
                half_length,
            } if is_round && same(x, y) => {
                let [a, b] = ends(half_length);
                Some(TaperedCapsule::new(a, b, [radius_a * scale, radius_b * scale]).into())
            }
            Self::Ellipsoid { radii } => {
                let axes = [x * radii.x, y * radii.y, z * radii.z].map(vector);
                let center = V::ZERO;
                Some(Ellipsoid { center, axes }.into())
            }
            _ => None,
        }
    }

    /// The points of the surface, for a map that makes it another kind of shape.
    pub(crate) fn curved_points(&self) -> Vec<Vec3> {
        let pair = |half: f32| [Vec3::Y * -half, Vec3::Y * half];
        match *self {
            Self::Cylinder {
                radius,
                half_height,
            } => rings(pair(half_height), [radius; 2]),
            Self::Cone {
                radius_a,
                radius_b,
                half_height,
            } => rings(pair(half_height), [radius_a, radius_b]),
            Self::TaperedCapsule {
                radius_a,
                radius_b,
                half_length,
            } => {
                let ball =
                    |center: Vec3, radius| sphere(radius, 0.0).into_iter().map(move |p| p + center);
                let [a, b] = pair(half_length);
                ball(a, radius_a).chain(ball(b, radius_b)).collect()
            }
            Self::Ellipsoid { radii } => {
                (sphere(1.0, 0.0).into_iter()).map(|p| p * radii).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn check_radii(radius_a: f32, radius_b: f32) -> Result<(), String> {
    check_length("its radius_a", radius_a)?;
    check_length("its radius_b", radius_b)
}

/// 32 points on each of two circles around the y axis.
fn rings(centers: [Vec3; 2], radii: [f32; 2]) -> Vec<Vec3> {
    const SIDES: u8 = 32;
    let around = (0..SIDES).map(|side| {
        let (z, x) = libm::sincos(core::f64::consts::TAU * f64::from(side) / f64::from(SIDES));
        Vec3::new(x as f32, 0.0, z as f32)
    });
    let of = |way: Vec3| [0, 1].map(|end| centers[end] + way * radii[end]);
    around.flat_map(of).collect()
}

impl From<bevy_shape::Cylinder> for Collider {
    fn from(cylinder: bevy_shape::Cylinder) -> Self {
        Self::Cylinder {
            radius: cylinder.radius,
            half_height: cylinder.half_height,
        }
    }
}

impl From<bevy_shape::Cone> for Collider {
    fn from(cone: bevy_shape::Cone) -> Self {
        Self::cone(cone.radius, cone.height)
    }
}

impl From<bevy_shape::ConicalFrustum> for Collider {
    fn from(frustum: bevy_shape::ConicalFrustum) -> Self {
        Self::frustum(frustum.radius_bottom, frustum.radius_top, frustum.height)
    }
}
