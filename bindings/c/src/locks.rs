//! Objects that change, and the locks to use them: side by side or alone.

use crate::handles::{another, find};
use crate::objects::{CaromCrowd, CaromMover, CaromPairs, CaromSensors, CaromWorld};
use crate::objects::{CrowdObject, Kind, MoverObject, Object};
use crate::status::{CaromStatus, Failure, Result};
use carom_rs::glam::Vec3;
use carom_rs::{PairEvents, SensorEvents, World};
use std::sync::{Arc, Mutex, MutexGuard, RwLock, TryLockError};
use std::sync::{RwLockReadGuard, RwLockWriteGuard};

pub(crate) fn world(handle: CaromWorld, name: &str) -> Result<Arc<RwLock<World<Vec3>>>> {
    match find(handle.bits, &[Kind::World], name)? {
        Object::World(world) => Ok(world),
        _ => Err(another(name)),
    }
}

pub(crate) fn mover(handle: CaromMover) -> Result<Arc<Mutex<MoverObject>>> {
    match find(handle.bits, &[Kind::Mover], "mover")? {
        Object::Mover(mover) => Ok(mover),
        _ => Err(another("mover")),
    }
}

pub(crate) fn crowd(handle: CaromCrowd) -> Result<Arc<Mutex<CrowdObject>>> {
    match find(handle.bits, &[Kind::Crowd], "crowd")? {
        Object::Crowd(crowd) => Ok(crowd),
        _ => Err(another("crowd")),
    }
}

pub(crate) fn sensors(handle: CaromSensors) -> Result<Arc<Mutex<SensorEvents>>> {
    match find(handle.bits, &[Kind::Sensors], "sensors")? {
        Object::Sensors(sensors) => Ok(sensors),
        _ => Err(another("sensors")),
    }
}

pub(crate) fn pairs(handle: CaromPairs) -> Result<Arc<Mutex<PairEvents>>> {
    match find(handle.bits, &[Kind::Pairs], "pairs")? {
        Object::Pairs(pairs) => Ok(pairs),
        _ => Err(another("pairs")),
    }
}

fn busy<T>(error: &TryLockError<T>, name: &str) -> Failure {
    match error {
        TryLockError::WouldBlock => Failure::new(
            CaromStatus::CaromBusy,
            format!("another thread uses the {name}"),
        ),
        TryLockError::Poisoned(_) => Failure::new(
            CaromStatus::CaromPanic,
            format!("a panic has left the {name} half changed: free it"),
        ),
    }
}

/// To query a world: several threads may at once.
pub(crate) fn reading<T>(shared: &RwLock<T>) -> Result<RwLockReadGuard<'_, T>> {
    shared.try_read().map_err(|error| busy(&error, "world"))
}

/// To change a world, alone.
pub(crate) fn writing<T>(shared: &RwLock<T>) -> Result<RwLockWriteGuard<'_, T>> {
    shared.try_write().map_err(|error| busy(&error, "world"))
}

/// To use a mover or crowd, alone.
pub(crate) fn alone<'a, T>(shared: &'a Mutex<T>, name: &str) -> Result<MutexGuard<'a, T>> {
    shared.try_lock().map_err(|error| busy(&error, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_in_use_is_busy_and_one_left_by_a_panic_is_refused() {
        let world = RwLock::new(1);
        let one = reading(&world).unwrap();
        assert!(reading(&world).is_ok());
        assert_eq!(writing(&world).unwrap_err().status, CaromStatus::CaromBusy);
        drop(one);
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _world = writing(&world).unwrap();
            panic!("half changed");
        }));
        assert_eq!(reading(&world).unwrap_err().status, CaromStatus::CaromPanic);
    }
}
