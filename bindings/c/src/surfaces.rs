//! Queries with all shapes of a compound at once.

use crate::answers::{CAROM_NO_PART, CaromContact, CaromHit};
use crate::both::queries::MotionOf;
use crate::handles;
use crate::locks::reading;
use crate::memory::{Out, read};
use crate::objects::CaromCompound;
use crate::query::CaromQuery;
use crate::rigid::CaromRigidMotion;
use crate::status::{CaromStatus, guarded};
use crate::values::{CaromVec3, a_number, finite, finite_number};
use carom_rs::PartId;

/// The number of a shape of the compound.
fn number(part: Option<PartId>) -> u32 {
    part.map_or(CAROM_NO_PART, |part| part.index)
}

/// The contact of the least separation with any shape of the compound `a`, if that is at most `reach` (a length; INFINITY
/// for always). `part` becomes the number of that shape, or CAROM_NO_PART. Equal separations: the lowest part of the mesh,
/// compound or world, then the lowest of `a`. Takes as long as a query for each shape.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_closest_surface(
    query: *const CaromQuery,
    a: CaromCompound,
    reach: f32,
    out: *mut CaromContact,
    part: *mut u32,
) -> CaromStatus {
    guarded("carom_closest_surface", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, out, part) = unsafe {
            let (out, part) = (Out::new(out, "out")?, Out::new(part, "part")?);
            (read(query, "query")?, out, part)
        };
        let (a, reach) = (handles::object(a, "a")?, a_number(reach, "reach")?);
        let mut found = None;
        query.with(&mut |query| {
            found = query.closest_surface(&a, reach);
            Ok(())
        })?;
        out.write(found.map(|(contact, _)| contact).into());
        part.write(number(found.map(|(_, part)| part)));
        Ok(())
    })
}

/// Whether any shape of the compound `a` touches any part: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_overlap_surface(
    query: *const CaromQuery,
    a: CaromCompound,
    out: *mut u8,
) -> CaromStatus {
    guarded("carom_overlap_surface", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, out) = unsafe { (read(query, "query")?, Out::new(out, "out")?) };
        let a = handles::object(a, "a")?;
        let mut touches = false;
        query.with(&mut |query| {
            touches = query.overlap_surface(&a);
            Ok(())
        })?;
        out.write(touches.into());
        Ok(())
    })
}

/// The first hit of the compound `a` moving by `delta`, with the rules of carom_sweep(). `part` becomes the number of its
/// shape that hits, or CAROM_NO_PART.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_surface(
    query: *const CaromQuery,
    a: CaromCompound,
    delta: CaromVec3,
    out: *mut CaromHit,
    part: *mut u32,
) -> CaromStatus {
    guarded("carom_sweep_surface", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, out, part) = unsafe {
            let (out, part) = (Out::new(out, "out")?, Out::new(part, "part")?);
            (read(query, "query")?, out, part)
        };
        let (a, delta) = (handles::object(a, "a")?, finite(delta, "delta")?);
        let mut found = None;
        query.with(&mut |query| {
            found = query.sweep_surface(&a, delta);
            Ok(())
        })?;
        out.write(found.map(|(hit, _)| hit).into());
        part.write(number(found.map(|(_, part)| part)));
        Ok(())
    })
}

/// The first hit of the compound `a` moving and rotating by `motion`, with the rules of carom_sweep_rigid(). `part` becomes the
/// number of its shape that hits, or CAROM_NO_PART.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_rigid_surface(
    query: *const CaromQuery,
    a: CaromCompound,
    motion: *const CaromRigidMotion,
    out: *mut CaromHit,
    part: *mut u32,
) -> CaromStatus {
    guarded("carom_sweep_rigid_surface", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, motion, out, part) = unsafe {
            let (out, part) = (Out::new(out, "out")?, Out::new(part, "part")?);
            (read(query, "query")?, read(motion, "motion")?, out, part)
        };
        let (a, motion) = (handles::object(a, "a")?, motion.motion("motion")?);
        let mut found = None;
        query.with(&mut |query| {
            let swept = query.sweep_rigid_surface(&a, &motion);
            found = swept.and_then(|(swept, part)| Some((swept.hit?, part)));
            Ok(())
        })?;
        out.write(found.map(|(hit, _)| hit).into());
        part.write(number(found.map(|(_, part)| part)));
        Ok(())
    })
}

/// The first hit of the compound `a` moving and rotating by `motion` as one in the next `time` seconds, in which every body moves
/// too, with the rules of carom_sweep_moving(). `part` becomes the number of its shape that hits, or CAROM_NO_PART.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_sweep_moving_surface(
    query: *const CaromQuery,
    a: CaromCompound,
    motion: *const CaromRigidMotion,
    time: f32,
    out: *mut CaromHit,
    part: *mut u32,
) -> CaromStatus {
    guarded("carom_sweep_moving_surface", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (query, motion, out, part) = unsafe {
            let (out, part) = (Out::new(out, "out")?, Out::new(part, "part")?);
            (read(query, "query")?, read(motion, "motion")?, out, part)
        };
        let (a, motion) = (handles::object(a, "a")?, motion.motion("motion")?);
        let time = finite_number(time, "time")?;
        let world = query.world()?;
        let world = reading(&world)?;
        let world = query.of_world(&world);
        let swept = carom_fast::sweep_moving_surface(&world, &a, &motion, time);
        let found = swept.and_then(|(swept, part)| Some((swept.hit?, part)));
        out.write(found.map(|(hit, _)| hit).into());
        part.write(number(found.map(|(_, part)| part)));
        Ok(())
    })
}
