//! Sweeps of shapes that rotate.

use crate::answers::CaromHit;
use crate::checked::checked;
use crate::memory::{Out, Plain, read};
use crate::query::CaromQuery;
use crate::shape::CaromShape;
use crate::status::{CaromStatus, Failure, Result, guarded};
use crate::values::{CaromVec3, finite};
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

impl CaromRigidMotion {
    /// The motion of the argument `name`, checked.
    pub(crate) fn motion(&self, name: &str) -> Result<RigidMotion<Vec3>> {
        if !self.angle.is_finite() {
            let message = format!("{name}.angle is not finite");
            return Err(Failure::invalid(message));
        }
        Ok(RigidMotion {
            delta: finite(self.delta, format_args!("{name}.delta"))?,
            pivot: finite(self.pivot, format_args!("{name}.pivot"))?,
            axis: finite(self.axis, format_args!("{name}.axis"))?,
            angle: self.angle,
        })
    }
}

/// The motion of the argument `name`, of which null is rest.
///
/// # Safety
/// The pointer is null or valid, as the header demands.
#[cfg(feature = "full")]
pub(crate) unsafe fn motion_or_rest(
    motion: *const CaromRigidMotion,
    name: &'static str,
) -> Result<RigidMotion<Vec3>> {
    if motion.is_null() {
        return Ok(RigidMotion::default());
    }
    // SAFETY: not null, and valid, as the caller promises.
    unsafe { read(motion, name) }?.motion(name)
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
        let (query, shape, motion, out) = unsafe {
            let (query, shape) = (read(query, "query")?, read(shape, "shape")?);
            let motion = read(motion, "motion")?;
            (
                query,
                checked(&shape, "shape.")?,
                motion,
                Out::new(out, "out")?,
            )
        };
        let motion = motion.motion("motion")?;
        let mut swept = None;
        query.with(&mut |query| {
            swept = query.sweep_rigid(&shape, &motion).hit;
            Ok(())
        })?;
        out.write(swept.into());
        Ok(())
    })
}
