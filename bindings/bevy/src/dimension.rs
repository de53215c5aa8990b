//! The two dimensions: the same systems run on worlds in 3D and in 2D.

use crate::convert::{Point, vector};
use crate::events::{CharacterRecording, Recorded};
use crate::frame::Frame;
use crate::shape::Solid;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::{Component, With, Without};
use bevy_ecs::query::QueryFilter;
#[cfg(feature = "dim2")]
use bevy_math::Vec2;
use bevy_math::{Quat, Vec3};
use carom::mover::Recording;
use carom::{Pose, Rotation, Vector, glam};

/// 3D or 2D: chooses the types of [`CaromSpace`](crate::CaromSpace) and
/// [`CaromSpace2d`](crate::CaromSpace2d).
#[expect(private_bounds, reason = "only the two types of this crate")]
pub trait Dimension: Systems {
    /// A point or displacement: `Vec3` or `Vec2`.
    type Point: Point + core::fmt::Debug + PartialEq + Send + Sync + 'static;
    /// The component of shapes.
    type Shape: Component<Mutability = Mutable> + Solid<Self::Vector>;
}

/// What the systems need of a dimension.
pub(crate) trait Systems: Send + Sync + 'static {
    /// The vector of carom.
    type Vector: Vector<Scalar = f32>;
    /// The characters of this dimension.
    type Characters: QueryFilter;

    fn rotation(rotation: Quat) -> Rotation<Self::Vector>;
    fn recording(tick: Recording<Self::Vector>) -> CharacterRecording;
}

/// The pose of a frame, without the stretch that is baked into shapes.
pub(crate) fn pose<D: Systems>(frame: &Frame) -> Pose<D::Vector> {
    Pose {
        scale: frame.uniform_scale().unwrap_or(1.0),
        ..Pose::new(vector(frame.translation), D::rotation(frame.rotation))
    }
}

/// 3D, for [`CaromSpace`](crate::CaromSpace).
#[derive(Clone, Copy, Debug)]
pub struct Dim3;

impl Dimension for Dim3 {
    type Point = Vec3;
    type Shape = crate::Collider;
}

impl Systems for Dim3 {
    type Vector = glam::Vec3;
    type Characters = (
        With<crate::CharacterMover>,
        Without<crate::CharacterMover2d>,
    );

    fn rotation(rotation: Quat) -> Rotation<glam::Vec3> {
        Rotation::from_quaternion(rotation.to_array())
    }

    fn recording(tick: Recording<glam::Vec3>) -> CharacterRecording {
        CharacterRecording::of(Recorded::Dim3(Box::new(tick)))
    }
}

/// 2D, for [`CaromSpace2d`](crate::CaromSpace2d): the plane of x and y.
#[derive(Clone, Copy, Debug)]
#[cfg(feature = "dim2")]
pub struct Dim2;

#[cfg(feature = "dim2")]
impl Dimension for Dim2 {
    type Point = Vec2;
    type Shape = crate::Collider2d;
}

#[cfg(feature = "dim2")]
impl Systems for Dim2 {
    type Vector = glam::Vec2;
    type Characters = (With<crate::CharacterMover>, With<crate::CharacterMover2d>);

    fn rotation(rotation: Quat) -> Rotation<glam::Vec2> {
        // The angle around z; libm has the same bits on every target.
        let half = libm::atan2(f64::from(rotation.z), f64::from(rotation.w));
        Rotation::from_f64(glam::DVec2::ZERO, 2.0 * half)
    }

    fn recording(tick: Recording<glam::Vec2>) -> CharacterRecording {
        CharacterRecording::of(Recorded::Dim2(Box::new(tick)))
    }
}
