//! carom for C: collision queries on meshes and worlds, a kinematic character controller and crowds behind a flat ABI.
//!
//! `include/carom.h` is generated from the comments of this crate (`cargo test` compares it). Every function copies its
//! arguments out of the caller's memory ([`memory`]), checks them, calls the Rust library and copies the answers back;
//! panics stop at the border ([`status::guarded`]). Handles are numbers in a table ([`handles`]).
#![expect(
    clippy::missing_safety_doc,
    reason = "what callers owe is the same for all functions and stands in front of the header: docs/header.txt"
)]

mod handles;
mod memory;

// In the order of the header, which is that of these lines.
mod version;

mod status;

mod values;

mod objects;

mod shape;

mod mesh;

mod world;

mod query;

mod answers;

mod single;

mod batch;

mod character;

mod mover;

mod locomotion;

mod crowd;

// For tests of the crate as a Rust library.
pub use answers::*;
pub use batch::*;
pub use character::*;
pub use crowd::*;
pub use locomotion::*;
pub use mesh::*;
pub use mover::*;
pub use objects::{CaromCrowd, CaromMesh, CaromMover, CaromWorld};
pub use query::*;
pub use shape::*;
pub use single::*;
pub use status::{CaromStatus, carom_last_error};
pub use values::*;
pub use version::*;
pub use world::*;
