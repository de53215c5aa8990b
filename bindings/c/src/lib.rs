//! carom for C: collision queries on meshes and worlds, a kinematic character controller and crowds behind a flat ABI.
//!
//! `include/carom.h` is generated from the comments of this crate (`cargo test` compares it). Every function copies its
//! arguments out of the caller's memory ([`memory`]), checks them, calls the Rust library and copies the answers back;
//! panics stop at the border ([`status::guarded`]). Handles are numbers in a table ([`handles`]).
#![expect(
    clippy::missing_safety_doc,
    reason = "what callers owe is the same for all functions and stands in front of the header: docs/header.txt"
)]

mod both;
#[cfg(feature = "meshes")]
mod checked;
mod handles;
#[cfg(any(feature = "worlds", feature = "planar"))]
mod locks;
mod memory;

// In the order of the header, which is that of these lines.
mod version;

mod status;

#[cfg(any(feature = "meshes", feature = "planar"))]
mod values;

mod objects;

#[cfg(any(feature = "meshes", feature = "planar"))]
mod kinds;

#[cfg(feature = "meshes")]
mod shape;

#[cfg(any(feature = "meshes", feature = "planar"))]
mod shape_of;

#[cfg(any(feature = "meshes", feature = "planar"))]
mod rows;

#[cfg(feature = "meshes")]
mod shapes;

#[cfg(any(feature = "meshes", feature = "planar"))]
mod surface_flags;

#[cfg(feature = "meshes")]
mod mesh;

#[cfg(feature = "meshes")]
mod heights;

#[cfg(feature = "full")]
mod polygon;

#[cfg(feature = "full")]
mod scaled;

#[cfg(feature = "full")]
mod crossings;

#[cfg(feature = "full")]
mod mesh_pair;

#[cfg(feature = "full")]
mod penetration;

#[cfg(feature = "full")]
mod inside;

#[cfg(feature = "worlds")]
mod compound;

#[cfg(any(feature = "worlds", feature = "planar"))]
mod body_flags;

#[cfg(feature = "worlds")]
mod world;

#[cfg(feature = "worlds")]
mod world_body;

#[cfg(feature = "worlds")]
mod refit;

#[cfg(feature = "full")]
mod mesh_refit;

#[cfg(feature = "full")]
mod tiles;

#[cfg(feature = "full")]
mod diff;

#[cfg(any(feature = "meshes", feature = "planar"))]
mod filters;

#[cfg(feature = "meshes")]
mod query;

#[cfg(any(feature = "meshes", feature = "planar"))]
mod answers;

#[cfg(feature = "meshes")]
mod single;

#[cfg(feature = "meshes")]
mod rigid;

#[cfg(feature = "full")]
mod moving;

#[cfg(feature = "full")]
mod surfaces;

#[cfg(feature = "full")]
mod parts;

#[cfg(any(feature = "full", feature = "planar"))]
mod interval;

#[cfg(feature = "worlds")]
mod pair;

#[cfg(feature = "full")]
mod pair_sweeps;

#[cfg(any(feature = "worlds", feature = "planar"))]
mod manifold;

#[cfg(feature = "worlds")]
mod manifolds;

#[cfg(feature = "meshes")]
mod batch;

#[cfg(feature = "full")]
mod any;

#[cfg(feature = "full")]
mod rigid_batch;

#[cfg(feature = "full")]
mod inside_batch;

#[cfg(any(feature = "worlds", feature = "planar"))]
mod sensors;

#[cfg(any(feature = "worlds", feature = "planar"))]
mod pairs;

#[cfg(any(feature = "worlds", feature = "planar"))]
mod character;

#[cfg(feature = "worlds")]
mod mover;

#[cfg(feature = "worlds")]
mod body;

#[cfg(feature = "worlds")]
mod push;

#[cfg(feature = "worlds")]
mod locomotion;

#[cfg(feature = "worlds")]
mod root_motion;

#[cfg(feature = "abilities")]
mod abilities;

#[cfg(feature = "abilities")]
mod path;

#[cfg(feature = "abilities")]
mod swim;

#[cfg(feature = "abilities")]
mod ledges;

#[cfg(feature = "worlds")]
mod crowd;

#[cfg(feature = "worlds")]
mod agent;

#[cfg(feature = "full")]
mod materials;

#[cfg(feature = "planar")]
mod planar;

#[cfg(feature = "billiards")]
mod pool_values;

#[cfg(feature = "billiards")]
mod pool_table;

#[cfg(feature = "billiards")]
mod pool_places;

#[cfg(feature = "billiards")]
mod shot;

#[cfg(feature = "billiards")]
mod shot_batch;

#[cfg(feature = "billiards")]
mod aim;

#[cfg(target_family = "wasm")]
mod wasm;

#[cfg(not(any(feature = "meshes", feature = "planar", feature = "billiards")))]
compile_error!("without a feature the library is empty: meshes, worlds, full, planar, billiards");

// For tests of the crate as a Rust library.
#[cfg(feature = "abilities")]
pub use abilities::*;
#[cfg(feature = "worlds")]
pub use agent::*;
#[cfg(feature = "billiards")]
pub use aim::*;
#[cfg(any(feature = "meshes", feature = "planar"))]
pub use answers::*;
#[cfg(feature = "full")]
pub use any::*;
#[cfg(feature = "meshes")]
pub use batch::*;
#[cfg(feature = "worlds")]
pub use body::*;
#[cfg(any(feature = "worlds", feature = "planar"))]
pub use body_flags::*;
#[cfg(any(feature = "worlds", feature = "planar"))]
pub use character::*;
#[cfg(feature = "worlds")]
pub use compound::*;
#[cfg(feature = "full")]
pub use crossings::*;
#[cfg(feature = "worlds")]
pub use crowd::*;
#[cfg(feature = "full")]
pub use diff::*;
#[cfg(any(feature = "meshes", feature = "planar"))]
pub use filters::*;
#[cfg(feature = "meshes")]
pub use heights::*;
#[cfg(feature = "full")]
pub use inside::*;
#[cfg(feature = "full")]
pub use inside_batch::*;
#[cfg(any(feature = "full", feature = "planar"))]
pub use interval::*;
#[cfg(any(feature = "meshes", feature = "planar"))]
pub use kinds::*;
#[cfg(feature = "abilities")]
pub use ledges::*;
#[cfg(feature = "worlds")]
pub use locomotion::*;
#[cfg(any(feature = "worlds", feature = "planar"))]
pub use manifold::*;
#[cfg(feature = "worlds")]
pub use manifolds::*;
#[cfg(feature = "full")]
pub use materials::*;
#[cfg(feature = "meshes")]
pub use mesh::*;
#[cfg(feature = "full")]
pub use mesh_pair::*;
#[cfg(feature = "full")]
pub use mesh_refit::*;
#[cfg(feature = "worlds")]
pub use mover::*;
#[cfg(feature = "full")]
pub use moving::*;
#[cfg(feature = "full")]
pub use objects::CaromDiff;
#[cfg(feature = "planar")]
pub use objects::{Carom2dMover, Carom2dWorld, CaromChain};
pub use objects::{
    CaromCompound, CaromCrowd, CaromMesh, CaromMover, CaromPairs, CaromSensors, CaromWorld,
};
#[cfg(feature = "billiards")]
pub use objects::{CaromPoolTable, CaromShotResult};
#[cfg(feature = "worlds")]
pub use pair::*;
#[cfg(feature = "full")]
pub use pair_sweeps::*;
#[cfg(any(feature = "worlds", feature = "planar"))]
pub use pairs::*;
#[cfg(feature = "full")]
pub use parts::*;
#[cfg(feature = "abilities")]
pub use path::*;
#[cfg(feature = "full")]
pub use penetration::*;
#[cfg(feature = "planar")]
pub use planar::*;
#[cfg(feature = "full")]
pub use polygon::*;
#[cfg(feature = "billiards")]
pub use pool_places::*;
#[cfg(feature = "billiards")]
pub use pool_table::*;
#[cfg(feature = "billiards")]
pub use pool_values::*;
#[cfg(feature = "worlds")]
pub use push::*;
#[cfg(feature = "meshes")]
pub use query::*;
#[cfg(feature = "worlds")]
pub use refit::*;
#[cfg(feature = "meshes")]
pub use rigid::*;
#[cfg(feature = "full")]
pub use rigid_batch::*;
#[cfg(feature = "worlds")]
pub use root_motion::*;
#[cfg(any(feature = "meshes", feature = "planar"))]
pub use rows::*;
#[cfg(feature = "full")]
pub use scaled::*;
#[cfg(any(feature = "worlds", feature = "planar"))]
pub use sensors::*;
#[cfg(feature = "meshes")]
pub use shape::*;
#[cfg(feature = "meshes")]
pub use shapes::*;
#[cfg(feature = "billiards")]
pub use shot::*;
#[cfg(feature = "billiards")]
pub use shot_batch::*;
#[cfg(feature = "meshes")]
pub use single::*;
pub use status::{CaromStatus, carom_last_error};
#[cfg(any(feature = "meshes", feature = "planar"))]
pub use surface_flags::*;
#[cfg(feature = "full")]
pub use surfaces::*;
#[cfg(feature = "abilities")]
pub use swim::*;
#[cfg(feature = "full")]
pub use tiles::*;
#[cfg(any(feature = "meshes", feature = "planar"))]
pub use values::*;
pub use version::*;
#[cfg(target_family = "wasm")]
pub use wasm::*;
#[cfg(feature = "worlds")]
pub use world::*;
#[cfg(feature = "worlds")]
pub use world_body::*;
