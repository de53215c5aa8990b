//! The two dimensions: the same systems run on worlds in 3D and in 2D.

use crate::convert::vector;
use crate::events::CharacterRecording;
use crate::frame::Frame;
use crate::shape::Solid;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::{Component, With, Without};
use bevy_ecs::query::QueryFilter;
#[cfg(feature = "dim2")]
use bevy_math::{Isometry2d, Vec2};
use bevy_math::{Isometry3d, Quat, Vec3};
use carom::mover::Recording;
use carom::{Pose, Rotation, Vector, glam};

mod sealed {
    pub trait Sealed {}
}

/// 3D or 2D: chooses the types of [`CaromSpace`](crate::CaromSpace) and
/// [`CaromSpace2d`](crate::CaromSpace2d).
pub trait Dimension: sealed::Sealed + Send + Sync + 'static {
    /// A point or displacement: `Vec3` or `Vec2`.
    type Point: Copy + core::fmt::Debug + PartialEq + Send + Sync + 'static;
    /// A position and rotation: `Isometry3d` or `Isometry2d`.
    type Place: Copy;
    /// The component of shapes.
    #[expect(private_bounds, reason = "only the two types of this crate")]
    type Shape: Component<Mutability = Mutable> + Solid<Self::Vector>;
    /// The vector of carom.
    #[doc(hidden)]
    type Vector: Vector<Scalar = f32>;
    /// The characters of this dimension.
    #[doc(hidden)]
    type Characters: QueryFilter;

    #[doc(hidden)]
    fn point(v: Self::Vector) -> Self::Point;
    #[doc(hidden)]
    fn vector(p: Self::Point) -> Self::Vector;
    #[doc(hidden)]
    fn rotation(rotation: Quat) -> Rotation<Self::Vector>;
    #[doc(hidden)]
    fn placed(place: Self::Place) -> Pose<Self::Vector>;
    #[doc(hidden)]
    fn recording(tick: Recording<Self::Vector>) -> CharacterRecording;
}

/// The pose of a frame, without the stretch that is baked into shapes.
pub(crate) fn pose<D: Dimension>(frame: &Frame) -> Pose<D::Vector> {
    Pose {
        scale: frame.uniform_scale().unwrap_or(1.0),
        ..Pose::new(vector(frame.translation), D::rotation(frame.rotation))
    }
}

/// 3D, for [`CaromSpace`](crate::CaromSpace).
#[derive(Clone, Copy, Debug)]
pub struct Dim3;

impl sealed::Sealed for Dim3 {}

impl Dimension for Dim3 {
    type Point = Vec3;
    type Place = Isometry3d;
    type Shape = crate::Collider;
    type Vector = glam::Vec3;
    type Characters = (
        With<crate::CharacterMover>,
        Without<crate::CharacterMover2d>,
    );

    fn point(v: glam::Vec3) -> Vec3 {
        Vec3::from_array(v.to_array())
    }

    fn vector(p: Vec3) -> glam::Vec3 {
        glam::Vec3::from_array(p.to_array())
    }

    fn rotation(rotation: Quat) -> Rotation<glam::Vec3> {
        Rotation::from_quaternion(rotation.to_array())
    }

    fn placed(place: Isometry3d) -> Pose<glam::Vec3> {
        let translation = Vec3::from(place.translation);
        Pose::new(Self::vector(translation), Self::rotation(place.rotation))
    }

    fn recording(tick: Recording<glam::Vec3>) -> CharacterRecording {
        CharacterRecording::Dim3(Box::new(tick))
    }
}

/// 2D, for [`CaromSpace2d`](crate::CaromSpace2d): the plane of x and y.
#[derive(Clone, Copy, Debug)]
#[cfg(feature = "dim2")]
pub struct Dim2;

#[cfg(feature = "dim2")]
impl sealed::Sealed for Dim2 {}

#[cfg(feature = "dim2")]
impl Dimension for Dim2 {
    type Point = Vec2;
    type Place = Isometry2d;
    type Shape = crate::Collider2d;
    type Vector = glam::Vec2;
    type Characters = (With<crate::CharacterMover>, With<crate::CharacterMover2d>);

    fn point(v: glam::Vec2) -> Vec2 {
        Vec2::from_array(v.to_array())
    }

    fn vector(p: Vec2) -> glam::Vec2 {
        glam::Vec2::from_array(p.to_array())
    }

    fn rotation(rotation: Quat) -> Rotation<glam::Vec2> {
        // The angle around z; libm has the same bits on every target.
        let half = libm::atan2(f64::from(rotation.z), f64::from(rotation.w));
        Rotation::from_f64(glam::DVec2::ZERO, 2.0 * half)
    }

    fn placed(place: Isometry2d) -> Pose<glam::Vec2> {
        let turn = libm::atan2(f64::from(place.rotation.sin), f64::from(place.rotation.cos));
        let rotation = Rotation::from_f64(glam::DVec2::ZERO, turn);
        Pose::new(Self::vector(place.translation), rotation)
    }

    fn recording(tick: Recording<glam::Vec2>) -> CharacterRecording {
        CharacterRecording::Dim2(Box::new(tick))
    }
}
