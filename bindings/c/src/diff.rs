//! What has changed between two states of a world, as an object and as bytes.

use crate::handles;
use crate::locks::{reading, writing};
use crate::memory::{Column, Out, OutColumn, all};
use crate::objects::{CaromDiff, CaromWorld, Kind};
use crate::status::{CaromStatus, Failure, Result, guarded};
use carom_rs::glam::Vec3;
use carom_rs::{BodyId, WorldDiff};
use std::sync::Arc;

/// List of a difference: the bodies of the earlier state that are gone.
pub const CAROM_REMOVED: u32 = 0;
/// List of a difference: the bodies that are new.
pub const CAROM_ADDED: u32 = 1;
/// List of a difference: the bodies of both states that have moved or changed in another way.
pub const CAROM_CHANGED: u32 = 2;
/// List of a difference: the bodies of both states with another pose; they are in CAROM_CHANGED too.
pub const CAROM_MOVED: u32 = 3;

fn inserted(diff: WorldDiff<Vec3>) -> Result<CaromDiff> {
    handles::named(Arc::new(diff))
}

/// What has changed in a world since `before`, an earlier state of it that carom_world_copy() has kept, or a later one for the
/// way back: for the network (send what has changed since the last state that the other side has), for rollback, for undo.
///
/// Numbers count as changed if their bits have. A mesh or compound counts as changed if it is another object, which it is after
/// carom_world_refit_heights() and carom_world_weld_mesh(). Takes time linear in the number of bodies. The difference from an
/// empty world is the whole state. Free it with carom_diff_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_diff_create(
    world: CaromWorld,
    before: CaromWorld,
    out: *mut CaromDiff,
) -> CaromStatus {
    guarded("carom_diff_create", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        let (world, before) = (
            handles::object(world, "world")?,
            handles::object(before, "before")?,
        );
        let diff = reading(&world)?.diff_from(&*reading(&before)?);
        out.write(inserted(diff)?);
        Ok(())
    })
}

/// The difference of bytes that carom_diff_bytes() has written, on this machine or another. Errors, CAROM_INVALID: bytes that
/// are no difference. Free it with carom_diff_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_diff_of_bytes(
    bytes: *const u8,
    count: usize,
    out: *mut CaromDiff,
) -> CaromStatus {
    guarded("carom_diff_of_bytes", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (bytes, out) = unsafe {
            let bytes = Column::packed(bytes, count, "bytes")?;
            (bytes, Out::new(out, "out")?)
        };
        let diff = serde_json::from_slice(&all(&bytes, count)?);
        let diff = diff.map_err(|error| Failure::invalid(format!("bytes: {error}")))?;
        out.write(inserted(diff)?);
        Ok(())
    })
}

/// Frees a difference. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_diff_free(diff: CaromDiff) -> CaromStatus {
    guarded("carom_diff_free", || handles::free(diff.bits, Kind::Diff))
}

/// A difference as bytes, to send or to store: JSON, which keeps every bit, as Python writes it for a world of float32. Colliders
/// of bodies that were added are in it, and a mesh that several of them share is there once; what has not changed is not.
///
/// The first `capacity` bytes are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_diff_bytes(
    diff: CaromDiff,
    out: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_diff_bytes", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let bytes = serde_json::to_vec(&*handles::object(diff, "diff")?);
        let bytes = bytes.map_err(|error| Failure::invalid(format!("diff: {error}")))?;
        count.write(out.fill(bytes.into_iter()));
        Ok(())
    })
}

/// Whether both states of a difference are the same to the bit: 1 or 0. The names that later bodies get count too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_diff_is_empty(diff: CaromDiff, out: *mut u8) -> CaromStatus {
    guarded("carom_diff_is_empty", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write(handles::object(diff, "diff")?.is_empty().into());
        Ok(())
    })
}

/// The bodies of a list of a difference, CAROM_REMOVED, CAROM_ADDED, CAROM_CHANGED or CAROM_MOVED, in ascending order of their
/// places in the world. The first `capacity` of them are written to `out`, which may be null for a capacity of 0; `count`
/// becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_diff_bodies(
    diff: CaromDiff,
    list: u32,
    out: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_diff_bodies", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let diff = handles::object(diff, "diff")?;
        let bodies: Vec<BodyId> = match list {
            CAROM_REMOVED => diff.removed().to_vec(),
            CAROM_ADDED => diff.added().iter().map(|(id, _)| *id).collect(),
            CAROM_CHANGED => diff.changed().iter().map(|change| change.id).collect(),
            CAROM_MOVED => diff.moved().collect(),
            other => {
                let text = format!("list is {other}, which is no list of a difference");
                return Err(Failure::invalid(text));
            }
        };
        count.write(out.fill(bodies.iter().map(|id| id.to_bits())));
        Ok(())
    })
}

/// Makes the later state of a difference out of the earlier one: the same bodies to the bit, by the same names, and the same
/// names for bodies that are added later. Takes time that grows with the number of changes.
///
/// Errors, CAROM_INVALID: a world that is not in the earlier state of the difference, as far as it matters, or a body in the
/// difference that is not valid. Then nothing changes.
#[unsafe(no_mangle)]
pub extern "C" fn carom_world_apply(world: CaromWorld, diff: CaromDiff) -> CaromStatus {
    guarded("carom_world_apply", || {
        let world = handles::object(world, "world")?;
        let diff = handles::object(diff, "diff")?;
        let applied = writing(&world)?.apply(&diff);
        applied.map_err(|error| Failure::invalid(format!("diff: {error}")))
    })
}
