//! Every public type is `Send` and `Sync`: a level, a mover or a table can be built on one thread and used on others.

use carom::billiards::{
    AimedBall, BallFriction, BallModel, BallParameters, BallState, BilliardsError, Cue, Cushion,
    CushionModel, Models, MotionState, Phase, Pocket, PocketSpec, PoolBall, PoolSetup, PoolTable,
    Rack, Shot, ShotEvent, ShotEventKind, ShotResult, ShotStatus, SlateBounce, SlateModel,
    TableName, TableSpec, TracePoint,
};
use carom::flipper::{Flipper, FlipperBall, FlipperError, Flippers, StepReport};
use carom::glam::{DVec2, DVec3, Vec2, Vec3};
use carom::mover::{
    Agent, BodyShape, Collision, Crowd, CrowdRole, Ground, Intent, Limbs, LimitsReached,
    Locomotion, LocomotionSettings, MoveEvents, MoveFlags, Mover, MoverError, Played, Recording,
    Report, Rollout, RootMotion, Slide, SurfaceError, SurfaceFault, SurfaceKind, SurfaceMaterial,
    Surfaces, WireError, WireFault, abilities,
};
use carom::swarm::{Bounce, Particle, Swarm, SwarmError};
use carom::table::{
    BallId, Event, Impact, Keyframe, Partner, Region, Setup, Snapshot, Space, Status, Table,
    TableBall, TableError, Wall, WallMotion,
};
use carom::{
    Aabb, Ball, Batch, BodyError, BodyId, Capsule, Chain, ChainError, Circle, Closest, Collider,
    Compound, CompoundError, Cone, Contact, Corners, Crossing, CurvedCore, Cylinder, DebugCategory,
    Ellipsoid, Feature, FeatureId, HeightField, Hit, Hull, LocalScene, Manifold, ManifoldPoint,
    MatrixError, Mesh, MeshError, MeshPenetration, OneWay, Options, OrientedBox, PairEvents,
    PartId, PartManifold, Plane, PointId, Pose, Query, RayInterval, RigidMotion, Rotation,
    RoundShape, Section, Segment, SensorEvents, SensorPair, Shape, ShapeRef, Sphere, Start,
    SupportCore, SupportShape, Sweep, TaperedCapsule, Triangle, Vector, Vector3, World, WorldQuery,
    WorldView, mover, swarm,
};
use std::collections::BTreeSet;
use std::path::Path;

/// Compiles only for a type that threads can share.
#[expect(
    clippy::extra_unused_type_parameters,
    reason = "the bound on the type is the test"
)]
fn shared<T: Send + Sync>(name: &'static str, listed: &mut BTreeSet<&'static str>) {
    let name = name.split('<').next().unwrap();
    listed.insert(name.rsplit("::").next().unwrap().trim());
}

macro_rules! shared {
    ($listed:ident: $($type:ty),* $(,)?) => { $(shared::<$type>(stringify!($type), $listed);)* };
}

/// Types of every dimension and precision.
fn of_any_vector<V: Vector>(listed: &mut BTreeSet<&'static str>) {
    shared!(listed:
        Aabb<V>, Ball<V>, Capsule<V>, Cone<V>, CurvedCore<V>, Cylinder<V>, Ellipsoid<V>, OrientedBox<V>, RoundShape<Ball<V>>, Section<V>, SupportCore<'static, V>, SupportShape<V>, TaperedCapsule<V>, Hull<V>, Plane<V>, carom::Polytope<V>, carom::PolytopeFace<'static, V>, Segment<V>, Shape<V>, Triangle<V>,
        ShapeRef<'static, V>, Corners<V>, Closest<V>, Contact<V>, Manifold<V>, ManifoldPoint<V>, PartManifold<V>, Hit<V>, Start<V>, Sweep<V>, RayInterval<V>, RigidMotion<V>,
        WorldQuery<'static, V>, WorldView<'static, V>, Query<'static, WorldView<'static, V>>,
        carom::Body<V>, carom::BodyChange<V>, carom::WorldDiff<V>, Collider<V>, Compound<V>, carom::BodyMotion<V>, LocalScene<V>, OneWay<V>, Pose<V>, carom::PlacedShape<'static, V>, carom::PlacedSurface<'static, Compound<V>>, Rotation<V>, World<V>,
        mover::CharacterState<V>, Crowd<V>, LocomotionSettings<V::Scalar>, Ground<V>, Intent<V>, Locomotion<V>, Agent<V>, Collision<V>,
        MoveEvents<V::Scalar>, Mover<V>, Played<V>, Recording<V>, Report<V>, Rollout<'static, V, World<V>>, RootMotion<V>, mover::MoverSettings<V>, BodyShape<V>, Limbs<V>, Slide<V>, SurfaceMaterial<V>, Surfaces<V>,
        abilities::AirJumps, abilities::Dash<V>, abilities::Glide<V::Scalar>, abilities::Ladder<V>, abilities::Mantle<V::Scalar>, abilities::Path<V>, abilities::Swum<V>, abilities::Vault<V::Scalar>, abilities::WallJump<V::Scalar>, abilities::Water<V::Scalar>,
        Bounce<V>, Particle<V>, swarm::SwarmSettings<V>, Swarm<V>,
        Event<V>, Impact<V>, Setup<V>, Snapshot<V>, Space<V>, Table<V>, TableBall<V>, Wall<V>, WallMotion<V>, Keyframe<V>, Region<V>,
        Flipper<V>, Flippers<V>, FlipperBall<V>,
    );
}

/// Types that exist in 3D only.
fn of_space<V: Vector3>(listed: &mut BTreeSet<&'static str>) {
    shared!(listed:
        Crossing<V>, HeightField<V>, Mesh<V>, MeshPenetration<V>, Query<'static, &'static Mesh<V>>, Rollout<'static, V, Mesh<V>>,
    );
}

/// Types that exist in 2D only.
fn of_the_plane<V: Vector<Double = DVec2>>(listed: &mut BTreeSet<&'static str>) {
    shared!(listed: Chain<V>, Query<'static, &'static Chain<V>>);
}

/// The names of all types in this file.
fn all() -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    let listed = &mut names;
    of_any_vector::<Vec2>(listed);
    of_any_vector::<Vec3>(listed);
    of_any_vector::<DVec2>(listed);
    of_any_vector::<DVec3>(listed);
    of_space::<Vec3>(listed);
    of_space::<DVec3>(listed);
    of_the_plane::<Vec2>(listed);
    of_the_plane::<DVec2>(listed);
    shared!(listed:
        Batch, BodyError, BodyId, ChainError, Circle, CompoundError, carom::DiffError, Feature, FeatureId, PointId, DebugCategory, MeshError, carom::FaultKind, carom::ShapeFault, carom::PolytopeError, SensorPair, Options<'static>, PartId,
        PairEvents, SensorEvents, Sphere, LimitsReached, MoverError, CrowdRole, SurfaceKind, SurfaceError, SurfaceFault, WireError, WireFault, MoveFlags, SwarmError, BallId, Partner, Status, TableError, FlipperError,
        MatrixError, StepReport,
        AimedBall, BallFriction, BallModel, BallParameters, BallState, BilliardsError, Cue, Cushion, CushionModel, Models, MotionState, Phase,
        Pocket, PocketSpec, PoolBall, PoolSetup, PoolTable, Rack, Shot, ShotEvent, ShotEventKind, ShotResult, ShotStatus, SlateBounce, SlateModel, TableName, TableSpec, TracePoint,
    );
    names
}

/// The names after `pub struct`, `pub enum` and `pub type` in all files of a folder.
fn declared(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            declared(&path, found);
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let kinds = ["pub struct ", "pub enum ", "pub union ", "pub type "];
            let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind));
            let name = rest.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap());
            found.extend(name.map(str::to_owned));
        }
    }
}

/// The types that the facade exports: of carom-core those in its `pub use`, of the other crates all public ones.
#[test]
fn every_public_type_is_send_and_sync() {
    let listed = all();
    let crates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut found = BTreeSet::new();
    for of in ["carom-mover/src", "carom-balls/src"] {
        declared(&crates.join(of), &mut found);
    }
    let mut core = BTreeSet::new();
    declared(&crates.join("carom-core/src"), &mut core);
    declared(&crates.join("carom-bvh/src"), &mut core);
    let facade = std::fs::read_to_string(crates.join("carom/src/lib.rs")).unwrap();
    let (_, exported) = facade.split_once("pub use carom_core::{").unwrap();
    let (exported, _) = exported.split_once('}').unwrap();
    let exported: BTreeSet<&str> = exported.split(',').map(str::trim).collect();
    found.extend(core.into_iter().filter(|name| exported.contains(&**name)));
    let found: BTreeSet<&str> = found.iter().map(|name| &**name).collect();
    let missing: Vec<_> = found.difference(&listed).collect();
    assert!(
        missing.is_empty(),
        "add to the list of this test: {missing:?}"
    );
    assert!(
        found.len() > 70,
        "the test reads the library: {}",
        found.len()
    );
}
