//! Memory for hosts of the wasm, which cannot allocate in it themselves.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr;

/// Every struct of the header may be at the start.
const ALIGNMENT: usize = 8;

fn layout(size: usize) -> Option<Layout> {
    let layout = Layout::from_size_align(size, ALIGNMENT).ok();
    layout.filter(|layout| layout.size() > 0)
}

/// In wasm only: `size` bytes of memory for arguments and answers, at a multiple of 8. Null if there are none, and for a
/// size of 0. The memory may grow, which detaches the views that JavaScript has of it.
#[unsafe(no_mangle)]
pub extern "C" fn carom_memory_take(size: usize) -> *mut u8 {
    // SAFETY: the size is not zero.
    layout(size).map_or(ptr::null_mut(), |layout| unsafe { alloc(layout) })
}

/// In wasm only: gives memory back, with the size that was taken. Null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carom_memory_give(memory: *mut u8, size: usize) {
    if let Some(layout) = layout(size).filter(|_| !memory.is_null()) {
        // SAFETY: `carom_memory_take` has returned it for this size, as the header demands.
        unsafe { dealloc(memory, layout) }
    }
}
