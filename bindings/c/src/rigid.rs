//! Sweeps of shapes that rotate.

use crate::answers::CaromHit;
use crate::both::queries::{self, MotionOf};
use crate::memory::Plain;
use crate::query::CaromQuery;
use crate::shape::CaromShape;
use crate::status::{CaromStatus, Result, guarded};
use crate::values::{CaromVec3, finite, finite_number};
use carom_rs::RigidMotion;
use carom_rs::glam::Vec3;

/// A displacement and a rotation, both at constant speed: at time t, 0 to 1, a point p is at
/// pivot + R(angle t) (p - pivot) + delta t.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CaromRigidMotion {
    /// The displacement.
    pub delta: CaromVec3,
    /// The center of the rotation, which only the displacement moves.
    pub pivot: CaromVec3,
    /// The axis of the rotation, of any length; the rotation is counter-clockwise around it.
    pub axis: CaromVec3,
    /// The angle in radians; it can exceed a full turn. With 0 the motion is straight.
    pub angle: f32,
}

// SAFETY: floats.
unsafe impl Plain for CaromRigidMotion {}

impl MotionOf<Vec3> for CaromRigidMotion {
    fn motion(&self, name: &str) -> Result<RigidMotion<Vec3>> {
        Ok(RigidMotion {
            delta: finite(self.delta, format_args!("{name}.delta"))?,
            pivot: finite(self.pivot, format_args!("{name}.pivot"))?,
            axis: finite(self.axis, format_args!("{name}.axis"))?,
            angle: finite_number(self.angle, format_args!("{name}.angle"))?,
        })
    }
}

/// The first hit of the shape moving and rotating by `motion` (nonlinear shape cast). Equal times: the part with the
/// greatest penetration depth at the start, then the lowest. Rotating motions hit internal edges too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_rigid(
    query: *const CaromQuery,
    shape: *const CaromShape,
    motion: *const CaromRigidMotion,
    out: *mut CaromHit,
) -> CaromStatus {
    guarded("carom_sweep_rigid", || {
        // SAFETY: pointers are null or valid, as the header demands.
        unsafe { queries::sweep_rigid(query, shape, motion, out) }
    })
}
