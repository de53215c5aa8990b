//! Collision queries in 2D and 3D, in `f32` and `f64`: pairs of convex shapes ([`pair`]), triangle meshes, height
//! fields and 2D chains ([`surface`]), worlds of placed bodies ([`world`]).
//!
//! Most users depend on the crate `carom`, which re-exports this crate and documents the conventions and the limits in
//! numbers.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub use glam;

mod draw;
#[doc(hidden)]
#[cfg(all(shared_instances, debug_assertions, not(test)))]
pub mod instances;
pub mod pair;
mod part;
pub mod shape;
pub mod surface;
pub mod world;

pub use carom_bvh::{Aabb, Corners};
pub use carom_math::{Scalar, Vector};
pub use draw::{DebugCategory, DebugDraw};
pub use pair::closest::Closest;
pub use pair::contact::Contact;
pub use pair::grid;
pub use pair::hit::{Hit, Start, Sweep};
pub use pair::manifold::{FeatureId, Manifold, ManifoldPoint, PointId, manifold};
pub use pair::ray_interval::{RayInterval, ray_interval};
pub use pair::rigid::RigidMotion;
pub use pair::{closest, contact, overlap, sweep, sweep_both, sweep_rigid};
pub use part::{BodyId, Feature, PartId};
pub use shape::{
    Convex, Shape, ShapeRef, ball::Ball, capsule::Capsule, cone::Cone, curved::CurvedCore,
    curved::Section, cylinder::Cylinder, ellipsoid::Ellipsoid, fault::FaultKind, fault::ShapeFault,
    hull::Hull, oriented_box::OrientedBox, plane::Plane, polytope::Polytope,
    polytope::PolytopeError, polytope::PolytopeFace, round_shape::RoundShape, segment::Segment,
    support::Support, support::SupportCore, support::SupportShape, tapered_capsule::TaperedCapsule,
    triangle::Triangle,
};
pub use surface::batch::Batch;
pub use surface::chain::{Chain, ChainError};
pub use surface::compound::{Compound, CompoundError};
pub use surface::mesh::{Crossing, HeightField, Mesh, MeshError, MeshPenetration, Vector3};
pub use surface::{Options, PartManifold, Query, Surface};
pub use world::{
    Body, BodyChange, BodyError, BodyMotion, Collider, DiffError, LocalScene, MatrixError, OneWay,
    PairEvents, PlacedShape, PlacedSurface, Pose, Rotation, Scene, SensorEvents, SensorPair, World,
    WorldDiff, WorldQuery, WorldView,
};
