//! A library that answers queries on a level.

#[cfg(feature = "box3d")]
mod box3d;
mod carom;
#[cfg(any(feature = "box3d", feature = "jolt", feature = "physx"))]
mod foreign;
#[cfg(feature = "jolt")]
mod jolt;
mod obvhs;
mod parry;
#[cfg(feature = "physx")]
mod physx;

pub(crate) use parry::EACH;

use crate::case::Case;
use crate::surface::Surface;
use crate::work::Work;

/// A separation in meters, a fraction of a motion, or any number for an overlap; `None` for no result.
pub(crate) type Answer = Option<f64>;

/// A level in the structure of an engine, ready for queries.
pub(crate) trait Engine {
    /// All its methods for a kind of work, the one most similar to carom's first; empty if it has none.
    fn ways(&self, work: Work) -> Vec<Way<'_>>;

    /// Memory outside of Rust's allocator, if known.
    fn foreign_bytes(&self) -> Option<usize> {
        Some(0)
    }
}

/// A method to answer queries.
pub(crate) struct Way<'a> {
    /// The name of the engine's function.
    pub(crate) call: &'static str,
    pub(crate) query: Box<dyn Fn(&Case) -> Answer + 'a>,
}

impl<'a> Way<'a> {
    fn new(call: &'static str, query: impl Fn(&Case) -> Answer + 'a) -> Self {
        Self {
            call,
            query: Box::new(query),
        }
    }
}

/// Builds an engine's structure from data in its own format.
pub(crate) type Build = Box<dyn FnOnce() -> Box<dyn Engine>>;

/// A constructor of an engine.
pub(crate) struct Maker {
    pub(crate) name: &'static str,
    /// Whether it is written in C or C++.
    pub(crate) native: bool,
    /// Converts the data of a level; the returned function is timed.
    pub(crate) prepare: fn(&Surface) -> Build,
}

/// The names of carom's other layouts.
pub(crate) const COMPACT: &str = carom::COMPACT.name;
pub(crate) const QUICK: &str = carom::QUICK.name;

/// All of them, carom first.
pub(crate) const MAKERS: &[Maker] = &[
    carom::MAKER,
    carom::COMPACT,
    carom::QUICK,
    parry::MAKER,
    obvhs::BINARY,
    obvhs::WIDE,
    #[cfg(feature = "box3d")]
    box3d::MAKER,
    #[cfg(feature = "jolt")]
    jolt::MAKER,
    #[cfg(feature = "physx")]
    physx::MAKER,
];
