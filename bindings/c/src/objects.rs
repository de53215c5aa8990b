//! The objects that handles name, and the types of the handles.

use crate::character::CaromMoverSettings;
use crate::memory::Plain;
use carom_rs::glam::Vec3;
use carom_rs::mover::{Crowd, Mover};
use carom_rs::{Mesh, World};
use std::sync::{Arc, Mutex, RwLock};

/// A triangle mesh. It never changes; any threads may use it at once.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaromMesh {
    /// Opaque; zero for no mesh.
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

// SAFETY: an integer.
unsafe impl Plain for CaromMesh {}
// SAFETY: an integer.
unsafe impl Plain for CaromWorld {}
// SAFETY: an integer.
unsafe impl Plain for CaromMover {}
// SAFETY: an integer.
unsafe impl Plain for CaromCrowd {}

/// A mover, and its settings as they were given.
pub(crate) struct MoverObject {
    pub(crate) mover: Mover<Vec3>,
    pub(crate) given: CaromMoverSettings,
}

/// A crowd, and the world that its agents are in.
pub(crate) struct CrowdObject {
    pub(crate) crowd: Crowd<Vec3>,
    pub(crate) world: CaromWorld,
}

/// What a handle names.
#[derive(Clone)]
pub(crate) enum Object {
    Mesh(Arc<Mesh<Vec3>>),
    World(Arc<RwLock<World<Vec3>>>),
    Mover(Arc<Mutex<MoverObject>>),
    Crowd(Arc<Mutex<CrowdObject>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Mesh = 1,
    World = 2,
    Mover = 3,
    Crowd = 4,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Mesh, Self::World, Self::Mover, Self::Crowd];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Mesh => "mesh",
            Self::World => "world",
            Self::Mover => "mover",
            Self::Crowd => "crowd",
        }
    }
}

impl Object {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Mesh(_) => Kind::Mesh,
            Self::World(_) => Kind::World,
            Self::Mover(_) => Kind::Mover,
            Self::Crowd(_) => Kind::Crowd,
        }
    }
}
