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

#[cfg(feature = "full")]
mod polygon;

#[cfg(feature = "full")]
mod scaled;

#[cfg(feature = "full")]
mod crossings;

#[cfg(feature = "full")]
mod penetration;

#[cfg(feature = "full")]
mod inside;

#[cfg(feature = "worlds")]
mod compound;

#[cfg(feature = "worlds")]
mod world;

#[cfg(feature = "worlds")]
mod refit;

#[cfg(feature = "full")]
mod tiles;

#[cfg(feature = "full")]
mod diff;

mod query;

mod answers;

mod single;

mod rigid;

#[cfg(feature = "full")]
mod moving;

#[cfg(feature = "full")]
mod surfaces;

#[cfg(feature = "full")]
mod parts;

#[cfg(feature = "full")]
mod interval;

#[cfg(feature = "worlds")]
mod manifold;

mod batch;

#[cfg(feature = "full")]
mod any;

#[cfg(feature = "full")]
mod rigid_batch;

#[cfg(feature = "full")]
mod inside_batch;

#[cfg(feature = "worlds")]
mod sensors;

#[cfg(feature = "worlds")]
mod pairs;

#[cfg(feature = "worlds")]
mod character;

#[cfg(feature = "worlds")]
mod mover;

#[cfg(feature = "full")]
mod push;

#[cfg(feature = "worlds")]
mod locomotion;

#[cfg(feature = "worlds")]
mod crowd;

#[cfg(feature = "full")]
mod materials;

#[cfg(target_family = "wasm")]
mod wasm;

// For tests of the crate as a Rust library.
pub use answers::*;
#[cfg(feature = "full")]
pub use any::*;
pub use batch::*;
#[cfg(feature = "worlds")]
pub use character::*;
#[cfg(feature = "worlds")]
pub use compound::*;
#[cfg(feature = "full")]
pub use crossings::*;
#[cfg(feature = "worlds")]
pub use crowd::*;
#[cfg(feature = "full")]
pub use diff::*;
pub use heights::*;
#[cfg(feature = "full")]
pub use inside::*;
#[cfg(feature = "full")]
pub use inside_batch::*;
#[cfg(feature = "full")]
pub use interval::*;
#[cfg(feature = "worlds")]
pub use locomotion::*;
#[cfg(feature = "worlds")]
pub use manifold::*;
#[cfg(feature = "full")]
pub use materials::*;
pub use mesh::*;
#[cfg(feature = "worlds")]
pub use mover::*;
#[cfg(feature = "full")]
pub use moving::*;
#[cfg(feature = "full")]
pub use objects::CaromDiff;
pub use objects::{
    CaromCompound, CaromCrowd, CaromMesh, CaromMover, CaromPairs, CaromSensors, CaromWorld,
};
#[cfg(feature = "worlds")]
pub use pairs::*;
#[cfg(feature = "full")]
pub use parts::*;
#[cfg(feature = "full")]
pub use penetration::*;
#[cfg(feature = "full")]
pub use polygon::*;
#[cfg(feature = "full")]
pub use push::*;
pub use query::*;
#[cfg(feature = "worlds")]
pub use refit::*;
pub use rigid::*;
#[cfg(feature = "full")]
pub use rigid_batch::*;
pub use rows::*;
#[cfg(feature = "full")]
pub use scaled::*;
#[cfg(feature = "worlds")]
pub use sensors::*;
pub use shape::*;
pub use single::*;
pub use status::{CaromStatus, carom_last_error};
#[cfg(feature = "full")]
pub use surfaces::*;
#[cfg(feature = "full")]
pub use tiles::*;
pub use values::*;
pub use version::*;
#[cfg(target_family = "wasm")]
pub use wasm::*;
#[cfg(feature = "worlds")]
pub use world::*;
