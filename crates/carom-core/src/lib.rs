//! Collision queries in 2D and 3D, in `f32` and `f64`: pairs of convex shapes ([`pairs`](mod@pairs)), triangle meshes,
//! height fields and 2D chains ([`surface`]), worlds of placed bodies ([`world`]).
//!
//! Most users depend on the crate `carom`, which re-exports what is here; its documentation has the conventions
//! and the limits in numbers.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub use glam;

mod draw;
pub mod pairs;
pub mod shape;
pub mod surface;
pub mod world;

pub use carom_bvh::Aabb;
pub use carom_math::{Scalar, Vector};
pub use draw::{DebugDraw, Ink};
pub use pairs::{closest, contact, grid, overlap, pair, sweep, turn};
pub use shape::{
    Shape, ball::Ball, capsule::Capsule, hull::Hull, plane::Plane, segment::Segment,
    triangle::Triangle,
};
pub use surface::batch::Batch;
pub use surface::chain::{Chain, ChainContact, ChainError, ChainFeature, ChainHit, OnlySegments};
pub use surface::mesh::{
    Feature, HeightField, Mesh, MeshContact, MeshError, MeshHit, MeshSweep, Only, Vector3,
};
pub use world::{
    Ask, Body, BodyError, BodyId, Collider, Motion, Near, Noticed, OneWay, Piece, PieceContact,
    PieceHit, Pose, Rotation, Scene, Sensed, World,
};
