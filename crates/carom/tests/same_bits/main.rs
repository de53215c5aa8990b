//! Batches and particles: the same bits one by one and together, on one thread and on many, natively and in wasm. A
//! binary of its own, because it runs in all these ways.

mod batch;
mod batch_surfaces;
mod swarm;
