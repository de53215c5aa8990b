//! Ctrl-C: once stops a search so that nothing is lost, twice ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

static SEARCHES: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens from now on, for an interrupt and for what asks a process to end.
#[cfg(not(target_family = "wasm"))]
pub(super) fn listen() -> anyhow::Result<()> {
    use anyhow::Context;
    ctrlc::set_handler(|| {
        let again = ASKED.swap(true, Ordering::SeqCst);
        if again || !SEARCHES.load(Ordering::SeqCst) {
            crate::output::say("stopped at once");
            std::process::exit(1);
        }
        crate::output::say("stopping when this wave of the search is done; once more: at once");
    })
    .context("Ctrl-C cannot be listened for")
}

/// Nobody interrupts there.
#[cfg(target_family = "wasm")]
pub(super) fn listen() -> anyhow::Result<()> {
    Ok(())
}

/// Whether somebody wants it to stop.
pub(super) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// While this is kept a search goes on that can be stopped.
pub(super) struct Searching(());

impl Searching {
    pub(super) fn begins() -> Self {
        SEARCHES.store(true, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        SEARCHES.store(false, Ordering::SeqCst);
    }
}
