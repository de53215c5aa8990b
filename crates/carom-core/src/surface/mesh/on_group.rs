//! Visitors of groups of a BVH.

use core::ops::ControlFlow;

/// A visitor of groups, with a limit that it may lower. In wasm the traversals call it and are compiled once; elsewhere it is
/// inlined. Not `dyn FnMut`, which would have the closure twice in its table, as an `FnOnce` too.
pub(super) trait OnGroup {
    fn visit(&mut self, group: usize, limit: &mut f32) -> ControlFlow<()>;
}

impl<F: FnMut(usize, &mut f32) -> ControlFlow<()>> OnGroup for F {
    #[inline(always)]
    fn visit(&mut self, group: usize, limit: &mut f32) -> ControlFlow<()> {
        self(group, limit)
    }
}

/// The closure itself. A closure can only be inlined always where it is an argument.
#[inline(always)]
pub(super) fn visitor<F: FnMut(usize, &mut f32) -> ControlFlow<()>>(visit: F) -> F {
    visit
}
