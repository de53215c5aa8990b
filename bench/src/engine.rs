//! A library that answers questions about a level.

#[cfg(feature = "box3d")]
mod box3d;
mod carom;
#[cfg(feature = "engines")]
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

/// A separation in metres, or a fraction of a motion, or for an overlap any number; if there is one.
pub(crate) type Answer = Option<f64>;

/// A level, ready for questions.
pub(crate) trait Engine {
    /// All the ways in which it can answer, the one most like carom's first; none if it cannot.
    fn ways(&self, work: Work) -> Vec<Way<'_>>;

    /// What it holds beyond what Rust's allocator knows of, if it can tell.
    fn foreign_bytes(&self) -> Option<usize> {
        Some(0)
    }
}

/// One way to answer.
pub(crate) struct Way<'a> {
    /// The name of the engine's function.
    pub(crate) call: &'static str,
    pub(crate) ask: Box<dyn Fn(&Case) -> Answer + 'a>,
}

impl<'a> Way<'a> {
    fn new(call: &'static str, ask: impl Fn(&Case) -> Answer + 'a) -> Self {
        Self {
            call,
            ask: Box::new(ask),
        }
    }
}

/// Builds an engine's own structure from data that is already its own.
pub(crate) type Build = Box<dyn FnOnce() -> Box<dyn Engine>>;

/// How to come by an engine.
pub(crate) struct Maker {
    pub(crate) name: &'static str,
    /// Whether it is written in C or C++.
    pub(crate) native: bool,
    /// Converts a level's data; what it returns is what is timed.
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
