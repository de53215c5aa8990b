//! Collision queries and character movement, in 2D and 3D, without a physics engine.
#![no_std]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub use glam;

mod mesh;
pub mod mover;
mod query;
mod shape;
mod tree;
mod vector;
mod world;

pub use mesh::{Mesh, MeshContact, MeshError, MeshHit};
pub use query::{closest, contact, overlap, sweep};
pub use shape::{aabb::Aabb, ball::Ball, capsule::Capsule, segment::Segment, triangle::Triangle};
pub use vector::{Scalar, Vector, Vector3};
pub use world::{Near, NearContact, Piece, Scene, World};
