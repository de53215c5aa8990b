//! What has changed between two states of a world.

use crate::world::World;
use crate::world_diff::{self, PyWorldDiff};
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// What has changed since `before`, an earlier state of this world that `copy` has kept, or a later one for the way back: a
    /// WorldDiff. Takes time linear in the number of bodies. The difference from an empty world is the whole state.
    fn diff_from(this: &Bound<'_, Self>, before: &Bound<'_, Self>) -> PyResult<PyWorldDiff> {
        let before = &before.as_super().get().target;
        world_diff::between(&this.as_super().get().target, before)
    }

    /// Makes the later state of `diff`, a WorldDiff or its bytes, out of the earlier one: the same bodies to the bit by the same
    /// names, and the same names for bodies that are added later.
    ///
    /// Raises a ValueError if the world is not in the earlier state of the difference, as far as it matters, and for bytes that
    /// are no difference; then nothing changes.
    fn apply(this: &Bound<'_, Self>, diff: &Bound<'_, PyAny>) -> PyResult<()> {
        world_diff::apply(&this.as_super().get().target, diff)
    }
}
