//! Objects that change, and the locks to use them: side by side or alone.

use crate::status::{CaromStatus, Failure, Result};
use std::sync::{Mutex, MutexGuard, RwLock, TryLockError};
use std::sync::{RwLockReadGuard, RwLockWriteGuard};

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
