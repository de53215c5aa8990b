//! Ctrl-C: the first stops a search without loss, the second ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

static SEARCHING: AtomicBool = AtomicBool::new(false);
static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Handles interrupts and termination signals from now on.
#[cfg(not(target_family = "wasm"))]
pub(super) fn listen() -> anyhow::Result<()> {
    use anyhow::Context;
    ctrlc::set_handler(|| {
        let again = REQUESTED.swap(true, Ordering::SeqCst);
        if again || !SEARCHING.load(Ordering::SeqCst) {
            crate::output::say("stopped at once");
            std::process::exit(1);
        }
        crate::output::say("stopping after this wave of the search; once more ends at once");
    })
    .context("Ctrl-C cannot be handled")
}

/// WebAssembly has no signals.
#[cfg(target_family = "wasm")]
pub(super) fn listen() -> anyhow::Result<()> {
    Ok(())
}

/// Whether an interrupt has been received.
pub(super) fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// While this value exists, an interrupt stops the search instead of the process.
pub(super) struct Searching(());

impl Searching {
    pub(super) fn begins() -> Self {
        SEARCHING.store(true, Ordering::SeqCst);
        Self(())
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        SEARCHING.store(false, Ordering::SeqCst);
    }
}
