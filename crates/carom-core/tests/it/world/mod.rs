//! Tests of worlds: against plain loops, while they change, far from the origin, and with hostile data.

mod changes;
mod diffs;
mod far;
mod moving;
mod nasty;
mod pairs_of_worlds;
mod part_shape;
pub(super) mod plain;
mod touching_pairs;
