//! Vectors and poses in 2D.

use crate::memory::Plain;
use crate::values::{PoseOf, VectorOf};
use carom_rs::glam::{DVec2, Vec2};
use carom_rs::{Pose, Rotation};

/// A point, displacement or direction in 2D.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromVec2 {
    /// Along x.
    pub x: f32,
    /// Along y.
    pub y: f32,
}

// SAFETY: floats.
unsafe impl Plain for CaromVec2 {}

impl From<CaromVec2> for Vec2 {
    fn from(v: CaromVec2) -> Self {
        Self::new(v.x, v.y)
    }
}

impl From<Vec2> for CaromVec2 {
    fn from(v: Vec2) -> Self {
        let [x, y] = v.to_array();
        Self { x, y }
    }
}

impl VectorOf<Vec2> for CaromVec2 {}

/// The position, rotation and scale of a body in 2D: its points are scaled, then rotated, then translated.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carom2dPose {
    /// The position, in double precision, so that a world can be larger than single precision resolves.
    pub position: [f64; 2],
    /// The rotation in radians, counter-clockwise from x to y.
    pub angle: f32,
    /// The scale, the same along both axes; more than 0.
    pub scale: f32,
}

// SAFETY: floats.
unsafe impl Plain for Carom2dPose {}

/// The rotation by an angle; 0 changes no bit.
pub(crate) fn rotation(angle: f32) -> Rotation<Vec2> {
    if angle == 0.0 {
        Rotation::default()
    } else {
        Rotation::new(Vec2::ZERO, angle)
    }
}

impl PoseOf<Vec2> for Carom2dPose {
    fn pose(&self) -> Pose<Vec2> {
        Pose {
            rotation: rotation(self.angle),
            translation: DVec2::from_array(self.position),
            scale: self.scale,
        }
    }
}

impl From<&Pose<Vec2>> for Carom2dPose {
    fn from(pose: &Pose<Vec2>) -> Self {
        let ahead = pose.rotation.rotate(Vec2::X).as_dvec2();
        Self {
            position: pose.translation.to_array(),
            angle: libm::atan2(ahead.y, ahead.x) as f32,
            scale: pose.scale,
        }
    }
}

/// The pose at a position in 2D, without rotation, with scale 1.
#[unsafe(no_mangle)]
pub extern "C" fn carom2d_pose_at(position: CaromVec2) -> Carom2dPose {
    Carom2dPose {
        position: [position.x.into(), position.y.into()],
        angle: 0.0,
        scale: 1.0,
    }
}
