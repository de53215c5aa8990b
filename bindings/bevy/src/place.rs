//! Places of shapes in queries, from the types that Bevy has for them.

use crate::convert::vector;
use crate::dimension::{Dim3, Systems};
use crate::frame::Frame;
use bevy_math::{Affine3A, Isometry3d, Mat3, Quat, Vec3, Vec3A};
#[cfg(feature = "dim2")]
use bevy_math::{Isometry2d, Rot2, Vec2};
use bevy_transform::components::{GlobalTransform, Transform};
use carom::{Rotation, glam};
use core::marker::PhantomData;

/// Where the shape of a query is: made of a point, a rotation, an isometry, a [`Transform`], a [`GlobalTransform`] or
/// an `Affine3A`.
///
/// The scale of a transform is that of the shape, per axis, as if it were the [`Collider`](crate::Collider) of an
/// entity there. With a scale of 0 or numbers that are not finite, answers are empty.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_carom::prelude::*;
/// /// Whether a crate can be put down where its ghost is drawn.
/// fn is_free(space: CaromSpace, ghost: Single<(&Collider, &GlobalTransform), With<Ghost>>) -> bool {
///     let (shape, place) = *ghost;
///     !space.query().overlap(shape, place)
/// }
/// # #[derive(Component)]
/// # struct Ghost;
/// # bevy_ecs::system::assert_is_read_only_system(is_free);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpacePlace<D> {
    frame: Frame,
    dimension: PhantomData<D>,
}

impl<D> SpacePlace<D> {
    pub(crate) fn frame(&self) -> Frame {
        self.frame
    }
}

impl<D> From<Frame> for SpacePlace<D> {
    fn from(frame: Frame) -> Self {
        let dimension = PhantomData;
        Self { frame, dimension }
    }
}

impl<D: Systems> From<Transform> for SpacePlace<D> {
    fn from(transform: Transform) -> Self {
        Frame::of(&transform).into()
    }
}

impl<D: Systems> From<&Transform> for SpacePlace<D> {
    fn from(transform: &Transform) -> Self {
        Frame::of(transform).into()
    }
}

impl<D: Systems> From<GlobalTransform> for SpacePlace<D> {
    fn from(transform: GlobalTransform) -> Self {
        transform.affine().into()
    }
}

impl<D: Systems> From<&GlobalTransform> for SpacePlace<D> {
    fn from(transform: &GlobalTransform) -> Self {
        transform.affine().into()
    }
}

impl<D: Systems> From<Affine3A> for SpacePlace<D> {
    fn from(affine: Affine3A) -> Self {
        let matrix = Mat3::from(affine.matrix3);
        let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(vector::<glam::DVec3>);
        // A rotation and one scale, but for rounding: the shape keeps its kind. Any other matrix is taken into the shape.
        let (scale, rotation, translation) = affine.to_scale_rotation_translation();
        let (rotation, stretch) = match Rotation::<glam::DVec3>::from_columns(columns) {
            Ok(_) => (rotation, Mat3::from_diagonal(Vec3::splat(scale.x))),
            Err(_) => (Quat::IDENTITY, matrix),
        };
        let frame = Frame {
            translation,
            rotation,
            stretch,
        };
        frame.into()
    }
}

impl From<Isometry3d> for SpacePlace<Dim3> {
    fn from(place: Isometry3d) -> Self {
        let frame = Frame {
            translation: place.translation.into(),
            rotation: place.rotation,
            stretch: Mat3::IDENTITY,
        };
        frame.into()
    }
}

#[cfg(feature = "dim2")]
impl From<Isometry2d> for SpacePlace<crate::Dim2> {
    fn from(place: Isometry2d) -> Self {
        // libm has the same bits on every target.
        let turn = libm::atan2(f64::from(place.rotation.sin), f64::from(place.rotation.cos));
        let (z, w) = libm::sincos(0.5 * turn);
        let frame = Frame {
            translation: place.translation.extend(0.0),
            rotation: Quat::from_xyzw(0.0, 0.0, z as f32, w as f32),
            stretch: Mat3::IDENTITY,
        };
        frame.into()
    }
}

/// What Bevy makes an isometry of.
macro_rules! by_isometry {
    ($($from:ty => $isometry:ty => $dimension:ty;)*) => {$(
        impl From<$from> for SpacePlace<$dimension> {
            fn from(place: $from) -> Self {
                <$isometry>::from(place).into()
            }
        }
    )*};
}

by_isometry! {
    Vec3 => Isometry3d => Dim3;
    Vec3A => Isometry3d => Dim3;
    Quat => Isometry3d => Dim3;
}
#[cfg(feature = "dim2")]
by_isometry! {
    Vec2 => Isometry2d => crate::Dim2;
    Rot2 => Isometry2d => crate::Dim2;
}
