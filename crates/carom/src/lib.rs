//! Collision queries, a character controller and event-driven balls, in 2D and 3D, without a physics engine.
//!
//! | query | answer |
//! |---|---|
//! | [`closest`](fn@closest) | nearest points, distance |
//! | [`overlap`](fn@overlap) | yes or no, the cheapest test |
//! | [`contact`](fn@contact) | points, unit normal, signed separation (penetration depth) |
//! | [`manifold`] | up to four points for a solver, with the features that meet in each |
//! | [`sweep`](fn@sweep) (shape cast; a ray cast is a swept point) | time of impact as a fraction of the motion, point, normal |
//! | [`ray_interval`] | where a ray enters a shape and where it leaves it |
//! | [`sweep_rigid`] (nonlinear shape cast) | the same for shapes that rotate on the way |
//!
//! Between any two [`Convex`] shapes: points, [`Segment`]s, [`Ball`]s, [`Capsule`]s, [`TaperedCapsule`]s, [`Triangle`]s, boxes
//! ([`Aabb`], [`OrientedBox`]), [`Cylinder`]s, [`Cone`]s, [`Ellipsoid`]s, convex [`Hull`]s ([`Polytope`] knows their faces),
//! half-spaces ([`Plane`]), any of them with a radius around it ([`RoundShape`]), a [`Shape`] of a kind known only at run time, any
//! of them in a pose ([`Pose::place_shape`]), and a shape of your own by its support function ([`SupportShape`]); [`grid`] has
//! exact versions for integers.
//!
//! A [`Surface`] is made of many such parts: a [`Mesh`] (triangles, a [`HeightField`]), in 2D a [`Chain`] of segments, a [`Compound`], a
//! [`World`] of placed bodies, the [`LocalScene`] of a mover. Its `query()` gives a [`Query`] with the same verbs for any shape, with filters:
//! `world.query().mask(3).sweep(&capsule, delta)`.
//!
//! Built on these queries: the kinematic character controller ([`mover`]), the event-driven simulation of hard disks and
//! spheres ([`table`]), pool with spin ([`billiards`]), balls among [`flipper`]s, and particles ([`swarm`]).
//!
//! ```
//! use carom::{Ball, Capsule, contact, glam::vec2};
//! let ball = Ball { center: vec2(1., 2.), radius: 1. };
//! let capsule = Capsule { a: vec2(0., 0.), b: vec2(4., 0.), radius: 1.5 };
//! let contact = contact(&ball, &capsule, 0.).expect("they overlap");
//! assert_eq!((contact.normal, contact.depth()), (vec2(0., 1.), 0.5));
//! ```
//!
//! # One type parameter: the vector
//!
//! `Capsule<Vec3>`, `Ball<DVec2>`: the parameter is the glam vector, which brings dimension and precision. So 2D and 3D,
//! `f32` and `f64` can be used side by side. Types that exist in 3D only (meshes) have the bound [`Vector3`], and a
//! [`Chain`], which is 2D only, `Vector<Double = DVec2>`.
//!
//! # Other vectors
//!
//! | from | to |
//! |---|---|
//! | `[f32; 3]`, a tuple | `Vec3::from` |
//! | `mint` (feature `mint`): nalgebra, cgmath, ultraviolet… | `Vec3::from`, `Quat::from`, `Mat4::from` |
//! | a quaternion | [`Rotation`]`::from(quat)`, or of any library [`Rotation::from_quaternion`]`([x, y, z, w])` |
//! | `Affine3A`, `DAffine3`, in 2D `Affine2`, `DAffine2` | [`Pose`]`::try_from(affine)`; a matrix: `Affine3A::from_mat4` |
//!
//! ```
//! use carom::glam::{Affine3A, Mat4, Quat, Vec3};
//! use carom::{Pose, Rotation};
//! let place = Vec3::from([0., 1., 0.]);
//! let same = Vec3::from(mint::Point3 { x: 0., y: 1., z: 0. });
//! let half_turn = mint::Quaternion { v: mint::Vector3 { x: 0., y: 1., z: 0. }, s: 0. };
//! let pose = Pose::new(place, Rotation::from(Quat::from(half_turn)));
//! assert_eq!((pose.place(Vec3::X), same), (Vec3::new(-1., 1., 0.).as_dvec3(), place));
//! // By columns, in rows of four numbers.
//! let matrix: mint::ColumnMatrix4<f32> = Mat4::from_rotation_translation(half_turn.into(), place).into();
//! let again = Pose::try_from(Affine3A::from_mat4(matrix.into()))?;
//! assert_eq!(again, pose);
//! # Ok::<(), carom::MatrixError>(())
//! ```
//!
//! Coming from parry, Jolt, PhysX, Box2D, Unity, Unreal, Godot, three-mesh-bvh or pooltool: [`coming_from`] has their calls.
//!
//! # Conventions
//!
//! - `delta` is a displacement, `t` the fraction of it in 0..=1.
//! - `normal` is unit and points from the second shape to the first: the direction in which the first one separates.
//! - `separation` is signed, negative in penetration; `depth` is its opposite.
//! - Touching counts, in every query alike.
//! - The simpler shape comes first: point, segment, ball, capsule, triangle, hull, box, curved shapes, half-space. In a
//!   sweep the first one moves.
//! - There are no units: any length, any time. Slopes are cosines.
//! - A degenerate shape *is* its simpler kind: a capsule with `a == b` is a ball, a radius of 0 is the bare core, a
//!   triangle without area is its longest side.
//! - Queries never fail and never panic on finite input. Outside data is validated once, when a [`Mesh`], a [`Chain`] or a
//!   [`mover::Mover`] is built or a [`Body`] enters a [`World`].
//!
//! # Limits, in numbers
//!
//! L is the largest coordinate difference, radius or displacement of a pair; eps is 2⁻²³ for `f32` and 2⁻⁵² for `f64`. On
//! the 3,900 reference cases of `data/oracle` (needles, nearly parallel, deep, grazing, 16 km from the origin, scales from
//! 2⁻⁶⁰ to 2⁶⁰) and against oracles that share no code with the library (`docs/accuracy.md` has the tables):
//!
//! - separations within 1.1 eps·L in `f32` (against half-spaces 6.4) and 4.2 eps·L in `f64`, in deep penetration too; the
//!   contract is 8 eps·L; no wrong yes or no beyond 32 eps·L;
//! - sweeps never late, none missed, the true gap at the reported `t` within 26 eps·L;
//! - normals unit, and within 4 eps times the conditioning of the case (or 1e-6) of the true one; in `f64` the shapes are
//!   apart along the normal by the separation within 24 eps·L, however near they are;
//! - witness points agree with the separation;
//! - `a` against `b` and `b` against `a` agree to the bit; where `unique` is false the normal is a fixed choice, and need not be the
//!   opposite one.
//!
//! Cylinders, cones, tapered capsules and ellipsoids, on 160,000 random pairs with each other shape, proved from both
//! sides: separations within 1.4 eps·L in `f32` (the contract is 8); in `f64` within 8.0 in 2D and 4.8 in 3D (the contract
//! is 64); depths no more than 4.6 eps·L above the least that a search over all directions finds; witness points within
//! 1.6 eps·L in `f32`, 24 eps·L in `f64`.
//!
//! Hulls of needles and nearly parallel edges meet these bounds in double precision too: where plain double precision does
//! not prove an answer, it is computed again in double-double. Rotating shapes meet them if no edges are almost parallel (a
//! sine under 0.05); otherwise they are as exact as plain double precision. Against a half-space, L is at least 2⁻⁵⁰ of the
//! largest coordinate.
//!
//! A mover's skin must absorb the rounding of positions: at least 4 eps times the largest coordinate
//! (2.4 mm at 5 km in `f32`).
//!
//! # Determinism
//!
//! Results are the same bits on every target and in every build profile: only + − × ÷ √ and comparisons, and for angles,
//! exponentials and the like (rotations, [`sweep_rigid`], [`Mesh::winding_number`], parts of the mover, [`billiards`]) functions of
//! the `libm` crate; no fused multiply-add, no platform mathematics, no hash order; ties are broken by number.
//!
//! # Features
//!
//! `std` (default) uses the standard library's square root; without it the crate is `no_std` with `alloc` and uses that of
//! the `libm` crate: the same bits.
//!
//! `mint` converts glam's vectors, quaternions and matrices from and to those of `mint`, and so of other libraries.
//!
//! `mover` (default) is the character controller, `balls` (default) are tables, billiards, flippers and particles. `abilities` are recipes
//! on the controller: jumps, dashes, ledges, ladders, swimming.
//!
//! `polygon` is [`Polygon`](https://docs.rs/carom/latest/carom/polygon/struct.Polygon.html): 2D polygons with holes as meshes, chains
//! and compounds.
//!
//! `serde` serializes shapes, meshes, chains and worlds, with glam's vectors. A mesh or chain is stored as what it was
//! built from; reading it checks and builds it again, with the errors of its constructor. Shapes are not checked: call
//! `is_valid`.
//!
//! `rayon` spreads a [`Batch`], the shots of [`billiards`], a tick of a [`swarm`] and the building of a [`Mesh`] over all cores. The results are the
//! same bits for every number of threads.
//!
//! `pictures` shows a picture of each shape and each query in this documentation, as on docs.rs; it changes no code.
#![no_std]

pub use carom_core::{
    Aabb, Ball, Batch, Body, BodyChange, BodyError, BodyId, BodyMotion, Capsule, Chain, ChainError,
    Closest, Collider, Compound, CompoundError, Cone, Contact, Convex, Corners, Crossing,
    CurvedCore, Cylinder, DebugCategory, DebugDraw, DiffError, Ellipsoid, FaultKind, Feature,
    FeatureId, HeightField, Hit, Hull, LocalScene, Manifold, ManifoldPoint, MatrixError, Mesh,
    MeshError, MeshPenetration, OneWay, Options, OrientedBox, PairEvents, PartId, PartManifold,
    PlacedShape, PlacedSurface, Plane, PointId, Polytope, PolytopeError, PolytopeFace, Pose, Query,
    RayInterval, RigidMotion, Rotation, RoundShape, Scalar, Scene, Section, Segment, SensorEvents,
    SensorPair, Shape, ShapeFault, ShapeRef, Start, Support, SupportCore, SupportShape, Surface,
    Sweep, TaperedCapsule, Triangle, Vector, Vector3, World, WorldDiff, WorldQuery, WorldView,
    closest, contact, glam, grid, manifold, overlap, ray_interval, sweep, sweep_both, sweep_rigid,
};

#[cfg(feature = "balls")]
pub use carom_balls::{billiards, flipper, swarm, table};
#[cfg(feature = "mover")]
pub use carom_mover as mover;
#[cfg(feature = "polygon")]
pub use carom_polygon as polygon;

/// A filled circle: a [`Ball`] in 2D.
pub type Circle = Ball<glam::Vec2>;
/// A solid sphere: a [`Ball`] in 3D.
pub type Sphere = Ball<glam::Vec3>;
/// A filled ellipse: an [`Ellipsoid`] in 2D.
pub type Ellipse = Ellipsoid<glam::Vec2>;

#[doc = include_str!("coming_from.md")]
#[cfg(all(doc, feature = "mover", feature = "balls"))]
pub mod coming_from {}

/// The README's example runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
