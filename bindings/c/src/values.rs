//! Vectors, poses, and checks of numbers.

use crate::memory::Plain;
use crate::status::{Failure, Result};
#[cfg(any(feature = "worlds", feature = "planar"))]
use carom_rs::Pose;
use carom_rs::Vector;
use carom_rs::glam::Vec3;
#[cfg(feature = "worlds")]
use carom_rs::{Rotation, glam::DVec3};
use std::fmt::Display;

/// The vectors of 2D or 3D that the library has here.
pub(crate) trait Space: Vector<Scalar = f32> {}

impl<V: Vector<Scalar = f32>> Space for V {}

/// A vector of the header, and that of the library which it stands for.
pub(crate) trait VectorOf<V: Space>: Plain + Into<V> + From<V> {}

#[cfg(any(feature = "worlds", feature = "planar"))]
/// A pose of the header.
pub(crate) trait PoseOf<V: Space>: Plain {
    /// The pose of the library; a world checks it.
    fn pose(&self) -> Pose<V>;
}

/// A point, displacement or direction.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromVec3 {
    /// Along x.
    pub x: f32,
    /// Along y.
    pub y: f32,
    /// Along z.
    pub z: f32,
}

// SAFETY: floats.
unsafe impl Plain for CaromVec3 {}

impl VectorOf<Vec3> for CaromVec3 {}

/// A vector of an answer that has none.
pub(crate) fn nan<V: Space, T: VectorOf<V>>() -> T {
    V::splat(f32::NAN).into()
}

impl From<CaromVec3> for Vec3 {
    fn from(v: CaromVec3) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}

impl From<Vec3> for CaromVec3 {
    fn from(v: Vec3) -> Self {
        let [x, y, z] = v.to_array();
        Self { x, y, z }
    }
}

/// The position, rotation and scale of a body: its points are scaled, then rotated, then translated.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaromPose {
    /// The position, in double precision, so that a world can be larger than single precision resolves.
    pub position: [f64; 3],
    /// The rotation as a quaternion x, y, z, w of any length but zero.
    pub rotation: [f32; 4],
    /// The scale, the same along all axes; more than 0.
    pub scale: f32,
    /// Padding; not read.
    pub reserved: u32,
}

// SAFETY: floats and an integer.
unsafe impl Plain for CaromPose {}

#[cfg(feature = "worlds")]
impl PoseOf<Vec3> for CaromPose {
    fn pose(&self) -> Pose<Vec3> {
        let turned = self.rotation != [0.0, 0.0, 0.0, 1.0];
        let rotation = turned.then(|| Rotation::from_quaternion(self.rotation));
        Pose {
            rotation: rotation.unwrap_or_default(),
            translation: DVec3::from_array(self.position),
            scale: self.scale,
        }
    }
}

/// The pose at a position, without rotation, with scale 1.
#[cfg(feature = "meshes")]
#[unsafe(no_mangle)]
pub extern "C" fn carom_pose_at(position: CaromVec3) -> CaromPose {
    let CaromVec3 { x, y, z } = position;
    CaromPose {
        position: [x.into(), y.into(), z.into()],
        rotation: [0.0, 0.0, 0.0, 1.0],
        scale: 1.0,
        reserved: 0,
    }
}

/// The error of an argument. Once, and not in each function that checks one.
#[cold]
#[inline(never)]
pub(crate) fn bad(name: &dyn Display, what: &str) -> Failure {
    Failure::invalid(format!("{name} {what}"))
}

/// A vector of finite numbers.
pub(crate) fn finite<V: Space>(v: impl VectorOf<V>, name: impl Display) -> Result<V> {
    let v: V = v.into();
    if v.is_finite() {
        return Ok(v);
    }
    Err(bad(&name, "is not finite"))
}

/// A finite number.
pub(crate) fn finite_number(number: f32, name: impl Display) -> Result<f32> {
    if number.is_finite() {
        return Ok(number);
    }
    Err(bad(&name, "is not finite"))
}

/// A number that is at least zero and finite.
pub(crate) fn not_negative(number: f32, name: impl Display) -> Result<f32> {
    if number.is_finite() && number >= 0.0 {
        return Ok(number);
    }
    let what = if number.is_finite() {
        "is negative"
    } else {
        "is not finite"
    };
    Err(bad(&name, what))
}

/// A number that is more than zero and finite.
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) fn positive(number: f32, name: impl Display) -> Result<f32> {
    if number.is_finite() && number > 0.0 {
        return Ok(number);
    }
    let what = format!("must be more than 0 and finite{}", but_is(number));
    Err(bad(&name, &what))
}

/// A number that is not NaN.
pub(crate) fn a_number(number: f32, name: impl Display) -> Result<f32> {
    if number.is_nan() {
        return Err(bad(&name, "is NaN"));
    }
    Ok(number)
}

/// A truth value: 1 or 0.
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) fn is_set(flag: u32, name: &str) -> Result<bool> {
    match flag {
        0 => Ok(false),
        1 => Ok(true),
        other => {
            let text = format!("{name} must be 0 or 1, not {other}");
            Err(Failure::invalid(text))
        }
    }
}

/// Flags, all of them known.
pub(crate) fn known_flags(flags: u32, known: u32, name: impl Display) -> Result<u32> {
    if flags & !known != 0 {
        let unknown = flags & !known;
        return Err(bad(&name, &format!("has the unknown bits {unknown:#x}")));
    }
    Ok(flags)
}

/// The cosine of a steepest slope, degrees, 0 to 90.
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) fn slope_cosine(degrees: f32, place: impl Display) -> Result<f32> {
    let degrees = f64::from(degrees);
    if !(0.0..=90.0).contains(&degrees) {
        let text = format!("{place} must be 0 to 90 degrees{}", but_is(degrees));
        return Err(Failure::invalid(text));
    }
    // The cosine of 90 degrees in double precision is a little more than 0 or less.
    Ok(libm::cos(degrees.to_radians()).max(0.0) as f32)
}

/// The end of an error's text: the number that was given. Not in wasm, where its digits would cost 7 KB to download, and
/// JavaScript knows the number.
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) fn but_is(number: impl Display) -> String {
    if cfg!(target_family = "wasm") {
        String::new()
    } else {
        format!(", not {number}")
    }
}
