//! Sweeps among bodies that move in the same interval.

use crate::answers::CaromHit;
use crate::both::queries::MotionOf;
use crate::checked::checked;
use crate::locks::reading;
use crate::memory::{Out, read};
use crate::query::CaromQuery;
use crate::rigid::CaromRigidMotion;
use crate::shape::CaromShape;
use crate::status::{CaromStatus, guarded};
use crate::values::finite_number;

/// The first hit of the shape moving and rotating by `motion` in the next `time` seconds, in which every body moves by its
/// velocity and turns around its origin by its spin, both from its pose now: a door, a sword, a train.
///
/// t is the fraction of the time, 0 to 1; point and normal are those of that moment. Where neither the shape nor a body
/// rotates this is carom_sweep() by the relative motion, with its rules for starts and internal edges, otherwise
/// carom_sweep_rigid(). Surface velocities do not count. The query of a mesh or compound is an error, CAROM_WRONG_KIND.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_moving(
    query: *const CaromQuery,
    shape: *const CaromShape,
    motion: *const CaromRigidMotion,
    time: f32,
    out: *mut CaromHit,
) -> CaromStatus {
    guarded("carom_sweep_moving", || {
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
        let time = finite_number(time, "time")?;
        let world = query.world()?;
        let world = reading(&world)?;
        let world = query.of_world(&world);
        let swept = carom_fast::sweep_moving(&world, &shape, &motion, time);
        out.write(swept.hit.into());
        Ok(())
    })
}
