//! Handles: numbers that name the objects of a process, so that a freed or wrong one is an error and not undefined
//! behavior.
//!
//! The table is the only state that the library shares between threads. A lookup holds its lock for some nanoseconds and
//! clones an `Arc`; queries run outside of it.

#[cfg(feature = "worlds")]
use crate::objects::CaromMesh;
use crate::objects::{Handle, Kind, Object};
use crate::status::{CaromStatus, Failure, Result};
#[cfg(feature = "worlds")]
use carom_rs::{Mesh, glam::Vec3};
#[cfg(feature = "worlds")]
use std::sync::Arc;
use std::sync::{PoisonError, RwLock};

/// The kind is in the highest 4 bits, then come 28 bits of the slot's generation and 32 of its index.
const KIND_SHIFT: u32 = 60;
const GENERATION_SHIFT: u32 = 32;
/// After its last generation a slot is not used again.
const LAST_GENERATION: u32 = (1 << (KIND_SHIFT - GENERATION_SHIFT)) - 1;

struct Slot {
    /// The number of handles that have named this slot. The first is 1, so that no handle is zero.
    generation: u32,
    object: Option<Object>,
}

struct Table {
    slots: Vec<Slot>,
    free: Vec<u32>,
}

static TABLE: RwLock<Table> = RwLock::new(Table {
    slots: Vec::new(),
    free: Vec::new(),
});

impl Table {
    fn insert(&mut self, object: Object) -> Result<u64> {
        let kind = object.kind() as u64;
        let index = match self.free.pop() {
            Some(index) => index,
            None => {
                let full = |_| Failure::new(CaromStatus::CaromFull, "there are 2^32 handles");
                let index = u32::try_from(self.slots.len()).map_err(full)?;
                self.slots.push(Slot {
                    generation: 0,
                    object: None,
                });
                index
            }
        };
        let slot = &mut self.slots[index as usize];
        slot.generation += 1;
        slot.object = Some(object);
        let generation = u64::from(slot.generation);
        Ok(kind << KIND_SHIFT | generation << GENERATION_SHIFT | u64::from(index))
    }

    /// The slot that a handle names now.
    fn find(&self, bits: u64, wanted: &[Kind], name: &str) -> Result<(usize, &Object)> {
        let fail = |status, text: &str| Err(Failure::new(status, format!("{name} {text}")));
        if bits == 0 {
            return fail(CaromStatus::CaromNull, "is the zero handle");
        }
        let kind = Kind::ALL
            .iter()
            .find(|kind| **kind as u64 == bits >> KIND_SHIFT);
        let generation = (bits >> GENERATION_SHIFT) as u32 & LAST_GENERATION;
        let index = bits as u32 as usize;
        let (Some(kind), Some(slot)) = (kind, self.slots.get(index)) else {
            return fail(CaromStatus::CaromBadHandle, "was never a handle");
        };
        if generation == 0 || generation > slot.generation {
            return fail(CaromStatus::CaromBadHandle, "was never a handle");
        }
        if !wanted.contains(kind) {
            let mut text = format!("is a {}, not a ", kind.name());
            for (place, wanted) in wanted.iter().enumerate() {
                text += if place > 0 { " or " } else { "" };
                text += wanted.name();
            }
            return fail(CaromStatus::CaromWrongKind, &text);
        }
        match &slot.object {
            Some(object) if generation == slot.generation && object.kind() == *kind => {
                Ok((index, object))
            }
            Some(_) if generation == slot.generation => {
                fail(CaromStatus::CaromBadHandle, "was never a handle")
            }
            _ => fail(
                CaromStatus::CaromFreed,
                &format!("is a {} that was freed", kind.name()),
            ),
        }
    }

    fn remove(&mut self, bits: u64, kind: Kind, name: &str) -> Result<Option<Object>> {
        let (index, _) = self.find(bits, &[kind], name)?;
        let slot = &mut self.slots[index];
        if slot.generation < LAST_GENERATION {
            self.free.push(index as u32);
        }
        Ok(slot.object.take())
    }
}

/// The bits of a new handle.
fn insert(object: Object) -> Result<u64> {
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    table.insert(object)
}

pub(crate) fn find(bits: u64, wanted: &[Kind], name: &str) -> Result<Object> {
    let table = TABLE.read().unwrap_or_else(PoisonError::into_inner);
    let (_, object) = table.find(bits, wanted, name)?;
    Ok(object.clone())
}

/// Frees a handle; the zero handle is no error.
pub(crate) fn free(bits: u64, kind: Kind) -> Result<()> {
    if bits == 0 {
        return Ok(());
    }
    let removed = {
        let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
        table.remove(bits, kind, kind.name())?
    };
    // Without the lock: a mesh takes its time. A query that still runs in another thread keeps the object to its end.
    drop(removed);
    Ok(())
}

/// The handle of a new object.
pub(crate) fn named<H: Handle>(named: H::Named) -> Result<H> {
    insert(H::object(named)).map(H::of)
}

/// The object of a handle.
pub(crate) fn object<H: Handle>(handle: H, name: &str) -> Result<H::Named> {
    let object = find(handle.bits(), &[H::KIND], name)?;
    H::named(object).ok_or_else(|| another(name))
}

/// The error of a handle of which the kind is not that of its object. Once, and not for each kind.
#[cold]
#[inline(never)]
fn another(name: &str) -> Failure {
    let text = format!("{name} was never a handle");
    Failure::new(CaromStatus::CaromBadHandle, text)
}

/// Puts a changed copy in the place of the mesh that a handle has named; an error if it names another mesh by now.
#[cfg(feature = "worlds")]
pub(crate) fn replace_mesh(
    handle: CaromMesh,
    old: &Arc<Mesh<Vec3>>,
    changed: Arc<Mesh<Vec3>>,
) -> Result<()> {
    let replaced = {
        let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
        let (index, object) = table.find(handle.bits, &[Kind::Mesh], "mesh")?;
        if !matches!(object, Object::Mesh(mesh) if Arc::ptr_eq(mesh, old)) {
            let text = "another thread changes the mesh";
            return Err(Failure::new(CaromStatus::CaromBusy, text));
        }
        table.slots[index].object.replace(Object::Mesh(changed))
    };
    // Without the lock, as in `free`.
    drop(replaced);
    Ok(())
}

#[cfg(all(test, feature = "worlds"))]
mod tests {
    use super::*;
    use CaromStatus::{CaromBadHandle, CaromFreed, CaromNull, CaromWrongKind};

    fn world_object() -> Object {
        Object::World(Arc::default())
    }

    #[test]
    fn wrong_handles_are_errors() {
        let bits = insert(world_object()).unwrap();
        let status = |bits, kind| find(bits, &[kind], "it").err().map(|error| error.status);
        assert_eq!(status(bits, Kind::World), None);
        assert_eq!(status(bits, Kind::Mesh), Some(CaromWrongKind));
        assert_eq!(status(0, Kind::World), Some(CaromNull));
        for bits in [
            1,
            u64::MAX,
            bits + (1 << GENERATION_SHIFT),
            0x2000_0001_ffff_ffff,
        ] {
            assert_eq!(status(bits, Kind::World), Some(CaromBadHandle), "{bits:x}");
        }
        // The kind in the bits is not that of the object.
        let forged = bits & !(0xf << KIND_SHIFT) | 1 << KIND_SHIFT;
        assert_eq!(status(forged, Kind::Mesh), Some(CaromBadHandle));
        assert_eq!(free(bits, Kind::Mesh).unwrap_err().status, CaromWrongKind);
        free(bits, Kind::World).unwrap();
        assert_eq!(status(bits, Kind::World), Some(CaromFreed));
        assert_eq!(free(bits, Kind::World).unwrap_err().status, CaromFreed);
        assert!(free(0, Kind::World).is_ok());
    }

    #[test]
    fn a_slot_is_used_again_until_its_generations_are_used_up() {
        let mut table = Table {
            slots: Vec::new(),
            free: Vec::new(),
        };
        let first = table.insert(world_object()).unwrap();
        table.remove(first, Kind::World, "it").unwrap();
        let second = table.insert(world_object()).unwrap();
        assert_eq!((first as u32, second as u32), (0, 0));
        assert_ne!(first, second);
        let status = |table: &Table| {
            table
                .find(first, &[Kind::World], "it")
                .err()
                .unwrap()
                .status
        };
        assert_eq!(status(&table), CaromFreed);
        table.slots[0].generation = LAST_GENERATION;
        let last = 2 << KIND_SHIFT | u64::from(LAST_GENERATION) << GENERATION_SHIFT;
        table.remove(last, Kind::World, "it").unwrap();
        let third = table.insert(world_object()).unwrap();
        assert_eq!(third as u32, 1);
        assert_eq!(status(&table), CaromFreed);
    }
}
