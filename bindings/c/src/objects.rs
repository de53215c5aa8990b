//! The objects that handles name, and the types of the handles.

#[cfg(feature = "worlds")]
use crate::character::CaromMoverSettings;
use crate::memory::Plain;
#[cfg(feature = "meshes")]
use carom_rs::Mesh;
#[cfg(feature = "full")]
use carom_rs::WorldDiff;
#[cfg(feature = "billiards")]
use carom_rs::billiards::{PoolTable, ShotResult};
#[cfg(feature = "meshes")]
use carom_rs::glam::Vec3;
#[cfg(feature = "worlds")]
use carom_rs::mover::{Crowd, Mover};
#[cfg(feature = "worlds")]
use carom_rs::{Compound, PairEvents, SensorEvents, World};
use std::sync::Arc;
#[cfg(feature = "worlds")]
use std::sync::{Mutex, RwLock};

/// A triangle mesh; any threads may use it at once. It never changes but by carom_mesh_refit()
/// and carom_mesh_refit_heights().
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromMesh {
    /// Opaque; zero for no mesh.
    pub bits: u64,
}

/// Several convex shapes as one. It never changes; any threads may use it at once.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromCompound {
    /// Opaque; zero for no compound.
    pub bits: u64,
}

/// A world of bodies.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromWorld {
    /// Opaque; zero for no world.
    pub bits: u64,
}

/// A kinematic character controller: settings and working memory. The state of a character is a CaromCharacter.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromMover {
    /// Opaque; zero for no mover.
    pub bits: u64,
}

/// Characters that give way to each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromCrowd {
    /// Opaque; zero for no crowd.
    pub bits: u64,
}

/// The bodies in the sensors of a world, and what has changed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromSensors {
    /// Opaque; zero for none.
    pub bits: u64,
}

/// The pairs of bodies of a world that touch, and what has changed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromPairs {
    /// Opaque; zero for none.
    pub bits: u64,
}

/// What has changed between two states of a world.
#[cfg(feature = "full")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromDiff {
    /// Opaque; zero for none.
    pub bits: u64,
}

/// A pool table with its balls, cue and models. It never changes; any threads may use it at once.
#[cfg(feature = "billiards")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromPoolTable {
    /// Opaque; zero for no table.
    pub bits: u64,
}

/// A shot that was played: all its events, and its end. It never changes; any threads may use it at once.
#[cfg(feature = "billiards")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromShotResult {
    /// Opaque; zero for none.
    pub bits: u64,
}

// SAFETY: an integer.
#[cfg(feature = "billiards")]
unsafe impl Plain for CaromPoolTable {}
// SAFETY: an integer.
#[cfg(feature = "billiards")]
unsafe impl Plain for CaromShotResult {}
// SAFETY: an integer.
#[cfg(feature = "full")]
unsafe impl Plain for CaromDiff {}
// SAFETY: an integer.
unsafe impl Plain for CaromPairs {}
// SAFETY: an integer.
unsafe impl Plain for CaromSensors {}
// SAFETY: an integer.
unsafe impl Plain for CaromMesh {}
// SAFETY: an integer.
unsafe impl Plain for CaromCompound {}
// SAFETY: an integer.
unsafe impl Plain for CaromWorld {}
// SAFETY: an integer.
unsafe impl Plain for CaromMover {}
// SAFETY: an integer.
unsafe impl Plain for CaromCrowd {}

#[cfg(feature = "worlds")]
/// A mover, and its settings as they were given.
pub(crate) struct MoverObject {
    pub(crate) mover: Mover<Vec3>,
    pub(crate) given: CaromMoverSettings,
}

#[cfg(feature = "worlds")]
/// A crowd, the world that its agents are in, and their settings.
pub(crate) struct CrowdObject {
    pub(crate) crowd: Crowd<Vec3>,
    pub(crate) world: CaromWorld,
    /// The settings of all agents as they were given, by number.
    pub(crate) given: Vec<CaromMoverSettings>,
}

#[cfg(feature = "billiards")]
/// A shot, and the table that it was played on.
pub(crate) struct PlayedShot {
    pub(crate) table: Arc<PoolTable>,
    pub(crate) result: ShotResult,
}

/// What a handle names.
#[derive(Clone)]
pub(crate) enum Object {
    #[cfg(feature = "meshes")]
    Mesh(Arc<Mesh<Vec3>>),
    #[cfg(feature = "worlds")]
    World(Arc<RwLock<World<Vec3>>>),
    #[cfg(feature = "worlds")]
    Mover(Arc<Mutex<MoverObject>>),
    #[cfg(feature = "worlds")]
    Crowd(Arc<Mutex<CrowdObject>>),
    #[cfg(feature = "worlds")]
    Sensors(Arc<Mutex<SensorEvents>>),
    #[cfg(feature = "worlds")]
    Pairs(Arc<Mutex<PairEvents>>),
    #[cfg(feature = "worlds")]
    Compound(Arc<Compound<Vec3>>),
    #[cfg(feature = "full")]
    Diff(Arc<WorldDiff<Vec3>>),
    #[cfg(feature = "billiards")]
    PoolTable(Arc<PoolTable>),
    #[cfg(feature = "billiards")]
    ShotResult(Arc<PlayedShot>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Mesh = 1,
    World = 2,
    Mover = 3,
    Crowd = 4,
    Sensors = 5,
    Pairs = 6,
    Compound = 7,
    #[cfg(feature = "full")]
    Diff = 8,
    #[cfg(feature = "billiards")]
    PoolTable = 9,
    #[cfg(feature = "billiards")]
    ShotResult = 10,
}

impl Kind {
    pub(crate) const ALL: &[Self] = &[
        Self::Mesh,
        Self::World,
        Self::Mover,
        Self::Crowd,
        Self::Sensors,
        Self::Pairs,
        Self::Compound,
        #[cfg(feature = "full")]
        Self::Diff,
        #[cfg(feature = "billiards")]
        Self::PoolTable,
        #[cfg(feature = "billiards")]
        Self::ShotResult,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Mesh => "mesh",
            Self::World => "world",
            Self::Mover => "mover",
            Self::Crowd => "crowd",
            Self::Sensors => "list of sensors",
            Self::Pairs => "list of pairs",
            Self::Compound => "compound",
            #[cfg(feature = "full")]
            Self::Diff => "difference of worlds",
            #[cfg(feature = "billiards")]
            Self::PoolTable => "pool table",
            #[cfg(feature = "billiards")]
            Self::ShotResult => "result of a shot",
        }
    }
}

impl Object {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            #[cfg(feature = "meshes")]
            Self::Mesh(_) => Kind::Mesh,
            #[cfg(feature = "worlds")]
            Self::World(_) => Kind::World,
            #[cfg(feature = "worlds")]
            Self::Mover(_) => Kind::Mover,
            #[cfg(feature = "worlds")]
            Self::Crowd(_) => Kind::Crowd,
            #[cfg(feature = "worlds")]
            Self::Sensors(_) => Kind::Sensors,
            #[cfg(feature = "worlds")]
            Self::Pairs(_) => Kind::Pairs,
            #[cfg(feature = "worlds")]
            Self::Compound(_) => Kind::Compound,
            #[cfg(feature = "full")]
            Self::Diff(_) => Kind::Diff,
            #[cfg(feature = "billiards")]
            Self::PoolTable(_) => Kind::PoolTable,
            #[cfg(feature = "billiards")]
            Self::ShotResult(_) => Kind::ShotResult,
        }
    }
}
