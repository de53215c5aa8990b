//! Answers of queries.

use crate::memory::Plain;
use crate::values::CaromVec3;
use carom_rs::PartId;

/// No body: the body of a query that leaves out none, and of an answer without a part.
pub const CAROM_NO_BODY: u64 = 0xffff_ffff_ffff_ffff;
/// No part: the answer of a query that found nothing.
pub const CAROM_NO_PART: u32 = 0xffff_ffff;
/// Start of a sweep: apart.
pub const CAROM_SEPARATE: u32 = 0;
/// Start of a sweep: touching within rounding. The motion leads into the part; one that slides along or leaves has no
/// hit.
pub const CAROM_TOUCHING: u32 = 1;
/// Start of a sweep: overlapping. The motion is stopped at t = 0, in every direction but those that
/// CAROM_LEAVE_OVERLAPS allows.
pub const CAROM_OVERLAPPING: u32 = 2;

/// The contact of a shape with a part of a mesh or world. Without one, part is CAROM_NO_PART, body CAROM_NO_BODY, the
/// separation infinite, and points and normal are NaN.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromContact {
    /// The signed distance of the boundaries, a length; negative in penetration.
    pub separation: f32,
    /// The nearest or deepest point of the shape.
    pub point_a: CaromVec3,
    /// The nearest or deepest point of the part.
    pub point_b: CaromVec3,
    /// Unit normal from the part to the shape: the way the shape must go to separate.
    pub normal: CaromVec3,
    /// The largest possible error of the separation, a length.
    pub error_bound: f32,
    /// The number of the triangle in its mesh; 0 for a shape of a world.
    pub part: u32,
    /// The body of the world; 0 for a mesh outside of a world.
    pub body: u64,
}

/// The first hit of a moving shape with a part of a mesh or world. Without one, part is CAROM_NO_PART, body
/// CAROM_NO_BODY, t infinite, and point and normal are NaN.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct CaromHit {
    /// The time of impact: the fraction of delta before the touch, 0 to 1.
    pub t: f32,
    /// The point of touch, at time t.
    pub point: CaromVec3,
    /// Unit normal from the part to the shape, at time t.
    pub normal: CaromVec3,
    /// The number of the triangle in its mesh; 0 for a shape of a world.
    pub part: u32,
    /// The body of the world; 0 for a mesh outside of a world.
    pub body: u64,
    /// CAROM_SEPARATE, CAROM_TOUCHING or CAROM_OVERLAPPING: how the motion starts.
    pub start: u32,
    /// The signed distance from this part at the start, negative in penetration; infinite for CAROM_SEPARATE.
    pub start_separation: f32,
}

// SAFETY: integers and floats.
unsafe impl Plain for CaromContact {}
// SAFETY: integers and floats.
unsafe impl Plain for CaromHit {}

/// The body and the number of a part.
pub(crate) fn name(part: PartId) -> (u64, u32) {
    (part.body.to_bits(), part.index)
}

/// The answers of the header for those of the library; the padding of a contact is named where there is some.
macro_rules! answers {
    ($Vector:ty, $Contact:ty { $($padding:ident)? }, $Hit:ty) => {
        impl From<Option<carom_rs::Contact<$Vector>>> for $Contact {
            fn from(found: Option<carom_rs::Contact<$Vector>>) -> Self {
                let Some(found) = found else {
                    return Self {
                        separation: f32::INFINITY,
                        point_a: $crate::values::nan(),
                        point_b: $crate::values::nan(),
                        normal: $crate::values::nan(),
                        error_bound: 0.0,
                        part: $crate::answers::CAROM_NO_PART,
                        $($padding: 0,)?
                        body: $crate::answers::CAROM_NO_BODY,
                    };
                };
                let (body, part) = $crate::answers::name(found.part);
                Self {
                    separation: found.separation,
                    point_a: found.point_a.into(),
                    point_b: found.point_b.into(),
                    normal: found.normal.into(),
                    error_bound: found.error_bound,
                    part,
                    $($padding: 0,)?
                    body,
                }
            }
        }

        impl From<Option<carom_rs::Hit<$Vector>>> for $Hit {
            fn from(found: Option<carom_rs::Hit<$Vector>>) -> Self {
                let Some(found) = found else {
                    return Self {
                        t: f32::INFINITY,
                        point: $crate::values::nan(),
                        normal: $crate::values::nan(),
                        part: $crate::answers::CAROM_NO_PART,
                        body: $crate::answers::CAROM_NO_BODY,
                        start: $crate::answers::CAROM_SEPARATE,
                        start_separation: f32::INFINITY,
                    };
                };
                let (body, part) = $crate::answers::name(found.part);
                let (start, start_separation) = match found.start {
                    carom_rs::Start::Separate => ($crate::answers::CAROM_SEPARATE, f32::INFINITY),
                    carom_rs::Start::Touching(contact) => {
                        ($crate::answers::CAROM_TOUCHING, contact.separation)
                    }
                    carom_rs::Start::Overlapping(contact) => {
                        ($crate::answers::CAROM_OVERLAPPING, contact.separation)
                    }
                };
                Self {
                    t: found.t,
                    point: found.point.into(),
                    normal: found.normal.into(),
                    part,
                    body,
                    start,
                    start_separation,
                }
            }
        }
    };
}
#[cfg(feature = "planar")]
pub(crate) use answers;

#[cfg(feature = "meshes")]
answers!(carom_rs::glam::Vec3, CaromContact {}, CaromHit);
