//! A table as data, exact to the bit.

use super::dynamics::MAX_CONTACTS;
use super::region::Region;
use super::setup::{Space, Wall};
use super::status::Status;
use alloc::vec::Vec;
use carom_math::Vector;

/// The complete state of a [`Table`](super::Table): [`Table::restore`](super::Table::restore) makes a table of it that
/// goes on with the same bits.
///
/// ```
/// use carom::table::{Setup, Snapshot, Table, TableBall};
/// use carom::glam::Vec2;
/// let balls = vec![TableBall::new(Vec2::ZERO, 1.).with_velocity(Vec2::X)];
/// let table = Table::new(&Setup { balls, ..Setup::default() })?;
/// let snapshot: Snapshot<Vec2> = table.snapshot();
/// assert_eq!(Table::restore(&snapshot)?.snapshot(), snapshot);
/// # Ok::<(), carom::table::TableError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize, V::Double: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>, \
                       V::Double: serde::Deserialize<'de>"
    ))
)]
pub struct Snapshot<V: Vector> {
    pub(super) walls: Vec<Wall<V>>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) regions: Vec<Region<V>>,
    pub(super) space: Space<V>,
    /// Units of length and of a time window; the time at the start.
    pub(super) units: [f64; 3],
    /// In units of the table.
    pub(super) friction: f64,
    pub(super) gravity: V::Double,
    pub(super) now: [f64; 2],
    pub(super) events: u64,
    pub(super) overlap: f64,
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) given: f64,
    pub(super) stopped: Option<Status>,
    pub(super) balls: Vec<Stored<V::Double>>,
    /// Of each ball, where it is; empty without regions.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) visits: Vec<StoredVisit>,
    /// Walls that got their motion during the run, and when.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) moved: Vec<(u32, [f64; 2])>,
}

/// The parts of regions in which a ball is.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct StoredVisit {
    pub(super) crossed: [f64; 2],
    pub(super) inserted: [f64; 2],
    pub(super) inside: Vec<u32>,
}

/// A ball in units of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Stored<D> {
    pub(super) id: u32,
    pub(super) place: D,
    pub(super) velocity: D,
    pub(super) since: [f64; 2],
    pub(super) radius: f64,
    /// −1 for an infinite mass: not every format has infinity.
    pub(super) mass: f64,
    pub(super) restitution: f64,
    pub(super) image: [f64; 3],
    pub(super) rest: [f32; 3],
    pub(super) at_once: u32,
    pub(super) acceleration: D,
    /// Negative if the ball does not stop.
    pub(super) stops: f64,
    pub(super) held: [u32; MAX_CONTACTS],
    pub(super) passed: u32,
    pub(super) settling: u32,
    pub(super) rests: bool,
    /// Negative if there is no check.
    pub(super) check: f64,
}
