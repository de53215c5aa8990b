//! The objects that handles name, and the types of the handles.

use crate::memory::Plain;
#[cfg(any(feature = "worlds", feature = "planar"))]
use crate::values::Space;
#[cfg(feature = "planar")]
use carom_rs::Chain;
#[cfg(feature = "worlds")]
use carom_rs::Compound;
#[cfg(feature = "meshes")]
use carom_rs::Mesh;
#[cfg(feature = "full")]
use carom_rs::WorldDiff;
#[cfg(feature = "billiards")]
use carom_rs::billiards::{PoolTable, ShotResult};
#[cfg(feature = "planar")]
use carom_rs::glam::Vec2;
#[cfg(feature = "meshes")]
use carom_rs::glam::Vec3;
#[cfg(feature = "worlds")]
use carom_rs::mover::Crowd;
#[cfg(any(feature = "worlds", feature = "planar"))]
use carom_rs::mover::Mover;
#[cfg(any(feature = "worlds", feature = "planar"))]
use carom_rs::{PairEvents, SensorEvents, World};
use std::sync::Arc;
#[cfg(any(feature = "worlds", feature = "planar"))]
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

/// The bodies in the sensors of a world, in 2D or 3D, and what has changed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromSensors {
    /// Opaque; zero for none.
    pub bits: u64,
}

/// The pairs of bodies of a world, in 2D or 3D, that touch, and what has changed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromPairs {
    /// Opaque; zero for none.
    pub bits: u64,
}

/// A chain of segments in 2D: the outline of a level. It never changes; any threads may use it at once.
#[cfg(feature = "planar")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromChain {
    /// Opaque; zero for no chain.
    pub bits: u64,
}

/// A world of bodies in 2D.
#[cfg(feature = "planar")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carom2dWorld {
    /// Opaque; zero for no world.
    pub bits: u64,
}

/// A kinematic character controller in 2D: settings and working memory. The state of a character is a Carom2dCharacter.
#[cfg(feature = "planar")]
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carom2dMover {
    /// Opaque; zero for no mover.
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
#[cfg(feature = "planar")]
unsafe impl Plain for CaromChain {}
// SAFETY: an integer.
#[cfg(feature = "planar")]
unsafe impl Plain for Carom2dWorld {}
// SAFETY: an integer.
#[cfg(feature = "planar")]
unsafe impl Plain for Carom2dMover {}
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

/// A world in the table.
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) type SharedWorld<V> = Arc<RwLock<World<V>>>;

/// A vector of the library with its settings of movers in the header.
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) trait HasSettings: Space {
    type Settings: Copy;
}

/// Settings of a mover as they were given.
#[cfg(any(feature = "worlds", feature = "planar"))]
type Given<V> = <V as HasSettings>::Settings;

/// A mover in the table.
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) type SharedMover<V, S> = Arc<Mutex<MoverObject<V, S>>>;

/// A mover, and its settings as they were given.
#[cfg(any(feature = "worlds", feature = "planar"))]
pub(crate) struct MoverObject<V: Space, S> {
    pub(crate) mover: Mover<V>,
    pub(crate) given: S,
}

/// A crowd, the world that its agents are in, and their settings.
#[cfg(feature = "worlds")]
pub(crate) struct CrowdObject {
    pub(crate) crowd: Crowd<Vec3>,
    pub(crate) world: CaromWorld,
    /// The settings of all agents as they were given, by number.
    pub(crate) given: Vec<Given<Vec3>>,
}

/// A shot, and the table that it was played on.
#[cfg(feature = "billiards")]
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
    World(SharedWorld<Vec3>),
    #[cfg(feature = "worlds")]
    Mover(SharedMover<Vec3, Given<Vec3>>),
    #[cfg(feature = "worlds")]
    Crowd(Arc<Mutex<CrowdObject>>),
    #[cfg(any(feature = "worlds", feature = "planar"))]
    Sensors(Arc<Mutex<SensorEvents>>),
    #[cfg(any(feature = "worlds", feature = "planar"))]
    Pairs(Arc<Mutex<PairEvents>>),
    #[cfg(feature = "worlds")]
    Compound(Arc<Compound<Vec3>>),
    #[cfg(feature = "full")]
    Diff(Arc<WorldDiff<Vec3>>),
    #[cfg(feature = "billiards")]
    PoolTable(Arc<PoolTable>),
    #[cfg(feature = "billiards")]
    ShotResult(Arc<PlayedShot>),
    #[cfg(feature = "planar")]
    Chain(Arc<Chain<Vec2>>),
    #[cfg(feature = "planar")]
    World2d(SharedWorld<Vec2>),
    #[cfg(feature = "planar")]
    Mover2d(SharedMover<Vec2, Given<Vec2>>),
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
    #[cfg(feature = "planar")]
    Chain = 11,
    #[cfg(feature = "planar")]
    World2d = 12,
    #[cfg(feature = "planar")]
    Mover2d = 13,
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
        #[cfg(feature = "planar")]
        Self::Chain,
        #[cfg(feature = "planar")]
        Self::World2d,
        #[cfg(feature = "planar")]
        Self::Mover2d,
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
            #[cfg(feature = "planar")]
            Self::Chain => "chain",
            #[cfg(feature = "planar")]
            Self::World2d => "2D world",
            #[cfg(feature = "planar")]
            Self::Mover2d => "2D mover",
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
            #[cfg(any(feature = "worlds", feature = "planar"))]
            Self::Sensors(_) => Kind::Sensors,
            #[cfg(any(feature = "worlds", feature = "planar"))]
            Self::Pairs(_) => Kind::Pairs,
            #[cfg(feature = "worlds")]
            Self::Compound(_) => Kind::Compound,
            #[cfg(feature = "full")]
            Self::Diff(_) => Kind::Diff,
            #[cfg(feature = "billiards")]
            Self::PoolTable(_) => Kind::PoolTable,
            #[cfg(feature = "billiards")]
            Self::ShotResult(_) => Kind::ShotResult,
            #[cfg(feature = "planar")]
            Self::Chain(_) => Kind::Chain,
            #[cfg(feature = "planar")]
            Self::World2d(_) => Kind::World2d,
            #[cfg(feature = "planar")]
            Self::Mover2d(_) => Kind::Mover2d,
        }
    }
}

/// A handle of the header, and the object that it names.
pub(crate) trait Handle: Plain {
    type Named;
    const KIND: Kind;

    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
    fn object(named: Self::Named) -> Object;
    fn named(object: Object) -> Option<Self::Named>;
}

/// Implements [`Handle`] for a type with `bits`.
macro_rules! handle {
    ($($(#[$gate:meta])? $Handle:ty => $Kind:ident: $Named:ty;)*) => {
        $($(#[$gate])? impl Handle for $Handle {
            type Named = $Named;
            const KIND: Kind = Kind::$Kind;

            fn of(bits: u64) -> Self {
                Self { bits }
            }

            fn bits(self) -> u64 {
                self.bits
            }

            fn object(named: $Named) -> Object {
                Object::$Kind(named)
            }

            #[allow(unreachable_patterns, reason = "a library of one kind of objects")]
            fn named(object: Object) -> Option<$Named> {
                match object {
                    Object::$Kind(named) => Some(named),
                    _ => None,
                }
            }
        })*
    };
}

handle! {
    #[cfg(feature = "meshes")] CaromMesh => Mesh: Arc<Mesh<Vec3>>;
    #[cfg(feature = "worlds")] CaromCompound => Compound: Arc<Compound<Vec3>>;
    #[cfg(feature = "worlds")] CaromWorld => World: SharedWorld<Vec3>;
    #[cfg(feature = "worlds")] CaromMover => Mover: SharedMover<Vec3, Given<Vec3>>;
    #[cfg(feature = "worlds")] CaromCrowd => Crowd: Arc<Mutex<CrowdObject>>;
    #[cfg(any(feature = "worlds", feature = "planar"))] CaromSensors => Sensors: Arc<Mutex<SensorEvents>>;
    #[cfg(any(feature = "worlds", feature = "planar"))] CaromPairs => Pairs: Arc<Mutex<PairEvents>>;
    #[cfg(feature = "full")] CaromDiff => Diff: Arc<WorldDiff<Vec3>>;
    #[cfg(feature = "billiards")] CaromPoolTable => PoolTable: Arc<PoolTable>;
    #[cfg(feature = "billiards")] CaromShotResult => ShotResult: Arc<PlayedShot>;
    #[cfg(feature = "planar")] CaromChain => Chain: Arc<Chain<Vec2>>;
    #[cfg(feature = "planar")] Carom2dWorld => World2d: SharedWorld<Vec2>;
    #[cfg(feature = "planar")] Carom2dMover => Mover2d: SharedMover<Vec2, Given<Vec2>>;
}
