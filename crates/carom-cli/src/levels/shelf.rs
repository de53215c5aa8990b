//! A map of values that all threads share and that are computed once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The first thread that needs a value computes it, the others wait. An error is kept, too.
pub(crate) struct Shelf<K, T>(Mutex<HashMap<K, Slot<T>>>);

type Slot<T> = Arc<OnceLock<Result<Arc<T>, String>>>;

impl<K, T> Default for Shelf<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, T> Shelf<K, T> {
    pub(crate) fn get(
        &self,
        key: K,
        make: impl FnOnce() -> Result<T, String>,
    ) -> Result<Arc<T>, String> {
        let slot = {
            // A thread that panicked left the map unchanged.
            let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            slots.entry(key).or_default().clone()
        };
        slot.get_or_init(|| make().map(Arc::new)).clone()
    }
}
