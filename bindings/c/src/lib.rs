//! carom for C: collision queries on meshes and worlds, a kinematic character controller and crowds behind a flat ABI.
//!
//! `include/carom.h` is generated from the comments of this crate (`cargo test` compares it). Every function copies its
//! arguments out of the caller's memory ([`memory`]), checks them, calls the Rust library and copies the answers back;
//! panics stop at the border ([`status::guarded`]). Handles are numbers in a table ([`handles`]).
#![expect(
    clippy::missing_safety_doc,
    reason = "what callers owe is the same for all functions and stands in front of the header: docs/header.txt"
)]

mod checked;
mod handles;
#[cfg(feature = "worlds")]
mod locks;
mod memory;

// In the order of the header, which is that of these lines.
mod version;

mod status;

mod values;

mod objects;

mod shape;

mod rows;

mod mesh;

mod heights;

#[cfg(not(target_family = "wasm"))]
mod polygon;

#[cfg(not(target_family = "wasm"))]
mod scaled;

#[cfg(not(target_family = "wasm"))]
mod crossings;

#[cfg(not(target_family = "wasm"))]
mod penetration;

#[cfg(not(target_family = "wasm"))]
mod inside;

#[cfg(feature = "worlds")]
mod compound;

#[cfg(feature = "worlds")]
mod world;

#[cfg(feature = "worlds")]
mod refit;

#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
mod tiles;

#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
mod diff;

mod query;

mod answers;

mod single;

mod rigid;

#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
mod moving;

#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
mod surfaces;

#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
mod parts;

#[cfg(not(target_family = "wasm"))]
mod interval;

#[cfg(feature = "worlds")]
mod manifold;

mod batch;

#[cfg(not(target_family = "wasm"))]
mod any;

#[cfg(not(target_family = "wasm"))]
mod rigid_batch;

#[cfg(not(target_family = "wasm"))]
mod inside_batch;

#[cfg(feature = "worlds")]
mod sensors;

#[cfg(feature = "worlds")]
mod pairs;

#[cfg(feature = "worlds")]
mod character;

#[cfg(feature = "worlds")]
mod mover;

#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
mod push;

#[cfg(feature = "worlds")]
mod locomotion;

#[cfg(feature = "worlds")]
mod crowd;

#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
mod materials;

#[cfg(target_family = "wasm")]
mod wasm;

// For tests of the crate as a Rust library.
pub use answers::*;
#[cfg(not(target_family = "wasm"))]
pub use any::*;
pub use batch::*;
#[cfg(feature = "worlds")]
pub use character::*;
#[cfg(feature = "worlds")]
pub use compound::*;
#[cfg(not(target_family = "wasm"))]
pub use crossings::*;
#[cfg(feature = "worlds")]
pub use crowd::*;
#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
pub use diff::*;
pub use heights::*;
#[cfg(not(target_family = "wasm"))]
pub use inside::*;
#[cfg(not(target_family = "wasm"))]
pub use inside_batch::*;
#[cfg(not(target_family = "wasm"))]
pub use interval::*;
#[cfg(feature = "worlds")]
pub use locomotion::*;
#[cfg(feature = "worlds")]
pub use manifold::*;
#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
pub use materials::*;
pub use mesh::*;
#[cfg(feature = "worlds")]
pub use mover::*;
#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
pub use moving::*;
#[cfg(not(target_family = "wasm"))]
pub use objects::CaromDiff;
pub use objects::{
    CaromCompound, CaromCrowd, CaromMesh, CaromMover, CaromPairs, CaromSensors, CaromWorld,
};
#[cfg(feature = "worlds")]
pub use pairs::*;
#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
pub use parts::*;
#[cfg(not(target_family = "wasm"))]
pub use penetration::*;
#[cfg(not(target_family = "wasm"))]
pub use polygon::*;
#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
pub use push::*;
pub use query::*;
#[cfg(feature = "worlds")]
pub use refit::*;
pub use rigid::*;
#[cfg(not(target_family = "wasm"))]
pub use rigid_batch::*;
pub use rows::*;
#[cfg(not(target_family = "wasm"))]
pub use scaled::*;
#[cfg(feature = "worlds")]
pub use sensors::*;
pub use shape::*;
pub use single::*;
pub use status::{CaromStatus, carom_last_error};
#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
pub use surfaces::*;
#[cfg(all(feature = "worlds", not(target_family = "wasm")))]
pub use tiles::*;
pub use values::*;
pub use version::*;
#[cfg(target_family = "wasm")]
pub use wasm::*;
#[cfg(feature = "worlds")]
pub use world::*;
