//! The shapes of colliders in 3D.

use crate::convert::vector;
use bevy_ecs::prelude::{Component, ReflectComponent};
use bevy_math::{Mat3, Quat, Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;
use carom::{Ball, Capsule, Hull, Plane, Shape, Vector, glam};
use core::fmt::Display;

/// A shape that the systems of either dimension can place.
pub(crate) trait Solid<V: Vector> {
    /// The shape under a linear map, as a collider of carom.
    fn collider(&self, stretch: Mat3) -> Result<carom::Collider<V>, String>;

    /// The shape itself for a query; `None` for one that is not convex or not valid.
    fn convex(&self) -> Option<Shape<V>>;
}

/// The solid shape of an entity: characters collide with it, and queries of [`CaromSpace`](crate::CaromSpace) find it.
///
/// The entity's `Transform` places it, and scales it per axis. Move an entity with [`Platform`](crate::Platform) to
/// carry and push characters; without it, a move is a teleport. Shapes with a number that is not finite, negative
/// lengths, or a scale of 0 are left out, with a warning that has the entity's name.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_shape::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_carom::prelude::*;
/// fn setup(mut commands: Commands) {
///     commands.spawn(Collider::cuboid(50., 1., 50.));
///     commands.spawn((Collider::from(Sphere::new(0.5)), Transform::from_xyz(0., 1., 0.)));
/// }
/// # App::new().add_systems(Startup, setup).update();
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, Clone, PartialEq, no_field_bounds)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[require(Transform)]
pub enum Collider {
    /// A solid ball around the origin.
    Ball {
        /// Its radius, length.
        radius: f32,
    },
    /// All points within a radius of a segment of the y axis.
    Capsule {
        /// The radius, length.
        radius: f32,
        /// Half the length of the segment: from the middle to the center of an end, length.
        half_length: f32,
    },
    /// A solid box around the origin.
    Cuboid {
        /// Half the size along each axis, length.
        half_size: Vec3,
    },
    /// A solid cylinder along the y axis.
    Cylinder {
        /// The radius, length.
        radius: f32,
        /// Half the height, length; not 0.
        half_height: f32,
    },
    /// A solid cone or frustum along the y axis: with a radius of 0 an end is the apex.
    Cone {
        /// The radius of the lower end, length.
        radius_a: f32,
        /// The radius of the upper end, length.
        radius_b: f32,
        /// Half the height, length; not 0.
        half_height: f32,
    },
    /// The convex hull of two balls on the y axis.
    TaperedCapsule {
        /// The radius of the lower ball, length.
        radius_a: f32,
        /// The radius of the upper ball, length.
        radius_b: f32,
        /// Half the distance of their centers, length.
        half_length: f32,
    },
    /// A solid ellipsoid around the origin.
    Ellipsoid {
        /// The radius along each axis, length.
        radii: Vec3,
    },
    /// The convex hull of points.
    Hull {
        /// The points; those inside change nothing.
        points: Vec<Vec3>,
    },
    /// All points within a radius of a box around the origin.
    RoundCuboid {
        /// Half the size of the box along each axis, without the radius, length.
        half_size: Vec3,
        /// The radius, length.
        radius: f32,
    },
    /// All points within a radius of the convex hull of points.
    RoundHull {
        /// The points; those inside change nothing.
        points: Vec<Vec3>,
        /// The radius, length.
        radius: f32,
    },
    /// All points behind the plane through the origin with this outward normal, of any length.
    HalfSpace {
        /// The normal.
        normal: Vec3,
    },
    /// Several convex colliders as one. The number of a part is that of its collider. Together they are not convex, and so no
    /// shape for a query.
    Compound {
        /// The colliders and their places.
        parts: Vec<ColliderPart>,
    },
    /// A terrain over a grid, y up: triangles between heights, solid from both sides. No shape for a query either.
    Heights {
        /// Row by row, length; NaN is a hole.
        heights: Vec<f32>,
        /// The number of heights in a row; at least two, as rows.
        columns: usize,
        /// The distance between columns along x, and between rows along z, length.
        cell: Vec2,
    },
}

/// A convex collider in a [`Collider::Compound`], and its place in it.
#[derive(Clone, Debug, PartialEq, Reflect)]
#[reflect(Clone, PartialEq, no_field_bounds)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColliderPart {
    /// The shape: neither a half-space nor a compound.
    pub collider: Collider,
    /// Its place in the frame of the entity.
    pub translation: Vec3,
    /// Its rotation around its origin.
    pub rotation: Quat,
    /// Its scale, before the rotation.
    pub scale: Vec3,
}

impl Collider {
    /// A ball around the origin.
    #[must_use]
    pub fn ball(radius: f32) -> Self {
        Self::Ball { radius }
    }

    /// A capsule along y: the length is that between the centers of its ends, as in Bevy's `Capsule3d`.
    #[must_use]
    pub fn capsule(radius: f32, length: f32) -> Self {
        Self::Capsule {
            radius,
            half_length: length / 2.0,
        }
    }

    /// A box around the origin, by its full size along each axis, as Bevy's `Cuboid::new`.
    #[must_use]
    pub fn cuboid(x: f32, y: f32, z: f32) -> Self {
        Self::Cuboid {
            half_size: Vec3::new(x, y, z) / 2.0,
        }
    }

    /// The convex hull of these points.
    #[must_use]
    pub fn hull(points: impl Into<Vec<Vec3>>) -> Self {
        Self::Hull {
            points: points.into(),
        }
    }

    /// All points behind the plane through the origin with this outward normal.
    #[must_use]
    pub fn half_space(normal: Vec3) -> Self {
        Self::HalfSpace { normal }
    }

    fn check(&self) -> Result<(), String> {
        match self {
            Self::Ball { radius } => check_length("its radius", *radius),
            Self::Capsule {
                radius,
                half_length,
            } => check_length("its radius", *radius)
                .and_then(|()| check_length("its half length", *half_length)),
            Self::Cuboid { half_size } => check_half_size(*half_size),
            Self::RoundCuboid { half_size, radius } => {
                check_half_size(*half_size).and_then(|()| check_length("its radius", *radius))
            }
            Self::Cylinder { .. }
            | Self::Cone { .. }
            | Self::TaperedCapsule { .. }
            | Self::Ellipsoid { .. } => self.check_curved(),
            Self::Hull { points } => check_hull(points, |p| p.is_finite()),
            Self::RoundHull { points, radius } => check_hull(points, |p| p.is_finite())
                .and_then(|()| check_length("its radius", *radius)),
            Self::HalfSpace { normal } if normal.is_finite() && *normal != Vec3::ZERO => Ok(()),
            Self::HalfSpace { normal } => Err(format!("its normal is {normal}")),
            // Checked where they are built.
            Self::Compound { .. } | Self::Heights { .. } => Ok(()),
        }
    }

    /// The points of the surface, for a map that makes it another kind of shape; of a round one without its radius.
    pub(crate) fn points(&self) -> Vec<Vec3> {
        match self {
            Self::Ball { radius } => sphere(*radius, 0.0),
            Self::Capsule {
                radius,
                half_length,
            } => sphere(*radius, *half_length),
            Self::Cuboid { half_size } | Self::RoundCuboid { half_size, .. } => (0..8)
                .map(|i| {
                    let side = |bit: u8| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
                    *half_size * Vec3::new(side(0), side(1), side(2))
                })
                .collect(),
            Self::Cylinder { .. }
            | Self::Cone { .. }
            | Self::TaperedCapsule { .. }
            | Self::Ellipsoid { .. } => self.curved_points(),
            Self::Hull { points } | Self::RoundHull { points, .. } => points.clone(),
            Self::HalfSpace { .. } | Self::Compound { .. } | Self::Heights { .. } => Vec::new(),
        }
    }
}

fn check_half_size(half_size: Vec3) -> Result<(), String> {
    let mut halves = half_size.to_array().into_iter();
    halves.try_for_each(|half| check_length("a half size", half))
}

/// The error of a length that is negative or not finite.
pub(crate) fn check_length(name: &str, value: f32) -> Result<(), String> {
    if value >= 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(format!("{name} is {value}"))
    }
}

/// The error of a hull without points, or of its first point that is not finite.
pub(crate) fn check_hull<P: Display>(
    points: &[P],
    is_finite: impl Fn(&P) -> bool,
) -> Result<(), String> {
    if points.is_empty() {
        return Err("it has no points".into());
    }
    check_points(points, is_finite)
}

/// The error of the first point that is not finite.
pub(crate) fn check_points<P: Display>(
    points: &[P],
    is_finite: impl Fn(&P) -> bool,
) -> Result<(), String> {
    match points.iter().position(|point| !is_finite(point)) {
        Some(place) => Err(format!("point {place} is {}", points[place])),
        None => Ok(()),
    }
}

/// Points on a sphere that is pulled apart along y: 8 rings of 16, and the poles.
pub(crate) fn sphere(radius: f32, half_length: f32) -> Vec<Vec3> {
    const RINGS: u8 = 8;
    const SIDES: u8 = 16;
    let angle = |part: u8, of: u8| core::f64::consts::PI * f64::from(part) / f64::from(of);
    let mut points = vec![
        Vec3::Y * (radius + half_length),
        -Vec3::Y * (radius + half_length),
    ];
    for ring in 1..=RINGS {
        let (out, up) = libm::sincos(angle(ring, RINGS + 1));
        let shift = if up > 0.0 { half_length } else { -half_length };
        for side in 0..SIDES {
            let (x, z) = libm::sincos(angle(side, SIDES / 2));
            let on_unit = Vec3::new((x * out) as f32, up as f32, (z * out) as f32);
            points.push(on_unit * radius + Vec3::Y * shift);
        }
    }
    points
}

impl Solid<glam::Vec3> for Collider {
    fn collider(&self, stretch: Mat3) -> Result<carom::Collider<glam::Vec3>, String> {
        self.check()?;
        let volume = stretch.determinant();
        if !(volume.is_finite() && volume != 0.0) {
            return Err("its scale is 0 or not finite".into());
        }
        let several = self.as_compound(stretch);
        if let Some(collider) = several.or_else(|| self.as_heights(stretch)) {
            return collider;
        }
        if let Self::HalfSpace { normal } = self {
            // A plane's normal maps by the inverse transpose.
            let normal = stretch.inverse().transpose() * *normal;
            return Ok(Shape::Plane(Plane::new(vector(normal), 0.0)).into());
        }
        if let Self::Cuboid { half_size } = self {
            let axes = [stretch.x_axis, stretch.y_axis, stretch.z_axis];
            let halves = [half_size.x, half_size.y, half_size.z];
            let right = axes[0].dot(axes[1]) == 0.0
                && axes[1].dot(axes[2]) == 0.0
                && axes[2].dot(axes[0]) == 0.0;
            if right {
                let half = [0, 1, 2].map(|i| vector(axes[i] * halves[i]));
                return Ok(carom::Collider::cuboid(glam::Vec3::ZERO, half));
            }
        }
        if let Some(shape) = self.curved(stretch).or_else(|| self.round(stretch)) {
            return Ok(shape.into());
        }
        if stretch == Mat3::IDENTITY
            && let Some(shape) = self.convex()
        {
            return Ok(shape.into());
        }
        let points = self.points().into_iter();
        let points: Vec<glam::Vec3> = points.map(|p| vector(stretch * p)).collect();
        Ok(Shape::Hull(Hull::new(points, 0.0)).into())
    }

    fn convex(&self) -> Option<Shape<glam::Vec3>> {
        self.check().ok()?;
        Some(match self {
            Self::Ball { radius } => Shape::Ball(Ball::new(glam::Vec3::ZERO, *radius)),
            Self::Capsule {
                radius,
                half_length,
            } => {
                let end: glam::Vec3 = vector(Vec3::Y * *half_length);
                Shape::Capsule(Capsule::new(-end, end, *radius))
            }
            Self::HalfSpace { normal } => Shape::Plane(Plane::new(vector(*normal), 0.0)),
            Self::Cylinder { .. }
            | Self::Cone { .. }
            | Self::TaperedCapsule { .. }
            | Self::Ellipsoid { .. } => return self.curved(Mat3::IDENTITY),
            Self::RoundCuboid { .. } | Self::RoundHull { .. } => {
                return self.round(Mat3::IDENTITY);
            }
            Self::Compound { .. } | Self::Heights { .. } => return None,
            Self::Cuboid { .. } | Self::Hull { .. } => {
                let points: Vec<glam::Vec3> = self.points().into_iter().map(vector).collect();
                Shape::Hull(Hull::new(points, 0.0))
            }
        })
    }
}

impl From<bevy_shape::Sphere> for Collider {
    fn from(sphere: bevy_shape::Sphere) -> Self {
        Self::ball(sphere.radius)
    }
}

impl From<bevy_shape::Cuboid> for Collider {
    fn from(cuboid: bevy_shape::Cuboid) -> Self {
        Self::Cuboid {
            half_size: cuboid.half_size,
        }
    }
}

impl From<bevy_shape::Capsule3d> for Collider {
    fn from(capsule: bevy_shape::Capsule3d) -> Self {
        Self::Capsule {
            radius: capsule.radius,
            half_length: capsule.half_length,
        }
    }
}
