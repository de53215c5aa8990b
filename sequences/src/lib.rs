//! Random sequences of public calls: worlds, movers, crowds, swarms and tables, in 2D and 3D, `f32` and `f64`.
//!
//! A sequence is its number: the number chooses the kind, and seeds everything else. Numbers range from
//! denormals to the largest finite ones; no sequence may panic, hang, exhaust memory or answer NaN.

mod balls;
mod check;
mod numbers;
mod scene;
mod space;

use cap::Cap;
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use numbers::Numbers;
use std::alloc::System;
use std::time::Instant;

/// The most memory that a process may have: far more than any sequence inserts.
pub const MEMORY: usize = 256 << 20;

#[global_allocator]
static ALLOCATED: Cap<System> = Cap::new(System, MEMORY);

/// The memory in use, in bytes.
#[must_use]
pub fn allocated() -> usize {
    ALLOCATED.allocated()
}

/// The most memory that was in use at any time, in bytes.
#[must_use]
pub fn max_allocated() -> usize {
    ALLOCATED.max_allocated()
}

/// The names of all kinds; a sequence is of kind `number % KINDS.len()`.
pub const KINDS: [&str; 20] = [
    "world3", "world2", "world3d", "world2d", "mover3", "mover2", "mover3d", "mover2d", "crowd3",
    "crowd2", "crowd3d", "crowd2d", "swarm3", "swarm2", "swarm3d", "swarm2d", "table3", "table2",
    "table3d", "table2d",
];

/// The kind of a sequence.
#[must_use]
pub fn kind(number: u64) -> &'static str {
    KINDS[(number % KINDS.len() as u64) as usize]
}

/// Writes the calls of a sequence before each is made.
#[derive(Clone, Copy, Debug)]
pub struct Log {
    on: bool,
    start: Instant,
}

impl Log {
    /// Writes nothing.
    #[must_use]
    pub fn off() -> Self {
        Self {
            on: false,
            start: Instant::now(),
        }
    }

    /// Writes calls to the standard error, with the time since now.
    #[must_use]
    pub fn on() -> Self {
        Self {
            on: true,
            ..Self::off()
        }
    }

    fn call(self, call: impl FnOnce() -> String) {
        if self.on {
            let millis = self.start.elapsed().as_millis();
            eprintln!("  {millis} ms: {}", call());
        }
    }
}

/// What a scene is used for most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Use {
    World,
    Mover,
    Crowd,
    Swarm,
}

/// Runs one sequence.
///
/// # Panics
/// If the library does, or an answer breaks an invariant.
pub fn run(number: u64, log: Log) {
    let numbers = Numbers::new(number);
    let kind = number % KINDS.len() as u64;
    let used = [Use::World, Use::Mover, Use::Crowd, Use::Swarm];
    match (used.get((kind / 4) as usize), kind % 4) {
        (Some(used), 0) => scene::run::<Vec3>(*used, numbers, log),
        (Some(used), 1) => scene::run::<Vec2>(*used, numbers, log),
        (Some(used), 2) => scene::run::<DVec3>(*used, numbers, log),
        (Some(used), _) => scene::run::<DVec2>(*used, numbers, log),
        (None, 0) => balls::run::<Vec3>(numbers, log),
        (None, 1) => balls::run::<Vec2>(numbers, log),
        (None, 2) => balls::run::<DVec3>(numbers, log),
        (None, _) => balls::run::<DVec2>(numbers, log),
    }
}
