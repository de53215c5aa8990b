//! The pairs of bodies that touch, and what has changed.

use crate::handles;
use crate::locks::alone;
use crate::memory::{Out, OutColumn, Plain};
use crate::objects::{CaromPairs, Kind};
use crate::sensors::CAROM_NOW;
use crate::status::{CaromStatus, Failure, guarded};
#[cfg(feature = "worlds")]
use crate::{both::worlds, objects::CaromWorld};
use carom_rs::BodyId;
use std::sync::Arc;

/// List of pairs: those that did not touch at the update before.
pub const CAROM_BEGAN: u32 = 1;
/// List of pairs: those of the update before that no longer touch; one of the bodies may have been removed.
pub const CAROM_ENDED: u32 = 2;

/// Two bodies that touch: of one world, a is the lower name; of two worlds, a is a body of the first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromPair {
    /// The body with the lower name, or that of the first world.
    pub a: u64,
    /// The other one.
    pub b: u64,
}

// SAFETY: integers.
unsafe impl Plain for CaromPair {}

/// Pair events, none yet. Free it with carom_pairs_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pairs_create(out: *mut CaromPairs) -> CaromStatus {
    guarded("carom_pairs_create", || {
        // SAFETY: the pointer is null or valid, as the header demands.
        let out = unsafe { Out::new(out, "out") }?;
        out.write(handles::named(Arc::default())?);
        Ok(())
    })
}

/// Frees pair events. The zero handle is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn carom_pairs_free(pairs: CaromPairs) -> CaromStatus {
    guarded("carom_pairs_free", || {
        handles::free(pairs.bits, Kind::Pairs)
    })
}

/// Finds the pairs of bodies of a world that touch now, of which at least one has CAROM_MOVING, and what has changed since
/// the last update: the pairs that a physics engine gets from its broad and narrow phase.
///
/// Sensors are left out, and bodies of which one has no layer in the mask of the other. A one-way body counts where it
/// would block. Meshes are shells.
#[cfg(feature = "worlds")]
#[unsafe(no_mangle)]
pub extern "C" fn carom_pairs_update(pairs: CaromPairs, world: CaromWorld) -> CaromStatus {
    guarded("carom_pairs_update", || worlds::update_pairs(pairs, world))
}

/// Finds the pairs of a body of `world` and a body of `other` that touch now, whether they have CAROM_MOVING or not, and what
/// has changed since the last update of `pairs`: a world of triggers against one of characters, or two parts of a level.
///
/// Both worlds have the same origin. Sensors, layers, masks and one-way bodies count as in carom_pairs_update().
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn carom_pairs_update_with(
    pairs: CaromPairs,
    world: CaromWorld,
    other: CaromWorld,
) -> CaromStatus {
    guarded("carom_pairs_update_with", || {
        worlds::update_pairs_with(pairs, world, other)
    })
}

/// A list of the last update, CAROM_NOW, CAROM_BEGAN or CAROM_ENDED: each pair once, sorted by a, then by b. The first
/// `capacity` of them are written to `out`, which may be null for a capacity of 0; `count` becomes the number of all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_pairs_list(
    pairs: CaromPairs,
    list: u32,
    out: *mut CaromPair,
    capacity: usize,
    count: *mut usize,
) -> CaromStatus {
    guarded("carom_pairs_list", || {
        // SAFETY: pointers are null or valid, as the header demands.
        let (mut out, count) = unsafe {
            let out = OutColumn::new(out, capacity, "out")?;
            (out, Out::new(count, "count")?)
        };
        let pairs = handles::object(pairs, "pairs")?;
        let pairs = alone(&pairs, "pairs")?;
        let found = match list {
            CAROM_NOW => pairs.now(),
            CAROM_BEGAN => pairs.began(),
            CAROM_ENDED => pairs.ended(),
            other => {
                let text = format!("list is {other}, which is no list of pairs");
                return Err(Failure::invalid(text));
            }
        };
        let pair = |pair: &[BodyId; 2]| {
            let [a, b] = pair.map(BodyId::to_bits);
            CaromPair { a, b }
        };
        count.write(out.fill(found.iter().map(pair)));
        Ok(())
    })
}
